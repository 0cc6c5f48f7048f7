import type { AccountId } from "@landfall/core/accounts/Account"
import type { LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import {
  type EndpointHealthRecord,
  type HealthEvent,
  type HealthReview,
  reviewHealth
} from "@landfall/core/alerts/endpoints/HealthReview"
import type { DisabledReason } from "@landfall/core/alerts/endpoints/OperationalEvent"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Cells, insertRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { countAttempts } from "../messages/AttemptHours.ts"
import type { OutboxRows } from "../messages/OutboxRows.ts"
import type { EndpointQueues } from "../queue/EndpointQueues.ts"
import { skipDeliveries } from "../queue/OpenDeliveries.ts"
import { makeEndpointHealthRows } from "./EndpointHealthRows.ts"
import { makeOperationalMessages } from "./OperationalMessages.ts"

const OUTCOME_COLUMNS = jsonColumns({
  message_id: "TEXT",
  endpoint_id: "TEXT",
  lease_token: "TEXT",
  state: "TEXT",
  due_at: "BIGINT",
  attempts: "BIGINT",
  skip_reason: "TEXT",
  settled_at: "BIGINT"
})

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
  manual: "BIGINT"
})

type HealthRecords = ReadonlyMap<EndpointId, EndpointHealthRecord>

const endOf = ({ startedAt, durationMillis }: LeaseOutcome): number => startedAt + durationMillis

/**
 * @param now of the clock that the outcomes speak of
 * @param ahead by how much the clock of the queue is ahead of that
 */
const outcomeCells = (outcome: LeaseOutcome, patients: HealthRecords, now: number, ahead: number): Cells => {
  const { lease, next } = outcome
  const held = [lease.messageId, lease.endpointId, lease.token]
  switch (next._tag) {
    case "Succeed":
      return [...held, "succeeded", null, lease.attempt, null, endOf(outcome)]
    case "GiveUp":
    case "DisableEndpoint":
      return [...held, "exhausted", null, lease.attempt, null, endOf(outcome)]
    case "Retry":
      return patients.get(lease.endpointId)?.inactive === true
        ? // Given up now: not before the endpoint was disabled, though the attempt may have ended sooner.
          [...held, "skipped", null, lease.attempt, "endpoint_disabled", now]
        : [...held, "retry", next.dueAt + ahead, lease.attempt, null, null]
  }
}

const attemptCells = ({ lease, startedAt, durationMillis, responseStartMillis, outcome }: LeaseOutcome): Cells => {
  const made = [lease.messageId, lease.endpointId, lease.attempt, startedAt, durationMillis]
  const how = [responseStartMillis ?? null, lease.trigger === "manual" ? 1 : 0]
  return outcome._tag === "Answered"
    ? [...made, outcome.status, null, outcome.body, ...how]
    : [...made, null, outcome.reason, outcome.message, ...how]
}

/** Until when each endpoint whose receiver asked for quiet is left alone: the latest of what it asked. */
const pausesOf = (outcomes: ReadonlyArray<LeaseOutcome>): ReadonlyMap<EndpointId, number> => {
  const pauses = new Map<EndpointId, number>()
  for (const { lease, next } of outcomes) {
    if (!("pauseUntil" in next) || next.pauseUntil === undefined) continue
    pauses.set(lease.endpointId, Math.max(next.pauseUntil, pauses.get(lease.endpointId) ?? 0))
  }
  return pauses
}

/**
 * Records outcomes whose lease still holds, with their attempts and what they mean for their endpoints, and answers the
 * others. To be run in a transaction. Rows are taken in one order, endpoints before deliveries before queues, so that no
 * two wait for each other.
 */
export const makeOutcomeRecording = (sql: SqlClient.SqlClient, queues: EndpointQueues, outbox: OutboxRows) => {
  const health = makeEndpointHealthRows(sql)
  const tell = makeOperationalMessages(sql, outbox)

  const settle = Effect.fnUntraced(function* (
    outcomes: ReadonlyArray<LeaseOutcome>,
    patients: HealthRecords,
    now: number,
    ahead: number
  ) {
    const rows = outcomes.map((outcome) => outcomeCells(outcome, patients, now, ahead))
    const kept = yield* sql`UPDATE delivery
      SET state = settled.state, due_at = settled.due_at, attempts = settled.attempts, lease_token = NULL,
        skip_reason = settled.skip_reason, settled_at = settled.settled_at
      FROM ${jsonRows(sql, OUTCOME_COLUMNS, rows)} AS settled
      WHERE delivery.message_id = settled.message_id AND delivery.endpoint_id = settled.endpoint_id
        AND delivery.lease_token = settled.lease_token
      RETURNING delivery.message_id, delivery.endpoint_id`.values
    if (kept.length === outcomes.length) return { kept: outcomes, lost: [] }
    const keys = new Set(kept.map(([messageId, endpointId]) => `${messageId} ${endpointId}`))
    const isKept = ({ lease }: LeaseOutcome) => keys.has(`${lease.messageId} ${lease.endpointId}`)
    return { kept: outcomes.filter(isKept), lost: outcomes.filter((outcome) => !isKept(outcome)) }
  })

  const pause = Effect.fnUntraced(function* (endpointId: EndpointId, until: number) {
    yield* sql`UPDATE endpoint SET paused_until = ${until}
      WHERE id = ${endpointId} AND (paused_until IS NULL OR paused_until < ${until})`
    yield* queues.postpone(endpointId, until)
  })

  const disable = Effect.fnUntraced(function* (endpointId: EndpointId, reason: DisabledReason, at: number) {
    yield* sql`UPDATE endpoint SET disabled = 1, disabled_at = ${at}, disabled_reason = ${reason}, updated_at = ${at}
      WHERE id = ${endpointId}`
    yield* skipDeliveries(sql, endpointId, "waiting", "endpoint_disabled", at)
  })

  /** Follows what the outcomes mean for the health of their endpoints, and answers what there is to tell of it. */
  const treat = Effect.fnUntraced(function* (outcomes: ReadonlyArray<LeaseOutcome>, patients: HealthRecords) {
    const news = new Map<AccountId, Array<HealthEvent>>()
    const diagnoses: Array<HealthReview> = []
    for (const patient of patients.values()) {
      const own = outcomes.filter(({ lease }) => lease.endpointId === patient.id)
      if (own.length === 0) continue
      const diagnosis = reviewHealth(patient, own)
      diagnoses.push(diagnosis)
      if (diagnosis.disabledReason !== undefined)
        yield* disable(patient.id, diagnosis.disabledReason, diagnosis.lastAttemptAt)
      if (diagnosis.events.length === 0) continue
      news.set(patient.accountId, [...(news.get(patient.accountId) ?? []), ...diagnosis.events])
    }
    yield* health.save(diagnoses)
    return news
  })

  /** @param now of the queue's clock */
  return Effect.fnUntraced(function* (outcomes: ReadonlyArray<LeaseOutcome>, now: number, ahead: number) {
    const patients = yield* health.findRecords(outcomes)
    const { kept, lost } = yield* settle(outcomes, patients, now - ahead, ahead)
    if (kept.length === 0) return lost
    yield* insertRows(sql, "attempt", ATTEMPT_COLUMNS, kept.map(attemptCells))
    const news = yield* treat(kept, patients)
    yield* countAttempts(sql, kept)
    yield* queues.reschedule(
      kept.map(({ lease }) => lease.endpointId),
      now
    )
    for (const [endpointId, until] of pausesOf(kept)) yield* pause(endpointId, until + ahead)
    yield* tell(news, DateTime.makeUnsafe(now - ahead))
    return lost
  })
}
