import type { AccountId } from "@landfall/core/accounts/Account"
import { CREATED_KEYS_MILLIS, checkLimit, Limits, REMOVED_ENDPOINTS_MILLIS } from "@landfall/core/limits/Limits"
import { type DateTime, Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { rowLocks } from "../sql/RowLocks.ts"

const decodeCount = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

/** The condition that an API key is valid at an instant, in milliseconds since the epoch: `apiKeyState` in core. */
export const isValidKey = (sql: SqlClient.SqlClient, at: number): Statement.Fragment =>
  sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${at})`

/**
 * The limits of the objects of an account. Use them inside the transaction that adds the objects: the account is locked
 * until it ends, so that simultaneous requests do not pass a limit together.
 */
export const makeAccountCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const limits = yield* Limits
  const locks = rowLocks(sql)

  const addOne = (
    limit: "account.applications" | "account.endpoints" | "account.openTasks" | "account.tokens",
    objects: (id: AccountId) => Count
  ) =>
    Effect.fnUntraced(function* (accountId: AccountId) {
      yield* locks.lockAccount(accountId)
      const [{ count }] = yield* decodeCount(yield* objects(accountId))
      yield* Effect.fromResult(checkLimit(limits, limit, count + 1))
    })
  type Count = ReturnType<typeof sql<{ readonly count: number }>>

  return {
    /** Fails when the account can have no further application. */
    addApplication: addOne(
      "account.applications",
      (id) => sql`SELECT count(*) AS count FROM application WHERE account_id = ${id}`
    ),

    /** Fails when the account can have no further endpoint. */
    addEndpoint: addOne(
      "account.endpoints",
      (id) => sql`SELECT count(*) AS count FROM endpoint WHERE account_id = ${id} AND removed_at IS NULL`
    ),

    /** Fails when the account can have no further valid API key, or has reached the limit of new keys. */
    addKey: Effect.fnUntraced(function* (accountId: AccountId, now: DateTime.Utc) {
      yield* locks.lockAccount(accountId)
      const at = now.epochMilliseconds
      const [{ count: valid }] = yield* decodeCount(
        yield* sql`SELECT count(*) AS count FROM api_key WHERE account_id = ${accountId} AND ${isValidKey(sql, at)}`
      )
      yield* Effect.fromResult(checkLimit(limits, "account.keys", valid + 1))
      const [{ count: created }] = yield* decodeCount(
        yield* sql`SELECT count(*) AS count FROM api_key
          WHERE account_id = ${accountId} AND created_at > ${at - CREATED_KEYS_MILLIS}`
      )
      yield* Effect.fromResult(checkLimit(limits, "account.createdKeys", created + 1))
    }),

    /** Fails when the account can have no further token of the dashboard. */
    addToken: addOne(
      "account.tokens",
      (id) => sql`SELECT count(*) AS count FROM dashboard_token WHERE account_id = ${id}`
    ),

    /** Fails when the account can have no further open task. */
    addTask: addOne(
      "account.openTasks",
      (id) => sql`SELECT count(*) AS count FROM delivery_task WHERE account_id = ${id} AND next_at IS NOT NULL`
    ),

    /** Fails when the account, which the caller has locked, can have no further port watch. */
    checkPortWatches: Effect.fnUntraced(function* (accountId: AccountId) {
      const rows = yield* sql`SELECT count(*) AS count FROM port_watch WHERE account_id = ${accountId}`
      const [{ count }] = yield* decodeCount(rows)
      yield* Effect.fromResult(checkLimit(limits, "account.portWatches", count + 1))
    }),

    /** Fails when the account has reached the limit of deleted endpoints, so that it can have no further one. */
    checkRemovedEndpoints: Effect.fnUntraced(function* (accountId: AccountId, now: DateTime.Utc) {
      const since = now.epochMilliseconds - REMOVED_ENDPOINTS_MILLIS
      const rows =
        yield* sql`SELECT count(*) AS count FROM endpoint WHERE account_id = ${accountId} AND removed_at > ${since}`
      const [{ count }] = yield* decodeCount(rows)
      yield* Effect.fromResult(checkLimit(limits, "account.removedEndpoints", count))
    }),

    /** Counts shipments that were added; fails when the account can have no more of them. */
    addShipments: Effect.fnUntraced(function* (accountId: AccountId, added: number) {
      if (added === 0) return
      const rows = yield* sql`UPDATE account SET shipment_count = shipment_count + ${added}
        WHERE id = ${accountId} RETURNING shipment_count AS count`
      const [{ count }] = yield* decodeCount(rows)
      yield* Effect.fromResult(checkLimit(limits, "account.shipments", count))
    })
  }
})
