import { Option } from "effect"
import type { VesselSize } from "../geo/SeaRouter.ts"
import type { Vessel } from "../vessels/Vessel.ts"
import { classOf, type SizeClass, usualTeu, usualTonnage } from "./SizeClass.ts"

/** Where a ship's size is from: its tonnage or measures, its capacity, or nothing but what it reported. */
export type SizeOrigin = "tonnage" | "measures" | "capacity" | "report"

/** A ship as the model takes it: every figure there, its own where known, and usual for its size where not. */
export interface ModelShip {
  readonly grossTonnage: number
  readonly teu: number
  readonly engineKw: number
  readonly yearBuilt: number
  readonly sizeClass: SizeClass
  readonly sizeOrigin: SizeOrigin
}

/** The year of building of a ship that does not say it: the middle of the ships in service. */
const USUAL_YEAR_BUILT = 2010

/** A ship of a gross tonnage, with what else is known of it. */
export const shipOfTonnage = (vessel: Vessel, grossTonnage: number, sizeOrigin: SizeOrigin): ModelShip => {
  const teu = vessel.teu ?? usualTeu(grossTonnage)
  const sizeClass = classOf(teu)
  return {
    grossTonnage,
    teu,
    engineKw: vessel.engineKw ?? sizeClass.engineKw,
    yearBuilt: vessel.yearBuilt ?? USUAL_YEAR_BUILT,
    sizeClass,
    sizeOrigin
  }
}

/**
 * The gross tonnage of a container ship by its measures in metres: a power of length times beam times draught, through a
 * feeder (140 by 22 by 8.5, 9,500) and the largest ships (400 by 59 by 16, 220,000). Within about a fifth of the truth.
 */
const tonnageOfMeasures = (lengthM: number, beamM: number, draughtM: number): number =>
  0.0593 * (lengthM * beamM * draughtM) ** 1.178

/** The ship by its own size: tonnage, else measures, else capacity; none when it says none of them. */
export const shipOf = (vessel: Vessel): Option.Option<ModelShip> => {
  const { grossTonnage, lengthM, beamM, draughtM, teu } = vessel
  if (grossTonnage !== undefined) return Option.some(shipOfTonnage(vessel, grossTonnage, "tonnage"))
  if (lengthM !== undefined && beamM !== undefined && draughtM !== undefined)
    return Option.some(shipOfTonnage(vessel, tonnageOfMeasures(lengthM, beamM, draughtM), "measures"))
  if (teu !== undefined) return Option.some(shipOfTonnage(vessel, usualTonnage(teu), "capacity"))
  return Option.none()
}

/**
 * What decides about canals: the ship's own measures, and length and beam of its size class where it does not say them.
 * Draught changes with the cargo, so the class says nothing of it.
 */
export const canalSizeOf = (vessel: Vessel): VesselSize => {
  const usual = Option.match(shipOf(vessel), {
    onNone: () => undefined,
    onSome: ({ sizeClass }) => sizeClass
  })
  return {
    lengthM: vessel.lengthM ?? usual?.lengthM,
    beamM: vessel.beamM ?? usual?.beamM,
    draughtM: vessel.draughtM
  }
}
