import { DateTime, Option } from "effect"
import type { Recipient, SkipReason } from "../Message.ts"
import type { Delivery, DeliveryState } from "./Delivery.ts"
import type { RetryDecision } from "./RetryPolicy.ts"

/** An event of a delivery. */
export type DeliveryEvent =
  /** A worker claims the delivery and may send it until `until`. */
  | { readonly _tag: "Claimed"; readonly at: DateTime.Utc; readonly until: DateTime.Utc }
  /** The worker returns its lease without an attempt. */
  | { readonly _tag: "Released"; readonly at: DateTime.Utc }
  /** The worker has made an attempt. An inactive endpoint receives no further one. */
  | {
      readonly _tag: "Attempted"
      readonly decision: RetryDecision
      readonly endedAt: DateTime.Utc
      readonly recordedAt: DateTime.Utc
      readonly endpointInactive: boolean
    }
  /** The endpoint was disabled. A delivery that is being sent is not interrupted. */
  | { readonly _tag: "EndpointDisabled"; readonly at: DateTime.Utc }
  /** The endpoint was removed, with its secrets: a delivery that is being sent loses its lease. */
  | { readonly _tag: "EndpointDeleted"; readonly at: DateTime.Utc }
  /** A claim found the delivery in the queue of an inactive endpoint. */
  | { readonly _tag: "EndpointInactive"; readonly reason: InactiveReason; readonly at: DateTime.Utc }
  /** The account, or a task of it, requested the message again. */
  | { readonly _tag: "ResendRequested"; readonly at: DateTime.Utc }

/** The reason why an endpoint receives no further attempt. */
export type InactiveReason = Extract<SkipReason, "endpoint_disabled" | "endpoint_deleted">

/** The events that skip open deliveries of an endpoint. */
export type SkipEvent = Extract<DeliveryEvent, { _tag: "EndpointDisabled" | "EndpointDeleted" | "EndpointInactive" }>

/** The reason of a delivery that an event of its endpoint skips. */
export const skipReasonOf = (event: SkipEvent): InactiveReason => {
  switch (event._tag) {
    case "EndpointDisabled":
      return "endpoint_disabled"
    case "EndpointDeleted":
      return "endpoint_deleted"
    case "EndpointInactive":
      return event.reason
  }
}

/** The first state of a delivery: due immediately, or skipped for the reason of the recipient. */
export const initialDelivery = ({ skip }: Recipient, now: DateTime.Utc): Delivery => ({
  state: Option.match(skip, {
    onNone: () => ({ _tag: "Pending" as const, attempts: 0, dueAt: now }),
    onSome: (reason) => ({ _tag: "Skipped" as const, attempts: 0, reason, at: now })
  }),
  attemptsBefore: 0,
  trigger: "automatic"
})

/** A delivery that is created by a request, to an endpoint that the message was not addressed to. */
export const requestedDelivery = (now: DateTime.Utc): Delivery => ({
  state: { _tag: "Pending", attempts: 0, dueAt: now },
  attemptsBefore: 0,
  trigger: "manual"
})

/** Waits for the first attempt since it was created or resent. */
export const awaitsFirstAttempt = ({ state, attemptsBefore }: Delivery): boolean =>
  state._tag === "Pending" && state.attempts === attemptsBefore

/** Waits for an attempt, or is being sent. */
export const isOpen = (state: DeliveryState): state is Extract<DeliveryState, { _tag: "Pending" | "Leased" }> =>
  state._tag === "Pending" || state._tag === "Leased"

/** When a delivery became exhausted or was skipped; none while it is open and after it has succeeded. */
export const undeliveredAt = (state: DeliveryState): Option.Option<DateTime.Utc> =>
  state._tag === "Exhausted" || state._tag === "Skipped" ? Option.some(state.at) : Option.none()

/** The kinds of claimable deliveries, in the order in which a claim leases them. */
export const CLAIM_KINDS = ["first", "retry", "expired"] as const
/** `first`: never attempted since it was created or resent; `retry`: attempted; `expired`: its lease has expired. */
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/**
 * The instant from which a delivery can be claimed, in milliseconds since the epoch. One that awaits its first attempt
 * can be claimed at once, whatever clock its due time comes from.
 */
export const claimableAt = (delivery: Delivery, now: number): Option.Option<number> => {
  const { state } = delivery
  if (state._tag === "Leased") return Option.some(state.until.epochMilliseconds)
  if (state._tag !== "Pending") return Option.none()
  const dueAt = state.dueAt.epochMilliseconds
  return Option.some(awaitsFirstAttempt(delivery) ? Math.min(dueAt, now) : dueAt)
}

/** The kind under which a claim at `now` (milliseconds since the epoch) leases a delivery; none when it cannot. */
export const claimKindOf = (delivery: Delivery, now: number): Option.Option<ClaimKind> => {
  if (!Option.exists(claimableAt(delivery, now), (at) => at <= now)) return Option.none()
  if (delivery.state._tag === "Leased") return Option.some("expired")
  return Option.some(awaitsFirstAttempt(delivery) ? "first" : "retry")
}

type AttemptedEvent = Extract<DeliveryEvent, { _tag: "Attempted" }>

const afterAttempt = (attempts: number, event: AttemptedEvent): DeliveryState => {
  const { decision, endedAt, recordedAt, endpointInactive } = event
  switch (decision._tag) {
    case "Succeed":
      return { _tag: "Succeeded", attempts, at: endedAt }
    case "Exhaust":
    case "DisableEndpoint":
      return { _tag: "Exhausted", attempts, at: endedAt }
    case "Retry":
      // Skipped at the time of recording: the endpoint may have been disabled after the attempt ended.
      return endpointInactive
        ? { _tag: "Skipped", attempts, reason: "endpoint_disabled", at: recordedAt }
        : { _tag: "Pending", attempts, dueAt: DateTime.makeUnsafe(decision.dueAt) }
  }
}

const isSkippedBy = (state: DeliveryState, event: SkipEvent): boolean => {
  switch (event._tag) {
    case "EndpointDisabled":
      return state._tag === "Pending"
    case "EndpointDeleted":
      return isOpen(state)
    case "EndpointInactive":
      return isOpen(state) && !(state._tag === "Leased" && DateTime.isGreaterThan(state.until, event.at))
  }
}

/**
 * The state machine of a delivery; `docs/delivery-states.md` has its diagram. Returns the delivery itself where an event
 * does not apply to its state. A caller that records `Released` or `Attempted` must hold the lease: stores check its token.
 */
export const transition = (delivery: Delivery, event: DeliveryEvent): Delivery => {
  const { state } = delivery
  const { attempts } = state
  switch (event._tag) {
    case "Claimed":
      return Option.isSome(claimKindOf(delivery, event.at.epochMilliseconds))
        ? { ...delivery, state: { _tag: "Leased", attempts, until: event.until } }
        : delivery
    case "Released":
      return state._tag === "Leased" ? { ...delivery, state: { _tag: "Pending", attempts, dueAt: event.at } } : delivery
    case "Attempted":
      return state._tag === "Leased" ? { ...delivery, state: afterAttempt(attempts + 1, event) } : delivery
    case "EndpointDisabled":
    case "EndpointDeleted":
    case "EndpointInactive":
      return isSkippedBy(state, event)
        ? { ...delivery, state: { _tag: "Skipped", attempts, reason: skipReasonOf(event), at: event.at } }
        : delivery
    case "ResendRequested":
      return state._tag === "Leased"
        ? delivery
        : { state: { _tag: "Pending", attempts, dueAt: event.at }, attemptsBefore: attempts, trigger: "manual" }
  }
}
