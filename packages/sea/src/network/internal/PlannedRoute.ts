import type { Passage } from "@landfall/core/geo/Passage"
import { type NetworkRoute, type NetworkRouteLeg, NO_LANE_END, type OpenWaterStretches } from "../NetworkRoute.ts"
import type { Lane, SeaNetwork } from "../SeaNetwork.ts"
import type { PassagePlan } from "./PassagePlan.ts"

interface RouteEnd {
  readonly node: number
  readonly accessNm: number
}

/**
 * A route along the lane ends of a plan, over open water and lanes, measured on the ellipsoid. Most routes are never drawn,
 * so the line is computed only on access. A class, because creating an object literal with a getter would take longer
 * than all of the measuring.
 */
class PlannedRoute implements NetworkRoute {
  readonly lengthNm: number
  readonly comparedNm: number
  readonly passages: ReadonlyArray<Passage>
  readonly legs: ReadonlyArray<NetworkRouteLeg>
  readonly #network: SeaNetwork
  readonly #plan: PassagePlan
  readonly #stretches: OpenWaterStretches
  #line: ReadonlyArray<number> | undefined

  constructor(network: SeaNetwork, plan: PassagePlan, stretches: OpenWaterStretches, from: RouteEnd, to: RouteEnd) {
    const legs: Array<NetworkRouteLeg> = []
    const passages: Array<Passage> = []
    let total = 0
    let lengthNm = from.accessNm
    let before = NO_LANE_END
    for (const laneEnd of plan.laneEnds) {
      const lane = laneBetween(plan, before, laneEnd)
      if (lane === undefined) lengthNm += stretches.lengthNm(before, laneEnd)
      else {
        lengthNm += lane.lengthNm
        legs.push({ passage: lane.passage, lengthNm })
        passages.push(lane.passage)
        total += lengthNm
        lengthNm = 0
      }
      before = laneEnd
    }
    lengthNm += stretches.lengthNm(before, NO_LANE_END) + to.accessNm
    legs.push({ passage: undefined, lengthNm })
    this.lengthNm = total + lengthNm
    this.comparedNm = from.accessNm + plan.cost + to.accessNm
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
    const { comparedNm, legs, lengthNm, line, passages } = this
    return { lengthNm, comparedNm, passages, legs, line }
  }
}

/** Makes the route of a plan. */
export const routeOfPlan = (
  network: SeaNetwork,
  plan: PassagePlan,
  stretches: OpenWaterStretches,
  from: RouteEnd,
  to: RouteEnd
): NetworkRoute => new PlannedRoute(network, plan, stretches, from, to)

/** The lane between two lane ends, when they are its two ends. */
const laneBetween = ({ lanes }: PassagePlan, before: number, laneEnd: number): Lane | undefined =>
  before === (laneEnd ^ 1) ? lanes[laneEnd >> 1] : undefined

const routeLineOf = (network: SeaNetwork, plan: PassagePlan, stretches: OpenWaterStretches): ReadonlyArray<number> => {
  const line: Array<number> = []
  /** Every piece starts at the end of the previous one, so its first point is dropped. */
  const put = (points: ReadonlyArray<number>) => line.push(...(line.length === 0 ? points : points.slice(2)))
  const open = (from: number, to: number) =>
    put(stretches.nodes(from, to).flatMap((node) => [network.lon[node] ?? 0, network.lat[node] ?? 0]))
  let before = NO_LANE_END
  for (const laneEnd of plan.laneEnds) {
    const lane = laneBetween(plan, before, laneEnd)
    if (lane === undefined) open(before, laneEnd)
    else put(laneEnd % 2 === 1 ? lane.points : reversePoints(lane.points))
    before = laneEnd
  }
  open(before, NO_LANE_END)
  return line
}

const reversePoints = (points: ReadonlyArray<number>): ReadonlyArray<number> => {
  const line: Array<number> = []
  for (let i = points.length - 2; i >= 0; i -= 2) line.push(points[i] ?? 0, points[i + 1] ?? 0)
  return line
}
