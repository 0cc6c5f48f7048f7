import { FAIRWAYS } from "./data/fairways.ts"
import { ICE_LIMITS } from "./data/routeing.ts"
import { landRings } from "./land.ts"

const KM_PER_DEGREE = 111.195
const ROWS_PER_DEGREE = 20

interface Edge {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

const rowOf = (latitude: number): number => Math.floor((latitude + 90) * ROWS_PER_DEGREE)

const edgesByRow = (): ReadonlyArray<ReadonlyArray<Edge>> => {
  const rows: Array<Array<Edge>> = Array.from({ length: 180 * ROWS_PER_DEGREE + 1 }, () => [])
  for (const ring of landRings()) {
    for (let i = 2; i < ring.length; i += 2) {
      const edge = { x1: ring[i - 2] ?? 0, y1: ring[i - 1] ?? 0, x2: ring[i] ?? 0, y2: ring[i + 1] ?? 0 }
      const [low, high] = [Math.min(edge.y1, edge.y2), Math.max(edge.y1, edge.y2)]
      for (let row = rowOf(low); row <= rowOf(high); row++) rows[row]?.push(edge)
    }
  }
  return rows
}

const rows = edgesByRow()

/** Tests whether a position is on the land of Natural Earth at 1:10 million. */
export const isLand = (latitude: number, longitude: number): boolean => {
  let inside = false
  for (const { x1, x2, y1, y2 } of rows[rowOf(latitude)] ?? []) {
    if (y1 > latitude === y2 > latitude) continue
    const x = x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)
    if (longitude < x) inside = !inside
  }
  return inside
}

type Point = readonly [number, number]

const segments = FAIRWAYS.flatMap(({ points }) =>
  points.slice(1).map((point, index): readonly [Point, Point] => [points[index] ?? point, point])
)

const kmToSegment = (latitude: number, longitude: number, [[x1, y1], [x2, y2]]: readonly [Point, Point]): number => {
  const scale = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
  const [ax, ay] = [(x1 - longitude) * scale, (y1 - latitude) * KM_PER_DEGREE]
  const [dx, dy] = [(x2 - x1) * scale, (y2 - y1) * KM_PER_DEGREE]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / squared))
  return Math.hypot(ax + along * dx, ay + along * dy)
}

/** The distance of a position from the nearest fairway, in kilometres; infinite half a degree away from all. */
export const kmToFairway = (latitude: number, longitude: number): number => {
  let nearest = Number.POSITIVE_INFINITY
  for (const segment of segments) {
    const [[x1, y1], [x2, y2]] = segment
    const isNear =
      Math.min(x1, x2) - 0.5 < longitude &&
      Math.max(x1, x2) + 0.5 > longitude &&
      Math.min(y1, y2) - 0.5 < latitude &&
      Math.max(y1, y2) + 0.5 > latitude
    if (isNear) nearest = Math.min(nearest, kmToSegment(latitude, longitude, segment))
  }
  return nearest
}

/** Tests whether a position is on the polar side of an ice limit. */
export const isBeyondIceLimit = (longitude: number, latitude: number): boolean =>
  ICE_LIMITS.some(({ line }) =>
    line.slice(1).some(([x2, y2], i) => {
      const [x1, y1] = line[i] ?? [x2, y2]
      return longitude >= x1 && longitude < x2 && latitude < y1 + ((y2 - y1) * (longitude - x1)) / (x2 - x1)
    })
  )
