import process from "node:process"
import { PgClient } from "@effect/sql-pg"
import { postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { afterAll, beforeAll } from "vitest"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import * as LeaseClock from "../../src/sql/LeaseClock.ts"

const given = process.env.TEST_DATABASE_URL ?? ""

const whyUnfit = async (): Promise<string | undefined> => {
  if ("Deno" in globalThis) return "skipped: the tests on Postgres run on Node alone"
  const reason = given === "" ? await postgresUnavailableReason() : undefined
  return reason === undefined ? undefined : `skipped: the tests on Postgres, since ${reason}; or set TEST_DATABASE_URL`
}

/** Why these tests cannot run here; none when they can. */
export const unfit = await whyUnfit()
if (unfit !== undefined) console.log(unfit)

interface Running {
  readonly url: string
  readonly destroy: () => Promise<void>
}

/** What the tests of one file share: the server, who makes schemas there, and the schemas that are empty again. */
interface Shared {
  readonly server: Running
  readonly admin: ManagedRuntime.ManagedRuntime<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError>
  readonly made: Array<string>
  readonly free: Array<string>
}

let shared: Shared | undefined

/** The server of this file's tests: that of TEST_DATABASE_URL, else one that starts before them and stops after them. */
export const withServer = (): void => {
  if (unfit !== undefined) return
  beforeAll(async () => {
    const server =
      given === "" ? await startPostgres({ durable: false }) : { url: given, destroy: () => Promise.resolve() }
    const admin = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(server.url) }))
    shared = { server, admin, made: [], free: [] }
  }, 120_000)
  afterAll(async () => {
    if (shared === undefined) return
    const { server, admin, made } = shared
    shared = undefined
    try {
      for (const schema of made) await admin.runPromise(run(`DROP SCHEMA ${schema} CASCADE`))
      await admin.dispose()
    } finally {
      await server.destroy()
    }
  }, 60_000)
}

const theShared = (): Shared => {
  if (shared === undefined) throw new Error("There is no Postgres server: call withServer in this file")
  return shared
}

/** The URL of the server's own database. */
export const serverUrl = (): string => theShared().server.url

const run = (statement: string) => Effect.flatMap(PgClient.PgClient, (sql) => sql`${sql.literal(statement)}`.unprepared)

const makeSchema = async ({ admin, made }: Shared): Promise<string> => {
  const schema = `landfall_test_${process.pid}_${Date.now()}_${made.length}`
  await admin.runPromise(run(`CREATE SCHEMA ${schema}`))
  made.push(schema)
  return schema
}

const tablesOf = (schema: string) =>
  Effect.flatMap(
    PgClient.PgClient,
    (sql) => sql<{ readonly name: string }>`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname = ${schema} AND tablename <> 'landfall_migration'`
  )

const emptied = (schema: string) =>
  Effect.flatMap(tablesOf(schema), (tables) =>
    tables.length === 0 ? Effect.void : run(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`)
  )

const inSchema = (url: string, schema: string): Redacted.Redacted => {
  const parsed = new URL(url)
  parsed.searchParams.set("options", `-csearch_path=${schema}`)
  return Redacted.make(parsed.href)
}

/** The URL of a schema without rows that nobody else uses until the scope closes; a new one is without tables too. */
const emptySchema = (kind: "new" | "any") =>
  Effect.suspend(() => {
    const all = theShared()
    const take = () => (kind === "any" ? all.free.pop() : undefined)
    return Effect.acquireRelease(
      Effect.promise(async () => take() ?? (await makeSchema(all))),
      (schema) =>
        Effect.promise(() =>
          all.admin.runPromise(
            Effect.andThen(
              emptied(schema),
              Effect.sync(() => all.free.push(schema))
            )
          )
        )
    ).pipe(Effect.map((schema) => inSchema(all.server.url, schema)))
  })

/** The URL of a schema without tables, this test's alone. */
export const newSchema = emptySchema("new")

const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })

/** Every store in a schema, composed as in a server but for the clock of leases: tests move theirs. */
const storageAt = (url: Redacted.Redacted) =>
  PostgresStorage.layerWithClock({ url }, LeaseClock.processLayer).pipe(Layer.provide(secretBox))

/** Every store in an empty schema each time the layer is built. */
export const inEmptySchema = Layer.unwrap(Effect.map(emptySchema("any"), storageAt))
