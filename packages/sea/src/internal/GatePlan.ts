import type { Lane, SeaNetwork } from "../SeaNetwork.ts"
import type { GatePaths, Gates } from "./Gates.ts"

/** Gates in the order of a route, and its cost; no gates for a way over open water alone. */
export interface GatePlan {
  readonly cost: number
  readonly gates: ReadonlyArray<number>
  /** By number the lanes that are used between their two gates; between those of another lies open water. */
  readonly lanes: ReadonlyArray<Lane | undefined>
  /** Where there are no gates, the node where the ways up from the two places meet. */
  readonly meetingNode: number
}

export const NO_PLAN: GatePlan = { cost: Number.POSITIVE_INFINITY, gates: [], lanes: [], meetingNode: -1 }

/** The plan of a way over open water alone. */
export const openWaterPlan = (cost: number, meeting: number): GatePlan => ({
  cost,
  gates: [],
  lanes: [],
  meetingNode: meeting
})

/** What it costs from a place to every gate, and those gates that lie behind no other one, the cheapest first. */
export interface GateCosts {
  readonly costs: Float64Array
  readonly near: Int32Array
}

/** The gates that can be reached at these costs without another one, the cheapest first. */
export const reachableGates = (costs: Float64Array): Int32Array => {
  const near: Array<number> = []
  for (let gate = 0; gate < costs.length; gate++) if (costs[gate] !== Number.POSITIVE_INFINITY) near.push(gate)
  return Int32Array.from(near.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0)))
}

/** The gates from `a` to `b`, both included. */
const gatesBetween = (ways: GatePaths, count: number, a: number, b: number): Array<number> => {
  const gates = [a]
  for (let at = a; at !== b; ) {
    at = ways.next[at * count + b] ?? b
    gates.push(at)
  }
  return gates
}

/** What it costs from a place to every gate over any open passages, and the gate that each such way comes to first. */
export interface OnwardCosts {
  readonly costs: Float64Array
  readonly first: Int32Array
}

/** The ways of a place through the gates. Made once for a place, it saves each pair of places the gates of one of them. */
export const onwardCostsFrom = ({ count }: Gates, ways: GatePaths, from: GateCosts): OnwardCosts => {
  const costs = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const first = new Int32Array(count).fill(-1)
  for (const a of from.near) {
    const start = from.costs[a] ?? 0
    for (let b = 0; b < count; b++) {
      const cost = start + (ways.cost[a * count + b] ?? 0)
      if (cost >= (costs[b] ?? 0)) continue
      costs[b] = cost
      first[b] = a
    }
  }
  return { costs, first }
}

/**
 * Whether the way between two places over open water alone is sure to cost more than `limit`: by the inequality of the
 * triangle it costs at least what the two pay to a gate differ by, and there is none when one of them cannot reach it.
 */
export const isOpenWaterDearer = (from: GateCosts, to: GateCosts, limit: number): boolean => {
  for (let k = 0; k < to.near.length; k++) {
    const gate = to.near[k] ?? 0
    if (Math.abs((from.costs[gate] ?? 0) - (to.costs[gate] ?? 0)) > limit) return true
  }
  return false
}

/** The cheapest plan from one port to another through any open passages, one at the least. */
export const cheapestPlan = ({ count }: Gates, ways: GatePaths, from: OnwardCosts, to: GateCosts): GatePlan => {
  let best = Number.POSITIVE_INFINITY
  let last = -1
  for (let k = 0; k < to.near.length; k++) {
    const gate = to.near[k] ?? 0
    const end = to.costs[gate] ?? 0
    if (end >= best) break
    const cost = end + (from.costs[gate] ?? 0)
    if (cost >= best) continue
    best = cost
    last = gate
  }
  if (last < 0) return NO_PLAN
  return {
    cost: best,
    gates: gatesBetween(ways, count, from.first[last] ?? last, last),
    lanes: ways.lanes,
    meetingNode: -1
  }
}

/** A place of a plan that must use passages: the cost so far to each gate, and the plan that it stands for. */
interface Stage {
  readonly costs: Float64Array
  readonly plans: ReadonlyArray<ReadonlyArray<number>>
}

const extendStage = (gates: Gates, ways: GatePaths, stage: Stage): Stage => {
  const { count } = gates
  const costs = stage.costs.slice()
  const plans = stage.plans.slice()
  for (let a = 0; a < count; a++) {
    const start = stage.costs[a] ?? 0
    if (start === Number.POSITIVE_INFINITY) continue
    for (let b = 0; b < count; b++) {
      const cost = start + (ways.cost[a * count + b] ?? 0)
      if (b === a || cost >= (costs[b] ?? 0)) continue
      costs[b] = cost
      plans[b] = [...(stage.plans[a] ?? []), ...gatesBetween(ways, count, a, b).slice(1)]
    }
  }
  return { costs, plans }
}

const crossPassage = (network: SeaNetwork, gates: Gates, stage: Stage, passage: string): Stage => {
  const costs = new Float64Array(gates.count).fill(Number.POSITIVE_INFINITY)
  const plans: Array<ReadonlyArray<number>> = Array.from({ length: gates.count }, () => [])
  network.lanes.forEach((lane, i) => {
    if (lane.passage !== passage) return
    for (const [enter, leave] of [
      [2 * i, 2 * i + 1],
      [2 * i + 1, 2 * i]
    ] as const) {
      costs[leave] = (stage.costs[enter] ?? 0) + lane.lengthNm
      plans[leave] = [...(stage.plans[enter] ?? []), leave]
    }
  })
  return { costs, plans }
}

const permutationsOf = (passages: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  passages.length <= 1
    ? [passages]
    : passages.flatMap((first) =>
        permutationsOf(passages.filter((other) => other !== first)).map((rest) => [first, ...rest])
      )

/** The cheapest plan that uses all of `required`, in whatever order is shortest. */
export const requiredPlan = (
  network: SeaNetwork,
  gates: Gates,
  ways: GatePaths,
  from: Float64Array,
  to: Float64Array,
  required: ReadonlyArray<string>
): GatePlan => {
  const start = extendStage(gates, ways, { costs: from, plans: Array.from({ length: gates.count }, (_, i) => [i]) })
  let best = NO_PLAN
  for (const order of permutationsOf(required)) {
    const stage = order.reduce(
      (at, passage) => extendStage(gates, ways, crossPassage(network, gates, at, passage)),
      start
    )
    for (let gate = 0; gate < gates.count; gate++) {
      const cost = (stage.costs[gate] ?? 0) + (to[gate] ?? 0)
      if (cost < best.cost) best = { cost, gates: stage.plans[gate] ?? [], lanes: ways.lanes, meetingNode: -1 }
    }
  }
  return best
}
