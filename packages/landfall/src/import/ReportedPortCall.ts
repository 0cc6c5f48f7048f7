import { MAX_CLOCK_AHEAD_SECONDS } from "@landfall/core/congestion/detection/DetectionThresholds"
import { type PortCall, PortCallId, type Stay } from "@landfall/core/congestion/detection/PortCall"
import type { PortCallReport } from "@landfall/core/congestion/detection/VesselReport"
import { type Fault, invalidFault } from "@landfall/core/faults/Fault"
import type { Position } from "@landfall/core/geo/Position"
import { DAY_MILLIS } from "@landfall/core/time/Durations"
import type { Instant } from "@landfall/core/time/Instant"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { type Vessel, vesselTypeOf } from "@landfall/core/vessels/Vessel"
import { Option } from "effect"

/**
 * The age in days up to which a report without departure means that the vessel is still in port, counted from its last
 * timestamp. Chosen here: beyond that, a missing departure is more likely than a longer stay.
 */
export const OPEN_REPORT_DAYS = 30

/**
 * The fault of a report with a future timestamp, allowing the server's clock to be `MAX_CLOCK_AHEAD_SECONDS` behind;
 * undefined when every timestamp has passed. A plan is not a call, and would extend the coverage of the port into the
 * future.
 */
export const futureTimeFault = (report: PortCallReport, readAt: Instant): Fault | undefined => {
  const { arrivedAt, berthedAt, unberthedAt, departedAt } = report
  const times = { arrivedAt: Option.some(arrivedAt), berthedAt, unberthedAt, departedAt }
  for (const [name, time] of Object.entries(times)) {
    if (Option.exists(time, (at) => at > readAt + MAX_CLOCK_AHEAD_SECONDS * 1000)) {
      return invalidFault([name], "must not be in the future; omit a planned time until it has happened")
    }
  }
  return undefined
}

const vesselNumberOf = ({ vessel }: PortCallReport): string => (vessel._tag === "Imo" ? vessel.imo : vessel.mmsi)

const lastReportedTime = ({ arrivedAt, berthedAt, unberthedAt, departedAt }: PortCallReport): Instant =>
  Option.getOrElse(Option.firstSomeOf([departedAt, unberthedAt, berthedAt]), () => arrivedAt)

const lastSeenAt = (report: PortCallReport, readAt: Instant): Instant => {
  const lastReported = lastReportedTime(report)
  const isStillInPort = Option.isNone(report.departedAt) && readAt - lastReported <= OPEN_REPORT_DAYS * DAY_MILLIS
  return isStillInPort && readAt > lastReported ? readAt : lastReported
}

const staysOf = ({ berthedAt, unberthedAt, departedAt }: PortCallReport, position: Position): ReadonlyArray<Stay> =>
  Option.match(berthedAt, {
    onNone: () => [],
    onSome: (from) => [
      {
        kind: "berth",
        evidence: "report",
        zone: Option.none(),
        from,
        to: Option.orElse(unberthedAt, () => departedAt),
        ...position
      }
    ]
  })

const reportedVesselOf = (
  { vessel, vesselName, vesselType }: PortCallReport,
  registered: Option.Option<Vessel>
): PortCall["vessel"] => {
  const registeredVessel = Option.getOrUndefined(registered)
  const type = Option.orElse(vesselType, () => Option.flatMap(registered, vesselTypeOf))
  return {
    mmsi: Option.map(Option.fromUndefinedOr(vessel._tag === "Mmsi" ? vessel.mmsi : registeredVessel?.mmsi), (mmsi) =>
      MmsiInteger.make(Number(mmsi))
    ),
    imo: Option.fromUndefinedOr(vessel._tag === "Imo" ? vessel.imo : registeredVessel?.imo),
    name: Option.orElse(vesselName, () => Option.fromUndefinedOr(registeredVessel?.name)),
    shipType: Option.none(),
    commercial: true,
    type,
    typeSource: Option.isSome(type) ? "registry" : "none"
  }
}

/**
 * Makes the call that a port or an agent reports. Its vessel counts as a commercial vessel. The id is derived from the
 * vessel, the port and the arrival: a repeated report replaces the earlier one. `registered` is the record of the
 * vessel, `position` that of the port, `readAt` the time of reading.
 */
export const portCallOfReport = (
  report: PortCallReport,
  registered: Option.Option<Vessel>,
  position: Position,
  readAt: Instant
): PortCall => ({
  id: PortCallId.make(`report-${vesselNumberOf(report)}-${report.port}-${Math.floor(report.arrivedAt / 1000)}`),
  port: report.port,
  startedAt: report.arrivedAt,
  endedAt: report.departedAt,
  ending: Option.map(report.departedAt, () => "left"),
  stays: staysOf(report, position),
  silences: [],
  lastReceivedAt: lastSeenAt(report, readAt),
  vessel: reportedVesselOf(report, registered),
  source: "report"
})
