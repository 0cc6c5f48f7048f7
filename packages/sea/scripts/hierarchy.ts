import { makeHeap, pop, push, topKey } from "../src/network/internal/Heap.ts"

/** An upward leg or shortcut of the hierarchy; `middle` is the node that a shortcut passes through, -1 for a leg. */
export interface UpwardLeg {
  readonly to: number
  readonly cost: number
  readonly middle: number
}

/** Nodes in order of contraction, each with its legs to nodes contracted later. */
export interface Hierarchy {
  readonly order: ReadonlyArray<number>
  readonly up: ReadonlyArray<ReadonlyArray<UpwardLeg>>
}

/** The legs of a node: target, cost and middle, as parallel lists because they are read constantly. */
interface Neighbours {
  readonly to: Array<number>
  readonly cost: Array<number>
  readonly middle: Array<number>
}

const emptyNeighbours = (): Neighbours => ({ to: [], cost: [], middle: [] })

const NO_NEIGHBOURS = emptyNeighbours()

const removeNeighbour = ({ cost, middle, to }: Neighbours, node: number): void => {
  const place = to.indexOf(node)
  if (place < 0) return
  const last = to.length - 1
  to[place] = to[last] ?? 0
  cost[place] = cost[last] ?? 0
  middle[place] = middle[last] ?? 0
  to.pop()
  cost.pop()
  middle.pop()
}

interface Shortcut {
  readonly from: number
  readonly to: number
  readonly cost: number
}

/** The maximum number of nodes of a witness search before a shortcut is made. */
const SETTLED_LIMIT = 60

interface WitnessSearch {
  readonly distance: Float64Array
  readonly stamp: Int32Array
  readonly heap: ReturnType<typeof makeHeap>
  round: number
}

const searchWitnesses = (
  graph: ReadonlyArray<Neighbours>,
  witness: WitnessSearch,
  start: number,
  without: number,
  limit: number
): void => {
  const { distance, heap, stamp } = witness
  const round = ++witness.round
  heap.size = 0
  distance[start] = 0
  stamp[start] = round
  push(heap, 0, start)
  for (let settled = 0; heap.size > 0 && settled < SETTLED_LIMIT; settled++) {
    const key = topKey(heap)
    const node = pop(heap)
    if (key > limit) return
    if (key > (distance[node] ?? 0)) continue
    const legs = graph[node] ?? NO_NEIGHBOURS
    for (let i = 0; i < legs.to.length; i++) {
      const next = legs.to[i] ?? 0
      const there = key + (legs.cost[i] ?? 0)
      if (there > limit || next === without) continue
      if (stamp[next] === round && (distance[next] ?? 0) <= there) continue
      distance[next] = there
      stamp[next] = round
      push(heap, there, next)
    }
  }
}

const shortcutsAround = (
  graph: ReadonlyArray<Neighbours>,
  witness: WitnessSearch,
  node: number
): ReadonlyArray<Shortcut> => {
  const { cost, to: others } = graph[node] ?? NO_NEIGHBOURS
  const shortcuts: Array<Shortcut> = []
  for (let i = 0; i + 1 < others.length; i++) {
    const first = cost[i] ?? 0
    let farthest = 0
    for (let k = i + 1; k < others.length; k++) farthest = Math.max(farthest, cost[k] ?? 0)
    const from = others[i] ?? 0
    searchWitnesses(graph, witness, from, node, first + farthest)
    for (let k = i + 1; k < others.length; k++) {
      const to = others[k] ?? 0
      const over = first + (cost[k] ?? 0)
      const around = witness.stamp[to] === witness.round ? (witness.distance[to] ?? 0) : Number.POSITIVE_INFINITY
      if (around > over) shortcuts.push({ from, to, cost: over })
    }
  }
  return shortcuts
}

/**
 * Builds a contraction hierarchy (Geisberger, Sanders, Schultes and Delling 2008): nodes are contracted one by one,
 * first those that need the fewest shortcuts for the legs that they remove and whose neighbours were not contracted
 * just before.
 */
export const contract = (nodes: number, legs: ReadonlyArray<readonly [number, number, number]>): Hierarchy => {
  const graph: ReadonlyArray<Neighbours> = Array.from({ length: nodes }, emptyNeighbours)
  const join = (from: number, to: number, cost: number, middle: number) => {
    for (const [a, b] of [
      [from, to],
      [to, from]
    ] as const) {
      const legs = graph[a] ?? NO_NEIGHBOURS
      const known = legs.to.indexOf(b)
      if (known >= 0 && (legs.cost[known] ?? 0) <= cost) continue
      const place = known < 0 ? legs.to.length : known
      legs.to[place] = b
      legs.cost[place] = cost
      legs.middle[place] = middle
    }
  }
  for (const [from, to, cost] of legs) join(from, to, cost, -1)
  const witness: WitnessSearch = {
    distance: new Float64Array(nodes),
    stamp: new Int32Array(nodes),
    heap: makeHeap(1024),
    round: 0
  }
  const depth = new Int32Array(nodes)
  const priorityWith = (node: number, shortcuts: number) =>
    2 * shortcuts - (graph[node]?.to.length ?? 0) + 2 * (depth[node] ?? 0)
  const queue = makeHeap(nodes * 2)
  for (let node = 0; node < nodes; node++)
    push(queue, priorityWith(node, shortcutsAround(graph, witness, node).length), node)
  const order: Array<number> = []
  const up: Array<ReadonlyArray<UpwardLeg>> = Array.from({ length: nodes }, () => [])
  while (queue.size > 0) {
    const node = pop(queue)
    const shortcuts = shortcutsAround(graph, witness, node)
    const now = priorityWith(node, shortcuts.length)
    if (now > topKey(queue)) {
      push(queue, now, node)
      continue
    }
    const legs = graph[node] ?? NO_NEIGHBOURS
    up[node] = legs.to.map((to, i) => ({ to, cost: legs.cost[i] ?? 0, middle: legs.middle[i] ?? -1 }))
    for (const neighbour of legs.to) {
      removeNeighbour(graph[neighbour] ?? NO_NEIGHBOURS, node)
      depth[neighbour] = Math.max(depth[neighbour] ?? 0, (depth[node] ?? 0) + 1)
    }
    for (const { cost, from, to } of shortcuts) join(from, to, cost, node)
    order.push(node)
  }
  return { order, up }
}
