import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type LandTopology, landRings, type Ring } from "@landfall/sea/LandTopology"

/** A file of land for the maps: its name, and its text. */
export interface LandFile {
  readonly name: string
  readonly text: string
}

type Point = readonly [longitude: number, latitude: number]

/** The side of a cell of detailed land, in degrees. The pages read it from the list of cells. */
const CELL_DEGREES = 10
/** Cells overlap by this much, so that no seam shows between them. */
const OVERLAP_DEGREES = 0.02
/** Units of a degree in the files: the whole world is drawn coarsely, a cell to about 100 m. */
const WORLD_UNITS = 40
/** How far the coarse coast may be from that of 1:50 million: a pixel at the largest scale at which a map draws it. */
const WORLD_TOLERANCE_DEGREES = 0.025
const CELL_UNITS = 1000
/** The farthest north and south that maps show. */
const MAX_LATITUDE = 85

const readLand = (scale: "50m" | "10m"): ReadonlyArray<Ring> => {
  const path = createRequire(import.meta.url).resolve(`world-atlas/land-${scale}.json`)
  const topology: LandTopology = JSON.parse(readFileSync(path, "utf8"))
  return landRings(topology)
}

const pointsOf = (ring: Ring, shift = 0): ReadonlyArray<Point> =>
  Array.from({ length: ring.length / 2 }, (_, n): Point => [(ring[2 * n] ?? 0) + shift, ring[2 * n + 1] ?? 0])

const distanceTo = ([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number => {
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  const square = alongX ** 2 + alongY ** 2
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / square))
  return Math.hypot(x - fromX - share * alongX, y - fromY - share * alongY)
}

/** The points without which a line would be off by more than `tolerance`, after Douglas and Peucker 1973. */
const simplify = (points: ReadonlyArray<Point>, tolerance: number): ReadonlyArray<Point> => {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 3) return points
  const distances = points.map((point) => distanceTo(point, first, last))
  const farthest = distances.indexOf(Math.max(...distances))
  if ((distances[farthest] ?? 0) <= tolerance) return [first, last]
  const before = simplify(points.slice(0, farthest + 1), tolerance)
  return [...before, ...simplify(points.slice(farthest), tolerance).slice(1)]
}

/** The integers of a ring: its first point, then the step to each next one. Points that coincide are left out. */
const encodeRing = (points: ReadonlyArray<Point>, units: number): ReadonlyArray<number> => {
  const numbers: Array<number> = []
  let [x, y] = [0, 0]
  for (const [longitude, latitude] of points) {
    const [nextX, nextY] = [Math.round(longitude * units), Math.round(latitude * units)]
    if (numbers.length > 0 && nextX === x && nextY === y) continue
    numbers.push(nextX - x, nextY - y)
    x = nextX
    y = nextY
  }
  return numbers
}

/** A ring of fewer than three points has no area. */
const MIN_NUMBERS = 8

const encodeRings = (rings: ReadonlyArray<ReadonlyArray<Point>>, units: number): string => {
  const encoded = rings.map((points) => encodeRing(points, units)).filter(({ length }) => length >= MIN_NUMBERS)
  return encoded.length === 0 ? "" : JSON.stringify({ units, rings: encoded })
}

/** The part of a ring on one side of a meridian (axis 0) or parallel (axis 1), after Sutherland and Hodgman 1974. */
const clip = (points: ReadonlyArray<Point>, axis: 0 | 1, edge: number, side: 1 | -1): ReadonlyArray<Point> => {
  const clipped: Array<Point> = []
  let before = points.at(-1)
  for (const point of points) {
    const isInside = (point[axis] - edge) * side >= 0
    if (before !== undefined && isInside !== (before[axis] - edge) * side >= 0) {
      const share = (edge - before[axis]) / (point[axis] - before[axis])
      const other = before[1 - axis] ?? 0
      const crossing = other + ((point[1 - axis] ?? 0) - other) * share
      clipped.push(axis === 0 ? [edge, crossing] : [crossing, edge])
    }
    if (isInside) clipped.push(point)
    before = point
  }
  return clipped
}

const extentOf = (points: ReadonlyArray<Point>) => {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [longitude, latitude] of points) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return { west, east, south, north }
}

const cellNumbers = (least: number, most: number, first: number, count: number): ReadonlyArray<number> => {
  const from = Math.max(0, Math.floor((least - OVERLAP_DEGREES - first) / CELL_DEGREES))
  const to = Math.min(count - 1, Math.floor((most + OVERLAP_DEGREES - first) / CELL_DEGREES))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

const COLUMNS = 360 / CELL_DEGREES
const ROWS = 180 / CELL_DEGREES

/** The detailed land, cut into cells: the rings of a cell by its number, which counts columns eastwards, then rows northwards. */
const cutCells = (rings: ReadonlyArray<Ring>): ReadonlyMap<number, ReadonlyArray<ReadonlyArray<Point>>> => {
  const cells = new Map<number, Array<ReadonlyArray<Point>>>()
  for (const ring of rings) {
    for (const shift of [-360, 0, 360]) {
      const points = pointsOf(ring, shift)
      const { west, east, south, north } = extentOf(points)
      for (const column of cellNumbers(west, east, -180, COLUMNS)) {
        const left = column * CELL_DEGREES - 180
        const strip = clip(clip(points, 0, left - OVERLAP_DEGREES, 1), 0, left + CELL_DEGREES + OVERLAP_DEGREES, -1)
        if (strip.length < 3) continue
        for (const row of cellNumbers(Math.max(south, -MAX_LATITUDE), Math.min(north, MAX_LATITUDE), -90, ROWS)) {
          const bottom = row * CELL_DEGREES - 90
          const part = clip(clip(strip, 1, bottom - OVERLAP_DEGREES, 1), 1, bottom + CELL_DEGREES + OVERLAP_DEGREES, -1)
          if (part.length < 3) continue
          const number = row * COLUMNS + column
          cells.set(number, [...(cells.get(number) ?? []), part])
        }
      }
    }
  }
  return cells
}

/**
 * The land of Natural Earth for the maps: the whole world at 1:50 million, and cells of 10 degrees at 1:10 million, which a
 * map loads where it is enlarged. `world.json` names the cells that have land.
 */
export const landFiles = (): ReadonlyArray<LandFile> => {
  const cells = [...cutCells(readLand("10m"))].flatMap(([number, rings]) => {
    const text = encodeRings(rings, CELL_UNITS)
    return text === "" ? [] : [{ number, text }]
  })
  const world = encodeRings(
    readLand("50m").map((ring) => simplify(pointsOf(ring), WORLD_TOLERANCE_DEGREES)),
    WORLD_UNITS
  )
  const index = {
    cellDegrees: CELL_DEGREES,
    overlapDegrees: OVERLAP_DEGREES,
    cells: cells.map(({ number }) => number).toSorted((a, b) => a - b),
    ...JSON.parse(world)
  }
  return [
    { name: "world.json", text: JSON.stringify(index) },
    ...cells.map(({ number, text }) => ({ name: `cell-${number}.json`, text }))
  ]
}
