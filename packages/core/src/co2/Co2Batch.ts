import { Schema } from "effect"
import { unparsedInput } from "../faults/UnparsedInput.ts"
import { VOYAGE_IDENTIFIER } from "./ComputeCo2Request.ts"

/** The largest number of voyages in one batch. */
export const MAX_BATCH_VOYAGES = 100

/** A batch of voyages. `Co2Calculator` parses each by itself, so that a fault in one does not affect the others. */
export const Co2BatchRequest = Schema.Struct({
  requests: Schema.Array(unparsedInput(VOYAGE_IDENTIFIER))
    .check(Schema.isBetweenLength(1, MAX_BATCH_VOYAGES, { message: `must hold 1 to ${MAX_BATCH_VOYAGES} requests` }))
    .annotateKey({ description: "The voyages." })
}).annotate({ identifier: "Co2BatchRequest" })
export type Co2BatchRequest = typeof Co2BatchRequest.Type
