import type { Outcome } from "@landfall/core/alerts/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Cells, columns, IDS, insertRows, jsonRows } from "../JsonRows.ts"
import { postponeDeliveries, skipDeliveries } from "./OpenDeliveries.ts"

const SETTLED = columns({
  message_id: "TEXT",
  endpoint_id: "TEXT",
  lease_token: "TEXT",
  state: "TEXT",
  due_at: "BIGINT",
  attempts: "BIGINT",
  skip_reason: "TEXT",
  settled_at: "BIGINT"
})

const ATTEMPT = columns({
  message_id: "TEXT",
  endpoint_id: "TEXT",
  number: "BIGINT",
  started_at: "BIGINT",
  duration_millis: "BIGINT",
  response_status: "BIGINT",
  failure_reason: "TEXT",
  detail: "TEXT"
})

const endOf = ({ startedAt, durationMillis }: Outcome): number => startedAt + durationMillis

const settledRow = (outcome: Outcome, closed: ReadonlySet<string>): Cells => {
  const { lease, next } = outcome
  const held = [lease.messageId, lease.endpointId, lease.token]
  switch (next._tag) {
    case "Succeed":
      return [...held, "succeeded", null, lease.attempt, null, endOf(outcome)]
    case "GiveUp":
    case "DisableEndpoint":
      return [...held, "exhausted", null, lease.attempt, null, endOf(outcome)]
    case "Retry":
      return closed.has(lease.endpointId)
        ? [...held, "skipped", null, lease.attempt, "endpoint_disabled", endOf(outcome)]
        : [...held, "pending", next.dueAt, lease.attempt, null, null]
  }
}

const attemptRow = ({ lease, startedAt, durationMillis, outcome }: Outcome): Cells => {
  const made = [lease.messageId, lease.endpointId, lease.attempt, startedAt, durationMillis]
  return outcome._tag === "Answered"
    ? [...made, outcome.status, null, outcome.body]
    : [...made, null, outcome.reason, outcome.message]
}

/** Until when each endpoint whose receiver asked for quiet is left alone: the latest of what it asked. */
const pausesOf = (outcomes: ReadonlyArray<Outcome>): ReadonlyMap<EndpointId, number> => {
  const pauses = new Map<EndpointId, number>()
  for (const { lease, next } of outcomes) {
    if (next._tag !== "Retry" || next.pauseUntil === undefined) continue
    pauses.set(lease.endpointId, Math.max(next.pauseUntil, pauses.get(lease.endpointId) ?? 0))
  }
  return pauses
}

/**
 * Records outcomes whose lease still holds, with their attempts, and answers the others. To be run in a transaction.
 */
export const makeRecording = (sql: SqlClient.SqlClient) => {
  /** Those endpoints of outcomes to be tried again that take nothing any more. */
  const closedEndpoints = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
    const retried = new Set(outcomes.filter(({ next }) => next._tag === "Retry").map(({ lease }) => lease.endpointId))
    if (retried.size === 0) return new Set<string>()
    const ids = [...retried].map((id) => [id])
    const rows = yield* sql<{ readonly id: string }>`SELECT id FROM endpoint
      WHERE id IN (SELECT id FROM ${jsonRows(sql, IDS, ids)} AS asked) AND (disabled = 1 OR removed_at IS NOT NULL)`
    return new Set(rows.map(({ id }) => id))
  })

  const settle = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
    const closed = yield* closedEndpoints(outcomes)
    const rows = outcomes.map((outcome) => settledRow(outcome, closed))
    const kept = yield* sql`UPDATE delivery
      SET state = settled.state, due_at = settled.due_at, attempts = settled.attempts, lease_token = NULL,
        skip_reason = settled.skip_reason, settled_at = settled.settled_at
      FROM ${jsonRows(sql, SETTLED, rows)} AS settled
      WHERE delivery.message_id = settled.message_id AND delivery.endpoint_id = settled.endpoint_id
        AND delivery.lease_token = settled.lease_token
      RETURNING delivery.message_id, delivery.endpoint_id`.values
    if (kept.length === outcomes.length) return { kept: outcomes, lost: [] }
    const keys = new Set(kept.map(([messageId, endpointId]) => `${messageId} ${endpointId}`))
    const isKept = ({ lease }: Outcome) => keys.has(`${lease.messageId} ${lease.endpointId}`)
    return { kept: outcomes.filter(isKept), lost: outcomes.filter((outcome) => !isKept(outcome)) }
  })

  const pause = Effect.fnUntraced(function* (endpointId: EndpointId, until: number) {
    const paused = yield* sql`UPDATE endpoint SET paused_until = ${until}
      WHERE id = ${endpointId} AND (paused_until IS NULL OR paused_until < ${until}) RETURNING id`
    if (paused.length > 0) yield* postponeDeliveries(sql, endpointId, until)
  })

  const disable = Effect.fnUntraced(function* (endpointId: EndpointId, at: number) {
    yield* sql`UPDATE endpoint SET disabled = 1, updated_at = ${at} WHERE id = ${endpointId} AND disabled = 0`
    yield* skipDeliveries(sql, endpointId, "waiting", "endpoint_disabled", at)
  })

  return Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
    const { kept, lost } = yield* settle(outcomes)
    if (kept.length === 0) return lost
    yield* insertRows(sql, "attempt", ATTEMPT, kept.map(attemptRow))
    for (const [endpointId, until] of pausesOf(kept)) yield* pause(endpointId, until)
    for (const outcome of kept) {
      if (outcome.next._tag === "DisableEndpoint") yield* disable(outcome.lease.endpointId, endOf(outcome))
    }
    return lost
  })
}
