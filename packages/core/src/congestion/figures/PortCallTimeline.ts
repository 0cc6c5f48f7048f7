import { Option } from "effect"
import { HOUR_MILLIS, type Instant } from "../../time/Instant.ts"
import { AGE_OUT_HOURS } from "../detection/DetectionThresholds.ts"
import type { PortCall, StayKind } from "../detection/PortCall.ts"

const AGE_OUT_MILLIS = AGE_OUT_HOURS * HOUR_MILLIS

/** A time in milliseconds since 1970, its end not included. */
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

/** Whether a call that has not ended is counted no longer: its ship was not heard for `AGE_OUT_HOURS`. */
export const isAgedOut = (call: Pick<PortCall, "endedAt" | "lastHeardAt">, asOf: Instant): boolean =>
  Option.isNone(call.endedAt) && asOf - call.lastHeardAt > AGE_OUT_MILLIS

/**
 * When the ship of a call lay at berth, up to `asOf`. It counts for `AGE_OUT_HOURS` after it was last heard, and again
 * from when it is heard again.
 */
export const berthIntervals = (
  call: Pick<PortCall, "stays" | "silences" | "endedAt" | "lastHeardAt">,
  asOf: Instant
): ReadonlyArray<Interval> => {
  const unheard = call.silences
    .map(({ from, to }) => ({ from: from + AGE_OUT_MILLIS, to }))
    .filter(({ from, to }) => from < to)
  const open = Math.min(asOf, call.lastHeardAt + AGE_OUT_MILLIS)
  return call.stays.flatMap((stay) => {
    if (stay.kind !== "berth") return []
    const to = Math.min(
      asOf,
      Option.getOrElse(
        Option.orElse(stay.to, () => call.endedAt),
        () => open
      )
    )
    if (to <= stay.from) return []
    return unheard.reduce<ReadonlyArray<Interval>>(
      (kept, gap) => kept.flatMap((part) => subtractInterval(part, gap)),
      [{ from: stay.from, to }]
    )
  })
}

/** What the ship of a call is doing: the kind of the stay it is on, none while it is under way. */
export const currentStayKind = (call: Pick<PortCall, "stays" | "endedAt">): Option.Option<StayKind> => {
  const last = call.stays[call.stays.length - 1]
  return last === undefined || Option.isSome(last.to) || Option.isSome(call.endedAt)
    ? Option.none()
    : Option.some(last.kind)
}

const isAfter = (moment: Option.Option<Instant>, asOf: Instant): boolean => Option.exists(moment, (at) => at > asOf)

/** A call as it stood at an instant; none before it began. What was not over then is open. */
export const callAsOf = (call: PortCall, asOf: Instant): Option.Option<PortCall> => {
  if (call.startedAt > asOf) return Option.none()
  const open = isAfter(call.endedAt, asOf)
  const silent = call.silences.find(({ from, to }) => from <= asOf && asOf < to)
  const past = open || call.lastHeardAt > asOf || silent !== undefined
  if (!past) return Option.some(call)
  return Option.some({
    ...call,
    endedAt: open ? Option.none() : call.endedAt,
    ending: open ? Option.none() : call.ending,
    stays: call.stays.flatMap((stay) => {
      if (stay.from > asOf) return []
      return [isAfter(stay.to, asOf) ? { ...stay, to: Option.none() } : stay]
    }),
    silences: call.silences.filter(({ to }) => to <= asOf),
    lastHeardAt: silent === undefined ? (call.lastHeardAt > asOf || open ? asOf : call.lastHeardAt) : silent.from
  })
}
