import { IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { Schema } from "effect"

/** The headers of an operation that applies a repeated request only once. */
export const idempotencyHeader = {
  "idempotency-key": Schema.optionalKey(IdempotencyKey).annotateKey({
    description: "A UUID: a repeated request with the same key gets the first response for 24 hours."
  })
}
