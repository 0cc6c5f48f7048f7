import { Schema } from "effect"
import { Position } from "../../geo/Position.ts"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Instant } from "../../time/Instant.ts"
import { ImoNumber } from "../../vessels/ImoNumber.ts"
import { Knots } from "../../vessels/Knots.ts"
import { MmsiInteger } from "../../vessels/Mmsi.ts"
import { VesselIdentity } from "../../vessels/VesselIdentity.ts"
import { VesselType } from "../../vessels/VesselType.ts"

/**
 * The navigation status of a vessel, in the order of the codes 0 to 14 (ITU-R M.1371-5, annex 8, table 45). The crew
 * sets it by hand, so it can be hours old. Code 15, not defined, is represented by none.
 */
export const NavigationStatus = Schema.Literals([
  "under_way_using_engine",
  "at_anchor",
  "not_under_command",
  "restricted_manoeuvrability",
  "constrained_by_draught",
  "moored",
  "aground",
  "fishing",
  "under_way_sailing",
  "reserved_high_speed",
  "reserved_wing_in_ground",
  "towing_astern",
  "pushing_ahead",
  "reserved",
  "ais_sart_active"
])
export type NavigationStatus = typeof NavigationStatus.Type

/**
 * The kind of AIS transceiver. `long_range` (message 27) rounds positions to a tenth of a minute, about 185 m, and
 * speeds to whole knots.
 */
export const Transceiver = Schema.Literals(["class_a", "class_b", "long_range"])
export type Transceiver = typeof Transceiver.Type

const receptionFields = {
  /** An integer rather than a string: detection looks up vessels by it hundreds of thousands of times per second. */
  mmsi: MmsiInteger,
  /** The time of the observation: as the source stamped it, else the time of reception. */
  at: Instant,
  /** The clock that gave `at`: the source's (a tag block, a column) or the receiver's. */
  clock: Schema.Literals(["source", "arrival"]),
  /** The feed or file that delivered the report, as the operator named it. */
  source: Schema.String
}

/** A course or heading: degrees clockwise from true north, 0 or more and below 360. */
export const Bearing = Schema.Finite.pipe(
  Schema.check(
    Schema.isGreaterThanOrEqualTo(0, { message: "must be a bearing: degrees from 0 to below 360" }),
    Schema.isLessThan(360, { message: "must be a bearing: degrees from 0 to below 360" })
  ),
  Schema.brand("Bearing")
)
export type Bearing = typeof Bearing.Type

/** A position report: where a vessel was, and how it moved. A value that is not available is none. */
export const PositionReport = Schema.TaggedStruct("PositionReport", {
  ...receptionFields,
  position: Position,
  /** Speed over ground, 0 to 102.2 knots; 102.2 means 102.2 or more. */
  speed: Schema.OptionFromNullOr(Knots),
  /** Course over ground. */
  course: Schema.OptionFromNullOr(Bearing),
  heading: Schema.OptionFromNullOr(Bearing),
  status: Schema.OptionFromNullOr(NavigationStatus),
  transceiver: Schema.OptionFromNullOr(Transceiver)
})
export type PositionReport = typeof PositionReport.Type

/** An AIS ship type, 1 to 99: 70 to 79 cargo vessels, 80 to 89 tankers (ITU-R M.1371-5, annex 8, table 53). */
export const AisShipType = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween({ minimum: 1, maximum: 99 }, { message: "must be an AIS ship type: a whole number from 1 to 99" })
  ),
  Schema.brand("AisShipType")
)
export type AisShipType = typeof AisShipType.Type

/** A dimension of a vessel in metres, above 0. */
export const Metres = Schema.Finite.pipe(
  Schema.check(Schema.isGreaterThan(0, { message: "must be a length in metres: above 0" })),
  Schema.brand("Metres")
)
export type Metres = typeof Metres.Type

/**
 * A static report: the identity and dimensions that a vessel reports of itself. A report may contain a part of them:
 * none means that this report does not include the value, so it does not clear a known one. Texts are never empty.
 */
export const StaticReport = Schema.TaggedStruct("StaticReport", {
  ...receptionFields,
  /** Present only with a valid check digit: crews enter it by hand. */
  imo: Schema.OptionFromNullOr(ImoNumber),
  name: Schema.OptionFromNullOr(Schema.String),
  callSign: Schema.OptionFromNullOr(Schema.String),
  shipType: Schema.OptionFromNullOr(AisShipType),
  length: Schema.OptionFromNullOr(Metres),
  beam: Schema.OptionFromNullOr(Metres),
  draught: Schema.OptionFromNullOr(Metres),
  /** Free text entered by the crew. */
  destination: Schema.OptionFromNullOr(Schema.String)
})
export type StaticReport = typeof StaticReport.Type

/**
 * A call that a port or an agent reports. It takes precedence over calls detected for the same vessel and port. A call
 * without departure is open.
 */
export const PortCallReport = Schema.TaggedStruct("PortCallReport", {
  vessel: VesselIdentity,
  port: Unlocode,
  /** When the vessel entered the port's area, its anchorage included. */
  arrivedAt: Instant,
  /** When the vessel was moored at its berth. */
  berthedAt: Schema.OptionFromNullOr(Instant),
  /** When the vessel left its berth. */
  unberthedAt: Schema.OptionFromNullOr(Instant),
  /** When the vessel left the port's area. */
  departedAt: Schema.OptionFromNullOr(Instant),
  vesselName: Schema.OptionFromNullOr(Schema.String),
  vesselType: Schema.OptionFromNullOr(VesselType),
  /** The file or feed that delivered the report, as the operator named it. */
  source: Schema.String
})
export type PortCallReport = typeof PortCallReport.Type

/** An AIS report of a vessel. */
export const VesselReport = Schema.Union([PositionReport, StaticReport])
export type VesselReport = typeof VesselReport.Type
