import type { AttemptView } from "@landfall/api/alerts/AttemptView"
import { type AttemptRecord, attemptStatus } from "@landfall/core/alerts/delivery/AttemptRecord"
import { Option } from "effect"

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
