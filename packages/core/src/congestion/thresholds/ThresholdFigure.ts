import { Option, Schema } from "effect"
import { VesselClass } from "../../vessels/VesselClass.ts"
import type { CongestionAggregate } from "../figures/CongestionAggregate.ts"

/** The figures of an aggregate that a port can be watched by, by their path in it. */
export const ThresholdFigure = Schema.Literals([
  ...VesselClass.literals.map((group) => `rateOccupation.${group}.rateOccupationPercentage` as const),
  ...VesselClass.literals.map((group) => `rateOccupation.${group}.rateOccupationGapWithMean` as const),
  ...VesselClass.literals.map((group) => `vesselsInPortCount.${group}` as const),
  "time.timeInPortStatistics.median",
  "quality.openCallStatistics.median"
])
export type ThresholdFigure = typeof ThresholdFigure.Type

/** What a figure is counted in. */
export const FigureUnit = Schema.Literals(["percent", "percentage points", "vessels", "hours"])
export type FigureUnit = typeof FigureUnit.Type

/** What a figure is counted in, by its path. */
export const figureUnitOf = (figure: ThresholdFigure): FigureUnit => {
  if (figure.endsWith(".rateOccupationPercentage")) return "percent"
  if (figure.endsWith(".rateOccupationGapWithMean")) return "percentage points"
  return figure.startsWith("vesselsInPortCount.") ? "vessels" : "hours"
}

/** A gap is below zero where a port is emptier than on average; every other figure is 0 or more. */
export const canBeNegative = (figure: ThresholdFigure): boolean => figureUnitOf(figure) === "percentage points"

const figureReaders: Readonly<Record<ThresholdFigure, (aggregate: CongestionAggregate) => Option.Option<number>>> =
  (() => {
    const occupation = (group: VesselClass) => (aggregate: CongestionAggregate) =>
      Option.flatten(Option.fromUndefinedOr(aggregate.rateOccupation[group]))
    const percentage = (group: VesselClass) => (aggregate: CongestionAggregate) =>
      Option.map(occupation(group)(aggregate), (known) => known.rateOccupationPercentage)
    const gap = (group: VesselClass) => (aggregate: CongestionAggregate) =>
      Option.flatMap(occupation(group)(aggregate), (known) => known.rateOccupationGapWithMean)
    const count = (group: VesselClass) => (aggregate: CongestionAggregate) =>
      Option.flatten(Option.fromUndefinedOr(aggregate.vesselsInPortCount[group]))
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

/** What an aggregate says of a figure; none where it is unknown. */
export const readFigure = (aggregate: CongestionAggregate, figure: ThresholdFigure): Option.Option<number> =>
  figureReaders[figure](aggregate)
