import { Option } from "effect"
import type { PortCall } from "../congestion/detection/PortCall.ts"
import type { Unlocode } from "../geo/Unlocode.ts"
import { HOUR_MILLIS } from "../time/Durations.ts"
import type { Instant } from "../time/Instant.ts"

/** A completed or open call of a vessel, without the waits whose port is unknown. */
export interface VesselCall {
  readonly port: Unlocode
  readonly arrivedAt: Instant
  /** When it was first moored; none before, and where berths are not observed. */
  readonly berthedAt: Option.Option<Instant>
  /** None while the vessel is in port, and where its departure was not observed. */
  readonly departedAt: Option.Option<Instant>
  readonly open: boolean
}

/** Two calls at one port that are nearer than this are one: the vessel shifted berth, or waited outside. */
const SAME_CALL_HOURS = 24

const berthedAt = ({ stays }: PortCall): Option.Option<Instant> =>
  Option.map(Option.fromUndefinedOr(stays.find(({ kind }) => kind === "berth")), ({ from }) => from)

const vesselCallOf = (call: PortCall): VesselCall => ({
  port: call.port,
  arrivedAt: call.startedAt,
  berthedAt: berthedAt(call),
  departedAt: Option.contains(call.ending, "lost") ? Option.none() : call.endedAt,
  open: Option.isNone(call.endedAt)
})

const isSameCall = (before: VesselCall, after: VesselCall): boolean =>
  before.port === after.port &&
  after.arrivedAt - Option.getOrElse(before.departedAt, () => before.arrivedAt) < SAME_CALL_HOURS * HOUR_MILLIS

/** The calls of one vessel in order of arrival, from records of the port-call log in any order. */
export const vesselCallsOf = (records: ReadonlyArray<PortCall>): ReadonlyArray<VesselCall> => {
  const calls: Array<VesselCall> = []
  const sorted = records
    .filter(({ assignment }) => assignment === undefined)
    .map(vesselCallOf)
    .sort((a, b) => a.arrivedAt - b.arrivedAt)
  for (const call of sorted) {
    const previous = calls.at(-1)
    if (previous === undefined || !isSameCall(previous, call)) calls.push(call)
    else
      calls[calls.length - 1] = {
        ...call,
        arrivedAt: previous.arrivedAt,
        berthedAt: Option.orElse(previous.berthedAt, () => call.berthedAt)
      }
  }
  return calls
}

/** Hours in port of a call whose departure is known: the wait and the stay at berth. */
export const hoursInPortOf = ({ arrivedAt, departedAt }: VesselCall): Option.Option<number> =>
  Option.map(departedAt, (at) => (at - arrivedAt) / HOUR_MILLIS)

/** Hours from the arrival to the first berth; none where no berth was observed. */
export const hoursWaitingOf = ({ arrivedAt, berthedAt }: VesselCall): Option.Option<number> =>
  Option.map(berthedAt, (at) => Math.max(0, (at - arrivedAt) / HOUR_MILLIS))

/** A passage between two consecutive calls of a vessel. */
export interface PastLeg {
  readonly from: Unlocode
  readonly to: Unlocode
  readonly hours: number
}

/** The legs between the calls of a vessel whose ends are known, in order. */
export const pastLegsOf = (calls: ReadonlyArray<VesselCall>): ReadonlyArray<PastLeg> =>
  calls.flatMap((to, index) => {
    const from = calls[index - 1]
    if (from === undefined || Option.isNone(from.departedAt) || from.port === to.port) return []
    const hours = (to.arrivedAt - from.departedAt.value) / HOUR_MILLIS
    return hours > 0 ? [{ from: from.port, to: to.port, hours }] : []
  })
