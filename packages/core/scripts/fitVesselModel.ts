import { argv } from "node:process"
import { Option } from "effect"
import { calibrationOf } from "../src/co2/vessels/Calibration.ts"
import { co2PerMile, POWER_FIT, type PowerFit, totalCo2PerMile } from "../src/co2/vessels/EmissionModel.ts"
import { type ModelVessel, modelVesselOfTonnage } from "../src/co2/vessels/ModelVessel.ts"
import type { CurvePoint } from "../src/co2/vessels/SizeClass.ts"
import { findSeries, MIN_EFFECT, PRIOR_VESSELS, SERIES_TONNAGE_SHARE } from "../src/co2/vessels/VesselSeries.ts"
import { earlierReports, quantile, type Report, readReports, vesselOf } from "./mrvReports.ts"

/**
 * Fits the parameters of the vessel model (`POWER_FIT` and the table of `VesselSeries.ts`) to a file of reports in the form of
 * `readReports`, and prints them. Then prints the errors on vessels outside the fit by five-fold cross-validation: the
 * model is fitted to four fifths of the vessels and compared with the remaining fifth, five times.
 */
type Series = readonly [grossTonnage: number, powerFactor: number, vessels: number]
interface ModelFit {
  readonly power: PowerFit
  readonly series: ReadonlyArray<Series>
}

const modelVessels = new Map<Report, ModelVessel>()
const modelVesselOf = (report: Report): ModelVessel => {
  const known = modelVessels.get(report)
  if (known !== undefined) return known
  const modelVessel = { ...modelVesselOfTonnage(vesselOf(report), report.grossTonnage, "tonnage"), powerFactor: 1 }
  modelVessels.set(report, modelVessel)
  return modelVessel
}

const modelled = (report: Report, power: PowerFit, powerFactor = 1): number =>
  totalCo2PerMile(co2PerMile({ ...modelVesselOf(report), powerFactor }, report.knots, 1, power))

/** Smaller errors, in logarithms, count by their square and larger ones linearly, so that outliers have little weight. */
const LOSS_SCALE = 0.05

const loss = (reports: ReadonlyArray<Report>, power: PowerFit): number =>
  reports.reduce((sum, report) => sum + Math.hypot(1, Math.log(modelled(report, power) / report.kg) / LOSS_SCALE), 0)

/** The fit of parameters: the logarithm of the power at each tonnage, then the two savings. */
const toPowerFit = (parameters: ReadonlyArray<number>): PowerFit => {
  const point = ([tonnage]: CurvePoint, index: number): CurvePoint => [tonnage, Math.exp(parameters[index] ?? 0)]
  const [first, ...others] = POWER_FIT.powerAtReference
  const [annualSaving = 0, annualSavingSinceEedi = 0] = parameters.slice(others.length + 1)
  return {
    powerAtReference: [point(first, 0), ...others.map((at, index) => point(at, index + 1))],
    annualSaving: annualSaving,
    annualSavingSinceEedi: annualSavingSinceEedi
  }
}

/** A larger vessel needs no less power than a smaller one. */
const isMonotonic = ({ powerAtReference }: PowerFit): boolean =>
  powerAtReference.every(([, kw], index) => index === 0 || kw >= (powerAtReference[index - 1]?.[1] ?? 0))

const STEPS = [0.1, 0.03, 0.01, 0.003, 0.001]
const MAX_ROUNDS = 60

/** The initial parameters of every fit: the power proportional to the square root of the tonnage, and small savings. */
const INITIAL_VALUES: ReadonlyArray<number> = [
  ...POWER_FIT.powerAtReference.map(([tonnage]) => Math.log(50 * Math.sqrt(tonnage))),
  0.01,
  0.03
]

/** Coordinate descent with decreasing steps, as long as the loss falls. */
const fitPower = (reports: ReadonlyArray<Report>): PowerFit => {
  const powers = POWER_FIT.powerAtReference.length
  let best = INITIAL_VALUES
  let least = loss(reports, toPowerFit(best))
  for (const step of STEPS) {
    for (let round = 0, moved = true; moved && round < MAX_ROUNDS; round++) {
      moved = false
      for (let index = 0; index < best.length; index++) {
        for (const by of [step, -step]) {
          const next = best.with(index, (best[index] ?? 0) + (index < powers ? by : by / 4))
          const power = toPowerFit(next)
          const reached = isMonotonic(power) ? loss(reports, power) : Number.POSITIVE_INFINITY
          if (reached >= least) continue
          best = next
          least = reached
          moved = true
        }
      }
    }
  }
  return roundPowerFit(toPowerFit(best))
}

const toThousandth = (value: number) => Math.round(value * 1000) / 1000
const toHundredKw = ([tonnage, kw]: CurvePoint): CurvePoint => [tonnage, Math.round(kw / 100) * 100]

const roundPowerFit = ({
  powerAtReference: [first, ...others],
  annualSaving,
  annualSavingSinceEedi
}: PowerFit): PowerFit => ({
  powerAtReference: [toHundredKw(first), ...others.map(toHundredKw)],
  annualSaving: toThousandth(annualSaving),
  annualSavingSinceEedi: toThousandth(annualSavingSinceEedi)
})

/** The ratio of the main engine's power by a report to the usual power. */
const powerFactorOf = (report: Report, power: PowerFit): number => {
  const { mainEngine, ...others } = co2PerMile(modelVesselOf(report), report.knots, 1, power)
  return Math.max(0.2, (report.kg - totalCo2PerMile({ mainEngine: 0, ...others })) / mainEngine)
}

/** Groups of reports with nearly the same tonnage, smallest first. */
const byTonnage = (reports: ReadonlyArray<Report>): ReadonlyArray<ReadonlyArray<Report>> => {
  const groups: Array<Array<Report>> = []
  for (const report of reports.toSorted((a, b) => a.grossTonnage - b.grossTonnage)) {
    const group = groups.at(-1)
    const least = group?.[0]?.grossTonnage ?? 0
    if (group !== undefined && report.grossTonnage <= least * (1 + SERIES_TONNAGE_SHARE)) group.push(report)
    else groups.push([report])
  }
  return groups
}

const fitSeries = (reports: ReadonlyArray<Report>, power: PowerFit): ReadonlyArray<Series> =>
  byTonnage(reports).flatMap((group) => {
    const count = new Set(group.map(({ imo }) => imo)).size
    if (count < 2) return []
    const [least = 0, most = 0] = [group[0]?.grossTonnage, group.at(-1)?.grossTonnage]
    const factor = quantile(
      group.map((report) => powerFactorOf(report, power)),
      0.5
    )
    const shrunk = factor ** (count / (count + PRIOR_VESSELS))
    const rounded = Math.round(shrunk * 100) / 100
    return Math.abs(rounded - 1) <= MIN_EFFECT + 1e-9 ? [] : [[Math.round((least + most) / 2), rounded, count] as const]
  })

const fit = (reports: ReadonlyArray<Report>): ModelFit => {
  const power = fitPower(reports)
  return { power, series: fitSeries(reports, power) }
}

const FOLDS = 5

/** The fold of a vessel, by its IMO number: the same in every run. */
const foldOf = ({ imo }: Report): number => Math.floor(Number(imo) / 10) % FOLDS

const percent = (value: number) => `${(value * 100).toFixed(2)} %`

const printErrors = (label: string, errors: ReadonlyArray<number>): void =>
  console.log(
    `${label}: ${errors.length} reports, median error ${percent(quantile(errors, 0.5))}, 90 % within ${percent(quantile(errors, 0.9))}`
  )

const file = argv[2]
if (file === undefined)
  throw new Error("The argument is missing; name a CSV file: node packages/core/scripts/fitVesselModel.ts FILE.csv")
const reports = readReports(file)
const { power, series } = fit(reports)
console.log(JSON.stringify(power))
console.log(series.map((row) => row.join(" ")).join(", "))

/** Predicts the reports of one fold by a fit to the reports of the other folds that `isIncluded` selects. */
const predict = (fold: number, isIncluded: (report: Report) => boolean) => {
  const { power, series } = fit(reports.filter((report) => foldOf(report) !== fold && isIncluded(report)))
  return reports
    .filter((report) => foldOf(report) === fold)
    .map((report) => {
      const found = findSeries(series, report.grossTonnage)
      return { report, found, modelled: modelled(report, power, found?.powerFactor ?? 1) }
    })
}

const folds = Array.from({ length: FOLDS }, (_, fold) => fold)
const years = [...new Set(reports.map(({ year }) => year))].toSorted()
const predicted = folds.flatMap((fold) => predict(fold, () => true))
const predictions = new Map(predicted.map(({ report, modelled }) => [report, modelled]))
const fromSeries = new Set(predicted.flatMap(({ report, found }) => (found === undefined ? [] : [report])))
const errorOf = (report: Report, factor = 1): number =>
  Math.abs(((predictions.get(report) ?? 0) * factor) / report.kg - 1)
const errorsOf = (some: ReadonlyArray<Report>) => some.map((report) => errorOf(report))

printErrors("vessels outside the fit, by particulars", errorsOf(reports))
for (const fold of folds)
  printErrors(`  fold ${fold + 1}`, errorsOf(reports.filter((report) => foldOf(report) === fold)))
for (const year of years) printErrors(`  ${year}`, errorsOf(reports.filter((report) => report.year === year)))
for (const [name, some] of Map.groupBy(reports, (report) => modelVesselOf(report).sizeClass.name))
  printErrors(`  ${name} TEU`, errorsOf(some))
printErrors("  of a known series", errorsOf(reports.filter((report) => fromSeries.has(report))))
printErrors("  of no known series", errorsOf(reports.filter((report) => !fromSeries.has(report))))

for (const year of years) {
  const others = folds.flatMap((fold) => predict(fold, (report) => report.year !== year))
  const errors = others.flatMap(({ report, modelled }) =>
    report.year === year ? [Math.abs(modelled / report.kg - 1)] : []
  )
  printErrors(`  ${year}, with the year outside the fit too`, errors)
}

const repeatReports = [...earlierReports(reports)]
printErrors(
  "vessels outside the fit, with an earlier report of the same vessel",
  repeatReports.map(([report, before]) =>
    errorOf(
      report,
      Option.getOrElse(calibrationOf(before.kg / (predictions.get(before) ?? 1)), () => 1)
    )
  )
)
