import { makeHeap, pop, push, topKey } from "../src/network/internal/Heap.ts"
import type { Point } from "./data/points.ts"
import { FINE_PER_DEGREE, FINE_SOUTH, fineAt } from "./rasters.ts"
import type { Sea } from "./sea.ts"

/** Cells of three arc minutes. */
const PER_DEGREE = 20
const COLUMNS = 360 * PER_DEGREE
const ROWS = (84 - FINE_SOUTH) * PER_DEGREE
const FINE_PER_CELL = FINE_PER_DEGREE / PER_DEGREE
const CELL_NM = 60 / PER_DEGREE
const STEPS = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))
  .filter(([dx, dy]) => dx !== 0 || dy !== 0)
/** The search radius around each place, in cost-weighted nautical miles. */
const REACH_NM = 700
/** Water with the coast within this distance on both sides needs its own corners. */
const NARROW_NM = 6
/** The greatest cost of a mile in narrow water relative to open water. */
const NARROW_WEIGHT = 0.7

/** The greatest distance to the coast inside each cell; 0 where all of it is land. */
const widestWater = (sea: Sea): Float32Array => {
  const field = new Float32Array(COLUMNS * ROWS)
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      let best = 0
      for (let i = 0; i < FINE_PER_CELL * FINE_PER_CELL; i++) {
        const lon = (column + ((i % FINE_PER_CELL) + 0.5) / FINE_PER_CELL) / PER_DEGREE - 180
        const lat = (row + (Math.floor(i / FINE_PER_CELL) + 0.5) / FINE_PER_CELL) / PER_DEGREE + FINE_SOUTH
        best = Math.max(best, fineAt(sea.sightData.fine, lon, lat))
      }
      field[row * COLUMNS + column] = best
    }
  }
  return field
}

const cellOf = ([lon, lat]: Point): number => {
  const column = Math.floor((lon + 180) * PER_DEGREE)
  return Math.floor((lat - FINE_SOUTH) * PER_DEGREE) * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS)
}

const centreOf = (cell: number): Point => [
  ((cell % COLUMNS) + 0.5) / PER_DEGREE - 180,
  (Math.floor(cell / COLUMNS) + 0.5) / PER_DEGREE + FINE_SOUTH
]

/** The water cell of each place; places may share one. */
const harbourCells = (field: Float32Array, places: ReadonlyArray<Point>): ReadonlyArray<number> => {
  const around = [0, -1, 1, -COLUMNS, COLUMNS, -COLUMNS - 1, -COLUMNS + 1, COLUMNS - 1, COLUMNS + 1]
  return [
    ...new Set(
      places.flatMap((place) => {
        const cell = cellOf(place)
        const wet = around.map((step) => cell + step).find((near) => (field[near] ?? 0) > 0)
        return wet === undefined ? [] : [wet]
      })
    )
  ]
}

/** The working arrays of a search, reused across searches by round number. */
interface PathSearch {
  readonly cost: Float64Array
  readonly round: Int32Array
  readonly before: Int32Array
}

/**
 * Finds the cheapest paths from a cell to all cells within reach (Dijkstra); returns the cells for which `isEnd` holds.
 */
const searchPaths = (
  field: Float32Array,
  { before, cost, round }: PathSearch,
  number: number,
  start: number,
  isEnd: (cell: number) => boolean
): ReadonlyArray<number> => {
  const heap = makeHeap(4096)
  const ends: Array<number> = []
  cost[start] = 0
  round[start] = number
  before[start] = -1
  push(heap, 0, start)
  while (heap.size > 0) {
    const key = topKey(heap)
    const cell = pop(heap)
    if (key > (cost[cell] ?? 0)) continue
    if (isEnd(cell)) ends.push(cell)
    const row = Math.floor(cell / COLUMNS)
    const wideNm = CELL_NM * Math.cos(((row / PER_DEGREE + FINE_SOUTH) * Math.PI) / 180)
    for (const [dx, dy] of STEPS) {
      if (row + dy < 0 || row + dy >= ROWS) continue
      const next = (row + dy) * COLUMNS + (((cell % COLUMNS) + dx + COLUMNS) % COLUMNS)
      const clearance = field[next] ?? 0
      if (clearance <= 0) continue
      const weight = 1 + NARROW_WEIGHT * Math.max(0, 1 - clearance / NARROW_NM)
      const there = key + Math.hypot(dx * wideNm, dy * CELL_NM) * weight
      if (there > REACH_NM || (round[next] === number && (cost[next] ?? 0) <= there)) continue
      cost[next] = there
      round[next] = number
      before[next] = cell
      push(heap, there, next)
    }
  }
  return ends
}

/**
 * Finds points in narrow water on the routes between places up to a few days apart, on a coarse grid: sounds and
 * straits between islands, far from any port, which the wide offing closes.
 */
export const findNarrowPoints = (sea: Sea, places: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const field = widestWater(sea)
  const harbours = harbourCells(field, places)
  const isHarbour = new Set(harbours)
  const reached: PathSearch = {
    cost: new Float64Array(COLUMNS * ROWS),
    round: new Int32Array(COLUMNS * ROWS).fill(-1),
    before: new Int32Array(COLUMNS * ROWS)
  }
  const found = new Set<number>()
  harbours.forEach((start, number) => {
    const seen = new Set<number>()
    for (const end of searchPaths(field, reached, number, start, (cell) => isHarbour.has(cell))) {
      for (let cell = end; cell >= 0 && !seen.has(cell); cell = reached.before[cell] ?? -1) {
        seen.add(cell)
        if ((field[cell] ?? 0) < NARROW_NM) found.add(cell)
      }
    }
  })
  return [...found].map(centreOf)
}
