import { Option, Schema } from "effect"
import { StorableText } from "../faults/StorableText.ts"
import { Kilometres } from "../geo/Distance.ts"
import { Latitude, Longitude, Position } from "../geo/Position.ts"
import { Unlocode } from "../geo/Unlocode.ts"
import { VesselType } from "../vessels/VesselType.ts"
import { outlineOf } from "./internal/Outline.ts"
import { ringFault } from "./internal/Ring.ts"

/** What names a zone for good: 1 to 100 characters, chosen by the operator or made from what the zone is. */
export const ZoneId = StorableText.pipe(
  Schema.check(
    Schema.isPattern(/^\P{Cc}{1,100}$/u, {
      message: "must be the id of a zone: 1 to 100 characters, none of them a control character"
    })
  ),
  Schema.brand("ZoneId")
)
export type ZoneId = typeof ZoneId.Type

/** Where ships load and discharge, where they wait, and all the water that counts as the port. */
export const ZoneKind = Schema.Literals(["BERTH", "ANCHORAGE", "PORT_AREA"])
export type ZoneKind = typeof ZoneKind.Type

/** A polygon may have so many corners: more draw no better line along a quay. */
export const MAX_CORNERS = 2000

/** Longitude and latitude in degrees, in the order of GeoJSON (RFC 7946, 3.1.1). */
export const Corner = Schema.Tuple([
  Schema.Finite.check(
    Schema.isBetween({ minimum: -180, maximum: 180 }, { message: "must be a longitude: degrees from -180 to 180" })
  ),
  Schema.Finite.check(
    Schema.isBetween({ minimum: -90, maximum: 90 }, { message: "must be a latitude: degrees from -90 to 90" })
  )
])

/** A closed line whose last corner is its first (RFC 7946, 3.1.6) and that nowhere crosses or touches itself. */
export const Ring = Schema.Array(Corner).check(
  Schema.isBetweenLength(4, MAX_CORNERS, {
    message: `must be a closed ring of 4 to ${MAX_CORNERS} corners, the last of them the first again`
  }).abort(),
  Schema.makeFilter(ringFault)
)
export type Ring = typeof Ring.Type

/** The outline of a zone, its first ring without the holes that are the others; or all that is within a distance. */
export const ZoneShape = Schema.TaggedUnion({
  Polygon: {
    rings: Schema.Array(Ring).check(
      Schema.isBetweenLength(1, 20, { message: "must hold 1 to 20 rings: the outline and its holes" })
    )
  },
  Circle: {
    centre: Position,
    radius: Kilometres.check(
      Schema.isBetween({ minimum: 0.01, maximum: 100 }, { message: "must be a radius from 0.01 to 100 km" })
    )
  }
})
export type ZoneShape = typeof ZoneShape.Type

/** Who drew a zone: this service around a port, this service from where ships lay still, or the operator. */
export const ZoneSource = Schema.Literals(["default", "history", "operator"])
export type ZoneSource = typeof ZoneSource.Type

/**
 * A proposed zone is there to be looked at; what ships do in it counts once it is accepted. A rejected one is kept, so that
 * it is not proposed again.
 */
export const ZoneStatus = Schema.Literals(["accepted", "proposed", "rejected"])
export type ZoneStatus = typeof ZoneStatus.Type

/** A piece of water that belongs to a port. An anchorage may be shared by several; any other zone has exactly one. */
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
  /** A berth that takes ships of one type alone: who lies here again and again is of it. */
  vesselType: Schema.Option(VesselType)
}).check(
  Schema.makeFilter(({ kind, ports }) =>
    kind === "ANCHORAGE" || ports.length === 1
      ? undefined
      : { path: ["ports"], issue: "must name exactly one port: only an anchorage may be shared" }
  )
)
export type Zone = typeof Zone.Type

/** How a zone is called before people: its name, else its id. */
export const zoneTitle = (zone: Zone): string => Option.getOrElse(zone.name, () => zone.id)

/** The middle of a zone. */
export const centreOf = (shape: ZoneShape): Position => {
  if (shape._tag === "Circle") return shape.centre
  const { centreLatitude, centreLongitude } = outlineOf(shape)
  return {
    latitude: Latitude.make(centreLatitude),
    longitude: Longitude.make(centreLongitude)
  }
}
