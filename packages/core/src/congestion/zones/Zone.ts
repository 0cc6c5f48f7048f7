import { Option, Schema } from "effect"
import { StorableText } from "../../faults/StorableText.ts"
import { Latitude, Longitude, type Position } from "../../geo/Position.ts"
import { Unlocode } from "../../geo/Unlocode.ts"
import { VesselType } from "../../vessels/VesselType.ts"
import { outlineOf } from "./Outline.ts"
import { ZoneShape } from "./ZoneShape.ts"

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
