import { Schema } from "effect"
import { Kilometres } from "../../geo/Distance.ts"
import { Position } from "../../geo/Position.ts"
import { ringFault } from "./internal/Ring.ts"

/** The maximum number of corners of a polygon: more do not draw a quay more accurately. */
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

/** A closed line whose last corner equals its first (RFC 7946, 3.1.6) and that neither crosses nor touches itself. */
export const Ring = Schema.Array(Corner).check(
  Schema.isBetweenLength(4, MAX_CORNERS, {
    message: `must be a closed ring of 4 to ${MAX_CORNERS} corners whose last equals the first`
  }).abort(),
  Schema.makeFilter(ringFault)
)

export type Ring = typeof Ring.Type

/** The area of a zone: the first ring without the holes that are the others, or all points within a radius. */
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
