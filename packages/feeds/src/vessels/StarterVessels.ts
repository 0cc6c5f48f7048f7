import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { KilogramsPerNauticalMile } from "@landfall/core/vessels/KilogramsPerNauticalMile"
import { Knots } from "@landfall/core/vessels/Knots"
import { Mmsi } from "@landfall/core/vessels/Mmsi"
import type { Vessel } from "@landfall/core/vessels/Vessel"
import { classVessels } from "./register/ClassVessels.ts"

const MRV_PUBLICATION = "EU MRV publication (EMSA THETIS-MRV); for CMA CGM ZHENG HE and MSC GULSUN the sources below"
const REGISTER_FIGURES =
  "registered figures from public data sets that accompany the EU MRV; for CMA CGM ZHENG HE those of the sister ship CMA CGM BENJAMIN FRANKLIN, for MSC GULSUN those of the class, from Wikipedia"
const PRESS_FIGURES =
  "Wikipedia on the vessel, the class or the sister ship (CMA CGM ZHENG HE), and the trade press at delivery; not verified with a register: import a vessel file to replace it"

/** The sources of the particulars of the well-known vessels, as far as they were verified. `classVessels` has its own. */
export const STARTER_SOURCES = {
  imo: MRV_PUBLICATION,
  name: MRV_PUBLICATION,
  grossTonnage: REGISTER_FIGURES,
  yearBuilt: REGISTER_FIGURES,
  reported: "EU MRV publication of the year (EMSA THETIS-MRV); speed is miles sailed divided by hours at sea",
  mmsi: `several lists of vessels that agree; ${PRESS_FIGURES}`,
  teu: PRESS_FIGURES,
  lengthM: PRESS_FIGURES,
  beamM: PRESS_FIGURES,
  draughtM: PRESS_FIGURES,
  engineKw: PRESS_FIGURES
} as const satisfies Partial<Record<keyof Vessel, string>>

/** The size of a vessel; the draught is absent when it is not published. */
type SizeRow = readonly [teu: number, grossTonnage: number, lengthM: number, beamM: number, draughtM?: number]
type MrvReport = readonly [year: number, kgPerNauticalMile: number, meanSpeedKnots: number]

const makeVessel = (
  imo: string,
  name: string,
  yearBuilt: number,
  [teu, grossTonnage, lengthM, beamM, draughtM]: SizeRow,
  more: { readonly mmsi?: string; readonly engineKw?: number; readonly report?: MrvReport } = {}
): Vessel => ({
  imo: ImoNumber.make(imo),
  name,
  yearBuilt,
  teu,
  grossTonnage,
  lengthM,
  beamM,
  ...(draughtM === undefined ? {} : { draughtM }),
  ...(more.mmsi === undefined ? {} : { mmsi: Mmsi.make(more.mmsi) }),
  ...(more.engineKw === undefined ? {} : { engineKw: more.engineKw }),
  ...(more.report === undefined
    ? {}
    : {
        reported: {
          year: more.report[0],
          co2KgPerNauticalMile: KilogramsPerNauticalMile.make(more.report[1]),
          meanSpeedKnots: Knots.make(more.report[2])
        }
      })
})

/** Well-known container vessels with their reports. */
const wellKnownVessels: ReadonlyArray<Vessel> = [
  makeVessel("9321483", "EMMA MAERSK", 2006, [14_770, 171_542, 397, 56, 16], {
    mmsi: "220417000",
    engineKw: 80_000,
    report: [2020, 920.45, 12.97]
  }),
  makeVessel("9454436", "CMA CGM MARCO POLO", 2012, [16_020, 176_546, 396, 53.6, 16], {
    report: [2020, 1028.05, 15.12]
  }),
  makeVessel("9619907", "MAERSK MC-KINNEY MOLLER", 2013, [18_270, 194_849, 399, 59, 14.5], {
    engineKw: 59_360,
    report: [2020, 1014.61, 15.75]
  }),
  makeVessel("9703291", "MSC OSCAR", 2014, [19_224, 192_237, 395.4, 59, 16], {
    mmsi: "355906000",
    engineKw: 62_500,
    report: [2020, 1005.7, 11.45]
  }),
  makeVessel("9702132", "CMA CGM KERGUELEN", 2015, [17_722, 175_688, 398, 54], { report: [2020, 990.08, 14.51] }),
  makeVessel("9706906", "CMA CGM ZHENG HE", 2015, [17_859, 178_228, 399.2, 54, 16]),
  makeVessel("9769271", "MOL TRIUMPH", 2017, [20_170, 210_678, 400, 58.8, 16], { report: [2019, 811.95, 15.15] }),
  makeVessel("9776171", "OOCL HONG KONG", 2017, [21_413, 210_890, 399.87, 58.8, 16], {
    mmsi: "477333500",
    report: [2019, 907.36, 16.2]
  }),
  makeVessel("9778791", "MADRID MAERSK", 2017, [20_568, 214_286, 399, 58.6, 16.5], { report: [2019, 926.57, 16.54] }),
  makeVessel("9811000", "EVER GIVEN", 2018, [20_124, 219_079, 399.94, 58.8, 16], {
    mmsi: "353136000",
    engineKw: 59_300,
    report: [2020, 1058.33, 17.13]
  }),
  makeVessel("9839430", "MSC GULSUN", 2019, [23_756, 232_618, 399.9, 61.5, 16.5], { mmsi: "372003000" }),
  makeVessel("9863297", "HMM ALGECIRAS", 2020, [23_964, 228_283, 399.9, 61, 16.525], { report: [2020, 968.83, 15.38] })
]

/** Well-known container vessels and those of the register, so that a new installation can compute CO2. */
export const starterVessels: ReadonlyArray<Vessel> = [...wellKnownVessels, ...classVessels.map(({ vessel }) => vessel)]
