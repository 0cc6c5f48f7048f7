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

/** The nodes from a label's origin up to `node`, both included, without those that shortcuts pass. */
const upwardPath = ({ before, nodes }: Label, node: number): Array<number> => {
  const way: Array<number> = []
  for (let at = indexOfNode(nodes, node); at >= 0; at = before[at] ?? -1) way.push(nodes[at] ?? 0)
  return way.reverse()
}

/** The number of the leg or shortcut from a node up to another: legs are kept by rising target. */
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

/** Writes the nodes after `from` on the way to `to` that a leg or shortcut between them stands for. */
const unpackLeg = (network: SeaNetwork, from: number, to: number, way: Array<number>): void => {
  const middle = network.middle[legBetween(network, Math.min(from, to), Math.max(from, to))] ?? -1
  if (middle >= 0) {
    unpackLeg(network, from, middle, way)
    unpackLeg(network, middle, to, way)
  } else way.push(to)
}

/** All nodes on the cheapest way between the origins of two labels, which meet at `node`. */
export const pathBetween = (network: SeaNetwork, a: Label, b: Label, node: number): ReadonlyArray<number> => {
  const rough = [...upwardPath(a, node), ...upwardPath(b, node).reverse().slice(1)]
  const way = rough.slice(0, 1)
  for (let i = 1; i < rough.length; i++) unpackLeg(network, rough[i - 1] ?? 0, rough[i] ?? 0, way)
  return way
}

/** Miles on the ellipsoid of the way up from a label's origin to a node. */
export type MeasureUpwardPath = (label: Label, node: number) => number

/** Measures ways up a hierarchy. What a leg or shortcut is long is kept once it was measured. */
export const makeUpwardPathMeasurer = (network: SeaNetwork): MeasureUpwardPath => {
  const { lat, lon, middle } = network
  const known = new Float64Array(network.to.length).fill(-1)
  const measure = (leg: number, low: number, high: number): number => {
    const before = known[leg] ?? -1
    if (before >= 0) return before
    const between = middle[leg] ?? -1
    const lengthNm =
      between < 0
        ? geodesicNm(lon[low] ?? 0, lat[low] ?? 0, lon[high] ?? 0, lat[high] ?? 0)
        : measure(legBetween(network, between, low), between, low) +
          measure(legBetween(network, between, high), between, high)
    known[leg] = lengthNm
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
