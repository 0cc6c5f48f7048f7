import { geodesicNm } from "../src/network/Geodesic.ts"
import { makeHeap, pop, push, topKey } from "../src/network/internal/Heap.ts"
import { roundDegrees } from "./corners.ts"
import { type CostGrid, costGridAround, edgesByLatitude, OPEN_WATER_COST } from "./costGrid.ts"
import type { NamedLine, Point } from "./data/points.ts"
import type { Ring } from "./land.ts"

/** The distance between sample points of a straight piece, in nautical miles. */
const SAMPLE_SPACING_NM = 0.1

/** A line is moved when that lowers its cost by this many miles. */
const MIN_SAVING_NM = 1

const ORIGIN: Point = [0, 0]

const lengthOf = ([x1, y1]: Point, [x2, y2]: Point): number => geodesicNm(x1, y1, x2, y2)

/** The cost of a straight piece, by the cells that it crosses. */
const costOf = ({ cellOf, cost }: CostGrid, from: Point, to: Point): number => {
  const lengthNm = lengthOf(from, to)
  const looks = Math.max(1, Math.ceil(lengthNm / SAMPLE_SPACING_NM))
  let sum = 0
  for (let i = 0; i < looks; i++) {
    const share = (i + 0.5) / looks
    sum += cost[cellOf([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])] ?? 0
  }
  return (sum / looks) * lengthNm
}

const costAlong = (bed: CostGrid, line: ReadonlyArray<Point>): number =>
  line.slice(1).reduce((sum, point, i) => sum + costOf(bed, line[i] ?? point, point), 0)

/** The cheapest path over cells between two points (Dijkstra), both included. */
const cheapestPath = (bed: CostGrid, from: Point, to: Point): ReadonlyArray<Point> => {
  const { cellOf, centreOf, columns, cost } = bed
  const steps = [
    ...[-1, 1, -columns, columns].map((step) => [step, 0.5] as const),
    ...[-columns - 1, -columns + 1, columns - 1, columns + 1].map((step) => [step, Math.SQRT1_2] as const)
  ]
  const [start, end] = [cellOf(from), cellOf(to)]
  const reached = new Map<number, { readonly cost: number; readonly before: number }>([
    [start, { cost: 0, before: -1 }]
  ])
  const heap = makeHeap(1024)
  push(heap, 0, start)
  while (heap.size > 0) {
    const key = topKey(heap)
    const cell = pop(heap)
    if (cell === end) break
    if (key > (reached.get(cell)?.cost ?? 0)) continue
    for (const [step, half] of steps) {
      const next = cell + step
      const there = key + ((cost[cell] ?? 0) + (cost[next] ?? Number.POSITIVE_INFINITY)) * half
      if (there >= (reached.get(next)?.cost ?? Number.POSITIVE_INFINITY)) continue
      reached.set(next, { cost: there, before: cell })
      push(heap, there, next)
    }
  }
  const path: Array<Point> = [to]
  for (let cell = reached.get(end)?.before ?? -1; cell >= 0 && cell !== start; cell = reached.get(cell)?.before ?? -1)
    path.push(centreOf(cell))
  return [...path, from].reverse()
}

/** The index between two points of a path that is farthest from the straight line between them. */
const farthestFromLine = (path: ReadonlyArray<Point>, first: number, last: number): number => {
  const [x1, y1] = path[first] ?? ORIGIN
  const [x2, y2] = path[last] ?? ORIGIN
  let best = -1
  let place = (first + last) >> 1
  for (let i = first + 1; i < last; i++) {
    const [x, y] = path[i] ?? ORIGIN
    const off = Math.abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
    if (off <= best) continue
    best = off
    place = i
  }
  return place
}

/** Drops the points between which a straight piece costs no more than the path. */
const straighten = (bed: CostGrid, path: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const sums = [0]
  for (let i = 1; i < path.length; i++) {
    sums.push((sums[i - 1] ?? 0) + costOf(bed, path[i - 1] ?? ORIGIN, path[i] ?? ORIGIN))
  }
  const between = (first: number, last: number): ReadonlyArray<Point> => {
    const from = path[first] ?? ORIGIN
    const to = path[last] ?? ORIGIN
    const asIs = (sums[last] ?? 0) - (sums[first] ?? 0)
    if (last - first < 2 || costOf(bed, from, to) <= asIs) return [to]
    const middle = farthestFromLine(path, first, last)
    return [...between(first, middle), ...between(middle, last)]
  }
  return [path[0] ?? ORIGIN, ...between(0, path.length - 1)]
}

/**
 * Moves drawn lines onto the water that the coastline shows within four miles of them. Without such water they stay as
 * drawn; their ends, the points that they share and those on water always do.
 */
export const moveOntoWater = (
  rings: ReadonlyArray<Ring>,
  lines: ReadonlyArray<NamedLine>
): ReadonlyArray<NamedLine> => {
  const edges = edgesByLatitude(rings)
  const uses = new Map<string, number>()
  for (const { points } of lines) for (const point of points) uses.set(`${point}`, (uses.get(`${point}`) ?? 0) + 1)
  return lines.map(({ name, points }) => {
    const bed = costGridAround(edges, points)
    const isWet = (point: Point) => (bed.cost[bed.cellOf(point)] ?? 0) < OPEN_WATER_COST
    const isHeld = (point: Point, i: number) => i === 0 || i === points.length - 1 || (uses.get(`${point}`) ?? 0) > 1
    const held = points.filter((point, i) => isHeld(point, i) || isWet(point))
    const moved = held.slice(1).flatMap((to, i) => {
      const from = held[i] ?? to
      const part = points.slice(points.indexOf(from), points.indexOf(to) + 1)
      const path = straighten(bed, cheapestPath(bed, from, to))
      return (costAlong(bed, path) < costAlong(bed, part) - MIN_SAVING_NM ? path : part).slice(1)
    })
    return {
      name,
      points: [...points.slice(0, 1), ...moved].map(([lon, lat]): Point => [roundDegrees(lon), roundDegrees(lat)])
    }
  })
}
