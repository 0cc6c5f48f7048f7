import { Option, Schema } from "effect"
import { NauticalMiles } from "../geo/Distance.ts"
import { Passage } from "../geo/Passage.ts"
import type { SeaRoute } from "../geo/SeaRouter.ts"
import { KilogramsPerNauticalMile } from "../vessels/KilogramsPerNauticalMile.ts"
import { Knots } from "../vessels/Knots.ts"
import { ComputeCo2Request } from "./ComputeCo2Request.ts"
import { GramsPerTeuKm, MethodResult } from "./Emissions.ts"
import { FactorScope } from "./lanes/EmissionFactor.ts"
import { FactorChoice, FactorConfidence } from "./lanes/FactorTable.ts"
import { CargoKind, LaneName } from "./lanes/TradeLane.ts"
import { BasisSource } from "./vessels/ModelBasis.ts"
import { CanalVessel } from "./vessels/ModelVessel.ts"
import { SpeedSource } from "./vessels/VesselEmissions.ts"

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotateKey({ description })

/** A part of the route, which ends at a port or at the far end of a passage. */
export const RouteLeg = Schema.Struct({
  from: described(Schema.String, "UN/LOCODE, or the passage at the end of the previous leg."),
  to: described(Schema.String, "UN/LOCODE, or the passage at whose far end the leg ends."),
  length: described(NauticalMiles, "Nautical miles.")
}).annotate({ identifier: "RouteLeg" })
export type RouteLeg = typeof RouteLeg.Type

/** The line of a route in the form of GeoJSON; a line across the antimeridian is cut there (RFC 7946, section 3.1.9). */
export const RouteLine = Schema.Struct({
  type: described(Schema.Literal("MultiLineString"), "The type of GeoJSON."),
  coordinates: described(Schema.Array(Schema.Array(Schema.Array(Schema.Finite))), "Parts of longitudes and latitudes.")
}).annotate({ identifier: "RouteLine" })

const lineOf = ({ geometry }: SeaRoute): typeof RouteLine.Type => ({
  type: "MultiLineString",
  coordinates: geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates
})

/** The sea route of the voyage: its passages in the order of use, and its legs. */
export const RouteMethod = Schema.Struct({
  passages: described(Schema.Array(Passage), "Canals and straits in the order of use."),
  comparedLength: described(
    NauticalMiles,
    "The length by which routes are compared, with weights near coasts and in narrow channels: the least of all routes, even if another is shorter."
  ),
  canalVessel: described(
    CanalVessel,
    "Whose dimensions decide which canals are open: the vessel, its size class, or the usual vessel of the lane."
  ),
  legs: described(Schema.Array(RouteLeg), "Parts of the route between two ports or passages."),
  geometry: described(Schema.optionalKey(RouteLine), "The line, if `options.geometry` is true.")
}).annotate({ identifier: "RouteMethod" })
export type RouteMethod = typeof RouteMethod.Type

/** The route of a response; its line only when it is requested, because drawing it takes longer than finding it. */
export const routeMethodOf = (
  route: SeaRoute,
  canalVessel: CanalVessel,
  { geometry = false }: { readonly geometry?: boolean } = {}
): RouteMethod => {
  const legs = route.legs.map(({ from, to, lengthNm }) => ({ from, to, length: lengthNm }))
  const { comparedNm: comparedLength, passages } = route
  return geometry
    ? { passages, comparedLength, canalVessel, legs, geometry: lineOf(route) }
    : { passages, comparedLength, canalVessel, legs }
}

/** The sea route between two ports. */
export const SeaRouteResponse = Schema.Struct({
  length: described(NauticalMiles, "Nautical miles over sea, from berth to berth."),
  ...RouteMethod.fields
}).annotate({ identifier: "SeaRoute" })
export type SeaRouteResponse = typeof SeaRouteResponse.Type

/** The method behind the emissions of a modelled vessel. */
export const ModelledVessel = Schema.Struct({
  source: described(
    BasisSource,
    "The data that the model is based on: the vessel's own report of a year, its particulars, or the means of its size class."
  ),
  gas: described(Schema.Literal("CO2"), "The gas that the result counts."),
  teu: described(Schema.Finite.check(Schema.isGreaterThan(0)), "Nominal capacity in twenty-foot containers."),
  utilisation: described(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1, exclusiveMinimum: true })),
    "Assumed utilisation of the capacity, from 0 to 1."
  ),
  speedKnots: described(Knots, "Mean speed at sea in knots."),
  speedSource: described(
    SpeedSource,
    "Source of the speed: the request, the vessel's service speed, its reported mean speed, or the mean of its size class."
  ),
  speedMethod: described(
    Schema.String,
    "The source of the speed, and the limits that apply on this route: speed limits of canals, and the maximum of 25 knots."
  ),
  co2KgPerNauticalMile: described(
    KilogramsPerNauticalMile,
    "Emissions of the whole vessel on the basis of the EU MRV: the sum of `parts`."
  ),
  parts: described(
    Schema.Struct({
      mainEngine: described(KilogramsPerNauticalMile, "Main engine."),
      auxiliary: described(KilogramsPerNauticalMile, "Auxiliary engines."),
      boiler: described(KilogramsPerNauticalMile, "Boilers."),
      berth: described(KilogramsPerNauticalMile, "Fuel burnt in port, divided by the miles sailed.")
    }),
    "kg CO2 per nautical mile by consumer; `berth` is the fuel burnt in port, divided by the miles sailed."
  ),
  assumptions: described(
    Schema.Array(Schema.String),
    "A phrase for each value that is assumed, ignored or outside the validated range."
  )
}).annotate({ identifier: "ModelledVessel" })

/** A vessel without data for the model. */
export const UnmodelledVessel = Schema.Struct({
  source: described(Schema.Literal("unknown"), "There is no data for the model."),
  gas: described(Schema.Literal("CO2"), "The gas that the result would count."),
  reason: described(Schema.String, "One sentence: which data is missing, and how to provide it.")
}).annotate({ identifier: "UnmodelledVessel" })

/** The method behind the vessel's result: a model, or the reason without one. */
export const VesselMethod = Schema.Union([ModelledVessel, UnmodelledVessel])
export type VesselMethod = typeof VesselMethod.Type

/** The emission factor behind the trade-lane result. */
export const TradeLaneMethod = Schema.Struct({
  lane: described(LaneName, "The trade lane of the voyage."),
  scope: described(FactorScope, "Scope of the factor: the lane itself, its group, or the industry average."),
  factor: described(Schema.String, "Name of the factor: that of the lane, of its group, or `industry average`."),
  gas: described(Schema.Literal("CO2e"), "The gas that the result counts."),
  cargo: described(CargoKind, "The cargo that the factor is for."),
  edition: described(Schema.String, "Publisher and year of the factor."),
  choice: described(
    FactorChoice,
    "Why it applies: operator-supplied, published in 2019, published only later, or none is public for the lane and its group."
  ),
  source: described(Schema.String, "The publication, with table and page where it has them."),
  confidence: described(
    FactorConfidence,
    "`high` from its publisher, `medium` converted or quoted, `operator` imported."
  ),
  gramsWtwPerTeuKm: described(GramsPerTeuKm, "The factor in g CO2e per TEU and kilometre, well to wake."),
  wttOverTtw: described(
    Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)),
    "Ratio of well-to-tank to tank-to-wake emissions, from the edition or assumed."
  ),
  wttSource: described(Schema.Literals(["edition", "assumed"]), "Whether the edition states the ratio.")
}).annotate({ identifier: "TradeLaneMethod" })
export type TradeLaneMethod = typeof TradeLaneMethod.Type

/** The emissions of a voyage by both methods, its length, and the method behind each number. */
export const ComputeCo2Response = Schema.Struct({
  input: described(ComputeCo2Request, "The request as it was sent."),
  length: described(NauticalMiles, "Nautical miles over sea, from berth to berth."),
  co2EmissionResult: described(
    Schema.Struct({
      vesselMethodResult: described(
        Schema.OptionFromNullOr(MethodResult),
        "By the model of the vessel, in CO2: only `co2Ttw`, the other values are null. Null when the vessel is unknown."
      ),
      tradeLaneMethodResult: described(MethodResult, "By the emission factor of the trade lane, in CO2e.")
    }),
    "The emissions of one TEU over the voyage."
  ),
  method: described(
    Schema.Struct({
      route: described(RouteMethod, "The sea route."),
      vessel: described(VesselMethod, "The model of the vessel, or why there is none."),
      tradeLane: described(TradeLaneMethod, "The emission factor of the trade lane.")
    }),
    "How each number was computed."
  )
}).annotate({ identifier: "ComputeCo2Response" })
export type ComputeCo2Response = typeof ComputeCo2Response.Type

const writeResult = ({ co2Wtt, co2Ttw, co2Wtw, WtwEmissionIntensity }: MethodResult): typeof MethodResult.Encoded => ({
  co2Wtt: Option.getOrNull(co2Wtt),
  co2Ttw: Option.getOrNull(co2Ttw),
  co2Wtw: Option.getOrNull(co2Wtw),
  WtwEmissionIntensity: Option.getOrNull(WtwEmissionIntensity)
})

/**
 * The encoded response. The encoder of the schema returns the same value and takes five times as long; only the results
 * differ between the two forms.
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
