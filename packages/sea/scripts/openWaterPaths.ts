import type { Point } from "./data/points.ts"
import { FINE_PER_DEGREE, fineAt } from "./rasters.ts"
import type { Sea } from "./sea.ts"

/** The maximum number of one-minute water cells that are searched before a place counts as enclosed. */
const MAX_CELLS = 60_000
/** The distance between the points of a path, in cells: about ten miles. */
const POINT_SPACING_CELLS = 10
/** The distance from a place within which its water is searched, in cells. */
const SEARCH_RADIUS_CELLS = 5

const STEPS = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))
  .filter(([dx, dy]) => dx !== 0 || dy !== 0)

const key = (x: number, y: number): number => y * 100_000 + x

/** The water cell next to a place; none when all surrounding cells are land. */
const nearestWater = (sea: Sea, x: number, y: number): Point | undefined => {
  const offsets = Array.from({ length: 2 * SEARCH_RADIUS_CELLS + 1 }, (_, i) => i - SEARCH_RADIUS_CELLS)
  return offsets
    .flatMap((dx) => offsets.map((dy) => [x + dx, y + dy] as const))
    .filter(([cx, cy]) => coastDistanceNm(sea, cx, cy) > 0)
    .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))[0]
}

const coastDistanceNm = (sea: Sea, x: number, y: number): number =>
  fineAt(sea.sightData.fine, (x + 0.5) / FINE_PER_DEGREE, (y + 0.5) / FINE_PER_DEGREE)

/** The search outwards from a place: the cell before each cell, and the first cell beyond the offing. */
interface OpenWaterSearch {
  readonly before: ReadonlyMap<number, Point | undefined>
  readonly end: Point
}

const searchOpenWater = (sea: Sea, lon: number, lat: number): OpenWaterSearch | undefined => {
  const start = nearestWater(sea, Math.floor(lon * FINE_PER_DEGREE), Math.floor(lat * FINE_PER_DEGREE))
  if (start === undefined) return undefined
  const before = new Map<number, Point | undefined>([[key(...start), undefined]])
  const queue: Array<Point> = [start]
  for (let head = 0; head < queue.length && head < MAX_CELLS; head++) {
    const here = queue[head] ?? start
    if (coastDistanceNm(sea, ...here) >= sea.sightData.offingNm) return { before, end: here }
    for (const [dx, dy] of STEPS) {
      const next: Point = [here[0] + dx, here[1] + dy]
      if (before.has(key(...next)) || coastDistanceNm(sea, ...next) <= 0) continue
      before.set(key(...next), here)
      queue.push(next)
    }
  }
  return undefined
}

/**
 * Points along the water from a place to where the coast is farther away than the offing, about ten miles apart: fjords
 * and sounds continue beyond the surroundings of their ports, and need corners throughout. Empty when the place is at
 * open water already, or at none.
 */
export const findPathToOpenWater = (sea: Sea, lon: number, lat: number): ReadonlyArray<Point> => {
  const found = searchOpenWater(sea, lon, lat)
  return found === undefined
    ? []
    : cellsOf(found)
        .filter((_, step) => step % POINT_SPACING_CELLS === 0)
        .map(([x, y]) => [(x + 0.5) / FINE_PER_DEGREE, (y + 0.5) / FINE_PER_DEGREE])
}

/** The cells between a place and open water, about a mile each; infinite when it has no way there. */
export const cellsToOpenWater = (sea: Sea, lon: number, lat: number): number => {
  const found = searchOpenWater(sea, lon, lat)
  return found === undefined ? Number.POSITIVE_INFINITY : cellsOf(found).length
}

const cellsOf = ({ before, end }: OpenWaterSearch): ReadonlyArray<Point> => {
  const cells: Array<Point> = []
  for (let cell: Point | undefined = end; cell !== undefined; cell = before.get(key(...cell))) cells.push(cell)
  return cells
}
