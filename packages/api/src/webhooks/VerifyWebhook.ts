import { TIMESTAMP_TOLERANCE_SECONDS, type VerificationResult, verify } from "@landfall/core/alerts/sending/Signature"
import { type SigningSecret, SigningSecretInput } from "@landfall/core/alerts/sending/SigningSecret"
import type { WebhookEvent } from "@landfall/core/catalogue/EventData"
import { Clock, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"

/** The reason of a rejection. */
export const RejectionReason = Schema.Literals([
  "missing_header",
  "malformed_timestamp",
  "timestamp_too_old",
  "timestamp_too_new",
  "no_matching_signature",
  "unreadable_body",
  "malformed_body"
])
export type RejectionReason = typeof RejectionReason.Type

/** The request is not an unchanged delivery of the endpoint; `message` gives the cause. Respond with 400 or 401. */
export class WebhookRejected extends Schema.TaggedError<WebhookRejected>()("WebhookRejected", {
  reason: RejectionReason,
  message: Schema.String
}) {}

/** The headers of a request: `Headers`, or the record of names and values that Node and Express have. */
export type RequestHeaders = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/**
 * A request as it arrived: a `Request` of the Fetch standard whose body was not read, or headers with the bytes of the body.
 * A body that a JSON parser has changed cannot be verified.
 */
export interface ReceivedRequest {
  readonly headers: RequestHeaders
  readonly body: string | Uint8Array
}

/** A delivery that was verified. */
export interface VerifiedWebhook {
  /** The `webhook-id`, the same on every attempt: ignore a delivery whose id was processed before. */
  readonly id: string
  /** The time of this attempt, in whole seconds since 1970. */
  readonly timestampSeconds: number
  /** The body, in the same form for both formats of an endpoint. `switch (event.type)` narrows `event.data`; a newer service can send types that are not listed here. */
  readonly event: WebhookEvent
}

const TOLERANCE_MINUTES = TIMESTAMP_TOLERANCE_SECONDS / 60

const MESSAGES: Readonly<Record<Exclude<RejectionReason, "missing_header">, string>> = {
  malformed_timestamp: "webhook-timestamp must be a whole number of seconds since 1970.",
  timestamp_too_old: `webhook-timestamp is more than ${TOLERANCE_MINUTES} minutes in the past: this is an old request, or the clock of this machine is fast.`,
  timestamp_too_new: `webhook-timestamp is more than ${TOLERANCE_MINUTES} minutes in the future: the clock of this machine is slow.`,
  no_matching_signature:
    "No signature in webhook-signature is made with this secret: use the secret of the endpoint, and the body as it arrived, before a JSON parser.",
  unreadable_body:
    "The body could not be read: its sender ended the request, or the program has read it before. Pass a request whose body was not read.",
  malformed_body:
    "The signature is valid, but the body is neither a JSON object with type, timestamp and data nor a CloudEvents 1.0 event."
}

const reject = (reason: keyof typeof MESSAGES) => new WebhookRejected({ reason, message: MESSAGES[reason] })

/** The values of a header, whatever the case of its name. */
const valuesOf = (headers: RequestHeaders, name: string): ReadonlyArray<string> => {
  if (headers instanceof Headers) return [headers.get(name) ?? []].flat()
  return Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []))
}

const headerOf = (headers: RequestHeaders, name: string) => {
  const [value, ...others] = valuesOf(headers, name)
  return value && others.length === 0
    ? Effect.succeed(value)
    : Effect.fail(
        new WebhookRejected({
          reason: "missing_header",
          message: `The header ${name} must be present once; it is ${value ? `present ${others.length + 1} times` : "missing"}.`
        })
      )
}

const textOf = (request: Request | ReceivedRequest): Effect.Effect<string, WebhookRejected> => {
  if (request instanceof Request)
    return Effect.tryPromise({ try: () => request.text(), catch: () => reject("unreadable_body") })
  return Effect.succeed(typeof request.body === "string" ? request.body : new TextDecoder().decode(request.body))
}

const StandardEvent = Schema.Struct({ type: Schema.String, timestamp: Schema.String, data: Schema.Unknown })

/** An event of an endpoint with the format `cloudevents`: CloudEvents 1.0, JSON Event Format. */
const CloudEvent = Schema.Struct({
  specversion: Schema.Literal("1.0"),
  type: Schema.String,
  time: Schema.String,
  data: Schema.Unknown
})

const decodeBody = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Union([CloudEvent, StandardEvent])))

const decodeEvent = (body: string) =>
  Option.map(decodeBody(body), (event) =>
    "specversion" in event ? { type: event.type, timestamp: event.time, data: event.data } : event
  )

const TIMESTAMP = /^\d{1,15}$/

/**
 * Verifies a delivery by Standard Webhooks 1.0, and returns its event. Fails with `WebhookRejected`.
 *
 * @param request the request as it arrived
 * @param secrets the secrets of the endpoint, of which one must match: one secret, or several while a rotation is rolled out
 * @param now the present in milliseconds since the epoch; that of the `Clock` by default
 */
export const verifyRequest = Effect.fnUntraced(function* (
  request: Request | ReceivedRequest,
  secrets: ReadonlyArray<SigningSecret>,
  now?: number
) {
  const id = yield* headerOf(request.headers, "webhook-id")
  const timestamp = yield* headerOf(request.headers, "webhook-timestamp")
  const signature = yield* headerOf(request.headers, "webhook-signature")
  if (!TIMESTAMP.test(timestamp)) return yield* reject("malformed_timestamp")
  const body = yield* textOf(request)
  const signed = { id, timestampSeconds: Number(timestamp), body }
  const nowSeconds = Math.floor((now ?? (yield* Clock.currentTimeMillis)) / 1000)
  let result: VerificationResult = "no_matching_signature"
  for (const secret of secrets) {
    result = yield* verify(secret, signed, signature, nowSeconds)
    if (result === "valid") break
  }
  if (result !== "valid") return yield* reject(result)
  const event = decodeEvent(body)
  if (Option.isNone(event)) return yield* reject("malformed_body")
  // The signature proves that the service has rendered the body, and the catalogue states the data of each type.
  const verified: VerifiedWebhook = {
    id,
    timestampSeconds: signed.timestampSeconds,
    event: event.value as WebhookEvent
  }
  return verified
})

const mac = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))

const decodeSecret = Schema.decodeUnknownSync(SigningSecretInput)

/**
 * Verifies a delivery by Standard Webhooks 1.0, and returns its event. It needs the Web Crypto API alone, and works in every
 * runtime that has it. The promise is rejected with `WebhookRejected`, and with a `SchemaError` when a secret is not one.
 *
 * @param request the request as it arrived: a `Request` of the Fetch standard, or its headers and the bytes of its body
 * @param secret the secret of the endpoint (`whsec_…`), or several, of which one must match
 * @param now the present, in milliseconds since the epoch; tests whose clock is not that of the machine pass theirs
 */
export const verifyWebhook = async (
  request: Request | ReceivedRequest,
  secret: string | ReadonlyArray<string>,
  now?: number
): Promise<VerifiedWebhook> => {
  const secrets = [secret].flat().map((text) => Redacted.make(decodeSecret(text)))
  const result = await Effect.runPromise(Effect.result(verifyRequest(request, secrets, now)).pipe(Effect.provide(mac)))
  if (Result.isFailure(result)) throw result.failure
  return result.success
}
