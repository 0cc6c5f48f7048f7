import { Option, Schema } from "effect"
import type { VesselSize } from "../../geo/SeaRouter.ts"
import type { Vessel } from "../../vessels/Vessel.ts"
import { type CurvePoint, interpolateCurve, type SizeClass, sizeClassOf, usualTeu, usualTonnage } from "./SizeClass.ts"
import { seriesOf, type VesselSeries } from "./VesselSeries.ts"

/** The source of a vessel's size: its tonnage, its dimensions, its capacity, its length alone, the cargo of its report, or only its report. */
export type SizeOrigin = "tonnage" | "measures" | "capacity" | "length" | "cargo" | "report"

/** A vessel with every value that the model needs: its own where known, otherwise the usual one for its size. */
export interface ModelVessel {
  readonly grossTonnage: number
  readonly teu: number
  readonly engineKw: number
  readonly yearBuilt: number
  readonly sizeClass: SizeClass
  /** The main engine's power over the usual power for the size and the year of construction. */
  readonly powerFactor: number
  /** The series of the vessel, when its own tonnage identifies one. */
  readonly series: VesselSeries | undefined
  readonly sizeOrigin: SizeOrigin
}

/** The year of construction when it is unknown: the median of the vessels in service. */
const DEFAULT_YEAR_BUILT = 2010

/** A vessel of a gross tonnage, with its other known particulars. */
export const modelVesselOfTonnage = (vessel: Vessel, grossTonnage: number, sizeOrigin: SizeOrigin): ModelVessel => {
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
 * Gross tonnage of a container vessel by length times beam times draught, and by length times beam alone, each through
 * a feeder (140 by 22 by 8.5, 9,500) and the largest vessels (400 by 59 by 16, 220,000). The error is within about 20
 * %.
 */
const BY_VOLUME: PowerLaw = { factor: 0.0593, exponent: 1.178 }
const BY_WATERPLANE: PowerLaw = { factor: 0.0393, exponent: 1.543 }

const tonnageByPowerLaw = ({ factor, exponent }: PowerLaw, size: number): number => factor * size ** exponent

/**
 * Length in metres and gross tonnage of vessels that are common at each size, from publications of owners and class
 * registers.
 */
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

/** The exponent of the length beyond the lengths above: hulls of one shape. */
const LENGTH_SLOPE = 3

const tonnageOfMeasures = ({ lengthM, beamM, draughtM }: Vessel): number | undefined => {
  if (lengthM === undefined || beamM === undefined) return undefined
  return draughtM === undefined
    ? tonnageByPowerLaw(BY_WATERPLANE, lengthM * beamM)
    : tonnageByPowerLaw(BY_VOLUME, lengthM * beamM * draughtM)
}

/** The vessel by its own tonnage, else dimensions, else capacity, else length; none when all are unknown. */
export const modelVesselOf = (vessel: Vessel): Option.Option<ModelVessel> => {
  const { grossTonnage, lengthM, teu } = vessel
  if (grossTonnage !== undefined) return Option.some(modelVesselOfTonnage(vessel, grossTonnage, "tonnage"))
  const measured = tonnageOfMeasures(vessel)
  if (measured !== undefined) return Option.some(modelVesselOfTonnage(vessel, measured, "measures"))
  if (teu !== undefined) return Option.some(modelVesselOfTonnage(vessel, usualTonnage(teu), "capacity"))
  if (lengthM === undefined) return Option.none()
  return Option.some(
    modelVesselOfTonnage(vessel, interpolateCurve(LENGTH_AND_TONNAGE, LENGTH_SLOPE, lengthM), "length")
  )
}

/** The size whose measures decide about canals: this vessel's, that of its class, or that of the lane's usual vessels. */
export const CanalVessel = Schema.Literals(["vessel", "sizeClass", "lane"])
export type CanalVessel = typeof CanalVessel.Type

/** Dimensions that canal limits apply to, and whose they are. */
export interface CanalSize extends VesselSize {
  readonly canalVessel: CanalVessel
}

/**
 * The dimensions that canal limits apply to: those of the vessel, else length and beam of its size class, else those of
 * the usual vessels of the lane. Draught depends on the cargo, so class and lane have none. Undefined when nothing of the
 * vessel's size is known.
 */
export const canalSizeOf = (vessel: Vessel, laneSize: () => VesselSize): CanalSize | undefined => {
  const { beamM, draughtM, lengthM } = vessel
  if (lengthM !== undefined && beamM !== undefined) return { lengthM, beamM, draughtM, canalVessel: "vessel" }
  const usual = Option.getOrUndefined(Option.map(modelVesselOf(vessel), ({ sizeClass }) => sizeClass))
  if (usual === undefined && lengthM === undefined && beamM === undefined && draughtM === undefined) return undefined
  const other = usual ?? laneSize()
  return {
    lengthM: lengthM ?? other.lengthM,
    beamM: beamM ?? other.beamM,
    draughtM,
    canalVessel: usual === undefined ? "lane" : "sizeClass"
  }
}

/** A phrase when canal limits apply to the length or beam of the class; empty when the vessel's own are known. */
export const canalAssumptions = (
  { lengthM, beamM }: Vessel,
  { sizeClass, sizeOrigin }: ModelVessel
): ReadonlyArray<string> => {
  const assumed = [
    ...(lengthM === undefined ? [`a length of ${sizeClass.lengthM} m`] : []),
    ...(beamM === undefined ? [`a beam of ${sizeClass.beamM} m`] : [])
  ]
  return assumed.length === 0 || sizeOrigin === "report" || sizeOrigin === "cargo"
    ? []
    : [`${assumed.join(" and ")} for canal limits, of the class ${sizeClass.name} TEU`]
}
