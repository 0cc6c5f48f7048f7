import type { Passage } from "@landfall/core/geo/Passage"
import { geodesicNm } from "../src/network/Geodesic.ts"
import { addTerminal, type Corners, roundDegrees } from "./corners.ts"
import { FAIRWAYS, MINOR_WATERWAYS } from "./data/fairways.ts"
import { PASSAGES } from "./data/passages.ts"
import type { Point } from "./data/points.ts"
import type { Ring } from "./land.ts"
import { moveOntoWater } from "./rivers.ts"

/** A lane through a passage, from one of its ends to the other. */
export interface Lane {
  readonly passage: Passage
  readonly from: number
  readonly to: number
  readonly points: ReadonlyArray<Point>
  readonly lengthNm: number
}

/** A stretch of a river or channel. */
export interface Reach {
  readonly from: number
  readonly to: number
  readonly lengthNm: number
  /** The additional cost in nautical miles when routes are compared. */
  readonly extraNm?: number
}

export interface Waterways {
  readonly lanes: ReadonlyArray<Lane>
  readonly reaches: Array<Reach>
  /** Nodes with a view of open water: ends of lanes and mouths of rivers. */
  readonly outer: ReadonlyArray<number>
}

const lengthOf = (points: ReadonlyArray<Point>): number => {
  let sum = 0
  for (let i = 0; i + 1 < points.length; i++) {
    const [x1, y1] = points[i] ?? [0, 0]
    const [x2, y2] = points[i + 1] ?? [0, 0]
    sum += geodesicNm(x1, y1, x2, y2)
  }
  return sum
}

const CROSSING_HALF_LENGTH_DEGREES = 0.004

/** A short straight lane across the gate at one of its points. */
const crossingLane = (gates: ReadonlyArray<ReadonlyArray<Point>>, [lon, lat]: Point): ReadonlyArray<Point> => {
  let best = Number.POSITIVE_INFINITY
  let across: Point = [0, 1]
  let on: Point = [lon, lat]
  const scale = Math.cos((lat * Math.PI) / 180)
  for (const gate of gates) {
    for (let i = 0; i + 1 < gate.length; i++) {
      const [x1, y1] = gate[i] ?? [0, 0]
      const [x2, y2] = gate[i + 1] ?? [0, 0]
      const dx = (x2 - x1) * scale
      const dy = y2 - y1
      const square = dx * dx + dy * dy
      const share = Math.max(0, Math.min(1, ((lon - x1) * scale * dx + (lat - y1) * dy) / square))
      const x = x1 + (x2 - x1) * share
      const y = y1 + (y2 - y1) * share
      const off = Math.hypot((x - lon) * scale, y - lat)
      if (off >= best) continue
      best = off
      on = [x, y]
      across = [-dy / Math.sqrt(square) / scale, dx / Math.sqrt(square)]
    }
  }
  return [
    [on[0] + across[0] * CROSSING_HALF_LENGTH_DEGREES, on[1] + across[1] * CROSSING_HALF_LENGTH_DEGREES],
    [on[0] - across[0] * CROSSING_HALF_LENGTH_DEGREES, on[1] - across[1] * CROSSING_HALF_LENGTH_DEGREES]
  ]
}

/** Adds the ends of every lane and the points of every fairway to the corners. */
export const addWaterways = (corners: Corners, rings: ReadonlyArray<Ring>): Waterways => {
  const seen = new Map<string, number>()
  const nodeAt = ([lon, lat]: Point): number => {
    const key = `${roundDegrees(lon)} ${roundDegrees(lat)}`
    const known = seen.get(key)
    if (known !== undefined) return known
    const node = addTerminal(corners, lon, lat)
    seen.set(key, node)
    return node
  }
  const outer = new Set<number>()
  const lanes = PASSAGES.flatMap(({ crossings = [], gates, id, lanes = [] }) =>
    [...lanes, ...crossings.map((point) => crossingLane(gates, point))].map((points): Lane => {
      const [from, to] = [nodeAt(points[0] ?? [0, 0]), nodeAt(points.at(-1) ?? [0, 0])]
      outer.add(from).add(to)
      return { passage: id, from, to, points, lengthNm: lengthOf(points) }
    })
  )
  const reaches: Array<Reach> = []
  for (const { points } of moveOntoWater(rings, FAIRWAYS)) {
    const nodes = points.map(nodeAt)
    const [mouth] = nodes
    if (mouth !== undefined && !reaches.some(({ from, to }) => from === mouth || to === mouth)) outer.add(mouth)
    nodes.forEach((node, i) => {
      const before = nodes[i - 1]
      if (before !== undefined)
        reaches.push({ from: before, to: node, lengthNm: lengthOf([pointOf(corners, before), pointOf(corners, node)]) })
    })
  }
  for (const { extraNm, points } of MINOR_WATERWAYS) {
    const nodes = points.map(nodeAt)
    outer.add(nodes[0] ?? 0).add(nodes.at(-1) ?? 0)
    nodes.slice(1).forEach((node, i) => {
      const before = nodes[i] ?? 0
      const lengthNm = lengthOf([pointOf(corners, before), pointOf(corners, node)])
      reaches.push({ from: before, to: node, lengthNm, extraNm: extraNm / (nodes.length - 1) })
    })
  }
  return { lanes, reaches, outer: [...outer] }
}

const pointOf = (corners: Corners, node: number): Point => [corners.lon[node] ?? 0, corners.lat[node] ?? 0]

/** The greatest distance between a port and its fairway, in nautical miles. */
const FAIRWAY_REACH_NM = 4

/** Splits the nearest fairway within reach at the point nearest to a port; returns that node, or -1 without one. */
export const joinFairway = (corners: Corners, reaches: Array<Reach>, lon: number, lat: number): number => {
  let best = FAIRWAY_REACH_NM
  let place = -1
  let share = 0
  const scale = Math.cos((lat * Math.PI) / 180)
  reaches.forEach(({ from, to }, i) => {
    const [x1, y1] = pointOf(corners, from)
    const [x2, y2] = pointOf(corners, to)
    const dx = (x2 - x1) * scale
    const dy = y2 - y1
    const along = Math.max(0, Math.min(1, ((lon - x1) * scale * dx + (lat - y1) * dy) / (dx * dx + dy * dy)))
    const off = Math.hypot((x1 - lon) * scale + dx * along, y1 - lat + dy * along) * 60
    if (off >= best) return
    best = off
    place = i
    share = along
  })
  const reach = reaches[place]
  if (reach === undefined) return -1
  // A port at the end of a reach uses that end.
  if (share * reach.lengthNm < 0.05) return reach.from
  if ((1 - share) * reach.lengthNm < 0.05) return reach.to
  const [x1, y1] = pointOf(corners, reach.from)
  const [x2, y2] = pointOf(corners, reach.to)
  const node = addTerminal(corners, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
  const { extraNm = 0 } = reach
  reaches.splice(
    place,
    1,
    { ...reach, to: node, lengthNm: reach.lengthNm * share, extraNm: extraNm * share },
    { ...reach, from: node, lengthNm: reach.lengthNm * (1 - share), extraNm: extraNm * (1 - share) }
  )
  return node
}
