import { Option, Schema } from "effect"
import { NauticalMiles } from "../geo/Distance.ts"
import { Passage } from "../geo/Passage.ts"
import { KilogramsPerNauticalMile } from "../vessels/KilogramsPerNauticalMile.ts"
import { Knots } from "../vessels/Knots.ts"
import { ComputeCo2Request } from "./ComputeCo2Request.ts"
import { GramsPerTeuKm, MethodResult } from "./Emissions.ts"
import { FactorScope } from "./lanes/EmissionFactor.ts"
import { CargoKind, LaneName } from "./lanes/TradeLane.ts"
import { BasisSource } from "./ships/ModelBasis.ts"
import { SpeedSource } from "./ships/VesselEmissions.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotateKey({ description })

/** A part of the way: it ends at a port, or at the far end of the passage that it is named for. */
export const RouteLeg = Schema.Struct({
  from: described(Schema.String, "UN/LOCODE, or the passage that the leg before ends with"),
  to: described(Schema.String, "UN/LOCODE, or the passage at whose far end the leg ends"),
  length: described(NauticalMiles, "Nautical miles")
})
export type RouteLeg = typeof RouteLeg.Type

/** The way over sea that was measured: the passages in the order they are used, and its legs. */
export const RouteMethod = Schema.Struct({
  passages: described(Schema.Array(Passage), "Canals and straits in the order of use"),
  legs: Schema.Array(RouteLeg)
})
export type RouteMethod = typeof RouteMethod.Type

/** How a ship's emissions were modelled. */
export const ModelledVessel = Schema.Struct({
  source: described(
    BasisSource,
    "What the model stands on: the ship's own reported year, its particulars, or the means of its size class"
  ),
  gas: Schema.Literal("CO2"),
  teu: described(Schema.Finite.check(Schema.isGreaterThan(0)), "Nominal capacity in twenty-foot containers"),
  utilisation: described(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1, exclusiveMinimum: true })),
    "The share of the capacity that is taken as filled"
  ),
  speedKnots: Knots,
  speedSource: described(
    SpeedSource,
    "Whether the speed was asked for, is the ship's service speed, its reported mean, or its size class's mean"
  ),
  speedMethod: described(
    Schema.String,
    "What the speed is, and what holds it back on this way: the canals whose authorities set a speed, and the 25 knots"
  ),
  co2KgPerNauticalMile: described(
    KilogramsPerNauticalMile,
    "The whole ship's, on the basis of the EU MRV: the sum of `parts`"
  ),
  parts: described(
    Schema.Struct({
      mainEngine: KilogramsPerNauticalMile,
      auxiliary: KilogramsPerNauticalMile,
      boiler: KilogramsPerNauticalMile,
      berth: KilogramsPerNauticalMile
    }),
    "kg CO2 per nautical mile by what burns the fuel; `berth` is what is burnt in port, for each mile sailed"
  ),
  assumptions: described(Schema.Array(Schema.String), "A phrase for each figure that is not the ship's own")
})

/** A ship that nothing is known of. */
export const UnmodelledVessel = Schema.Struct({
  source: Schema.Literal("unknown"),
  gas: Schema.Literal("CO2"),
  reason: described(Schema.String, "One sentence: what is unknown, and how to add it")
})

export const VesselMethod = Schema.Union([ModelledVessel, UnmodelledVessel])
export type VesselMethod = typeof VesselMethod.Type

/** Which published factor was used. */
export const TradeLaneMethod = Schema.Struct({
  lane: described(LaneName, "The lane that the voyage is on"),
  scope: described(FactorScope, "Whether the factor is of the lane itself, of its group, or the industry's average"),
  factor: described(
    Schema.String,
    "The name under which the factor is published: of the lane, of its group, or `industry average`"
  ),
  gas: Schema.Literal("CO2e"),
  cargo: CargoKind,
  edition: described(Schema.String, "Who published the factor, and when"),
  gramsWtwPerTeuKm: described(GramsPerTeuKm, "The factor: g CO2e for a TEU and kilometre, from the well to the wake"),
  wttOverTtw: described(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    "What is emitted before the fuel is aboard over what is emitted there: as the edition prints it, or assumed"
  ),
  wttSource: Schema.Literals(["edition", "assumed"])
})
export type TradeLaneMethod = typeof TradeLaneMethod.Type

/** The emissions of a voyage by both methods, its length, and how each number came about. */
export const ComputeCo2Response = Schema.Struct({
  input: described(ComputeCo2Request, "The request, its port codes in capital letters"),
  length: described(NauticalMiles, "Nautical miles over sea, from berth to berth"),
  co2EmissionResult: Schema.Struct({
    vesselMethodResult: Schema.OptionFromNullOr(
      MethodResult.annotate({
        description:
          "By the ship's own model, in CO2: `co2Ttw` alone, the rest null. Null when nothing is known of the ship"
      })
    ),
    tradeLaneMethodResult: described(MethodResult, "By the factor of the trade lane, in CO2e")
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
