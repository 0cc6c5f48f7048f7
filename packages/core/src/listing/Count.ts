import { Schema } from "effect"

/** A number of things: whole, 0 or more. */
export const Count = Schema.Int.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: "must be a whole number, 0 or more" }))
)
