import { Duration } from "effect"
import type { MessageId } from "../Message.ts"

/** How many messages must have failed before an endpoint can count as dead. */
export const MIN_FAILED_MESSAGES = 3
/** Over how long they must have failed at least. */
export const MIN_FAILURE_PERIOD = Duration.hours(12)
/** How long an endpoint may do nothing but fail, once its clock runs, before it is disabled. */
export const DISABLED_AFTER = Duration.days(5)
/** How long its clock runs before the warning. */
export const WARNED_AFTER = Duration.hours(60)

/**
 * An endpoint's failures since its last success. A clock runs from the instant at which at least three messages had
 * failed over at least twelve hours; an endpoint that seldom gets anything is not dead because two messages failed.
 * Instants in milliseconds since the epoch.
 */
export interface Failing {
  readonly _tag: "Failing"
  /** When the first attempt after the last success failed. */
  readonly since: number
  /** The messages that failed, each once; the first three are kept. */
  readonly messages: ReadonlyArray<MessageId>
  /** Since when the clock runs; undefined while it does not. */
  readonly clockFrom: number | undefined
  readonly warned: boolean
}

export type EndpointHealth = { readonly _tag: "Healthy" } | Failing

/** What a failure is for its endpoint: nothing new, half of the way to being disabled, or the end of it. */
export type HealthVerdict = "none" | "warn" | "disable"

export const HEALTHY: EndpointHealth = { _tag: "Healthy" }

/** One attempt, as far as the health of its endpoint goes. `at` in milliseconds since the epoch. */
export interface HealthSample {
  readonly messageId: MessageId
  readonly succeeded: boolean
  readonly at: number
}

const applyFailure = (health: EndpointHealth, { messageId, at }: HealthSample): Failing => {
  if (health._tag === "Healthy") {
    return { _tag: "Failing", since: at, messages: [messageId], clockFrom: undefined, warned: false }
  }
  const known = health.messages.length >= MIN_FAILED_MESSAGES || health.messages.includes(messageId)
  const messages = known ? health.messages : [...health.messages, messageId]
  const runs = messages.length >= MIN_FAILED_MESSAGES && at - health.since >= Duration.toMillis(MIN_FAILURE_PERIOD)
  return { ...health, messages, clockFrom: health.clockFrom ?? (runs ? at : undefined) }
}

/**
 * How an attempt changes the health of its endpoint: any success makes it well at once. None is disabled without a
 * warning: one that was tried so seldom that its first failure beyond half of the way is beyond all of it is warned then,
 * and its clock put back to half.
 */
export const applyAttempt = (
  health: EndpointHealth,
  attempt: HealthSample
): { readonly health: EndpointHealth; readonly verdict: HealthVerdict } => {
  if (attempt.succeeded) return { health: HEALTHY, verdict: "none" }
  const failing = applyFailure(health, attempt)
  if (failing.clockFrom === undefined) return { health: failing, verdict: "none" }
  const ran = attempt.at - failing.clockFrom
  const isOver = ran >= Duration.toMillis(DISABLED_AFTER)
  if (failing.warned) return { health: failing, verdict: isOver ? "disable" : "none" }
  if (ran < Duration.toMillis(WARNED_AFTER)) return { health: failing, verdict: "none" }
  const clockFrom = isOver ? attempt.at - Duration.toMillis(WARNED_AFTER) : failing.clockFrom
  return { health: { ...failing, clockFrom, warned: true }, verdict: "warn" }
}
