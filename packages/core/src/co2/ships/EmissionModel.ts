import type { ModelShip } from "./ModelShip.ts"
import { type CurvePoint, interpolateCurve } from "./SizeClass.ts"

/** Kilograms of CO2 for one nautical mile, by what burns the fuel; `berth` is what is burnt in port, for each mile sailed. */
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
 * How much more fuel an engine burns for a kWh at part load, 0 to 1 of its rating (Fourth IMO GHG Study).
 * A load above the rating is beyond the formula: it counts as full.
 */
export const loadCorrection = (load: number): number => {
  const share = Math.min(1, load)
  return 0.455 * share * share - 0.71 * share + 1.28
}

/** The speed at which the power curve below stands. */
const REFERENCE_KNOTS = 15

/** What was fitted to reports for ships in general; what was fitted for single series stands in `ShipSeries.ts`. */
export interface PowerFit {
  /**
   * The main engine's power in kW at 15 kn and the usual draught, wind, waves and fouling of a year included, of ships
   * built in 2010, by gross tonnage: one figure for each size class.
   */
  readonly powerAtReference: readonly [CurvePoint, ...Array<CurvePoint>]
  /** The share of the power that every later year of building saves, and what it saves more since the EEDI. */
  readonly annualSaving: number
  readonly annualSavingSinceEedi: number
}

/**
 * Fitted by `scripts/fitVesselModel.ts` to what container ships reported under the EU MRV for 2018 to 2020, and measured
 * there on ships that it was not fitted to (docs/methods/co2.md).
 */
export const POWER_FIT: PowerFit = {
  powerAtReference: [
    [9000, 5200],
    [17_000, 5300],
    [27_000, 7900],
    [42_000, 8500],
    [72_000, 11_800],
    [98_000, 16_500],
    [145_000, 16_500],
    [185_000, 20_300],
    [219_000, 23_900]
  ],
  annualSaving: 0.007,
  annualSavingSinceEedi: 0.046
}

/** Beyond the ends of the curve, power grows with this power of the tonnage: less than the wetted surface does. */
const POWER_SLOPE = 0.5

/**
 * Power grows with this power of the speed. The Fourth IMO GHG Study takes the cube; reports of a year at slow steaming
 * ask for less. Fuel for an hour, with the load correction, still grows faster than the square at every load.
 */
const SPEED_EXPONENT = 2.5

/** Power grows with this power of the draught (Fourth IMO GHG Study). */
const DRAUGHT_EXPONENT = 0.66

/** The first year of building that the second saving does not count for, and the year that the curve above is of. */
const EEDI_YEAR = 2012
const REFERENCE_YEAR = 2010

/**
 * Ships built before or after count as built at these ends. The saving was seen in ships built from 2005 on, and is taken
 * to have been the same in the ten years before.
 */
const FIRST_FITTED_YEAR = 1995
const LAST_FITTED_YEAR = 2020

const savingOf = (yearBuilt: number, { annualSaving, annualSavingSinceEedi }: PowerFit): number => {
  const year = Math.max(FIRST_FITTED_YEAR, Math.min(LAST_FITTED_YEAR, yearBuilt))
  return (1 - annualSaving) ** (year - REFERENCE_YEAR) * (1 - annualSavingSinceEedi) ** Math.max(0, year - EEDI_YEAR)
}

/**
 * Generators and boilers at sea over the study's mean loads, chosen on the reports: with less of it, ships that report slow
 * years come out too low. Taken for cooled containers and for the hours of waiting that reports count as hours at sea,
 * which they do not tell apart.
 */
const SEA_LOAD_FACTOR = 2.5

/**
 * Hours in port for a thousand miles sailed, at the study's loads. With them, 6 % of the emissions are burnt in port:
 * the share that the European Commission found in the reports of 2018 (2019 Annual Report on CO2 Emissions from Maritime
 * Transport).
 */
const PORT_HOURS_PER_THOUSAND_MILES = 30

/**
 * The main engine's power in kW at a speed in knots. `draughtRatio` is the draught over the ship's usual one; 1 where
 * nobody knows it.
 */
export const mainEnginePowerKw = (ship: ModelShip, speedKnots: number, draughtRatio = 1, fit = POWER_FIT): number =>
  interpolateCurve(fit.powerAtReference, POWER_SLOPE, ship.grossTonnage) *
  savingOf(ship.yearBuilt, fit) *
  ship.powerFactor *
  (speedKnots / REFERENCE_KNOTS) ** SPEED_EXPONENT *
  draughtRatio ** DRAUGHT_EXPONENT

/** Kilograms of fuel that the main engine burns in an hour at a speed in knots. */
export const mainEngineFuelKgPerHour = (
  ship: ModelShip,
  speedKnots: number,
  draughtRatio = 1,
  fit = POWER_FIT
): number => {
  const powerKw = mainEnginePowerKw(ship, speedKnots, draughtRatio, fit)
  return (powerKw * mainEngineGramsPerKwh(ship.yearBuilt) * loadCorrection(powerKw / ship.engineKw)) / 1000
}

/** No ship makes way more slowly: below this, a mile takes as long as at it. */
const MIN_KNOTS = 0.1

/**
 * CO2 for a mile at a speed in knots, before it is calibrated to a ship's own report. Structure after the bottom-up
 * model of the Fourth IMO GHG Study (2020).
 */
export const co2PerMile = (ship: ModelShip, askedKnots: number, draughtRatio = 1, fit = POWER_FIT): Co2PerMile => {
  const speedKnots = Math.max(MIN_KNOTS, askedKnots)
  const { auxiliaryKw, boilerKw } = ship.sizeClass
  const auxiliaryFuel = (kw: number) => (kw * AUXILIARY_GRAMS_PER_KWH) / 1000
  const boilerFuel = (kw: number) => (kw * BOILER_GRAMS_PER_KWH) / 1000
  const portFuel = auxiliaryFuel(auxiliaryKw.berth) + boilerFuel(boilerKw.berth)
  return {
    mainEngine: (CO2_TONNES_PER_FUEL_TONNE * mainEngineFuelKgPerHour(ship, speedKnots, draughtRatio, fit)) / speedKnots,
    auxiliary: (CO2_TONNES_PER_FUEL_TONNE * SEA_LOAD_FACTOR * auxiliaryFuel(auxiliaryKw.sea)) / speedKnots,
    boiler: (CO2_TONNES_PER_FUEL_TONNE * SEA_LOAD_FACTOR * boilerFuel(boilerKw.sea)) / speedKnots,
    berth: (CO2_TONNES_PER_FUEL_TONNE * portFuel * PORT_HOURS_PER_THOUSAND_MILES) / 1000
  }
}

/** All of it together, on the basis of the EU MRV. */
export const totalCo2PerMile = ({ mainEngine, auxiliary, boiler, berth }: Co2PerMile): number =>
  mainEngine + auxiliary + boiler + berth
