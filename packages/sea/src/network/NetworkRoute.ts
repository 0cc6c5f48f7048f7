import type { Passage } from "@landfall/core/geo/Passage"
import type { RouteGeometry } from "@landfall/core/geo/SeaRouter"
import { geodesicNm, interpolateGreatCircle, pieceCountOf } from "./Geodesic.ts"

/** A part of a route, up to the far end of a passage, or to the end of the route (`passage` undefined). */
export interface NetworkRouteLeg {
  readonly passage: Passage | undefined
  readonly lengthNm: number
}

/**
 * A route over the network. `line` holds its turning points as alternating longitudes and latitudes, and is computed on
 * first access.
 */
export interface NetworkRoute {
  readonly lengthNm: number
  /** The cost by which routes are compared, in nautical miles: never less with an option, nor with a call on the way. */
  readonly comparedNm: number
  readonly passages: ReadonlyArray<Passage>
  readonly legs: ReadonlyArray<NetworkRouteLeg>
  readonly line: ReadonlyArray<number>
}

/** In place of a lane end: the start of a route as `from`, its end as `to`. */
export const NO_LANE_END = -1

/** The stretches of open water of a route, between lane ends or an end of the route. */
export interface OpenWaterStretches {
  readonly lengthNm: (from: number, to: number) => number
  /** The nodes of a stretch, both ends included. */
  readonly nodes: (from: number, to: number) => ReadonlyArray<number>
}

/**
 * Converts the line of a route to GeoJSON: long legs follow the great circle, and the line is cut at the antimeridian.
 * A route of length 0 is its point twice, since a line needs at least two positions.
 */
export const geometryOf = ({ line }: NetworkRoute): RouteGeometry => {
  const parts: Array<Array<readonly [number, number]>> = [[]]
  const lons: Array<number> = []
  const lats: Array<number> = []
  const put = (lon: number, lat: number) => parts.at(-1)?.push([roundDegrees(lon), roundDegrees(lat)])
  put(line[0] ?? 0, line[1] ?? 0)
  for (let i = 2; i < line.length; i += 2) {
    const from = { lon: line[i - 2] ?? 0, lat: line[i - 1] ?? 0 }
    const to = { lon: line[i] ?? 0, lat: line[i + 1] ?? 0 }
    const pieces = interpolateGreatCircle(
      from,
      to,
      pieceCountOf(geodesicNm(from.lon, from.lat, to.lon, to.lat)),
      lons,
      lats
    )
    for (let k = 1; k <= pieces; k++) {
      const edge = antimeridianBetween(lons[k - 1] ?? 0, lons[k] ?? 0)
      if (edge !== 0) {
        const fraction = (edge - alignToAntimeridian(lons[k - 1] ?? 0, edge)) / ((lons[k] ?? 0) - (lons[k - 1] ?? 0))
        const lat = (lats[k - 1] ?? 0) + fraction * ((lats[k] ?? 0) - (lats[k - 1] ?? 0))
        put(edge, lat)
        parts.push([])
        put(-edge, lat)
      }
      put(normaliseLongitude(lons[k] ?? 0), lats[k] ?? 0)
    }
  }
  const [first = []] = parts
  if (first.length === 1 && parts.length === 1) first.push(...first)
  return parts.length === 1
    ? { type: "LineString", coordinates: first }
    : { type: "MultiLineString", coordinates: parts }
}

const roundDegrees = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

const normaliseLongitude = (lon: number): number =>
  lon >= -180 && lon <= 180 ? lon : lon - 360 * Math.round(lon / 360)

/** Returns 180 or -180 when the antimeridian is between two continuous longitudes, else 0. */
const antimeridianBetween = (before: number, after: number): number => {
  const a = Math.floor((before + 180) / 360)
  const b = Math.floor((after + 180) / 360)
  return a === b ? 0 : b > a ? 180 : -180
}

/** The longitude plus the multiple of 360 degrees for which the crossed antimeridian is at `edge`. */
const alignToAntimeridian = (lon: number, edge: number): number => {
  const turn = lon - 360 * Math.round(lon / 360)
  return turn * edge < 0 ? turn + 2 * edge : turn
}
