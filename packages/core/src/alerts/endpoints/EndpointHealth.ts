import { Duration, Option, Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import { attemptEndedAt, type LeaseOutcome } from "../delivery/DeliveryQueue.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { MessageId } from "../Message.ts"

/** The failed messages from which the clock of an endpoint starts. */
const MIN_FAILED_MESSAGES = 3
/** The shortest period over which they must have failed. */
const MIN_FAILURE_PERIOD = Duration.hours(12)
/** The time on the clock at which the endpoint is disabled. */
export const DISABLE_AFTER = Duration.days(5)
/** The time on the clock at which its owner is warned. */
export const WARN_AFTER = Duration.hours(60)

/** The reason of a disabled endpoint: its owner, a response 410 Gone of its receiver, or only failed attempts. */
export const DisabledReason = Schema.Literals(["owner", "gone", "failing"])
export type DisabledReason = typeof DisabledReason.Type

/**
 * The failures of an endpoint since its last success. A clock starts once at least three messages have failed over at
 * least twelve hours. Instants in milliseconds since the epoch.
 */
export interface Failing {
  // An endpoint with few messages is not disabled because two of them failed.
  readonly _tag: "Failing"
  /** When the first attempt after the last success failed. */
  readonly since: number
  /** The first three messages that failed, each once. */
  readonly messages: ReadonlyArray<MessageId>
  /** When the clock started; undefined while it does not run. */
  readonly clockFrom: number | undefined
  readonly warned: boolean
}

/** Whether the deliveries to an endpoint succeed, or since when all of them have failed. */
export type EndpointHealth = { readonly _tag: "Healthy" } | Failing

/** The health of an endpoint without failures since its last success. */
export const HEALTHY: EndpointHealth = { _tag: "Healthy" }

/** The consequence of a failed attempt: none, a warning, or that the endpoint is disabled. */
export type HealthVerdict = "none" | "warn" | "disable"

/** The part of an attempt that affects the health of its endpoint. `at` in milliseconds since the epoch. */
export interface HealthSample {
  readonly messageId: MessageId
  readonly succeeded: boolean
  readonly at: number
}

const applyFailure = (health: EndpointHealth, { messageId, at }: HealthSample): Failing => {
  if (health._tag === "Healthy") {
    return { _tag: "Failing", since: at, messages: [messageId], clockFrom: undefined, warned: false }
  }
  const isCounted = health.messages.length >= MIN_FAILED_MESSAGES || health.messages.includes(messageId)
  const messages = isCounted ? health.messages : [...health.messages, messageId]
  const runs = messages.length >= MIN_FAILED_MESSAGES && at - health.since >= Duration.toMillis(MIN_FAILURE_PERIOD)
  return { ...health, messages, clockFrom: health.clockFrom ?? (runs ? at : undefined) }
}

/**
 * Applies one attempt to the health of its endpoint. A success makes the endpoint healthy immediately. An endpoint is never
 * disabled without a warning: where no attempt was made between the time of the warning and the time of disabling, the
 * next failure warns, and the clock is set back to `WARN_AFTER`.
 */
export const applyAttempt = (
  health: EndpointHealth,
  attempt: HealthSample
): { readonly health: EndpointHealth; readonly verdict: HealthVerdict } => {
  if (attempt.succeeded) return { health: HEALTHY, verdict: "none" }
  const failing = applyFailure(health, attempt)
  if (failing.clockFrom === undefined) return { health: failing, verdict: "none" }
  const ran = attempt.at - failing.clockFrom
  const isOver = ran >= Duration.toMillis(DISABLE_AFTER)
  if (failing.warned) return { health: failing, verdict: isOver ? "disable" : "none" }
  if (ran < Duration.toMillis(WARN_AFTER)) return { health: failing, verdict: "none" }
  const clockFrom = isOver ? attempt.at - Duration.toMillis(WARN_AFTER) : failing.clockFrom
  return { health: { ...failing, clockFrom, warned: true }, verdict: "warn" }
}

/** When a failing endpoint is disabled unless a delivery succeeds before; none while its clock does not run. */
export const disabledFrom = ({ clockFrom }: Failing): Option.Option<number> =>
  Option.map(Option.fromUndefinedOr(clockFrom), (from) => from + Duration.toMillis(DISABLE_AFTER))

/** An endpoint whose health a group of attempts may change, before these attempts. */
export interface EndpointHealthRecord {
  readonly id: EndpointId
  readonly accountId: AccountId
  readonly url: string
  /** A receiver at its URL has responded with 2xx. */
  readonly verified: boolean
  /** It is disabled or removed already. */
  readonly inactive: boolean
  /** It was enabled again, and no delivery has succeeded since. */
  readonly probing: boolean
  readonly health: EndpointHealth
}

/** An event of an endpoint or of one of its deliveries. Instants in milliseconds since the epoch. */
export type HealthEvent =
  | {
      readonly type: "endpoint.failing"
      readonly endpointId: EndpointId
      readonly failingSince: number
      /** When it is disabled unless a delivery succeeds before. */
      readonly disabledFrom: number
    }
  | {
      readonly type: "endpoint.disabled"
      readonly endpointId: EndpointId
      readonly reason: DisabledReason
      readonly failingSince: number | undefined
    }
  | {
      readonly type: "delivery.exhausted"
      readonly endpointId: EndpointId
      readonly messageId: MessageId
      readonly attempts: number
    }

/** The changes of an endpoint by a group of attempts. Instants in milliseconds since the epoch. */
export interface HealthReview {
  readonly endpoint: EndpointHealthRecord
  readonly health: EndpointHealth
  readonly probing: boolean
  /** When the first success verified the URL, in milliseconds since the epoch; undefined when none did. */
  readonly verifiedAt: number | undefined
  /** The reason for disabling the endpoint now; undefined without one. */
  readonly disabledReason: DisabledReason | undefined
  /** The latest end of a pause that the receiver requested; undefined without one. */
  readonly pausedUntil: number | undefined
  /** When the last of the attempts ended. */
  readonly lastAttemptAt: number
  readonly events: ReadonlyArray<HealthEvent>
}

const reasonToDisable = (
  endpoint: EndpointHealthRecord,
  verdict: HealthVerdict,
  outcomes: ReadonlyArray<LeaseOutcome>
): DisabledReason | undefined => {
  if (endpoint.inactive) return undefined
  if (outcomes.some(({ next }) => next._tag === "DisableEndpoint")) return "gone"
  return verdict === "disable" ? "failing" : undefined
}

const healthEvents = (
  endpointId: EndpointId,
  health: EndpointHealth,
  verdict: HealthVerdict,
  disabledReason: DisabledReason | undefined
): ReadonlyArray<HealthEvent> => {
  const failing = health._tag === "Failing" ? health : undefined
  if (disabledReason !== undefined) {
    return [{ type: "endpoint.disabled", endpointId, reason: disabledReason, failingSince: failing?.since }]
  }
  if (verdict !== "warn" || failing === undefined) return []
  return Option.toArray(
    Option.map(disabledFrom(failing), (at) => ({
      type: "endpoint.failing" as const,
      endpointId,
      failingSince: failing.since,
      disabledFrom: at
    }))
  )
}

const exhaustedEvents = (endpointId: EndpointId, outcomes: ReadonlyArray<LeaseOutcome>): ReadonlyArray<HealthEvent> =>
  outcomes
    .filter(({ next }) => next._tag === "Exhaust")
    .map(({ lease: { messageId, attempt } }) => ({
      type: "delivery.exhausted",
      endpointId,
      messageId,
      attempts: attempt
    }))

const latestPause = (outcomes: ReadonlyArray<LeaseOutcome>): number | undefined => {
  const pauses = outcomes.flatMap(({ next }) => ("pauseUntil" in next ? (next.pauseUntil ?? []) : []))
  return pauses.length === 0 ? undefined : pauses.reduce((a, b) => Math.max(a, b))
}

/** Reviews an endpoint by a group of its attempts, in the order in which they ended. */
export const reviewHealth = (endpoint: EndpointHealthRecord, outcomes: ReadonlyArray<LeaseOutcome>): HealthReview => {
  let { health, probing } = endpoint
  let verdict: HealthVerdict = "none"
  let lastAttemptAt = 0
  let verifiedAt: number | undefined
  for (const outcome of outcomes.toSorted((a, b) => attemptEndedAt(a) - attemptEndedAt(b))) {
    const succeeded = outcome.next._tag === "Succeed"
    lastAttemptAt = attemptEndedAt(outcome)
    const after = applyAttempt(health, { messageId: outcome.lease.messageId, succeeded, at: lastAttemptAt })
    health = after.health
    if (succeeded) probing = false
    // A delivery that was claimed before the URL changed verifies nothing.
    if (succeeded && !endpoint.verified && outcome.lease.url === endpoint.url) verifiedAt ??= lastAttemptAt
    if (succeeded || after.verdict !== "none") verdict = after.verdict
  }
  const disabledReason = reasonToDisable(endpoint, verdict, outcomes)
  const events = [
    ...exhaustedEvents(endpoint.id, outcomes),
    ...healthEvents(endpoint.id, health, verdict, disabledReason)
  ]
  const pausedUntil = latestPause(outcomes)
  return { endpoint, health, probing, verifiedAt, disabledReason, pausedUntil, lastAttemptAt, events }
}

/**
 * Reviews every endpoint that has a record and an outcome. A store may omit the records of healthy and verified endpoints
 * of which no attempt failed: nothing changes for them.
 */
export const reviewEndpoints = (
  records: ReadonlyMap<EndpointId, EndpointHealthRecord>,
  outcomes: ReadonlyArray<LeaseOutcome>
): ReadonlyArray<HealthReview> => {
  if (records.size === 0) return []
  const byEndpoint = Map.groupBy(outcomes, ({ lease }) => lease.endpointId)
  return [...records.values()].flatMap((record) => {
    const ofEndpoint = byEndpoint.get(record.id)
    return ofEndpoint === undefined ? [] : [reviewHealth(record, ofEndpoint)]
  })
}

/** Whether further deliveries of an endpoint may be due after a review: its probe has ended, or it was verified. */
export const admitsDeliveries = ({ endpoint, verifiedAt }: HealthReview): boolean =>
  endpoint.probing || verifiedAt !== undefined

/** Whether a review changes what is stored of the endpoint's health. */
export const isHealthChanged = ({ endpoint, health, probing }: HealthReview): boolean =>
  health !== endpoint.health || probing !== endpoint.probing
