import { NM_PER_RADIAN } from "../src/network/Geodesic.ts"
import { type CoastIndex, distanceToSegment } from "./coast.ts"
import type { Ring } from "./land.ts"

const RADIANS = Math.PI / 180
const NM_PER_DEGREE = NM_PER_RADIAN * RADIANS

/** Cells of one arc minute, 84° N down to 79° S. */
export const FINE_PER_DEGREE = 60
export const FINE_COLUMNS = 360 * FINE_PER_DEGREE
export const FINE_SOUTH = -79
export const FINE_ROWS = (84 - FINE_SOUTH) * FINE_PER_DEGREE
/**
 * The distance to the nearest coast up to 12.7 nm, in twentieths of a nautical mile; 255 means farther; 0 means land.
 */
export const FINE_STEP_NM = 0.05
/** The range of the fine raster. */
export const FINE_REACH_NM = 8

const fineColumn = (lon: number): number => Math.floor((lon + 180) * FINE_PER_DEGREE)
const fineRow = (lat: number): number => Math.floor((lat - FINE_SOUTH) * FINE_PER_DEGREE)
const wrap = (column: number, columns: number): number => ((column % columns) + columns) % columns

/** Distance to the coast at the centre of each one-minute cell. */
export const fineDistances = (coast: CoastIndex): Uint8Array => {
  const field = new Uint8Array(FINE_COLUMNS * FINE_ROWS).fill(255)
  const count = coast.x1.length
  for (let i = 0; i < count; i++)
    rasteriseSegment(field, coast.x1[i] ?? 0, coast.y1[i] ?? 0, coast.x2[i] ?? 0, coast.y2[i] ?? 0)
  return field
}

const rasteriseSegment = (field: Uint8Array, x1: number, y1: number, x2: number, y2: number): void => {
  const high = Math.max(Math.abs(y1), Math.abs(y2))
  if (high > 84.5) return
  const dLat = FINE_REACH_NM / NM_PER_DEGREE
  const dLon = dLat / Math.cos(Math.min(85, high + 0.2) * RADIANS)
  const bottom = Math.max(0, fineRow(Math.min(y1, y2) - dLat))
  const top = Math.min(FINE_ROWS - 1, fineRow(Math.max(y1, y2) + dLat))
  const left = fineColumn(Math.min(x1, x2) - dLon)
  const right = fineColumn(Math.max(x1, x2) + dLon)
  for (let row = bottom; row <= top; row++) {
    const lat = FINE_SOUTH + (row + 0.5) / FINE_PER_DEGREE
    for (let column = left; column <= right; column++) {
      const distance = distanceToSegment((column + 0.5) / FINE_PER_DEGREE - 180, lat, x1, y1, x2, y2)
      if (distance > FINE_REACH_NM) continue
      const value = Math.max(1, Math.round(distance / FINE_STEP_NM))
      const cell = row * FINE_COLUMNS + wrap(column, FINE_COLUMNS)
      if (value < (field[cell] ?? 0)) field[cell] = value
    }
  }
}

/** Sets every one-minute cell whose centre is on land to 0, by the even-odd rule along each row. */
export const markLand = (field: Uint8Array, rings: ReadonlyArray<Ring>): void => {
  const crossings: Array<Array<number>> = Array.from({ length: FINE_ROWS }, () => [])
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(i, i + 4)
      const low = Math.min(y1, y2)
      const high = Math.max(y1, y2)
      const first = Math.max(0, Math.ceil((low - FINE_SOUTH) * FINE_PER_DEGREE - 0.5))
      for (let row = first; row < FINE_ROWS; row++) {
        const lat = FINE_SOUTH + (row + 0.5) / FINE_PER_DEGREE
        if (lat >= high) break
        crossings[row]?.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1))
      }
    }
  }
  crossings.forEach((row, number) => {
    row.sort((a, b) => a - b)
    for (let i = 0; i + 1 < row.length; i += 2) {
      const from = Math.ceil(((row[i] ?? 0) + 180) * FINE_PER_DEGREE - 0.5)
      const to = Math.floor(((row[i + 1] ?? 0) + 180) * FINE_PER_DEGREE - 0.5)
      for (let column = from; column <= to; column++) field[number * FINE_COLUMNS + wrap(column, FINE_COLUMNS)] = 0
    }
  })
}

/** Distance to the coast in nautical miles at a point, from its one-minute cell; 12.75 means far. */
export const fineAt = (field: Uint8Array, lon: number, lat: number): number => {
  const row = fineRow(lat)
  if (row < 0 || row >= FINE_ROWS) return 255 * FINE_STEP_NM
  return (field[row * FINE_COLUMNS + wrap(fineColumn(lon), FINE_COLUMNS)] ?? 255) * FINE_STEP_NM
}

const COARSE_PER_DEGREE = 4
const COARSE_COLUMNS = 360 * COARSE_PER_DEGREE
const COARSE_ROWS = 180 * COARSE_PER_DEGREE

/** The distance in nautical miles that is free of coast from anywhere in a quarter-degree cell. */
export const coarseClearance = (coast: CoastIndex): Float32Array => {
  const field = new Float32Array(COARSE_COLUMNS * COARSE_ROWS).fill(Number.POSITIVE_INFINITY)
  const near: Array<number> = []
  const touch = (lon: number, lat: number) => {
    const row = Math.max(0, Math.min(COARSE_ROWS - 1, Math.floor((lat + 90) * COARSE_PER_DEGREE)))
    const cell = row * COARSE_COLUMNS + wrap(Math.floor((lon + 180) * COARSE_PER_DEGREE), COARSE_COLUMNS)
    if (field[cell] !== 0) near.push(cell)
    field[cell] = 0
  }
  for (let i = 0; i < coast.x1.length; i++) {
    for (let k = 0; k <= 4; k++) {
      const share = k / 4
      touch(
        (coast.x1[i] ?? 0) * (1 - share) + (coast.x2[i] ?? 0) * share,
        (coast.y1[i] ?? 0) * (1 - share) + (coast.y2[i] ?? 0) * share
      )
    }
  }
  relaxDistances(field, near)
  const diagonal = (NM_PER_DEGREE / COARSE_PER_DEGREE) * Math.SQRT2
  // Steps between eight neighbours overstate a straight line by up to 8.3 %; both cells may be left at their far corner.
  return field.map((distance) => Math.max(0, distance * 0.92 - 1.2 * diagonal))
}

/** Breadth-first relaxation until no distance decreases. */
const relaxDistances = (field: Float32Array, start: Array<number>): void => {
  let wave = start
  while (wave.length > 0) {
    const next: Array<number> = []
    for (const cell of wave) {
      const row = Math.floor(cell / COARSE_COLUMNS)
      const column = cell % COARSE_COLUMNS
      const here = field[cell] ?? 0
      for (let dr = -1; dr <= 1; dr++) {
        const r = row + dr
        if (r < 0 || r >= COARSE_ROWS) continue
        const lat = Math.max(Math.abs(r - COARSE_ROWS / 2), Math.abs(row - COARSE_ROWS / 2)) / COARSE_PER_DEGREE
        const width = Math.max(0.01, Math.cos(lat * RADIANS)) * (NM_PER_DEGREE / COARSE_PER_DEGREE)
        for (let dc = -1; dc <= 1; dc++) {
          const other = r * COARSE_COLUMNS + wrap(column + dc, COARSE_COLUMNS)
          const distance = here + Math.hypot(dc * width, (dr * NM_PER_DEGREE) / COARSE_PER_DEGREE)
          if (distance < (field[other] ?? 0) - 1e-3) {
            field[other] = distance
            next.push(other)
          }
        }
      }
    }
    wave = next
  }
}

export const coarseAt = (field: Float32Array, lon: number, lat: number): number => {
  const row = Math.max(0, Math.min(COARSE_ROWS - 1, Math.floor((lat + 90) * COARSE_PER_DEGREE)))
  return field[row * COARSE_COLUMNS + wrap(Math.floor((lon + 180) * COARSE_PER_DEGREE), COARSE_COLUMNS)] ?? 0
}

const SOLID_PER_DEGREE = 10
const SOLID_COLUMNS = 360 * SOLID_PER_DEGREE
const SOLID_ROWS = (84 - FINE_SOUTH) * SOLID_PER_DEGREE
const FINE_PER_SOLID = FINE_PER_DEGREE / SOLID_PER_DEGREE

/** 1 for each tenth of a degree that is entirely land: small enough for the processor's cache. */
export const solidLand = (field: Uint8Array): Uint8Array => {
  const solid = new Uint8Array(SOLID_COLUMNS * SOLID_ROWS).fill(1)
  for (let row = 0; row < FINE_ROWS; row++) {
    const base = Math.floor(row / FINE_PER_SOLID) * SOLID_COLUMNS
    for (let column = 0; column < FINE_COLUMNS; column++) {
      if (field[row * FINE_COLUMNS + column] !== 0) solid[base + Math.floor(column / FINE_PER_SOLID)] = 0
    }
  }
  return solid
}

export const isSolid = (solid: Uint8Array, lon: number, lat: number): boolean => {
  const row = Math.floor((lat - FINE_SOUTH) * SOLID_PER_DEGREE)
  if (row < 0 || row >= SOLID_ROWS) return row < 0
  return solid[row * SOLID_COLUMNS + wrap(Math.floor((lon + 180) * SOLID_PER_DEGREE), SOLID_COLUMNS)] === 1
}
