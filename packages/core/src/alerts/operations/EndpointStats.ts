import { DateTime, Duration, Option } from "effect"
import type { AttemptRecord } from "../delivery/AttemptRecord.ts"
import type { EndpointId } from "../EndpointId.ts"
import { DISABLED_AFTER, type EndpointHealth } from "../endpoints/EndpointHealth.ts"
import type { DisabledReason } from "../endpoints/OperationalEvent.ts"

/** How far deliveries are counted. */
export const MAX_COUNTED_DELIVERIES = 10_000

/** The longest window that figures are given for: 92 days, which every quarter of a year fits in. */
export const MAX_STATS_WINDOW = Duration.days(92)

/** How many there are; `more` when counting stopped at the bound. */
export interface BoundedCount {
  readonly count: number
  readonly more: boolean
}

/** What may be counted as one more than the bound, as far as it is said. */
export const boundedCount = (rows: number): BoundedCount => ({
  count: Math.min(rows, MAX_COUNTED_DELIVERIES),
  more: rows > MAX_COUNTED_DELIVERIES
})

/** Attempts that began in one hour. Times in milliseconds, `startsAt` since the epoch. */
export interface AttemptHour {
  readonly startsAt: number
  readonly succeeded: number
  readonly failed: number
  /** Those after which their delivery was given up. */
  readonly exhausted: number
  readonly durationMillis: number
  readonly longestMillis: number
}

const HOUR_MILLIS = 3_600_000

/** The first instant of the hour that an instant is in; both in milliseconds since the epoch. */
export const hourOf = (millis: number): number => millis - (((millis % HOUR_MILLIS) + HOUR_MILLIS) % HOUR_MILLIS)

/** What attempts come to: how many, the part that succeeded (0 to 1), and how long they took. */
export interface AttemptTotals {
  readonly succeeded: number
  readonly failed: number
  readonly exhausted: number
  /** `succeeded / (succeeded + failed)`; none when nothing was attempted, as the two after it. */
  readonly successRate: Option.Option<number>
  readonly meanMillis: Option.Option<number>
  readonly longestMillis: Option.Option<number>
}

/** Adds up hours. */
export const totalsOf = (hours: ReadonlyArray<AttemptHour>): AttemptTotals => {
  const sum = (pick: (hour: AttemptHour) => number) => hours.reduce((total, hour) => total + pick(hour), 0)
  const succeeded = sum((hour) => hour.succeeded)
  const failed = sum((hour) => hour.failed)
  const attempts = succeeded + failed
  const ofAny = (figure: () => number) => (attempts === 0 ? Option.none() : Option.some(figure()))
  return {
    succeeded,
    failed,
    exhausted: sum((hour) => hour.exhausted),
    successRate: ofAny(() => succeeded / attempts),
    meanMillis: ofAny(() => Math.round(sum((hour) => hour.durationMillis) / attempts)),
    longestMillis: ofAny(() => hours.reduce((longest, hour) => Math.max(longest, hour.longestMillis), 0))
  }
}

/** How an endpoint is, as its owner is told. */
export type EndpointCondition =
  | { readonly _tag: "Healthy" }
  /** It was enabled again, and no delivery has succeeded since: one at a time goes to it. */
  | { readonly _tag: "Probing" }
  /** Nothing succeeded since; `disabledFrom`, once its clock runs, is when it will be disabled for that. */
  | { readonly _tag: "Failing"; readonly since: DateTime.Utc; readonly disabledFrom: Option.Option<DateTime.Utc> }
  | { readonly _tag: "Disabled"; readonly since: DateTime.Utc; readonly reason: DisabledReason }

/** Says of an endpoint that is not disabled how it is. What fails while it is probed is failing. */
export const conditionOf = (health: EndpointHealth, probing: boolean): EndpointCondition => {
  if (health._tag === "Healthy") return { _tag: probing ? "Probing" : "Healthy" }
  const disabledFrom = Option.map(Option.fromUndefinedOr(health.clockFrom), (from) =>
    DateTime.makeUnsafe(from + Duration.toMillis(DISABLED_AFTER))
  )
  return { _tag: "Failing", since: DateTime.makeUnsafe(health.since), disabledFrom }
}

/** An endpoint as it is now, and what was attempted there in the hours of a window. */
export interface EndpointStats {
  readonly endpointId: EndpointId
  readonly condition: EndpointCondition
  /** Until when the receiver asked for quiet; none when it did not, or the time has passed. */
  readonly pausedUntil: Option.Option<DateTime.Utc>
  /** Deliveries that were never tried. */
  readonly waiting: BoundedCount
  /** Deliveries that wait for their next attempt. */
  readonly retrying: BoundedCount
  /** Deliveries under way. */
  readonly sending: BoundedCount
  /** When the message was made whose delivery has waited longest for its first attempt. */
  readonly oldestWaiting: Option.Option<DateTime.Utc>
  readonly lastAttempt: Option.Option<AttemptRecord>
  /** The hours in which something was attempted, oldest first. */
  readonly hours: ReadonlyArray<AttemptHour>
}
