import { Attempt, type AttemptOutcome, type DeliveryState } from "@landfall/core/alerts/Delivery"
import { DeliveryQueue, type Lease, type Outcome } from "@landfall/core/alerts/DeliveryQueue"
import { Endpoint } from "@landfall/core/alerts/Endpoint"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { isPending, skipDeliveries } from "./MemoryDeliveries.ts"
import { type DeliveryRow, type EndpointRow, keyOf, MemoryState } from "./MemoryState.ts"

type State = MemoryState["Service"]

/** When an open delivery can be claimed, its endpoint left aside; undefined when never. Milliseconds since the epoch. */
const dueAt = (row: DeliveryRow): number | undefined => {
  switch (row.state._tag) {
    case "Pending":
      return DateTime.toEpochMillis(row.state.dueAt)
    case "Leased":
      return DateTime.toEpochMillis(row.state.until)
    default:
      return undefined
  }
}

/** A delivery that can be claimed at some time, with the endpoint that it goes to. */
interface Claimable {
  readonly row: DeliveryRow
  readonly target: EndpointRow
  readonly dueAt: number
}

const claimable = (state: State): Array<Claimable> =>
  state.deliveries.values().flatMap((row) => {
    const due = dueAt(row)
    const target = state.endpoints.get(row.endpointId)
    return due === undefined || target === undefined || target.endpoint.disabled ? [] : [{ row, target, dueAt: due }]
  })

const lease = (state: State, { row, target }: Claimable, token: string, until: DateTime.Utc): Lease | undefined => {
  const message = state.messages.get(row.messageId)
  if (message === undefined) return undefined
  const { attempts } = row.state
  state.deliveries.set(keyOf(row.messageId, row.endpointId), {
    ...row,
    state: { _tag: "Leased", attempts, until },
    token
  })
  return {
    messageId: row.messageId,
    endpointId: row.endpointId,
    token,
    attempt: attempts + 1,
    url: target.endpoint.url,
    body: message.body,
    secrets: target.secrets
  }
}

const held = (state: State, { messageId, endpointId, token }: Lease): DeliveryRow | undefined => {
  const row = state.deliveries.get(keyOf(messageId, endpointId))
  return row?.state._tag === "Leased" && row.token === token ? row : undefined
}

const stateAfter = (
  { lease, next }: Outcome,
  target: EndpointRow | undefined,
  at: DateTime.Utc
): Exclude<DeliveryState, { readonly _tag: "Leased" }> => {
  const attempts = lease.attempt
  switch (next._tag) {
    case "Succeed":
      return { _tag: "Succeeded", attempts, at }
    case "Retry":
      return target === undefined || target.endpoint.disabled
        ? { _tag: "Skipped", attempts, reason: "endpoint_disabled", at }
        : { _tag: "Pending", attempts, dueAt: DateTime.makeUnsafe(next.dueAt) }
    case "GiveUp":
    case "DisableEndpoint":
      return { _tag: "Exhausted", attempts, at }
  }
}

const attemptOf = (number: number, startedAt: number, durationMillis: number, outcome: AttemptOutcome): Attempt =>
  new Attempt({ number, startedAt: DateTime.makeUnsafe(startedAt), durationMillis, outcome })

/** Records one outcome; false when its lease was lost. */
const recordOne = (state: State, outcome: Outcome): boolean => {
  const { lease, next, startedAt, durationMillis } = outcome
  const row = held(state, lease)
  if (row === undefined) return false
  const target = state.endpoints.get(lease.endpointId)
  const attempt = attemptOf(lease.attempt, startedAt, durationMillis, outcome.outcome)
  state.deliveries.set(keyOf(lease.messageId, lease.endpointId), {
    ...row,
    state: stateAfter(outcome, target, DateTime.makeUnsafe(startedAt + durationMillis)),
    token: "",
    attempts: [...row.attempts, attempt]
  })
  if (next._tag === "Retry" && next.pauseUntil !== undefined && target !== undefined) {
    const pausedUntil = Math.max(target.pausedUntil, next.pauseUntil)
    state.endpoints.set(lease.endpointId, { ...target, pausedUntil })
  }
  return true
}

const disable = (state: State, { lease, startedAt, durationMillis }: Outcome): void => {
  const target = state.endpoints.get(lease.endpointId)
  if (target === undefined) return
  const at = DateTime.makeUnsafe(startedAt + durationMillis)
  const endpoint = new Endpoint({ ...target.endpoint, disabled: true, updatedAt: at })
  state.endpoints.set(lease.endpointId, { ...target, endpoint })
  skipDeliveries(state, lease.endpointId, isPending, "endpoint_disabled", at)
}

/** `DeliveryQueue` on `MemoryState`, by the clock of the fiber that asks. */
export const layer = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const state = yield* MemoryState
    let tokens = 0

    const claim = (limit: number, leaseMillis: number, now: number) =>
      state.transact(() => {
        state.arrivals.closeUnsafe()
        const until = DateTime.makeUnsafe(now + leaseMillis)
        const due = claimable(state)
          .filter((entry) => entry.dueAt <= now && entry.target.pausedUntil <= now)
          .toSorted((a, b) => a.dueAt - b.dueAt || a.row.order - b.row.order)
        return Result.succeed(
          due.slice(0, limit).flatMap((entry) => lease(state, entry, `lease-${++tokens}`, until) ?? [])
        )
      })

    return DeliveryQueue.of({
      claim: (limit, leaseMillis) => Effect.flatMap(Clock.currentTimeMillis, (now) => claim(limit, leaseMillis, now)),
      record: (outcomes) =>
        state.transact(() => {
          const lost = outcomes.filter((outcome) => !recordOne(state, outcome))
          for (const outcome of outcomes) {
            if (outcome.next._tag === "DisableEndpoint" && !lost.includes(outcome)) disable(state, outcome)
          }
          return Result.succeed(lost)
        }),
      release: (leases) =>
        Effect.flatMap(DateTime.now, (now) =>
          state.transact(() => {
            for (const lease of leases) {
              const row = held(state, lease)
              if (row === undefined) continue
              const pending = { _tag: "Pending" as const, attempts: row.state.attempts, dueAt: now }
              state.deliveries.set(keyOf(row.messageId, row.endpointId), { ...row, state: pending, token: "" })
            }
            state.arrivals.openUnsafe()
            return Result.void
          })
        ),
      nextDueAt: state.transact(() => {
        const instants = claimable(state).map((entry) => Math.max(entry.dueAt, entry.target.pausedUntil))
        return Result.succeed(
          instants.length === 0 ? Option.none() : Option.some(instants.reduce((a, b) => Math.min(a, b)))
        )
      }),
      arrival: state.arrivals.await
    })
  })
)
