import { Option, Schema } from "effect"
import type { ReportedYear, Vessel } from "../../vessels/Vessel.ts"
import { calibrationOf, reportAssumptions, reportedSpeedOrClass, speedAssumptions } from "./Calibration.ts"
import { co2PerMile, totalCo2PerMile } from "./EmissionModel.ts"
import { canalAssumptions, type ModelShip, modelShipOf, modelShipOfTonnage } from "./ModelShip.ts"
import { usualTeu } from "./SizeClass.ts"

/** What a model stands on: the ship's own reported year, its particulars, or the means of its size class. */
export const BasisSource = Schema.Literals(["reported", "particulars", "sizeClass"])
export type BasisSource = typeof BasisSource.Type

/** A ship as it is modelled, and on what. */
export interface ModelBasis {
  readonly ship: ModelShip
  readonly source: BasisSource
  /** What the ship's report changes of all that the model says; 1 where its class calibrates it. */
  readonly calibration: number
  /** One phrase for each thing that is not the ship's own, was left out, or is beyond what the model was seen on. */
  readonly assumptions: ReadonlyArray<string>
}

/** The least and greatest gross tonnage that a report alone can point to: a little beyond the ships that were seen to report. */
const LEAST_SEARCHED_TONNAGE = 3000
const GREATEST_SEARCHED_TONNAGE = 260_000
/** As often as the search below halves what lies between, a tonnage stands to far less than a ton. */
const HALVINGS = 40

const modelledAtReportedSpeed = (reported: ReportedYear, ship: ModelShip): number =>
  totalCo2PerMile(co2PerMile(ship, reportedSpeedOrClass(reported, ship.sizeClass)))

/** The size of ship whose emissions at its speed are those reported: all that a report alone tells of a size. */
const modelShipOfReport = (vessel: Vessel, reported: ReportedYear): ModelShip => {
  let [least, greatest] = [LEAST_SEARCHED_TONNAGE, GREATEST_SEARCHED_TONNAGE]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = modelShipOfTonnage(vessel, Math.sqrt(least * greatest), "report")
    if (modelledAtReportedSpeed(reported, middle) < reported.co2KgPerNauticalMile) least = middle.grossTonnage
    else greatest = middle.grossTonnage
  }
  return modelShipOfTonnage(vessel, Math.sqrt(least * greatest), "report")
}

const roundedTonnage = (grossTonnage: number) =>
  grossTonnage < 1000 ? Math.round(grossTonnage) : Math.round(grossTonnage / 100) * 100

const hullText = (grossTonnage: number) => `${roundedTonnage(grossTonnage)} GT`

/** Whether a search ended at one of its bounds, and its ship emits more or less than the report says. */
const isAtBound = (grossTonnage: number) =>
  roundedTonnage(grossTonnage) <= LEAST_SEARCHED_TONNAGE || roundedTonnage(grossTonnage) >= GREATEST_SEARCHED_TONNAGE

const SIZE_ASSUMPTIONS = {
  tonnage: () => [],
  measures: ({ grossTonnage }) => [`hull of ${hullText(grossTonnage)}, from its measures`],
  capacity: ({ grossTonnage }) => [`hull of ${hullText(grossTonnage)}, usual for the capacity`],
  length: ({ grossTonnage }) => [`hull of ${hullText(grossTonnage)}, usual for the length`],
  report: ({ grossTonnage }) => [
    isAtBound(grossTonnage)
      ? `hull of ${hullText(grossTonnage)}, the nearest size to what is reported: no usual ship reports the like`
      : `hull of ${hullText(grossTonnage)}, whose usual emissions are those reported`
  ]
} as const satisfies Record<ModelShip["sizeOrigin"], (ship: ModelShip) => ReadonlyArray<string>>

/** The least and greatest gross tonnage of the ships that were seen to report. */
const LEAST_REPORTED_TONNAGE = 6454
const GREATEST_REPORTED_TONNAGE = 237_200

/** A capacity this many times the usual for the tonnage, or this many times less, is hardly the same ship's: own choice. */
const UNLIKELY_TEU_RATIO = 2

const doubtsOf = ({ grossTonnage, teu }: ModelShip): ReadonlyArray<string> => {
  const ratio = teu / usualTeu(grossTonnage)
  return [
    ...(grossTonnage < LEAST_REPORTED_TONNAGE || grossTonnage > GREATEST_REPORTED_TONNAGE
      ? [
          `${hullText(grossTonnage)} is beyond the container ships that reports are known of: the model goes on from them`
        ]
      : []),
    ...(ratio > UNLIKELY_TEU_RATIO || ratio < 1 / UNLIKELY_TEU_RATIO
      ? [`capacity and hull hardly belong together: ${Math.round(teu)} TEU in ${hullText(grossTonnage)}; check both`]
      : [])
  ]
}

const assumptionsOf = (vessel: Vessel, ship: ModelShip): ReadonlyArray<string> => [
  ...SIZE_ASSUMPTIONS[ship.sizeOrigin](ship),
  ...(vessel.teu === undefined ? [`capacity of ${Math.round(ship.teu)} TEU, usual for the hull`] : []),
  ...(vessel.engineKw === undefined
    ? [`main engine of ${ship.engineKw} kW, of the class ${ship.sizeClass.name} TEU`]
    : []),
  ...(vessel.yearBuilt === undefined ? [`built in ${ship.yearBuilt}, the middle of the ships in service`] : []),
  ...(ship.series === undefined
    ? []
    : [
        `main engine's power ${ship.powerFactor} of the usual, as ${ship.series.ships} ships of this tonnage report it`
      ]),
  `generators and boilers of the class ${ship.sizeClass.name} TEU`,
  ...canalAssumptions(vessel, ship),
  ...doubtsOf(ship)
]

/** What a ship's size alone makes the model stand on. */
const basisOfSize = (vessel: Vessel, ship: ModelShip): ModelBasis => ({
  ship,
  source: ship.sizeOrigin === "tonnage" || ship.sizeOrigin === "measures" ? "particulars" : "sizeClass",
  calibration: 1,
  assumptions: assumptionsOf(vessel, ship)
})

const basisOfReport = (vessel: Vessel, ship: ModelShip, reported: ReportedYear): ModelBasis => {
  const ratio = reported.co2KgPerNauticalMile / modelledAtReportedSpeed(reported, ship)
  const basis = basisOfSize(vessel, ship)
  const assumptions = [
    ...basis.assumptions,
    ...reportAssumptions(reported, ratio),
    ...speedAssumptions(reported, ship.sizeClass)
  ]
  return Option.match(calibrationOf(ratio), {
    onNone: () => ({ ...basis, assumptions }),
    onSome: (calibration) => ({ ship, source: "reported" as const, calibration, assumptions })
  })
}

/** The ship by nothing but its report; none when no ship of any size reports the like. */
const basisOfReportAlone = (vessel: Vessel, reported: ReportedYear): Option.Option<ModelBasis> => {
  const ship = modelShipOfReport(vessel, reported)
  const ratio = reported.co2KgPerNauticalMile / modelledAtReportedSpeed(reported, ship)
  return Option.map(calibrationOf(ratio, 1), (calibration) => ({
    ship,
    source: "reported" as const,
    calibration,
    assumptions: [...assumptionsOf(vessel, ship), ...speedAssumptions(reported, ship.sizeClass)]
  }))
}

/** The ship as the model takes it, with its calibration; none when neither its size nor a sound report is known. */
export const modelBasisOf = (vessel: Vessel): Option.Option<ModelBasis> => {
  const { reported } = vessel
  const sized = modelShipOf(vessel)
  if (reported === undefined) return Option.map(sized, (ship) => basisOfSize(vessel, ship))
  return Option.isSome(sized)
    ? Option.some(basisOfReport(vessel, sized.value, reported))
    : basisOfReportAlone(vessel, reported)
}
