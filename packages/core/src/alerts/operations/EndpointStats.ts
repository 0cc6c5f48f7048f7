import { type DateTime, Duration, Option } from "effect"
import type { AttemptRecord } from "../delivery/AttemptRecord.ts"
import type { LeaseOutcome } from "../delivery/DeliveryQueue.ts"
import type { QueuePostponement } from "../delivery/QueuePostponement.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { EndpointCondition } from "../endpoints/EndpointCondition.ts"

/** The highest count of deliveries. */
export const MAX_COUNTED_DELIVERIES = 10_000

/** The longest window of figures: 92 days, the longest quarter of a year. */
export const MAX_STATS_WINDOW = Duration.days(92)

/** A count; `more` when counting stopped at the bound. */
export interface BoundedCount {
  readonly count: number
  readonly more: boolean
}

/** Cuts a count of rows, which may be one more than the bound, at the bound. */
export const boundedCount = (rows: number): BoundedCount => ({
  count: Math.min(rows, MAX_COUNTED_DELIVERIES),
  more: rows > MAX_COUNTED_DELIVERIES
})

/** Attempts that began in one hour. Times in milliseconds, `startsAt` since the epoch. */
export interface AttemptHour {
  readonly startsAt: number
  readonly succeeded: number
  readonly failed: number
  /** The attempts that exhausted their delivery. */
  readonly exhausted: number
  readonly durationMillis: number
  readonly longestMillis: number
}

/** The attempts of an hour at one endpoint. */
export interface EndpointHour {
  readonly endpointId: EndpointId
  readonly hour: AttemptHour
}

const HOUR_MILLIS = 3_600_000

/** The start of the hour that contains an instant; both in milliseconds since the epoch. */
export const hourOf = (millis: number): number => millis - (((millis % HOUR_MILLIS) + HOUR_MILLIS) % HOUR_MILLIS)

const hourOfAttempt = ({ startedAt, durationMillis, next }: LeaseOutcome): AttemptHour => {
  const succeeded = next._tag === "Succeed" ? 1 : 0
  return {
    startsAt: hourOf(startedAt),
    succeeded,
    failed: 1 - succeeded,
    exhausted: next._tag === "Exhaust" || next._tag === "DisableEndpoint" ? 1 : 0,
    durationMillis,
    longestMillis: durationMillis
  }
}

/** The sum of two groups of attempts of the same hour. */
export const addHours = (a: AttemptHour, b: AttemptHour): AttemptHour => ({
  startsAt: a.startsAt,
  succeeded: a.succeeded + b.succeeded,
  failed: a.failed + b.failed,
  exhausted: a.exhausted + b.exhausted,
  durationMillis: a.durationMillis + b.durationMillis,
  longestMillis: Math.max(a.longestMillis, b.longestMillis)
})

/** Counts attempts by endpoint and hour, sorted by both. */
export const countAttempts = (outcomes: ReadonlyArray<LeaseOutcome>): ReadonlyArray<EndpointHour> => {
  const hours = new Map<string, EndpointHour>()
  for (const outcome of outcomes) {
    const { endpointId } = outcome.lease
    const hour = hourOfAttempt(outcome)
    const key = `${endpointId} ${hour.startsAt}`
    const counted = hours.get(key)
    hours.set(key, { endpointId, hour: counted === undefined ? hour : addHours(counted.hour, hour) })
  }
  return [...hours].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, hour]) => hour)
}

/** The figures of attempts: their number, the part that succeeded (0 to 1), and their durations. */
export interface AttemptTotals {
  readonly succeeded: number
  readonly failed: number
  readonly exhausted: number
  /** `succeeded / (succeeded + failed)`; none without an attempt, and so are the next two. */
  readonly successRate: Option.Option<number>
  readonly meanMillis: Option.Option<number>
  readonly longestMillis: Option.Option<number>
}

/** The figures of several hours. */
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

/** The condition of an endpoint now, its backlog, and the attempts in the hours of a window. */
export interface EndpointStats {
  readonly endpointId: EndpointId
  readonly condition: EndpointCondition
  /** The end of the pause that its receiver requested; none when it is not paused. */
  readonly pausedUntil: Option.Option<DateTime.Utc>
  /** The postponement of its deliveries; none without one. */
  readonly postponement: Option.Option<QueuePostponement>
  /** Deliveries that wait for their first attempt. */
  readonly waiting: BoundedCount
  /** Deliveries that wait for a further attempt. */
  readonly retrying: BoundedCount
  /** Deliveries that are being sent. */
  readonly sending: BoundedCount
  /** When the message was created whose delivery has waited longest for its first attempt. */
  readonly oldestWaiting: Option.Option<DateTime.Utc>
  readonly lastAttempt: Option.Option<AttemptRecord>
  /** The hours with at least one attempt, oldest first. */
  readonly hours: ReadonlyArray<AttemptHour>
}
