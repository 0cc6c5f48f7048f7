import { assert, describe } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { rotateSigningSecret } from "@landfall/core/alerts/sending/SigningSecret"
import { Clock, Duration, Effect, Fiber, Latch, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME, secretOf } from "../../samples/Samples.ts"
import { assertSame } from "../suite/Assertions.ts"
import { claimAtNextDue, claimNone, claimOne, postMessages } from "../suite/DeliveryQueueOperations.ts"
import { outcomeOf } from "../suite/DeliverySamples.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"
import { endpointHealthRules } from "./internal/EndpointHealthRules.ts"
import { fairnessRules } from "./internal/FairnessRules.ts"
import { leaseRules } from "./internal/LeaseRules.ts"
import { orderingRules } from "./internal/OrderingRules.ts"
import { outcomeRules } from "./internal/OutcomeRules.ts"
import { postponementRules } from "./internal/PostponementRules.ts"
import { transitionRules } from "./internal/TransitionRules.ts"
import { verificationRules } from "./internal/VerificationRules.ts"

/** A new delivery completes a wait within this time, also when another process has posted it. */
const MAX_WAKE_DELAY = Duration.seconds(1)

const ClaimInput = Schema.Struct({
  messages: Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 25 }))),
  limits: Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 9 })))).pipe(
    Schema.check(Schema.isBetweenLength(1, 8))
  )
})

const claimingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an empty queue has nothing to claim and nothing due", () =>
    Effect.gen(function* () {
      yield* claimNone()
      assert.isTrue(Option.isNone(yield* (yield* DeliveryQueue).nextDueAt()))
    })
  )

  property(layer, "concurrent claims lease every due delivery once, and none exceeds its limit", ClaimInput, (input) =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      const posted = yield* postMessages(account, input.messages, endpoint.id)
      const claims = yield* Effect.forEach(input.limits, (limit) => queue.claim(limit, 25_000), {
        concurrency: "unbounded"
      })
      for (const [index, leases] of claims.entries()) assert.isAtMost(leases.length, input.limits[index] ?? 0)
      const claimed = claims.flat().map((lease) => lease.messageId)
      // While one claim has locked a queue, others skip it; the next claim leases the remaining deliveries.
      const remaining = yield* queue.claim(1000, 25_000)
      const all = [...claimed, ...remaining.map((lease) => lease.messageId)]
      assert.strictEqual(new Set(all).size, all.length)
      assert.deepStrictEqual(all.toSorted(), posted)
    })
  )

  rule(
    layer,
    "the longest due deliveries are leased first, and of those due at one instant the one that was posted first",
    () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const { account, endpoint } = yield* storeReceiver(1)
        const posted = yield* postMessages(account, 3, endpoint.id)
        yield* TestClock.adjust(10)
        posted.push(...(yield* postMessages(account, 3, endpoint.id)))
        const inTurn = [
          ...(yield* queue.claim(2, 25_000)),
          ...(yield* queue.claim(3, 25_000)),
          ...(yield* queue.claim(9, 25_000))
        ]
        assert.deepStrictEqual(
          inTurn.map((lease) => lease.messageId),
          posted
        )
      })
  )

  rule(layer, "one message to two endpoints has two deliveries, each with its own lease", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      yield* postMessages(account, 1, endpoint.id, other.id)
      const [first, second] = [yield* (yield* DeliveryQueue).claim(1, 25_000), yield* claimOne()]
      assert.deepStrictEqual([first[0]?.endpointId, second.endpointId].toSorted(), [endpoint.id, other.id])
      assert.strictEqual(first[0]?.messageId, second.messageId)
      assert.notStrictEqual(first[0]?.token, second.token)
    })
  )

  rule(layer, "a lease has the settings of its endpoint at the time of the claim", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const url = "https://elsewhere.example/hook"
      yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, ...withUrl(url) }))
      yield* store.modifySecrets(account.id, endpoint.id, (ring) => rotateSigningSecret(ring, secretOf(2), SAMPLE_TIME))
      const lease = yield* claimOne()
      assert.strictEqual(lease.url, url)
      assert.strictEqual(Redacted.value(lease.secrets.current), Redacted.value(secretOf(2)))
      assert.deepStrictEqual(
        lease.secrets.previous.map(({ secret }) => Redacted.value(secret)),
        [Redacted.value(secretOf(1))]
      )
    })
  )

  rule(layer, "nextDueAt is when a delivery can be claimed, for a leased delivery when its lease expires", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 2, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      assertSame(yield* queue.nextDueAt(), Option.some(now))
      yield* queue.claim(1, 25_000)
      assertSame(yield* queue.nextDueAt(), Option.some(now))
      yield* queue.claim(1, 30_000)
      assertSame(yield* queue.nextDueAt(), Option.some(now + 25_000))
      assert.strictEqual((yield* claimAtNextDue()).length, 1)
    })
  )
}

const withUrl = (url: string) => ({ url: Schema.decodeUnknownSync(Endpoint.fields.url)(url) })

const arrivalRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a posted message completes the wait for an arrival", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* claimNone()
      const waiting = yield* Effect.forkChild(queue.arrival, { startImmediately: true })
      yield* postMessages(account, 1, endpoint.id)
      yield* TestClock.adjust(MAX_WAKE_DELAY)
      yield* Fiber.join(waiting)
      yield* claimOne()
    })
  )

  rule(layer, "a message that is posted between claim and wait completes the wait", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* claimNone()
      yield* postMessages(account, 1, endpoint.id)
      const waiting = yield* Effect.forkChild(queue.arrival)
      yield* TestClock.adjust(MAX_WAKE_DELAY)
      yield* Fiber.join(waiting)
      yield* claimOne()
    })
  )

  for (const next of [{ _tag: "Succeed" }, { _tag: "Exhaust" }] as const) {
    rule(layer, `the end of a probe with ${next._tag} completes the wait for an arrival`, () =>
      Effect.gen(function* () {
        const [queue, store] = [yield* DeliveryQueue, yield* EndpointStore]
        const { account, endpoint } = yield* storeReceiver(1)
        for (const disabled of [true, false]) {
          yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled }))
        }
        yield* postMessages(account, 2, endpoint.id)
        const lease = yield* claimOne()
        yield* claimNone()
        const waiting = yield* Effect.forkChild(queue.arrival, { startImmediately: true })
        assert.isUndefined(waiting.pollUnsafe())
        yield* queue.record([outcomeOf(lease, next, yield* Clock.currentTimeMillis)])
        yield* Fiber.join(waiting)
        yield* claimOne()
      })
    )
  }

  rule(layer, "a worker that claims and waits stops claiming once nothing is due and time does not advance", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 3, endpoint.id)
      let turns = 0
      const claimed = yield* Latch.make(false)
      const turn = Effect.andThen(
        queue.claim(10, 25_000),
        Effect.sync(() => turns++)
      ).pipe(Effect.tap(claimed.open))
      const worker = yield* Effect.forkChild(Effect.forever(Effect.andThen(turn, queue.arrival)))
      yield* claimed.await
      // Enough reads for many more turns, however long the store takes for each.
      for (let reads = 0; reads < 300; reads++) yield* Effect.andThen(queue.nextDueAt(), Effect.yieldNow)
      assert.isBelow(turns, 10)
      assert.isUndefined(worker.pollUnsafe())
      yield* Fiber.interrupt(worker)
      yield* claimNone()
    })
  )
}

/** Registers the contract of `DeliveryQueue`, with the `Outbox` and the `EndpointStore`. */
export const deliveryQueueContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`DeliveryQueue on ${name}`, () => {
    claimingRules(layer)
    leaseRules(layer)
    outcomeRules(layer)
    postponementRules(layer)
    transitionRules(layer)
    fairnessRules(layer)
    orderingRules(layer)
    verificationRules(layer)
    endpointHealthRules(layer)
    arrivalRules(layer)
  })
}
