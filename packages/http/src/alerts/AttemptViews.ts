import type { AttemptView } from "@landfall/api/alerts/AttemptView"
import { type AttemptRecord, attemptStatusOf } from "@landfall/core/alerts/delivery/AttemptRecord"
import { Option } from "effect"

export const toAttemptView = ({ messageId, endpointId, type, attempt }: AttemptRecord): typeof AttemptView.Type => {
  const { outcome } = attempt
  const result =
    outcome._tag === "Responded"
      ? {
          responseStatus: outcome.status,
          responseBody: outcome.body,
          responseHeaders: outcome.headers ?? null,
          failureReason: null,
          failureMessage: null
        }
      : {
          responseStatus: null,
          responseBody: null,
          responseHeaders: null,
          failureReason: outcome.reason,
          failureMessage: outcome.message
        }
  return {
    messageId,
    type,
    endpointId,
    number: attempt.number,
    status: attemptStatusOf(outcome),
    requestHeaders: attempt.requestHeaders ?? null,
    ...result,
    startedAt: attempt.startedAt,
    durationMillis: attempt.durationMillis,
    responseStartMillis: Option.getOrNull(attempt.responseStartMillis),
    trigger: attempt.trigger
  }
}
