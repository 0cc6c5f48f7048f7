import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import type { Vessel } from "@landfall/core/vessels/Vessel"

/** A class of container vessels as an open source lists it. */
interface VesselClassRow {
  /** The article that lists the class; its text is licensed under CC BY-SA 4.0. */
  readonly source: string
  readonly teu: number
  /** Absent where the article does not state it for the class. */
  readonly grossTonnage?: number
  readonly lengthM?: number
  readonly beamM?: number
  /** One vessel a line: IMO number, year of delivery, name. */
  readonly vessels: string
}

/** The licence of the sources of all rows. */
export const CLASS_VESSELS_LICENCE = "CC BY-SA 4.0"

const wikipedia = (title: string): string => `https://en.wikipedia.org/wiki/${title}`

const CLASSES: ReadonlyArray<VesselClassRow> = [
  {
    source: wikipedia("Evergreen_A-class_container_ship"),
    teu: 23_992,
    grossTonnage: 235_579,
    lengthM: 400,
    beamM: 61.5,
    vessels: `
9893890 2021 EVER ACE
9893905 2021 EVER ACT
9893917 2021 EVER AIM
9893929 2021 EVER ALP
9893931 2022 EVER ARM
9893943 2022 EVER ART`
  },
  {
    source: wikipedia("Evergreen_A-class_container_ship"),
    teu: 24_004,
    grossTonnage: 235_579,
    lengthM: 400,
    beamM: 61.5,
    vessels: `
9893955 2022 EVER ALOT
9893979 2022 EVER APEX
9893993 2022 EVER ATOP`
  },
  {
    source: wikipedia("Evergreen_S-class_container_ship"),
    teu: 6944,
    grossTonnage: 76_185,
    lengthM: 300,
    beamM: 42.8,
    vessels: `
9300386 2005 EVER SHINE
9300398 2005 EVER SIGMA
9300403 2006 EVER SMART
9300415 2006 EVER SMILE
9300427 2006 EVER SUPERB
9300439 2006 EVER STEADY
9300441 2007 EVER STRONG
9300453 2007 EVER SUMMIT
9300465 2007 EVER SAFETY
9300477 2008 EVER SALUTE`
  },
  {
    source: wikipedia("OOCL_G-class_container_ship"),
    teu: 21_413,
    grossTonnage: 210_890,
    lengthM: 399.87,
    beamM: 58.8,
    vessels: `
9776183 2017 OOCL GERMANY
9776195 2017 OOCL JAPAN
9776200 2017 OOCL UNITED KINGDOM
9776212 2017 OOCL SCANDINAVIA
9776224 2018 OOCL INDONESIA`
  },
  {
    source: wikipedia("HMM_Algeciras-class_container_ship"),
    teu: 23_964,
    grossTonnage: 228_283,
    lengthM: 399.9,
    beamM: 61,
    vessels: `
9863302 2020 HMM COPENHAGEN
9863314 2020 HMM DUBLIN
9863326 2020 HMM GDANSK
9863338 2020 HMM HAMBURG
9863340 2020 HMM HELSINKI
9868314 2020 HMM LE HAVRE`
  },
  {
    source: wikipedia("HMM_Algeciras-class_container_ship"),
    teu: 23_820,
    grossTonnage: 232_311,
    lengthM: 399.9,
    beamM: 61.5,
    vessels: `
9868326 2020 HMM OSLO
9868338 2020 HMM ROTTERDAM
9868340 2020 HMM SOUTHAMPTON
9868352 2020 HMM STOCKHOLM
9868364 2020 HMM ST PETERSBURG`
  },
  {
    source: wikipedia("Jacques_Saadé-class_container_ship"),
    teu: 23_000,
    vessels: `
9839179 2020 CMA CGM JACQUES SAADE
9839131 2020 CMA CGM CHAMPS ELYSEES
9839181 2020 CMA CGM PALAIS ROYAL
9839143 2020 CMA CGM LOUVRE
9839193 2021 CMA CGM RIVOLI
9839155 2021 CMA CGM MONTMARTRE
9839208 2021 CMA CGM CONCORDE
9839167 2021 CMA CGM TROCADERO
9839210 2021 CMA CGM SORBONNE`
  },
  {
    source: wikipedia("Explorer-class_container_ship"),
    teu: 13_830,
    lengthM: 365,
    beamM: 51,
    vessels: `
9453559 2009 CMA CGM CHRISTOPHE COLOMB
9454395 2010 CMA CGM AMERIGO VESPUCCI
9454400 2010 CMA CGM CORTE REAL
9454412 2010 CMA CGM LAPEROUSE
9454424 2010 CMA CGM MAGELLAN`
  },
  {
    source: wikipedia("Explorer-class_container_ship"),
    teu: 16_020,
    lengthM: 396,
    vessels: `
9454448 2013 CMA CGM ALEXANDER VON HUMBOLDT`
  },
  {
    source: wikipedia("Globe-class_container_ship"),
    teu: 18_982,
    vessels: `
9695121 2014 CSCL GLOBE
9695133 2014 CSCL PACIFIC OCEAN
9695145 2015 CSCL ATLANTIC OCEAN
9695157 2015 CSCL INDIAN OCEAN
9695169 2015 CSCL ARCTIC OCEAN`
  },
  {
    source: wikipedia("H-class_container_ship"),
    teu: 15_226,
    grossTonnage: 153_774,
    lengthM: 353,
    beamM: 53.5,
    vessels: `
9784257 2017 MAERSK HONG KONG
9784269 2017 MAERSK HORSBURGH`
  }
]

/** A vessel of a class, with the source and the licence of its row. */
export interface ClassVessel {
  readonly vessel: Vessel
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
      return [{ vessel, source, licence: CLASS_VESSELS_LICENCE }]
    })

/**
 * Container vessels whose class an open source lists with its capacity. The capacity is that of the class; names are those
 * at delivery.
 */
export const classVessels: ReadonlyArray<ClassVessel> = CLASSES.flatMap(vesselsOf)
