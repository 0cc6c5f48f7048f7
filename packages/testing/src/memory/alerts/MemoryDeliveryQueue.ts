import type { AccountId } from "@landfall/core/accounts/Account"
import { Attempt, type DeliveryState } from "@landfall/core/alerts/Delivery"
import { DeliveryQueue, type Lease, NO_SHARES, type Outcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { type Diagnosis, diagnose, type News, type Patient } from "@landfall/core/alerts/endpoints/Diagnosis"
import { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import { operationalMessage } from "@landfall/core/alerts/endpoints/OperationalEvent"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { type DeliveryRow, type EndpointRow, keyOf, MemoryState } from "../state/MemoryState.ts"
import { countAttempt } from "./AttemptHours.ts"
import { claimDue, nextDueAt } from "./MemoryClaim.ts"
import { isPending, post, skipDeliveries } from "./MemoryDeliveries.ts"

type State = MemoryState["Service"]

const held = (state: State, { messageId, endpointId, token }: Lease): DeliveryRow | undefined => {
  const row = state.deliveries.get(keyOf(messageId, endpointId))
  return row?.state._tag === "Leased" && row.token === token ? row : undefined
}

const stateAfter = (
  { lease, next }: Outcome,
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

const attemptOf = ({ lease, startedAt, durationMillis, responseStartMillis, outcome }: Outcome): Attempt =>
  new Attempt({
    number: lease.attempt,
    startedAt: DateTime.makeUnsafe(startedAt),
    durationMillis,
    responseStartMillis: Option.fromUndefinedOr(responseStartMillis),
    trigger: lease.trigger,
    outcome
  })

/** Records one outcome; false when its lease was lost. */
const recordOne = (state: State, outcome: Outcome, now: DateTime.Utc): boolean => {
  const { lease, next, startedAt, durationMillis } = outcome
  const row = held(state, lease)
  if (row === undefined) return false
  const target = state.endpoints.get(lease.endpointId)
  state.deliveries.set(keyOf(lease.messageId, lease.endpointId), {
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
    state.endpoints.set(lease.endpointId, { ...target, pausedUntil, turnAt: 0 })
  }
  return true
}

const patientOf = ({ endpoint, probing, health }: EndpointRow): Patient => ({
  id: endpoint.id,
  accountId: endpoint.accountId,
  closed: endpoint.disabled,
  probing,
  health
})

/** Carries out what a group of attempts means for their endpoint. */
const treat = (state: State, target: EndpointRow, { health, probing, disabled, at }: Diagnosis): void => {
  const id = target.endpoint.id
  const row = { ...target, health, probing }
  if (disabled === undefined) return void state.endpoints.set(id, row)
  const updatedAt = DateTime.makeUnsafe(at)
  const endpoint = new Endpoint({ ...target.endpoint, disabled: true, disabledAt: Option.some(updatedAt), updatedAt })
  state.endpoints.set(id, { ...row, endpoint, disabled: Option.some({ at, reason: disabled }) })
  skipDeliveries(state, id, isPending, "endpoint_disabled", updatedAt)
}

/** Tells the endpoints that asked for it. */
const tell = (state: State, accountId: AccountId, news: ReadonlyArray<News>, now: DateTime.Utc): void => {
  const listeners = state.endpoints
    .filter(({ endpoint }) => endpoint.accountId === accountId && !endpoint.disabled)
    .map(({ endpoint }) => ({ endpointId: endpoint.id, types: Option.getOrElse(endpoint.filterTypes, () => []) }))
  for (const event of news) {
    const whole =
      event.type === "delivery.exhausted"
        ? { ...event, messageType: state.messages.get(event.messageId)?.type ?? "" }
        : event
    for (const draft of Option.toArray(operationalMessage(whole, listeners, now))) post(state, accountId, draft, now)
  }
}

const recordAll = (state: State, outcomes: ReadonlyArray<Outcome>, now: DateTime.Utc): ReadonlyArray<Outcome> => {
  const lost = outcomes.filter((outcome) => !recordOne(state, outcome, now))
  const kept = outcomes.filter((outcome) => !lost.includes(outcome))
  for (const id of new Set<EndpointId>(kept.map(({ lease }) => lease.endpointId))) {
    const target = state.endpoints.get(id)
    if (target === undefined) continue
    const diagnosis = diagnose(
      patientOf(target),
      kept.filter(({ lease }) => lease.endpointId === id)
    )
    treat(state, target, diagnosis)
    tell(state, target.endpoint.accountId, diagnosis.news, now)
  }
  return lost
}

const release = (state: State, leases: ReadonlyArray<Lease>, now: DateTime.Utc): void => {
  for (const lease of leases) {
    const row = held(state, lease)
    if (row === undefined) continue
    const pending = { _tag: "Pending" as const, attempts: row.state.attempts, dueAt: now }
    state.deliveries.set(keyOf(row.messageId, row.endpointId), { ...row, state: pending, token: "" })
    const target = state.endpoints.get(row.endpointId)
    if (target !== undefined) state.endpoints.set(row.endpointId, { ...target, turnAt: 0 })
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
      claim: (limit, leaseMillis, shares = NO_SHARES) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => {
            state.arrivals.closeUnsafe()
            const until = DateTime.makeUnsafe(now + leaseMillis)
            return Result.succeed(claimDue(state, limit, now, until, shares, newToken))
          })
        ),
      record: (outcomes) =>
        Effect.flatMap(DateTime.now, (now) => state.transact(() => Result.succeed(recordAll(state, outcomes, now)))),
      release: (leases) =>
        Effect.flatMap(DateTime.now, (now) => state.transact(() => Result.succeed(release(state, leases, now)))),
      nextDueAt: (without = new Set()) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => Result.succeed(nextDueAt(state, without, now)))
        ),
      arrival: state.arrivals.await
    })
  })
)
