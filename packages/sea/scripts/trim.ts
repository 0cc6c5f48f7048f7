import { findMeetingNode, type Label, makeLabeller } from "../src/network/internal/Labels.ts"
import type { SeaNetwork } from "../src/network/SeaNetwork.ts"
import type { Corners } from "./corners.ts"
import type { Hierarchy } from "./hierarchy.ts"

const wrapLongitude = (lon: number): number => lon - 360 * Math.round(lon / 360)

/**
 * Converts the hierarchy to the form of the engine: nodes by rank, upward legs in order of target, costs to 0.01 nm.
 */
export const toSeaNetwork = (corners: Corners, original: ReadonlyArray<number>, hierarchy: Hierarchy): SeaNetwork => {
  const rank = new Int32Array(hierarchy.order.length)
  hierarchy.order.forEach((node, i) => {
    rank[node] = i
  })
  const start = [0]
  const to: Array<number> = []
  const cost: Array<number> = []
  const middle: Array<number> = []
  for (const node of hierarchy.order) {
    const legs = (hierarchy.up[node] ?? []).map((leg) => ({ ...leg, to: rank[leg.to] ?? 0 }))
    for (const leg of legs.sort((a, b) => a.to - b.to)) {
      to.push(leg.to)
      cost.push(Math.round(leg.cost * 100) / 100)
      middle.push(leg.middle < 0 ? -1 : (rank[leg.middle] ?? -1))
    }
    start.push(to.length)
  }
  const cornerOf = (node: number) => original[node] ?? 0
  return {
    lon: Float64Array.from(hierarchy.order, (node) => wrapLongitude(corners.lon[cornerOf(node)] ?? 0)),
    lat: Float64Array.from(hierarchy.order, (node) => corners.lat[cornerOf(node)] ?? 0),
    start: Int32Array.from(start),
    to: Int32Array.from(to),
    cost: Float64Array.from(cost),
    middle: Int32Array.from(middle),
    lanes: []
  }
}

/** Costs are sums of rounded costs: a leg this much dearer than the cheapest path still equals it. */
const ROUNDING_NM = 0.02

/**
 * Drops shortcuts with a cheaper alternative. The bounded witness search makes more shortcuts than necessary; no
 * cheapest path uses these, so none is lost.
 */
export const trimShortcuts = (network: SeaNetwork): SeaNetwork => {
  const label = makeLabeller(network)
  const labels: ReadonlyArray<Label> = Array.from({ length: network.lon.length }, (_, node) => label(node))
  const isKept = new Uint8Array(network.to.length)
  const legOf = (node: number, target: number): number => network.to.indexOf(target, network.start[node])
  // From the top down, so that the parts of a retained shortcut, which begin below it, are retained.
  for (let node = network.lon.length - 1; node >= 0; node--) {
    for (let leg = network.start[node] ?? 0; leg < (network.start[node + 1] ?? 0); leg++) {
      const to = network.to[leg] ?? 0
      const [a, b] = [labels[node], labels[to]]
      const best = a === undefined || b === undefined ? 0 : findMeetingNode(a, b).cost
      if ((network.cost[leg] ?? 0) > best + ROUNDING_NM && isKept[leg] === 0) continue
      isKept[leg] = 1
      const middle = network.middle[leg] ?? -1
      if (middle >= 0) {
        isKept[legOf(middle, node)] = 1
        isKept[legOf(middle, to)] = 1
      }
    }
  }
  const start = [0]
  const kept: Array<number> = []
  for (let node = 0; node < network.lon.length; node++) {
    for (let leg = network.start[node] ?? 0; leg < (network.start[node + 1] ?? 0); leg++)
      if (isKept[leg] === 1) kept.push(leg)
    start.push(kept.length)
  }
  return {
    ...network,
    start: Int32Array.from(start),
    to: Int32Array.from(kept, (leg) => network.to[leg] ?? 0),
    cost: Float64Array.from(kept, (leg) => network.cost[leg] ?? 0),
    middle: Int32Array.from(kept, (leg) => network.middle[leg] ?? -1)
  }
}
