import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Adds a queue for each endpoint, with limits and health; indexes for monitoring; and tasks that resend deliveries.
 * `delivery.state` distinguishes deliveries without an attempt (`pending`) from others that wait (`retry`).
 */
export const queues = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clustered = sql.onDialectOrElse({ sqlite: () => sql.literal("WITHOUT ROWID"), orElse: () => sql.literal("") })
  // Postgres: most changes of a queue change no index, so that the new row version fits on the page of the old one.
  const roomy = sql.onDialectOrElse({
    sqlite: () => sql.literal(""),
    orElse: () => sql.literal("WITH (fillfactor = 50)")
  })

  for (const column of [
    "rate_limit INTEGER",
    "retry_policy TEXT",
    "header_names TEXT NOT NULL DEFAULT '[]'",
    "headers TEXT",
    "failing_since BIGINT",
    "failed_messages TEXT",
    "failing_clock_from BIGINT",
    "failing_warned INTEGER NOT NULL DEFAULT 0",
    "probing INTEGER NOT NULL DEFAULT 0",
    "disabled_at BIGINT",
    "disabled_reason TEXT"
  ]) {
    yield* sql`ALTER TABLE endpoint ADD COLUMN ${sql.literal(column)}`
  }
  // Includes removed endpoints: their deliveries remain in the log.
  yield* sql`CREATE INDEX endpoint_ever_of_account ON endpoint (account_id, id)`
  yield* sql`UPDATE endpoint SET disabled_at = updated_at, disabled_reason = 'owner' WHERE disabled = 1`

  // attempts_before: attempts before the current run of the retry policy, which a resend starts again.
  for (const column of ["attempts_before INTEGER NOT NULL DEFAULT 0", "manual INTEGER NOT NULL DEFAULT 0"]) {
    yield* sql`ALTER TABLE delivery ADD COLUMN ${sql.literal(column)}`
  }
  yield* sql`UPDATE delivery SET state = 'retry' WHERE state = 'pending' AND attempts > 0`
  yield* sql`DROP INDEX delivery_due`
  yield* sql`DROP INDEX delivery_open`
  // The queue of each endpoint, in the order in which claims read it. It contains unsettled deliveries only.
  yield* sql`CREATE INDEX delivery_queue ON delivery (endpoint_id, state, due_at, message_id) WHERE due_at IS NOT NULL`
  // The undelivered deliveries of an endpoint, in the order in which tasks resend them.
  yield* sql`CREATE INDEX delivery_missed ON delivery (endpoint_id, settled_at, message_id)
    WHERE state IN ('exhausted', 'skipped')`
  // The exhausted deliveries, which can be rare among those that a filter skips.
  yield* sql`CREATE INDEX delivery_exhausted ON delivery (endpoint_id, message_id) WHERE state = 'exhausted'`

  for (const column of ["response_start_millis BIGINT", "manual INTEGER NOT NULL DEFAULT 0"]) {
    yield* sql`ALTER TABLE attempt ADD COLUMN ${sql.literal(column)}`
  }
  yield* sql`CREATE INDEX attempt_of_endpoint ON attempt (endpoint_id, started_at, message_id, number)`
  // The failed attempts only.
  yield* sql`CREATE INDEX attempt_failed ON attempt (endpoint_id, started_at, message_id, number)
    WHERE coalesce(response_status, 0) NOT BETWEEN 200 AND 299`
  yield* sql`CREATE INDEX message_of_account ON message (account_id, id)`
  yield* sql`CREATE INDEX message_of_shipment ON message (shipment_id, id) WHERE shipment_id IS NOT NULL`

  // next_at: when the next turn of the queue is due; null while it is empty. slot_at: under a rate limit, when the next
  // attempt may begin. served: the number of the last turn, which orders queues that are due at the same instant.
  yield* sql`CREATE TABLE endpoint_queue (
    endpoint_id TEXT NOT NULL PRIMARY KEY REFERENCES endpoint (id),
    next_at BIGINT,
    slot_at BIGINT NOT NULL DEFAULT 0,
    served BIGINT NOT NULL DEFAULT 0
  ) ${roomy}`
  yield* sql`CREATE INDEX endpoint_queue_next ON endpoint_queue (next_at, served, endpoint_id) WHERE next_at IS NOT NULL`
  yield* sql`INSERT INTO endpoint_queue (endpoint_id, next_at)
    SELECT id, (SELECT min(due_at) FROM delivery WHERE endpoint_id = endpoint.id AND due_at IS NOT NULL) FROM endpoint`

  // The attempts at an endpoint by hour, so that figures over weeks do not read every attempt.
  yield* sql`CREATE TABLE endpoint_hour (
    endpoint_id TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    succeeded BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    exhausted BIGINT NOT NULL,
    duration_millis BIGINT NOT NULL,
    longest_millis BIGINT NOT NULL,
    PRIMARY KEY (endpoint_id, starts_at)
  ) ${clustered}`

  // settled_after and message_after: the last candidate that was read, where the next batch continues. settled_last: later
  // candidates do not belong to the task. next_at: when the next batch is due; null once the task has ended.
  yield* sql`CREATE TABLE delivery_task (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
    kind TEXT NOT NULL,
    message_id TEXT,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    total BIGINT NOT NULL,
    done BIGINT NOT NULL,
    settled_after BIGINT NOT NULL,
    message_after TEXT NOT NULL,
    settled_last BIGINT NOT NULL,
    next_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    finished_at BIGINT,
    CHECK ((next_at IS NULL) = (finished_at IS NOT NULL))
  )`
  yield* sql`CREATE INDEX delivery_task_of_account ON delivery_task (account_id, id)`
  yield* sql`CREATE INDEX delivery_task_next ON delivery_task (next_at, id) WHERE next_at IS NOT NULL`
})
