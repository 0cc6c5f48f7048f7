import { Context, type Effect, Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { SendPostponed } from "./SendPostponed.ts"

/** The longest time of an attempt, from the name look-up to the last byte of the response. */
export const SEND_DEADLINE_MILLIS = 15_000
/** How much of a response body is read; then the connection is closed. */
export const MAX_RESPONSE_READ_BYTES = 16 * 1024
/** How much of a response body is stored. */
export const MAX_RESPONSE_STORED_BYTES = 4 * 1024

/** One signed POST. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The account of the endpoint, by which scarce things such as name look-ups are shared. */
  readonly accountId?: AccountId
}

/** The response of a receiver. */
export interface WebhookResponse {
  readonly status: number
  /** The first 4 KiB of the response body. */
  readonly body: string
  /** The wait that a Retry-After header requests, in milliseconds from now. */
  readonly retryAfterMillis: number | undefined
  /** The time from the call to the first byte of the response, in milliseconds. */
  readonly responseStartMillis: number
}

/** Why no response arrived. */
export const FailureReason = Schema.Literals([
  "timeout",
  "dns",
  "connection_refused",
  "connection_lost",
  "tls",
  "target_rejected",
  "protocol"
])
export type FailureReason = typeof FailureReason.Type

/** No response arrived; `message` is one sentence for the delivery log, which the customer reads. */
export class TransportError extends Schema.TaggedError<TransportError>()("TransportError", {
  reason: FailureReason,
  message: Schema.String
}) {}

export class AlertTransport extends Context.Service<
  AlertTransport,
  {
    /**
     * Sends one POST within `SEND_DEADLINE_MILLIS`. A redirect is a response and is not followed. Fails with
     * `SendPostponed` when nothing was sent for a reason on this side: that is no attempt.
     */
    readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResponse, TransportError | SendPostponed>
  }
>()("@landfall/core/alerts/sending/AlertTransport") {}
