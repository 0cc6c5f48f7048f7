import { NO_LIMITS } from "@landfall/storage/postgres/SessionLimits"
import * as NodeSqliteClient from "@landfall/storage/sqlite/NodeSqliteClient"
import { countOtherSessions } from "@landfall/storage/transfer/PostgresSessions"
import { Context, Effect, Layer, type Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { type DatabaseLocation, formatDatabase } from "../settings/DatabaseLocation.ts"
import { TransferFailed } from "./TransferFailed.ts"

/** Whether others may use the database meanwhile. */
export interface OpenOptions {
  /** Whether to fail while another process uses the database. A SQLite file is also locked for others. */
  readonly exclusive: boolean
}

const openSqlite = (filename: string, { exclusive }: OpenOptions) =>
  Effect.map(Layer.build(Layer.fresh(NodeSqliteClient.layer({ filename, exclusive }))), (context) =>
    Context.get(context, SqlClient.SqlClient)
  )

/** Sessions of processes that have just ended take a moment to disappear: up to two seconds. */
const endingSessions = Schedule.spaced("100 millis").pipe(Schedule.upTo({ times: 20 }))

const countRemainingSessions = (sql: SqlClient.SqlClient) =>
  Effect.repeat(countOtherSessions(sql), { schedule: endingSessions, while: (others) => others > 0 })

const openPostgres = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const postgres = yield* Effect.promise(() => import("@landfall/storage/postgres/PostgresClient"))
  // One connection: everything runs in one transaction after the other, and other sessions can be distinguished from this one.
  const context = yield* Layer.build(Layer.fresh(postgres.layer({ url, maxConnections: 1, limits: NO_LIMITS })))
  return Context.get(context, SqlClient.SqlClient)
})

/** Opens a SQLite file that only this process uses, without migrating it. Closes with the scope. */
export const openWorkingCopy = (path: string) => openSqlite(path, { exclusive: true })

/** Opens a database without migrating it. Closes with the scope. */
export const openDatabase = Effect.fnUntraced(function* (location: DatabaseLocation, options: OpenOptions) {
  if (location._tag === "SqliteFile") return yield* openSqlite(location.path, options)
  const sql = yield* openPostgres(location.url)
  const others = options.exclusive ? yield* countRemainingSessions(sql) : 0
  if (others === 0) return sql
  return yield* new TransferFailed({
    message: `The database ${formatDatabase(location)} is in use by ${others === 1 ? "1 other session" : `${others} other sessions`} of Landfall: stop the servers, workers and commands that use it, and try again.`
  })
})
