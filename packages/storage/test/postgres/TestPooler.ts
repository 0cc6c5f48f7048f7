import { PgClient } from "@effect/sql-pg"
import { type PoolerServer, poolerUnavailableReason, startPooler } from "@landfall/postgres-server/PoolerServer"
import { Effect, Layer, Redacted } from "effect"
import { afterAll, beforeAll } from "vitest"
import { skipReason as serverSkipReason, serverUrl, storageAt, withServer } from "./TestServer.ts"

const poolerReason = poolerUnavailableReason()

/** Why the tests through a pooler cannot run here; undefined when they can. */
export const skipReason =
  serverSkipReason ??
  (poolerReason === undefined ? undefined : `skipped: the tests through a pooler, because ${poolerReason}`)
if (skipReason !== undefined && skipReason !== serverSkipReason) console.log(skipReason)

let pooler: PoolerServer | undefined
let created = 0
const freeDatabases: Array<string> = []

/** Registers a server, and a pooler in transaction mode in front of it, for this file's tests. */
export const withPooler = (): void => {
  if (skipReason !== undefined) return
  withServer()
  beforeAll(async () => {
    pooler = await startPooler(serverUrl())
  })
  afterAll(async () => {
    await pooler?.destroy()
    pooler = undefined
  })
}

const runOn = (url: string, statement: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) => sql`${sql.literal(statement)}`.unprepared).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
  )

/** The URL of a database of the server itself. */
const directUrl = (name: string): string => {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

const createDatabase = Effect.gen(function* () {
  const name = `landfall_pooled_${Date.now()}_${created++}`
  yield* runOn(serverUrl(), `CREATE DATABASE ${name}`)
  return name
})

const TRUNCATE = `DO $$ DECLARE names text; BEGIN
  SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') INTO names FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'landfall_migration';
  IF names IS NOT NULL THEN EXECUTE 'TRUNCATE ' || names; END IF;
END $$`

/** The URLs of a database without rows, by way of the pooler and of the server itself, exclusive until the scope closes. */
export const emptyDatabase = Effect.acquireRelease(
  Effect.suspend(() => {
    const free = freeDatabases.pop()
    return free === undefined ? Effect.orDie(createDatabase) : Effect.succeed(free)
  }),
  (name) =>
    Effect.andThen(
      Effect.orDie(runOn(directUrl(name), TRUNCATE)),
      Effect.sync(() => freeDatabases.push(name))
    )
).pipe(
  Effect.map((name) => ({
    direct: Redacted.make(directUrl(name)),
    pooled: Redacted.make(pooler?.urlOf(directUrl(name)) ?? "")
  }))
)

/** Every store on an empty database by way of the pooler, each time the layer is built. */
export const throughPooler = Layer.unwrap(Effect.map(emptyDatabase, ({ pooled }) => storageAt(pooled)))
