import type { Lane, SeaNetwork } from "../SeaNetwork.ts"
import type { GatePaths, Gates } from "./Gates.ts"

/** The gates of a route in order, and its cost; a route over open water has no gates. */
export interface GatePlan {
  readonly cost: number
  readonly gates: ReadonlyArray<number>
  /** The open lanes by number; closed ones are undefined and their two gates are connected over open water alone. */
  readonly lanes: ReadonlyArray<Lane | undefined>
  /** Without gates, the node where the upward paths of the two places meet. */
  readonly meetingNode: number
}

export const NO_PLAN: GatePlan = { cost: Number.POSITIVE_INFINITY, gates: [], lanes: [], meetingNode: -1 }

/** Makes the plan of a route over open water alone. */
export const openWaterPlan = (cost: number, meeting: number): GatePlan => ({
  cost,
  gates: [],
  lanes: [],
  meetingNode: meeting
})

/** The costs from a place to every gate over open water, and the reachable gates in order of cost. */
export interface GateCosts {
  readonly costs: Float64Array
  readonly near: Int32Array
}

/** The gates with a finite cost, in order of cost. */
export const reachableGates = (costs: Float64Array): Int32Array => {
  const near: Array<number> = []
  for (let gate = 0; gate < costs.length; gate++) if (costs[gate] !== Number.POSITIVE_INFINITY) near.push(gate)
  return Int32Array.from(near.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0)))
}

/** The gates from `a` to `b`, both included. */
const gatesBetween = (gatePaths: GatePaths, count: number, a: number, b: number): Array<number> => {
  const gates = [a]
  for (let at = a; at !== b; ) {
    at = gatePaths.next[at * count + b] ?? b
    gates.push(at)
  }
  return gates
}

/** The costs from a place to every gate through any open passages, and the first gate of each path. */
export interface OnwardCosts {
  readonly costs: Float64Array
  readonly first: Int32Array
}

/**
 * Computes the onward costs of a place. They are cached per place, so that each pair of places needs to evaluate the
 * gates of one of them only.
 */
export const onwardCostsFrom = ({ count }: Gates, gatePaths: GatePaths, from: GateCosts): OnwardCosts => {
  const costs = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const first = new Int32Array(count).fill(-1)
  for (const a of from.near) {
    const start = from.costs[a] ?? 0
    for (let b = 0; b < count; b++) {
      const cost = start + (gatePaths.cost[a * count + b] ?? 0)
      if (cost >= (costs[b] ?? 0)) continue
      costs[b] = cost
      first[b] = a
    }
  }
  return { costs, first }
}

/**
 * Tests whether the route over open water is sure to cost more than `limit`. By the triangle inequality it costs at
 * least the difference of the two costs to a gate, and it does not exist when only one place reaches the gate.
 */
export const isOpenWaterDearer = (from: GateCosts, to: GateCosts, limit: number): boolean => {
  for (let k = 0; k < to.near.length; k++) {
    const gate = to.near[k] ?? 0
    if (Math.abs((from.costs[gate] ?? 0) - (to.costs[gate] ?? 0)) > limit) return true
  }
  return false
}

/** Finds the cheapest plan through at least one open passage. */
export const cheapestPlan = ({ count }: Gates, gatePaths: GatePaths, from: OnwardCosts, to: GateCosts): GatePlan => {
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
    gates: gatesBetween(gatePaths, count, from.first[last] ?? last, last),
    lanes: gatePaths.lanes,
    meetingNode: -1
  }
}

/** A stage of a plan with required passages: the cost to each gate so far, and the gates of each path. */
interface Stage {
  readonly costs: Float64Array
  readonly plans: ReadonlyArray<ReadonlyArray<number>>
}

const extendStage = (gates: Gates, gatePaths: GatePaths, stage: Stage): Stage => {
  const { count } = gates
  const costs = stage.costs.slice()
  const plans = stage.plans.slice()
  for (let a = 0; a < count; a++) {
    const start = stage.costs[a] ?? 0
    if (start === Number.POSITIVE_INFINITY) continue
    for (let b = 0; b < count; b++) {
      const cost = start + (gatePaths.cost[a * count + b] ?? 0)
      if (b === a || cost >= (costs[b] ?? 0)) continue
      costs[b] = cost
      plans[b] = [...(stage.plans[a] ?? []), ...gatesBetween(gatePaths, count, a, b).slice(1)]
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

/** Finds the cheapest plan that uses all required passages, in the order that is shortest. */
export const requiredPlan = (
  network: SeaNetwork,
  gates: Gates,
  gatePaths: GatePaths,
  from: Float64Array,
  to: Float64Array,
  required: ReadonlyArray<string>
): GatePlan => {
  const start = extendStage(gates, gatePaths, {
    costs: from,
    plans: Array.from({ length: gates.count }, (_, i) => [i])
  })
  let best = NO_PLAN
  for (const order of permutationsOf(required)) {
    const stage = order.reduce(
      (at, passage) => extendStage(gates, gatePaths, crossPassage(network, gates, at, passage)),
      start
    )
    for (let gate = 0; gate < gates.count; gate++) {
      const cost = (stage.costs[gate] ?? 0) + (to[gate] ?? 0)
      if (cost < best.cost) best = { cost, gates: stage.plans[gate] ?? [], lanes: gatePaths.lanes, meetingNode: -1 }
    }
  }
  return best
}
