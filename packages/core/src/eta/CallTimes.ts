import { Option, Schema } from "effect"
import type { PortCall } from "../congestion/detection/PortCall.ts"
import type { Unlocode } from "../geo/Unlocode.ts"
import { type DurationDistribution, distributionOf } from "./DurationDistribution.ts"
import { hoursInPortOf, hoursWaitingOf, type VesselCall, vesselCallsOf } from "./VesselCalls.ts"

/** The basis of a usual time: the calls of this vessel at the port, those of other vessels, or the default. */
export const TimeBasis = Schema.Literals(["vessel", "port", "default"])
export type TimeBasis = typeof TimeBasis.Type

/** The usual duration of a part of a call. */
export interface CallTime {
  readonly hours: DurationDistribution
  readonly basis: TimeBasis
  /** The calls behind it; 0 for the default. */
  readonly calls: number
}

/** The fewest calls of a vessel at a port by which its own calls decide. */
export const VESSEL_CALLS = 3
/** The fewest calls of other vessels at a port by which they decide. */
export const PORT_CALLS = 5
/** The newest calls of a port that count. */
export const PORT_CALLS_CONSIDERED = 200

/**
 * The time in port of a container vessel where the log has too few calls: 0.8 days, the median of the world's container
 * vessels in 2021 (UNCTAD, Review of Maritime Transport 2022, chapter 4).
 */
const DEFAULT_HOURS_IN_PORT = 19.2
/** The wait for a berth where the log has too few calls. UNCTAD's median time in port does not contain waits at anchor. */
const DEFAULT_HOURS_WAITING = 0

/** The hours of one part of calls: in port, or waiting. */
type HoursOf = (call: VesselCall) => Option.Option<number>

const hoursOf = (calls: ReadonlyArray<VesselCall>, of: HoursOf): ReadonlyArray<number> =>
  calls.flatMap((call) => Option.toArray(of(call)))

const usualTime = (
  port: Unlocode,
  vessel: ReadonlyArray<VesselCall>,
  others: ReadonlyArray<VesselCall>,
  of: HoursOf,
  defaultHours: number
): CallTime => {
  const ofVessel = hoursOf(
    vessel.filter((call) => call.port === port),
    of
  )
  const all = hoursOf(others, of)
  for (const [basis, hours, enough] of [
    ["vessel", ofVessel, VESSEL_CALLS],
    ["port", all, PORT_CALLS]
  ] as const) {
    const distribution = hours.length < enough ? undefined : distributionOf(hours)
    if (distribution !== undefined) return { hours: distribution, basis, calls: hours.length }
  }
  return { hours: [defaultHours], basis: "default", calls: 0 }
}

/** The usual hours in port at a call: of the vessel there, else of other vessels there, else the default. */
export const usualHoursInPort = (
  port: Unlocode,
  vessel: ReadonlyArray<VesselCall>,
  others: ReadonlyArray<VesselCall>
): CallTime => usualTime(port, vessel, others, hoursInPortOf, DEFAULT_HOURS_IN_PORT)

/** The usual hours from the arrival to the berth, from the same calls. */
export const usualHoursWaiting = (
  port: Unlocode,
  vessel: ReadonlyArray<VesselCall>,
  others: ReadonlyArray<VesselCall>
): CallTime => usualTime(port, vessel, others, hoursWaitingOf, DEFAULT_HOURS_WAITING)

/** The hours that remain of a time, after the hours that have passed: of the calls that took longer; 0 when none did. */
export const remainingTime = (time: CallTime, passedHours: number): CallTime => ({
  ...time,
  hours: distributionOf(time.hours.filter((hours) => hours > passedHours).map((hours) => hours - passedHours)) ?? [0]
})

/** The completed calls of cargo vessels at a port, as records of the port-call log. Each vessel's records are joined. */
export const cargoCallsAt = (records: ReadonlyArray<PortCall>): ReadonlyArray<VesselCall> => {
  const byVessel = new Map<string, Array<PortCall>>()
  for (const record of records) {
    const { imo, mmsi, type } = record.vessel
    if (!Option.contains(type, "cargo")) continue
    const vessel = Option.getOrElse(imo, () => Option.match(mmsi, { onNone: () => record.id, onSome: String }))
    byVessel.set(vessel, [...(byVessel.get(vessel) ?? []), record])
  }
  return [...byVessel.values()].flatMap(vesselCallsOf)
}
