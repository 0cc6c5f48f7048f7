import { Context, type Effect, Schema } from "effect"

/** The whole time an attempt may take, from the first look-up to the last byte of the answer. */
export const SEND_DEADLINE_MILLIS = 15_000
/** How much of an answer is read before the connection is cut. */
export const MAX_RESPONSE_READ_BYTES = 16 * 1024
/** How much of an answer is kept. */
export const MAX_RESPONSE_STORED_BYTES = 4 * 1024

/** One signed POST. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the receiver said. */
export interface WebhookResponse {
  readonly status: number
  /** The first 4 KiB of the answer's body. */
  readonly body: string
  /** The wait that a Retry-After header asks for, in milliseconds from now. */
  readonly retryAfterMillis: number | undefined
  /** How long after the call the first byte of the answer came, in milliseconds. */
  readonly responseStartMillis: number
}

/** Why no answer came. */
export const FailureReason = Schema.Literals([
  "timeout",
  "dns",
  "connection_refused",
  "connection_lost",
  "tls",
  "target_refused",
  "protocol"
])

export type FailureReason = typeof FailureReason.Type

/** No answer came; `message` is one sentence for the log that the customer sees. */
export class TransportError extends Schema.TaggedError<TransportError>()("TransportError", {
  reason: FailureReason,
  message: Schema.String
}) {}

export class AlertTransport extends Context.Service<
  AlertTransport,
  {
    /** Sends one POST within `SEND_DEADLINE_MILLIS`; redirects are answers and not followed. */
    readonly send: (outgoing: WebhookRequest) => Effect.Effect<WebhookResponse, TransportError>
  }
>()("@landfall/core/alerts/sending/AlertTransport") {}
