import { Option } from "effect"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { isActual, type Milestone } from "../journey/Milestone.ts"
import type { ShipmentStatus } from "../shipments/Shipment.ts"
import type { LastPoll } from "../shipments/ShipmentStore.ts"

const MINUTE_MILLIS = 60_000

/** A milestone that is not actual is near from 24 hours before its date until 48 hours after it. */
export const NEAR_WINDOW_BEFORE_MILLIS = 24 * HOUR_MILLIS
/** The other end of that window, in milliseconds after the date. */
export const NEAR_WINDOW_AFTER_MILLIS = 48 * HOUR_MILLIS

/** Every interval varies by a tenth in either direction, so that shipments added together are not polled together. */
export const POLL_JITTER = 0.1

/** The shortest interval between two polls of a shipment. */
export const MIN_POLL_INTERVAL_MILLIS = 4 * MINUTE_MILLIS

/** The longest interval, also after a Retry-After. */
export const MAX_POLL_INTERVAL_MILLIS = 24 * HOUR_MILLIS

/** The state of the journeys that decides when a shipment is polled next. */
export interface JourneyStatus {
  /** A journey has at least one milestone. */
  readonly hasMilestones: boolean
  /** The dates of milestones that are not actual. */
  readonly pendingDates: ReadonlyArray<Instant>
  /** The latest actual milestone of every journey in progress is a vessel departure. */
  readonly atSea: boolean
  /**
   * When the last of the containers was delivered, its last event was received or its last planned date passes, whichever is
   * latest; none while one is not delivered. Delivered: it left the final POD or an inland place after it, and was not returned.
   */
  readonly deliveredAt?: Instant
}

/** The state of a shipment that decides when it is polled next. */
export interface PollState {
  readonly status: ShipmentStatus
  readonly last: LastPoll
  readonly journey: JourneyStatus
}

/** The reason for the time of the next poll. */
export type PollReason =
  | "first"
  | "no_data_yet"
  | "near_milestone"
  | "milestone_ahead"
  | "at_sea"
  | "under_way"
  | "overdue"
  | "delivered"
  | "unknown_shipment"
  | "unauthorised"
  | "throttled"
  | "source_unavailable"

/** When a shipment is polled next; `Stop`: it is not polled again. */
export type NextPoll =
  | { readonly _tag: "Poll"; readonly at: Instant; readonly reason: PollReason }
  | { readonly _tag: "Stop"; readonly reason: "completed" | "stopped" | "delivered" }

/** Poll intervals by reason. `docs/methods/polling.md` explains each. */
export const POLL_INTERVAL_MILLIS = {
  no_data_yet: 6 * HOUR_MILLIS,
  near_milestone: HOUR_MILLIS,
  at_sea: 12 * HOUR_MILLIS,
  under_way: 6 * HOUR_MILLIS,
  overdue: 6 * HOUR_MILLIS
} as const

/** The poll intervals of a delivered container until its empty return, each with its end in days since delivery. */
const AFTER_DELIVERY = [
  { untilDays: 3, intervalMillis: 6 * HOUR_MILLIS },
  { untilDays: 14, intervalMillis: DAY_MILLIS },
  { untilDays: 60, intervalMillis: 7 * DAY_MILLIS }
] as const

/** The first interval after a failure. It doubles with each consecutive failure, up to the longest. */
const BACKOFFS = {
  Unknown: { first: HOUR_MILLIS, longest: 24 * HOUR_MILLIS, reason: "unknown_shipment" },
  Unauthorised: { first: HOUR_MILLIS, longest: 6 * HOUR_MILLIS, reason: "unauthorised" },
  Unavailable: { first: 5 * MINUTE_MILLIS, longest: 6 * HOUR_MILLIS, reason: "source_unavailable" }
} as const

const latestActual = (milestones: ReadonlyArray<Milestone>): Milestone | undefined =>
  milestones.reduce<Milestone | undefined>(
    (last, milestone) =>
      isActual(milestone) && (last === undefined || milestone.date >= last.date) ? milestone : last,
    undefined
  )

/** The milestones after which only the empty return remains. */
const isDelivery = ({ type }: Milestone): boolean =>
  type === "container.departure.from.final.pod" || type.endsWith(".post.pod")

/** When every container in progress was delivered; undefined while one is not. */
const deliveredAtOf = (
  inProgress: ReadonlyArray<Journey>,
  last: ReadonlyArray<Milestone | undefined>
): Instant | undefined => {
  let latest = Number.NEGATIVE_INFINITY
  for (const [index, milestone] of last.entries()) {
    if (milestone === undefined || !isDelivery(milestone)) return undefined
    const { date, source } = milestone
    latest = Math.max(latest, date, source.receivedAt)
    for (const other of inProgress[index]?.milestones ?? []) if (!isActual(other)) latest = Math.max(latest, other.date)
  }
  return last.length === 0 ? undefined : Instant.make(latest)
}

/** The status of a shipment's journeys. A shipment is at sea only when every journey in progress is. */
export const journeyStatusOf = (journeys: ReadonlyArray<Journey>): JourneyStatus => {
  const inProgress = journeys.filter((journey) => Option.isNone(journey.end))
  const last = inProgress.map((journey) => latestActual(journey.milestones))
  const deliveredAt = deliveredAtOf(inProgress, last)
  return {
    hasMilestones: journeys.some((journey) => journey.milestones.length > 0),
    pendingDates: inProgress.flatMap((journey) =>
      journey.milestones.flatMap((milestone) => (isActual(milestone) ? [] : [milestone.date]))
    ),
    atSea: last.length > 0 && last.every((milestone) => milestone?.type.startsWith("vessel.departure.") === true),
    ...(deliveredAt !== undefined && { deliveredAt })
  }
}

const backoffMillis = ({ first, longest }: { readonly first: number; readonly longest: number }, failures: number) =>
  Math.min(first * 2 ** Math.min(Math.max(failures - 1, 0), 20), longest)

const addJitter = (millis: number, random: number): number => millis * (1 + POLL_JITTER * (2 * random - 1))

const pollAfter = (now: Instant, waitMillis: number, reason: PollReason): NextPoll => ({
  _tag: "Poll",
  at: Instant.make(
    now +
      Math.round(Math.min(Math.max(waitMillis, MIN_POLL_INTERVAL_MILLIS), MAX_POLL_INTERVAL_MILLIS * (1 + POLL_JITTER)))
  ),
  reason
})

const defaultReason = (
  { hasMilestones, pendingDates, atSea }: JourneyStatus,
  now: Instant
): keyof typeof POLL_INTERVAL_MILLIS => {
  if (!hasMilestones) return "no_data_yet"
  if (atSea) return "at_sea"
  return pendingDates.length > 0 && pendingDates.every((date) => date < now) ? "overdue" : "under_way"
}

/** After a delivery: at growing intervals, and after 60 days never. */
const afterDelivery = (deliveredAt: Instant, now: Instant, random: number): NextPoll => {
  const phase = AFTER_DELIVERY.find(({ untilDays }) => now < deliveredAt + untilDays * DAY_MILLIS)
  if (phase === undefined) return { _tag: "Stop", reason: "delivered" }
  const at = Instant.make(now + Math.round(addJitter(phase.intervalMillis, random)))
  return { _tag: "Poll", at, reason: "delivered" }
}

/**
 * After a response: hourly near a milestone, else at the interval of its reason, but not later than when a milestone is
 * near.
 */
const afterResponse = (journey: JourneyStatus, now: Instant, random: number): NextPoll => {
  if (journey.deliveredAt !== undefined && journey.deliveredAt <= now)
    return afterDelivery(journey.deliveredAt, now, random)
  if (
    journey.pendingDates.some(
      (date) => date - NEAR_WINDOW_BEFORE_MILLIS <= now && now <= date + NEAR_WINDOW_AFTER_MILLIS
    )
  ) {
    return pollAfter(now, addJitter(POLL_INTERVAL_MILLIS.near_milestone, random), "near_milestone")
  }
  const reason = defaultReason(journey, now)
  const wait = addJitter(POLL_INTERVAL_MILLIS[reason], random)
  const ahead = journey.pendingDates.flatMap((date) =>
    date - NEAR_WINDOW_BEFORE_MILLIS > now ? [date - NEAR_WINDOW_BEFORE_MILLIS - now] : []
  )
  // Jitter in one direction only: before this instant the milestone is not near yet.
  const untilNear = Math.min(...ahead) + POLL_JITTER * random * POLL_INTERVAL_MILLIS.near_milestone
  return untilNear < wait ? pollAfter(now, untilNear, "milestone_ahead") : pollAfter(now, wait, reason)
}

/**
 * Decides when a shipment is polled next. Pure.
 *
 * @param random a random number from 0 to below 1, that determines the jitter
 */
export const nextPoll = ({ status, last, journey }: PollState, now: Instant, random: number): NextPoll => {
  if (status !== "tracking") return { _tag: "Stop", reason: status }
  switch (last._tag) {
    case "Never":
    case "NoSource":
      return { _tag: "Poll", at: now, reason: "first" }
    case "Responded":
      return afterResponse(journey, now, random)
    case "Throttled": {
      const wait = Math.min(Math.max(last.until - now, 0), MAX_POLL_INTERVAL_MILLIS)
      return pollAfter(now, wait + POLL_JITTER * random * Math.max(wait, HOUR_MILLIS), "throttled")
    }
    default: {
      const backoff = BACKOFFS[last._tag]
      return pollAfter(now, addJitter(backoffMillis(backoff, last.failures), random), backoff.reason)
    }
  }
}

/** The elapsed fraction of the UTC day, from 0 to below 1. */
export const dayFraction = (now: Instant): number => (((now % DAY_MILLIS) + DAY_MILLIS) % DAY_MILLIS) / DAY_MILLIS
