import { Option, Schema } from "effect"
import { NauticalMiles } from "../geo/Distance.ts"
import { Passage } from "../geo/Passage.ts"
import { Knots } from "../vessels/Knots.ts"
import { CargoKind, ComputeCo2Request } from "./ComputeCo2Request.ts"
import { FactorScope } from "./EmissionFactors.ts"
import { GramsPerTeuKm, KilogramsPerNauticalMile, MethodResult } from "./Emissions.ts"
import { LaneName } from "./TradeLane.ts"

/** A part of the way: it ends at a port, or at the far end of the passage that it is named for. */
export const RouteLeg = Schema.Struct({ from: Schema.String, to: Schema.String, length: NauticalMiles })
export type RouteLeg = typeof RouteLeg.Type

/** The way over sea that was measured: the passages in the order they are used, and its legs. */
export const RouteMethod = Schema.Struct({ passages: Schema.Array(Passage), legs: Schema.Array(RouteLeg) })
export type RouteMethod = typeof RouteMethod.Type

/** How a ship's emissions were modelled. */
export const ModelledVessel = Schema.Struct({
  /** What the model stands on: the ship's own reported year, its particulars, or the means of its size class. */
  source: Schema.Literals(["reported", "particulars", "sizeClass"]),
  gas: Schema.Literal("CO2"),
  /** Nominal capacity in twenty-foot containers. */
  teu: Schema.Finite.check(Schema.isGreaterThan(0)),
  /** The share of the capacity that is taken as filled, more than 0 and at most 1. */
  utilisation: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1, exclusiveMinimum: true })),
  speedKnots: Knots,
  /** Whether the speed was asked for, is the ship's service speed, its reported mean, or its size class's mean. */
  speedSource: Schema.Literals(["request", "service", "reported", "sizeClass"]),
  /** What the speed is, and what holds it back on this way: the canals whose authorities set a speed, and the 25 knots. */
  speedMethod: Schema.String,
  /** All of a mile on the basis of the EU MRV: the sum of `parts`. */
  co2KgPerNauticalMile: KilogramsPerNauticalMile,
  /** What burns the fuel; `berth` is what is burnt in port, for each mile sailed. */
  parts: Schema.Struct({
    mainEngine: KilogramsPerNauticalMile,
    auxiliary: KilogramsPerNauticalMile,
    boiler: KilogramsPerNauticalMile,
    berth: KilogramsPerNauticalMile
  }),
  /** A phrase for each figure that is not the ship's own. */
  assumptions: Schema.Array(Schema.String)
})

/** A ship that nothing is known of. */
export const UnmodelledVessel = Schema.Struct({
  source: Schema.Literal("unknown"),
  gas: Schema.Literal("CO2"),
  /** One sentence: what is unknown, and how to add it. */
  reason: Schema.String
})

export const VesselMethod = Schema.Union([ModelledVessel, UnmodelledVessel])
export type VesselMethod = typeof VesselMethod.Type

/** Which published factor was used. */
export const TradeLaneMethod = Schema.Struct({
  /** The lane that the voyage is on. */
  lane: LaneName,
  /** Whether the factor is of the lane itself, of its group, or the industry's average. */
  scope: FactorScope,
  /** The name under which the factor is published: of the lane, of its group, or `industry average`. */
  factor: Schema.String,
  gas: Schema.Literal("CO2e"),
  cargo: CargoKind,
  edition: Schema.String,
  gramsWtwPerTeuKm: GramsPerTeuKm,
  /** What is emitted before the fuel is aboard over what is emitted there: as the edition prints it, or assumed. */
  wttOverTtw: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
  wttSource: Schema.Literals(["edition", "assumed"])
})
export type TradeLaneMethod = typeof TradeLaneMethod.Type

/** The emissions of a voyage by both methods, its length, and how each number came about. */
export const ComputeCo2Response = Schema.Struct({
  /** The request, its port codes in capital letters. */
  input: ComputeCo2Request,
  length: NauticalMiles,
  co2EmissionResult: Schema.Struct({
    /** Null when nothing is known of the ship. */
    vesselMethodResult: Schema.OptionFromNullOr(MethodResult),
    tradeLaneMethodResult: MethodResult
  }),
  method: Schema.Struct({ route: RouteMethod, vessel: VesselMethod, tradeLane: TradeLaneMethod })
})
export type ComputeCo2Response = typeof ComputeCo2Response.Type

const writeResult = ({ co2Wtt, co2Ttw, co2Wtw, WtwEmissionIntensity }: MethodResult): typeof MethodResult.Encoded => ({
  co2Wtt: Option.getOrNull(co2Wtt),
  co2Ttw: Option.getOrNull(co2Ttw),
  co2Wtw: Option.getOrNull(co2Wtw),
  WtwEmissionIntensity: Option.getOrNull(WtwEmissionIntensity)
})

/**
 * A response as it goes over the wire. The schema's own encoder writes the same, at five times the price: nothing but the
 * results is written otherwise than it is held.
 */
export const writeCo2Response = (response: ComputeCo2Response): typeof ComputeCo2Response.Encoded => {
  const { vesselMethodResult, tradeLaneMethodResult } = response.co2EmissionResult
  return {
    ...response,
    co2EmissionResult: {
      vesselMethodResult: Option.getOrNull(Option.map(vesselMethodResult, writeResult)),
      tradeLaneMethodResult: writeResult(tradeLaneMethodResult)
    }
  }
}
