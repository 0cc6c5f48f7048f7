import { makeHeap, pop, push, topKey } from "../src/internal/Heap.ts"

/** A leg or a shortcut that goes up the hierarchy; `middle` is the node that a shortcut passes, -1 for a leg. */
export interface UpLeg {
  readonly to: number
  readonly cost: number
  readonly middle: number
}

/** Nodes in the order in which they were taken out, and from each the legs to those that were still in. */
export interface Hierarchy {
  readonly order: ReadonlyArray<number>
  readonly up: ReadonlyArray<ReadonlyArray<UpLeg>>
}

type Neighbours = Map<number, { cost: number; middle: number }>

interface Shortcut {
  readonly from: number
  readonly to: number
  readonly cost: number
}

/** How many nodes a search for a way around looks at before a shortcut is made. */
const SETTLED_LIMIT = 60

interface Witness {
  readonly distance: Float64Array
  readonly stamp: Int32Array
  readonly heap: ReturnType<typeof makeHeap>
  round: number
}

const settle = (
  graph: ReadonlyArray<Neighbours>,
  witness: Witness,
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
    for (const [next, { cost }] of graph[node] ?? []) {
      if (next === without) continue
      const there = key + cost
      if (stamp[next] === round && (distance[next] ?? 0) <= there) continue
      distance[next] = there
      stamp[next] = round
      push(heap, there, next)
    }
  }
}

const shortcutsAround = (graph: ReadonlyArray<Neighbours>, witness: Witness, node: number): ReadonlyArray<Shortcut> => {
  const neighbours = [...(graph[node] ?? [])]
  const shortcuts: Array<Shortcut> = []
  neighbours.forEach(([from, { cost: first }], i) => {
    const rest = neighbours.slice(i + 1)
    if (rest.length === 0) return
    const limit = first + Math.max(...rest.map(([, { cost }]) => cost))
    settle(graph, witness, from, node, limit)
    for (const [to, { cost: second }] of rest) {
      const around = witness.stamp[to] === witness.round ? (witness.distance[to] ?? 0) : Number.POSITIVE_INFINITY
      if (around > first + second) shortcuts.push({ from, to, cost: first + second })
    }
  })
  return shortcuts
}

/**
 * A contraction hierarchy (Geisberger, Sanders, Schultes and Delling 2008): nodes are taken out one by one, those first
 * that need the fewest shortcuts for the legs they take along and whose neighbours were not taken out just before.
 */
export const contract = (nodes: number, legs: ReadonlyArray<readonly [number, number, number]>): Hierarchy => {
  const graph: ReadonlyArray<Neighbours> = Array.from({ length: nodes }, () => new Map())
  const join = (from: number, to: number, cost: number, middle: number) => {
    for (const [a, b] of [
      [from, to],
      [to, from]
    ] as const) {
      const known = graph[a]?.get(b)
      if (known === undefined || known.cost > cost) graph[a]?.set(b, { cost, middle })
    }
  }
  for (const [from, to, cost] of legs) join(from, to, cost, -1)
  const witness: Witness = {
    distance: new Float64Array(nodes),
    stamp: new Int32Array(nodes),
    heap: makeHeap(1024),
    round: 0
  }
  const depth = new Int32Array(nodes)
  const priorityWith = (node: number, shortcuts: number) =>
    2 * shortcuts - (graph[node]?.size ?? 0) + 2 * (depth[node] ?? 0)
  const queue = makeHeap(nodes * 2)
  for (let node = 0; node < nodes; node++)
    push(queue, priorityWith(node, shortcutsAround(graph, witness, node).length), node)
  const order: Array<number> = []
  const up: Array<ReadonlyArray<UpLeg>> = Array.from({ length: nodes }, () => [])
  while (queue.size > 0) {
    const node = pop(queue)
    const shortcuts = shortcutsAround(graph, witness, node)
    const now = priorityWith(node, shortcuts.length)
    if (now > topKey(queue)) {
      push(queue, now, node)
      continue
    }
    up[node] = [...(graph[node] ?? [])].map(([to, { cost, middle }]) => ({ to, cost, middle }))
    for (const [neighbour] of graph[node] ?? []) {
      graph[neighbour]?.delete(node)
      depth[neighbour] = Math.max(depth[neighbour] ?? 0, (depth[node] ?? 0) + 1)
    }
    graph[node]?.clear()
    for (const { cost, from, to } of shortcuts) join(from, to, cost, node)
    order.push(node)
  }
  return { order, up }
}
