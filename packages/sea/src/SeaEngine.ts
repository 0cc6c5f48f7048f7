import type { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES, type VesselSize } from "@landfall/core/geo/SeaRouter"
import { AT_HOME_NM, describeLimits, isTooLarge, LAST_RESORT } from "./Closures.ts"
import { type Course, courseOf, OPEN_END, type Stretches } from "./Course.ts"
import {
  directPlan,
  freePlan,
  type GateCosts,
  isDirectDearer,
  NO_PLAN,
  nearestFirst,
  type Onward,
  onwardFrom,
  type Plan,
  requiredPlan
} from "./internal/Crossings.ts"
import { type Gates, type GateWays, gateWays, makeGates, type Reach, reachOf } from "./internal/Gates.ts"
import { type Label, labeller, meet } from "./internal/Labels.ts"
import { climbMeasurer, type MeasureClimb, wayBetween } from "./internal/Ways.ts"
import type { SeaNetwork } from "./SeaNetwork.ts"

/** A place on the network: its node, and the miles between that node and the berth. */
export interface Mooring {
  readonly node: number
  readonly accessNm: number
}

export interface CourseWish {
  readonly avoid?: ReadonlyArray<Passage> | undefined
  readonly require?: ReadonlyArray<Passage> | undefined
  readonly vessel?: VesselSize | undefined
}

/** A way was found, or why there is none, in a sentence. */
export type CourseAnswer =
  | { readonly _tag: "Found"; readonly course: Course }
  | { readonly _tag: "Impossible"; readonly reason: string }

/** Labels and gate costs of places that were asked for: at most this many are kept. */
const MAX_KEPT = 20_000

/** Sets of closed passages for which a place keeps its ways through the gates. */
const MAX_ONWARD = 16

/** Tables of ways between gates, one for each set of closed passages: at most this many are kept. */
const MAX_TABLES = 256

const NONE: ReadonlyArray<Passage> = []

interface Approach extends Reach, GateCosts {
  /** The passages of last resort that it lies on. */
  readonly home: number
  /** Its ways through the gates, for each set of closed passages that was asked for. */
  readonly onward: Map<number, Onward>
  /** Miles of open water between it and each gate; NaN for those not measured yet. */
  readonly miles: Float64Array
}

/**
 * Shortest ways over a network, synchronous and without side effects but its own memory: a label per place (what a
 * contraction hierarchy reaches from it) and a table of ways between passages per set of closed passages, each made when
 * first asked for.
 */
export class SeaEngine {
  readonly #network: SeaNetwork
  readonly #label: (node: number) => Label
  readonly #gates: Gates
  readonly #measureClimb: MeasureClimb
  readonly #bits: ReadonlyMap<Passage, number>
  readonly #lastResort: number
  readonly #homes: ReadonlyArray<{
    readonly bit: number
    readonly gates: ReadonlyArray<number>
    readonly withinNm: number
  }>
  readonly #ways = new Map<number, GateWays>()
  readonly #approaches = new Map<number, Approach>()
  readonly #gateApproaches: ReadonlyArray<Approach>

  constructor(network: SeaNetwork) {
    this.#network = network
    this.#label = labeller(network)
    this.#gates = makeGates(network, this.#label)
    this.#measureClimb = climbMeasurer(network)
    this.#bits = new Map(
      [...new Set(network.lanes.map(({ passage }) => passage))].map((passage, i) => [passage, 1 << i])
    )
    this.#lastResort = this.#maskOf(LAST_RESORT)
    this.#homes = network.lanes.flatMap(({ passage }, lane) => {
      const withinNm = AT_HOME_NM[passage]
      return withinNm === undefined ? [] : [{ bit: this.#maskOf([passage]), gates: [2 * lane, 2 * lane + 1], withinNm }]
    })
    this.#gateApproaches = this.#gates.reaches.map((reach) => this.#approachFrom(reach))
  }

  /** The shortest way between two places that the wish allows. */
  course(from: Mooring, to: Mooring, wish: CourseWish = {}): CourseAnswer {
    const fault = wishFault(wish)
    if (fault !== undefined) return { _tag: "Impossible", reason: fault }
    const required = wish.require === undefined ? NONE : [...new Set(wish.require)]
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
    const course = courseOf(this.#network, found, this.#stretches(a, b, found.meeting), ...ends)
    return { _tag: "Found", course }
  }

  /** The length of the shortest way in nautical miles; Infinity when the wish allows none. */
  lengthNm(from: Mooring, to: Mooring, wish: CourseWish = {}): number {
    const answer = this.course(from, to, wish)
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

  #banned({ avoid = [], vessel }: CourseWish): number {
    if (vessel === undefined) return this.#maskOf(avoid)
    return this.#maskOf([...avoid, ...[...this.#bits.keys()].filter((passage) => isTooLarge(passage, vessel))])
  }

  #approach(node: number): Approach {
    const known = this.#approaches.get(node)
    if (known !== undefined) return known
    if (this.#approaches.size >= MAX_KEPT) this.#approaches.clear()
    const approach = this.#approachFrom(reachOf(this.#gates, this.#label(node)))
    this.#approaches.set(node, approach)
    return approach
  }

  #approachFrom({ costs, label, meetings }: Reach): Approach {
    return {
      label,
      costs,
      meetings,
      near: nearestFirst(costs),
      home: this.#homeOf(costs),
      onward: new Map(),
      miles: new Float64Array(costs.length).fill(Number.NaN)
    }
  }

  #waysWithout(closed: number): GateWays {
    const known = this.#ways.get(closed)
    if (known !== undefined) return known
    if (this.#ways.size >= MAX_TABLES) this.#ways.clear()
    const isShut = this.#network.lanes.map(({ passage }) => (this.#maskOf([passage]) & closed) !== 0)
    const ways = gateWays(this.#network, this.#gates, (lane) => isShut[lane] === true)
    this.#ways.set(closed, ways)
    return ways
  }

  #plan(a: Approach, b: Approach, closed: number, required: ReadonlyArray<Passage>): Plan {
    if ((this.#maskOf(required) & closed) !== 0) return NO_PLAN
    const ways = this.#waysWithout(closed)
    if (required.length > 0) return requiredPlan(this.#network, this.#gates, ways, a.costs, b.costs, required)
    const plan = freePlan(this.#gates, ways, this.#onward(a, closed, ways), b)
    // To look for the way without passages takes longer than all else, and most pairs have none that is any good.
    if (isDirectDearer(a, b, plan.cost)) return plan
    const direct = meet(a.label, b.label)
    return direct.cost <= plan.cost ? directPlan(direct.cost, direct.node) : plan
  }

  #onward(from: Approach, closed: number, ways: GateWays): Onward {
    const known = from.onward.get(closed)
    if (known !== undefined) return known
    if (from.onward.size >= MAX_ONWARD) from.onward.clear()
    const onward = onwardFrom(this.#gates, ways, from)
    from.onward.set(closed, onward)
    return onward
  }

  /** Open water on the ways between two places, which meet at `meeting` where they use no passage. */
  #stretches(a: Approach, b: Approach, meeting: number): Stretches {
    const at = (end: Approach, gate: number) => this.#gateApproaches[gate] ?? end
    return {
      lengthNm: (from, to) => {
        if (to !== OPEN_END) return this.#milesTo(at(a, from), to)
        if (from !== OPEN_END) return this.#milesTo(b, from)
        return this.#milesBetween(a, b, meeting)
      },
      way: (from, to) => {
        const [start, end] = [at(a, from), at(b, to)]
        return wayBetween(this.#network, start.label, end.label, meet(start.label, end.label).node)
      }
    }
  }

  /** Miles between a place and a gate over open water, measured once. */
  #milesTo(place: Approach, gate: number): number {
    const known = place.miles[gate] ?? Number.NaN
    if (!Number.isNaN(known)) return known
    const miles = this.#milesBetween(place, this.#gateApproaches[gate] ?? place, place.meetings[gate] ?? 0)
    place.miles[gate] = miles
    return miles
  }

  #milesBetween(a: Approach, b: Approach, meeting: number): number {
    return this.#measureClimb(a.label, meeting) + this.#measureClimb(b.label, meeting)
  }

  /** Why no way was found: the wish is at fault when there is one without it. */
  #reason(from: Mooring, to: Mooring, wish: CourseWish): string {
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

const wishFault = ({ avoid = [], require: required = [], vessel = {} }: CourseWish): string | undefined => {
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
