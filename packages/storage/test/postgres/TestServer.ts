import process from "node:process"
import { PgClient } from "@effect/sql-pg"
import { postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { SqlClient, SqlError } from "effect/sql"
import { afterAll, beforeAll } from "vitest"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import * as PostgresSignal from "../../src/postgres/PostgresDeliverySignal.ts"
import * as Stores from "../../src/Stores.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import * as LeaseClock from "../../src/sql/LeaseClock.ts"

const suppliedUrl = process.env.TEST_DATABASE_URL ?? ""

const findSkipReason = async (): Promise<string | undefined> => {
  if ("Deno" in globalThis) return "skipped: the tests on Postgres run on Node.js only"
  const reason = suppliedUrl === "" ? await postgresUnavailableReason() : undefined
  return reason === undefined
    ? undefined
    : `skipped: the tests on Postgres, because ${reason}; or set TEST_DATABASE_URL`
}

/** Why the tests on Postgres cannot run here; undefined when they can. */
export const skipReason = await findSkipReason()
if (skipReason !== undefined) console.log(skipReason)

interface RunningServer {
  readonly url: string
  readonly destroy: () => Promise<void>
}

const clientRuntime = (url: Redacted.Redacted) => ManagedRuntime.make(PostgresClient.layer({ url }))

/** The server of the tests in one file, its client for schemas, the schemas that are empty again, and clients by their URL. */
interface SharedServer {
  readonly server: RunningServer
  readonly admin: ManagedRuntime.ManagedRuntime<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError>
  readonly createdSchemas: Array<string>
  readonly freeSchemas: Array<string>
  readonly clients: Map<string, ReturnType<typeof clientRuntime>>
}

let shared: SharedServer | undefined

/** Registers the server of this file's tests: that of TEST_DATABASE_URL, else one that runs during the tests. */
export const withServer = (): void => {
  if (skipReason !== undefined) return
  beforeAll(async () => {
    const server =
      suppliedUrl === ""
        ? await startPostgres({ durable: false })
        : { url: suppliedUrl, destroy: () => Promise.resolve() }
    const admin = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(server.url) }))
    shared = { server, admin, createdSchemas: [], freeSchemas: [], clients: new Map() }
  })
  afterAll(async () => {
    if (shared === undefined) return
    const { server, admin, createdSchemas, clients } = shared
    shared = undefined
    try {
      for (const client of clients.values()) await client.dispose()
      // A server of the file ends with its schemas.
      if (suppliedUrl !== "")
        for (const schema of createdSchemas) await admin.runPromise(runStatement(`DROP SCHEMA ${schema} CASCADE`))
      await admin.dispose()
    } finally {
      await server.destroy()
    }
  })
}

const requireShared = (): SharedServer => {
  if (shared === undefined) throw new Error("There is no Postgres server: call withServer in this file")
  return shared
}

/** The URL of the server's own database. */
export const serverUrl = (): string => requireShared().server.url

export const runStatement = (statement: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) => sql`${sql.literal(statement)}`.unprepared)

/** Statements that make sessions with a schema before `pg_catalog` those of an engine whose advisory locks lock nothing. */
const ignoreAdvisoryLocks = (schema: string) => [
  `CREATE FUNCTION ${schema}.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS ''`
]

const createSchema = async (
  { admin, createdSchemas }: SharedServer,
  locks: "exclusive" | "ignored"
): Promise<string> => {
  const schema = `landfall_test_${process.pid}_${Date.now()}_${createdSchemas.length}`
  await admin.runPromise(runStatement(`CREATE SCHEMA ${schema}`))
  if (locks === "ignored")
    for (const statement of ignoreAdvisoryLocks(schema)) await admin.runPromise(runStatement(statement))
  createdSchemas.push(schema)
  return schema
}

/**
 * Deletes every row of a schema except those about migrations, in one statement, so that tables may reference each other. It
 * names only tables with rows, and truncates none: new files for each table and index take longer than a test. A superuser
 * deletes without the checks of foreign keys, which take longer than the deletions.
 */
export const emptyTables = (schema: string) =>
  runStatement(`DO $$ DECLARE name text; filled boolean; deletions text[] := '{}'; BEGIN
    FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
      WHERE schemaname = '${schema}' AND tablename <> 'landfall_migration'
        AND format('%I.%I', schemaname, tablename)::regclass NOT IN (SELECT inhrelid FROM pg_inherits)
    LOOP
      EXECUTE 'SELECT EXISTS (SELECT FROM ' || name || ')' INTO filled;
      IF filled THEN
        deletions := deletions || ('deletion_' || cardinality(deletions) || ' AS (DELETE FROM ' || name || ')');
      END IF;
    END LOOP;
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
      PERFORM set_config('session_replication_role', 'replica', true);
    END IF;
    IF cardinality(deletions) > 0 THEN EXECUTE 'WITH ' || array_to_string(deletions, ', ') || ' SELECT'; END IF;
  END $$`)

/** The condition on `information_schema` that a table is a partition of another one. */
export const isPartition = (sql: SqlClient.SqlClient) =>
  sql`(to_regclass(table_name) IN (SELECT inhrelid FROM pg_inherits))`

/** The URL of the server whose sessions look up names in a schema. */
const urlOf = (schema: string, locks: "exclusive" | "ignored"): Redacted.Redacted => {
  const parsed = new URL(serverUrl())
  parsed.searchParams.set("options", `-csearch_path=${locks === "ignored" ? `${schema},pg_catalog` : schema}`)
  return Redacted.make(parsed.href)
}

/** The URL of a schema without rows, exclusive until the scope closes. */
const emptySchema = (locks: "exclusive" | "ignored" = "exclusive") =>
  Effect.suspend(() => {
    const all = requireShared()
    return Effect.acquireRelease(
      Effect.promise(async () => all.freeSchemas.pop() ?? (await createSchema(all, locks))),
      (schema) =>
        Effect.promise(async () => {
          await all.admin.runPromise(emptyTables(schema))
          all.freeSchemas.push(schema)
        })
    )
  }).pipe(Effect.map((schema) => urlOf(schema, locks)))

const createdSchema = (locks: "exclusive" | "ignored") =>
  Effect.promise(async () => urlOf(await createSchema(requireShared(), locks), locks))

/** The URL of a schema without tables, exclusive to one test. */
export const newSchema = createdSchema("exclusive")

/** As `newSchema`, with advisory locks that lock nothing. */
export const newSchemaWithoutAdvisoryLocks = createdSchema("ignored")

const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })

/** The stores of one process, as a server composes them. Closes with the scope. */
export const openProcess = (config: PostgresClient.PostgresConfig) =>
  Layer.build(PostgresStorage.layer(config).pipe(Layer.provide(secretBox)))

/** The client of a URL, which stays connected until the tests of the file end: a new session costs more than a test. */
const sharedClient = (url: Redacted.Redacted) => {
  const { clients } = requireShared()
  const client = clients.get(Redacted.value(url)) ?? clientRuntime(url)
  clients.set(Redacted.value(url), client)
  return Layer.effectContext(client.contextEffect)
}

/** Every store on a client that the tests of the file share. Tests that share one run one after another. */
export const storageOnSharedClient = (url: Redacted.Redacted) =>
  Stores.layer.pipe(
    Layer.provide([PostgresSignal.layer(), LeaseClock.processLayer]),
    Layer.provide([sharedClient(url), SecureRandom.layerWebCrypto, secretBox])
  )

/** Every store in an empty schema each time the layer is built. */
export const inEmptySchema = Layer.unwrap(Effect.map(emptySchema(), storageOnSharedClient))

/** As `inEmptySchema`, with advisory locks that lock nothing. A file uses one of both. */
export const withoutAdvisoryLocks = Layer.unwrap(Effect.map(emptySchema("ignored"), storageOnSharedClient))
