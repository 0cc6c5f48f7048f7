import { Schema } from "effect"
import { VesselClass } from "../../vessels/VesselClass.ts"

/** A time in hours, 0 or more. */
export const Hours = Schema.Finite.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: "must be a time in hours: 0 or more" })),
  Schema.brand("Hours")
)
export type Hours = typeof Hours.Type

/** A share in percent, 0 or more; above 100 where more vessels are present than the capacity. */
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
  ...VesselClass.literals.map((vesselClass) => `rateOccupation.${vesselClass}` as const),
  ...VesselClass.literals.map((vesselClass) => `rateOccupation.${vesselClass}.rateOccupationGapWithMean` as const),
  "time.timeInPortStatistics",
  ...VesselClass.literals.map((vesselClass) => `vesselsInPortCount.${vesselClass}` as const)
])
export type FigureName = typeof FigureName.Type

/** The reason of a null figure. */
export const UnknownReason = Schema.Literals([
  /** The number of berths is neither set nor derived from at least 90 covered days. */
  "capacity_unknown",
  /** The history is too short for a mean. */
  "history_too_short",
  /** No call was completed in the window. */
  "no_completed_calls",
  /** The reports do not identify the vessels of this type. */
  "vessel_type_unknown",
  /** Vessels at berth or at anchor have not sent their type, and would change the figure by more than a tenth. */
  "vessels_unclassified",
  /** No position report, and fewer than 30 days with reported calls: others may be in port. */
  "reports_incomplete",
  /** No vessel is known to be in port, and vessels wait at a shared anchorage for an unknown one of its ports. */
  "vessels_unassigned",
  /** No position in the port for too long. */
  "no_recent_position"
])
export type UnknownReason = typeof UnknownReason.Type
