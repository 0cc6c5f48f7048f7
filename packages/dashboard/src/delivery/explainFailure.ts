import type { AttemptView } from "@landfall/api/alerts/AttemptView"
import { messages } from "../text/messages.ts"

type Attempt = typeof AttemptView.Encoded
type Outcome = Pick<Attempt, "responseStatus" | "failureReason" | "failureMessage">

const texts = messages.delivery

const isKnownStatus = (status: number): status is keyof typeof texts.statuses => status in texts.statuses

/** Why an attempt failed, and what to do, in one or two sentences; for a successful one, that it succeeded. */
export const explainOutcome = ({ responseStatus, failureReason, failureMessage }: Outcome): string => {
  if (responseStatus === null) {
    return failureReason === null ? (failureMessage ?? "") : texts.reasons[failureReason]
  }
  if (responseStatus >= 200 && responseStatus < 300) return texts.succeeded(responseStatus)
  if (isKnownStatus(responseStatus)) return texts.statuses[responseStatus]
  if (responseStatus >= 300 && responseStatus < 400) return texts.redirect(responseStatus)
  if (responseStatus >= 400 && responseStatus < 500) return texts.client(responseStatus)
  return responseStatus >= 500 ? texts.server(responseStatus) : texts.other(responseStatus)
}
