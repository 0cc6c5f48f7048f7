import { Option } from "effect"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import { AGE_OUT_HOURS } from "../detection/DetectionThresholds.ts"
import { type PortCall, type StayKind, waitIdOf } from "../detection/PortCall.ts"

const AGE_OUT_MILLIS = AGE_OUT_HOURS * HOUR_MILLIS

/** A half-open interval in milliseconds since 1970: `to` is excluded. */
export interface Interval {
  readonly from: number
  readonly to: number
}

const subtractInterval = (interval: Interval, gap: Interval): ReadonlyArray<Interval> => {
  if (gap.to <= interval.from || gap.from >= interval.to) return [interval]
  return [
    { from: interval.from, to: gap.from },
    { from: gap.to, to: interval.to }
  ].filter(({ from, to }) => from < to)
}

/** Orders calls by their start, then by id. */
export const comparePortCalls = (a: PortCall, b: PortCall): number =>
  a.startedAt - b.startedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Tests whether a call had not ended before `from`. */
export const isOpenSince = ({ endedAt }: Pick<PortCall, "endedAt">, from: Instant): boolean =>
  !Option.exists(endedAt, (at) => at < from)

/** Tests whether a call was open at any time from `from` to `to`. */
export const isOpenDuring = (call: Pick<PortCall, "startedAt" | "endedAt">, from: Instant, to: Instant): boolean =>
  call.startedAt <= to && isOpenSince(call, from)

/** Tests whether an open call is no longer counted: its vessel has been silent for `AGE_OUT_HOURS`. */
export const isAgedOut = (call: Pick<PortCall, "endedAt" | "lastReceivedAt">, asOf: Instant): boolean =>
  Option.isNone(call.endedAt) && asOf - call.lastReceivedAt > AGE_OUT_MILLIS

/**
 * The intervals in which the vessel of a call was at berth, up to `asOf`. A silent vessel counts for `AGE_OUT_HOURS`
 * after its last position, and again from its next one.
 */
export const berthIntervals = (
  call: Pick<PortCall, "stays" | "silences" | "endedAt" | "lastReceivedAt">,
  asOf: Instant
): ReadonlyArray<Interval> => {
  const silentIntervals = call.silences
    .map(({ from, to }) => ({ from: from + AGE_OUT_MILLIS, to }))
    .filter(({ from, to }) => from < to)
  const openEnd = Math.min(asOf, call.lastReceivedAt + AGE_OUT_MILLIS)
  return call.stays.flatMap((stay) => {
    if (stay.kind !== "berth") return []
    const to = Math.min(
      asOf,
      Option.getOrElse(
        Option.orElse(stay.to, () => call.endedAt),
        () => openEnd
      )
    )
    if (to <= stay.from) return []
    return silentIntervals.reduce<ReadonlyArray<Interval>>(
      (intervals, gap) => intervals.flatMap((interval) => subtractInterval(interval, gap)),
      [{ from: stay.from, to }]
    )
  })
}

/** The kind of the stay that the vessel of a call is on; none while it is under way. */
export const currentStayKind = (call: Pick<PortCall, "stays" | "endedAt">): Option.Option<StayKind> => {
  const last = call.stays[call.stays.length - 1]
  return last === undefined || Option.isSome(last.to) || Option.isSome(call.endedAt)
    ? Option.none()
    : Option.some(last.kind)
}

/**
 * The calls and waits of a port that were known at an instant: a call that began with a wait at a shared anchorage is
 * that wait until the vessel stopped in the port.
 */
export const knownCalls = (calls: ReadonlyArray<PortCall>, asOf: Instant): ReadonlyArray<PortCall> => {
  const isWaiting = ({ assignment, endedAt, startedAt }: PortCall) =>
    (assignment === "shared" || assignment === "likely") &&
    startedAt <= asOf &&
    !Option.exists(endedAt, (at) => at <= asOf)
  const waiting = new Set<string>(calls.flatMap((call) => (isWaiting(call) ? [call.id] : [])))
  return waiting.size === 0 ? calls : calls.filter(({ id, port }) => !waiting.has(waitIdOf(id, port)))
}

/** The calls known at an instant, and the waits that last, for a list: a wait that has ended is part of a call, or none. */
export const listedCalls = (calls: ReadonlyArray<PortCall>, asOf: Instant): ReadonlyArray<PortCall> =>
  knownCalls(calls, asOf).filter(
    ({ assignment, endedAt }) =>
      assignment === undefined || (assignment !== "withdrawn" && !Option.exists(endedAt, (at) => at <= asOf))
  )

const isAfter = (instant: Option.Option<Instant>, asOf: Instant): boolean => Option.exists(instant, (at) => at > asOf)

/** A call as it was known at an instant; none before it began. A later end is removed. */
export const callAsOf = (call: PortCall, asOf: Instant): Option.Option<PortCall> => {
  if (call.startedAt > asOf) return Option.none()
  const isOpen = isAfter(call.endedAt, asOf)
  const silent = call.silences.find(({ from, to }) => from <= asOf && asOf < to)
  const isChanged = isOpen || call.lastReceivedAt > asOf || silent !== undefined
  if (!isChanged) return Option.some(call)
  return Option.some({
    ...call,
    endedAt: isOpen ? Option.none() : call.endedAt,
    ending: isOpen ? Option.none() : call.ending,
    stays: call.stays.flatMap((stay) => {
      if (stay.from > asOf) return []
      return [isAfter(stay.to, asOf) ? { ...stay, to: Option.none() } : stay]
    }),
    silences: call.silences.filter(({ to }) => to <= asOf),
    lastReceivedAt:
      silent === undefined ? (call.lastReceivedAt > asOf || isOpen ? asOf : call.lastReceivedAt) : silent.from
  })
}

const isSameVessel = (a: PortCall, b: PortCall): boolean =>
  (Option.isSome(a.vessel.imo) && Option.contains(b.vessel.imo, a.vessel.imo.value)) ||
  (Option.isSome(a.vessel.mmsi) && Option.contains(b.vessel.mmsi, a.vessel.mmsi.value))

/** Tests whether calls of two sources at one port are the same visit: the same vessel, and times that overlap. */
export const isSameVisit = (a: PortCall, b: PortCall): boolean =>
  isSameVessel(a, b) &&
  a.startedAt <= Option.getOrElse(b.endedAt, () => Number.POSITIVE_INFINITY) &&
  b.startedAt <= Option.getOrElse(a.endedAt, () => Number.POSITIVE_INFINITY)

const identifiersOf = ({ vessel }: PortCall): ReadonlyArray<string | number> => [
  ...Option.toArray(vessel.imo),
  ...Option.toArray(vessel.mmsi)
]

/** Removes detected calls that a reported call of the same vessel and time supersedes. All calls are of one port. */
export const removeSuperseded = (calls: ReadonlyArray<PortCall>): ReadonlyArray<PortCall> => {
  const reported = new Map<string | number, Array<PortCall>>()
  for (const call of calls) {
    if (call.source !== "report") continue
    for (const name of identifiersOf(call)) reported.set(name, [...(reported.get(name) ?? []), call])
  }
  if (reported.size === 0) return calls
  const isSuperseded = (call: PortCall): boolean =>
    identifiersOf(call).some((name) => reported.get(name)?.some((other) => isSameVisit(call, other)) === true)
  return calls.filter((call) => call.source === "report" || !isSuperseded(call))
}
