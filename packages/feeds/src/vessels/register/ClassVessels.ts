import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import type { Vessel } from "@landfall/core/vessels/Vessel"
import { asianCarrierClasses } from "./AsianCarrierClasses.ts"
import { europeanCarrierClasses } from "./EuropeanCarrierClasses.ts"
import { evergreenClasses } from "./EvergreenClasses.ts"
import { mscClasses } from "./MscClasses.ts"
import { licenceOf, type VesselClassRow } from "./VesselClass.ts"

/** A vessel of a class, with the source and the licence of its row. */
export interface ClassVessel {
  readonly vessel: Vessel
  /** The page that states the capacity of the class. */
  readonly source: string
  readonly licence: string
}

const ROW = /^(\d{7}) (\d{4}) (.+)$/u

const vesselsOf = ({
  source,
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
      return [{ vessel, source, licence: licenceOf(source) }]
    })

/**
 * Container vessels whose class a public source states with its capacity. The capacity is that of the class; names are those
 * at delivery or of 2021. IMO number, year of building and gross tonnage of vessels whose class has no table of them are those of
 * https://github.com/interreg-speed/IMO-VESSEL-NAMES (data/container-vessels.csv, 2021), which compiles Equasis and the IMO's GISIS and
 * states no licence: facts alone are taken from it.
 */
export const classVessels: ReadonlyArray<ClassVessel> = [
  ...asianCarrierClasses,
  ...europeanCarrierClasses,
  ...evergreenClasses,
  ...mscClasses
].flatMap(vesselsOf)
