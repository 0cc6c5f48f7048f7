import { argv } from "node:process"
import { Option } from "effect"
import { totalCo2PerMile } from "../src/co2/vessels/EmissionModel.ts"
import { vesselEmissions } from "../src/co2/vessels/VesselEmissions.ts"
import type { Vessel } from "../src/vessels/Vessel.ts"
import { earlierReports, quantile, type Report, readReports, reportedYearOf, vesselOf } from "./mrvReports.ts"

/**
 * Prints the errors of the current vessel model against a file of reports, in the form of `readReports`, of vessels or
 * years that the model was not fitted to. `fitVesselModel.ts` prints the errors for vessels outside the fit.
 */
const file = argv[2]
if (file === undefined)
  throw new Error("The argument is missing; name a CSV file: node packages/core/scripts/checkVesselModel.ts FILE.csv")
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

const printErrors = (label: string, of: ReadonlyArray<Report>, model: (report: Report) => number): void => {
  const errors = of.map((report) => Math.abs(model(report) / report.kg - 1) * 100)
  const [median, most] = [quantile(errors, 0.5), quantile(errors, 0.9)].map((value) => `${value.toFixed(2)} %`)
  console.log(`${label}: ${of.length} reports, median error ${median}, 90 % within ${most}`)
}

const atReported = ({ knots }: Report) => Option.some(knots)
const atUsual = () => Option.none()
for (const [speed, at] of [
  ["at the reported speed", atReported],
  ["at the usual speed", atUsual]
] as const) {
  printErrors(`particulars, ${speed}`, reports, (report) => modelled(vesselOf(report), at(report)))
  printErrors(`earlier report of the same vessel, ${speed}`, repeatReports, (report) =>
    modelled(vesselWithEarlierReport(report), at(report))
  )
}
