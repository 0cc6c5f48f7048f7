import { Schema } from "effect"

/** A speed in nautical miles per hour, 0 or more. */
export const Knots = Schema.Finite.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: "must be a speed in knots: 0 or more" }).abort()),
  Schema.brand("Knots")
)
export type Knots = typeof Knots.Type

/** The highest speed that a request for a voyage may give, in knots. */
export const MAX_SPEED_KNOTS = 25
