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
 * What a ship says it is doing, in the order of the codes 0 to 14 (ITU-R M.1371-5, annex 8, table 45). Its crew sets it
 * by hand: it can be hours old. Code 15, not defined, is no status.
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

/** `long_range` (type 27) rounds positions to a tenth of a minute, some 185 m, and speeds to whole knots. */
export const Transceiver = Schema.Literals(["class_a", "class_b", "long_range"])
export type Transceiver = typeof Transceiver.Type

const receptionFields = {
  /** A number and not its digits: hundreds of thousands of these a second are looked up by it. */
  mmsi: MmsiInteger,
  /** When it was so: as the source stamped it, else when it arrived. */
  at: Instant,
  /** Who told `at`: the source (a tag block, a column), or our own clock on arrival. */
  clock: Schema.Literals(["source", "arrival"]),
  /** The feed or file it came by, as its operator named it. */
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

/** Where a ship was, and how it moved. What the ship did not know is none. */
export const PositionReport = Schema.TaggedStruct("PositionReport", {
  ...receptionFields,
  position: Position,
  /** Speed over ground, 0 to 102.2; 102.2 stands for that and anything above. */
  speed: Schema.OptionFromNullOr(Knots),
  /** Course over ground. */
  course: Schema.OptionFromNullOr(Bearing),
  heading: Schema.OptionFromNullOr(Bearing),
  status: Schema.OptionFromNullOr(NavigationStatus),
  transceiver: Schema.OptionFromNullOr(Transceiver)
})
export type PositionReport = typeof PositionReport.Type

/** A ship type of AIS, 1 to 99: 70 to 79 cargo ships, 80 to 89 tankers (ITU-R M.1371-5, annex 8, table 53). */
export const AisShipType = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween({ minimum: 1, maximum: 99 }, { message: "must be a ship type of AIS: a whole number, 1 to 99" })
  ),
  Schema.brand("AisShipType")
)
export type AisShipType = typeof AisShipType.Type

/** A length of ship in metres, above 0. */
export const Metres = Schema.Finite.pipe(
  Schema.check(Schema.isGreaterThan(0, { message: "must be a length in metres: above 0" })),
  Schema.brand("Metres")
)
export type Metres = typeof Metres.Type

/**
 * What a ship says of itself. A report may say only a part: none means that this report does not tell, not that the
 * ship has none, so a later none takes nothing back. Texts are never empty.
 */
export const StaticReport = Schema.TaggedStruct("StaticReport", {
  ...receptionFields,
  /** Only with a right check digit: crews type it in. */
  imo: Schema.OptionFromNullOr(ImoNumber),
  name: Schema.OptionFromNullOr(Schema.String),
  callSign: Schema.OptionFromNullOr(Schema.String),
  shipType: Schema.OptionFromNullOr(AisShipType),
  length: Schema.OptionFromNullOr(Metres),
  beam: Schema.OptionFromNullOr(Metres),
  draught: Schema.OptionFromNullOr(Metres),
  /** Free text of the crew. */
  destination: Schema.OptionFromNullOr(Schema.String)
})
export type StaticReport = typeof StaticReport.Type

/**
 * A call that a port or an agent reports: it outranks what positions suggest for the same ship and port. A call without
 * departure is open.
 */
export const PortCallReport = Schema.TaggedStruct("PortCallReport", {
  vessel: VesselIdentity,
  port: Unlocode,
  /** When the ship came into the port's area, its anchorage included. */
  arrivedAt: Instant,
  /** When it made fast at its berth. */
  berthedAt: Schema.OptionFromNullOr(Instant),
  /** When it left its berth. */
  unberthedAt: Schema.OptionFromNullOr(Instant),
  /** When it left the port's area. */
  departedAt: Schema.OptionFromNullOr(Instant),
  vesselName: Schema.OptionFromNullOr(Schema.String),
  vesselType: Schema.OptionFromNullOr(VesselType),
  /** The file or feed it came by, as its operator named it. */
  source: Schema.String
})
export type PortCallReport = typeof PortCallReport.Type

/** What radio tells of a ship. */
export const VesselReport = Schema.Union([PositionReport, StaticReport])
export type VesselReport = typeof VesselReport.Type
