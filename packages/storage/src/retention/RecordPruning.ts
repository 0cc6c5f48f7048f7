import { nextPruneStart } from "@landfall/core/alerts/operations/Retention"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { accountFences } from "../sql/AccountFences.ts"
import { jsonColumns, jsonRows, OWNED_ID_COLUMNS } from "../sql/JsonRows.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { type DatedRow, expiredIds, type IdRow, idOf, idTable, type PruneBatch } from "./PruneBatch.ts"

const HOUR_KEY_COLUMNS = jsonColumns({ account_id: "TEXT", endpoint_id: "TEXT", starts_at: "BIGINT" })

/** Makes the steps that delete messages with their deliveries and attempts. */
export const makeMessagePruning = (sql: SqlClient.SqlClient): PruneBatch => {
  const { skipLocked, forChange } = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  /**
   * The messages without an open delivery. On Postgres their rows are locked and read again: a task may be about to send
   * one of them again, or to an endpoint that it was not addressed to.
   */
  const finished = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const unfinished = sql`EXISTS (SELECT 1 FROM delivery WHERE message_id = message.id AND settled_at IS NULL)`
    const among = (messageIds: ReadonlyArray<string>) =>
      sql<IdRow>`SELECT id FROM message WHERE id IN (SELECT id FROM ${idTable(sql, messageIds)} AS requested) AND NOT ${unfinished}
        ORDER BY id ${skipLocked}`
    const settled = (yield* among(ids)).map(idOf)
    return yield* sql.onDialectOrElse({
      pg: () =>
        sql`SELECT 1 FROM delivery WHERE message_id IN (SELECT id FROM ${idTable(sql, settled)} AS requested)
          ORDER BY message_id, endpoint_id ${forChange}`.pipe(
          Effect.andThen(among(settled)),
          Effect.map((rows) => rows.map(idOf))
        ),
      orElse: () => Effect.succeed(settled)
    })
  })

  return Effect.fnUntraced(function* (before, after, limit) {
    const read = yield* sql<DatedRow>`SELECT id, created_at AS at FROM message
      WHERE id > ${after} ${andUnfenced()} ORDER BY id LIMIT ${limit}`
    const expired = expiredIds(read, before)
    // Ids ascend with the time of creation: after a page without an expired message there are only younger ones.
    if (expired.length === 0) return { removed: 0, next: Option.none() }
    const done = idTable(sql, yield* finished(expired))
    yield* sql`DELETE FROM attempt WHERE message_id IN (SELECT id FROM ${done} AS done)`
    yield* sql`DELETE FROM delivery WHERE message_id IN (SELECT id FROM ${done} AS done)`
    const removed = yield* sql`DELETE FROM message WHERE id IN (SELECT id FROM ${done} AS done) RETURNING id`.values
    return { removed: removed.length, next: nextPruneStart(read.map(idOf), limit) }
  })
}

/**
 * Makes the steps that delete the hourly figures of endpoints. Hours are found by their endpoints, a page of endpoints in
 * each step. A page with more hours than the step may remove is read again.
 */
export const makeHourPruning = (sql: SqlClient.SqlClient): PruneBatch => {
  const { skipLocked } = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  return Effect.fnUntraced(function* (before, after, limit) {
    const endpoints = yield* sql<IdRow & { readonly account_id: string }>`SELECT account_id, id FROM endpoint
      WHERE id > ${after} ${andUnfenced()} ORDER BY id LIMIT ${limit}`.withoutTransform
    const ofPage = jsonRows(
      sql,
      OWNED_ID_COLUMNS,
      endpoints.map(({ account_id, id }) => [account_id, id])
    )
    const rows = yield* sql`SELECT account_id, endpoint_id, starts_at FROM endpoint_hour
      WHERE (account_id, endpoint_id) IN (SELECT account_id, id FROM ${ofPage} AS page) AND starts_at < ${before}
      LIMIT ${limit} ${skipLocked}`.values
    const keys = rows.map(([accountId, endpointId, startsAt]) => [
      String(accountId),
      String(endpointId),
      Number(startsAt)
    ])
    yield* sql`DELETE FROM endpoint_hour WHERE (account_id, endpoint_id, starts_at) IN (
      SELECT account_id, endpoint_id, starts_at FROM ${jsonRows(sql, HOUR_KEY_COLUMNS, keys)} AS done)`
    return {
      removed: keys.length,
      next: keys.length < limit ? nextPruneStart(endpoints.map(idOf), limit) : Option.some(after)
    }
  })
}

/** Makes the steps that delete ended tasks. */
export const makeTaskPruning = (sql: SqlClient.SqlClient): PruneBatch => {
  const { andUnfenced } = accountFences(sql)

  return Effect.fnUntraced(function* (before, after, limit) {
    const read = yield* sql<DatedRow>`SELECT id, finished_at AS at FROM delivery_task
      WHERE id > ${after} ${andUnfenced()} ORDER BY id LIMIT ${limit}`
    const expired = expiredIds(read, before)
    yield* sql`DELETE FROM delivery_task WHERE id IN (SELECT id FROM ${idTable(sql, expired)} AS expired)`
    return { removed: expired.length, next: nextPruneStart(read.map(idOf), limit) }
  })
}

/**
 * Makes the steps that delete expired responses to idempotent requests. Their primary key contains no time, so that each
 * step reads the ones that expired first by their index.
 */
export const makeResponsePruning = (sql: SqlClient.SqlClient): PruneBatch => {
  const { skipLocked } = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  return Effect.fnUntraced(function* (before, after, limit) {
    const removed = yield* sql`DELETE FROM idempotent_response WHERE (owner, operation, idempotency_key) IN (
      SELECT owner, operation, idempotency_key FROM idempotent_response WHERE expires_at < ${before} ${andUnfenced("owner")}
      ORDER BY expires_at LIMIT ${limit} ${skipLocked}) RETURNING expires_at`.values
    yield* sql`DELETE FROM idempotent_bytes WHERE (owner, counts_until) IN (
      SELECT owner, counts_until FROM idempotent_bytes WHERE counts_until < ${before} ${andUnfenced("owner")} LIMIT ${limit} ${skipLocked})`
    return { removed: removed.length, next: removed.length < limit ? Option.none() : Option.some(after) }
  })
}
