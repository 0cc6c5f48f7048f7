import { Schema } from "effect"

/** What a simulated journey is made from: the same seed makes the same one. */
export const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
