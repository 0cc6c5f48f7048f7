import { NM_PER_RADIAN } from "../src/network/Geodesic.ts"
import { makeHeap, pop, push, topKey } from "../src/network/internal/Heap.ts"
import type { Vectors } from "./lineOfSight.ts"

/** An undirected graph that grows leg by leg, as linked lists of half-legs. Half-legs `2k` and `2k + 1` are leg `k`. */
export interface Graph {
  readonly first: Int32Array
  readonly next: Int32Array
  readonly target: Int32Array
  readonly cost: Float64Array
  size: number
}

export const makeGraph = (nodes: number, legs: number): Graph => ({
  first: new Int32Array(nodes).fill(-1),
  next: new Int32Array(legs * 2),
  target: new Int32Array(legs * 2),
  cost: new Float64Array(legs * 2),
  size: 0
})

export const addLeg = (graph: Graph, u: number, w: number, cost: number): void => {
  for (const [from, to] of [
    [u, w],
    [w, u]
  ] as const) {
    const half = graph.size++
    graph.target[half] = to
    graph.cost[half] = cost
    graph.next[half] = graph.first[from] ?? -1
    graph.first[from] = half
  }
}

/**
 * Drops every leg that other legs replace at `1 + slack` times its cost (a greedy spanner: shortest legs first).
 * `keepFirst` legs at the start of the order are always retained. Returns the numbers of the retained legs.
 */
export const thinLegs = (
  v: Vectors,
  from: ReadonlyArray<number>,
  to: ReadonlyArray<number>,
  cost: Float64Array,
  nodes: number,
  slack: number
): ReadonlyArray<number> => {
  const order = Uint32Array.from({ length: from.length }, (_, i) => i).sort((a, b) => (cost[a] ?? 0) - (cost[b] ?? 0))
  const graph = makeGraph(nodes, from.length)
  const search = makeBoundedSearch(nodes)
  const kept: Array<number> = []
  for (const leg of order) {
    const u = from[leg] ?? 0
    const w = to[leg] ?? 0
    const limit = (cost[leg] ?? 0) * (1 + slack)
    if (isWithin(graph, v, search, u, w, limit)) continue
    addLeg(graph, u, w, cost[leg] ?? 0)
    kept.push(leg)
  }
  return kept
}

interface BoundedSearch {
  readonly distance: Float64Array
  readonly stamp: Int32Array
  readonly heap: ReturnType<typeof makeHeap>
  round: number
}

const makeBoundedSearch = (nodes: number): BoundedSearch => ({
  distance: new Float64Array(nodes),
  stamp: new Int32Array(nodes),
  heap: makeHeap(1024),
  round: 0
})

/** Tests whether the graph connects `u` and `w` within `limit`: A* with the great circle as the lower bound. */
const isWithin = (graph: Graph, v: Vectors, search: BoundedSearch, u: number, w: number, limit: number): boolean => {
  const { distance, heap, stamp } = search
  if (u === w) return true
  const round = ++search.round
  heap.size = 0
  const wx = v.at[w * 3] ?? 0
  const wy = v.at[w * 3 + 1] ?? 0
  const wz = v.at[w * 3 + 2] ?? 0
  distance[u] = 0
  stamp[u] = round
  push(heap, 0, u)
  while (topKey(heap) <= limit) {
    const node = pop(heap)
    const here = distance[node] ?? 0
    for (let half = graph.first[node] ?? -1; half >= 0; half = graph.next[half] ?? -1) {
      const target = graph.target[half] ?? 0
      const there = here + (graph.cost[half] ?? 0)
      if (there > limit || (stamp[target] === round && (distance[target] ?? 0) <= there)) continue
      const dx = (v.at[target * 3] ?? 0) - wx
      const dy = (v.at[target * 3 + 1] ?? 0) - wy
      const dz = (v.at[target * 3 + 2] ?? 0) - wz
      const left = 2 * Math.asin(Math.min(1, Math.sqrt(dx * dx + dy * dy + dz * dz) / 2)) * NM_PER_RADIAN
      if (there + left > limit + 1e-9) continue
      if (target === w) return true
      distance[target] = there
      stamp[target] = round
      push(heap, there + left, target)
    }
  }
  return false
}

/**
 * The shortest paths from one node to all others: cost, and the half-leg by which each is reached (-1 at the start and
 * when unreachable).
 */
export const shortestPathTree = (graph: Graph, start: number, distance: Float64Array, by: Int32Array): void => {
  distance.fill(Number.POSITIVE_INFINITY)
  by.fill(-1)
  const heap = makeHeap(4096)
  distance[start] = 0
  push(heap, 0, start)
  while (heap.size > 0) {
    const key = topKey(heap)
    const node = pop(heap)
    if (key > (distance[node] ?? 0)) continue
    for (let half = graph.first[node] ?? -1; half >= 0; half = graph.next[half] ?? -1) {
      const target = graph.target[half] ?? 0
      const there = key + (graph.cost[half] ?? 0)
      if (there >= (distance[target] ?? 0)) continue
      distance[target] = there
      by[target] = half
      push(heap, there, target)
    }
  }
}

/**
 * Marks the legs on shortest paths from each of `starts` to each of `ends`. The number of a leg is that of its half-leg
 * divided by two.
 */
export const markUsedLegs = (
  graph: Graph,
  starts: ReadonlyArray<number>,
  ends: ReadonlyArray<number>,
  used: Uint8Array
): void => {
  const nodes = graph.first.length
  const distance = new Float64Array(nodes)
  const by = new Int32Array(nodes)
  for (const start of starts) {
    shortestPathTree(graph, start, distance, by)
    for (const end of ends) {
      for (let half = by[end] ?? -1; half >= 0; ) {
        if (used[half >> 1] === 2) break
        used[half >> 1] = 2
        half = by[graph.target[half ^ 1] ?? 0] ?? -1
      }
    }
    // A mark of 2 means "visited from this start": the legs behind it are marked too.
    for (let leg = 0; leg < used.length; leg++) if (used[leg] === 2) used[leg] = 1
  }
}
