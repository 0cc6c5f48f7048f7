import { Option, Schema } from "effect"
import { VesselClass } from "../../vessels/VesselClass.ts"
import type { CongestionAggregate } from "../figures/CongestionAggregate.ts"

/** The figures of an aggregate that a threshold can use, by their path in it. */
export const ThresholdFigure = Schema.Literals([
  ...VesselClass.literals.map((vesselClass) => `rateOccupation.${vesselClass}.rateOccupationPercentage` as const),
  ...VesselClass.literals.map((vesselClass) => `rateOccupation.${vesselClass}.rateOccupationGapWithMean` as const),
  ...VesselClass.literals.map((vesselClass) => `vesselsInPortCount.${vesselClass}` as const),
  "time.timeInPortStatistics.median",
  "quality.openCallStatistics.median"
])
export type ThresholdFigure = typeof ThresholdFigure.Type

/** The unit of a figure. */
export const FigureUnit = Schema.Literals(["percent", "percentage points", "vessels", "hours"])
export type FigureUnit = typeof FigureUnit.Type

/** The unit of a figure, from its path. */
export const figureUnitOf = (figure: ThresholdFigure): FigureUnit => {
  if (figure.endsWith(".rateOccupationPercentage")) return "percent"
  if (figure.endsWith(".rateOccupationGapWithMean")) return "percentage points"
  return figure.startsWith("vesselsInPortCount.") ? "vessels" : "hours"
}

/** Tests whether a figure can be negative: the gap is, where occupation is below its mean. */
export const canBeNegative = (figure: ThresholdFigure): boolean => figureUnitOf(figure) === "percentage points"

const figureReaders: Readonly<Record<ThresholdFigure, (aggregate: CongestionAggregate) => Option.Option<number>>> =
  (() => {
    const occupation = (vesselClass: VesselClass) => (aggregate: CongestionAggregate) =>
      Option.flatten(Option.fromUndefinedOr(aggregate.rateOccupation[vesselClass]))
    const percentage = (vesselClass: VesselClass) => (aggregate: CongestionAggregate) =>
      Option.map(occupation(vesselClass)(aggregate), (figures) => figures.rateOccupationPercentage)
    const gap = (vesselClass: VesselClass) => (aggregate: CongestionAggregate) =>
      Option.flatMap(occupation(vesselClass)(aggregate), (figures) => figures.rateOccupationGapWithMean)
    const count = (vesselClass: VesselClass) => (aggregate: CongestionAggregate) =>
      Option.flatten(Option.fromUndefinedOr(aggregate.vesselsInPortCount[vesselClass]))
    return {
      "rateOccupation.commercialVessels.rateOccupationPercentage": percentage("commercialVessels"),
      "rateOccupation.cargo.rateOccupationPercentage": percentage("cargo"),
      "rateOccupation.tanker.rateOccupationPercentage": percentage("tanker"),
      "rateOccupation.roro.rateOccupationPercentage": percentage("roro"),
      "rateOccupation.commercialVessels.rateOccupationGapWithMean": gap("commercialVessels"),
      "rateOccupation.cargo.rateOccupationGapWithMean": gap("cargo"),
      "rateOccupation.tanker.rateOccupationGapWithMean": gap("tanker"),
      "rateOccupation.roro.rateOccupationGapWithMean": gap("roro"),
      "vesselsInPortCount.commercialVessels": count("commercialVessels"),
      "vesselsInPortCount.cargo": count("cargo"),
      "vesselsInPortCount.tanker": count("tanker"),
      "vesselsInPortCount.roro": count("roro"),
      "time.timeInPortStatistics.median": ({ time }) => Option.map(time.timeInPortStatistics, ({ median }) => median),
      "quality.openCallStatistics.median": ({ quality }) =>
        Option.map(quality.openCallStatistics, ({ median }) => median)
    }
  })()

/** Reads a figure of an aggregate; none when it is unknown. */
export const readFigure = (aggregate: CongestionAggregate, figure: ThresholdFigure): Option.Option<number> =>
  figureReaders[figure](aggregate)
