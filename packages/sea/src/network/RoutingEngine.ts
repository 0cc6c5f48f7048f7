import type { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES, type VesselSize } from "@landfall/core/geo/SeaRouter"
import { findMeetingNode, type Label, makeLabeller } from "./internal/Labels.ts"
import {
  findLaneEndPaths,
  type LaneEndPaths,
  type LaneEndReach,
  type LaneEnds,
  laneEndReachOf,
  makeLaneEnds
} from "./internal/LaneEnds.ts"
import {
  cheapestPlan,
  isOpenWaterDearer,
  type LaneEndCosts,
  NO_PLAN,
  type OnwardCosts,
  onwardCostsFrom,
  openWaterPlan,
  type PassagePlan,
  reachableLaneEnds,
  requiredPlan
} from "./internal/PassagePlan.ts"
import { type MeasureUpwardPath, makeUpwardPathMeasurer, pathBetween } from "./internal/PathUnpacking.ts"
import { routeOfPlan } from "./internal/PlannedRoute.ts"
import { type NetworkRoute, NO_LANE_END, type OpenWaterStretches } from "./NetworkRoute.ts"
import { describeLimits, isTooLarge, LAST_RESORT_PASSAGES, USUAL_VESSEL } from "./PassageLimits.ts"
import type { SeaNetwork } from "./SeaNetwork.ts"

/** A place on the network: its node, and the nautical miles from that node to the berth. */
export interface AccessPoint {
  readonly node: number
  readonly accessNm: number
}

/** The constraints of a route over the network. */
export interface NetworkRouteOptions {
  readonly avoid?: ReadonlyArray<Passage> | undefined
  readonly require?: ReadonlyArray<Passage> | undefined
  /** Without a vessel, `USUAL_VESSEL` decides about passages, except for those that are required. */
  readonly vessel?: VesselSize | undefined
}

/** The route, or a sentence that states why there is none. */
export type NetworkRouteResult =
  | { readonly _tag: "Found"; readonly route: NetworkRoute }
  | { readonly _tag: "Impossible"; readonly reason: string }

/** The maximum number of nodes with cached labels and lane end costs. */
const MAX_CACHED_NODES = 20_000

/** The maximum number of sets of closed passages with cached onward costs, per node. */
const MAX_CACHED_ONWARD = 16

/** The maximum number of cached tables of paths between lane ends, one per set of closed passages. */
const MAX_CACHED_TABLES = 256

const NO_PASSAGES: ReadonlyArray<Passage> = []

interface CachedNode extends LaneEndReach, LaneEndCosts {
  /** Onward costs by set of closed passages. */
  readonly onward: Map<number, OnwardCosts>
  /** Nautical miles of open water to each lane end; NaN until measured. */
  readonly miles: Float64Array
}

/**
 * Finds shortest routes over a network, synchronously and with caches as the only side effect: a label per node (the
 * part of the contraction hierarchy that it reaches), and a table of paths between passages per set of closed passages,
 * each computed on first use.
 */
export class RoutingEngine {
  readonly #network: SeaNetwork
  readonly #label: (node: number) => Label
  readonly #laneEnds: LaneEnds
  readonly #measureUpwardPath: MeasureUpwardPath
  readonly #bits: ReadonlyMap<Passage, number>
  readonly #lastResort: number
  /** The passages that the usual vessel does not fit. */
  readonly #tooNarrow: number
  readonly #laneEndPaths = new Map<number, LaneEndPaths>()
  readonly #cachedNodes = new Map<number, CachedNode>()
  readonly #laneEndNodes: ReadonlyArray<CachedNode>

  constructor(network: SeaNetwork) {
    this.#network = network
    this.#label = makeLabeller(network)
    this.#laneEnds = makeLaneEnds(network, this.#label)
    this.#measureUpwardPath = makeUpwardPathMeasurer(network)
    this.#bits = new Map(
      [...new Set(network.lanes.map(({ passage }) => passage))].map((passage, i) => [passage, 1 << i])
    )
    this.#lastResort = this.#maskOf(LAST_RESORT_PASSAGES)
    this.#tooNarrow = this.#maskOf([...this.#bits.keys()].filter((passage) => isTooLarge(passage, USUAL_VESSEL)))
    this.#laneEndNodes = this.#laneEnds.reaches.map((reach) => this.#newCachedNode(reach))
  }

  /** Finds the shortest route between two places that satisfies the options. */
  route(from: AccessPoint, to: AccessPoint, options: NetworkRouteOptions = {}): NetworkRouteResult {
    const fault = optionsFault(options)
    if (fault !== undefined) return { _tag: "Impossible", reason: fault }
    const required = options.require === undefined ? NO_PASSAGES : [...new Set(options.require)]
    const closed = this.#closedPassages(options, required)
    const a = this.#cachedNode(from.node)
    const b = this.#cachedNode(to.node)
    const closedByDefault = closed | (this.#lastResort & ~this.#maskOf(required))
    const plan = this.#plan(a, b, closedByDefault, required)
    const finalPlan =
      plan.cost < Number.POSITIVE_INFINITY ? plan : this.#plan(a, b, this.#impassable(options, closed), required)
    if (finalPlan.cost === Number.POSITIVE_INFINITY)
      return { _tag: "Impossible", reason: this.#reason(from, to, options) }
    const isSame = from.node === to.node && from.accessNm === to.accessNm && required.length === 0
    const ends = isSame
      ? ([
          { ...from, accessNm: 0 },
          { ...to, accessNm: 0 }
        ] as const)
      : ([from, to] as const)
    const route = routeOfPlan(this.#network, finalPlan, this.#stretches(a, b, finalPlan.meetingNode), ...ends)
    return { _tag: "Found", route }
  }

  /** The length of the shortest route in nautical miles; Infinity when none satisfies the options. */
  lengthNm(from: AccessPoint, to: AccessPoint, options: NetworkRouteOptions = {}): number {
    const result = this.route(from, to, options)
    return result._tag === "Found" ? result.route.lengthNm : Number.POSITIVE_INFINITY
  }

  /** Encodes passages as bits of one number, so that a set of closed passages can be a key. */
  #maskOf(passages: Iterable<Passage>): number {
    let mask = 0
    for (const passage of passages) mask |= this.#bits.get(passage) ?? 0
    return mask
  }

  /** The passages that are closed to the vessel of a route, or to avoid. */
  #closedPassages({ avoid = [], vessel }: NetworkRouteOptions, required: ReadonlyArray<Passage>): number {
    let mask = this.#maskOf(avoid)
    if (vessel === undefined) return mask | (this.#tooNarrow & ~this.#maskOf(required))
    for (const [passage, bit] of this.#bits) if (isTooLarge(passage, vessel)) mask |= bit
    return mask
  }

  /** Of the closed passages those that stay closed when there is no other route: to avoid, or too narrow for a known vessel. */
  #impassable({ avoid = [], vessel }: NetworkRouteOptions, closed: number): number {
    return vessel === undefined ? this.#maskOf(avoid) : closed
  }

  #cachedNode(node: number): CachedNode {
    const cached = this.#cachedNodes.get(node)
    if (cached !== undefined) return cached
    if (this.#cachedNodes.size >= MAX_CACHED_NODES) this.#cachedNodes.clear()
    const cachedNode = this.#newCachedNode(laneEndReachOf(this.#laneEnds, this.#label(node)))
    this.#cachedNodes.set(node, cachedNode)
    return cachedNode
  }

  #newCachedNode({ costs, label, meetings }: LaneEndReach): CachedNode {
    return {
      label,
      costs,
      meetings,
      near: reachableLaneEnds(costs),
      onward: new Map(),
      miles: new Float64Array(costs.length).fill(Number.NaN)
    }
  }

  #laneEndPathsWithout(closed: number): LaneEndPaths {
    const cached = this.#laneEndPaths.get(closed)
    if (cached !== undefined) return cached
    if (this.#laneEndPaths.size >= MAX_CACHED_TABLES) this.#laneEndPaths.clear()
    const isClosed = this.#network.lanes.map(({ passage }) => (this.#maskOf([passage]) & closed) !== 0)
    const laneEndPaths = findLaneEndPaths(this.#network, this.#laneEnds, (lane) => isClosed[lane] === true)
    this.#laneEndPaths.set(closed, laneEndPaths)
    return laneEndPaths
  }

  #plan(a: CachedNode, b: CachedNode, closed: number, required: ReadonlyArray<Passage>): PassagePlan {
    if ((this.#maskOf(required) & closed) !== 0) return NO_PLAN
    const laneEndPaths = this.#laneEndPathsWithout(closed)
    if (required.length > 0)
      return requiredPlan(this.#network, this.#laneEnds, laneEndPaths, a.costs, b.costs, required)
    const plan = cheapestPlan(this.#laneEnds, laneEndPaths, this.#onward(a, closed, laneEndPaths), b)
    // Finding the route without passages takes longer than everything else, and no result of it is used for most pairs.
    if (isOpenWaterDearer(a, b, plan.cost)) return plan
    const direct = findMeetingNode(a.label, b.label)
    return direct.cost <= plan.cost ? openWaterPlan(direct.cost, direct.node) : plan
  }

  #onward(from: CachedNode, closed: number, laneEndPaths: LaneEndPaths): OnwardCosts {
    const cached = from.onward.get(closed)
    if (cached !== undefined) return cached
    if (from.onward.size >= MAX_CACHED_ONWARD) from.onward.clear()
    const onward = onwardCostsFrom(this.#laneEnds, laneEndPaths, from)
    from.onward.set(closed, onward)
    return onward
  }

  /** The open water between two places, whose paths meet at `meeting` when they use no passage. */
  #stretches(a: CachedNode, b: CachedNode, meeting: number): OpenWaterStretches {
    const at = (end: CachedNode, laneEnd: number) => this.#laneEndNodes[laneEnd] ?? end
    return {
      lengthNm: (from, to) => {
        if (to !== NO_LANE_END) return this.#milesTo(at(a, from), to)
        if (from !== NO_LANE_END) return this.#milesTo(b, from)
        return this.#milesBetween(a, b, meeting)
      },
      nodes: (from, to) => {
        const [start, end] = [at(a, from), at(b, to)]
        return pathBetween(this.#network, start.label, end.label, findMeetingNode(start.label, end.label).node)
      }
    }
  }

  /** Nautical miles of open water between a place and a lane end, cached. */
  #milesTo(place: CachedNode, laneEnd: number): number {
    const cached = place.miles[laneEnd] ?? Number.NaN
    if (!Number.isNaN(cached)) return cached
    const miles = this.#milesBetween(place, this.#laneEndNodes[laneEnd] ?? place, place.meetings[laneEnd] ?? 0)
    place.miles[laneEnd] = miles
    return miles
  }

  #milesBetween(a: CachedNode, b: CachedNode, meeting: number): number {
    return this.#measureUpwardPath(a.label, meeting) + this.#measureUpwardPath(b.label, meeting)
  }

  /** Explains why no route was found: the options rule out every route, when there is one without them. */
  #reason(from: AccessPoint, to: AccessPoint, options: NetworkRouteOptions): string {
    const unconstrained = this.#plan(this.#cachedNode(from.node), this.#cachedNode(to.node), 0, [])
    if (unconstrained.cost === Number.POSITIVE_INFINITY) return "no navigable water connects the two ports"
    const unfit = [...this.#bits.keys()].filter((passage) => isTooLarge(passage, options.vessel ?? {}))
    const avoided = (options.avoid ?? []).join(", ")
    return [
      "the options rule out every route",
      avoided === "" ? [] : [`the route must avoid ${avoided}`],
      unfit.length === 0 ? [] : [`the vessel is too large for ${unfit.join(", ")}`],
      (options.require ?? []).length === 0 ? [] : [`the route must use ${(options.require ?? []).join(", ")}`]
    ]
      .flat()
      .join("; ")
  }
}

const optionsFault = ({ avoid = [], require: required = [], vessel = {} }: NetworkRouteOptions): string | undefined => {
  if (required.length === 0) return undefined
  const both = required.find((passage) => avoid.includes(passage))
  if (both !== undefined) return `${both} is both avoided and required; remove it from one of the two`
  const { size } = new Set(required)
  if (size > MAX_REQUIRED_PASSAGES) return `at most ${MAX_REQUIRED_PASSAGES} passages can be required, got ${size}`
  const narrow = required.find((passage) => isTooLarge(passage, vessel))
  if (narrow !== undefined)
    return `${narrow} is required, but the vessel exceeds its limits (${describeLimits(narrow)})`
  return undefined
}
