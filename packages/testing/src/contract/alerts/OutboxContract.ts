import { assert, describe } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointId, EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Message, SkipReason } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { storableText } from "../../samples/Arbitraries.ts"
import { SAMPLE_TIME, secretOf } from "../../samples/Samples.ts"
import { assertSame } from "../suite/Assertions.ts"
import { draftTo } from "../suite/DeliverySamples.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"

const isMessage = Schema.is(Message)

/** Registers the contract of `Outbox`, with the `DeliveryQueue`. */
export const outboxContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`Outbox on ${name}`, () => {
    rule(layer, "a message is returned as it was posted, with a unique id", () =>
      Effect.gen(function* () {
        const outbox = yield* Outbox
        const { account, endpoint } = yield* storeReceiver(1)
        const draft = draftTo([endpoint.id])
        const first = yield* outbox.post(account.id, draft, SAMPLE_TIME)
        const second = yield* outbox.post(account.id, draft, SAMPLE_TIME)
        assert.isTrue(isMessage(first))
        assert.match(first.id, /^msg_[0-9A-HJKMNP-TV-Z]{26}$/)
        assert.isTrue(first.id < second.id)
        const { recipients: _, ...fields } = draft
        assertSame({ ...first }, { id: first.id, accountId: account.id, ...fields, createdAt: SAMPLE_TIME })
      })
    )

    property(layer, "a lease has the body of its message byte for byte", storableText, (text) =>
      Effect.gen(function* () {
        const { account, endpoint } = yield* storeReceiver(1)
        const body = JSON.stringify({ text })
        yield* (yield* Outbox).post(account.id, draftTo([endpoint.id], { body }), SAMPLE_TIME)
        const [lease] = yield* (yield* DeliveryQueue).claim(10, 1000)
        assert.strictEqual(lease?.body, body)
      })
    )

    rule(layer, "each recipient has one delivery, with the URL and the secrets of its endpoint", () =>
      Effect.gen(function* () {
        const [outbox, queue] = [yield* Outbox, yield* DeliveryQueue]
        const { account, application, endpoint } = yield* storeReceiver(1)
        const other = yield* storeEndpoint(application, 2)
        yield* storeEndpoint(application, 3)
        const message = yield* outbox.post(account.id, draftTo([endpoint.id, other.id]), SAMPLE_TIME)
        const leases = yield* queue.claim(10, 1000)
        assert.strictEqual(leases.length, 2)
        for (const [n, recipient] of [endpoint, other].entries()) {
          const lease = leases.find((lease) => lease.endpointId === recipient.id)
          assert.strictEqual(lease?.messageId, message.id)
          assert.strictEqual(lease?.attempt, 1)
          assert.strictEqual(lease?.url, recipient.url)
          assert.strictEqual(lease && Redacted.value(lease.secrets.current), Redacted.value(secretOf(n + 1)))
          assert.deepStrictEqual(lease?.secrets.previous, [])
        }
      })
    )

    rule(
      layer,
      "an endpoint of another account, a deleted or an unknown one rejects the message, which stores nothing",
      () =>
        Effect.gen(function* () {
          const [outbox, queue, endpoints] = [yield* Outbox, yield* DeliveryQueue, yield* EndpointStore]
          const { account, application, endpoint } = yield* storeReceiver(1)
          const { endpoint: ofOther } = yield* storeReceiver(2)
          const deleted = yield* storeEndpoint(application, 3)
          yield* endpoints.remove(account.id, deleted.id, SAMPLE_TIME)
          for (const id of [ofOther.id, deleted.id, EndpointId.make("ep_unknown")]) {
            const post = outbox.post(account.id, draftTo([endpoint.id, id]), SAMPLE_TIME)
            assertSame(yield* Effect.flip(post), new EndpointNotFound({ id }))
            const skipped = { endpointId: id, skip: Option.some("filter" as const) }
            const postSkipped = outbox.post(account.id, draftTo([], { recipients: [skipped] }), SAMPLE_TIME)
            assertSame(yield* Effect.flip(postSkipped), new EndpointNotFound({ id }))
          }
          assert.deepStrictEqual(yield* queue.claim(10, 1000), [])
          yield* outbox.post(account.id, draftTo([endpoint.id]), SAMPLE_TIME)
          assert.strictEqual((yield* queue.claim(10, 1000)).length, 1)
        })
    )

    rule(layer, "a skipped recipient is never sent to, whatever the reason", () =>
      Effect.gen(function* () {
        const [outbox, queue] = [yield* Outbox, yield* DeliveryQueue]
        const { account, application, endpoint } = yield* storeReceiver(1)
        const sent = yield* storeEndpoint(application, 2)
        for (const reason of SkipReason.literals) {
          const skipped = { endpointId: endpoint.id, skip: Option.some(reason) }
          const recipients = [skipped, { endpointId: sent.id, skip: Option.none() }]
          yield* outbox.post(account.id, draftTo([], { recipients }), SAMPLE_TIME)
        }
        const leases = yield* queue.claim(100, 1000)
        assert.strictEqual(leases.length, SkipReason.literals.length)
        assert.isTrue(leases.every((lease) => lease.endpointId === sent.id))
      })
    )

    rule(layer, "a message without a recipient to send to has nothing due", () =>
      Effect.gen(function* () {
        const [outbox, queue] = [yield* Outbox, yield* DeliveryQueue]
        const { account, endpoint } = yield* storeReceiver(1)
        const skipped = { endpointId: endpoint.id, skip: Option.some("filter" as const) }
        yield* outbox.post(account.id, draftTo([]), SAMPLE_TIME)
        yield* outbox.post(account.id, draftTo([], { recipients: [skipped] }), SAMPLE_TIME)
        assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
        assert.deepStrictEqual(yield* queue.claim(100, 1000), [])
      })
    )

    rule(layer, "a delivery is due immediately, whatever the clock of its message", () =>
      Effect.gen(function* () {
        const [outbox, queue] = [yield* Outbox, yield* DeliveryQueue]
        const { account, endpoint } = yield* storeReceiver(1)
        const now = yield* DateTime.now
        for (const hours of [-1, 1])
          yield* outbox.post(account.id, draftTo([endpoint.id]), DateTime.add(now, { hours }))
        assert.isAtMost(Option.getOrThrow(yield* queue.nextDueAt()), DateTime.toEpochMillis(now))
        assert.strictEqual((yield* queue.claim(10, 1000)).length, 2)
      })
    )
  })
}
