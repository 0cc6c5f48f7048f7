import { Option } from "effect"
import type { Position } from "../../geo/Position.ts"
import { DAY_MILLIS, Instant } from "../../time/Instant.ts"
import { MmsiInteger } from "../../vessels/Mmsi.ts"
import { type Vessel, vesselTypeOf } from "../../vessels/Vessel.ts"
import { MAX_CLOCK_AHEAD_SECONDS } from "./DetectionThresholds.ts"
import { type PortCall, PortCallId, type Stay } from "./PortCall.ts"
import { MEAN_DAYS, type PortCoverage } from "./PortCoverage.ts"
import type { PortCallReport } from "./VesselReport.ts"

/**
 * A report without departure says that the ship is still there, as long as the last time that it tells is no older than
 * so many days when it is read. Own choice: beyond that a departure was forgotten more likely than not.
 */
export const OPEN_REPORT_DAYS = 30

/**
 * What of a report had not happened when it was read, by a clock that may be `MAX_CLOCK_AHEAD_SECONDS` behind: a plan is no call, and
 * would have the port heard in the future. Undefined when all of it had.
 */
export const futureTimeFault = (report: PortCallReport, readAt: Instant): string | undefined => {
  const { arrivedAt, berthedAt, unberthedAt, departedAt } = report
  const times = { arrivedAt: Option.some(arrivedAt), berthedAt, unberthedAt, departedAt }
  for (const [name, time] of Object.entries(times)) {
    if (Option.exists(time, (at) => at > readAt + MAX_CLOCK_AHEAD_SECONDS * 1000)) {
      return `$.${name} must not be in the future, for a plan is no call: leave it out until it has happened`
    }
  }
  return undefined
}

const vesselNumberOf = ({ vessel }: PortCallReport): string => (vessel._tag === "Imo" ? vessel.imo : vessel.mmsi)

const lastReportedTime = ({ arrivedAt, berthedAt, unberthedAt, departedAt }: PortCallReport): Instant =>
  Option.getOrElse(Option.firstSomeOf([departedAt, unberthedAt, berthedAt]), () => arrivedAt)

const lastSeenAt = (report: PortCallReport, readAt: Instant): Instant => {
  const told = lastReportedTime(report)
  const stands = Option.isNone(report.departedAt) && readAt - told <= OPEN_REPORT_DAYS * DAY_MILLIS
  return stands && readAt > told ? readAt : told
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

const shipOf = (
  { vessel, vesselName, vesselType }: PortCallReport,
  registered: Option.Option<Vessel>
): PortCall["ship"] => {
  const known = Option.getOrUndefined(registered)
  const type = Option.orElse(vesselType, () => Option.flatMap(registered, vesselTypeOf))
  return {
    mmsi: Option.map(Option.fromUndefinedOr(vessel._tag === "Mmsi" ? vessel.mmsi : known?.mmsi), (mmsi) =>
      MmsiInteger.make(Number(mmsi))
    ),
    imo: Option.fromUndefinedOr(vessel._tag === "Imo" ? vessel.imo : known?.imo),
    name: Option.orElse(vesselName, () => Option.fromUndefinedOr(known?.name)),
    shipType: Option.none(),
    commercial: true,
    type,
    typeSource: Option.isSome(type) ? "registry" : "none"
  }
}

/**
 * The call that a port or an agent reports, of a merchant ship since it is reported at all. Its id is made of the ship, the
 * port and the arrival: reported again, it takes the place of what was reported before. `registered` is what is known of
 * the ship, `position` that of the port, `readAt` when the report was read.
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
  lastHeardAt: lastSeenAt(report, readAt),
  ship: shipOf(report, registered),
  source: "report"
})

const dayOf = (instant: number): number => Math.floor(instant / DAY_MILLIS)

/** The days that a reported call covers, a year of them at most, and when its port was heard by it. */
export const coverageOfReportedCall = ({ port, startedAt, lastHeardAt }: PortCall): PortCoverage => {
  const last = dayOf(lastHeardAt)
  const first = Math.max(dayOf(startedAt), last - MEAN_DAYS)
  return {
    port,
    days: Array.from({ length: last - first + 1 }, (_, day) => first + day),
    lastReceivedAt: Option.some(Instant.make(lastHeardAt))
  }
}
