import { Option } from "effect"
import { DAY_MILLIS, HOUR_MILLIS, Instant } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { isActual, type Milestone } from "../journey/Milestone.ts"
import type { ShipmentStatus } from "../shipments/Shipment.ts"
import type { LastCheck } from "../shipments/ShipmentStore.ts"

const MINUTE_MILLIS = 60_000

/** A milestone is near from so long before its date until so long after it, while it is not known to have happened. */
export const NEAR_BEFORE_MILLIS = 24 * HOUR_MILLIS
export const NEAR_AFTER_MILLIS = 48 * HOUR_MILLIS

/** Every wait is spread by a tenth to either side, so that shipments added together do not stay together. */
export const CHECK_JITTER = 0.1

/** No shipment is checked again sooner, whatever its journey says. */
export const SHORTEST_WAIT_MILLIS = 4 * MINUTE_MILLIS

/** The longest wait, a Retry-After included. */
export const LONGEST_WAIT_MILLIS = 24 * HOUR_MILLIS

/** What a journey says about when to look again. */
export interface JourneyPace {
  /** Anything at all is known. */
  readonly known: boolean
  /** The dates of what has not happened yet. */
  readonly open: ReadonlyArray<Instant>
  /** The last thing that happened is that a ship left with the box. */
  readonly atSea: boolean
}

export interface CheckState {
  readonly status: ShipmentStatus
  readonly last: LastCheck
  readonly pace: JourneyPace
}

/** Why the next check is when it is. */
export type CheckReason =
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
export type NextCheck =
  | { readonly _tag: "Check"; readonly at: Instant; readonly why: CheckReason }
  | { readonly _tag: "Rest"; readonly why: "completed" | "stopped" }

/** Waits by reason; `docs/methods/polling.md` says why each is what it is. */
export const WAIT_MILLIS = {
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

const happenedLast = (milestones: ReadonlyArray<Milestone>): Milestone | undefined =>
  milestones.reduce<Milestone | undefined>(
    (last, milestone) =>
      isActual(milestone) && (last === undefined || milestone.date >= last.date) ? milestone : last,
    undefined
  )

/** What the journeys of a shipment say about when to look again. A box at sea counts only when all of them are. */
export const paceOf = (journeys: ReadonlyArray<Journey>): JourneyPace => {
  const running = journeys.filter((journey) => Option.isNone(journey.end))
  const last = running.map((journey) => happenedLast(journey.milestones))
  return {
    known: journeys.some((journey) => journey.milestones.length > 0),
    open: running.flatMap((journey) =>
      journey.milestones.flatMap((milestone) => (isActual(milestone) ? [] : [milestone.date]))
    ),
    atSea: last.length > 0 && last.every((milestone) => milestone?.type.startsWith("vessel.departure.") === true)
  }
}

const backoffMillis = ({ first, longest }: { readonly first: number; readonly longest: number }, failures: number) =>
  Math.min(first * 2 ** Math.min(Math.max(failures - 1, 0), 20), longest)

const jittered = (millis: number, spread: number): number => millis * (1 + CHECK_JITTER * (2 * spread - 1))

const check = (now: Instant, waitMillis: number, why: CheckReason): NextCheck => ({
  _tag: "Check",
  at: Instant.make(
    now + Math.round(Math.min(Math.max(waitMillis, SHORTEST_WAIT_MILLIS), LONGEST_WAIT_MILLIS * (1 + CHECK_JITTER)))
  ),
  why
})

const quietReason = ({ known, open, atSea }: JourneyPace, now: Instant): keyof typeof WAIT_MILLIS => {
  if (!known) return "no_data_yet"
  if (atSea) return "at_sea"
  return open.length > 0 && open.every((date) => date < now) ? "overdue" : "under_way"
}

/** After an answer: hourly near a milestone, otherwise at leisure, and never past the hour at which one comes near. */
const afterAnswer = (pace: JourneyPace, now: Instant, spread: number): NextCheck => {
  if (pace.open.some((date) => date - NEAR_BEFORE_MILLIS <= now && now <= date + NEAR_AFTER_MILLIS)) {
    return check(now, jittered(WAIT_MILLIS.near_milestone, spread), "near_milestone")
  }
  const reason = quietReason(pace, now)
  const wait = jittered(WAIT_MILLIS[reason], spread)
  const ahead = pace.open.flatMap((date) => (date - NEAR_BEFORE_MILLIS > now ? [date - NEAR_BEFORE_MILLIS - now] : []))
  // Spread to one side only: before its time a milestone is not near yet.
  const untilNear = Math.min(...ahead) + CHECK_JITTER * spread * WAIT_MILLIS.near_milestone
  return untilNear < wait ? check(now, untilNear, "milestone_ahead") : check(now, wait, reason)
}

/**
 * When a shipment is asked about next. Pure: the same state, moment and spread give the same answer.
 *
 * @param spread a random number from 0 up to 1
 */
export const nextCheck = ({ status, last, pace }: CheckState, now: Instant, spread: number): NextCheck => {
  if (status !== "tracking") return { _tag: "Rest", why: status }
  switch (last._tag) {
    case "Never":
    case "NoSource":
      return { _tag: "Check", at: now, why: "first" }
    case "Answered":
      return afterAnswer(pace, now, spread)
    case "Throttled": {
      const wait = Math.min(Math.max(last.until - now, 0), LONGEST_WAIT_MILLIS)
      return check(now, wait + CHECK_JITTER * spread * Math.max(wait, HOUR_MILLIS), "throttled")
    }
    default: {
      const backoff = BACKOFFS[last._tag]
      return check(now, jittered(backoffMillis(backoff, last.failures), spread), backoff.why)
    }
  }
}

/** The part of the day that has passed at a moment, from 0 up to 1; days begin at midnight UTC. */
export const dayPassed = (now: Instant): number => (((now % DAY_MILLIS) + DAY_MILLIS) % DAY_MILLIS) / DAY_MILLIS
