import type { Passage } from "@landfall/core/geo/Passage"
import { type NetworkRoute, type NetworkRouteLeg, NO_GATE, type OpenWaterStretches } from "../NetworkRoute.ts"
import type { Lane, SeaNetwork } from "../SeaNetwork.ts"
import type { GatePlan } from "./GatePlan.ts"

interface RouteEnd {
  readonly node: number
  readonly accessNm: number
}

/**
 * A route along the gates of a plan, over open water and lanes, measured on the ellipsoid. Most routes are never drawn,
 * so the line is computed only on access. A class, because creating an object literal with a getter would take longer
 * than all of the measuring.
 */
class PlannedRoute implements NetworkRoute {
  readonly lengthNm: number
  readonly passages: ReadonlyArray<Passage>
  readonly legs: ReadonlyArray<NetworkRouteLeg>
  readonly #network: SeaNetwork
  readonly #plan: GatePlan
  readonly #stretches: OpenWaterStretches
  #line: ReadonlyArray<number> | undefined

  constructor(network: SeaNetwork, plan: GatePlan, stretches: OpenWaterStretches, from: RouteEnd, to: RouteEnd) {
    const legs: Array<NetworkRouteLeg> = []
    const passages: Array<Passage> = []
    let total = 0
    let lengthNm = from.accessNm
    let before = NO_GATE
    for (const gate of plan.gates) {
      const lane = laneBetween(plan, before, gate)
      if (lane === undefined) lengthNm += stretches.lengthNm(before, gate)
      else {
        lengthNm += lane.lengthNm
        legs.push({ passage: lane.passage, lengthNm })
        passages.push(lane.passage)
        total += lengthNm
        lengthNm = 0
      }
      before = gate
    }
    lengthNm += stretches.lengthNm(before, NO_GATE) + to.accessNm
    legs.push({ passage: undefined, lengthNm })
    this.lengthNm = total + lengthNm
    this.passages = passages
    this.legs = legs
    this.#network = network
    this.#plan = plan
    this.#stretches = stretches
  }

  get line(): ReadonlyArray<number> {
    this.#line ??= routeLineOf(this.#network, this.#plan, this.#stretches)
    return this.#line
  }

  /** JSON ignores getters of a class, so the line is added here. */
  toJSON(): NetworkRoute {
    const { legs, lengthNm, line, passages } = this
    return { lengthNm, passages, legs, line }
  }
}

/** Makes the route of a plan. */
export const routeOfPlan = (
  network: SeaNetwork,
  plan: GatePlan,
  stretches: OpenWaterStretches,
  from: RouteEnd,
  to: RouteEnd
): NetworkRoute => new PlannedRoute(network, plan, stretches, from, to)

/** The lane between two gates, when they are its two ends. */
const laneBetween = ({ lanes }: GatePlan, before: number, gate: number): Lane | undefined =>
  before === (gate ^ 1) ? lanes[gate >> 1] : undefined

const routeLineOf = (network: SeaNetwork, plan: GatePlan, stretches: OpenWaterStretches): ReadonlyArray<number> => {
  const line: Array<number> = []
  /** Every piece starts at the end of the previous one, so its first point is dropped. */
  const put = (points: ReadonlyArray<number>) => line.push(...(line.length === 0 ? points : points.slice(2)))
  const open = (from: number, to: number) =>
    put(stretches.nodes(from, to).flatMap((node) => [network.lon[node] ?? 0, network.lat[node] ?? 0]))
  let before = NO_GATE
  for (const gate of plan.gates) {
    const lane = laneBetween(plan, before, gate)
    if (lane === undefined) open(before, gate)
    else put(gate % 2 === 1 ? lane.points : reversePoints(lane.points))
    before = gate
  }
  open(before, NO_GATE)
  return line
}

const reversePoints = (points: ReadonlyArray<number>): ReadonlyArray<number> => {
  const line: Array<number> = []
  for (let i = points.length - 2; i >= 0; i -= 2) line.push(points[i] ?? 0, points[i + 1] ?? 0)
  return line
}
