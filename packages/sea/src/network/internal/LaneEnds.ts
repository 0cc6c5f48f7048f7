import type { Lane, SeaNetwork } from "../SeaNetwork.ts"
import type { Label, makeLabeller } from "./Labels.ts"

/** The label of a node, with the cost to every lane end over open water and the node where the upward paths meet. */
export interface LaneEndReach {
  readonly label: Label
  readonly costs: Float64Array
  readonly meetings: Int32Array
}

/** The ends of all lanes (two per lane: lane `i` has the ends `2i` and `2i + 1`), each with its reach. */
export interface LaneEnds extends Buckets {
  readonly reaches: ReadonlyArray<LaneEndReach>
}

interface Buckets {
  readonly count: number
  /** For each node in the labels of lane ends: its lane ends from `bucketStart[node]` on, with their costs. */
  readonly bucketStart: Int32Array
  readonly bucketLaneEnd: Int32Array
  readonly bucketCost: Float64Array
}

/** Makes the lane ends of a network. */
export const makeLaneEnds = (network: SeaNetwork, label: ReturnType<typeof makeLabeller>): LaneEnds => {
  const labels = network.lanes.flatMap(({ from, to }) => [label(from), label(to)])
  const buckets = bucketsOf(network.lon.length, labels)
  return { ...buckets, reaches: labels.map((each) => laneEndReachOf(buckets, each)) }
}

const bucketsOf = (nodes: number, labels: ReadonlyArray<Label>): Buckets => {
  const bucketStart = new Int32Array(nodes + 1)
  for (const label of labels) for (const node of label.nodes) bucketStart[node + 1] = (bucketStart[node + 1] ?? 0) + 1
  for (let i = 0; i < nodes; i++) bucketStart[i + 1] = (bucketStart[i + 1] ?? 0) + (bucketStart[i] ?? 0)
  const total = bucketStart[nodes] ?? 0
  const bucketLaneEnd = new Int32Array(total)
  const bucketCost = new Float64Array(total)
  const next = bucketStart.slice()
  labels.forEach((label, laneEnd) => {
    label.nodes.forEach((node, i) => {
      const index = next[node] ?? 0
      bucketLaneEnd[index] = laneEnd
      bucketCost[index] = label.costs[i] ?? 0
      next[node] = index + 1
    })
  })
  return { count: labels.length, bucketStart, bucketLaneEnd, bucketCost }
}

/**
 * Computes the reach of a label's origin. A lane end behind another passage costs Infinity and has no meeting node (-1).
 */
export const laneEndReachOf = (laneEnds: Buckets, label: Label): LaneEndReach => {
  const costs = new Float64Array(laneEnds.count).fill(Number.POSITIVE_INFINITY)
  const meetings = new Int32Array(laneEnds.count).fill(-1)
  const { bucketCost, bucketLaneEnd, bucketStart } = laneEnds
  for (let i = 0; i < label.nodes.length; i++) {
    const node = label.nodes[i] ?? 0
    const base = label.costs[i] ?? 0
    const end = bucketStart[node + 1] ?? 0
    for (let index = bucketStart[node] ?? 0; index < end; index++) {
      const laneEnd = bucketLaneEnd[index] ?? 0
      const cost = base + (bucketCost[index] ?? 0)
      if (cost >= (costs[laneEnd] ?? 0)) continue
      costs[laneEnd] = cost
      meetings[laneEnd] = node
    }
  }
  return { label, costs, meetings }
}

/**
 * The cheapest paths between lane ends with some lanes closed: costs, the next lane end of each path, and the open lanes by
 * number.
 */
export interface LaneEndPaths {
  readonly cost: Float64Array
  readonly next: Int32Array
  readonly lanes: ReadonlyArray<Lane | undefined>
}

/** Computes all shortest paths between lane ends (Floyd-Warshall) with the lanes that `isClosed` selects closed. */
export const findLaneEndPaths = (
  network: SeaNetwork,
  laneEnds: LaneEnds,
  isClosed: (lane: number) => boolean
): LaneEndPaths => {
  const { count } = laneEnds
  const cost = new Float64Array(count * count)
  for (const [laneEnd, { costs }] of laneEnds.reaches.entries()) cost.set(costs, laneEnd * count)
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
