import { Brand, Option } from "effect"
import { type NauticalMiles, toKilometres } from "../geo/Distance.ts"
import type { Port } from "../geo/Port.ts"
import type { SeaRoute } from "../geo/SeaRouter.ts"
import type { KilogramsPerNauticalMile } from "../vessels/KilogramsPerNauticalMile.ts"
import type { Vessel } from "../vessels/Vessel.ts"
import { identityOf } from "../vessels/VesselIdentity.ts"
import type { ComputeCo2Request } from "./ComputeCo2Request.ts"
import { type ComputeCo2Response, routeMethodOf, type VesselMethod } from "./ComputeCo2Response.ts"
import type { GramsPerTeuKm, MethodResult, TonnesPerTeu, TonnesPerTeuKm } from "./Emissions.ts"
import type { EmissionFactor } from "./lanes/EmissionFactor.ts"
import { type ChosenFactor, type FactorTable, findFactor } from "./lanes/FactorTable.ts"
import { laneOf, type TradeLane } from "./lanes/TradeLane.ts"
import { totalCo2PerMile } from "./vessels/EmissionModel.ts"
import type { CanalVessel } from "./vessels/ModelVessel.ts"
import { UTILISATION, type VesselEmissions, vesselEmissions } from "./vessels/VesselEmissions.ts"

/** The inputs of a voyage computation. */
export interface VoyageInputs {
  readonly request: ComputeCo2Request
  readonly departure: Port
  readonly arrival: Port
  readonly route: SeaRoute
  /** The vessel in the vessel registry; none when it is unknown. */
  readonly vessel: Option.Option<Vessel>
  /** The vessel whose dimensions decided about canals. */
  readonly canalVessel: CanalVessel
  readonly factors: FactorTable
}

// The result of arithmetic on valid values is valid: it is branded without another check.
const tonnesPerTeu = Brand.nominal<TonnesPerTeu>()
const tonnesPerTeuKm = Brand.nominal<TonnesPerTeuKm>()
const gramsPerTeuKm = Brand.nominal<GramsPerTeuKm>()
const kilogramsPerNauticalMile = Brand.nominal<KilogramsPerNauticalMile>()

const GRAMS_PER_TONNE = 1_000_000
const KILOGRAMS_PER_TONNE = 1000

/**
 * The ratio of well-to-tank to tank-to-wake emissions, for an edition that prints only the sum: the mean of the two lanes
 * whose parts the GLEC Framework v2.0 prints (13 over 153 and 11 over 138).
 */
export const WTT_OVER_TTW = 0.0825

/** Tonnes per TEU by an emission factor; both parts add up to the whole to the last digit. */
const tradeLaneResult = (factor: EmissionFactor, length: NauticalMiles): MethodResult => {
  const intensity = factor.wtwGramsPerTeuKm / GRAMS_PER_TONNE
  const wtw = intensity * toKilometres(length)
  const ttwShare =
    factor.ttwGramsPerTeuKm === undefined ? 1 / (1 + WTT_OVER_TTW) : factor.ttwGramsPerTeuKm / factor.wtwGramsPerTeuKm
  // Subtracting at least half of a number from it is exact (Sterbenz), so the smaller part is computed as the remainder.
  const ttw = ttwShare >= 0.5 ? wtw * ttwShare : wtw - wtw * (1 - ttwShare)
  return {
    co2Wtt: Option.some(tonnesPerTeu(wtw - ttw)),
    co2Ttw: Option.some(tonnesPerTeu(ttw)),
    co2Wtw: Option.some(tonnesPerTeu(wtw)),
    WtwEmissionIntensity: Option.some(tonnesPerTeuKm(intensity))
  }
}

/** Tonnes per TEU by the emissions of the vessel: tank to wake only, as vessels report them. */
const vesselResult = ({ basis, perMile }: VesselEmissions, length: NauticalMiles): MethodResult => ({
  co2Wtt: Option.none(),
  co2Ttw: Option.some(
    tonnesPerTeu((totalCo2PerMile(perMile) * length) / KILOGRAMS_PER_TONNE / (basis.modelVessel.teu * UTILISATION))
  ),
  co2Wtw: Option.none(),
  WtwEmissionIntensity: Option.none()
})

const modelledMethod = ({ basis, speedKnots, speedSource, speedMethod, perMile }: VesselEmissions): VesselMethod => {
  const { mainEngine, auxiliary, boiler, berth } = perMile
  return {
    source: basis.source,
    gas: "CO2",
    teu: basis.modelVessel.teu,
    utilisation: UTILISATION,
    speedKnots,
    speedSource,
    speedMethod,
    co2KgPerNauticalMile: kilogramsPerNauticalMile(totalCo2PerMile(perMile)),
    parts: {
      mainEngine: kilogramsPerNauticalMile(mainEngine),
      auxiliary: kilogramsPerNauticalMile(auxiliary),
      boiler: kilogramsPerNauticalMile(boiler),
      berth: kilogramsPerNauticalMile(berth)
    },
    assumptions: basis.assumptions
  }
}

const unmodelledMethod = ({ request, vessel }: VoyageInputs): VesselMethod => {
  const identity = identityOf(request.vessel)
  const number = identity._tag === "Imo" ? `IMO number ${identity.imo}` : `MMSI ${identity.mmsi}`
  return {
    source: "unknown",
    gas: "CO2",
    reason: Option.isNone(vessel)
      ? `The vessel registry has no vessel with the ${number}; the operator can import it.`
      : `The vessel registry has neither the size nor a plausible emission report of the vessel with the ${number}; the operator can import its gross tonnage or capacity.`
  }
}

const wttOf = ({ ttwGramsPerTeuKm: ttw, wtwGramsPerTeuKm: wtw }: EmissionFactor) =>
  ttw === undefined
    ? { wttOverTtw: WTT_OVER_TTW, wttSource: "assumed" as const }
    : { wttOverTtw: (wtw - ttw) / ttw, wttSource: "edition" as const }

const tradeLaneMethod = (lane: TradeLane, { choice, confidence, factor, source }: ChosenFactor) => ({
  lane: lane.name,
  scope: factor.scope,
  factor: factor.name,
  gas: "CO2e" as const,
  cargo: factor.cargo,
  edition: factor.edition,
  choice,
  source,
  confidence,
  gramsWtwPerTeuKm: gramsPerTeuKm(factor.wtwGramsPerTeuKm),
  ...wttOf(factor)
})

/** The emissions of a voyage per TEU, by vessel and by trade lane, with the method behind each number. */
export const computeCo2 = (voyage: VoyageInputs): ComputeCo2Response => {
  const { request, departure, arrival, route, vessel, factors } = voyage
  const emissions = Option.flatMap(vessel, (record) =>
    vesselEmissions(record, Option.fromUndefinedOr(request.vessel.speed), route)
  )
  const lane = laneOf(departure, arrival, route.passages)
  const chosen = findFactor(factors, lane, request.options?.cargo ?? "dry")
  return {
    input: request,
    length: route.lengthNm,
    co2EmissionResult: {
      vesselMethodResult: Option.map(emissions, (value) => vesselResult(value, route.lengthNm)),
      tradeLaneMethodResult: tradeLaneResult(chosen.factor, route.lengthNm)
    },
    method: {
      route: routeMethodOf(route, voyage.canalVessel, request.options),
      vessel: Option.match(emissions, { onNone: () => unmodelledMethod(voyage), onSome: modelledMethod }),
      tradeLane: tradeLaneMethod(lane, chosen)
    }
  }
}
