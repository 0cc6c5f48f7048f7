import { Option } from "effect"
import { DAY_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import type { PortCall } from "../detection/PortCall.ts"
import { latestReceived, type PortCoverage } from "../detection/PortCoverage.ts"

const dayOf = (instant: number): number => Math.floor(instant / DAY_MILLIS)

/**
 * The last position before an instant that a call is evidence of, none of a wait: the instant itself while positions of
 * the vessel were received before and after it, at most `AGE_OUT_HOURS` apart.
 */
const lastPositionOf = (call: PortCall, asOf: Instant): Option.Option<Instant> => {
  if (call.startedAt > asOf || call.source === "report" || call.assignment !== undefined) return Option.none()
  const silence = call.silences.find(({ from, to }) => from <= asOf && asOf < to)
  const last = silence?.from ?? call.lastReceivedAt
  return Option.some(Instant.make(Math.min(asOf, last)))
}

/** Tests whether a call had begun by an instant, and a position of its vessel was received on that day or later. */
const coversDayOf = ({ assignment, startedAt, lastReceivedAt }: PortCall, asOf: Instant): boolean =>
  assignment === undefined && startedAt <= asOf && dayOf(lastReceivedAt) >= dayOf(asOf)

/**
 * The coverage of a port as known at an instant. Coverage is stored by day: on the day of the instant the port counts
 * as covered when the previous day was, or a call was open.
 */
export const coverageAsOf = (
  { port, days, lastReceivedAt }: PortCoverage,
  calls: ReadonlyArray<PortCall>,
  asOf: Instant
): PortCoverage => {
  if (Option.exists(lastReceivedAt, (at) => at <= asOf)) {
    return { port, days: days.filter((day) => day <= dayOf(asOf)), lastReceivedAt }
  }
  const today = dayOf(asOf)
  const isCoveredToday = days.includes(today - 1) || calls.some((call) => coversDayOf(call, asOf))
  const coveredDays = days.filter((day) => day < today || (day === today && isCoveredToday))
  if (coveredDays.length === 0) return { port, days: coveredDays, lastReceivedAt: Option.none() }
  const newest = coveredDays.reduce((latest, day) => Math.max(latest, day), 0)
  const lastReceived = calls.map((call) => lastPositionOf(call, asOf)).reduce(latestReceived, Option.none())
  if (Option.exists(lastReceived, (at) => at >= newest * DAY_MILLIS))
    return { port, days: coveredDays, lastReceivedAt: lastReceived }
  // Of a day without a call, only vessels in passing are known: the last one is assumed at its end, or at the instant.
  const end = Instant.make(Math.min(asOf, (newest + 1) * DAY_MILLIS))
  return { port, days: coveredDays, lastReceivedAt: Option.some(end) }
}
