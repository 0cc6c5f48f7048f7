import { Schema } from "effect"
import { HOUR_MILLIS } from "../../time/Durations.ts"

/**
 * The time at which an endpoint is notified of an actual discharge at a final POD that nothing but the lack of an
 * onward plan shows to be one, and of later milestones.
 *
 * - `confirmed`: once there is evidence, or after `finalPodHoldHours`.
 * - `eager`: immediately. The alert is retracted when the port turns out to be a transhipment.
 */
export const FinalPodMode = Schema.Literals(["confirmed", "eager"])
export type FinalPodMode = typeof FinalPodMode.Type

/** The mode of an endpoint that sets none. */
export const DEFAULT_FINAL_POD: FinalPodMode = "confirmed"

/** The wait of an endpoint for evidence, in hours, whole or fractional. */
export const FinalPodHoldHours = Schema.Finite.pipe(
  Schema.check(Schema.isBetween({ minimum: 0, maximum: 168 }, { message: "must be 0 to 168 hours" })),
  Schema.brand("FinalPodHoldHours")
)
export type FinalPodHoldHours = typeof FinalPodHoldHours.Type

/** The wait of an endpoint that sets none. */
export const DEFAULT_FINAL_POD_HOLD_HOURS = FinalPodHoldHours.make(24)

/** The wait of an endpoint for evidence of a final POD, in milliseconds. */
export const finalPodHoldMillis = (endpoint: {
  readonly finalPod: FinalPodMode
  readonly finalPodHoldHours: FinalPodHoldHours
}): number => (endpoint.finalPod === "eager" ? 0 : endpoint.finalPodHoldHours * HOUR_MILLIS)
