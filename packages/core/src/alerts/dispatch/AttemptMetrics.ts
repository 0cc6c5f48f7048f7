import { Context } from "effect"
import type { AttemptOutcome } from "../delivery/Delivery.ts"

/** The figures of one attempt to send a delivery. */
export interface AttemptFigures {
  readonly outcome: AttemptOutcome
  /** From the signature to the end of the response, in milliseconds. */
  readonly durationMillis: number
}

/** Receives the figures of the attempts of this process; discards them unless the composition provides another function. */
export const AttemptMetrics = Context.Reference<(attempt: AttemptFigures) => void>(
  "@landfall/core/alerts/dispatch/AttemptMetrics",
  { defaultValue: () => () => undefined }
)

/**
 * The result of an attempt by which metrics and traces group it: the class of its status, such as `2xx`, or the reason
 * why no response arrived.
 */
export const attemptResultOf = (outcome: AttemptOutcome): string =>
  outcome._tag === "Responded" ? `${Math.floor(outcome.status / 100)}xx` : outcome.reason
