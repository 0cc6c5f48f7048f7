import { type CoastIndex, distanceToCoast } from "./coast.ts"
import { contours, type Loop, simplify } from "./contours.ts"
import type { Point } from "./data/points.ts"
import { ENCLOSED_SEAS, ICE_LIMITS, ROUTEING_ZONES } from "./data/routeing.ts"
import type { Ring } from "./land.ts"

const RADIANS = Math.PI / 180

/** Points where a route can bend, each with its two neighbours on the line that it bends around. */
export interface Corners {
  readonly lon: Array<number>
  readonly lat: Array<number>
  /**
   * Longitude and latitude of the neighbours before and after, four numbers per corner. For a terminal both are its own
   * position.
   */
  readonly around: Array<number>
  /**
   * The distance from the coast of the line that a route bends around, in nautical miles; 0 for terminals and
   * headlands.
   */
  readonly offingNm: Array<number>
}

export const emptyCorners = (): Corners => ({ lon: [], lat: [], around: [], offingNm: [] })

const pushCorner = (corners: Corners, [lon, lat]: Point, before: Point, after: Point, offingNm: number): void => {
  corners.lon.push(lon)
  corners.lat.push(lat)
  corners.around.push(before[0], before[1], after[0], after[1])
  corners.offingNm.push(offingNm)
}

/** Removes the corners from a number on. */
export const truncateCorners = (corners: Corners, count: number): void => {
  corners.lon.length = count
  corners.lat.length = count
  corners.around.length = count * 4
  corners.offingNm.length = count
}

/** Positions are rounded to 0.0001 degrees (11 m), as in the network file. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e4) / 1e4

/**
 * Adds a terminal, a corner that can be left in any direction, such as a port or the end of a canal; returns its
 * number.
 */
export const addTerminal = (corners: Corners, lon: number, lat: number): number => {
  const x = roundDegrees(lon)
  const y = roundDegrees(lat)
  pushCorner(corners, [x, y], [x, y], [x, y], 0)
  return corners.lon.length - 1
}

const SOUTH_LIMIT = -57

/** Waters with ice for most of the year: crossed on drawn lanes only. */
const isIcy = (lon: number, lat: number): boolean => {
  if (lat < SOUTH_LIMIT || lat > 72.5) return true
  const east = ((lon + 540) % 360) - 180
  return (
    lat > 66.5 && ((east > 60 && east < 170) || (east > -160 && east < -66 && lat > 69) || (east > -45 && east < -24))
  )
}

/** Adds the corners of the line at `offingNm` from the coast. Polar waters are crossed on drawn lanes only. */
export const addOffingCorners = (
  corners: Corners,
  field: Uint8Array,
  offingNm: number,
  toleranceNm: number,
  isIncluded: (lon: number, lat: number) => boolean
): void => {
  for (const loop of contours(field, offingNm))
    addConvexCorners(corners, simplify(loop, toleranceNm), offingNm, isIncluded)
}

/** The open side is on the left of a contour, so a route rounds the coast where the contour turns right. */
const addConvexCorners = (
  corners: Corners,
  loop: Loop,
  offingNm: number,
  isIncluded: (lon: number, lat: number) => boolean
): void => {
  for (let i = 0; i < loop.length; i++) {
    const [lon, lat] = loop[i] ?? [0, 0]
    if (isIcy(lon, lat) || !isIncluded(lon, lat)) continue
    const [beforeLon, beforeLat] = loop[(i + loop.length - 1) % loop.length] ?? [0, 0]
    const [afterLon, afterLat] = loop[(i + 1) % loop.length] ?? [0, 0]
    if (turnAt(beforeLon, beforeLat, lon, lat, afterLon, afterLat) >= 0) continue
    pushCorner(corners, [roundDegrees(lon), roundDegrees(lat)], [beforeLon, beforeLat], [afterLon, afterLat], offingNm)
  }
}

/** Positive for a left turn at the second of three points. */
const turnAt = (ax: number, ay: number, x: number, y: number, bx: number, by: number): number => {
  const near = (lon: number) => lon - 360 * Math.round((lon - x) / 360)
  const scale = Math.cos(y * RADIANS)
  return (x - near(ax)) * scale * (by - y) - (y - ay) * (near(bx) - x) * scale
}

/** Distances of the inner corners from a headland, tried in this order. */
const INNER_OFFINGS_NM = [0.5, 0.25, 0.12]

/** Adds corners close to the headlands, for harbours and narrows that the wide offing closes. */
export const addInnerCorners = (
  corners: Corners,
  rings: ReadonlyArray<Ring>,
  coast: CoastIndex,
  toleranceNm: number,
  isIncluded: (lon: number, lat: number) => boolean
): void => {
  for (const ring of rings) {
    const loop: Array<readonly [number, number]> = []
    for (let i = 0; i + 3 < ring.length; i += 2) loop.push([ring[i] ?? 0, ring[i + 1] ?? 0])
    const line = simplify(loop, toleranceNm)
    // The water of an enclosed sea is inside its ring.
    const clockwise = areaOf(loop) < 0 !== isEnclosedSea(loop)
    for (let i = 0; i < line.length; i++) {
      const [lon, lat] = line[i] ?? [0, 0]
      if (isIcy(lon, lat) || !isIncluded(lon, lat)) continue
      const before = line[(i + line.length - 1) % line.length] ?? [0, 0]
      const after = line[(i + 1) % line.length] ?? [0, 0]
      const bend = turnAt(before[0], before[1], lon, lat, after[0], after[1])
      if (clockwise ? bend < 0 : bend > 0) addInnerCorner(corners, coast, before, [lon, lat], after)
    }
  }
}

/** The widest enclosed sea, in degrees of longitude: a ring around a continent is wider. */
const MAX_ENCLOSED_DEGREES = 30

const isEnclosedSea = (loop: Loop): boolean => {
  const lons = loop.map(([lon]) => lon)
  const width =
    lons.reduce((most, lon) => Math.max(most, lon), -540) - lons.reduce((least, lon) => Math.min(least, lon), 540)
  return width < MAX_ENCLOSED_DEGREES && ENCLOSED_SEAS.some(({ at }) => contains(loop, at))
}

const contains = (loop: Loop, [lon, lat]: Point): boolean => {
  let inside = false
  loop.forEach(([x2, y2], i) => {
    const [x1, y1] = loop.at(i - 1) ?? [x2, y2]
    if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  })
  return inside
}

const areaOf = (loop: Loop): number => {
  let sum = 0
  for (let i = 0; i < loop.length; i++) {
    const [x, y] = loop[i] ?? [0, 0]
    const [nx, ny] = loop[(i + 1) % loop.length] ?? [0, 0]
    sum += x * ny - nx * y
  }
  return sum
}

const addInnerCorner = (
  corners: Corners,
  coast: CoastIndex,
  before: readonly [number, number],
  [lon, lat]: readonly [number, number],
  after: readonly [number, number]
): void => {
  const scale = Math.cos(lat * RADIANS)
  const ax = (before[0] - lon) * scale
  const ay = before[1] - lat
  const bx = (after[0] - lon) * scale
  const by = after[1] - lat
  // Away from the land between the two arms of the headland.
  const dx = -(ax / Math.hypot(ax, ay) + bx / Math.hypot(bx, by))
  const dy = -(ay / Math.hypot(ax, ay) + by / Math.hypot(bx, by))
  const length = Math.hypot(dx, dy)
  if (!(length > 1e-9)) return
  for (const offing of INNER_OFFINGS_NM) {
    const x = roundDegrees(lon + ((dx / length) * (offing / 60)) / scale)
    const y = roundDegrees(lat + (dy / length) * (offing / 60))
    if (distanceToCoast(coast, x, y, offing) < offing * 0.8) continue
    pushCorner(corners, [x, y], [x + ax / scale, y + ay], [x + bx / scale, y + by], 0)
    return
  }
}

/** The distance between corners along an ice limit, and their distance from it, in degrees. */
const LIMIT_STEP_DEGREES = 4
const LIMIT_OFFING_DEGREES = 0.05

/**
 * Adds corners along the ice limits. The great circle between two neighbours runs less than the offing closer to the pole
 * than the line between them, so that routes follow a limit from corner to corner.
 */
export const addLimitCorners = (corners: Corners): void => {
  for (const { line } of ICE_LIMITS) {
    line.slice(1).forEach(([x2, y2], i) => {
      const [x1, y1] = line[i] ?? [x2, y2]
      const count = Math.max(1, Math.round(Math.abs(x2 - x1) / LIMIT_STEP_DEGREES))
      const [dx, dy] = [(x2 - x1) / count, (y2 - y1) / count]
      const scale = Math.cos((y1 * Math.PI) / 180)
      const length = Math.hypot(dx * scale, dy)
      const east = (LIMIT_OFFING_DEGREES * -dy) / length / scale
      const north = (LIMIT_OFFING_DEGREES * dx * scale) / length
      for (let k = 0; k < count; k++) {
        const [lon, lat] = [roundDegrees(x1 + dx * k + east), roundDegrees(y1 + dy * k + north)]
        pushCorner(corners, [lon, lat], [lon - dx, lat - dy], [lon + dx, lat + dy], 0)
      }
    })
  }
}

/** Distance of the corners from the outline of a routeing zone. */
const ZONE_OFFING_NM = 0.3

/**
 * Adds corners around the waters that ships' routeing measures keep through traffic out of: directly at their edge,
 * since they are not a hazard.
 */
export const addZoneCorners = (corners: Corners): void => {
  for (const { points } of ROUTEING_ZONES) {
    const outline = areaOf(points) > 0 ? points : [...points].reverse()
    outline.forEach(([lon, lat], i) => {
      const before = outline[(i + outline.length - 1) % outline.length] ?? [lon, lat]
      const after = outline[(i + 1) % outline.length] ?? [lon, lat]
      if (turnAt(before[0], before[1], lon, lat, after[0], after[1]) <= 0) return
      const scale = Math.cos(lat * RADIANS)
      const [ax, ay] = [(before[0] - lon) * scale, before[1] - lat]
      const [bx, by] = [(after[0] - lon) * scale, after[1] - lat]
      const dx = -(ax / Math.hypot(ax, ay) + bx / Math.hypot(bx, by))
      const dy = -(ay / Math.hypot(ax, ay) + by / Math.hypot(bx, by))
      const length = Math.hypot(dx, dy)
      // A mitre, so that the line between two corners runs parallel to the edge between them.
      const mitre = Math.sqrt(1 - (length / 2) ** 2)
      const step = ZONE_OFFING_NM / 60 / Math.max(1e-9, length * mitre)
      const [x, y] = [roundDegrees(lon + (dx * step) / scale), roundDegrees(lat + dy * step)]
      pushCorner(corners, [x, y], [x + ax / scale, y + ay], [x + bx / scale, y + by], 0)
    })
  }
}
