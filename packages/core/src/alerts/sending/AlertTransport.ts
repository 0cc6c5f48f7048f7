import { Context, type Effect, type Redacted, Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { SendPostponed } from "./SendPostponed.ts"

/** The longest time of an attempt, from the name look-up to the last byte of the response. */
export const SEND_DEADLINE_MILLIS = 15_000
/** The bytes of a response body that are read; then the connection is closed. */
export const MAX_RESPONSE_READ_BYTES = 16 * 1024
/** The bytes of a response body that are stored. */
export const MAX_RESPONSE_STORED_BYTES = 4 * 1024

/** One signed alert: a POST, or a message to a broker with the same headers and body. */
export interface WebhookRequest {
  /** Without credentials: their password is `***`. */
  readonly url: string
  /** The credentials of the URL, percent-encoded: `user:password`, or a token. */
  readonly urlSecret?: Redacted.Redacted<string>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The account of the endpoint, by which scarce resources such as name look-ups are shared. */
  readonly accountId?: AccountId
  readonly endpointId?: EndpointId
  /** Identifies the delivery over its attempts, so that a broker can store it once; a resend has another one. */
  readonly deduplicationId?: string
}

/** The response of a receiver. */
export interface WebhookResponse {
  readonly status: number
  /** The first 4 KiB of the response body. */
  readonly body: string
  /** Response headers, in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** The wait that a Retry-After header requests, in milliseconds from now. */
  readonly retryAfterMillis: number | undefined
  /** The time from the call to the first byte of the response, in milliseconds. */
  readonly responseStartMillis: number
}

/** The reason why no response arrived; `broker_rejected`: a broker rejected the login or the message. */
export const FailureReason = Schema.Literals([
  "timeout",
  "dns",
  "connection_refused",
  "connection_lost",
  "tls",
  "target_rejected",
  "protocol",
  "broker_rejected"
])
export type FailureReason = typeof FailureReason.Type

/** No response arrived; `message` is one sentence for the delivery log, which the customer reads. */
export class TransportError extends Schema.TaggedError<TransportError>()("TransportError", {
  reason: FailureReason,
  message: Schema.String
}) {}

/** Sends signed alerts to their receivers. The worker uses it for every attempt. */
export class AlertTransport extends Context.Service<
  AlertTransport,
  {
    /**
     * Sends one alert within `SEND_DEADLINE_MILLIS`. A redirect is a response and is not followed; the acknowledgement
     * of a broker is a response with the status 200. Fails with `SendPostponed` when this installation could not send
     * it: that does not count as an attempt.
     */
    readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResponse, TransportError | SendPostponed>
  }
>()("@landfall/core/alerts/sending/AlertTransport") {}
