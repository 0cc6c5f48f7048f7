import { Brand, Schema } from "effect"
import type { Position } from "./Position.ts"

const Length = Schema.Finite.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: "must be a distance: 0 or more" }))
)

/** A distance at sea, 0 or more. */
export const NauticalMiles = Length.pipe(Schema.brand("NauticalMiles"))
export type NauticalMiles = typeof NauticalMiles.Type

/** A distance, 0 or more. */
export const Kilometres = Length.pipe(Schema.brand("Kilometres"))
export type Kilometres = typeof Kilometres.Type

/** The international nautical mile, exactly (First International Extraordinary Hydrographic Conference, Monaco 1929). */
export const KILOMETRES_PER_NAUTICAL_MILE = 1.852

/** Mean radius of the earth, R1 = (2a + b) / 3 of GRS 80 (IUGG; H. Moritz, Geodetic Reference System 1980). */
export const MEAN_EARTH_RADIUS_KILOMETRES = 6371.0088

// The result of arithmetic on valid distances is valid: it gets its brand without a second check.
const nauticalMiles = Brand.nominal<NauticalMiles>()
const kilometres = Brand.nominal<Kilometres>()

/** A distance in kilometres; one nautical mile is exactly 1.852 km. */
export const toKilometres = (distance: NauticalMiles): Kilometres => kilometres(distance * KILOMETRES_PER_NAUTICAL_MILE)

/** A distance in nautical miles; one nautical mile is exactly 1.852 km. */
export const toNauticalMiles = (distance: Kilometres): NauticalMiles =>
  nauticalMiles(distance / KILOMETRES_PER_NAUTICAL_MILE)

const RADIANS_PER_DEGREE = Math.PI / 180

const MEAN_EARTH_DIAMETER_NAUTICAL_MILES = (2 * MEAN_EARTH_RADIUS_KILOMETRES) / KILOMETRES_PER_NAUTICAL_MILE

/**
 * Great-circle distance in nautical miles. Haversine on the IUGG mean radius 6371.0088 km; the error against the
 * ellipsoid is at most 0.56 %. Valid for any two positions, including pairs across the antimeridian or a pole and
 * antipodes.
 */
export const greatCircleDistance = (from: Position, to: Position): NauticalMiles => {
  const halfHeight = Math.sin(((to.latitude - from.latitude) * RADIANS_PER_DEGREE) / 2)
  const halfWidth = Math.sin(((to.longitude - from.longitude) * RADIANS_PER_DEGREE) / 2)
  const width = Math.cos(from.latitude * RADIANS_PER_DEGREE) * Math.cos(to.latitude * RADIANS_PER_DEGREE)
  const haversine = halfHeight * halfHeight + width * halfWidth * halfWidth
  // Rounding can lift the haversine of antipodes above 1, which is outside the domain of the arc sine.
  return nauticalMiles(MEAN_EARTH_DIAMETER_NAUTICAL_MILES * Math.asin(Math.sqrt(Math.min(1, haversine))))
}
