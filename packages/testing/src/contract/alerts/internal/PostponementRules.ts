import { assert } from "@effect/vitest"
import { type DeliveryLease, DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { Clock, DateTime, Effect, Option } from "effect"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertSame } from "../../suite/Assertions.ts"
import { claimAtNextDue, claimNone, claimOne, postMessages } from "../../suite/DeliveryQueueOperations.ts"
import { outcomeOf } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeReceiver } from "../../suite/StoredSamples.ts"

const PAUSE_MILLIS = 60_000
const MESSAGE = "The host 127.0.0.1 is a loopback address."

const postponementOf = (lease: DeliveryLease, until: number) => ({
  lease,
  reason: "egress_policy" as const,
  message: MESSAGE,
  until
})

/** Registers the rules of postponed deliveries. */
export const postponementRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a postponed delivery is due again at its time, without an attempt", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const lease = yield* claimOne()
      const until = (yield* Clock.currentTimeMillis) + PAUSE_MILLIS
      yield* queue.postpone([postponementOf(lease, until)])
      yield* claimNone()
      assertSame(yield* queue.nextDueAt(), Option.some(until))
      const [again] = yield* claimAtNextDue()
      assert.strictEqual(yield* Clock.currentTimeMillis, until)
      assert.strictEqual(again?.messageId, lease.messageId)
      assert.strictEqual(again?.attempt, 1)
    })
  )

  rule(layer, "a postponement holds for every delivery of its endpoint, also for new ones, and for no other", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      const other = yield* storeReceiver(2)
      yield* postMessages(account, 3, endpoint.id)
      const leases = yield* queue.claim(2, 25_000)
      const until = (yield* Clock.currentTimeMillis) + PAUSE_MILLIS
      yield* queue.postpone(leases.map((lease, index) => postponementOf(lease, until - index)))
      yield* postMessages(account, 1, endpoint.id)
      yield* postMessages(other.account, 1, other.endpoint.id)
      const unaffected = yield* claimOne()
      assert.strictEqual(unaffected.endpointId, other.endpoint.id)
      yield* queue.record([outcomeOf(unaffected, { _tag: "Succeed" }, until - PAUSE_MILLIS)])
      const due = yield* claimAtNextDue()
      assert.strictEqual(yield* Clock.currentTimeMillis, until)
      assert.strictEqual(due.length, 4)
    })
  )

  rule(layer, "the statistics of an endpoint show why its deliveries wait, as long as they do", () =>
    Effect.gen(function* () {
      const [queue, log] = [yield* DeliveryQueue, yield* MessageLog]
      const { account, endpoint } = yield* storeReceiver(1)
      const window = { since: SAMPLE_TIME, until: DateTime.add(SAMPLE_TIME, { hours: 1 }) }
      const shown = Effect.map(log.stats(account.id, endpoint.id, window), ({ postponement }) => postponement)
      assert.isTrue(Option.isNone(yield* shown))
      yield* postMessages(account, 1, endpoint.id)
      const until = (yield* Clock.currentTimeMillis) + PAUSE_MILLIS
      yield* queue.postpone([postponementOf(yield* claimOne(), until)])
      assertSame(yield* shown, Option.some({ until, reason: "egress_policy" as const, message: MESSAGE }))
      const [lease] = yield* claimAtNextDue()
      assert.isTrue(Option.isNone(yield* shown))
      if (lease === undefined) return assert.fail("the delivery is due")
      assert.deepStrictEqual(
        yield* queue.record([outcomeOf(lease, { _tag: "Succeed" }, yield* Clock.currentTimeMillis)]),
        []
      )
    })
  )

  rule(layer, "a lease that another worker has taken over is not postponed", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const expired = yield* claimOne(1_000)
      const [holder] = yield* claimAtNextDue()
      const now = yield* Clock.currentTimeMillis
      yield* queue.postpone([postponementOf(expired, now + 1)])
      if (holder === undefined) return assert.fail("the delivery is due")
      assert.deepStrictEqual(yield* queue.record([outcomeOf(holder, { _tag: "Succeed" }, now)]), [])
      yield* queue.postpone([])
    })
  )
}
