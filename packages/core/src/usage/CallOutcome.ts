import { Schema } from "effect"

/** The outcome of a call by its HTTP status, as usage counts it. */
export const CallOutcome = Schema.Literals(["success", "clientError", "serverError"])
export type CallOutcome = typeof CallOutcome.Type

/** The outcome of a status: 1xx to 3xx success, 4xx client error, 5xx server error. */
export const callOutcomeOf = (status: number): CallOutcome => {
  if (status < 400) return "success"
  return status < 500 ? "clientError" : "serverError"
}

/**
 * The outcome of a call whose caller disconnected before the response: a success when it was charged, for it was carried
 * out, and otherwise a client error.
 */
export const abandonedCallOutcome = (credits: number): CallOutcome => (credits > 0 ? "success" : "clientError")
