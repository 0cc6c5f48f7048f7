import type { AccountId } from "@landfall/core/accounts/Account"
import { MAX_STORED_ATTEMPTS } from "@landfall/core/alerts/delivery/AttemptRecord"
import { Attempt } from "@landfall/core/alerts/delivery/Delivery"
import {
  attemptedEvent,
  type DeliveryLease,
  DeliveryQueue,
  type LeaseOutcome,
  type LeasePostponement,
  NO_EXCLUSIONS,
  UNLIMITED_QUOTA
} from "@landfall/core/alerts/delivery/DeliveryQueue"
import { queuePostponements } from "@landfall/core/alerts/delivery/QueuePostponement"
import { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import {
  admitsDeliveries,
  type EndpointHealthRecord,
  type HealthEvent,
  type HealthReview,
  reviewEndpoints
} from "@landfall/core/alerts/endpoints/EndpointHealth"
import { draftOperationalMessages } from "@landfall/core/alerts/endpoints/OperationalEvent"
import { addHours, countAttempts } from "@landfall/core/alerts/operations/EndpointStats"
import { Limits } from "@landfall/core/limits/Limits"
import { Clock, DateTime, Effect, Layer, Option, Result, Struct } from "effect"
import type { DeliveryRow, EndpointRow } from "../state/MemoryRows.ts"
import { joinKey, MemoryState } from "../state/MemoryState.ts"
import { applyEvent, postMessage, skipDeliveries, wakeQueue } from "./Deliveries.ts"
import { claimDeliveries, nextDueAt } from "./DeliveryClaim.ts"

type State = MemoryState["Service"]

const findLeased = (state: State, { messageId, endpointId, token }: DeliveryLease): DeliveryRow | undefined => {
  const row = state.deliveries.get(joinKey(messageId, endpointId))
  return row?.state._tag === "Leased" && row.token === token ? row : undefined
}

const attemptOf = ({ lease, startedAt, responseStartMillis, ...attempted }: LeaseOutcome): Attempt =>
  new Attempt({
    number: lease.attempt,
    startedAt: DateTime.makeUnsafe(startedAt),
    durationMillis: attempted.durationMillis,
    responseStartMillis: Option.fromUndefinedOr(responseStartMillis),
    trigger: lease.trigger,
    ...Struct.pick(attempted, ["requestHeaders", "outcome"])
  })

/** Records the outcome of one delivery; false when its lease was lost. */
const recordOutcome = (state: State, outcome: LeaseOutcome, now: DateTime.Utc): boolean => {
  const row = findLeased(state, outcome.lease)
  if (row === undefined) return false
  const isInactive = state.endpoints.get(row.endpointId)?.endpoint.disabled !== false
  const attempts = [...row.attempts, attemptOf(outcome)].slice(-MAX_STORED_ATTEMPTS)
  applyEvent(state, row, attemptedEvent(outcome, isInactive, now), { attempts })
  return true
}

/** Adds attempts to the hourly statistics of their endpoint. Call it inside a transaction. */
export const addAttemptHours = (state: State, outcomes: ReadonlyArray<LeaseOutcome>): void => {
  for (const { endpointId, hour } of countAttempts(outcomes)) {
    const key = joinKey(endpointId, String(hour.startsAt))
    const stored = state.attemptHours.get(key)
    state.attemptHours.set(key, { endpointId, hour: stored === undefined ? hour : addHours(stored.hour, hour) })
  }
}

const healthRecordOf = ({ endpoint, probing, health }: EndpointRow): EndpointHealthRecord => ({
  id: endpoint.id,
  accountId: endpoint.accountId,
  url: endpoint.url,
  verified: Option.isSome(endpoint.verifiedAt),
  inactive: endpoint.disabled,
  probing,
  health
})

/** Applies a review to its endpoint. */
const applyReview = (state: State, review: HealthReview): void => {
  const { id } = review.endpoint
  const row = state.endpoints.get(id)
  if (row === undefined) return
  const { health, probing, verifiedAt, disabledReason } = review
  const pausedUntil = Math.max(row.pausedUntil, review.pausedUntil ?? 0)
  const verification =
    verifiedAt === undefined
      ? {}
      : {
          endpoint: new Endpoint({ ...row.endpoint, verifiedAt: Option.some(DateTime.makeUnsafe(verifiedAt)) }),
          slotAt: 0
        }
  const reviewed = { ...row, ...verification, health, probing, pausedUntil, nextTurnAt: 0 }
  if (disabledReason === undefined) return void state.endpoints.set(id, reviewed)
  const at = DateTime.makeUnsafe(review.lastAttemptAt)
  const disabled = Option.some({ since: at, reason: disabledReason })
  const endpoint = new Endpoint({ ...reviewed.endpoint, disabled: true, disabledAt: Option.some(at), updatedAt: at })
  state.endpoints.set(id, { ...reviewed, endpoint, disabled })
  skipDeliveries(state, id, { _tag: "EndpointDisabled", at })
}

/** Posts the messages that notify endpoints of events at other endpoints. */
const postOperationalMessages = (
  state: State,
  accountId: AccountId,
  events: ReadonlyArray<HealthEvent>,
  now: DateTime.Utc
): void => {
  const subscribers = state.endpoints
    .filter(({ endpoint }) => endpoint.accountId === accountId && !endpoint.disabled)
    .map(({ endpoint }) => ({ endpointId: endpoint.id, types: Option.getOrElse(endpoint.filterTypes, () => []) }))
  const drafts = draftOperationalMessages(events, subscribers, (id) => state.messages.get(id)?.type, now)
  for (const draft of drafts) postMessage(state, accountId, draft, now)
}

const recordOutcomes = (
  state: State,
  outcomes: ReadonlyArray<LeaseOutcome>,
  now: DateTime.Utc
): ReadonlyArray<LeaseOutcome> => {
  const records = new Map(state.endpoints.values().map((row) => [row.endpoint.id, healthRecordOf(row)]))
  const unrecorded = outcomes.filter((outcome) => !recordOutcome(state, outcome, now))
  const recorded = outcomes.filter((outcome) => !unrecorded.includes(outcome))
  addAttemptHours(state, recorded)
  const reviews = reviewEndpoints(records, recorded)
  for (const review of reviews) applyReview(state, review)
  for (const { endpoint, events } of reviews) postOperationalMessages(state, endpoint.accountId, events, now)
  const isOrdered = recorded.some(
    ({ lease }) => state.endpoints.get(lease.endpointId)?.endpoint.ordering === "shipment"
  )
  if (isOrdered || reviews.some(admitsDeliveries)) state.arrivals.openUnsafe()
  return unrecorded
}

const releaseLeases = (state: State, leases: ReadonlyArray<DeliveryLease>, at: DateTime.Utc): void => {
  for (const lease of leases) {
    const row = findLeased(state, lease)
    if (row === undefined) continue
    applyEvent(state, row, { _tag: "Released", at })
    wakeQueue(state, row.endpointId)
  }
}

const postponeLeases = (state: State, postponements: ReadonlyArray<LeasePostponement>, at: DateTime.Utc): void => {
  releaseLeases(
    state,
    postponements.map(({ lease }) => lease),
    at
  )
  for (const [id, postponement] of queuePostponements(postponements)) {
    const row = state.endpoints.get(id)
    if (row !== undefined) state.endpoints.set(id, { ...row, postponement: Option.some(postponement) })
  }
}

/** `DeliveryQueue` on `MemoryState`, by the clock of the calling fiber. */
export const layer = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const limits = yield* Limits
    let tokens = 0
    const newToken = () => `lease-${++tokens}`

    return DeliveryQueue.of({
      claim: (limit, leaseMillis, quota = UNLIMITED_QUOTA) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => {
            state.arrivals.closeUnsafe()
            const until = DateTime.makeUnsafe(now + leaseMillis)
            return Result.succeed(claimDeliveries(state, limit, now, until, quota, limits, newToken))
          })
        ),
      record: (outcomes) =>
        Effect.flatMap(DateTime.now, (now) =>
          state.transact(() => Result.succeed(recordOutcomes(state, outcomes, now)))
        ),
      release: (leases) =>
        Effect.flatMap(DateTime.now, (now) => state.transact(() => Result.succeed(releaseLeases(state, leases, now)))),
      postpone: (postponements) =>
        Effect.flatMap(DateTime.now, (now) =>
          state.transact(() => Result.succeed(postponeLeases(state, postponements, now)))
        ),
      nextDueAt: (without = NO_EXCLUSIONS) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => Result.succeed(nextDueAt(state, without, now)))
        ),
      arrival: state.arrivals.await
    })
  })
)
