import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Calls by outcome and hour in place of calls by day, and credit periods with an id, top-ups, carry-over and the level of
 * remaining credits that was notified. The calls of a day become successes in its first hour (UTC). `hour` and the other
 * instants are milliseconds since the epoch; `decide_from` is `decisionThreshold` of core.
 */
export const usageAndCredits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clustered = sql.onDialectOrElse({ sqlite: () => sql.literal("WITHOUT ROWID"), orElse: () => sql.literal("") })

  yield* sql`CREATE TABLE usage_hour (
    account_id TEXT NOT NULL REFERENCES account (id),
    hour BIGINT NOT NULL,
    operation TEXT NOT NULL,
    success_calls BIGINT NOT NULL,
    client_error_calls BIGINT NOT NULL,
    server_error_calls BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    PRIMARY KEY (account_id, hour, operation)
  ) ${clustered}`
  const dayMillis = sql.onDialectOrElse({
    pg: () => sql.literal("(extract(epoch FROM (day || 'T00:00:00Z')::timestamptz) * 1000)::BIGINT"),
    orElse: () => sql.literal("CAST(strftime('%s', day) AS INTEGER) * 1000")
  })
  yield* sql`INSERT INTO usage_hour
    (account_id, hour, operation, success_calls, client_error_calls, server_error_calls, credits)
    SELECT account_id, ${dayMillis}, operation, calls, 0, 0, credits FROM usage_count`
  yield* sql`DROP TABLE usage_count`

  // SQLite cannot change the constraint of a table, so that both dialects copy it.
  yield* sql`CREATE TABLE credit_period (
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES account (id),
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    granted BIGINT NOT NULL,
    topped_up BIGINT NOT NULL,
    consumed BIGINT NOT NULL,
    notified_level BIGINT NOT NULL,
    carried_over INTEGER NOT NULL,
    decide_from BIGINT NOT NULL,
    PRIMARY KEY (account_id, starts_at),
    CHECK (consumed >= 0 AND consumed <= granted + topped_up AND decide_from <= granted + topped_up + 1)
  )`
  const uuid = sql.onDialectOrElse({
    pg: () => sql.literal("gen_random_uuid()::TEXT"),
    orElse: () =>
      sql.literal(
        "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
      )
  })
  yield* sql`INSERT INTO credit_period
    (id, account_id, starts_at, ends_at, granted, topped_up, consumed, notified_level, carried_over, decide_from)
    SELECT ${uuid}, account_id, starts_at, ends_at, granted, 0, consumed, 100, 0, granted - granted * 20 / 100
    FROM consumption_period`
  yield* sql`DROP TABLE consumption_period`
})
