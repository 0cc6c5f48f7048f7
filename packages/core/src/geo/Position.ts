import { Option, Schema } from "effect"

/** Degrees north of the equator, -90 to 90. */
export const Latitude = Schema.Finite.pipe(
  Schema.check(
    Schema.isBetween({ minimum: -90, maximum: 90 }, { message: "must be a latitude: degrees from -90 to 90" })
  ),
  Schema.brand("Latitude")
)
export type Latitude = typeof Latitude.Type

/** Degrees east of Greenwich, -180 to 180. -180 and 180 are the same meridian. */
export const Longitude = Schema.Finite.pipe(
  Schema.check(
    Schema.isBetween({ minimum: -180, maximum: 180 }, { message: "must be a longitude: degrees from -180 to 180" })
  ),
  Schema.brand("Longitude")
)
export type Longitude = typeof Longitude.Type

/** A point on the earth, in degrees of WGS 84. */
export const Position = Schema.Struct({
  latitude: Latitude.annotateKey({ description: "Degrees north of the equator." }),
  longitude: Longitude.annotateKey({ description: "Degrees east of Greenwich." })
})
export type Position = typeof Position.Type

/** Degrees to 6 decimals, 0.11 m at most, which responses and files contain. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const isLatitude = (degrees: number): degrees is Latitude => degrees >= -90 && degrees <= 90
const isLongitude = (degrees: number): degrees is Longitude => degrees >= -180 && degrees <= 180

/**
 * Makes a position from two numbers; none when one is out of range or not a number. A plain check in place of the
 * schema, for hot paths.
 */
export const positionOf = (latitude: number, longitude: number): Option.Option<Position> =>
  isLatitude(latitude) && isLongitude(longitude) ? Option.some({ latitude, longitude }) : Option.none()
