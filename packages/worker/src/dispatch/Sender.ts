import type { AttemptOutcome } from "@landfall/core/alerts/delivery/Delivery"
import type { DeliveryLease, LeaseOutcome, LeasePostponement } from "@landfall/core/alerts/delivery/DeliveryQueue"
import {
  decideRetry,
  isSuccessStatus,
  type RetryPolicy,
  toRetryPolicy
} from "@landfall/core/alerts/delivery/RetryPolicy"
import { AttemptMetrics, attemptResultOf } from "@landfall/core/alerts/dispatch/AttemptMetrics"
import { AlertTransport, TransportError, type WebhookResponse } from "@landfall/core/alerts/sending/AlertTransport"
import type { CustomHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import { formatBody } from "@landfall/core/alerts/sending/DeliveryFormat"
import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { HOP_HEADER, HOP_VALUE } from "@landfall/core/alerts/sending/HopHeader"
import { retryAtOf, type SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import { sign } from "@landfall/core/alerts/sending/Signature"
import { activeSecrets } from "@landfall/core/alerts/sending/SigningSecret"
import { Cause, Clock, Effect, Exit, LogLevel, Option, Random, Redacted, References, Result, Tracer } from "effect"
import type { Mac } from "effect/crypto"
import { storedRequestHeaders } from "./RequestHeaders.ts"
import { makeResponseBudget } from "./ResponseBudget.ts"
import { storedHeaders } from "./ResponseHeaders.ts"

/** The end of a send: an attempt to record, or a lease to return. */
export type SendOutcome =
  | { readonly _tag: "Attempted"; readonly outcome: LeaseOutcome }
  | { readonly _tag: "Postponed"; readonly postponement: LeasePostponement }

/** The result of one attempt: an attempt to record, and the wait that the receiver requests. */
interface SendResult {
  readonly outcome: AttemptOutcome
  readonly retryAfterMillis: number | undefined
  readonly responseStartMillis: number | undefined
}

const INTERNAL_FAILURE: SendResult = {
  outcome: {
    _tag: "NoResponse",
    reason: "protocol",
    message: "The delivery could not be sent because of a fault in this service."
  },
  retryAfterMillis: undefined,
  responseStartMillis: undefined
}

/** The ids of a delivery, for logs and spans. */
const idsOf = ({ messageId, endpointId }: DeliveryLease) => ({ messageId, endpointId })

const logAttempt = (lease: DeliveryLease, result: string, durationMillis: number) =>
  Effect.annotateLogs(Effect.logDebug("Attempt completed."), {
    ...idsOf(lease),
    attempt: lease.attempt,
    result,
    durationMillis
  })

const nanosToMillis = (nanos: bigint): number => Math.round(Number(nanos) / 1e6)

const postponedOf = (exit: Exit.Exit<WebhookResponse, TransportError | SendPostponed>): SendPostponed | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Cause.findError(exit.cause)
  return Result.isSuccess(error) && error.success._tag === "SendPostponed" ? error.success : undefined
}

/** The result of a send: a response, a failure of the transport, or a defect, which is logged. */
const sendResultOf = (
  lease: DeliveryLease,
  exit: Exit.Exit<WebhookResponse, TransportError | SendPostponed>
): Effect.Effect<SendResult> => {
  if (Exit.isSuccess(exit)) {
    const { status, body, headers, retryAfterMillis, responseStartMillis } = exit.value
    return Effect.succeed({
      outcome: { _tag: "Responded", status, body, ...(headers === undefined ? {} : { headers }) },
      retryAfterMillis,
      responseStartMillis
    })
  }
  const error = Cause.findError(exit.cause)
  if (Result.isSuccess(error) && error.success._tag === "TransportError") {
    const { reason, message } = error.success
    return Effect.succeed({ ...INTERNAL_FAILURE, outcome: { _tag: "NoResponse", reason, message } })
  }
  const line = `Sending message ${lease.messageId} to ${lease.endpointId} failed because of a defect.`
  return Effect.as(Effect.annotateLogs(Effect.logError(line, exit.cause), idsOf(lease)), INTERNAL_FAILURE)
}

/**
 * Makes the function that signs one leased delivery (Standard Webhooks 1.0), sends it and decides its next state. It never
 * fails: every fault, a defect in signing or sending included, is a failed attempt that the policy retries. A send that
 * this installation postpones is not an attempt.
 */
export const makeSender = Effect.fnUntraced(function* (version: string, policy: RetryPolicy) {
  const transport = yield* AlertTransport
  const headerKeys = yield* HeaderKeys
  const clock = yield* Clock.Clock
  const random = yield* Random.Random
  const recordAttempt = yield* AttemptMetrics
  const isTraced = (yield* References.TracerEnabled) && (yield* Tracer.Tracer) !== Tracer.nativeTracer
  const isLogged = LogLevel.isGreaterThanOrEqualTo("Debug", yield* References.MinimumLogLevel)
  const userAgent = `Landfall/${version}`
  const storedOf = makeResponseBudget(() => nanosToMillis(clock.monotonicTimeNanosUnsafe()))

  /** The owner of the endpoint may have saved a header before a key with its value existed. */
  const checkHeaders = (lease: DeliveryLease): Effect.Effect<void, TransportError> =>
    headerKeys.checkDelivery(lease.headers).pipe(
      Effect.catchTags({
        ApiKeyInHeaders: ({ message }) => Effect.fail(new TransportError({ reason: "target_rejected", message })),
        StorageError: (error) =>
          Effect.annotateLogs(
            Effect.logWarning("The custom headers of a delivery could not be compared with the API keys.", error),
            idsOf(lease)
          )
      })
    )

  /** @param onRequest receives the headers to store, when the request is complete */
  const attempt = Effect.fnUntraced(function* (
    lease: DeliveryLease,
    startedAt: number,
    onRequest: (headers: CustomHeaders) => void
  ) {
    yield* checkHeaders(lease)
    const timestampSeconds = Math.floor(startedAt / 1000)
    const { contentType, body } = formatBody(lease.format, lease)
    const signed = { id: lease.messageId, timestampSeconds, body }
    const signature = yield* sign(activeSecrets(lease.secrets, startedAt), signed)
    const custom = Redacted.value(lease.headers)
    const standard = {
      [HOP_HEADER]: HOP_VALUE,
      "content-type": contentType,
      "user-agent": userAgent,
      "webhook-id": lease.messageId,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signature
    }
    onRequest(storedRequestHeaders(custom, standard))
    return yield* transport.send({
      url: lease.url,
      ...(lease.urlSecret === undefined ? {} : { urlSecret: lease.urlSecret }),
      headers: { ...custom, ...standard },
      body,
      accountId: lease.accountId,
      endpointId: lease.endpointId,
      deduplicationId: `${lease.messageId}.${lease.endpointId}.${lease.attemptsBefore}`
    })
  })

  /** Sends in a span, where traces are exported. The status is an attribute: a response is not an error of this service. */
  const inSpan = (lease: DeliveryLease, send: ReturnType<typeof attempt>): ReturnType<typeof attempt> =>
    isTraced
      ? Effect.tap(send, ({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)).pipe(
          Effect.withSpan("delivery.attempt", {
            kind: "client",
            root: true,
            attributes: {
              "landfall.message.id": lease.messageId,
              "landfall.endpoint.id": lease.endpointId,
              "landfall.attempt": lease.attempt
            }
          })
        )
      : send

  return Effect.fnUntraced(function* (lease: DeliveryLease): Effect.fn.Return<SendOutcome, never, Mac.Mac> {
    const startedAt = clock.currentTimeMillisUnsafe()
    const started = clock.monotonicTimeNanosUnsafe()
    let request: Pick<LeaseOutcome, "requestHeaders"> = {}
    const onRequest = (requestHeaders: CustomHeaders) => {
      request = { requestHeaders }
    }
    const sent = Effect.map(
      inSpan(lease, attempt(lease, startedAt, onRequest)),
      ({ body, headers, ...response }): WebhookResponse => {
        const isStored = headers !== undefined && !isSuccessStatus(response.status)
        const whole = isStored ? { body, headers: storedHeaders(headers) } : { body }
        return { ...response, ...storedOf(lease.accountId, whole) }
      }
    )
    const exit = yield* Effect.exit(sent)
    const postponed = postponedOf(exit)
    if (postponed !== undefined) {
      const { reason, message } = postponed
      const until = retryAtOf(postponed, clock.currentTimeMillisUnsafe())
      return { _tag: "Postponed", postponement: { lease, reason, message, until } }
    }
    const durationMillis = nanosToMillis(clock.monotonicTimeNanosUnsafe() - started)
    const { outcome, retryAfterMillis, responseStartMillis } = yield* sendResultOf(lease, exit)
    recordAttempt({ outcome, durationMillis })
    if (isLogged) yield* logAttempt(lease, attemptResultOf(outcome), durationMillis)
    const now = clock.currentTimeMillisUnsafe()
    const retryPolicy = Option.match(lease.retryPolicy, { onNone: () => policy, onSome: toRetryPolicy })
    const attempts = lease.attempt - lease.attemptsBefore
    const next = decideRetry(retryPolicy, attempts, outcome, now, retryAfterMillis, random.nextDoubleUnsafe())
    return {
      _tag: "Attempted",
      outcome: { lease, startedAt, durationMillis, responseStartMillis, ...request, outcome, next }
    }
  })
})
