import type { Lane, SeaNetwork } from "../SeaNetwork.ts"
import type { Label, makeLabeller } from "./Labels.ts"

/** A place's label, and from it to every gate over open water the cost, and the node where the ways up from both meet. */
export interface GateReach {
  readonly label: Label
  readonly costs: Float64Array
  readonly meetings: Int32Array
}

/** The ends of all lanes ("gates", two a lane: lane `i` has gates `2i` and `2i + 1`), each with its reach. */
export interface Gates extends Buckets {
  readonly reaches: ReadonlyArray<GateReach>
}

interface Buckets {
  readonly count: number
  /** For each node that gates' labels reach: gates from `bucketStart[node]` on, with their costs. */
  readonly bucketStart: Int32Array
  readonly bucketGate: Int32Array
  readonly bucketCost: Float64Array
}

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
      const place = next[node] ?? 0
      bucketGate[place] = gate
      bucketCost[place] = label.costs[i] ?? 0
      next[node] = place + 1
    })
  })
  return { count: labels.length, bucketStart, bucketGate, bucketCost }
}

/** What a label's origin reaches: gates that lie behind another passage at Infinity, and without a meeting (-1). */
export const gateReachOf = (gates: Buckets, label: Label): GateReach => {
  const costs = new Float64Array(gates.count).fill(Number.POSITIVE_INFINITY)
  const meetings = new Int32Array(gates.count).fill(-1)
  const { bucketCost, bucketGate, bucketStart } = gates
  for (let i = 0; i < label.nodes.length; i++) {
    const node = label.nodes[i] ?? 0
    const base = label.costs[i] ?? 0
    const end = bucketStart[node + 1] ?? 0
    for (let place = bucketStart[node] ?? 0; place < end; place++) {
      const gate = bucketGate[place] ?? 0
      const cost = base + (bucketCost[place] ?? 0)
      if (cost >= (costs[gate] ?? 0)) continue
      costs[gate] = cost
      meetings[gate] = node
    }
  }
  return { label, costs, meetings }
}

/** The cheapest ways between gates with some lanes shut: costs, the gate to go to next, and by number the lanes left open. */
export interface GatePaths {
  readonly cost: Float64Array
  readonly next: Int32Array
  readonly lanes: ReadonlyArray<Lane | undefined>
}

/** All shortest ways between gates (Floyd and Warshall) when the lanes that `isShut` names are closed. */
export const findGatePaths = (network: SeaNetwork, gates: Gates, isShut: (lane: number) => boolean): GatePaths => {
  const { count } = gates
  const cost = new Float64Array(count * count)
  for (const [gate, { costs }] of gates.reaches.entries()) cost.set(costs, gate * count)
  const lanes = network.lanes.map((lane, i) => (isShut(i) ? undefined : lane))
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
