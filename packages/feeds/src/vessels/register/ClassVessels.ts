import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import type { Vessel } from "@landfall/core/vessels/Vessel"
import { asianCarrierClasses } from "./AsianCarrierClasses.ts"
import { europeanCarrierClasses } from "./EuropeanCarrierClasses.ts"
import { evergreenClasses } from "./EvergreenClasses.ts"
import { mscClasses } from "./MscClasses.ts"
import { licenceOf, VESSEL_LIST, type VesselClassRow } from "./VesselClass.ts"

/** A vessel of a class, with the source and the licence of its row. */
export interface ClassVessel {
  readonly vessel: Vessel
  /** The page that states the capacity of the class. */
  readonly source: string
  /** The page or list that states IMO number, name, tonnage and year. */
  readonly identitySource: string
  readonly licence: string
}

const ROW = /^(\d{7}) (\d{4}) (.+)$/u

const vesselsOf = ({
  source,
  hasVesselTable,
  teu,
  grossTonnage,
  lengthM,
  beamM,
  vessels
}: VesselClassRow): ReadonlyArray<ClassVessel> =>
  vessels
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, imo, yearBuilt, name] = ROW.exec(line) ?? []
      if (imo === undefined || name === undefined)
        throw new Error(`The line of the table of classes is invalid: ${line}`)
      const vessel: Vessel = {
        imo: ImoNumber.make(imo),
        name,
        yearBuilt: Number(yearBuilt),
        teu,
        ...(grossTonnage === undefined ? {} : { grossTonnage }),
        ...(lengthM === undefined ? {} : { lengthM }),
        ...(beamM === undefined ? {} : { beamM })
      }
      return [{ vessel, source, identitySource: hasVesselTable ? source : VESSEL_LIST, licence: licenceOf(source) }]
    })

/**
 * Container vessels whose class a public source states with its capacity. The capacity is that of the class; names are those
 * at delivery or of 2021.
 */
export const classVessels: ReadonlyArray<ClassVessel> = [
  ...asianCarrierClasses,
  ...europeanCarrierClasses,
  ...evergreenClasses,
  ...mscClasses
].flatMap(vesselsOf)
