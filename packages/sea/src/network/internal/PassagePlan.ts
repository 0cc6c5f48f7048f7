import type { Lane, SeaNetwork } from "../SeaNetwork.ts"
import type { LaneEndPaths, LaneEnds } from "./LaneEnds.ts"

/** The lane ends of a route in order, and its cost; a route over open water has no lane ends. */
export interface PassagePlan {
  readonly cost: number
  readonly laneEnds: ReadonlyArray<number>
  /** The open lanes by number; closed ones are undefined and their two lane ends are connected over open water alone. */
  readonly lanes: ReadonlyArray<Lane | undefined>
  /** Without lane ends, the node where the upward paths of the two places meet. */
  readonly meetingNode: number
}

export const NO_PLAN: PassagePlan = { cost: Number.POSITIVE_INFINITY, laneEnds: [], lanes: [], meetingNode: -1 }

/** Makes the plan of a route over open water alone. */
export const openWaterPlan = (cost: number, meeting: number): PassagePlan => ({
  cost,
  laneEnds: [],
  lanes: [],
  meetingNode: meeting
})

/** The costs from a place to every lane end over open water, and the reachable lane ends in order of cost. */
export interface LaneEndCosts {
  readonly costs: Float64Array
  readonly near: Int32Array
}

/** The lane ends with a finite cost, in order of cost. */
export const reachableLaneEnds = (costs: Float64Array): Int32Array => {
  const near: Array<number> = []
  for (let laneEnd = 0; laneEnd < costs.length; laneEnd++)
    if (costs[laneEnd] !== Number.POSITIVE_INFINITY) near.push(laneEnd)
  return Int32Array.from(near.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0)))
}

/** The lane ends from `a` to `b`, both included. */
const laneEndsBetween = (laneEndPaths: LaneEndPaths, count: number, a: number, b: number): Array<number> => {
  const laneEnds = [a]
  for (let at = a; at !== b; ) {
    at = laneEndPaths.next[at * count + b] ?? b
    laneEnds.push(at)
  }
  return laneEnds
}

/** The costs from a place to every lane end through any open passages, and the first lane end of each path. */
export interface OnwardCosts {
  readonly costs: Float64Array
  readonly first: Int32Array
}

/**
 * Computes the onward costs of a place. They are cached per place, so that each pair of places needs to evaluate the
 * lane ends of one of them only.
 */
export const onwardCostsFrom = ({ count }: LaneEnds, laneEndPaths: LaneEndPaths, from: LaneEndCosts): OnwardCosts => {
  const costs = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const first = new Int32Array(count).fill(-1)
  for (const a of from.near) {
    const start = from.costs[a] ?? 0
    for (let b = 0; b < count; b++) {
      const cost = start + (laneEndPaths.cost[a * count + b] ?? 0)
      if (cost >= (costs[b] ?? 0)) continue
      costs[b] = cost
      first[b] = a
    }
  }
  return { costs, first }
}

/**
 * Tests whether the route over open water certainly costs more than `limit`. By the triangle inequality it costs at
 * least the difference of the two costs to a lane end, and it does not exist when only one place reaches the lane end.
 */
export const isOpenWaterDearer = (from: LaneEndCosts, to: LaneEndCosts, limit: number): boolean => {
  for (let k = 0; k < to.near.length; k++) {
    const laneEnd = to.near[k] ?? 0
    if (Math.abs((from.costs[laneEnd] ?? 0) - (to.costs[laneEnd] ?? 0)) > limit) return true
  }
  return false
}

/** Finds the cheapest plan through at least one open passage. */
export const cheapestPlan = (
  { count }: LaneEnds,
  laneEndPaths: LaneEndPaths,
  from: OnwardCosts,
  to: LaneEndCosts
): PassagePlan => {
  let best = Number.POSITIVE_INFINITY
  let last = -1
  for (let k = 0; k < to.near.length; k++) {
    const laneEnd = to.near[k] ?? 0
    const end = to.costs[laneEnd] ?? 0
    if (end >= best) break
    const cost = end + (from.costs[laneEnd] ?? 0)
    if (cost >= best) continue
    best = cost
    last = laneEnd
  }
  if (last < 0) return NO_PLAN
  return {
    cost: best,
    laneEnds: laneEndsBetween(laneEndPaths, count, from.first[last] ?? last, last),
    lanes: laneEndPaths.lanes,
    meetingNode: -1
  }
}

/** A stage of a plan with required passages: the cost to each lane end so far, and the lane ends of each path. */
interface Stage {
  readonly costs: Float64Array
  readonly plans: ReadonlyArray<ReadonlyArray<number>>
}

const extendStage = (laneEnds: LaneEnds, laneEndPaths: LaneEndPaths, stage: Stage): Stage => {
  const { count } = laneEnds
  const costs = stage.costs.slice()
  const plans = stage.plans.slice()
  for (let a = 0; a < count; a++) {
    const start = stage.costs[a] ?? 0
    if (start === Number.POSITIVE_INFINITY) continue
    for (let b = 0; b < count; b++) {
      const cost = start + (laneEndPaths.cost[a * count + b] ?? 0)
      if (b === a || cost >= (costs[b] ?? 0)) continue
      costs[b] = cost
      plans[b] = [...(stage.plans[a] ?? []), ...laneEndsBetween(laneEndPaths, count, a, b).slice(1)]
    }
  }
  return { costs, plans }
}

const crossPassage = (network: SeaNetwork, laneEnds: LaneEnds, stage: Stage, passage: string): Stage => {
  const costs = new Float64Array(laneEnds.count).fill(Number.POSITIVE_INFINITY)
  const plans: Array<ReadonlyArray<number>> = Array.from({ length: laneEnds.count }, () => [])
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
  laneEnds: LaneEnds,
  laneEndPaths: LaneEndPaths,
  from: Float64Array,
  to: Float64Array,
  required: ReadonlyArray<string>
): PassagePlan => {
  const start = extendStage(laneEnds, laneEndPaths, {
    costs: from,
    plans: Array.from({ length: laneEnds.count }, (_, i) => [i])
  })
  let best = NO_PLAN
  for (const order of permutationsOf(required)) {
    const stage = order.reduce(
      (at, passage) => extendStage(laneEnds, laneEndPaths, crossPassage(network, laneEnds, at, passage)),
      start
    )
    for (let laneEnd = 0; laneEnd < laneEnds.count; laneEnd++) {
      const cost = (stage.costs[laneEnd] ?? 0) + (to[laneEnd] ?? 0)
      if (cost < best.cost)
        best = { cost, laneEnds: stage.plans[laneEnd] ?? [], lanes: laneEndPaths.lanes, meetingNode: -1 }
    }
  }
  return best
}
