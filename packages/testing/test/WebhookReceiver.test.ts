import { assert, describe, it } from "@effect/vitest"
import { sign, TIMESTAMP_TOLERANCE_SECONDS } from "@landfall/core/alerts/sending/Signature"
import type { SigningSecret } from "@landfall/core/alerts/sending/SigningSecret"
import { Arbitrary, Clock, Effect, Layer, Option, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { signingSecret, storableText } from "../src/samples/Arbitraries.ts"
import { SAMPLE_TIME, secretOf } from "../src/samples/Samples.ts"
import { type RejectionReason, WebhookReceiver } from "../src/WebhookReceiver.ts"

const crypto = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))
const ALICE = secretOf(1)
const MALLORY = secretOf(2)

interface Sending {
  readonly id?: string
  readonly body?: string
  readonly secrets?: ReadonlyArray<SigningSecret>
  readonly secondsAhead?: number
}

const signedHeaders = Effect.fnUntraced(function* ({
  id = "msg_1",
  body = "{}",
  secrets = [ALICE],
  secondsAhead = 0
}: Sending) {
  const timestampSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1000) + secondsAhead
  const signature = yield* sign(secrets, { id, timestampSeconds, body })
  return { "webhook-id": id, "webhook-timestamp": String(timestampSeconds), "webhook-signature": signature }
})

const postOf = (headers: Record<string, string>, body: string) =>
  new Request("http://receiver.test/hook", { method: "POST", headers, body })

const deliver = Effect.fnUntraced(function* (sending: Sending = {}) {
  const request = postOf(yield* signedHeaders(sending), sending.body ?? "{}")
  return (yield* (yield* WebhookReceiver).handle(request)).status
})

const refusals = Effect.map(
  Effect.flatMap(WebhookReceiver, (receiver) => receiver.received),
  (received) => received.flatMap((entry) => (entry._tag === "Rejected" ? [entry.reason] : []))
)

const receiving =
  (secrets: ReadonlyArray<SigningSecret> = [ALICE], keep?: number) =>
  <A, E>(effect: Effect.Effect<A, E, WebhookReceiver | Mac.Mac>) =>
    Effect.andThen(TestClock.setTime(SAMPLE_TIME.epochMilliseconds), effect).pipe(
      Effect.provide(
        Layer.merge(WebhookReceiver.layer({ secrets, ...(keep === undefined ? {} : { maxDeliveries: keep }) }), crypto)
      )
    )

describe("WebhookReceiver", () => {
  it.effect.prop(
    "verifies a delivery that is signed with a trusted secret, byte for byte",
    [signingSecret, storableText],
    ([secret, text]) =>
      Effect.gen(function* () {
        const body = JSON.stringify({ type: "test", data: { text } })
        assert.strictEqual(yield* deliver({ secrets: [secret], body }), 204)
        const [message] = yield* (yield* WebhookReceiver).messages
        assert.strictEqual(message?.body, body)
        assert.deepStrictEqual(message?.payload, Option.some(JSON.parse(body)))
        assert.strictEqual(message?.receivedAt, SAMPLE_TIME.epochMilliseconds)
      }).pipe(receiving([secret]))
  )

  it.effect.prop(
    "rejects a delivery whose body, id, timestamp or signature was changed",
    { change: Schema.Literals(["body", "webhook-id", "webhook-timestamp", "webhook-signature"]), text: storableText },
    ({ change, text }) =>
      Effect.gen(function* () {
        const body = JSON.stringify({ text })
        const headers = yield* signedHeaders({ body })
        const tampered = {
          body: postOf(headers, `${body} `),
          "webhook-id": postOf({ ...headers, "webhook-id": "msg_2" }, body),
          "webhook-timestamp": postOf({ ...headers, "webhook-timestamp": "1772366401" }, body),
          "webhook-signature": postOf({ ...headers, "webhook-signature": "v1,AAAA" }, body)
        }[change]
        const receiver = yield* WebhookReceiver
        assert.strictEqual((yield* receiver.handle(tampered)).status, 401)
        assert.deepStrictEqual(yield* refusals, ["no_matching_signature"])
        assert.deepStrictEqual(yield* receiver.messages, [])
      }).pipe(receiving())
  )

  it.effect.prop(
    "accepts a timestamp within five minutes of its clock, and no other",
    [Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: -1000, maximum: 1000 })))],
    ([secondsAhead]) =>
      Effect.gen(function* () {
        const status = yield* deliver({ secondsAhead })
        const expected: ReadonlyArray<RejectionReason> =
          secondsAhead < -TIMESTAMP_TOLERANCE_SECONDS
            ? ["timestamp_too_old"]
            : secondsAhead > TIMESTAMP_TOLERANCE_SECONDS
              ? ["timestamp_too_new"]
              : []
        assert.strictEqual(status, expected.length === 0 ? 204 : 401)
        assert.deepStrictEqual(yield* refusals, expected)
      }).pipe(receiving())
  )

  it.effect("rejects deliveries of a secret until the secret is trusted", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* deliver({ secrets: [MALLORY] }), 401)
      assert.strictEqual(yield* deliver({ secrets: [MALLORY, ALICE] }), 204)
      yield* (yield* WebhookReceiver).trust(MALLORY)
      assert.strictEqual(yield* deliver({ secrets: [MALLORY] }), 204)
      const received = yield* (yield* WebhookReceiver).received
      assert.deepStrictEqual(
        received.map((entry) => entry._tag),
        ["Rejected", "Verified", "Verified"]
      )
    }).pipe(receiving())
  )

  it.effect.prop(
    "counts the deliveries of each message, and lists each message once in order",
    [Arbitrary.array(Arbitrary.schema(Schema.Literals(["msg_a", "msg_b", "msg_c"])), { maxLength: 12 })],
    ([ids]) =>
      Effect.gen(function* () {
        for (const id of ids) yield* deliver({ id })
        const receiver = yield* WebhookReceiver
        const received = yield* receiver.received
        assert.deepStrictEqual(
          received.map((entry) => (entry._tag === "Verified" ? [entry.id, entry.occurrence] : [])),
          ids.map((id, index) => [id, ids.slice(0, index + 1).filter((other) => other === id).length])
        )
        assert.deepStrictEqual(
          (yield* receiver.messages).map((message) => message.id),
          [...new Set(ids)]
        )
      }).pipe(receiving())
  )

  it.effect("rejects a request that is not a webhook, with the reason", () =>
    Effect.gen(function* () {
      const receiver = yield* WebhookReceiver
      const headers = yield* signedHeaders({})
      const { "webhook-signature": _, ...unsigned } = headers
      const requests = [
        new Request("http://receiver.test/hook"),
        postOf(unsigned, "{}"),
        postOf({ ...headers, "webhook-timestamp": "tomorrow" }, "{}"),
        postOf(headers, "x".repeat(1024 * 1024 + 1))
      ]
      const statuses: Array<number> = []
      for (const request of requests) statuses.push((yield* receiver.handle(request)).status)
      assert.deepStrictEqual(statuses, [405, 400, 400, 413])
      assert.deepStrictEqual(yield* refusals, ["not_a_post", "missing_header", "malformed_timestamp", "body_too_large"])
    }).pipe(receiving())
  )

  it.effect("responds to verified deliveries with the given statuses, and then with 204 again", () =>
    Effect.gen(function* () {
      yield* (yield* WebhookReceiver).respondWith([500, 410])
      assert.strictEqual(yield* deliver({ secrets: [MALLORY] }), 401)
      const statuses = [yield* deliver(), yield* deliver(), yield* deliver()]
      assert.deepStrictEqual(statuses, [500, 410, 204])
    }).pipe(receiving())
  )

  it.effect("retains the latest deliveries, up to `maxDeliveries`", () =>
    Effect.gen(function* () {
      for (const id of ["msg_a", "msg_b", "msg_c"]) yield* deliver({ id })
      const receiver = yield* WebhookReceiver
      assert.deepStrictEqual(
        (yield* receiver.messages).map((message) => message.id),
        ["msg_b", "msg_c"]
      )
      const next = yield* receiver.next
      assert.strictEqual(next._tag === "Verified" ? next.id : "", "msg_b")
    }).pipe(receiving([ALICE], 2))
  )

  it.effect("serves hosts without Effect through a promise", () =>
    Effect.gen(function* () {
      const receiver = yield* WebhookReceiver
      const request = postOf(yield* signedHeaders({}), "{}")
      const response = yield* Effect.promise(() => receiver.handler(request))
      assert.strictEqual(response.status, 204)
      assert.strictEqual((yield* receiver.messages).length, 1)
    }).pipe(receiving())
  )
})
