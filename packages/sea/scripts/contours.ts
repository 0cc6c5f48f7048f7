import { FINE_COLUMNS, FINE_PER_DEGREE, FINE_ROWS, FINE_SOUTH, FINE_STEP_NM } from "./rasters.ts"

/** A closed line as alternating longitudes and latitudes, without repeating the first point. */
export type Loop = ReadonlyArray<readonly [number, number]>

const at = (field: Uint8Array, row: number, column: number): number =>
  (field[row * FINE_COLUMNS + (column % FINE_COLUMNS)] ?? 255) * FINE_STEP_NM

/**
 * Computes lines of equal distance from the coast by marching squares between the centres of one-minute cells. The side
 * farther from the coast is on the left of every line.
 */
export const contours = (field: Uint8Array, levelNm: number): ReadonlyArray<Loop> => {
  const links = new Map<number, number>()
  for (let row = 0; row + 1 < FINE_ROWS; row++) {
    for (let column = 0; column < FINE_COLUMNS; column++) linkSquare(field, row, column, levelNm, links)
  }
  const loops: Array<Loop> = []
  while (links.size > 0) {
    const [start] = links.keys()
    const loop: Array<readonly [number, number]> = []
    for (let edge = start; edge !== undefined; ) {
      loop.push(pointOn(field, edge, levelNm))
      const next: number | undefined = links.get(edge)
      links.delete(edge)
      edge = next === start ? undefined : next
    }
    loops.push(loop)
  }
  return loops
}

/** The bottom, right, top and left edge of a square, by the number of the cell at which the edge begins. */
const edgeOf = (row: number, column: number, which: 0 | 1 | 2 | 3): number => {
  const c = column % FINE_COLUMNS
  if (which === 0) return (row * FINE_COLUMNS + c) * 2
  if (which === 1) return (row * FINE_COLUMNS + ((c + 1) % FINE_COLUMNS)) * 2 + 1
  if (which === 2) return ((row + 1) * FINE_COLUMNS + c) * 2
  return (row * FINE_COLUMNS + c) * 2 + 1
}

/**
 * For each pattern of high corners (1 south-west, 2 south-east, 4 north-east, 8 north-west): from which edge to which.
 */
const EDGE_PAIRS: ReadonlyArray<ReadonlyArray<readonly [0 | 1 | 2 | 3, 0 | 1 | 2 | 3]>> = [
  [],
  [[0, 3]],
  [[1, 0]],
  [[1, 3]],
  [[2, 1]],
  [
    [0, 3],
    [2, 1]
  ],
  [[2, 0]],
  [[2, 3]],
  [[3, 2]],
  [[0, 2]],
  [
    [1, 0],
    [3, 2]
  ],
  [[1, 2]],
  [[3, 1]],
  [[0, 1]],
  [[3, 0]],
  []
]

const linkSquare = (
  field: Uint8Array,
  row: number,
  column: number,
  levelNm: number,
  links: Map<number, number>
): void => {
  const pattern =
    (at(field, row, column) >= levelNm ? 1 : 0) +
    (at(field, row, column + 1) >= levelNm ? 2 : 0) +
    (at(field, row + 1, column + 1) >= levelNm ? 4 : 0) +
    (at(field, row + 1, column) >= levelNm ? 8 : 0)
  if (pattern === 0 || pattern === 15) return
  for (const [from, to] of EDGE_PAIRS[pattern] ?? []) links.set(edgeOf(row, column, from), edgeOf(row, column, to))
}

const pointOn = (field: Uint8Array, edge: number, levelNm: number): readonly [number, number] => {
  const cell = Math.floor(edge / 2)
  const row = Math.floor(cell / FINE_COLUMNS)
  const column = cell % FINE_COLUMNS
  const upright = edge % 2 === 1
  const here = at(field, row, column)
  const there = upright ? at(field, row + 1, column) : at(field, row, column + 1)
  // Beyond the reach of the raster the value is an upper bound, so the line stays near the known end.
  const share = here === there ? 0.5 : Math.max(0, Math.min(1, (levelNm - here) / (there - here)))
  return [
    (column + 0.5 + (upright ? 0 : share)) / FINE_PER_DEGREE - 180,
    (row + 0.5 + (upright ? share : 0)) / FINE_PER_DEGREE + FINE_SOUTH
  ]
}

const RADIANS = Math.PI / 180

/** The distance of `p` from the straight line between `a` and `b`, in nautical miles. */
const distanceToLine = (
  p: readonly [number, number],
  a: readonly [number, number],
  b: readonly [number, number]
): number => {
  const scale = Math.cos(p[1] * RADIANS)
  const near = (x: number) => x - 360 * Math.round((x - p[0]) / 360)
  const ax = (near(a[0]) - p[0]) * scale
  const ay = a[1] - p[1]
  const bx = (near(b[0]) - p[0]) * scale
  const by = b[1] - p[1]
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + dx * share, ay + dy * share) * 60
}

/** Drops points within `toleranceNm` of the line through the remaining ones (Douglas-Peucker). */
export const simplify = (loop: Loop, toleranceNm: number): Loop => {
  if (loop.length < 4) return loop
  const half = Math.floor(loop.length / 2)
  const keep = new Uint8Array(loop.length + 1)
  keep[0] = keep[half] = keep[loop.length] = 1
  const pointAt = (i: number): readonly [number, number] => loop[i % loop.length] ?? [0, 0]
  const stack: Array<readonly [number, number]> = [
    [0, half],
    [half, loop.length]
  ]
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span
    let worst = toleranceNm
    let place = -1
    for (let i = from + 1; i < to; i++) {
      const off = distanceToLine(pointAt(i), pointAt(from), pointAt(to))
      if (off > worst) {
        worst = off
        place = i
      }
    }
    if (place < 0) continue
    keep[place] = 1
    stack.push([from, place], [place, to])
  }
  return loop.filter((_, i) => keep[i] === 1)
}
