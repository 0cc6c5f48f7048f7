import { assert } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertSame } from "../../suite/Assertions.ts"
import { claimAtNextDue, claimNone, claimOne, postMessages } from "../../suite/DeliveryQueueOperations.ts"
import { outcomeOf } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeReceiver } from "../../suite/StoredSamples.ts"

const SUCCEED = { _tag: "Succeed" } as const
const LEASE_MILLIS = 25_000

/** Registers the rules of leases: how they end, and that a worker that has lost one changes nothing. */
export const leaseRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a leased delivery cannot be claimed until its lease expires, and is due then", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const first = yield* claimOne(LEASE_MILLIS)
      yield* TestClock.adjust(LEASE_MILLIS - 1)
      yield* claimNone()
      yield* TestClock.adjust(1)
      const second = yield* claimOne(LEASE_MILLIS)
      assert.strictEqual(second.messageId, first.messageId)
      assert.notStrictEqual(second.token, first.token)
      assert.strictEqual(second.attempt, 1, "an attempt that was not recorded does not count")
    })
  )

  rule(layer, "the outcome of a lease that another worker has claimed is rejected and returned", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const late = outcomeOf(yield* claimOne(LEASE_MILLIS), SUCCEED, yield* Clock.currentTimeMillis)
      yield* TestClock.adjust(LEASE_MILLIS)
      const holder = yield* claimOne(LEASE_MILLIS)
      assert.deepStrictEqual(yield* queue.record([late]), [late])
      const retryAt = (yield* Clock.currentTimeMillis) + 5000
      const inTime = outcomeOf(holder, { _tag: "Retry", dueAt: retryAt, pauseUntil: undefined }, retryAt - 5000)
      assert.deepStrictEqual(yield* queue.record([inTime]), [])
      assertSame(yield* queue.nextDueAt(), Option.some(retryAt))
      assert.strictEqual((yield* claimAtNextDue())[0]?.attempt, 2)
    })
  )

  rule(layer, "an outcome after the end of its lease is recorded unless another worker has claimed the delivery", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const outcome = outcomeOf(yield* claimOne(LEASE_MILLIS), SUCCEED, yield* Clock.currentTimeMillis)
      yield* TestClock.adjust(LEASE_MILLIS + 1)
      assert.deepStrictEqual(yield* queue.record([outcome]), [])
      yield* claimNone()
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
    })
  )

  rule(layer, "a repeated outcome is rejected, and the others of its group are recorded", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 2, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const [first, second] = (yield* queue.claim(10, LEASE_MILLIS)).map((lease) => outcomeOf(lease, SUCCEED, now))
      assert.isDefined(first)
      assert.isDefined(second)
      if (first === undefined || second === undefined) return
      assert.deepStrictEqual(yield* queue.record([first]), [])
      assert.deepStrictEqual(yield* queue.record([first, second]), [first])
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
    })
  )

  rule(layer, "the outcome of a delivery to a removed endpoint is returned", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const outcome = outcomeOf(yield* claimOne(LEASE_MILLIS), SUCCEED, now)
      yield* (yield* EndpointStore).remove(account.id, endpoint.id, SAMPLE_TIME)
      assert.deepStrictEqual(yield* queue.record([outcome]), [outcome])
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
    })
  )

  rule(layer, "a released delivery is due immediately, and no attempt is counted", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 2, endpoint.id)
      const leases = yield* queue.claim(10, LEASE_MILLIS)
      yield* queue.release(leases)
      assert.isAtMost(Option.getOrThrow(yield* queue.nextDueAt()), yield* Clock.currentTimeMillis)
      const again = yield* queue.claim(10, LEASE_MILLIS)
      assert.sameMembers(
        again.map((lease) => lease.messageId),
        leases.map((lease) => lease.messageId)
      )
      assert.isTrue(again.every((lease) => lease.attempt === 1))
      const late = leases.map((lease) => outcomeOf(lease, SUCCEED, 0))
      assert.deepStrictEqual(yield* queue.record(late), late, "a released lease is no longer held")
    })
  )

  rule(layer, "a worker that has lost a lease cannot release it", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const expired = yield* claimOne(LEASE_MILLIS)
      yield* TestClock.adjust(LEASE_MILLIS)
      const holder = yield* claimOne(LEASE_MILLIS)
      yield* queue.release([expired])
      yield* claimNone()
      assert.deepStrictEqual(yield* queue.record([outcomeOf(holder, SUCCEED, yield* Clock.currentTimeMillis)]), [])
      yield* queue.release([holder])
      yield* claimNone()
    })
  )
}
