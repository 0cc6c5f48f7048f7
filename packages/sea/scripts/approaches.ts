import { addTerminal, type Corners, roundDegrees, truncateCorners } from "./corners.ts"
import type { Point } from "./data/points.ts"
import { setVectors, type Vectors } from "./lineOfSight.ts"
import { type Links, tryLink } from "./links.ts"
import { fineAt } from "./rasters.ts"
import type { Sea } from "./sea.ts"
import { isWater } from "./waterPoints.ts"

/** Distances of the points of an approach from the coast, from the berth outwards. */
const CLEARANCES_NM = [0.4, 1, 3]
const RADII_NM = [0.5, 1, 1.5, 2, 3, 4, 5, 6.5, 8, 10, 12, 15, 18]
const BEARINGS = 72

/**
 * Adds an approach from a place to open water: the nearest visible points, each farther from the coast than the one
 * before. A route can leave them in any direction, which the narrow view from a harbour does not allow. Returns all
 * points, the outermost last.
 */
export const addApproach = (
  sea: Sea,
  corners: Corners,
  v: Vectors,
  start: number,
  links: Links
): ReadonlyArray<number> => {
  const points: Array<number> = []
  let from = start
  for (const clearance of CLEARANCES_NM) {
    if (fineAt(sea.sightData.fine, corners.lon[from] ?? 0, corners.lat[from] ?? 0) >= clearance) continue
    const next = nearestClear(sea, corners, v, from, clearance, links)
    if (next < 0) continue
    points.push(next)
    from = next
  }
  return points
}

const nearestClear = (
  sea: Sea,
  corners: Corners,
  v: Vectors,
  from: number,
  clearance: number,
  links: Links
): number => {
  const lon = corners.lon[from] ?? 0
  const lat = corners.lat[from] ?? 0
  for (const radius of RADII_NM) {
    for (const [x, y] of clearPointsAt(sea, lon, lat, radius, clearance)) {
      const node = addTerminal(corners, x, y)
      setVectors(v, corners, node)
      if (tryLink(sea.sightData, corners, v, from, node, 0, Number.POSITIVE_INFINITY, links)) return node
      truncateCorners(corners, node)
    }
  }
  return -1
}

/** The points of water at a radius that are far enough from the coast, the farthest from it first. */
const clearPointsAt = (sea: Sea, lon: number, lat: number, radius: number, clearance: number): ReadonlyArray<Point> =>
  Array.from({ length: BEARINGS }, (_, k) => {
    const bearing = (2 * Math.PI * k) / BEARINGS
    const x = roundDegrees(lon + (Math.sin(bearing) * radius) / 60 / Math.cos((lat * Math.PI) / 180))
    const y = roundDegrees(lat + (Math.cos(bearing) * radius) / 60)
    return { point: [x, y] as const, offNm: fineAt(sea.sightData.fine, x, y) }
  })
    .filter(({ offNm, point: [x, y] }) => offNm >= clearance && isWater(sea, x, y))
    .sort((a, b) => b.offNm - a.offNm)
    .map(({ point }) => point)
