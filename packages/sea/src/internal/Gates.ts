import type { Lane, SeaNetwork } from "../SeaNetwork.ts"
import type { Label, makeLabeller } from "./Labels.ts"

/** The label of a node, with the cost to every gate over open water and the node where the upward paths meet. */
export interface GateReach {
  readonly label: Label
  readonly costs: Float64Array
  readonly meetings: Int32Array
}

/** The ends of all lanes ("gates", two per lane: lane `i` has the gates `2i` and `2i + 1`), each with its reach. */
export interface Gates extends Buckets {
  readonly reaches: ReadonlyArray<GateReach>
}

interface Buckets {
  readonly count: number
  /** For each node in the labels of gates: its gates from `bucketStart[node]` on, with their costs. */
  readonly bucketStart: Int32Array
  readonly bucketGate: Int32Array
  readonly bucketCost: Float64Array
}

/** Makes the gates of a network. */
export const makeGates = (network: SeaNetwork, label: ReturnType<typeof makeLabeller>): Gates => {
  const labels = network.lanes.flatMap(({ from, to }) => [label(from), label(to)])
  const buckets = bucketsOf(network.lon.length, labels)
  return { ...buckets, reaches: labels.map((each) => gateReachOf(buckets, each)) }
}

const bucketsOf = (nodes: number, labels: ReadonlyArray<Label>): Buckets => {
  const bucketStart = new Int32Array(nodes + 1)
  for (const label of labels) for (const node of label.nodes) bucketStart[node + 1] = (bucketStart[node + 1] ?? 0) + 1
  for (let i = 0; i < nodes; i++) bucketStart[i + 1] = (bucketStart[i + 1] ?? 0) + (bucketStart[i] ?? 0)
  const total = bucketStart[nodes] ?? 0
  const bucketGate = new Int32Array(total)
  const bucketCost = new Float64Array(total)
  const next = bucketStart.slice()
  labels.forEach((label, gate) => {
    label.nodes.forEach((node, i) => {
      const index = next[node] ?? 0
      bucketGate[index] = gate
      bucketCost[index] = label.costs[i] ?? 0
      next[node] = index + 1
    })
  })
  return { count: labels.length, bucketStart, bucketGate, bucketCost }
}

/**
 * Computes the reach of a label's origin. A gate behind another passage costs Infinity and has no meeting node (-1).
 */
export const gateReachOf = (gates: Buckets, label: Label): GateReach => {
  const costs = new Float64Array(gates.count).fill(Number.POSITIVE_INFINITY)
  const meetings = new Int32Array(gates.count).fill(-1)
  const { bucketCost, bucketGate, bucketStart } = gates
  for (let i = 0; i < label.nodes.length; i++) {
    const node = label.nodes[i] ?? 0
    const base = label.costs[i] ?? 0
    const end = bucketStart[node + 1] ?? 0
    for (let index = bucketStart[node] ?? 0; index < end; index++) {
      const gate = bucketGate[index] ?? 0
      const cost = base + (bucketCost[index] ?? 0)
      if (cost >= (costs[gate] ?? 0)) continue
      costs[gate] = cost
      meetings[gate] = node
    }
  }
  return { label, costs, meetings }
}

/**
 * The cheapest paths between gates with some lanes closed: costs, the next gate of each path, and the open lanes by
 * number.
 */
export interface GatePaths {
  readonly cost: Float64Array
  readonly next: Int32Array
  readonly lanes: ReadonlyArray<Lane | undefined>
}

/** Computes all shortest paths between gates (Floyd-Warshall) with the lanes that `isClosed` selects closed. */
export const findGatePaths = (network: SeaNetwork, gates: Gates, isClosed: (lane: number) => boolean): GatePaths => {
  const { count } = gates
  const cost = new Float64Array(count * count)
  for (const [gate, { costs }] of gates.reaches.entries()) cost.set(costs, gate * count)
  const lanes = network.lanes.map((lane, i) => (isClosed(i) ? undefined : lane))
  lanes.forEach((lane, i) => {
    if (lane === undefined) return
    const a = 2 * i
    const b = a + 1
    cost[a * count + b] = Math.min(cost[a * count + b] ?? 0, lane.lengthNm)
    cost[b * count + a] = Math.min(cost[b * count + a] ?? 0, lane.lengthNm)
  })
  const next = new Int32Array(count * count).fill(-1)
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) if ((cost[a * count + b] ?? 0) < Number.POSITIVE_INFINITY) next[a * count + b] = b
  }
  for (let middle = 0; middle < count; middle++) {
    for (let a = 0; a < count; a++) {
      const first = cost[a * count + middle] ?? 0
      if (first === Number.POSITIVE_INFINITY || a === middle) continue
      for (let b = 0; b < count; b++) {
        const there = first + (cost[middle * count + b] ?? 0)
        if (there >= (cost[a * count + b] ?? 0)) continue
        cost[a * count + b] = there
        next[a * count + b] = next[a * count + middle] ?? -1
      }
    }
  }
  return { cost, next, lanes }
}
