import { Schema } from "effect"

/** The seed of a simulated journey: the same seed gives the same journey. */
export const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
