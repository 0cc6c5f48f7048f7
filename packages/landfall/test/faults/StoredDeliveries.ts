import { join } from "node:path"
import * as PostgresClient from "@landfall/storage/postgres/PostgresClient"
import { NO_LIMITS } from "@landfall/storage/postgres/SessionLimits"
import * as NodeSqliteClient from "@landfall/storage/sqlite/NodeSqliteClient"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** A delivery as its row in the database has it. */
export const StoredDelivery = Schema.Struct({
  messageId: Schema.String,
  type: Schema.String,
  /** The number of the shipment; null for an example. */
  number: Schema.NullOr(Schema.String),
  state: Schema.Literals(["waiting", "pending", "retry", "leased", "succeeded", "exhausted", "skipped"]),
  attempts: Schema.Int
})
export type StoredDelivery = typeof StoredDelivery.Type

const decode = Schema.decodeUnknownSync(Schema.Array(StoredDelivery))

const selectDeliveries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT d.message_id, m.type, s.number, d.state, d.attempts
    FROM delivery d JOIN message m ON m.id = d.message_id
    LEFT JOIN shipment s ON s.id = m.shipment_id AND m.example = 0`
  return decode(rows)
})

/** Reads every delivery of a run from its database, which the processes of the run still use. */
export const readDeliveries = (folder: string, postgresUrl?: string): Promise<ReadonlyArray<StoredDelivery>> =>
  Effect.runPromise(
    Effect.provide(
      selectDeliveries,
      postgresUrl === undefined
        ? NodeSqliteClient.layer({ filename: join(folder, "landfall.db") })
        : PostgresClient.layer({ url: Redacted.make(postgresUrl), maxConnections: 1, limits: NO_LIMITS })
    )
  )
