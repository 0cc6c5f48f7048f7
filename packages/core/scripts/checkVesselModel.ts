import { argv } from "node:process"
import { Option } from "effect"
import { totalCo2PerMile } from "../src/co2/ships/EmissionModel.ts"
import { vesselEmissions } from "../src/co2/ships/VesselEmissions.ts"
import type { Vessel } from "../src/vessels/Vessel.ts"
import { earlierReports, quantile, type Report, readReports, reportedYearOf, vesselOf } from "./mrvReports.ts"

/**
 * How far the vessel model as it stands is from what ships reported. The file named as the argument is as `readReports`
 * takes it. Of the reports that the model was fitted to, `fitVesselModel.ts` tells how far off it is on ships that it
 * did not see; this one is for reports of other ships or years.
 */
const file = argv[2]
if (file === undefined) throw new Error("Name a CSV file: node packages/core/scripts/checkVesselModel.ts FILE.csv")
const reports = readReports(file)
const earlier = earlierReports(reports)
const repeatReports = reports.filter((report) => earlier.has(report))

const modelled = (vessel: Vessel, knots: Option.Option<number>): number =>
  Option.match(vesselEmissions(vessel, knots), {
    onNone: () => Number.NaN,
    onSome: ({ perMile }) => totalCo2PerMile(perMile)
  })

const vesselWithEarlierReport = (report: Report): Vessel => {
  const before = earlier.get(report)
  return before === undefined ? vesselOf(report) : { ...vesselOf(report), reported: reportedYearOf(before) }
}

const printErrors = (what: string, of: ReadonlyArray<Report>, model: (report: Report) => number): void => {
  const errors = of.map((report) => Math.abs(model(report) / report.kg - 1) * 100)
  const [median, most] = [quantile(errors, 0.5), quantile(errors, 0.9)].map((value) => `${value.toFixed(2)} %`)
  console.log(`${what}: ${of.length} reports, median error ${median}, nine in ten within ${most}`)
}

const atReported = ({ knots }: Report) => Option.some(knots)
const atUsual = () => Option.none()
for (const [speed, at] of [
  ["at the reported speed", atReported],
  ["at the usual speed", atUsual]
] as const) {
  printErrors(`particulars, ${speed}`, reports, (report) => modelled(vesselOf(report), at(report)))
  printErrors(`own earlier year, ${speed}`, repeatReports, (report) =>
    modelled(vesselWithEarlierReport(report), at(report))
  )
}
