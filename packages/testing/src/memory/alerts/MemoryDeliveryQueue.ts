import type { AccountId } from "@landfall/core/accounts/Account"
import { Attempt, type DeliveryState } from "@landfall/core/alerts/delivery/Delivery"
import {
  type DeliveryLease,
  DeliveryQueue,
  type LeaseOutcome,
  UNLIMITED_QUOTA
} from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import {
  type EndpointHealthRecord,
  type HealthEvent,
  type HealthReview,
  reviewHealth
} from "@landfall/core/alerts/endpoints/HealthReview"
import { draftOperationalMessage } from "@landfall/core/alerts/endpoints/OperationalEvent"
import { type AttemptHour, hourOf } from "@landfall/core/alerts/operations/EndpointStats"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { type DeliveryRow, type EndpointRow, joinKey, MemoryState } from "../state/MemoryState.ts"
import { isPending, postMessage, skipDeliveries } from "./Deliveries.ts"
import { claimDeliveries, nextDueAt } from "./DeliveryClaim.ts"

/** Counts an attempt in the hour in which it began. To be called inside a transaction. */
export const countAttempt = (
  state: MemoryState["Service"],
  { lease: { endpointId }, startedAt, durationMillis, next }: LeaseOutcome
): void => {
  const startsAt = hourOf(startedAt)
  const none: AttemptHour = { startsAt, succeeded: 0, failed: 0, exhausted: 0, durationMillis: 0, longestMillis: 0 }
  const key = joinKey(endpointId, String(startsAt))
  const hour = state.attemptHours.get(key)?.hour ?? none
  const succeeded = next._tag === "Succeed"
  const exhausted = next._tag === "GiveUp" || next._tag === "DisableEndpoint"
  state.attemptHours.set(key, {
    endpointId,
    hour: {
      startsAt,
      succeeded: hour.succeeded + (succeeded ? 1 : 0),
      failed: hour.failed + (succeeded ? 0 : 1),
      exhausted: hour.exhausted + (exhausted ? 1 : 0),
      durationMillis: hour.durationMillis + durationMillis,
      longestMillis: Math.max(hour.longestMillis, durationMillis)
    }
  })
}

type State = MemoryState["Service"]

const findLeased = (state: State, { messageId, endpointId, token }: DeliveryLease): DeliveryRow | undefined => {
  const row = state.deliveries.get(joinKey(messageId, endpointId))
  return row?.state._tag === "Leased" && row.token === token ? row : undefined
}

const stateAfter = (
  { lease, next }: LeaseOutcome,
  target: EndpointRow | undefined,
  at: DateTime.Utc,
  now: DateTime.Utc
): Exclude<DeliveryState, { readonly _tag: "Leased" }> => {
  const attempts = lease.attempt
  switch (next._tag) {
    case "Succeed":
      return { _tag: "Succeeded", attempts, at }
    case "Retry":
      return target === undefined || target.endpoint.disabled
        ? { _tag: "Skipped", attempts, reason: "endpoint_disabled", at: now }
        : { _tag: "Pending", attempts, dueAt: DateTime.makeUnsafe(next.dueAt) }
    case "GiveUp":
    case "DisableEndpoint":
      return { _tag: "Exhausted", attempts, at }
  }
}

const attemptOf = ({ lease, startedAt, durationMillis, responseStartMillis, outcome }: LeaseOutcome): Attempt =>
  new Attempt({
    number: lease.attempt,
    startedAt: DateTime.makeUnsafe(startedAt),
    durationMillis,
    responseStartMillis: Option.fromUndefinedOr(responseStartMillis),
    trigger: lease.trigger,
    outcome
  })

/** Records one outcome; false when its lease was lost. */
const recordOutcome = (state: State, outcome: LeaseOutcome, now: DateTime.Utc): boolean => {
  const { lease, next, startedAt, durationMillis } = outcome
  const row = findLeased(state, lease)
  if (row === undefined) return false
  const target = state.endpoints.get(lease.endpointId)
  state.deliveries.set(joinKey(lease.messageId, lease.endpointId), {
    ...row,
    state: stateAfter(outcome, target, DateTime.makeUnsafe(startedAt + durationMillis), now),
    token: "",
    attempts: [...row.attempts, attemptOf(outcome)]
  })
  if (target?.probing === true) state.arrivals.openUnsafe()
  countAttempt(state, outcome)
  if (target !== undefined) {
    const asked = "pauseUntil" in next ? (next.pauseUntil ?? 0) : 0
    const pausedUntil = Math.max(target.pausedUntil, asked)
    state.endpoints.set(lease.endpointId, { ...target, pausedUntil, nextTurnAt: 0 })
  }
  return true
}

const healthRecordOf = ({ endpoint, probing, health }: EndpointRow): EndpointHealthRecord => ({
  id: endpoint.id,
  accountId: endpoint.accountId,
  inactive: endpoint.disabled,
  probing,
  health
})

/** Carries out what a group of attempts means for their endpoint. */
const applyReview = (
  state: State,
  target: EndpointRow,
  { health, probing, disabledReason, lastAttemptAt }: HealthReview
): void => {
  const id = target.endpoint.id
  const row = { ...target, health, probing }
  if (disabledReason === undefined) return void state.endpoints.set(id, row)
  const updatedAt = DateTime.makeUnsafe(lastAttemptAt)
  const endpoint = new Endpoint({ ...target.endpoint, disabled: true, disabledAt: Option.some(updatedAt), updatedAt })
  state.endpoints.set(id, { ...row, endpoint, disabled: Option.some({ at: lastAttemptAt, reason: disabledReason }) })
  skipDeliveries(state, id, isPending, "endpoint_disabled", updatedAt)
}

/** Tells the endpoints that asked for it. */
const postOperationalMessages = (
  state: State,
  accountId: AccountId,
  news: ReadonlyArray<HealthEvent>,
  now: DateTime.Utc
): void => {
  const listeners = state.endpoints
    .filter(({ endpoint }) => endpoint.accountId === accountId && !endpoint.disabled)
    .map(({ endpoint }) => ({ endpointId: endpoint.id, types: Option.getOrElse(endpoint.filterTypes, () => []) }))
  for (const event of news) {
    const whole =
      event.type === "delivery.exhausted"
        ? { ...event, messageType: state.messages.get(event.messageId)?.type ?? "" }
        : event
    for (const draft of Option.toArray(draftOperationalMessage(whole, listeners, now)))
      postMessage(state, accountId, draft, now)
  }
}

const recordOutcomes = (
  state: State,
  outcomes: ReadonlyArray<LeaseOutcome>,
  now: DateTime.Utc
): ReadonlyArray<LeaseOutcome> => {
  const lost = outcomes.filter((outcome) => !recordOutcome(state, outcome, now))
  const kept = outcomes.filter((outcome) => !lost.includes(outcome))
  for (const id of new Set<EndpointId>(kept.map(({ lease }) => lease.endpointId))) {
    const target = state.endpoints.get(id)
    if (target === undefined) continue
    const diagnosis = reviewHealth(
      healthRecordOf(target),
      kept.filter(({ lease }) => lease.endpointId === id)
    )
    applyReview(state, target, diagnosis)
    postOperationalMessages(state, target.endpoint.accountId, diagnosis.events, now)
  }
  return lost
}

const releaseLeases = (state: State, leases: ReadonlyArray<DeliveryLease>, now: DateTime.Utc): void => {
  for (const lease of leases) {
    const row = findLeased(state, lease)
    if (row === undefined) continue
    const pending = { _tag: "Pending" as const, attempts: row.state.attempts, dueAt: now }
    state.deliveries.set(joinKey(row.messageId, row.endpointId), { ...row, state: pending, token: "" })
    const target = state.endpoints.get(row.endpointId)
    if (target !== undefined) state.endpoints.set(row.endpointId, { ...target, nextTurnAt: 0 })
  }
  state.arrivals.openUnsafe()
}

/** `DeliveryQueue` on `MemoryState`, by the clock of the fiber that asks. */
export const layer = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const state = yield* MemoryState
    let tokens = 0
    const newToken = () => `lease-${++tokens}`

    return DeliveryQueue.of({
      claim: (limit, leaseMillis, shares = UNLIMITED_QUOTA) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => {
            state.arrivals.closeUnsafe()
            const until = DateTime.makeUnsafe(now + leaseMillis)
            return Result.succeed(claimDeliveries(state, limit, now, until, shares, newToken))
          })
        ),
      record: (outcomes) =>
        Effect.flatMap(DateTime.now, (now) =>
          state.transact(() => Result.succeed(recordOutcomes(state, outcomes, now)))
        ),
      release: (leases) =>
        Effect.flatMap(DateTime.now, (now) => state.transact(() => Result.succeed(releaseLeases(state, leases, now)))),
      nextDueAt: (without = new Set()) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => Result.succeed(nextDueAt(state, without, now)))
        ),
      arrival: state.arrivals.await
    })
  })
)
