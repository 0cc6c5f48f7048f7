import { Schema } from "effect"

/** A threshold in hours, whole or fractional: an endpoint is notified of a date that moves by more. */
export const ThresholdHours = Schema.Finite.pipe(
  Schema.check(Schema.isBetween({ minimum: 0, maximum: 720 }, { message: "must be 0 to 720 hours" })),
  Schema.brand("ThresholdHours")
)
export type ThresholdHours = typeof ThresholdHours.Type

/** The threshold of an endpoint that sets none. */
export const DEFAULT_THRESHOLD_HOURS = ThresholdHours.make(24)
