import { PgClient } from "@effect/sql-pg"
import { type PoolerServer, poolerUnavailableReason, startPooler } from "@landfall/postgres-server/PoolerServer"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { afterAll, beforeAll } from "vitest"
import {
  emptyTables,
  runStatement,
  skipReason as serverSkipReason,
  serverUrl,
  storageOnSharedClient,
  withServer
} from "./TestServer.ts"

const poolerReason = poolerUnavailableReason()

/** Why the tests through a pooler cannot run here; undefined when they can. */
export const skipReason =
  serverSkipReason ??
  (poolerReason === undefined ? undefined : `skipped: the tests through a pooler, because ${poolerReason}`)
if (skipReason !== undefined && skipReason !== serverSkipReason) console.log(skipReason)

let pooler: PoolerServer | undefined
/** All databases of the file, and those of them that no test uses. */
let databases: Array<TestDatabase> = []
let freeDatabases: Array<TestDatabase> = []

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
    for (const { admin } of databases) await admin.dispose()
    // The next file in this process has a separate server.
    databases = []
    freeDatabases = []
  })
}

/** A client of a URL of the server itself. */
const directClient = (url: string) =>
  ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))

/** A database, and the client that empties it, which stays connected until the tests of the file end. */
interface TestDatabase {
  readonly directUrl: string
  readonly admin: ReturnType<typeof directClient>
}

const createDatabase = async (): Promise<TestDatabase> => {
  const name = `landfall_pooled_${Date.now()}_${databases.length}`
  const server = directClient(serverUrl())
  await server.runPromise(runStatement(`CREATE DATABASE ${name}`))
  await server.dispose()
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  const database = { directUrl: url.href, admin: directClient(url.href) }
  databases.push(database)
  return database
}

/** The URLs of a database without rows, by way of the pooler and of the server itself, exclusive until the scope closes. */
export const emptyDatabase = Effect.acquireRelease(
  Effect.promise(async () => freeDatabases.pop() ?? (await createDatabase())),
  (database) =>
    Effect.promise(async () => {
      await database.admin.runPromise(emptyTables("public"))
      freeDatabases.push(database)
    })
).pipe(
  Effect.map(({ directUrl }) => ({
    direct: Redacted.make(directUrl),
    pooled: Redacted.make(pooler?.urlOf(directUrl) ?? "")
  }))
)

/** Every store on an empty database by way of the pooler, each time the layer is built. */
export const throughPooler = Layer.unwrap(Effect.map(emptyDatabase, ({ pooled }) => storageOnSharedClient(pooled)))
