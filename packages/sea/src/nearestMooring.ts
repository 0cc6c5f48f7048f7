import { Option } from "effect"
import type { Mooring } from "./SeaEngine.ts"
import type { SeaNetwork } from "./SeaNetwork.ts"
import { geodesicNm } from "./Sphere.ts"

/** A place farther than this from every node of the network is not at sea, in nautical miles. */
export const MOORING_REACH_NM = 30

/**
 * Puts a place that the network does not know, such as an operator's own port, on its nearest node: a harbour, a turning
 * point off a headland or the mouth of a river. None when nothing is within 30 nm. Coasts between are not looked at, so
 * a place on a neck of land can come out on the wrong side: give its position on its own side of the water.
 */
export const nearestMooring = (network: SeaNetwork, lon: number, lat: number): Option.Option<Mooring> => {
  let best = MOORING_REACH_NM
  let node = -1
  for (let i = 0; i < network.lon.length; i++) {
    if (Math.abs((network.lat[i] ?? 0) - lat) > MOORING_REACH_NM / 59) continue
    const distance = geodesicNm(lon, lat, network.lon[i] ?? 0, network.lat[i] ?? 0)
    if (distance >= best) continue
    best = distance
    node = i
  }
  return node < 0 ? Option.none() : Option.some({ node, accessNm: best })
}
