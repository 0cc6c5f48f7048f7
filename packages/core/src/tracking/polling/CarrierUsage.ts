import { Option } from "effect"
import { DAY_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { Scac } from "../references/Sealine.ts"
import type { PollProgress } from "./PollPlan.ts"
import type { CarrierQueue, PollOutcome } from "./PollQueue.ts"

/** The requests to a carrier on one day, and the end of its pause. */
export interface CarrierUsage {
  /** Days since 1970-01-01, UTC. */
  readonly day: number
  /** Requests on that day. */
  readonly requests: number
  readonly pausedUntil: Option.Option<Instant>
}

/** Requests to add to the usage of a carrier. */
export interface UsageIncrement {
  readonly scac: Scac
  readonly requests: number
  readonly pausedUntil: Option.Option<Instant>
}

/** The day of an instant, in days since 1970-01-01, UTC. */
export const usageDayOf = (now: number): number => Math.floor(now / DAY_MILLIS)

/** The usage of a carrier that was never polled. */
export const NOT_USED: CarrierUsage = { day: 0, requests: 0, pausedUntil: Option.none() }

/** Requests made on the day of `now`: the count is 0 again at midnight UTC. */
export const usedToday = ({ day, requests }: Pick<CarrierUsage, "day" | "requests">, now: number): number =>
  day === usageDayOf(now) ? requests : 0

/** The usage after an increment. Of two pauses, the one that ends later applies. */
export const addUsage = (
  usage: CarrierUsage = NOT_USED,
  { requests, pausedUntil }: Omit<UsageIncrement, "scac">,
  now: number
): CarrierUsage => ({
  day: usageDayOf(now),
  requests: usedToday(usage, now) + requests,
  pausedUntil:
    Option.getOrElse(pausedUntil, () => 0) > Option.getOrElse(usage.pausedUntil, () => 0)
      ? pausedUntil
      : usage.pausedUntil
})

/** The usage of a carrier as its queue shows it. */
export const carrierQueueOf = (
  scac: Scac,
  usage: CarrierUsage,
  polls: { readonly due: number; readonly running: number },
  now: number
): CarrierQueue => ({
  scac,
  ...polls,
  usedToday: usedToday(usage, now),
  pausedUntil: Option.getOrUndefined(usage.pausedUntil)
})

/** The enrolment of a carrier's first shipment: its queue exists from then on. */
export const noUsage = (scac: Scac): UsageIncrement => ({ scac, requests: 0, pausedUntil: Option.none() })

/** The claim of polls: each counts one request. */
export const usageOfClaim = (scac: Scac, polls: number): UsageIncrement => ({ ...noUsage(scac), requests: polls })

/**
 * A recorded poll: the requests beyond the one that its claim has counted. The carrier of the next query, `next`, has a
 * queue from then on.
 */
export const usageOfPoll = (
  { query, requests, pausedUntil }: Pick<PollOutcome, "requests" | "pausedUntil"> & Pick<PollProgress, "query">,
  next: Scac
): ReadonlyArray<UsageIncrement> => {
  const polled = { scac: query.scac, requests: requests - 1, pausedUntil }
  return next === query.scac ? [polled] : [polled, noUsage(next)]
}
