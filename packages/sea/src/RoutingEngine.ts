import type { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES, type VesselSize } from "@landfall/core/geo/SeaRouter"
import {
  cheapestPlan,
  type GateCosts,
  type GatePlan,
  isOpenWaterDearer,
  NO_PLAN,
  type OnwardCosts,
  onwardCostsFrom,
  openWaterPlan,
  reachableGates,
  requiredPlan
} from "./internal/GatePlan.ts"
import { findGatePaths, type GatePaths, type GateReach, type Gates, gateReachOf, makeGates } from "./internal/Gates.ts"
import { findMeetingNode, type Label, makeLabeller } from "./internal/Labels.ts"
import { type MeasureUpwardPath, makeUpwardPathMeasurer, pathBetween } from "./internal/PathUnpacking.ts"
import { type NetworkRoute, NO_GATE, type OpenWaterStretches, routeOfPlan } from "./NetworkRoute.ts"
import { describeLimits, isTooLarge, LAST_RESORT_LOCAL_NM, LAST_RESORT_PASSAGES } from "./PassageLimits.ts"
import type { SeaNetwork } from "./SeaNetwork.ts"

/** A place on the network: its node, and the miles between that node and the berth. */
export interface AccessPoint {
  readonly node: number
  readonly accessNm: number
}

export interface NetworkRouteOptions {
  readonly avoid?: ReadonlyArray<Passage> | undefined
  readonly require?: ReadonlyArray<Passage> | undefined
  readonly vessel?: VesselSize | undefined
}

/** A way was found, or why there is none, in a sentence. */
export type NetworkRouteResult =
  | { readonly _tag: "Found"; readonly course: NetworkRoute }
  | { readonly _tag: "Impossible"; readonly reason: string }

/** Labels and gate costs of places that were asked for: at most this many are kept. */
const MAX_CACHED_NODES = 20_000

/** Sets of closed passages for which a place keeps its ways through the gates. */
const MAX_CACHED_ONWARD = 16

/** Tables of ways between gates, one for each set of closed passages: at most this many are kept. */
const MAX_CACHED_TABLES = 256

const NO_PASSAGES: ReadonlyArray<Passage> = []

interface CachedNode extends GateReach, GateCosts {
  /** The passages of last resort that it lies on. */
  readonly home: number
  /** Its ways through the gates, for each set of closed passages that was asked for. */
  readonly onward: Map<number, OnwardCosts>
  /** Miles of open water between it and each gate; NaN for those not measured yet. */
  readonly miles: Float64Array
}

/**
 * Shortest ways over a network, synchronous and without side effects but its own memory: a label per place (what a
 * contraction hierarchy reaches from it) and a table of ways between passages per set of closed passages, each made when
 * first asked for.
 */
export class RoutingEngine {
  readonly #network: SeaNetwork
  readonly #label: (node: number) => Label
  readonly #gates: Gates
  readonly #measureClimb: MeasureUpwardPath
  readonly #bits: ReadonlyMap<Passage, number>
  readonly #lastResort: number
  readonly #homes: ReadonlyArray<{
    readonly bit: number
    readonly gates: ReadonlyArray<number>
    readonly withinNm: number
  }>
  readonly #ways = new Map<number, GatePaths>()
  readonly #approaches = new Map<number, CachedNode>()
  readonly #gateApproaches: ReadonlyArray<CachedNode>

  constructor(network: SeaNetwork) {
    this.#network = network
    this.#label = makeLabeller(network)
    this.#gates = makeGates(network, this.#label)
    this.#measureClimb = makeUpwardPathMeasurer(network)
    this.#bits = new Map(
      [...new Set(network.lanes.map(({ passage }) => passage))].map((passage, i) => [passage, 1 << i])
    )
    this.#lastResort = this.#maskOf(LAST_RESORT_PASSAGES)
    this.#homes = network.lanes.flatMap(({ passage }, lane) => {
      const withinNm = LAST_RESORT_LOCAL_NM[passage]
      return withinNm === undefined ? [] : [{ bit: this.#maskOf([passage]), gates: [2 * lane, 2 * lane + 1], withinNm }]
    })
    this.#gateApproaches = this.#gates.reaches.map((reach) => this.#approachFrom(reach))
  }

  /** The shortest way between two places that the wish allows. */
  route(from: AccessPoint, to: AccessPoint, wish: NetworkRouteOptions = {}): NetworkRouteResult {
    const fault = optionsFault(wish)
    if (fault !== undefined) return { _tag: "Impossible", reason: fault }
    const required = wish.require === undefined ? NO_PASSAGES : [...new Set(wish.require)]
    const banned = this.#banned(wish)
    const a = this.#approach(from.node)
    const b = this.#approach(to.node)
    const usual = banned | (this.#lastResort & ~(this.#maskOf(required) | a.home | b.home))
    const plan = this.#plan(a, b, usual, required)
    const found = plan.cost < Number.POSITIVE_INFINITY ? plan : this.#plan(a, b, banned, required)
    if (found.cost === Number.POSITIVE_INFINITY) return { _tag: "Impossible", reason: this.#reason(from, to, wish) }
    const isSame = from.node === to.node && from.accessNm === to.accessNm && required.length === 0
    const ends = isSame
      ? ([
          { ...from, accessNm: 0 },
          { ...to, accessNm: 0 }
        ] as const)
      : ([from, to] as const)
    const course = routeOfPlan(this.#network, found, this.#stretches(a, b, found.meetingNode), ...ends)
    return { _tag: "Found", course }
  }

  /** The length of the shortest way in nautical miles; Infinity when the wish allows none. */
  lengthNm(from: AccessPoint, to: AccessPoint, wish: NetworkRouteOptions = {}): number {
    const answer = this.route(from, to, wish)
    return answer._tag === "Found" ? answer.course.lengthNm : Number.POSITIVE_INFINITY
  }

  /** Passages as the bits of one number, so that a set of closed ones is a key. */
  #maskOf(passages: Iterable<Passage>): number {
    let mask = 0
    for (const passage of passages) mask |= this.#bits.get(passage) ?? 0
    return mask
  }

  /** The passages of last resort that a place lies on, by what it costs to the gates. */
  #homeOf(costs: Float64Array): number {
    let mask = 0
    for (const { bit, gates, withinNm } of this.#homes)
      if (gates.some((gate) => (costs[gate] ?? Number.POSITIVE_INFINITY) <= withinNm)) mask |= bit
    return mask
  }

  #banned({ avoid = [], vessel }: NetworkRouteOptions): number {
    if (vessel === undefined) return this.#maskOf(avoid)
    return this.#maskOf([...avoid, ...[...this.#bits.keys()].filter((passage) => isTooLarge(passage, vessel))])
  }

  #approach(node: number): CachedNode {
    const known = this.#approaches.get(node)
    if (known !== undefined) return known
    if (this.#approaches.size >= MAX_CACHED_NODES) this.#approaches.clear()
    const approach = this.#approachFrom(gateReachOf(this.#gates, this.#label(node)))
    this.#approaches.set(node, approach)
    return approach
  }

  #approachFrom({ costs, label, meetings }: GateReach): CachedNode {
    return {
      label,
      costs,
      meetings,
      near: reachableGates(costs),
      home: this.#homeOf(costs),
      onward: new Map(),
      miles: new Float64Array(costs.length).fill(Number.NaN)
    }
  }

  #waysWithout(closed: number): GatePaths {
    const known = this.#ways.get(closed)
    if (known !== undefined) return known
    if (this.#ways.size >= MAX_CACHED_TABLES) this.#ways.clear()
    const isShut = this.#network.lanes.map(({ passage }) => (this.#maskOf([passage]) & closed) !== 0)
    const ways = findGatePaths(this.#network, this.#gates, (lane) => isShut[lane] === true)
    this.#ways.set(closed, ways)
    return ways
  }

  #plan(a: CachedNode, b: CachedNode, closed: number, required: ReadonlyArray<Passage>): GatePlan {
    if ((this.#maskOf(required) & closed) !== 0) return NO_PLAN
    const ways = this.#waysWithout(closed)
    if (required.length > 0) return requiredPlan(this.#network, this.#gates, ways, a.costs, b.costs, required)
    const plan = cheapestPlan(this.#gates, ways, this.#onward(a, closed, ways), b)
    // To look for the way without passages takes longer than all else, and most pairs have none that is any good.
    if (isOpenWaterDearer(a, b, plan.cost)) return plan
    const direct = findMeetingNode(a.label, b.label)
    return direct.cost <= plan.cost ? openWaterPlan(direct.cost, direct.node) : plan
  }

  #onward(from: CachedNode, closed: number, ways: GatePaths): OnwardCosts {
    const known = from.onward.get(closed)
    if (known !== undefined) return known
    if (from.onward.size >= MAX_CACHED_ONWARD) from.onward.clear()
    const onward = onwardCostsFrom(this.#gates, ways, from)
    from.onward.set(closed, onward)
    return onward
  }

  /** Open water on the ways between two places, which meet at `meeting` where they use no passage. */
  #stretches(a: CachedNode, b: CachedNode, meeting: number): OpenWaterStretches {
    const at = (end: CachedNode, gate: number) => this.#gateApproaches[gate] ?? end
    return {
      lengthNm: (from, to) => {
        if (to !== NO_GATE) return this.#milesTo(at(a, from), to)
        if (from !== NO_GATE) return this.#milesTo(b, from)
        return this.#milesBetween(a, b, meeting)
      },
      nodes: (from, to) => {
        const [start, end] = [at(a, from), at(b, to)]
        return pathBetween(this.#network, start.label, end.label, findMeetingNode(start.label, end.label).node)
      }
    }
  }

  /** Miles between a place and a gate over open water, measured once. */
  #milesTo(place: CachedNode, gate: number): number {
    const known = place.miles[gate] ?? Number.NaN
    if (!Number.isNaN(known)) return known
    const miles = this.#milesBetween(place, this.#gateApproaches[gate] ?? place, place.meetings[gate] ?? 0)
    place.miles[gate] = miles
    return miles
  }

  #milesBetween(a: CachedNode, b: CachedNode, meeting: number): number {
    return this.#measureClimb(a.label, meeting) + this.#measureClimb(b.label, meeting)
  }

  /** Why no way was found: the wish is at fault when there is one without it. */
  #reason(from: AccessPoint, to: AccessPoint, wish: NetworkRouteOptions): string {
    const free = this.#plan(this.#approach(from.node), this.#approach(to.node), 0, [])
    if (free.cost === Number.POSITIVE_INFINITY) return "no water that ships can use joins the two"
    const unfit = [...this.#bits.keys()].filter((passage) => isTooLarge(passage, wish.vessel ?? {}))
    const avoided = (wish.avoid ?? []).join(", ")
    return [
      "every way there is shut",
      avoided === "" ? [] : [`it must avoid ${avoided}`],
      unfit.length === 0 ? [] : [`the ship is too large for ${unfit.join(", ")}`],
      (wish.require ?? []).length === 0 ? [] : [`it must use ${(wish.require ?? []).join(", ")}`]
    ]
      .flat()
      .join("; ")
  }
}

const optionsFault = ({ avoid = [], require: required = [], vessel = {} }: NetworkRouteOptions): string | undefined => {
  if (required.length === 0) return undefined
  const both = required.find((passage) => avoid.includes(passage))
  if (both !== undefined) return `${both} is to be avoided and required at once: leave it out of one of the two`
  const { size } = new Set(required)
  if (size > MAX_REQUIRED_PASSAGES)
    return `at most ${MAX_REQUIRED_PASSAGES} passages can be required, and there are ${size}`
  const narrow = required.find((passage) => isTooLarge(passage, vessel))
  if (narrow !== undefined)
    return `${narrow} is required, and the ship is larger than it takes (${describeLimits(narrow)})`
  return undefined
}
