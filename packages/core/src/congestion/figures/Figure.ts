import { Schema } from "effect"
import { VesselClass } from "../../vessels/VesselClass.ts"

/** A time in hours, 0 or more. */
export const Hours = Schema.Finite.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: "must be a time in hours: 0 or more" })),
  Schema.brand("Hours")
)
export type Hours = typeof Hours.Type

/** A share in percent, 0 or more; above 100 where a port holds more ships than its capacity. */
export const Percentage = Schema.Finite.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: "must be a percentage: 0 or more" })),
  Schema.brand("Percentage")
)
export type Percentage = typeof Percentage.Type

/** The difference of two percentages, negative when the first is the smaller one. */
export const PercentagePoints = Schema.Finite.pipe(Schema.brand("PercentagePoints"))
export type PercentagePoints = typeof PercentagePoints.Type
/** The figures of an aggregate that can be unknown, by their path in it. */
export const FigureName = Schema.Literals([
  ...VesselClass.literals.map((group) => `rateOccupation.${group}` as const),
  ...VesselClass.literals.map((group) => `rateOccupation.${group}.rateOccupationGapWithMean` as const),
  "time.timeInPortStatistics",
  ...VesselClass.literals.map((group) => `vesselsInPortCount.${group}` as const)
])
export type FigureName = typeof FigureName.Type

/** Why a figure is null. */
export const UnknownReason = Schema.Literals([
  /** The number of berths is neither given nor learned from at least 90 days of coverage. */
  "capacity_unknown",
  /** There is too little history for a mean. */
  "history_too_short",
  /** No call was completed in the window. */
  "no_completed_calls",
  /** What was heard does not tell which ships belong to this type. */
  "vessel_type_unknown",
  /** Nothing was heard of the port for too long. */
  "not_heard"
])
export type UnknownReason = typeof UnknownReason.Type
