import type { Point } from "./data/points.ts"
import { FINE_PER_DEGREE, fineAt } from "./rasters.ts"
import type { Sea } from "./waters.ts"

/** How many one-minute cells of water are looked at before a place counts as shut in. */
const MOST_CELLS = 60_000
/** Points of a way out are told this many cells apart, some ten miles. */
const STRIDE = 10
/** How far from a place its water is sought, in cells. */
const NEAR_CELLS = 5

const STEPS = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))
  .filter(([dx, dy]) => dx !== 0 || dy !== 0)

const key = (x: number, y: number): number => y * 100_000 + x

/** The cell of water next to a place; none where all is land. */
const waterBy = (sea: Sea, x: number, y: number): Point | undefined => {
  const offsets = Array.from({ length: 2 * NEAR_CELLS + 1 }, (_, i) => i - NEAR_CELLS)
  return offsets
    .flatMap((dx) => offsets.map((dy) => [x + dx, y + dy] as const))
    .filter(([cx, cy]) => depth(sea, cx, cy) > 0)
    .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))[0]
}

const depth = (sea: Sea, x: number, y: number): number =>
  fineAt(sea.waters.fine, (x + 0.5) / FINE_PER_DEGREE, (y + 0.5) / FINE_PER_DEGREE)

/**
 * Points along the water from a place to where the coast is farther off than the offing, some ten miles apart: fjords and
 * sounds wind on beyond the surroundings of their ports, and need corners all the way. Empty when the place looks out on
 * open water anyway, or on none.
 */
export const wayOut = (sea: Sea, lon: number, lat: number): ReadonlyArray<Point> => {
  const start = waterBy(sea, Math.floor(lon * FINE_PER_DEGREE), Math.floor(lat * FINE_PER_DEGREE))
  if (start === undefined) return []
  const before = new Map<number, Point | undefined>([[key(...start), undefined]])
  const queue: Array<Point> = [start]
  for (let head = 0; head < queue.length && head < MOST_CELLS; head++) {
    const here = queue[head] ?? start
    if (depth(sea, ...here) >= sea.waters.offingNm) return pointsBack(before, here)
    for (const [dx, dy] of STEPS) {
      const next: Point = [here[0] + dx, here[1] + dy]
      if (before.has(key(...next)) || depth(sea, ...next) <= 0) continue
      before.set(key(...next), here)
      queue.push(next)
    }
  }
  return []
}

const pointsBack = (before: ReadonlyMap<number, Point | undefined>, end: Point): ReadonlyArray<Point> => {
  const points: Array<Point> = []
  let steps = 0
  for (let cell: Point | undefined = end; cell !== undefined; cell = before.get(key(...cell)), steps++) {
    if (steps % STRIDE === 0) points.push([(cell[0] + 0.5) / FINE_PER_DEGREE, (cell[1] + 0.5) / FINE_PER_DEGREE])
  }
  return points
}
