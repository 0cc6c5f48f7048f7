import { type AttemptRecord, AttemptStatus, attemptStatus } from "@landfall/core/alerts/AttemptRecord"
import { FailureReason, Trigger } from "@landfall/core/alerts/Delivery"
import { Option, Schema } from "effect"

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
  trigger: Trigger
}).annotate({ identifier: "Attempt" })

export const showAttempt = ({ messageId, endpointId, type, attempt }: AttemptRecord): typeof AttemptView.Type => {
  const { outcome } = attempt
  const answer =
    outcome._tag === "Answered"
      ? { responseStatus: outcome.status, responseBody: outcome.body, failureReason: null, failureMessage: null }
      : { responseStatus: null, responseBody: null, failureReason: outcome.reason, failureMessage: outcome.message }
  return {
    messageId,
    type,
    endpointId,
    number: attempt.number,
    status: attemptStatus(outcome),
    ...answer,
    startedAt: attempt.startedAt,
    durationMillis: attempt.durationMillis,
    responseStartMillis: Option.getOrNull(attempt.responseStartMillis),
    trigger: attempt.trigger
  }
}
