import { Option, Result, Schema } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { SourceError, SourceResponse } from "../carriers/TrackingSource.ts"
import type { Scac } from "../references/Sealine.ts"

/**
 * How a carrier responded to a poll.
 *
 * - `responded`: with events of the shipment.
 * - `unknown_shipment`: it does not know the shipment.
 * - `throttled`: its rate limit, or the configured one, is reached.
 * - `unauthorised`: it rejected the credentials.
 * - `unavailable`: there was no usable response.
 */
export const CarrierOutcome = Schema.Literals([
  "responded",
  "unknown_shipment",
  "throttled",
  "unauthorised",
  "unavailable"
])
export type CarrierOutcome = typeof CarrierOutcome.Type

/** One poll of a carrier, as its health counts it. */
export interface CarrierPoll {
  readonly outcome: CarrierOutcome
  /** What was received, in one sentence without secrets; none after a response with events. */
  readonly message: Option.Option<string>
}

/** The last poll of a carrier with its instant. */
export interface LastCarrierPoll extends CarrierPoll {
  readonly at: Instant
}

/** The outcomes of the polls of a carrier, over all shipments and workers. */
export interface CarrierHealth {
  readonly lastPoll: Option.Option<LastCarrierPoll>
  /** When the carrier last responded with events, or that it does not know a shipment. */
  readonly lastRespondedAt: Option.Option<Instant>
  /** Consecutive polls that were unauthorised or unavailable. */
  readonly failures: number
  /** When the first of these was recorded. */
  readonly failingSince: Option.Option<Instant>
}

/** The health of a carrier before its first poll. */
export const NEVER_POLLED: CarrierHealth = {
  lastPoll: Option.none(),
  lastRespondedAt: Option.none(),
  failures: 0,
  failingSince: Option.none()
}

const OUTCOMES = {
  ShipmentUnknown: "unknown_shipment",
  SourceThrottled: "throttled",
  SourceUnauthorised: "unauthorised",
  SourceUnavailable: "unavailable"
} as const satisfies Record<SourceError["_tag"], CarrierOutcome>

/** The poll of a carrier that had this result; none when the profile does not support the query, so that nothing was sent. */
export const carrierPollOf = (result: Result.Result<SourceResponse, SourceError>): Option.Option<CarrierPoll> => {
  if (Result.isSuccess(result)) return Option.some({ outcome: "responded", message: Option.none() })
  const { failure } = result
  return failure._tag === "SourceUnavailable" && failure.reason === "not_configured"
    ? Option.none()
    : Option.some({ outcome: OUTCOMES[failure._tag], message: Option.some(failure.message) })
}

/** Whether an outcome is a failure of the carrier or of its configuration, which an operator has to fix. */
export const isFailure = (outcome: CarrierOutcome): boolean => outcome === "unauthorised" || outcome === "unavailable"

/** Whether the last polls of a carrier failed. */
export const isFailing = ({ failures }: CarrierHealth): boolean => failures > 0

/** The health after a poll. A throttled poll neither fails nor ends a failure. Pure. */
export const healthAfterPoll = (health: CarrierHealth, poll: CarrierPoll, now: Instant): CarrierHealth => {
  const lastPoll = Option.some({ ...poll, at: now })
  if (poll.outcome === "throttled") return { ...health, lastPoll }
  if (!isFailure(poll.outcome)) {
    return { lastPoll, lastRespondedAt: Option.some(now), failures: 0, failingSince: Option.none() }
  }
  return {
    ...health,
    lastPoll,
    failures: health.failures + 1,
    failingSince: Option.orElseSome(health.failingSince, () => now)
  }
}

/** The carriers whose fingerprint differs from the stored one; `isNew` where none is stored, so that nothing restarts. Pure. */
export const changedCarriers = (
  fingerprints: ReadonlyMap<Scac, string>,
  storedOf: (scac: Scac) => Option.Option<string>
) =>
  [...fingerprints].flatMap(([scac, fingerprint]) => {
    const stored = storedOf(scac)
    return Option.contains(stored, fingerprint) ? [] : [{ scac, fingerprint, isNew: Option.isNone(stored) }]
  })

/** The health after the profile or a key of the carrier changed: failures count from zero. Pure. */
export const healthAfterChange = (health: CarrierHealth): CarrierHealth => ({
  ...health,
  failures: 0,
  failingSince: Option.none()
})

/** A pause ends when the profile or a key changes, unless the carrier itself required it. Pure. */
export const pauseAfterChange = (
  { lastPoll }: CarrierHealth,
  pausedUntil: Option.Option<Instant>
): Option.Option<Instant> =>
  Option.exists(lastPoll, ({ outcome }) => outcome === "throttled") ? pausedUntil : Option.none()
