import { AttemptStatus } from "@landfall/core/alerts/delivery/AttemptRecord"
import { AttemptTrigger } from "@landfall/core/alerts/delivery/Delivery"
import { FailureReason } from "@landfall/core/alerts/sending/AlertTransport"
import { Schema } from "effect"

export const AttemptView = Schema.Struct({
  messageId: Schema.String,
  type: Schema.String,
  endpointId: Schema.String,
  /** Counts the attempts of one delivery, from 1. */
  number: Schema.Int,
  status: AttemptStatus,
  /** Null when no answer came. */
  responseStatus: Schema.NullOr(Schema.Int),
  /** The first 4 KiB of the answer. */
  responseBody: Schema.NullOr(Schema.String),
  /** Why no answer came; null when one came. */
  failureReason: Schema.NullOr(FailureReason),
  failureMessage: Schema.NullOr(Schema.String),
  startedAt: Schema.DateTimeUtcFromString,
  durationMillis: Schema.Int,
  /** From the start to the first byte of the answer. */
  responseStartMillis: Schema.NullOr(Schema.Int),
  trigger: AttemptTrigger
}).annotate({ identifier: "Attempt" })
