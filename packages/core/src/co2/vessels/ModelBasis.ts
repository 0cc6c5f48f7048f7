import { Option, Schema } from "effect"
import type { ReportedYear, Vessel } from "../../vessels/Vessel.ts"
import {
  calibrationOf,
  reportAssumptions,
  reportedOrUsualSpeed,
  speedAssumptions,
  tonnageOfReport
} from "./Calibration.ts"
import { co2PerMile, totalCo2PerMile } from "./EmissionModel.ts"
import { canalAssumptions, type ModelVessel, modelVesselOf, modelVesselOfTonnage } from "./ModelVessel.ts"
import { usualTeu } from "./SizeClass.ts"

/** The data a model is based on: the vessel's own report of a year, its particulars, or the means of its size class. */
export const BasisSource = Schema.Literals(["reported", "particulars", "sizeClass"])
export type BasisSource = typeof BasisSource.Type

/** A modelled vessel and the data it is based on. */
export interface ModelBasis {
  readonly modelVessel: ModelVessel
  readonly source: BasisSource
  /** The factor by which the report of the vessel corrects the model; 1 without a report. */
  readonly calibration: number
  /** A phrase for each value that is assumed or ignored, or outside the range that the model is validated for. */
  readonly assumptions: ReadonlyArray<string>
}

/** The range of gross tonnage searched for a vessel with only a report: slightly wider than that of reported vessels. */
const LEAST_SEARCHED_TONNAGE = 3000
const GREATEST_SEARCHED_TONNAGE = 260_000
/** Halvings of that range; the result is exact to far less than a ton. */
const HALVINGS = 40

const modelledAtReportedSpeed = (reported: ReportedYear, modelVessel: ModelVessel): number =>
  totalCo2PerMile(co2PerMile(modelVessel, reportedOrUsualSpeed(reported, modelVessel.sizeClass)))

/**
 * The vessel whose modelled emissions at the reported speed equal the reported ones; a report without cargo determines no
 * more.
 */
const modelVesselOfEmissions = (vessel: Vessel, reported: ReportedYear): ModelVessel => {
  let [least, greatest] = [LEAST_SEARCHED_TONNAGE, GREATEST_SEARCHED_TONNAGE]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = modelVesselOfTonnage(vessel, Math.sqrt(least * greatest), "report")
    if (modelledAtReportedSpeed(reported, middle) < reported.co2KgPerNauticalMile) least = middle.grossTonnage
    else greatest = middle.grossTonnage
  }
  return modelVesselOfTonnage(vessel, Math.sqrt(least * greatest), "report")
}

/** The vessel of a report: by its cargo where it has one, else by its emissions. */
const modelVesselOfReport = (vessel: Vessel, reported: ReportedYear): ModelVessel =>
  Option.match(tonnageOfReport(reported), {
    onNone: () => modelVesselOfEmissions(vessel, reported),
    onSome: (tonnage) => modelVesselOfTonnage(vessel, tonnage, "cargo")
  })

const roundedTonnage = (grossTonnage: number) =>
  grossTonnage < 1000 ? Math.round(grossTonnage) : Math.round(grossTonnage / 100) * 100

const hullText = (grossTonnage: number) => `${roundedTonnage(grossTonnage)} GT`

/** Whether the search ended at a bound, where the modelled emissions differ from the reported ones. */
const isAtBound = (grossTonnage: number) =>
  roundedTonnage(grossTonnage) <= LEAST_SEARCHED_TONNAGE || roundedTonnage(grossTonnage) >= GREATEST_SEARCHED_TONNAGE

const SIZE_ASSUMPTIONS = {
  tonnage: () => [],
  measures: ({ grossTonnage }) => [`hull of ${hullText(grossTonnage)}, from its dimensions`],
  capacity: ({ grossTonnage }) => [`hull of ${hullText(grossTonnage)}, usual for the capacity`],
  length: ({ grossTonnage }) => [`hull of ${hullText(grossTonnage)}, usual for the length`],
  cargo: ({ grossTonnage }) => [`hull of ${hullText(grossTonnage)}, usual for the cargo and emissions reported`],
  report: ({ grossTonnage }) => [
    isAtBound(grossTonnage)
      ? `hull of ${hullText(grossTonnage)}, the size closest to the report: no size of vessel has such emissions`
      : `hull of ${hullText(grossTonnage)}, whose usual emissions are those reported`
  ]
} as const satisfies Record<ModelVessel["sizeOrigin"], (modelVessel: ModelVessel) => ReadonlyArray<string>>

/** The range of gross tonnage of the vessels with reports. */
const LEAST_REPORTED_TONNAGE = 6454
const GREATEST_REPORTED_TONNAGE = 237_200

/** A capacity of more than this multiple of the usual one for the tonnage, or of less than its inverse, is doubted. Chosen here. */
const UNLIKELY_TEU_RATIO = 2

const doubtsOf = ({ grossTonnage, teu }: ModelVessel): ReadonlyArray<string> => {
  const ratio = teu / usualTeu(grossTonnage)
  return [
    ...(grossTonnage < LEAST_REPORTED_TONNAGE || grossTonnage > GREATEST_REPORTED_TONNAGE
      ? [
          `${hullText(grossTonnage)} is outside the range of the container vessels with reports: the model is extrapolated`
        ]
      : []),
    ...(ratio > UNLIKELY_TEU_RATIO || ratio < 1 / UNLIKELY_TEU_RATIO
      ? [`${Math.round(teu)} TEU is an unusual capacity for ${hullText(grossTonnage)}; check both`]
      : [])
  ]
}

const assumptionsOf = (vessel: Vessel, modelVessel: ModelVessel): ReadonlyArray<string> => [
  ...SIZE_ASSUMPTIONS[modelVessel.sizeOrigin](modelVessel),
  ...(vessel.teu === undefined ? [`capacity of ${Math.round(modelVessel.teu)} TEU, usual for the hull`] : []),
  ...(vessel.engineKw === undefined
    ? [`main engine of ${modelVessel.engineKw} kW, of the class ${modelVessel.sizeClass.name} TEU`]
    : []),
  ...(vessel.yearBuilt === undefined
    ? [`built in ${modelVessel.yearBuilt}, the median of the vessels in service`]
    : []),
  ...(modelVessel.series === undefined
    ? []
    : [
        `main engine power of ${modelVessel.powerFactor} times the usual one, from the reports of ${modelVessel.series.vessels} vessels of this tonnage`
      ]),
  `generators and boilers of the class ${modelVessel.sizeClass.name} TEU`,
  ...canalAssumptions(vessel, modelVessel),
  ...doubtsOf(modelVessel)
]

/** The basis of a vessel without a report, from its size. */
const basisOfSize = (vessel: Vessel, modelVessel: ModelVessel): ModelBasis => ({
  modelVessel,
  source: modelVessel.sizeOrigin === "tonnage" || modelVessel.sizeOrigin === "measures" ? "particulars" : "sizeClass",
  calibration: 1,
  assumptions: assumptionsOf(vessel, modelVessel)
})

const basisOfReport = (vessel: Vessel, modelVessel: ModelVessel, reported: ReportedYear): ModelBasis => {
  const ratio = reported.co2KgPerNauticalMile / modelledAtReportedSpeed(reported, modelVessel)
  const basis = basisOfSize(vessel, modelVessel)
  const assumptions = [
    ...basis.assumptions,
    ...reportAssumptions(reported, ratio),
    ...speedAssumptions(reported, modelVessel.sizeClass)
  ]
  return Option.match(calibrationOf(ratio), {
    onNone: () => ({ ...basis, assumptions }),
    onSome: (calibration) => ({ modelVessel, source: "reported" as const, calibration, assumptions })
  })
}

/** The basis of a vessel with only a report; none when no size of vessel has such emissions. */
const basisOfReportAlone = (vessel: Vessel, reported: ReportedYear): Option.Option<ModelBasis> => {
  const sized = modelVesselOfReport(vessel, reported)
  const ratioOf = (modelVessel: ModelVessel) =>
    reported.co2KgPerNauticalMile / modelledAtReportedSpeed(reported, modelVessel)
  // A cargo that contradicts the emissions has another unit: the emissions alone decide.
  const modelVessel =
    sized.sizeOrigin === "cargo" && Option.isNone(calibrationOf(ratioOf(sized), 1))
      ? modelVesselOfEmissions(vessel, reported)
      : sized
  const ratio = ratioOf(modelVessel)
  return Option.map(calibrationOf(ratio, 1), (calibration) => ({
    modelVessel,
    source: "reported" as const,
    calibration,
    assumptions: [...assumptionsOf(vessel, modelVessel), ...speedAssumptions(reported, modelVessel.sizeClass)]
  }))
}

const newModelBasis = (vessel: Vessel): Option.Option<ModelBasis> => {
  const { reported } = vessel
  const sized = modelVesselOf(vessel)
  if (reported === undefined) return Option.map(sized, (modelVessel) => basisOfSize(vessel, modelVessel))
  return Option.isSome(sized)
    ? Option.some(basisOfReport(vessel, sized.value, reported))
    : basisOfReportAlone(vessel, reported)
}

/** The bases of vessels in use. A basis depends on its vessel alone, and takes longer to compute than a voyage. */
const bases = new WeakMap<Vessel, Option.Option<ModelBasis>>()

/** The modelled vessel with its calibration; none when neither its size nor a plausible report is known. */
export const modelBasisOf = (vessel: Vessel): Option.Option<ModelBasis> => {
  const cached = bases.get(vessel)
  if (cached !== undefined) return cached
  const basis = newModelBasis(vessel)
  bases.set(vessel, basis)
  return basis
}
