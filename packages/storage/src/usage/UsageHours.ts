import { AccountId } from "@landfall/core/accounts/Account"
import { Credits } from "@landfall/core/usage/Credits"
import { endedMetersBefore, type UsageBatch, type UsageCount } from "@landfall/core/usage/Usage"
import type { UsageWindow } from "@landfall/core/usage/UsageFigures"
import { type DateTime, Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { rowLocks } from "../sql/RowLocks.ts"

const COUNT_COLUMNS = jsonColumns({
  account_id: "TEXT",
  hour: "BIGINT",
  operation: "TEXT",
  success_calls: "BIGINT",
  client_error_calls: "BIGINT",
  server_error_calls: "BIGINT",
  credits: "BIGINT"
})

const figureFields = {
  successCalls: Schema.Int,
  clientErrorCalls: Schema.Int,
  serverErrorCalls: Schema.Int,
  credits: Credits
}

/** A bound is null when the window is open there. */
const WindowRequest = Schema.Struct({
  accountId: AccountId,
  from: Schema.NullOr(Schema.Int),
  to: Schema.NullOr(Schema.Int)
})

const requestOf = (accountId: AccountId, { from, to }: UsageWindow): typeof WindowRequest.Type => ({
  accountId,
  from: Option.getOrNull(from),
  to: Option.getOrNull(to)
})

/** The statements on `usage_hour` and `usage_meter`. */
export const makeUsageHours = (sql: SqlClient.SqlClient) => {
  const { skipLocked } = rowLocks(sql)
  // Postgres adds bigints to a numeric, which its driver returns as text.
  const sumOf = (column: string) => sql.literal(`CAST(sum(${column}) AS BIGINT) AS ${column}`)
  const sums = sql`${sumOf("success_calls")}, ${sumOf("client_error_calls")}, ${sumOf("server_error_calls")}, ${sumOf("credits")}`
  const month = sql.onDialectOrElse({
    pg: () => sql.literal("to_char(to_timestamp(hour / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')"),
    orElse: () => sql.literal("strftime('%Y-%m', hour / 1000, 'unixepoch')")
  })
  const inWindow = ({ accountId, from, to }: typeof WindowRequest.Encoded) =>
    sql.and([
      sql`account_id = ${accountId}`,
      ...(from === null ? [] : [sql`hour >= ${from}`]),
      ...(to === null ? [] : [sql`hour < ${to}`])
    ])

  const sumByMonth = SqlSchema.findAll({
    Request: WindowRequest,
    Result: Schema.Struct({ month: Schema.String, ...figureFields }),
    // Summed by hour first, in the order of the key: a quarter of the time of grouping every row by its month.
    execute: (window) =>
      sql`SELECT ${month} AS month, ${sums}
        FROM (SELECT hour, ${sums} FROM usage_hour WHERE ${inWindow(window)} GROUP BY hour) AS hourly
        GROUP BY 1 ORDER BY 1`
  })
  const sumByOperation = SqlSchema.findAll({
    Request: WindowRequest,
    Result: Schema.Struct({ operation: Schema.String, ...figureFields }),
    execute: (window) =>
      sql`SELECT operation, ${sums} FROM usage_hour WHERE ${inWindow(window)} GROUP BY operation ORDER BY operation`
  })

  const deleteEnded = SqlSchema.void({
    Request: Schema.DateTimeUtcFromMillis,
    execute: (before) => sql`DELETE FROM usage_meter
      WHERE id IN (SELECT id FROM usage_meter WHERE stored_at < ${before} ${skipLocked})`
  })

  return {
    /**
     * Records that a batch is stored. Returns false when it was recorded before. Run it in the transaction that adds
     * its counts.
     */
    recordBatch: Effect.fnUntraced(function* (batch: UsageBatch, at: DateTime.Utc) {
      const endedBefore = endedMetersBefore(batch, at)
      if (Option.isSome(endedBefore)) yield* deleteEnded(endedBefore.value)
      // The rule of `isNewBatch`, in the statement that records the batch.
      const recorded = yield* sql`INSERT INTO usage_meter (id, batch, stored_at)
        VALUES (${batch.meterId}, ${batch.number}, ${at.epochMilliseconds})
        ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, stored_at = excluded.stored_at
        WHERE usage_meter.batch < excluded.batch
        RETURNING 1 AS recorded`.values
      return recorded.length > 0
    }),
    /** Adds counts in one statement. Rows are written in the order of their keys, so that two servers never deadlock. */
    add: Effect.fnUntraced(function* (counts: ReadonlyArray<UsageCount>) {
      if (counts.length === 0) return
      const rows = counts.map((count) => [
        count.accountId,
        count.hour,
        count.operation,
        count.successCalls,
        count.clientErrorCalls,
        count.serverErrorCalls,
        count.credits
      ])
      yield* sql`INSERT INTO usage_hour (${sql.literal(COUNT_COLUMNS.names)})
        SELECT account_id, hour, operation, sum(success_calls), sum(client_error_calls), sum(server_error_calls), sum(credits)
        FROM ${jsonRows(sql, COUNT_COLUMNS, rows)} AS added
        GROUP BY account_id, hour, operation
        ORDER BY account_id, hour, operation
        ON CONFLICT (account_id, hour, operation) DO UPDATE SET
          success_calls = usage_hour.success_calls + excluded.success_calls,
          client_error_calls = usage_hour.client_error_calls + excluded.client_error_calls,
          server_error_calls = usage_hour.server_error_calls + excluded.server_error_calls,
          credits = usage_hour.credits + excluded.credits`
    }),
    byMonth: (accountId: AccountId, window: UsageWindow) => sumByMonth(requestOf(accountId, window)),
    byOperation: (accountId: AccountId, window: UsageWindow) => sumByOperation(requestOf(accountId, window))
  }
}
