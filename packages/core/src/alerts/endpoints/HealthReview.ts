import { Duration } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { LeaseOutcome } from "../delivery/DeliveryQueue.ts"
import type { EndpointId } from "../EndpointId.ts"
import { applyAttempt, DISABLED_AFTER, type EndpointHealth, type HealthVerdict } from "./EndpointHealth.ts"
import type { DisabledReason, OperationalEvent } from "./OperationalEvent.ts"

/** An endpoint whose health a group of attempts may change, as it is before that. */
export interface EndpointHealthRecord {
  readonly id: EndpointId
  readonly accountId: AccountId
  /** It is disabled or removed already. */
  readonly inactive: boolean
  /** It was enabled again, and no delivery has succeeded since. */
  readonly probing: boolean
  readonly health: EndpointHealth
}

/** What is told of an endpoint, before the type of the message is known that was given up. */
export type HealthEvent =
  | Exclude<OperationalEvent, { readonly type: "delivery.exhausted" }>
  | Omit<Extract<OperationalEvent, { readonly type: "delivery.exhausted" }>, "messageType">

/** What a group of attempts means for their endpoint. */
export interface HealthReview {
  readonly endpoint: EndpointHealthRecord
  readonly health: EndpointHealth
  readonly probing: boolean
  /** Why the endpoint is to be disabled now; undefined when it is not. */
  readonly disabledReason: DisabledReason | undefined
  /** When the last of the attempts ended, in milliseconds since the epoch. */
  readonly lastAttemptAt: number
  readonly events: ReadonlyArray<HealthEvent>
}

const endOfAttempt = ({ startedAt, durationMillis }: LeaseOutcome): number => startedAt + durationMillis

const reasonToDisable = (
  patient: EndpointHealthRecord,
  verdict: HealthVerdict,
  outcomes: ReadonlyArray<LeaseOutcome>
) => {
  if (patient.inactive) return undefined
  if (outcomes.some(({ next }) => next._tag === "DisableEndpoint")) return "gone"
  return verdict === "disable" ? "failing" : undefined
}

const healthEvents = (
  endpointId: EndpointId,
  health: EndpointHealth,
  verdict: HealthVerdict,
  disabled: DisabledReason | undefined
): ReadonlyArray<HealthEvent> => {
  const failing = health._tag === "Failing" ? health : undefined
  if (disabled !== undefined) {
    return [{ type: "endpoint.disabled", endpointId, reason: disabled, failingSince: failing?.since }]
  }
  if (verdict !== "warn" || failing?.clockFrom === undefined) return []
  const disabledFrom = failing.clockFrom + Duration.toMillis(DISABLED_AFTER)
  return [{ type: "endpoint.failing", endpointId, failingSince: failing.since, disabledFrom }]
}

/** Follows an endpoint's health through a group of its attempts, in the order in which they ended. */
export const reviewHealth = (patient: EndpointHealthRecord, outcomes: ReadonlyArray<LeaseOutcome>): HealthReview => {
  let { health, probing } = patient
  let verdict: HealthVerdict = "none"
  let at = 0
  for (const outcome of outcomes.toSorted((a, b) => endOfAttempt(a) - endOfAttempt(b))) {
    const succeeded = outcome.next._tag === "Succeed"
    at = endOfAttempt(outcome)
    const after = applyAttempt(health, { messageId: outcome.lease.messageId, succeeded, at })
    health = after.health
    if (succeeded) probing = false
    if (succeeded || after.verdict !== "none") verdict = after.verdict
  }
  const disabled = reasonToDisable(patient, verdict, outcomes)
  const exhausted = outcomes.flatMap(({ lease, next }): ReadonlyArray<HealthEvent> => {
    const { messageId, attempt: attempts } = lease
    return next._tag === "GiveUp" ? [{ type: "delivery.exhausted", endpointId: patient.id, messageId, attempts }] : []
  })
  const news = [...exhausted, ...healthEvents(patient.id, health, verdict, disabled)]
  return { endpoint: patient, health, probing, disabledReason: disabled, lastAttemptAt: at, events: news }
}
