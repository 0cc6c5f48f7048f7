import { Option } from "effect"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { PortCall, Stay } from "../detection/PortCall.ts"
import type { ZoneId } from "../zones/Zone.ts"

/** A time that one vessel spent at berth, or waiting for one. */
export interface StayTime {
  /** When the time began and ended. */
  readonly from: Instant
  readonly to: Instant
  readonly hours: number
  /** The zone of the berth; none for a stay outside all zones. */
  readonly berth: Option.Option<ZoneId>
  /** Whether the call was reported rather than detected in AIS data. */
  readonly isReported: boolean
}

const hoursFrom = (from: number, to: number): number => (to - from) / HOUR_MILLIS

/** The end of a stay; none while it continues, and where the record ended before it. */
const endOf = ({ to }: Stay, { endedAt, ending }: PortCall): Option.Option<Instant> =>
  Option.isSome(to) ? to : Option.contains(ending, "lost") ? Option.none() : endedAt

/** The completed stays at berth of calls: one time for each berth that a vessel used. */
export const berthTimes = (calls: ReadonlyArray<PortCall>): ReadonlyArray<StayTime> =>
  calls.flatMap((call) => {
    if (call.assignment !== undefined) return []
    return call.stays.flatMap((stay): ReadonlyArray<StayTime> => {
      const to = Option.getOrUndefined(endOf(stay, call))
      if (stay.kind !== "berth" || to === undefined || to < stay.from) return []
      return [
        {
          from: stay.from,
          to,
          hours: hoursFrom(stay.from, to),
          berth: stay.zone,
          isReported: call.source === "report"
        }
      ]
    })
  })

/**
 * The times that vessels waited for their first berth: one for each call with a berth, the sum of its stays at anchor
 * before, and 0 without any. It ends with the mooring.
 */
export const waitingTimes = (calls: ReadonlyArray<PortCall>): ReadonlyArray<StayTime> =>
  calls.flatMap((call): ReadonlyArray<StayTime> => {
    const place = call.stays.findIndex(({ kind }) => kind === "berth")
    const berth = call.stays[place]
    if (call.assignment !== undefined || berth === undefined) return []
    const hours = call.stays
      .slice(0, place)
      .filter(({ kind }) => kind === "anchorage")
      .reduce(
        (sum, stay) =>
          sum +
          hoursFrom(
            stay.from,
            Option.getOrElse(stay.to, () => berth.from)
          ),
        0
      )
    return [{ from: call.startedAt, to: berth.from, hours, berth: berth.zone, isReported: call.source === "report" }]
  })
