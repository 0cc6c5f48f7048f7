/** A point in degrees east and north, WGS 84. Longitude -180 to 180, latitude -90 to 90. */
export interface LonLat {
  readonly lon: number
  readonly lat: number
}

const RADIANS = Math.PI / 180
/** WGS 84 semi-major axis in nautical miles of 1852 m. */
const EQUATORIAL_RADIUS_NM = 6378.137 / 1.852
const FLATTENING = 1 / 298.257223563
/** The mean radius of the earth in nautical miles, accurate enough for angles and ratios. */
export const NM_PER_RADIAN = 6371.0088 / 1.852

/**
 * The length of the geodesic on the ellipsoid WGS 84 in nautical miles, by the formula of Andoyer and Lambert: within
 * 0.01 % of the exact value except between nearly antipodal points.
 */
export const geodesicNm = (lon1: number, lat1: number, lon2: number, lat2: number): number => {
  const u1 = Math.atan((1 - FLATTENING) * Math.tan(lat1 * RADIANS))
  const u2 = Math.atan((1 - FLATTENING) * Math.tan(lat2 * RADIANS))
  const sinLat = Math.sin((u2 - u1) / 2)
  const sinLon = Math.sin(((lon2 - lon1) * RADIANS) / 2)
  const h = sinLat * sinLat + Math.cos(u1) * Math.cos(u2) * sinLon * sinLon
  if (h <= 0) return 0
  const half = Math.asin(Math.min(1, Math.sqrt(h)))
  const sigma = 2 * half
  const sum = Math.sin((u1 + u2) / 2) * Math.cos((u2 - u1) / 2)
  const difference = Math.cos((u1 + u2) / 2) * sinLat
  const cosHalf = Math.cos(half)
  const x = cosHalf < 1e-9 ? 0 : (sigma - Math.sin(sigma)) * ((sum * sum) / (cosHalf * cosHalf))
  const y = (sigma + Math.sin(sigma)) * ((difference * difference) / h)
  return EQUATORIAL_RADIUS_NM * (sigma - (FLATTENING / 2) * (x + y))
}

/** The longest part of a leg that is drawn as a straight line of longitude and latitude, in nautical miles. */
const MAX_PIECE_NM = 30

/** The number of straight pieces that draw a leg of this length. */
export const pieceCountOf = (lengthNm: number): number => Math.max(1, Math.ceil(lengthNm / MAX_PIECE_NM))

/**
 * Writes `pieces + 1` points along the great circle into `lons` and `lats`, including both ends, and returns `pieces`.
 * Longitudes continue across the antimeridian without a jump, so they can exceed -180 to 180.
 */
export const interpolateGreatCircle = (
  from: LonLat,
  to: LonLat,
  pieces: number,
  lons: Array<number> | Float64Array,
  lats: Array<number> | Float64Array
): number => {
  lons[0] = from.lon
  lats[0] = from.lat
  const ax = Math.cos(from.lat * RADIANS) * Math.cos(from.lon * RADIANS)
  const ay = Math.cos(from.lat * RADIANS) * Math.sin(from.lon * RADIANS)
  const az = Math.sin(from.lat * RADIANS)
  const bx = Math.cos(to.lat * RADIANS) * Math.cos(to.lon * RADIANS)
  const by = Math.cos(to.lat * RADIANS) * Math.sin(to.lon * RADIANS)
  const bz = Math.sin(to.lat * RADIANS)
  const cosine = Math.max(-1, Math.min(1, ax * bx + ay * by + az * bz))
  const angle = Math.acos(cosine)
  const sine = Math.sin(angle)
  let before = from.lon
  for (let i = 1; i < pieces; i++) {
    const fraction = i / pieces
    const a = sine < 1e-12 ? 1 - fraction : Math.sin((1 - fraction) * angle) / sine
    const b = sine < 1e-12 ? fraction : Math.sin(fraction * angle) / sine
    const x = a * ax + b * bx
    const y = a * ay + b * by
    const z = a * az + b * bz
    before = unwrapLongitude(Math.atan2(y, x) / RADIANS, before)
    lons[i] = before
    lats[i] = Math.atan2(z, Math.hypot(x, y)) / RADIANS
  }
  lons[pieces] = unwrapLongitude(to.lon, before)
  lats[pieces] = to.lat
  return pieces
}

/** The same longitude plus the multiple of 360 degrees that is nearest to `before`. */
const unwrapLongitude = (lon: number, before: number): number => lon - 360 * Math.round((lon - before) / 360)
