import { MAX_STORED_ATTEMPTS } from "@landfall/core/alerts/delivery/AttemptRecord"
import { attemptedEvent, type LeaseOutcome, leasedDelivery } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { transition } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import {
  admitsDeliveries,
  type DisabledReason,
  type EndpointHealthRecord,
  type HealthReview,
  isHealthChanged,
  reviewEndpoints
} from "@landfall/core/alerts/endpoints/EndpointHealth"
import { countAttempts } from "@landfall/core/alerts/operations/EndpointStats"
import type { CustomHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Cells, insertRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { makeEndpointHealthRows } from "../endpoints/EndpointHealthRows.ts"
import type { OutboxRows } from "../messages/OutboxRows.ts"
import { storedRequestHeaders } from "../messages/RequestHeaderColumn.ts"
import { stateCells } from "../queue/DeliveryColumns.ts"
import type { EndpointQueues } from "../queue/EndpointQueues.ts"
import { skipDeliveries } from "../queue/OpenDeliveries.ts"
import { updateLeased } from "./LeasedDeliveries.ts"
import { makeOperationalMessages } from "./OperationalMessages.ts"

const ATTEMPT_COLUMNS = jsonColumns({
  message_id: "TEXT",
  endpoint_id: "TEXT",
  number: "BIGINT",
  started_at: "BIGINT",
  duration_millis: "BIGINT",
  response_status: "BIGINT",
  failure_reason: "TEXT",
  detail: "TEXT",
  response_start_millis: "BIGINT",
  manual: "BIGINT",
  response_headers: "TEXT",
  request_headers: "TEXT"
})

const headersCell = (headers: CustomHeaders | undefined) => (headers === undefined ? null : JSON.stringify(headers))

const attemptCells = (attempted: LeaseOutcome): Cells => {
  const { lease, startedAt, durationMillis, responseStartMillis, outcome } = attempted
  const attempt = [lease.messageId, lease.endpointId, lease.attempt, startedAt, durationMillis]
  const rest = [responseStartMillis ?? null, lease.trigger === "manual" ? 1 : 0]
  const request = headersCell(storedRequestHeaders(attempted.requestHeaders))
  if (outcome._tag === "NoResponse") return [...attempt, null, outcome.reason, outcome.message, ...rest, null, request]
  return [...attempt, outcome.status, null, outcome.body, ...rest, headersCell(outcome.headers), request]
}

const ATTEMPT_KEY_COLUMNS = jsonColumns({ message_id: "TEXT", endpoint_id: "TEXT", number: "BIGINT" })

/** Deletes the attempt that each new one displaces. */
const deleteDisplaced = (sql: SqlClient.SqlClient, outcomes: ReadonlyArray<LeaseOutcome>) => {
  const keys = outcomes
    .filter(({ lease }) => lease.attempt > MAX_STORED_ATTEMPTS)
    .map(({ lease }) => [lease.messageId, lease.endpointId, lease.attempt - MAX_STORED_ATTEMPTS])
  return keys.length === 0
    ? Effect.void
    : sql`DELETE FROM attempt WHERE (message_id, endpoint_id, number) IN (
        SELECT message_id, endpoint_id, number FROM ${jsonRows(sql, ATTEMPT_KEY_COLUMNS, keys)} AS displaced)`
}

const HOUR_COLUMNS = jsonColumns({
  account_id: "TEXT",
  endpoint_id: "TEXT",
  starts_at: "BIGINT",
  succeeded: "BIGINT",
  failed: "BIGINT",
  exhausted: "BIGINT",
  duration_millis: "BIGINT",
  longest_millis: "BIGINT"
})

/**
 * Adds attempts to the hourly statistics of their endpoints. Run it in a transaction. Rows are written in the order of
 * their keys, so that two transactions never wait for each other.
 */
const addAttemptHours = (sql: SqlClient.SqlClient, outcomes: ReadonlyArray<LeaseOutcome>) => {
  const greatest = sql.onDialectOrElse({ pg: () => sql.literal("GREATEST"), orElse: () => sql.literal("max") })
  const accountOf = new Map(outcomes.map(({ lease }) => [lease.endpointId, lease.accountId]))
  const rows = countAttempts(outcomes).map(({ endpointId, hour }) => [
    accountOf.get(endpointId) ?? null,
    endpointId,
    hour.startsAt,
    hour.succeeded,
    hour.failed,
    hour.exhausted,
    hour.durationMillis,
    hour.longestMillis
  ])
  return Effect.asVoid(sql`INSERT INTO endpoint_hour (${sql.literal(HOUR_COLUMNS.names)})
    SELECT * FROM ${jsonRows(sql, HOUR_COLUMNS, rows)} AS added WHERE true
    ON CONFLICT (account_id, endpoint_id, starts_at) DO UPDATE SET
      succeeded = endpoint_hour.succeeded + excluded.succeeded,
      failed = endpoint_hour.failed + excluded.failed,
      exhausted = endpoint_hour.exhausted + excluded.exhausted,
      duration_millis = endpoint_hour.duration_millis + excluded.duration_millis,
      longest_millis = ${greatest}(endpoint_hour.longest_millis, excluded.longest_millis)`)
}

type HealthRecords = ReadonlyMap<EndpointId, EndpointHealthRecord>

/**
 * Records the outcomes whose lease is still held, with their attempts and the changes of their endpoints, and returns
 * the other outcomes, and whether other deliveries may be due now, because an endpoint admits more or an alert waited for
 * one of these. Run it in a transaction. Rows are locked in one order, endpoints before deliveries before queues,
 * so that two recordings never wait for each other.
 */
export const makeOutcomeRecording = (sql: SqlClient.SqlClient, queues: EndpointQueues, outbox: OutboxRows) => {
  const health = makeEndpointHealthRows(sql)
  const postOperationalMessages = makeOperationalMessages(sql, outbox)

  const writeStates = Effect.fnUntraced(function* (
    outcomes: ReadonlyArray<LeaseOutcome>,
    records: HealthRecords,
    now: DateTime.Utc,
    ahead: number
  ) {
    const { isHeld: held, lines } = yield* updateLeased(
      sql,
      outcomes.map((outcome) => {
        const { lease } = outcome
        const isInactive = records.get(lease.endpointId)?.inactive === true
        const after = transition(leasedDelivery(lease, now), attemptedEvent(outcome, isInactive, now))
        return [lease, stateCells(after, ahead)]
      })
    )
    const isHeld = ({ lease }: LeaseOutcome) => held(lease)
    return { recorded: outcomes.filter(isHeld), lost: outcomes.filter((outcome) => !isHeld(outcome)), lines }
  })

  const isEndpoint = ({ accountId, id }: EndpointHealthRecord) => sql`account_id = ${accountId} AND id = ${id}`

  const disable = Effect.fnUntraced(function* (endpoint: EndpointHealthRecord, reason: DisabledReason, at: number) {
    yield* sql`UPDATE endpoint SET disabled = 1, disabled_at = ${at}, disabled_reason = ${reason}, updated_at = ${at}
      WHERE ${isEndpoint(endpoint)}`
    yield* skipDeliveries(sql, endpoint.id, { _tag: "EndpointDisabled", at: DateTime.makeUnsafe(at) })
  })

  const pause = Effect.fnUntraced(function* (endpoint: EndpointHealthRecord, until: number) {
    yield* sql`UPDATE endpoint SET paused_until = ${until}
      WHERE ${isEndpoint(endpoint)} AND (paused_until IS NULL OR paused_until < ${until})`
    yield* queues.postpone(endpoint.id, until)
  })

  const writeReviews = Effect.fnUntraced(function* (reviews: ReadonlyArray<HealthReview>) {
    for (const { endpoint, disabledReason, lastAttemptAt } of reviews) {
      if (disabledReason !== undefined) yield* disable(endpoint, disabledReason, lastAttemptAt)
    }
    for (const { endpoint, verifiedAt } of reviews) {
      if (verifiedAt !== undefined)
        yield* sql`UPDATE endpoint SET verified_at = ${verifiedAt} WHERE ${isEndpoint(endpoint)}`
    }
    const changed = reviews.filter(isHealthChanged)
    yield* health.write(changed.map(({ endpoint, health, probing }) => ({ endpoint, health, probing })))
  })

  /**
   * @param queueNow the time of the queue's clock, in milliseconds since the epoch
   * @param ahead the milliseconds by which that clock is ahead of the clock of the outcomes
   */
  return Effect.fnUntraced(function* (outcomes: ReadonlyArray<LeaseOutcome>, queueNow: number, ahead: number) {
    const now = DateTime.makeUnsafe(queueNow - ahead)
    const records = yield* health.findRecords(outcomes)
    const { recorded, lost, lines } = yield* writeStates(outcomes, records, now, ahead)
    if (recorded.length === 0) return { lost, freed: false }
    const reviews = reviewEndpoints(records, recorded)
    yield* inOneRoundTrip(sql, [
      insertRows(sql, "attempt", ATTEMPT_COLUMNS, recorded.map(attemptCells)),
      // Endpoints are locked before hours, as everywhere.
      Effect.andThen(writeReviews(reviews), addAttemptHours(sql, recorded))
    ])
    yield* deleteDisplaced(sql, recorded)
    const verified = new Set(reviews.flatMap((review) => (review.verifiedAt === undefined ? [] : [review.endpoint.id])))
    yield* queues.reschedule(
      recorded.map(({ lease }) => lease.endpointId),
      queueNow,
      verified
    )
    yield* queues.advance(lines, queueNow)
    for (const { endpoint, pausedUntil } of reviews) {
      if (pausedUntil !== undefined) yield* pause(endpoint, pausedUntil + ahead)
    }
    yield* postOperationalMessages(reviews, now)
    return { lost, freed: lines.length > 0 || reviews.some(admitsDeliveries) }
  })
}
