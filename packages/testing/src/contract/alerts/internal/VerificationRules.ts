import { assert } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import { Endpoint, EndpointStore, EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { claimAtNextDue, claimNone, claimOne, postMessages } from "../../suite/DeliveryQueueOperations.ts"
import { outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint } from "../../suite/StoredSamples.ts"

const SECOND = 1000
const SUCCEED = { _tag: "Succeed" } as const
const OTHER_URL = EndpointUrl.make("https://elsewhere.example/hook")

/** Stores an endpoint that no receiver has responded at, with messages that wait for it. */
const storeUnverified = Effect.fnUntraced(function* (messages: number, changes: Partial<Endpoint> = {}) {
  const account = yield* storeAccount(1)
  const application = yield* storeApplication(account, 1)
  const endpoint = yield* storeEndpoint(application, 1, { ...changes, verifiedAt: Option.none() })
  yield* postMessages(account, messages, endpoint.id)
  const queue = yield* DeliveryQueue
  const store = yield* EndpointStore
  const find = store.find(account.id, endpoint.id)
  const setUrl = (url: EndpointUrl) =>
    store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, url }))
  return { account, endpoint, queue, find, setUrl }
})

/** Registers the rules by which a new endpoint is verified before much is sent to it. */
export const verificationRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an endpoint that is not verified gets six attempts a minute, retries included, over all claims", () =>
    Effect.gen(function* () {
      const { queue, find } = yield* storeUnverified(100)
      const started = yield* Clock.currentTimeMillis
      let attempts = 0
      while ((yield* Clock.currentTimeMillis) < started + 60 * SECOND) {
        const now = yield* Clock.currentTimeMillis
        const leases = yield* claimAtNextDue(SECOND)
        if ((yield* Clock.currentTimeMillis) >= started + 60 * SECOND) break
        attempts += leases.length
        const retry = { _tag: "Retry", dueAt: now + SECOND, pauseUntil: undefined } as const
        yield* queue.record(leases.map((lease) => outcomeOf(lease, retry, now, responseOutcome(500))))
      }
      assert.strictEqual(attempts, 6)
      assert.deepStrictEqual((yield* find).verifiedAt, Option.none())
    })
  )

  for (const rateLimit of [Option.none<RateLimit>(), Option.some(RateLimit.make(50))]) {
    const limited = Option.isSome(rateLimit) ? ", also under a rate limit" : ""
    rule(
      layer,
      `the first success releases immediately what waits${limited}, and is the time of the verification`,
      () =>
        Effect.gen(function* () {
          const { queue, find } = yield* storeUnverified(5, { rateLimit })
          const lease = yield* claimOne()
          yield* claimNone()
          const now = yield* Clock.currentTimeMillis
          yield* TestClock.adjust(100)
          yield* queue.record([outcomeOf(lease, SUCCEED, now)])
          assert.deepStrictEqual((yield* find).verifiedAt, Option.some(DateTime.makeUnsafe(now + 100)))
          assert.isAtMost(Option.getOrThrow(yield* queue.nextDueAt()), yield* Clock.currentTimeMillis)
          const released = yield* queue.claim(10, 25 * SECOND)
          assert.strictEqual(released.length, Option.isSome(rateLimit) ? 1 : 4)
          yield* queue.record(released.map((each) => outcomeOf(each, SUCCEED, now + 200)))
          assert.deepStrictEqual((yield* find).verifiedAt, Option.some(DateTime.makeUnsafe(now + 100)))
        })
    )
  }

  rule(layer, "the verification wakes a waiting worker", () =>
    Effect.gen(function* () {
      const { queue } = yield* storeUnverified(2)
      const lease = yield* claimOne()
      yield* claimNone()
      const recorded = queue.record([outcomeOf(lease, SUCCEED, yield* Clock.currentTimeMillis)])
      yield* Effect.all([queue.arrival, recorded], { concurrency: "unbounded" })
      yield* claimOne()
    })
  )

  rule(
    layer,
    "another URL must be verified again, and the success of a delivery to the old one does not verify it",
    () =>
      Effect.gen(function* () {
        const { queue, find, setUrl } = yield* storeUnverified(5)
        const lease = yield* claimOne()
        yield* queue.record([outcomeOf(lease, SUCCEED, yield* Clock.currentTimeMillis)])
        const before = yield* queue.claim(1, 25 * SECOND)
        const changed = yield* setUrl(OTHER_URL)
        assert.deepStrictEqual(changed.verifiedAt, Option.none())
        yield* queue.record(before.map((each) => outcomeOf(each, SUCCEED, lease.attempt)))
        assert.deepStrictEqual((yield* find).verifiedAt, Option.none())
        const again = yield* claimOne()
        assert.strictEqual(again.url, OTHER_URL)
        yield* claimNone()
        assert.deepStrictEqual((yield* setUrl(OTHER_URL)).verifiedAt, Option.none())
        yield* queue.record([outcomeOf(again, SUCCEED, yield* Clock.currentTimeMillis)])
        const verified = (yield* find).verifiedAt
        assert.isTrue(Option.isSome(verified))
        assert.deepStrictEqual((yield* setUrl(OTHER_URL)).verifiedAt, verified, "the same URL stays verified")
      })
  )
}
