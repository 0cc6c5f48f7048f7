import type { ModelVessel } from "./ModelVessel.ts"
import { type CurvePoint, interpolateCurve } from "./SizeClass.ts"

/** Kilograms of CO2 for one nautical mile, by consumer; `berth` is the fuel burnt in port, divided by the miles sailed. */
export interface Co2PerMile {
  readonly mainEngine: number
  readonly auxiliary: number
  readonly boiler: number
  readonly berth: number
}

/** Tonnes of CO2 for one tonne of heavy fuel oil (IMO resolution MEPC.364(79)). */
export const CO2_TONNES_PER_FUEL_TONNE = 3.114

/** Grams of fuel for one kWh of a generator and of a boiler, on heavy fuel oil (Fourth IMO GHG Study, baselines). */
const AUXILIARY_GRAMS_PER_KWH = 195
const BOILER_GRAMS_PER_KWH = 340

/** Grams of fuel for one kWh of a slow-speed main engine at its best load (Fourth IMO GHG Study, baselines). */
const mainEngineGramsPerKwh = (yearBuilt: number): number => {
  if (yearBuilt < 1984) return 205
  return yearBuilt < 2001 ? 185 : 175
}

/**
 * The ratio of the fuel for a kWh at part load, 0 to 1 of the rating of an engine, to that at its best load (Fourth IMO
 * GHG Study). The formula ends at full load: a higher load counts as full.
 */
export const loadCorrection = (load: number): number => {
  const share = Math.min(1, load)
  return 0.455 * share * share - 0.71 * share + 1.28
}

/** The speed of the power curve below, in knots. */
const REFERENCE_KNOTS = 15

/** The parameters fitted to reports of all vessels. `VesselSeries.ts` has those of single series. */
export interface PowerFit {
  /**
   * The main engine's power in kW at 15 kn and the usual draught, wind, waves and fouling of a year included, of
   * vessels built in 2010, by gross tonnage: one point for each size class.
   */
  readonly powerAtReference: readonly [CurvePoint, ...Array<CurvePoint>]
  /** The share of the power saved by each later year of construction, and the additional share since the EEDI. */
  readonly annualSaving: number
  readonly annualSavingSinceEedi: number
}

/**
 * Fitted by `scripts/fitVesselModel.ts` to the reports of container vessels under the EU MRV for 2018 to 2023, and
 * validated there on vessels outside the fit (docs/methods/co2.md).
 */
export const POWER_FIT: PowerFit = {
  powerAtReference: [
    [9000, 4600],
    [17_000, 4600],
    [27_000, 7100],
    [42_000, 7700],
    [72_000, 10_800],
    [98_000, 15_500],
    [145_000, 15_800],
    [185_000, 19_300],
    [219_000, 22_500]
  ],
  annualSaving: 0.006,
  annualSavingSinceEedi: 0.047
}

/** The exponent of the tonnage beyond the ends of the curve; it is lower than that of the wetted surface. */
const POWER_SLOPE = 0.5

/**
 * The exponent of the speed in the power. The Fourth IMO GHG Study uses the cube; yearly reports of vessels at slow
 * steaming fit a lower one. Fuel per hour, with the load correction, still grows faster than the square of the speed at
 * every load.
 */
const SPEED_EXPONENT = 2.5

/** The exponent of the draught in the power (Fourth IMO GHG Study). */
const DRAUGHT_EXPONENT = 0.66

/** The last year of construction without the second saving, and the year of construction of the curve above. */
const EEDI_YEAR = 2012
const REFERENCE_YEAR = 2010

/**
 * The range of years of construction; vessels built earlier or later count as built at its ends. The saving was
 * observed in vessels built from 2005 to 2018, and is assumed for the ten years before; later ones save no more.
 */
const FIRST_FITTED_YEAR = 1995
const LAST_FITTED_YEAR = 2018

const savingOf = (yearBuilt: number, { annualSaving, annualSavingSinceEedi }: PowerFit): number => {
  const year = Math.max(FIRST_FITTED_YEAR, Math.min(LAST_FITTED_YEAR, yearBuilt))
  return (1 - annualSaving) ** (year - REFERENCE_YEAR) * (1 - annualSavingSinceEedi) ** Math.max(0, year - EEDI_YEAR)
}

/**
 * The factor of generator and boiler loads at sea over the mean loads of the study, chosen on the reports: a lower factor
 * underestimates vessels with slow years. It covers refrigerated containers and waiting hours, which reports count as
 * hours at sea and do not state separately.
 */
const SEA_LOAD_FACTOR = 3

/**
 * Hours in port per thousand miles sailed, at the loads of the study. They result in 6 % of the emissions in port, the share
 * that the European Commission found in the reports of 2018 (2019 Annual Report on CO2 Emissions from Maritime
 * Transport).
 */
const PORT_HOURS_PER_THOUSAND_MILES = 30

/**
 * The main engine's power in kW at a speed in knots. `draughtRatio` is the draught over the usual draught of the
 * vessel; 1 when the draught is unknown.
 */
export const mainEnginePowerKw = (vessel: ModelVessel, speedKnots: number, draughtRatio = 1, fit = POWER_FIT): number =>
  interpolateCurve(fit.powerAtReference, POWER_SLOPE, vessel.grossTonnage) *
  savingOf(vessel.yearBuilt, fit) *
  vessel.powerFactor *
  (speedKnots / REFERENCE_KNOTS) ** SPEED_EXPONENT *
  draughtRatio ** DRAUGHT_EXPONENT

/** Fuel consumption of the main engine in kilograms per hour at a speed in knots. */
export const mainEngineFuelKgPerHour = (
  vessel: ModelVessel,
  speedKnots: number,
  draughtRatio = 1,
  fit = POWER_FIT
): number => {
  const powerKw = mainEnginePowerKw(vessel, speedKnots, draughtRatio, fit)
  return (powerKw * mainEngineGramsPerKwh(vessel.yearBuilt) * loadCorrection(powerKw / vessel.engineKw)) / 1000
}

/** The lowest speed of the model in knots; a lower speed counts as this one. */
const MIN_KNOTS = 0.1

/**
 * CO2 per nautical mile at a speed in knots, before calibration by a report. The structure follows the bottom-up model of the
 * Fourth IMO GHG Study (2020).
 */
export const co2PerMile = (
  vessel: ModelVessel,
  requestedKnots: number,
  draughtRatio = 1,
  fit = POWER_FIT
): Co2PerMile => {
  const speedKnots = Math.max(MIN_KNOTS, requestedKnots)
  const { auxiliaryKw, boilerKw } = vessel.sizeClass
  const auxiliaryFuel = (kw: number) => (kw * AUXILIARY_GRAMS_PER_KWH) / 1000
  const boilerFuel = (kw: number) => (kw * BOILER_GRAMS_PER_KWH) / 1000
  const portFuel = auxiliaryFuel(auxiliaryKw.berth) + boilerFuel(boilerKw.berth)
  return {
    mainEngine:
      (CO2_TONNES_PER_FUEL_TONNE * mainEngineFuelKgPerHour(vessel, speedKnots, draughtRatio, fit)) / speedKnots,
    auxiliary: (CO2_TONNES_PER_FUEL_TONNE * SEA_LOAD_FACTOR * auxiliaryFuel(auxiliaryKw.sea)) / speedKnots,
    boiler: (CO2_TONNES_PER_FUEL_TONNE * SEA_LOAD_FACTOR * boilerFuel(boilerKw.sea)) / speedKnots,
    berth: (CO2_TONNES_PER_FUEL_TONNE * portFuel * PORT_HOURS_PER_THOUSAND_MILES) / 1000
  }
}

/** The sum of all consumers, on the basis of the EU MRV. */
export const totalCo2PerMile = ({ mainEngine, auxiliary, boiler, berth }: Co2PerMile): number =>
  mainEngine + auxiliary + boiler + berth
