import type { AccountId } from "@landfall/core/accounts/Account"
import { StoredAmountReader } from "@landfall/core/accounts/StoredAmounts"
import { CREATED_KEYS_MILLIS, REMOVED_ENDPOINTS_MILLIS } from "@landfall/core/limits/Limits"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"
import { isValidKey } from "./AccountCounts.ts"

const decodeRows = Schema.decodeUnknownEffect(
  Schema.Tuple([
    Schema.Struct({
      applications: Schema.Int,
      createdKeys: Schema.Int,
      endpoints: Schema.Int,
      keys: Schema.Int,
      tokens: Schema.Int,
      removedEndpoints: Schema.Int,
      shipments: Schema.Int,
      openTasks: Schema.Int,
      portWatches: Schema.Int,
      idempotentBytes: Schema.Int,
      untrackedEvents: Schema.Int,
      untrackedBytes: Schema.Int
    })
  ])
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sum = sql.onDialectOrElse({ pg: () => sql`sum(bytes)::BIGINT`, orElse: () => sql`sum(bytes)` })

  const read = Effect.fn("StoredAmountReader.read")(function* (accountId: AccountId, now: number) {
    const rows = yield* sql`SELECT
        (SELECT count(*) FROM application WHERE account_id = account.id) AS applications,
        (SELECT count(*) FROM api_key
          WHERE account_id = account.id AND created_at > ${now - CREATED_KEYS_MILLIS}) AS created_keys,
        (SELECT count(*) FROM endpoint WHERE account_id = account.id AND removed_at IS NULL) AS endpoints,
        (SELECT count(*) FROM api_key WHERE account_id = account.id AND ${isValidKey(sql, now)}) AS keys,
        (SELECT count(*) FROM dashboard_token WHERE account_id = account.id) AS tokens,
        (SELECT count(*) FROM endpoint
          WHERE account_id = account.id AND removed_at > ${now - REMOVED_ENDPOINTS_MILLIS}) AS removed_endpoints,
        shipment_count AS shipments,
        (SELECT count(*) FROM delivery_task WHERE account_id = account.id AND next_at IS NOT NULL) AS open_tasks,
        (SELECT count(*) FROM port_watch WHERE account_id = account.id) AS port_watches,
        (SELECT coalesce(${sum}, 0) FROM idempotent_bytes
          WHERE owner = account.id AND counts_until > ${now}) AS idempotent_bytes,
        untracked_events, untracked_bytes
      FROM account WHERE id = ${accountId}`
    const [row] = yield* decodeRows(rows)
    return {
      "account.applications": row.applications,
      "account.createdKeys": row.createdKeys,
      "account.endpoints": row.endpoints,
      "account.idempotentBytes": row.idempotentBytes,
      "account.keys": row.keys,
      "account.openTasks": row.openTasks,
      "account.portWatches": row.portWatches,
      "account.removedEndpoints": row.removedEndpoints,
      "account.shipments": row.shipments,
      "account.tokens": row.tokens,
      "account.untrackedBytes": row.untrackedBytes,
      "account.untrackedEvents": row.untrackedEvents
    }
  }, mapToStorageError("StoredAmountReader.read"))

  return StoredAmountReader.of({ read })
})

/** `StoredAmountReader` by one statement, of counters and indexed rows. */
export const layer = Layer.effect(StoredAmountReader, make)
