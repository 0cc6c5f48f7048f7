import { readFileSync } from "node:fs"
import { ImoNumber } from "../src/vessels/ImoNumber.ts"
import { KilogramsPerNauticalMile } from "../src/vessels/KilogramsPerNauticalMile.ts"
import { Knots } from "../src/vessels/Knots.ts"
import type { ReportedYear, Vessel } from "../src/vessels/Vessel.ts"

/** The report of one vessel for one year. */
export interface Report {
  readonly imo: string
  readonly grossTonnage: number
  readonly yearBuilt: number
  readonly year: number
  readonly kg: number
  readonly knots: number
}

/**
 * Reads a CSV with the columns imo, gross_tonnage, year_built, reporting_year, kg_co2_per_nm and mean_speed_kn, such as
 * the EU MRV's publications with the tonnage added.
 */
export const readReports = (file: string): ReadonlyArray<Report> => {
  const [head = "", ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/u)
  const names = head.split(",")
  return lines.map((line) => {
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
}

/** The vessel of a report by its particulars alone. */
export const vesselOf = ({ imo, grossTonnage, yearBuilt }: Report): Vessel => ({
  imo: ImoNumber.make(imo),
  grossTonnage,
  yearBuilt
})

export const reportedYearOf = ({ kg, knots, year }: Report): ReportedYear => ({
  co2KgPerNauticalMile: KilogramsPerNauticalMile.make(kg),
  meanSpeedKnots: Knots.make(knots),
  year
})

/** The latest earlier report of the same vessel, for every report that has one. */
export const earlierReports = (reports: ReadonlyArray<Report>): ReadonlyMap<Report, Report> => {
  const byVessel = Map.groupBy(reports, ({ imo }) => imo)
  return new Map(
    reports.flatMap((report) => {
      const before = (byVessel.get(report.imo) ?? []).filter(({ year }) => year < report.year)
      const [latest] = before.toSorted((a, b) => b.year - a.year)
      return latest === undefined ? [] : [[report, latest] as const]
    })
  )
}

/** The quantile of values at a share from 0 to 1; NaN without values. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN
