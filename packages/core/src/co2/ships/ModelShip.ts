import { Option } from "effect"
import type { VesselSize } from "../../geo/SeaRouter.ts"
import type { Vessel } from "../../vessels/Vessel.ts"
import { type ShipSeries, seriesOf } from "./ShipSeries.ts"
import { type CurvePoint, interpolateCurve, type SizeClass, sizeClassOf, usualTeu, usualTonnage } from "./SizeClass.ts"

/** Where a ship's size is from: its tonnage or measures, its capacity, its length alone, or nothing but its report. */
export type SizeOrigin = "tonnage" | "measures" | "capacity" | "length" | "report"

/** A ship as the model takes it: every figure there, its own where known, and usual for its size where not. */
export interface ModelShip {
  readonly grossTonnage: number
  readonly teu: number
  readonly engineKw: number
  readonly yearBuilt: number
  readonly sizeClass: SizeClass
  /** The main engine's power over what is usual for the size and the year of building. */
  readonly powerFactor: number
  /** The ship's series, where its own tonnage shows one. */
  readonly series: ShipSeries | undefined
  readonly sizeOrigin: SizeOrigin
}

/** The year of building of a ship that does not say it: the middle of the ships in service. */
const DEFAULT_YEAR_BUILT = 2010

/** A ship of a gross tonnage, with what else is known of it. */
export const modelShipOfTonnage = (vessel: Vessel, grossTonnage: number, sizeOrigin: SizeOrigin): ModelShip => {
  const teu = vessel.teu ?? usualTeu(grossTonnage)
  const sizeClass = sizeClassOf(teu)
  const series = sizeOrigin === "tonnage" ? seriesOf(grossTonnage) : undefined
  return {
    grossTonnage,
    teu,
    engineKw: vessel.engineKw ?? sizeClass.engineKw,
    yearBuilt: vessel.yearBuilt ?? DEFAULT_YEAR_BUILT,
    sizeClass,
    powerFactor: series?.powerFactor ?? 1,
    series,
    sizeOrigin
  }
}

/** A tonnage as a power of a size in metres: `factor` times the size to the power of `exponent`. */
interface PowerLaw {
  readonly factor: number
  readonly exponent: number
}

/**
 * Gross tonnage of a container ship by length times beam times draught, and by length times beam alone, each through a
 * feeder (140 by 22 by 8.5, 9,500) and the largest ships (400 by 59 by 16, 220,000). Within about a fifth of the truth.
 */
const BY_VOLUME: PowerLaw = { factor: 0.0593, exponent: 1.178 }
const BY_WATERPLANE: PowerLaw = { factor: 0.0393, exponent: 1.543 }

const tonnageByPowerLaw = ({ factor, exponent }: PowerLaw, size: number): number => factor * size ** exponent

/** Length in metres and gross tonnage of ships that are common at each size, by their owners' and class registers' publications. */
const LENGTH_AND_TONNAGE: readonly [CurvePoint, ...Array<CurvePoint>] = [
  [140, 9500],
  [165, 16_000],
  [210, 27_000],
  [260, 42_000],
  [300, 75_000],
  [335, 98_000],
  [366, 145_000],
  [400, 220_000]
]

/** Beyond the lengths above, tonnage grows with this power of the length: hulls of one shape. */
const LENGTH_SLOPE = 3

const tonnageOfMeasures = ({ lengthM, beamM, draughtM }: Vessel): number | undefined => {
  if (lengthM === undefined || beamM === undefined) return undefined
  return draughtM === undefined
    ? tonnageByPowerLaw(BY_WATERPLANE, lengthM * beamM)
    : tonnageByPowerLaw(BY_VOLUME, lengthM * beamM * draughtM)
}

/** The ship by its own size: tonnage, else measures, else capacity, else length; none when it says none of them. */
export const modelShipOf = (vessel: Vessel): Option.Option<ModelShip> => {
  const { grossTonnage, lengthM, teu } = vessel
  if (grossTonnage !== undefined) return Option.some(modelShipOfTonnage(vessel, grossTonnage, "tonnage"))
  const measured = tonnageOfMeasures(vessel)
  if (measured !== undefined) return Option.some(modelShipOfTonnage(vessel, measured, "measures"))
  if (teu !== undefined) return Option.some(modelShipOfTonnage(vessel, usualTonnage(teu), "capacity"))
  if (lengthM === undefined) return Option.none()
  return Option.some(modelShipOfTonnage(vessel, interpolateCurve(LENGTH_AND_TONNAGE, LENGTH_SLOPE, lengthM), "length"))
}

/**
 * What decides about canals: the ship's own measures, and length and beam of its size class where it does not say them.
 * Draught changes with the cargo, so the class says nothing of it.
 */
export const canalSizeOf = (vessel: Vessel): VesselSize => {
  const usual = Option.match(modelShipOf(vessel), {
    onNone: () => undefined,
    onSome: ({ sizeClass }) => sizeClass
  })
  return {
    lengthM: vessel.lengthM ?? usual?.lengthM,
    beamM: vessel.beamM ?? usual?.beamM,
    draughtM: vessel.draughtM
  }
}

/** A phrase where the class's length or beam decides about canals; nothing where the ship's own do, or no size is known. */
export const canalAssumptions = (
  { lengthM, beamM }: Vessel,
  { sizeClass, sizeOrigin }: ModelShip
): ReadonlyArray<string> => {
  const taken = [
    ...(lengthM === undefined ? [`a length of ${sizeClass.lengthM} m`] : []),
    ...(beamM === undefined ? [`a beam of ${sizeClass.beamM} m`] : [])
  ]
  return taken.length === 0 || sizeOrigin === "report"
    ? []
    : [`for canals ${taken.join(" and ")}, of the class ${sizeClass.name} TEU`]
}
