import { readFileSync } from "node:fs"
import { argv } from "node:process"
import { Option } from "effect"
import { KilogramsPerNauticalMile } from "../src/co2/Emissions.ts"
import { vesselEmissions } from "../src/co2/VesselEmissions.ts"
import { totalOf } from "../src/co2/VesselModel.ts"
import { ImoNumber } from "../src/vessels/ImoNumber.ts"
import { Knots } from "../src/vessels/Knots.ts"
import type { Vessel } from "../src/vessels/Vessel.ts"

/**
 * How far the vessel model is from what ships reported. The file named as the argument is a CSV with the columns imo,
 * gross_tonnage, year_built, reporting_year, kg_co2_per_nm and mean_speed_kn, such as the EU MRV's publications with
 * the tonnage added. A fifth of the ships, by their numbers, is held out: no constant of the model was fitted to it.
 */
interface Report {
  readonly imo: string
  readonly grossTonnage: number
  readonly yearBuilt: number
  readonly year: number
  readonly kg: number
  readonly knots: number
}

const file = argv[2]
if (file === undefined) throw new Error("Name a CSV file: node packages/core/scripts/checkVesselModel.ts FILE.csv")

const [head = "", ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/u)
const names = head.split(",")
const reports = lines.map((line): Report => {
  const cells = line.split(",")
  const cell = (name: string) => cells[names.indexOf(name)] ?? ""
  return {
    imo: cell("imo"),
    grossTonnage: Number(cell("gross_tonnage")),
    yearBuilt: Number(cell("year_built")),
    year: Number(cell("reporting_year")),
    kg: Number(cell("kg_co2_per_nm")),
    knots: Number(cell("mean_speed_kn"))
  }
})

const isHeldOut = ({ imo }: Report) => Math.floor(Number(imo) / 10) % 5 === 0

const vesselOf = ({ imo, grossTonnage, yearBuilt }: Report): Vessel => ({
  imo: ImoNumber.make(imo),
  grossTonnage,
  yearBuilt
})

const modelled = (vessel: Vessel, knots: Option.Option<number>): number =>
  Option.match(vesselEmissions(vessel, knots), { onNone: () => Number.NaN, onSome: ({ perMile }) => totalOf(perMile) })

const withReport = (vessel: Vessel, { kg, knots, year }: Report): Vessel => ({
  ...vessel,
  reported: {
    co2KgPerNauticalMile: KilogramsPerNauticalMile.make(kg),
    meanSpeedKnots: Knots.make(knots),
    year
  }
})

/** The latest report of the same ship from a year before. */
const earlier = (report: Report): Report | undefined =>
  reports.filter(({ imo, year }) => imo === report.imo && year < report.year).toSorted((a, b) => b.year - a.year)[0]

const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

const tell = (what: string, of: ReadonlyArray<Report>, model: (report: Report) => number): void => {
  for (const [part, some] of [
    ["held-out fifth", of.filter(isHeldOut)],
    ["four fifths", of.filter((report) => !isHeldOut(report))],
    ["all", of]
  ] as const) {
    const errors = some.map((report) => Math.abs(model(report) / report.kg - 1) * 100)
    const figures = [quantile(errors, 0.5), quantile(errors, 0.9)].map((value) => `${value.toFixed(2)} %`)
    console.log(
      `${what}, ${part}: ${some.length} reports, median error ${figures[0]}, nine in ten within ${figures[1]}`
    )
  }
}

tell("particulars, at the reported speed", reports, (report) => modelled(vesselOf(report), Option.some(report.knots)))
tell("particulars, at the usual speed", reports, (report) => modelled(vesselOf(report), Option.none()))

const again = reports.filter((report) => earlier(report) !== undefined)
const ownYear = (speed: (report: Report) => Option.Option<number>) => (report: Report) => {
  const before = earlier(report)
  return before === undefined ? Number.NaN : modelled(withReport(vesselOf(report), before), speed(report))
}
tell(
  "own earlier year, at the reported speed",
  again,
  ownYear(({ knots }) => Option.some(knots))
)
tell(
  "own earlier year, at the usual speed",
  again,
  ownYear(() => Option.none())
)
