import type { AttemptOutcome } from "@landfall/core/alerts/delivery/Delivery"
import type { DeliveryLease, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { decideRetry, type RetryPolicy, toRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { AlertTransport, type TransportError, type WebhookResponse } from "@landfall/core/alerts/sending/AlertTransport"
import { sign } from "@landfall/core/alerts/sending/Signature"
import { activeSecrets } from "@landfall/core/alerts/sending/SigningSecret"
import { Cause, Clock, Effect, Exit, Option, Random, Redacted, Result } from "effect"
import type { Mac } from "effect/crypto"

/** The result of one send: an attempt to record, and the wait that the receiver demands. */
interface SendResult {
  readonly outcome: AttemptOutcome
  readonly retryAfterMillis: number | undefined
  readonly responseStartMillis: number | undefined
}

const INTERNAL_FAILURE: SendResult = {
  outcome: {
    _tag: "Unanswered",
    reason: "protocol",
    message: "The delivery could not be sent because of a fault in this service."
  },
  retryAfterMillis: undefined,
  responseStartMillis: undefined
}

const nanosToMillis = (nanos: bigint): number => Math.round(Number(nanos) / 1e6)

/**
 * Makes the function that signs one leased delivery (Standard Webhooks 1.0), sends it and decides what follows. It never
 * fails: every fault, a defect in signing or sending included, is a failed attempt that the policy retries.
 */
export const makeSender = Effect.fnUntraced(function* (version: string, policy: RetryPolicy) {
  const transport = yield* AlertTransport
  const clock = yield* Clock.Clock
  const random = yield* Random.Random
  const userAgent = `Landfall/${version}`

  const attempt = Effect.fnUntraced(function* (lease: DeliveryLease, startedAt: number) {
    const timestampSeconds = Math.floor(startedAt / 1000)
    const signed = { id: lease.messageId, timestampSeconds, body: lease.body }
    const signature = yield* sign(activeSecrets(lease.secrets, startedAt), signed)
    return yield* transport.send({
      url: lease.url,
      headers: {
        ...Redacted.value(lease.headers),
        "content-type": "application/json",
        "user-agent": userAgent,
        "webhook-id": lease.messageId,
        "webhook-timestamp": String(timestampSeconds),
        "webhook-signature": signature
      },
      body: lease.body
    })
  })

  const sentOf = (
    lease: DeliveryLease,
    exit: Exit.Exit<WebhookResponse, TransportError>
  ): Effect.Effect<SendResult> => {
    if (Exit.isSuccess(exit)) {
      const { status, body, retryAfterMillis, responseStartMillis } = exit.value
      return Effect.succeed({
        outcome: { _tag: "Answered", status, body },
        retryAfterMillis,
        responseStartMillis: responseStartMillis
      })
    }
    const error = Cause.findError(exit.cause)
    if (Result.isSuccess(error)) {
      const { reason, message } = error.success
      return Effect.succeed({ ...INTERNAL_FAILURE, outcome: { _tag: "Unanswered", reason, message } })
    }
    const line = `Sending message ${lease.messageId} to ${lease.endpointId} failed because of a defect.`
    return Effect.as(Effect.logError(line, exit.cause), INTERNAL_FAILURE)
  }

  return Effect.fnUntraced(function* (lease: DeliveryLease): Effect.fn.Return<LeaseOutcome, never, Mac.Mac> {
    const startedAt = clock.currentTimeMillisUnsafe()
    const started = clock.monotonicTimeNanosUnsafe()
    const exit = yield* Effect.exit(attempt(lease, startedAt))
    const durationMillis = nanosToMillis(clock.monotonicTimeNanosUnsafe() - started)
    const { outcome, retryAfterMillis, responseStartMillis } = yield* sentOf(lease, exit)
    const now = clock.currentTimeMillisUnsafe()
    const retryPolicy = Option.match(lease.retryPolicy, { onNone: () => policy, onSome: toRetryPolicy })
    const attempts = lease.attempt - lease.attemptsBefore
    const next = decideRetry(retryPolicy, attempts, outcome, now, retryAfterMillis, random.nextDoubleUnsafe())
    return { lease, startedAt, durationMillis, responseStartMillis, outcome, next }
  })
})
