import { geodesicNm } from "../Geodesic.ts"
import type { SeaNetwork } from "../SeaNetwork.ts"
import type { Label } from "./Labels.ts"

const indexOfNode = (nodes: Int32Array, node: number): number => {
  let low = 0
  let high = nodes.length - 1
  while (low < high) {
    const half = (low + high) >> 1
    if ((nodes[half] ?? 0) < node) low = half + 1
    else high = half
  }
  return low
}

/** The nodes from a label's origin up to `node`, both included, without those inside shortcuts. */
const upwardPath = ({ before, nodes }: Label, node: number): Array<number> => {
  const path: Array<number> = []
  for (let at = indexOfNode(nodes, node); at >= 0; at = before[at] ?? -1) path.push(nodes[at] ?? 0)
  return path.reverse()
}

/** The number of the leg or shortcut from a node up to another, by binary search: legs are sorted by target. */
const legBetween = (network: SeaNetwork, low: number, high: number): number => {
  let first = network.start[low] ?? 0
  let last = (network.start[low + 1] ?? 0) - 1
  while (first < last) {
    const half = (first + last) >> 1
    if ((network.to[half] ?? 0) < high) first = half + 1
    else last = half
  }
  return first
}

/** Appends the nodes after `from` on the path of a leg or shortcut to `to`. */
const unpackLeg = (network: SeaNetwork, from: number, to: number, path: Array<number>): void => {
  const middle = network.middle[legBetween(network, Math.min(from, to), Math.max(from, to))] ?? -1
  if (middle >= 0) {
    unpackLeg(network, from, middle, path)
    unpackLeg(network, middle, to, path)
  } else path.push(to)
}

/** All nodes on the cheapest path between the origins of two labels, which meet at `node`. */
export const pathBetween = (network: SeaNetwork, a: Label, b: Label, node: number): ReadonlyArray<number> => {
  const contracted = [...upwardPath(a, node), ...upwardPath(b, node).reverse().slice(1)]
  const path = contracted.slice(0, 1)
  for (let i = 1; i < contracted.length; i++) unpackLeg(network, contracted[i - 1] ?? 0, contracted[i] ?? 0, path)
  return path
}

/** Returns the length of the upward path from a label's origin to a node, in nautical miles on the ellipsoid. */
export type MeasureUpwardPath = (label: Label, node: number) => number

/** Returns a function that measures upward paths and caches the length of every leg and shortcut. */
export const makeUpwardPathMeasurer = (network: SeaNetwork): MeasureUpwardPath => {
  const { lat, lon, middle } = network
  const lengths = new Float64Array(network.to.length).fill(-1)
  const measure = (leg: number, low: number, high: number): number => {
    const before = lengths[leg] ?? -1
    if (before >= 0) return before
    const between = middle[leg] ?? -1
    const lengthNm =
      between < 0
        ? geodesicNm(lon[low] ?? 0, lat[low] ?? 0, lon[high] ?? 0, lat[high] ?? 0)
        : measure(legBetween(network, between, low), between, low) +
          measure(legBetween(network, between, high), between, high)
    lengths[leg] = lengthNm
    return lengthNm
  }
  return ({ before, legs, nodes }, node) => {
    let lengthNm = 0
    let at = indexOfNode(nodes, node)
    for (let below = before[at] ?? -1; below >= 0; below = before[at] ?? -1) {
      lengthNm += measure(legs[at] ?? 0, nodes[below] ?? 0, nodes[at] ?? 0)
      at = below
    }
    return lengthNm
  }
}
