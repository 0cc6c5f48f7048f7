import type { Passage } from "@landfall/core/geo/Passage"
import type { RouteGeometry } from "@landfall/core/geo/SeaRouter"
import type { Label } from "./internal/Labels.ts"
import { type MeasureClimb, wayBetween } from "./internal/Ways.ts"
import type { Lane, SeaNetwork } from "./SeaNetwork.ts"
import { drawLeg, geodesicNm, piecesOf } from "./Sphere.ts"

/** A part of a course, up to the far end of a passage (`passage`) or to the end of the course (no passage). */
export interface CourseLeg {
  readonly passage: Passage | undefined
  readonly lengthNm: number
}

/** A way over the sea. `line` has its turning points as longitude and latitude in turn, and is drawn when first asked for. */
export interface Course {
  readonly lengthNm: number
  readonly passages: ReadonlyArray<Passage>
  readonly legs: ReadonlyArray<CourseLeg>
  readonly line: ReadonlyArray<number>
}

/** Open water between two nodes: its length, and the points after the first as longitude and latitude in turn. */
export interface Stretch {
  readonly lengthNm: number
  readonly draw: () => ReadonlyArray<number>
}

interface End {
  readonly node: number
  readonly accessNm: number
}

/** What lies along a plan, in order: open water between two nodes, and lanes in one of their directions. */
interface Walker {
  readonly open: (from: number, to: number) => void
  readonly lane: (lane: Lane, forwards: boolean) => void
}

const walk = (network: SeaNetwork, gates: ReadonlyArray<number>, from: number, to: number, walker: Walker): void => {
  let node = from
  for (let i = 0; i < gates.length; i++) {
    const gate = gates[i] ?? 0
    const lane = network.lanes[gate >> 1]
    if (lane === undefined) continue
    const here = gate % 2 === 0 ? lane.from : lane.to
    if (i > 0 && (gates[i - 1] ?? -1) === (gate ^ 1)) walker.lane(lane, gate % 2 === 1)
    else if (here !== node) walker.open(node, here)
    node = here
  }
  if (node !== to) walker.open(node, to)
}

/**
 * Follows a plan's gates over open water and lanes, and measures the way on the ellipsoid. Most courses are never drawn:
 * a plan is walked again for its line when that is asked for.
 */
export const courseOf = (
  network: SeaNetwork,
  gates: ReadonlyArray<number>,
  stretch: (from: number, to: number) => Stretch,
  from: End,
  to: End
): Course => {
  const legs: Array<CourseLeg> = []
  const passages: Array<Passage> = []
  let total = 0
  let lengthNm = from.accessNm
  walk(network, gates, from.node, to.node, {
    open: (a, b) => {
      lengthNm += stretch(a, b).lengthNm
    },
    lane: (lane) => {
      const legNm = lengthNm + lane.lengthNm
      legs.push({ passage: lane.passage, lengthNm: legNm })
      passages.push(lane.passage)
      total += legNm
      lengthNm = 0
    }
  })
  const lastNm = lengthNm + to.accessNm
  legs.push({ passage: undefined, lengthNm: lastNm })
  let line: ReadonlyArray<number> | undefined
  return {
    lengthNm: total + lastNm,
    passages,
    legs,
    get line() {
      line ??= lineOf(network, gates, stretch, from.node, to.node)
      return line
    }
  }
}

const lineOf = (
  network: SeaNetwork,
  gates: ReadonlyArray<number>,
  stretch: (from: number, to: number) => Stretch,
  from: number,
  to: number
): ReadonlyArray<number> => {
  const pieces: Array<ReadonlyArray<number>> = [[network.lon[from] ?? 0, network.lat[from] ?? 0]]
  walk(network, gates, from, to, {
    open: (a, b) => pieces.push(stretch(a, b).draw()),
    lane: ({ points }, forwards) => pieces.push(laneLine(points, !forwards))
  })
  return pieces.flat()
}

/** The points of a lane after its first, in the direction of travel. */
const laneLine = (points: ReadonlyArray<number>, backwards: boolean): ReadonlyArray<number> => {
  if (!backwards) return points.slice(2)
  const line: Array<number> = []
  for (let i = points.length - 4; i >= 0; i -= 2) line.push(points[i] ?? 0, points[i + 1] ?? 0)
  return line
}

/** The way between the origins of two labels that meet at `node`, measured on the ellipsoid. */
export const stretchOver = (
  network: SeaNetwork,
  from: Label,
  to: Label,
  node: number,
  measure: MeasureClimb
): Stretch => ({
  lengthNm: measure(from, node) + measure(to, node),
  draw: () =>
    wayBetween(network, from, to, node)
      .slice(1)
      .flatMap((point) => [network.lon[point] ?? 0, network.lat[point] ?? 0])
})

/**
 * A course's line as GeoJSON: long legs drawn along the great circle, cut at the antimeridian. A course without length
 * is drawn as its point twice, since a line has two positions at least.
 */
export const geometryOf = ({ line }: Course): RouteGeometry => {
  const parts: Array<Array<readonly [number, number]>> = [[]]
  const lons: Array<number> = []
  const lats: Array<number> = []
  const put = (lon: number, lat: number) => parts.at(-1)?.push([tidy(lon), tidy(lat)])
  put(line[0] ?? 0, line[1] ?? 0)
  for (let i = 2; i < line.length; i += 2) {
    const from = { lon: line[i - 2] ?? 0, lat: line[i - 1] ?? 0 }
    const to = { lon: line[i] ?? 0, lat: line[i + 1] ?? 0 }
    const pieces = drawLeg(from, to, piecesOf(geodesicNm(from.lon, from.lat, to.lon, to.lat)), lons, lats)
    for (let k = 1; k <= pieces; k++) {
      const edge = edgeBetween(lons[k - 1] ?? 0, lons[k] ?? 0)
      if (edge !== 0) {
        const share = (edge - home(lons[k - 1] ?? 0, edge)) / ((lons[k] ?? 0) - (lons[k - 1] ?? 0))
        const lat = (lats[k - 1] ?? 0) + share * ((lats[k] ?? 0) - (lats[k - 1] ?? 0))
        put(edge, lat)
        parts.push([])
        put(-edge, lat)
      }
      put(wrapped(lons[k] ?? 0), lats[k] ?? 0)
    }
  }
  const [first = []] = parts
  if (first.length === 1 && parts.length === 1) first.push(...first)
  return parts.length === 1
    ? { type: "LineString", coordinates: first }
    : { type: "MultiLineString", coordinates: parts }
}

const tidy = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

const wrapped = (lon: number): number => (lon >= -180 && lon <= 180 ? lon : lon - 360 * Math.round(lon / 360))

/** 180 or -180 when the antimeridian lies between two longitudes that run on without a jump, else 0. */
const edgeBetween = (before: number, after: number): number => {
  const a = Math.floor((before + 180) / 360)
  const b = Math.floor((after + 180) / 360)
  return a === b ? 0 : b > a ? 180 : -180
}

/** The longitude in the turn where the antimeridian that is crossed stands at `edge`. */
const home = (lon: number, edge: number): number => {
  const turn = lon - 360 * Math.round(lon / 360)
  return turn * edge < 0 ? turn + 2 * edge : turn
}
