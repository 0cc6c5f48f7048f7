import { assert, describe } from "@effect/vitest"
import { isSuccessStatus } from "@landfall/core/alerts/delivery/RetryPolicy"
import { AlertTransport, type WebhookRequest } from "@landfall/core/alerts/sending/AlertTransport"
import { Effect, Result } from "effect"

/** A message that the receiver of a transport has accepted. */
export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A transport with a receiver that a test controls. */
export interface TransportHarness {
  /** The URL of the receiver, and its credentials. */
  readonly target: Pick<WebhookRequest, "url" | "urlSecret">
  /** Every message that the receiver has accepted, in any order. */
  readonly received: Effect.Effect<ReadonlyArray<ReceivedMessage>>
  /** A target at which the receiver rejects every message, such as a path without a handler or a queue that does not exist. */
  readonly rejecting: Pick<WebhookRequest, "url" | "urlSecret">
  /** A target of a loopback port on which nothing listens. */
  readonly closed: Pick<WebhookRequest, "url" | "urlSecret">
}

/** The runner of a rule: `it.live` with a new harness. */
export type TransportRule = (
  title: string,
  run: (harness: TransportHarness) => Effect.Effect<void, unknown, AlertTransport>
) => void

const requestOf = (n: number): Omit<WebhookRequest, "url"> => ({
  headers: {
    "content-type": "application/json",
    "webhook-id": `msg_${n}`,
    "webhook-timestamp": "1700000000",
    "webhook-signature": "v1,bm90IGEgc2lnbmF0dXJl v1,YW5vdGhlcg==",
    "x-custom": 'kept; as=it "is"'
  },
  body: `{"type":"test","n":${n},"text":"Größe ≠ ä, \\u0000 and 🚢"}`,
  deduplicationId: `msg_${n}.ep_1.0`
})

const send = (request: WebhookRequest) => Effect.flatMap(AlertTransport, (transport) => transport.send(request))

const SENDS = 50

/** Registers the contract of `AlertTransport`. */
export const alertTransportContract = (name: string, rule: TransportRule): void => {
  describe(`AlertTransport on ${name}`, () => {
    rule("transfers the body and every header unchanged", ({ target, received }) =>
      Effect.gen(function* () {
        const request = requestOf(1)
        const response = yield* send({ ...target, ...request })
        assert.isTrue(isSuccessStatus(response.status), `status ${response.status}: ${response.body}`)
        const [message, ...others] = yield* received
        assert.deepStrictEqual(others, [])
        assert.strictEqual(message?.body, request.body)
        for (const [header, value] of Object.entries(request.headers))
          assert.strictEqual(message?.headers[header], value, header)
      })
    )

    rule(
      "has transferred each message when its send succeeds, however many are sent at the same time",
      ({ target, received }) =>
        Effect.gen(function* () {
          const numbers = Array.from({ length: SENDS }, (_, n) => n)
          const responses = yield* Effect.forEach(numbers, (n) => send({ ...target, ...requestOf(n) }), {
            concurrency: "unbounded"
          })
          assert.isTrue(responses.every(({ status }) => isSuccessStatus(status)))
          const ids = (yield* received).map(({ headers }) => headers["webhook-id"])
          assert.deepStrictEqual(ids.toSorted(), numbers.map((n) => `msg_${n}`).toSorted())
        })
    )

    rule("does not succeed when the receiver rejects the message, and names the reason", ({ rejecting, received }) =>
      Effect.gen(function* () {
        const result = yield* Effect.result(send({ ...rejecting, ...requestOf(1) }))
        if (Result.isSuccess(result)) assert.isFalse(isSuccessStatus(result.success.status))
        else assert.strictEqual(result.failure.reason, "broker_rejected", result.failure.message)
        assert.deepStrictEqual(yield* received, [])
      })
    )

    rule("delivers to a valid target after a rejected one", ({ target, rejecting, received }) =>
      Effect.gen(function* () {
        yield* Effect.result(send({ ...rejecting, ...requestOf(1) }))
        yield* send({ ...target, ...requestOf(2) })
        assert.deepStrictEqual(
          (yield* received).map(({ headers }) => headers["webhook-id"]),
          ["msg_2"]
        )
      })
    )

    rule("fails with connection_refused where nothing listens, in one sentence without the password", ({ closed }) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(send({ ...closed, ...requestOf(1) }))
        assert.strictEqual(error.reason, "connection_refused", error.message)
        assert.match(error.message, /^127\.0\.0\.1:\d+ refused the connection\.$/)
      })
    )
  })
}
