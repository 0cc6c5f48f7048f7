import { MEAN_EARTH_RADIUS_KILOMETRES } from "../../geo/Distance.ts"
import type { ZoneShape } from "./ZoneShape.ts"

const RADIANS_PER_DEGREE = Math.PI / 180

/** Length of a degree along a meridian of the mean sphere. */
export const KILOMETRES_PER_DEGREE = MEAN_EARTH_RADIUS_KILOMETRES * RADIANS_PER_DEGREE

/** Degrees of longitude from one meridian to another in the shorter direction, -180 to 180. */
const longitudeDifference = (from: number, to: number): number => {
  const degrees = to - from
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}

/** Length of a degree of longitude at a latitude, in kilometres. */
export const kilometresPerLongitudeDegree = (latitude: number): number =>
  KILOMETRES_PER_DEGREE * Math.cos(latitude * RADIANS_PER_DEGREE)

/**
 * Distance in kilometres between two nearby points, in the plane that touches the sphere between them: inside 0.1 % of
 * the great circle up to 100 km, below 70 degrees of latitude. Used in place of the great circle because detection
 * computes hundreds of thousands of distances per second.
 */
export const planarDistanceKm = (
  fromLatitude: number,
  fromLongitude: number,
  toLatitude: number,
  toLongitude: number
): number => {
  const north = (toLatitude - fromLatitude) * KILOMETRES_PER_DEGREE
  const east =
    longitudeDifference(fromLongitude, toLongitude) * kilometresPerLongitudeDegree((fromLatitude + toLatitude) / 2)
  return Math.sqrt(north * north + east * east)
}

/**
 * The bounding box of a shape in degrees: west may be below -180, or east above 180, where the shape crosses the
 * antimeridian.
 */
export interface Bounds {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** A shape prepared for repeated distance queries. */
export interface Outline {
  readonly bounds: Bounds
  readonly centreLatitude: number
  readonly centreLongitude: number
  /** Distance of a point from the shape in kilometres; 0 inside. */
  readonly outsideKm: (latitude: number, longitude: number) => number
}

/** Square of the distance from the origin to a line segment in a plane. */
const squaredDistanceToSegment = (x1: number, y1: number, x2: number, y2: number): number => {
  const dx = x2 - x1
  const dy = y2 - y1
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length))
  const x = x1 + along * dx
  const y = y1 + along * dy
  return x * x + y * y
}

/** `sides` holds longitude and latitude of both ends, four numbers for each side. */
const polygonOutsideKm =
  (sides: Float64Array, centreLongitude: number) =>
  (latitude: number, longitude: number): number => {
    const here = centreLongitude + longitudeDifference(centreLongitude, longitude)
    const perLongitude = kilometresPerLongitudeDegree(latitude)
    let inside = false
    let nearest = Number.POSITIVE_INFINITY
    for (let side = 0; side < sides.length; side += 4) {
      const fromLongitude = sides[side] ?? 0
      const fromLatitude = sides[side + 1] ?? 0
      const toLongitude = sides[side + 2] ?? 0
      const toLatitude = sides[side + 3] ?? 0
      if (fromLatitude > latitude !== toLatitude > latitude) {
        const fraction = (latitude - fromLatitude) / (toLatitude - fromLatitude)
        if (here < fromLongitude + fraction * (toLongitude - fromLongitude)) inside = !inside
      }
      const square = squaredDistanceToSegment(
        (fromLongitude - here) * perLongitude,
        (fromLatitude - latitude) * KILOMETRES_PER_DEGREE,
        (toLongitude - here) * perLongitude,
        (toLatitude - latitude) * KILOMETRES_PER_DEGREE
      )
      if (square < nearest) nearest = square
    }
    return inside ? 0 : Math.sqrt(nearest)
  }

const polygonOutline = (shape: Extract<ZoneShape, { readonly _tag: "Polygon" }>): Outline => {
  const corners = shape.rings[0] ?? []
  const longitudes = corners.map(([longitude]) => longitude)
  const latitudes = corners.map(([, latitude]) => latitude)
  const bounds = {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes)
  }
  const centreLongitude = (bounds.west + bounds.east) / 2
  const sides: Array<number> = []
  for (const ring of shape.rings) {
    for (const [index, [longitude, latitude]] of ring.slice(1).entries()) {
      const [fromLongitude, fromLatitude] = ring[index] ?? [longitude, latitude]
      sides.push(fromLongitude, fromLatitude, longitude, latitude)
    }
  }
  return {
    bounds,
    centreLatitude: (bounds.south + bounds.north) / 2,
    centreLongitude,
    outsideKm: polygonOutsideKm(Float64Array.from(sides), centreLongitude)
  }
}

const circleOutline = ({ centre, radius }: Extract<ZoneShape, { readonly _tag: "Circle" }>): Outline => {
  const { latitude, longitude } = centre
  const height = radius / KILOMETRES_PER_DEGREE
  // Near a pole every meridian is inside the circle.
  const perLongitude = kilometresPerLongitudeDegree(Math.min(90, Math.abs(latitude) + height))
  const width = perLongitude * 180 > radius ? radius / perLongitude : 180
  return {
    bounds: { south: latitude - height, north: latitude + height, west: longitude - width, east: longitude + width },
    centreLatitude: latitude,
    centreLongitude: longitude,
    outsideKm: (toLatitude, toLongitude) =>
      Math.max(0, planarDistanceKm(latitude, longitude, toLatitude, toLongitude) - radius)
  }
}

// An index of all zones is rebuilt whenever one changes, and the shapes of the others stay as they were.
const polygonOutlines = new WeakMap<ZoneShape, Outline>()

/** Prepares a shape for distance queries. */
export const outlineOf = (shape: ZoneShape): Outline => {
  if (shape._tag === "Circle") return circleOutline(shape)
  const cached = polygonOutlines.get(shape)
  if (cached !== undefined) return cached
  const outline = polygonOutline(shape)
  polygonOutlines.set(shape, outline)
  return outline
}
