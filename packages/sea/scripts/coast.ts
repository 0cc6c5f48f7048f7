import { NM_PER_RADIAN } from "../src/network/Geodesic.ts"
import type { Ring } from "./land.ts"

const RADIANS = Math.PI / 180
const NM_PER_DEGREE = NM_PER_RADIAN * RADIANS
/** Cells of a twentieth of a degree contain a handful of coast segments each. */
const CELLS_PER_DEGREE = 20
const COLUMNS = 360 * CELLS_PER_DEGREE
const ROWS = 180 * CELLS_PER_DEGREE

/** Coast segments, indexed by the cells of a twentieth of a degree that they cross. */
export interface CoastIndex {
  readonly x1: Float64Array
  readonly y1: Float64Array
  readonly x2: Float64Array
  readonly y2: Float64Array
  readonly starts: Int32Array
  readonly members: Int32Array
}

const columnOf = (lon: number): number => Math.floor((lon + 180) * CELLS_PER_DEGREE)
const rowOf = (lat: number): number => Math.max(0, Math.min(ROWS - 1, Math.floor((lat + 90) * CELLS_PER_DEGREE)))
const wrap = (column: number): number => ((column % COLUMNS) + COLUMNS) % COLUMNS

const forCells = (x1: number, y1: number, x2: number, y2: number, visit: (cell: number) => void): void => {
  const left = columnOf(Math.min(x1, x2))
  const right = columnOf(Math.max(x1, x2))
  for (let row = rowOf(Math.min(y1, y2)); row <= rowOf(Math.max(y1, y2)); row++) {
    for (let column = left; column <= right; column++) visit(row * COLUMNS + wrap(column))
  }
}

/** Indexes segments by cell. Each is four consecutive numbers, its two ends, and must be shorter than a degree. */
export const makeCoastIndex = (segments: ReadonlyArray<number>): CoastIndex => {
  const count = segments.length / 4
  const part = (offset: number) => Float64Array.from({ length: count }, (_, i) => segments[i * 4 + offset] ?? 0)
  const [x1, y1, x2, y2] = [part(0), part(1), part(2), part(3)]
  const starts = new Int32Array(COLUMNS * ROWS + 1)
  const each = (visit: (segment: number, cell: number) => void) => {
    for (let i = 0; i < count; i++) forCells(x1[i] ?? 0, y1[i] ?? 0, x2[i] ?? 0, y2[i] ?? 0, (cell) => visit(i, cell))
  }
  each((_, cell) => {
    starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  })
  for (let i = 0; i < COLUMNS * ROWS; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0)
  const members = new Int32Array(starts[COLUMNS * ROWS] ?? 0)
  const next = starts.slice()
  each((segment, cell) => {
    const place = next[cell] ?? 0
    members[place] = segment
    next[cell] = place + 1
  })
  return { x1, y1, x2, y2, starts, members }
}

/** The segments of rings; long ones (the cut at the antimeridian, Antarctica's base) are split to half a degree. */
export const segmentsOfRings = (rings: ReadonlyArray<Ring>): Array<number> => {
  const segments: Array<number> = []
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      pushSegment(segments, ring[i] ?? 0, ring[i + 1] ?? 0, ring[i + 2] ?? 0, ring[i + 3] ?? 0)
    }
  }
  return segments
}

export const pushSegment = (segments: Array<number>, x1: number, y1: number, x2: number, y2: number): void => {
  const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / 0.5))
  for (let i = 0; i < pieces; i++) {
    const a = i / pieces
    const b = (i + 1) / pieces
    segments.push(x1 + (x2 - x1) * a, y1 + (y2 - y1) * a, x1 + (x2 - x1) * b, y1 + (y2 - y1) * b)
  }
}

const sideOfLine = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

/**
 * Tests whether the straight piece from (x1, y1) to (x2, y2), in degrees and about a degree long at most, meets a coast
 * segment.
 */
export const meetsCoast = (coast: CoastIndex, x1: number, y1: number, x2: number, y2: number): boolean => {
  const rows = [rowOf(y1), rowOf(y2)]
  const from = Math.min(rows[0] ?? 0, rows[1] ?? 0)
  const to = Math.max(rows[0] ?? 0, rows[1] ?? 0)
  const slope = y2 === y1 ? 0 : (x2 - x1) / (y2 - y1)
  const low = Math.min(y1, y2)
  const high = Math.max(y1, y2)
  for (let row = from; row <= to; row++) {
    // The part of the piece in this row of cells.
    const bottom = Math.max(low, row / CELLS_PER_DEGREE - 90)
    const top = Math.min(high, (row + 1) / CELLS_PER_DEGREE - 90)
    const xa = y2 === y1 ? x1 : x1 + (bottom - y1) * slope
    const xb = y2 === y1 ? x2 : x1 + (top - y1) * slope
    const right = columnOf(Math.max(xa, xb) + 1e-9)
    for (let column = columnOf(Math.min(xa, xb) - 1e-9); column <= right; column++) {
      if (meetsCell(coast, row * COLUMNS + wrap(column), x1, y1, x2, y2)) return true
    }
  }
  return false
}

const meetsCell = (coast: CoastIndex, cell: number, x1: number, y1: number, x2: number, y2: number): boolean => {
  const end = coast.starts[cell + 1] ?? 0
  for (let place = coast.starts[cell] ?? 0; place < end; place++) {
    const i = coast.members[place] ?? 0
    const cx = coast.x1[i] ?? 0
    // The longitude in the same turn as the piece.
    const turn = 360 * Math.round((x1 - cx) / 360)
    const ax = cx + turn
    const bx = (coast.x2[i] ?? 0) + turn
    const ay = coast.y1[i] ?? 0
    const by = coast.y2[i] ?? 0
    const s1 = sideOfLine(x1, y1, x2, y2, ax, ay)
    const s2 = sideOfLine(x1, y1, x2, y2, bx, by)
    if ((s1 > 0 && s2 > 0) || (s1 < 0 && s2 < 0)) continue
    const s3 = sideOfLine(ax, ay, bx, by, x1, y1)
    const s4 = sideOfLine(ax, ay, bx, by, x2, y2)
    if ((s3 > 0 && s4 > 0) || (s3 < 0 && s4 < 0)) continue
    return true
  }
  return false
}

/** The distance from a point to a segment in nautical miles, on a plane around the point. */
export const distanceToSegment = (lon: number, lat: number, x1: number, y1: number, x2: number, y2: number): number => {
  const scale = Math.cos(lat * RADIANS)
  const turn = 360 * Math.round((lon - x1) / 360)
  const ax = (x1 + turn - lon) * scale
  const ay = y1 - lat
  const dx = (x2 - x1) * scale
  const dy = y2 - y1
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + dx * share, ay + dy * share) * NM_PER_DEGREE
}

/** The distance to the nearest coast segment in nautical miles, or `reach` when none is nearer. */
export const distanceToCoast = (coast: CoastIndex, lon: number, lat: number, reach: number): number => {
  const dLat = reach / NM_PER_DEGREE
  const dLon = dLat / Math.max(0.02, Math.cos(lat * RADIANS))
  let best = reach
  forCells(lon - dLon, lat - dLat, lon + dLon, lat + dLat, (cell) => {
    const end = coast.starts[cell + 1] ?? 0
    for (let place = coast.starts[cell] ?? 0; place < end; place++) {
      const i = coast.members[place] ?? 0
      const distance = distanceToSegment(
        lon,
        lat,
        coast.x1[i] ?? 0,
        coast.y1[i] ?? 0,
        coast.x2[i] ?? 0,
        coast.y2[i] ?? 0
      )
      if (distance < best) best = distance
    }
  })
  return best
}
