import { Schema } from "effect"
import type { NauticalMiles } from "../geo/Distance.ts"
import { Knots } from "../vessels/Knots.ts"
import {
  type DurationDistribution,
  distributionOf,
  type WeightedValue,
  weightedMedian
} from "./DurationDistribution.ts"

/**
 * The basis of a speed: the progress of the vessel on its present leg, its past legs between port calls, or its last
 * reported speed over ground.
 */
export const SpeedBasis = Schema.Literals(["present-leg", "past-legs", "speed-over-ground"])
export type SpeedBasis = typeof SpeedBasis.Type

/** A leg between two calls with the miles of its route. */
export interface SailedLeg {
  readonly distanceNm: NauticalMiles
  readonly hours: number
}

/** The speed at which a vessel makes way. */
export interface SailingSpeed {
  readonly knots: Knots
  readonly basis: SpeedBasis
}

/**
 * Plausible mean speeds between two ports, in knots. A slower leg contains a stop that the log does not; a faster one is a
 * wrong route.
 */
const PLAUSIBLE_LEG_KNOTS = { from: 4, to: 27 } as const

/** The hours under way after which the present leg decides the speed; before, the manoeuvring at its start counts too much. */
const PRESENT_LEG_HOURS = 12

/** A shorter leg is mostly harbour waters: its speed is not that at sea. */
const SHORTEST_LEG_NM = 30

/** The newest past legs that count. */
const LEGS_CONSIDERED = 20

/** The fewest legs from which the spread of speeds is known. */
const LEGS_FOR_SPREAD = 5

const isPlausible = (knots: number): boolean => knots >= PLAUSIBLE_LEG_KNOTS.from && knots <= PLAUSIBLE_LEG_KNOTS.to

/** The plausible mean speeds of past legs, each weighted by its miles. `legs` in order, the newest last. */
const legSpeeds = (legs: ReadonlyArray<SailedLeg>): ReadonlyArray<WeightedValue> =>
  legs
    .filter(({ distanceNm, hours }) => distanceNm >= SHORTEST_LEG_NM && hours > 0)
    .map(({ distanceNm, hours }) => ({ value: distanceNm / hours, weight: distanceNm }))
    .filter(({ value }) => isPlausible(value))
    .slice(-LEGS_CONSIDERED)

/** The median speed of past legs by miles; none without a plausible one. */
export const usualSpeed = (legs: ReadonlyArray<SailedLeg>): SailingSpeed | undefined => {
  const knots = weightedMedian(legSpeeds(legs))
  return knots === undefined ? undefined : { knots: Knots.make(knots), basis: "past-legs" }
}

/** The mean speed on the present leg; none before `PRESENT_LEG_HOURS` or when it is not plausible. */
export const presentSpeed = ({ distanceNm, hours }: SailedLeg): SailingSpeed | undefined =>
  hours >= PRESENT_LEG_HOURS && isPlausible(distanceNm / hours)
    ? { knots: Knots.make(distanceNm / hours), basis: "present-leg" }
    : undefined

/** The reported speed of a vessel under way; none when it is not plausible as a mean speed. */
export const reportedSpeed = (knots: number | undefined): SailingSpeed | undefined =>
  knots !== undefined && isPlausible(knots) ? { knots: Knots.make(knots), basis: "speed-over-ground" } : undefined

/**
 * The factors by which sailing takes longer (above 1) or shorter than at the usual speed: the usual speed divided by
 * that of each past leg, each leg repeated by its share of the miles. None before `LEGS_FOR_SPREAD` legs.
 */
export const speedSpread = (legs: ReadonlyArray<SailedLeg>): DurationDistribution | undefined => {
  const speeds = legSpeeds(legs)
  const usual = weightedMedian(speeds)
  if (usual === undefined || speeds.length < LEGS_FOR_SPREAD) return undefined
  const miles = speeds.reduce((sum, { weight }) => sum + weight, 0)
  return distributionOf(
    speeds.flatMap(({ value, weight }) =>
      Array.from({ length: Math.max(1, Math.round((weight / miles) * 4 * speeds.length)) }, () => usual / value)
    )
  )
}
