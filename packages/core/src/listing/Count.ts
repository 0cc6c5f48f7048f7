import { Schema } from "effect"

/** A count: a whole number, 0 or more. */
export const Count = Schema.Int.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: "must be a whole number, 0 or more" }))
)

/** A count with its noun: `1 item`, `12 items`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
