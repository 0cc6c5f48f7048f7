import { Option, Schema } from "effect"
import { StorableText } from "../../faults/StorableText.ts"
import { Latitude, Longitude, type Position } from "../../geo/Position.ts"
import { Unlocode } from "../../geo/Unlocode.ts"
import { VesselType } from "../../vessels/VesselType.ts"
import { outlineOf } from "./Outline.ts"
import { ZoneShape } from "./ZoneShape.ts"

/** The permanent id of a zone: 1 to 100 characters, chosen by the operator or derived from the zone. */
export const ZoneId = StorableText.pipe(
  Schema.check(
    Schema.isPattern(/^\P{Cc}{1,100}$/u, {
      message: "must be the id of a zone: 1 to 100 characters, none of them a control character"
    })
  ),
  Schema.brand("ZoneId")
)
export type ZoneId = typeof ZoneId.Type

/** The kinds of zones: where vessels load and discharge, where they wait, and all water that counts as the port. */
export const ZoneKind = Schema.Literals(["BERTH", "ANCHORAGE", "PORT_AREA"])
export type ZoneKind = typeof ZoneKind.Type
/**
 * The origin of a zone: the default area of a port, the curated areas that the gazetteer supplies, the history of stops,
 * or the operator.
 */
export const ZoneSource = Schema.Literals(["default", "curated", "history", "operator"])
export type ZoneSource = typeof ZoneSource.Type

/**
 * The review status of a zone. Detection uses accepted zones alone; a proposed zone awaits review; a rejected one is
 * stored so that it is not proposed again.
 */
export const ZoneStatus = Schema.Literals(["accepted", "proposed", "rejected"])
export type ZoneStatus = typeof ZoneStatus.Type

/**
 * An area of water that belongs to a port. Several ports may share an anchorage; any other zone has exactly one port.
 */
export const Zone = Schema.Struct({
  id: ZoneId,
  kind: ZoneKind,
  name: Schema.Option(StorableText),
  ports: Schema.Array(Unlocode).check(
    Schema.isBetweenLength(1, 20, { message: "must name 1 to 20 ports by UN/LOCODE" }),
    Schema.makeFilter((ports) => (new Set(ports).size === ports.length ? undefined : "must name each port once"))
  ),
  shape: ZoneShape,
  source: ZoneSource,
  status: ZoneStatus,
  /** The only type of vessel that uses a berth: repeated stays here are evidence of the type of a vessel. */
  vesselType: Schema.Option(VesselType)
}).check(
  Schema.makeFilter(({ kind, ports }) =>
    kind === "ANCHORAGE" || ports.length === 1
      ? undefined
      : { path: ["ports"], issue: "must name exactly one port: only an anchorage may be shared" }
  )
)
export type Zone = typeof Zone.Type

/** The display name of a zone: its name, else its id. */
export const zoneTitle = (zone: Zone): string => Option.getOrElse(zone.name, () => zone.id)

/** The centre of a zone. */
export const centreOf = (shape: ZoneShape): Position => {
  if (shape._tag === "Circle") return shape.centre
  const { centreLatitude, centreLongitude } = outlineOf(shape)
  return {
    latitude: Latitude.make(centreLatitude),
    longitude: Longitude.make(centreLongitude)
  }
}
