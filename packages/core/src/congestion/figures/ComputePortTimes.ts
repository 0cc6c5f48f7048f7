import { DateTime, Option } from "effect"
import { DAY_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { VesselClass } from "../../vessels/VesselClass.ts"
import type { PortCall } from "../detection/PortCall.ts"
import type { PortCoverage } from "../detection/PortCoverage.ts"
import { isOfClass } from "../detection/VesselClassification.ts"
import { coverageAsOf } from "../ledger/CoverageAsOf.ts"
import { callAsOf } from "../ledger/PortCallTimeline.ts"
import { ledgerAsOf } from "../ledger/PortLedger.ts"
import { knownWaiting } from "./ComputeCongestion.ts"
import { Hours } from "./Figure.ts"
import type { PeriodTimes, PortTimesFigures } from "./PortTimesFigures.ts"
import { shiftBetween } from "./Shift.ts"
import { statisticsOf } from "./Statistics.ts"
import { berthTimes, type StayTime, waitingTimes } from "./StayTimes.ts"

/** The lengths of the periods in days. */
const TIMES_PERIODS = [7, 30] as const

/** The number of weeks of a series. */
const TIMES_WEEKS = 12

/** Calls that ended more than this many days ago change no time. */
export const TIMES_DAYS = TIMES_WEEKS * 7

/** A change is known when at least this share of the days of both periods has data. Chosen here. */
const MIN_COVERED_SHARE = 6 / 7

/** A terminal or berth zone. */
export interface BerthZone {
  readonly zoneId: string
  readonly name: string | null
}

/** The times of a port without its code, instant and class. */
export type ComputedTimes = Omit<PortTimesFigures, "portCode" | "asOf" | "vesselClass">

const dayOf = (instant: number): number => Math.floor(instant / DAY_MILLIS)

const roundHours = (hours: number): number => Math.round(hours * 100) / 100

/** The covered days at an instant: those with positions, and those of reported calls. */
const coveredDaysOf = (coverage: PortCoverage, calls: ReadonlyArray<PortCall>, asOf: Instant): ReadonlySet<number> => {
  const days = new Set(coverageAsOf(coverage, calls, asOf).days)
  for (const { endedAt, lastReceivedAt, source, startedAt } of calls) {
    if (source !== "report") continue
    const last = Math.min(
      asOf,
      Option.getOrElse(endedAt, () => lastReceivedAt)
    )
    for (let day = dayOf(startedAt); day <= dayOf(last); day++) days.add(day)
  }
  return days
}

/** The times that ended after `from` and until `to`, in chronological order. */
const endedWithin = (times: ReadonlyArray<StayTime>, from: number, to: number): ReadonlyArray<StayTime> =>
  times.filter((time) => time.to > from && time.to <= to).sort((a, b) => a.to - b.to)

const hoursOf = (times: ReadonlyArray<StayTime>): ReadonlyArray<number> => times.map(({ hours }) => hours)

const medianOf = (hours: ReadonlyArray<number>): Option.Option<Hours> =>
  Option.map(statisticsOf(hours), ({ median }) => Hours.make(roundHours(median)))

/** The 90th percentile by nearest rank. */
const percentile90 = (hours: ReadonlyArray<number>): Option.Option<Hours> => {
  const sorted = hours.toSorted((a, b) => a - b)
  return Option.map(Option.fromUndefinedOr(sorted[Math.ceil(sorted.length * 0.9) - 1]), (value) =>
    Hours.make(roundHours(value))
  )
}

const coveredIn = (days: ReadonlySet<number>, from: number, to: number): number => {
  let covered = 0
  for (let day = dayOf(from) + 1; day <= dayOf(to); day++) if (days.has(day)) covered++
  return covered
}

/** The times of the days before an instant, and their shift from those of as many days before. */
const periodTimes = (
  times: ReadonlyArray<StayTime>,
  covered: ReadonlySet<number>,
  days: number,
  asOf: Instant
): PeriodTimes => {
  const middle = asOf - days * DAY_MILLIS
  const first = middle - days * DAY_MILLIS
  const now = hoursOf(endedWithin(times, middle, asOf))
  const earlier = hoursOf(endedWithin(times, first, middle))
  const isCovered = [coveredIn(covered, middle, asOf), coveredIn(covered, first, middle)].every(
    (count) => count >= days * MIN_COVERED_SHARE
  )
  const change = Option.map(isCovered ? shiftBetween(earlier, now) : Option.none(), ({ estimate, high, low }) => ({
    hours: roundHours(estimate),
    lowHours: roundHours(low),
    highHours: roundHours(high)
  }))
  return {
    days,
    count: now.length,
    medianHours: medianOf(now),
    p90Hours: percentile90(now),
    previous: { count: earlier.length, medianHours: medianOf(earlier) },
    change,
    trend: Option.match(change, {
      onNone: () => "unknown" as const,
      onSome: ({ highHours, lowHours }) => (lowHours > 0 ? "longer" : highHours < 0 ? "shorter" : "unclear")
    }),
    unknown: Option.isSome(change) ? null : isCovered ? "too_few_times" : "not_covered"
  }
}

const weekOf = (times: ReadonlyArray<StayTime>, from: number, to: number) => {
  const hours = hoursOf(endedWithin(times, from, to))
  return { count: hours.length, medianHours: medianOf(hours) }
}

const OUTSIDE: BerthZone = { zoneId: "", name: null }

/** The times by terminal or berth zone. */
const timesByPlace = (
  times: ReadonlyArray<StayTime>,
  places: ReadonlyMap<string, BerthZone>
): ReadonlyMap<string, { readonly place: BerthZone; readonly times: ReadonlyArray<StayTime> }> => {
  const groups = new Map<string, { place: BerthZone; times: Array<StayTime> }>()
  for (const time of times) {
    const place = Option.match(time.berth, {
      onNone: () => OUTSIDE,
      onSome: (id) => places.get(id) ?? { zoneId: id, name: null }
    })
    const existing = groups.get(place.zoneId)
    if (existing === undefined) groups.set(place.zoneId, { place, times: [time] })
    else existing.times.push(time)
  }
  return groups
}

/**
 * Computes the times at berth and of waiting of the calls of a port, as they were known at an instant: by period, by
 * place and by week. A time that began on the first covered day is omitted, because the vessel may have been there
 * before. None without a covered day.
 */
export const computePortTimes = (
  coverage: PortCoverage,
  calls: ReadonlyArray<PortCall>,
  places: ReadonlyMap<string, BerthZone>,
  vesselClass: VesselClass,
  asOf: Instant
): Option.Option<ComputedTimes> => {
  const covered = coveredDaysOf(coverage, calls, asOf)
  if (covered.size === 0) return Option.none()
  const firstDay = [...covered].reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY)
  const callsOfClass = calls
    .flatMap((call) => Option.toArray(callAsOf(call, asOf)))
    .filter(({ vessel }) => isOfClass(vessel, vesselClass))
  const isWhole = ({ from, isReported }: StayTime) => isReported || dayOf(from) > firstDay
  const berth = berthTimes(callsOfClass).filter(isWhole)
  const waiting = waitingTimes(callsOfClass).filter(isWhole)
  const periods = (times: ReadonlyArray<StayTime>) =>
    TIMES_PERIODS.map((days) => periodTimes(times, covered, days, asOf))
  const berthByPlace = timesByPlace(berth, places)
  const waitingByPlace = timesByPlace(waiting, places)
  const inputs = ledgerAsOf(coverage, calls, asOf).inputsAt(asOf)
  const byPlace = [...new Map([...waitingByPlace, ...berthByPlace]).values()]
    .map(({ place }) => ({
      zoneId: place.zoneId === OUTSIDE.zoneId ? null : place.zoneId,
      name: place.name,
      berth: periods(berthByPlace.get(place.zoneId)?.times ?? []),
      waiting: periods(waitingByPlace.get(place.zoneId)?.times ?? [])
    }))
    .sort((a, b) => (b.berth.at(-1)?.count ?? 0) - (a.berth.at(-1)?.count ?? 0))
  return Option.some({
    berth: periods(berth),
    waiting: periods(waiting),
    waitingNow: Option.map(knownWaiting(inputs), (waiting) => waiting[vesselClass]),
    places: byPlace,
    weeks: Array.from({ length: TIMES_WEEKS }, (_, index) => {
      const to = asOf - (TIMES_WEEKS - 1 - index) * 7 * DAY_MILLIS
      const from = to - 7 * DAY_MILLIS
      return {
        from: DateTime.makeUnsafe(from),
        to: DateTime.makeUnsafe(to),
        coveredDays: coveredIn(covered, from, to),
        berth: weekOf(berth, from, to),
        waiting: weekOf(waiting, from, to)
      }
    })
  })
}
