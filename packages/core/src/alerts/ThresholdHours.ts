import { Schema } from "effect"

/** By how many hours a date must have moved, whole or fractional, before an endpoint hears of it: it must be more. */
export const ThresholdHours = Schema.Finite.pipe(
  Schema.check(Schema.isBetween({ minimum: 0, maximum: 720 }, { message: "must be 0 to 720 hours" })),
  Schema.brand("ThresholdHours")
)
export type ThresholdHours = typeof ThresholdHours.Type

/** What holds for an endpoint that does not say otherwise. */
export const DEFAULT_THRESHOLD_HOURS = ThresholdHours.make(24)
