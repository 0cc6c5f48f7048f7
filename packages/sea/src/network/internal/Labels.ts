import type { SeaNetwork } from "../SeaNetwork.ts"
import { makeHeap, pop, push, topKey } from "./Heap.ts"

/**
 * The upward search space of a node: its nodes in ascending order, the cost to each, the index in this list of the
 * predecessor (-1 for the origin), and the leg or shortcut from it.
 */
export interface Label {
  readonly nodes: Int32Array
  readonly costs: Float64Array
  readonly before: Int32Array
  readonly legs: Int32Array
}

/** Returns a function that computes labels with shared working arrays. */
export const makeLabeller = (network: SeaNetwork): ((node: number) => Label) => {
  const count = network.lon.length
  const distance = new Float64Array(count)
  const before = new Int32Array(count)
  const legs = new Int32Array(count)
  const index = new Int32Array(count)
  const stamp = new Int32Array(count)
  const heap = makeHeap(1024)
  const { cost, start, to } = network
  let round = 0
  /** A node that is cheaper to reach through a higher node is on no shortest upward path. */
  const isStalled = (node: number, key: number): boolean => {
    const end = start[node + 1] ?? 0
    for (let leg = start[node] ?? 0; leg < end; leg++) {
      const above = to[leg] ?? 0
      if (stamp[above] === round && (distance[above] ?? 0) + (cost[leg] ?? 0) < key - 1e-9) return true
    }
    return false
  }
  return (origin) => {
    round++
    heap.size = 0
    distance[origin] = 0
    before[origin] = -1
    stamp[origin] = round
    push(heap, 0, origin)
    const reached: Array<number> = []
    while (heap.size > 0) {
      const key = topKey(heap)
      const node = pop(heap)
      if (key > (distance[node] ?? 0) || isStalled(node, key)) continue
      reached.push(node)
      const end = start[node + 1] ?? 0
      for (let leg = start[node] ?? 0; leg < end; leg++) {
        const above = to[leg] ?? 0
        const there = key + (cost[leg] ?? 0)
        if (stamp[above] === round && (distance[above] ?? 0) <= there) continue
        distance[above] = there
        before[above] = node
        legs[above] = leg
        stamp[above] = round
        push(heap, there, above)
      }
    }
    const nodes = Int32Array.from(reached).sort()
    for (let i = 0; i < nodes.length; i++) index[nodes[i] ?? 0] = i
    return {
      nodes,
      costs: Float64Array.from(nodes, (node) => distance[node] ?? 0),
      before: Int32Array.from(nodes, (node) => (node === origin ? -1 : (index[before[node] ?? 0] ?? -1))),
      legs: Int32Array.from(nodes, (node) => legs[node] ?? 0)
    }
  }
}

/** Finds the node where two labels meet at the least cost; -1 and Infinity when they share none. */
export const findMeetingNode = (a: Label, b: Label): { readonly node: number; readonly cost: number } => {
  let best = Number.POSITIVE_INFINITY
  let node = -1
  for (let i = 0, j = 0; i < a.nodes.length && j < b.nodes.length; ) {
    const x = a.nodes[i] ?? 0
    const y = b.nodes[j] ?? 0
    if (x < y) i++
    else if (y < x) j++
    else {
      const cost = (a.costs[i] ?? 0) + (b.costs[j] ?? 0)
      if (cost < best) {
        best = cost
        node = x
      }
      i++
      j++
    }
  }
  return { node, cost: best }
}
