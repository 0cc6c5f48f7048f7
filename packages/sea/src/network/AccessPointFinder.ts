import type { Position } from "@landfall/core/geo/Position"
import { Option } from "effect"
import { geodesicNm } from "./Geodesic.ts"
import type { AccessPoint } from "./RoutingEngine.ts"
import type { SeaNetwork } from "./SeaNetwork.ts"

export type { SeaNetwork } from "./SeaNetwork.ts"

/** Finds the access point of a place on the network; none when the network is too far away. */
export type FindAccessPoint = (position: Position) => Option.Option<AccessPoint>

/** The greatest distance between a place and its node of the network, in nautical miles. */
export const MAX_ACCESS_NM = 30

/** The same distance in degrees of latitude, rounded up: a degree is at least 59.7 nm. */
const MAX_ACCESS_DEGREES = MAX_ACCESS_NM / 59

const normaliseLongitude = (lon: number): number => lon - 360 * Math.round(lon / 360)

/** Groups the nodes by rows of one degree of latitude, starting at the south pole. */
const rowsOf = ({ lat }: SeaNetwork): ReadonlyArray<ReadonlyArray<number>> => {
  const rows: Array<Array<number>> = Array.from({ length: 181 }, () => [])
  for (const [node, degrees] of lat.entries()) rows[Math.floor(degrees) + 90]?.push(node)
  return rows
}

/**
 * Finds the nearest node of a place that the network does not include, such as an operator-supplied port: a harbour, a
 * turning point off a headland or the mouth of a river. None when no node is within 30 nm. Coasts in between are not
 * considered, so a place on a narrow neck of land can get a node on the wrong side: give a position on its own side of
 * the water.
 */
export const makeAccessPointFinder = (network: SeaNetwork): FindAccessPoint => {
  const rows = rowsOf(network)
  return ({ latitude, longitude }: Position) => {
    const reachEast =
      MAX_ACCESS_DEGREES / Math.max(0.001, Math.cos(((Math.abs(latitude) + MAX_ACCESS_DEGREES) * Math.PI) / 180))
    let nearestNm = MAX_ACCESS_NM
    let nearest = -1
    const last = Math.floor(latitude + MAX_ACCESS_DEGREES) + 90
    for (let row = Math.floor(latitude - MAX_ACCESS_DEGREES) + 90; row <= last; row++) {
      for (const node of rows[row] ?? []) {
        const [lon, lat] = [network.lon[node] ?? 0, network.lat[node] ?? 0]
        if (Math.abs(lat - latitude) > MAX_ACCESS_DEGREES || Math.abs(normaliseLongitude(lon - longitude)) > reachEast)
          continue
        const distanceNm = geodesicNm(longitude, latitude, lon, lat)
        if (distanceNm >= nearestNm) continue
        nearestNm = distanceNm
        nearest = node
      }
    }
    return nearest < 0 ? Option.none() : Option.some({ node: nearest, accessNm: nearestNm })
  }
}
