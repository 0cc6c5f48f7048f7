import type { Point } from "./data/points.ts"
import type { Ring } from "./land.ts"

const MINUTES = 60
const RADIANS = Math.PI / 180
/** Side of a cell in nautical miles. */
const CELL_NM = 0.2
/** The distance from a drawn line within which its water is searched, in nautical miles. */
export const GRID_REACH_NM = 4
/** A line on land within this distance of the drawn one counts as the drawn one, in nautical miles. */
const ON_LINE_NM = 0.3

/** Cost factors per mile: water costs its length, and what the coastline shows as land costs more. */
/** A cell on the drawn line below this cost is water away from the shore. */
export const OPEN_WATER_COST = 1.4
const LAND_ON_LINE_COST = 6
const LAND_COST = 15
/** The cost beyond the reach of a line, which no path pays. */
const OUTSIDE_COST = 1000
/** The additional cost of a water cell at the shore, and of each mile away from the drawn line. */
const SHORE_COST = 0.5
const OFF_LINE_COST = 0.8

/** A grid of cells around a line with the cost per mile of each. */
export interface CostGrid {
  readonly columns: number
  readonly cost: Float32Array
  readonly cellOf: (point: Point) => number
  readonly centreOf: (cell: number) => Point
}

interface Grid {
  readonly west: number
  readonly south: number
  readonly dLon: number
  readonly dLat: number
  readonly columns: number
  readonly rows: number
}

const gridOf = (line: ReadonlyArray<Point>): Grid => {
  const lats = line.map(([, lat]) => lat)
  const lons = line.map(([lon]) => lon)
  const south = Math.min(...lats) - (GRID_REACH_NM + CELL_NM) / MINUTES
  const north = Math.max(...lats) + (GRID_REACH_NM + CELL_NM) / MINUTES
  const squeeze = Math.cos(Math.max(Math.abs(south), Math.abs(north)) * RADIANS)
  const west = Math.min(...lons) - (GRID_REACH_NM + CELL_NM) / MINUTES / squeeze
  const east = Math.max(...lons) + (GRID_REACH_NM + CELL_NM) / MINUTES / squeeze
  const dLat = CELL_NM / MINUTES
  const dLon = CELL_NM / MINUTES / Math.cos(((south + north) / 2) * RADIANS)
  return { west, south, dLon, dLat, columns: Math.ceil((east - west) / dLon), rows: Math.ceil((north - south) / dLat) }
}

/** The edges of rings by the whole degrees of latitude that they span, from -90 on: four numbers per edge. */
export type EdgesByLatitude = ReadonlyArray<ReadonlyArray<number>>

export const edgesByLatitude = (rings: ReadonlyArray<Ring>): EdgesByLatitude => {
  const degrees: ReadonlyArray<Array<number>> = Array.from({ length: 181 }, () => [])
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [ring[i], ring[i + 1], ring[i + 2], ring[i + 3]]
      const last = Math.floor(Math.max(y1, y2)) + 90
      for (let degree = Math.floor(Math.min(y1, y2)) + 90; degree <= last; degree++)
        degrees[degree]?.push(x1, y1, x2, y2)
    }
  }
  return degrees
}

/** 1 for every cell whose centre is on land, by the even-odd rule along each row, in any turn of longitude. */
const landCells = ({ columns, dLat, dLon, rows, south, west }: Grid, edges: EdgesByLatitude): Uint8Array => {
  const crossings = Array.from({ length: rows }, (_, row): Array<number> => {
    const lat = south + (row + 0.5) * dLat
    const near = edges[Math.floor(lat) + 90] ?? []
    const found: Array<number> = []
    for (let i = 0; i + 3 < near.length; i += 4) {
      const y1 = near[i + 1] ?? 0
      const y2 = near[i + 3] ?? 0
      if (y1 > lat === y2 > lat) continue
      const x1 = near[i] ?? 0
      const x = x1 + ((lat - y1) / (y2 - y1)) * ((near[i + 2] ?? 0) - x1)
      found.push(x - 360, x, x + 360)
    }
    return found
  })
  const land = new Uint8Array(columns * rows)
  crossings.forEach((row, number) => {
    row.sort((a, b) => a - b)
    for (let i = 0; i + 1 < row.length; i += 2) {
      const from = Math.max(0, Math.ceil(((row[i] ?? 0) - west) / dLon - 0.5))
      const to = Math.min(columns - 1, Math.floor(((row[i + 1] ?? 0) - west) / dLon - 0.5))
      for (let column = from; column <= to; column++) land[number * columns + column] = 1
    }
  })
  return land
}

/** The distance from each cell to the drawn line in nautical miles; infinite out of reach. */
const distancesToLine = (grid: Grid, line: ReadonlyArray<Point>): Float32Array => {
  const { columns, dLat, dLon, rows, south, west } = grid
  const off = new Float32Array(columns * rows).fill(Number.POSITIVE_INFINITY)
  const place = ([lon, lat]: Point) => [(lon - west) / dLon - 0.5, (lat - south) / dLat - 0.5] as const
  const reach = GRID_REACH_NM / CELL_NM
  for (let i = 1; i < line.length; i++) {
    const [x1, y1] = place(line[i - 1] ?? [0, 0])
    const [x2, y2] = place(line[i] ?? [0, 0])
    const square = (x2 - x1) ** 2 + (y2 - y1) ** 2
    const bottom = Math.max(0, Math.floor(Math.min(y1, y2) - reach))
    const right = Math.min(columns - 1, Math.ceil(Math.max(x1, x2) + reach))
    for (let row = bottom; row <= Math.min(rows - 1, Math.max(y1, y2) + reach); row++) {
      for (let column = Math.max(0, Math.floor(Math.min(x1, x2) - reach)); column <= right; column++) {
        const along = ((column - x1) * (x2 - x1) + (row - y1) * (y2 - y1)) / Math.max(square, 1e-9)
        const share = Math.max(0, Math.min(1, along))
        const miles = Math.hypot(x1 + (x2 - x1) * share - column, y1 + (y2 - y1) * share - row) * CELL_NM
        const cell = row * columns + column
        if (miles <= GRID_REACH_NM && miles < (off[cell] ?? 0)) off[cell] = miles
      }
    }
  }
  return off
}

/** The cost grid around a drawn line, from the coastline. */
export const costGridAround = (edges: EdgesByLatitude, line: ReadonlyArray<Point>): CostGrid => {
  const grid = gridOf(line)
  const { columns, dLat, dLon, south, west } = grid
  const land = landCells(grid, edges)
  const off = distancesToLine(grid, line)
  const around = [-1, 1, -columns, columns, -columns - 1, -columns + 1, columns - 1, columns + 1]
  const cost = off.map((miles, cell) => {
    if (miles === Number.POSITIVE_INFINITY) return OUTSIDE_COST
    if (land[cell] === 1) return miles <= ON_LINE_NM ? LAND_ON_LINE_COST : LAND_COST
    const byShore = around.some((step) => land[cell + step] === 1)
    return 1 + OFF_LINE_COST * miles + (byShore ? SHORE_COST : 0)
  })
  return {
    columns,
    cost,
    cellOf: ([lon, lat]) => Math.floor((lat - south) / dLat) * columns + Math.floor((lon - west) / dLon),
    centreOf: (cell) => [west + ((cell % columns) + 0.5) * dLon, south + (Math.floor(cell / columns) + 0.5) * dLat]
  }
}
