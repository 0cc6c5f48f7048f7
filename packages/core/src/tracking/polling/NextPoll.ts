import { Option } from "effect"
import { DAY_MILLIS, HOUR_MILLIS, Instant } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { isActual, type Milestone } from "../journey/Milestone.ts"
import type { ShipmentStatus } from "../shipments/Shipment.ts"
import type { LastPoll } from "../shipments/ShipmentStore.ts"

const MINUTE_MILLIS = 60_000

/** A milestone is near from so long before its date until so long after it, while it is not known to have happened. */
export const NEAR_WINDOW_BEFORE_MILLIS = 24 * HOUR_MILLIS
export const NEAR_WINDOW_AFTER_MILLIS = 48 * HOUR_MILLIS

/** Every wait is spread by a tenth to either side, so that shipments added together do not stay together. */
export const POLL_JITTER = 0.1

/** No shipment is checked again sooner, whatever its journey says. */
export const MIN_POLL_INTERVAL_MILLIS = 4 * MINUTE_MILLIS

/** The longest wait, a Retry-After included. */
export const MAX_POLL_INTERVAL_MILLIS = 24 * HOUR_MILLIS

/** What a journey says about when to look again. */
export interface JourneyStatus {
  /** Anything at all is known. */
  readonly hasMilestones: boolean
  /** The dates of what has not happened yet. */
  readonly pendingDates: ReadonlyArray<Instant>
  /** The last thing that happened is that a ship left with the box. */
  readonly atSea: boolean
}

export interface PollState {
  readonly status: ShipmentStatus
  readonly last: LastPoll
  readonly journey: JourneyStatus
}

/** Why the next check is when it is. */
export type PollReason =
  | "first"
  | "no_data_yet"
  | "near_milestone"
  | "milestone_ahead"
  | "at_sea"
  | "under_way"
  | "overdue"
  | "unknown_shipment"
  | "unauthorised"
  | "throttled"
  | "source_away"

/** When a shipment is looked at next. `Rest`: never again by itself. */
export type NextPoll =
  | { readonly _tag: "Check"; readonly at: Instant; readonly why: PollReason }
  | { readonly _tag: "Rest"; readonly why: "completed" | "stopped" }

/** Waits by reason; `docs/methods/polling.md` says why each is what it is. */
export const POLL_INTERVAL_MILLIS = {
  no_data_yet: 6 * HOUR_MILLIS,
  near_milestone: HOUR_MILLIS,
  at_sea: 12 * HOUR_MILLIS,
  under_way: 6 * HOUR_MILLIS,
  overdue: 6 * HOUR_MILLIS
} as const

/** The first wait after a failure; it doubles with each in a row, up to the longest. */
const BACKOFFS = {
  Unknown: { first: HOUR_MILLIS, longest: 24 * HOUR_MILLIS, why: "unknown_shipment" },
  Unauthorised: { first: HOUR_MILLIS, longest: 6 * HOUR_MILLIS, why: "unauthorised" },
  Away: { first: 5 * MINUTE_MILLIS, longest: 6 * HOUR_MILLIS, why: "source_away" }
} as const

const latestActual = (milestones: ReadonlyArray<Milestone>): Milestone | undefined =>
  milestones.reduce<Milestone | undefined>(
    (last, milestone) =>
      isActual(milestone) && (last === undefined || milestone.date >= last.date) ? milestone : last,
    undefined
  )

/** What the journeys of a shipment say about when to look again. A box at sea counts only when all of them are. */
export const journeyStatusOf = (journeys: ReadonlyArray<Journey>): JourneyStatus => {
  const running = journeys.filter((journey) => Option.isNone(journey.end))
  const last = running.map((journey) => latestActual(journey.milestones))
  return {
    hasMilestones: journeys.some((journey) => journey.milestones.length > 0),
    pendingDates: running.flatMap((journey) =>
      journey.milestones.flatMap((milestone) => (isActual(milestone) ? [] : [milestone.date]))
    ),
    atSea: last.length > 0 && last.every((milestone) => milestone?.type.startsWith("vessel.departure.") === true)
  }
}

const backoffMillis = ({ first, longest }: { readonly first: number; readonly longest: number }, failures: number) =>
  Math.min(first * 2 ** Math.min(Math.max(failures - 1, 0), 20), longest)

const addJitter = (millis: number, spread: number): number => millis * (1 + POLL_JITTER * (2 * spread - 1))

const pollAfter = (now: Instant, waitMillis: number, why: PollReason): NextPoll => ({
  _tag: "Check",
  at: Instant.make(
    now +
      Math.round(Math.min(Math.max(waitMillis, MIN_POLL_INTERVAL_MILLIS), MAX_POLL_INTERVAL_MILLIS * (1 + POLL_JITTER)))
  ),
  why
})

const defaultReason = (
  { hasMilestones, pendingDates, atSea }: JourneyStatus,
  now: Instant
): keyof typeof POLL_INTERVAL_MILLIS => {
  if (!hasMilestones) return "no_data_yet"
  if (atSea) return "at_sea"
  return pendingDates.length > 0 && pendingDates.every((date) => date < now) ? "overdue" : "under_way"
}

/** After an answer: hourly near a milestone, otherwise at leisure, and never past the hour at which one comes near. */
const afterResponse = (pace: JourneyStatus, now: Instant, spread: number): NextPoll => {
  if (
    pace.pendingDates.some((date) => date - NEAR_WINDOW_BEFORE_MILLIS <= now && now <= date + NEAR_WINDOW_AFTER_MILLIS)
  ) {
    return pollAfter(now, addJitter(POLL_INTERVAL_MILLIS.near_milestone, spread), "near_milestone")
  }
  const reason = defaultReason(pace, now)
  const wait = addJitter(POLL_INTERVAL_MILLIS[reason], spread)
  const ahead = pace.pendingDates.flatMap((date) =>
    date - NEAR_WINDOW_BEFORE_MILLIS > now ? [date - NEAR_WINDOW_BEFORE_MILLIS - now] : []
  )
  // Spread to one side only: before its time a milestone is not near yet.
  const untilNear = Math.min(...ahead) + POLL_JITTER * spread * POLL_INTERVAL_MILLIS.near_milestone
  return untilNear < wait ? pollAfter(now, untilNear, "milestone_ahead") : pollAfter(now, wait, reason)
}

/**
 * When a shipment is asked about next. Pure: the same state, moment and spread give the same answer.
 *
 * @param spread a random number from 0 up to 1
 */
export const nextPoll = ({ status, last, journey }: PollState, now: Instant, spread: number): NextPoll => {
  if (status !== "tracking") return { _tag: "Rest", why: status }
  switch (last._tag) {
    case "Never":
    case "NoSource":
      return { _tag: "Check", at: now, why: "first" }
    case "Answered":
      return afterResponse(journey, now, spread)
    case "Throttled": {
      const wait = Math.min(Math.max(last.until - now, 0), MAX_POLL_INTERVAL_MILLIS)
      return pollAfter(now, wait + POLL_JITTER * spread * Math.max(wait, HOUR_MILLIS), "throttled")
    }
    default: {
      const backoff = BACKOFFS[last._tag]
      return pollAfter(now, addJitter(backoffMillis(backoff, last.failures), spread), backoff.why)
    }
  }
}

/** The part of the day that has passed at a moment, from 0 up to 1; days begin at midnight UTC. */
export const dayFraction = (now: Instant): number => (((now % DAY_MILLIS) + DAY_MILLIS) % DAY_MILLIS) / DAY_MILLIS
