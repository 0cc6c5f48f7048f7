import { assert } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { assertSame } from "../../suite/Assertions.ts"
import { claimAtNextDue, claimFirst, claimNone, claimOne, postMessages } from "../../suite/DeliveryQueueOperations.ts"
import { outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

const SUCCEED = { _tag: "Succeed" } as const
const GIVE_UP = { _tag: "GiveUp" } as const
const DISABLE = { _tag: "DisableEndpoint" } as const
const retry = (dueAt: number, pauseUntil?: number): RetryDecision => ({ _tag: "Retry", dueAt, pauseUntil })

const SECOND = 1000
const MINUTE = 60 * SECOND

const dueRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "what succeeded or was given up is never due again", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 2, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const leases = yield* queue.claim(10, SECOND)
      const outcomes = leases.map((lease, index) => outcomeOf(lease, index === 0 ? SUCCEED : GIVE_UP, now))
      assert.deepStrictEqual(yield* queue.record(outcomes), [])
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
      yield* TestClock.adjust("30 days")
      yield* claimNone()
    })
  )

  rule(layer, "a retry is due at its time and not before, with the attempts counted up", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      let lease = yield* claimOne()
      for (const [index, wait] of [5 * SECOND, 5 * MINUTE, 24 * 60 * MINUTE].entries()) {
        const now = yield* Clock.currentTimeMillis
        yield* queue.record([outcomeOf(lease, retry(now + wait), now, responseOutcome(500))])
        assertSame(yield* queue.nextDueAt(), Option.some(now + wait))
        const leases = yield* claimAtNextDue()
        assert.deepStrictEqual(
          leases.map((next) => [next.messageId, next.attempt]),
          [[lease.messageId, index + 2]]
        )
        lease = leases[0] ?? lease
      }
    })
  )

  rule(layer, "outcomes without an answer are recorded like others", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const lease = yield* claimOne()
      const outcome = { _tag: "Unanswered", reason: "timeout", message: "No answer within 15 seconds." } as const
      const now = yield* Clock.currentTimeMillis
      assert.deepStrictEqual(yield* queue.record([{ ...outcomeOf(lease, retry(now + SECOND), now), outcome }]), [])
      assert.strictEqual((yield* claimAtNextDue())[0]?.attempt, 2)
    })
  )

  rule(layer, "recording nothing, or giving nothing back, changes nothing", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      assert.deepStrictEqual(yield* queue.record([]), [])
      yield* queue.release([])
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
    })
  )
}

const pauseRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an endpoint that asked for quiet gets nothing until then, and no other waits for it", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      yield* postMessages(account, 3, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const lease = yield* claimFirst()
      yield* queue.record([outcomeOf(lease, retry(now + MINUTE, now + MINUTE), now, responseOutcome(429))])
      assertSame(yield* queue.nextDueAt(), Option.some(now + MINUTE))
      yield* TestClock.adjust(SECOND)
      const [young] = yield* postMessages(account, 1, other.id)
      const claimed = yield* queue.claim(1, 25 * SECOND)
      assert.deepStrictEqual(
        claimed.map((lease) => lease.messageId),
        [young],
        "those that must wait take no place in a claim"
      )
      yield* queue.record(claimed.map((lease) => outcomeOf(lease, SUCCEED, now)))
      assert.strictEqual((yield* claimAtNextDue()).length, 3)
    })
  )

  rule(layer, "an endpoint that asked for quiet at a last attempt gets nothing until then", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 2, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const lease = yield* claimFirst()
      yield* queue.record([outcomeOf(lease, { ...GIVE_UP, pauseUntil: now + MINUTE }, now, responseOutcome(429))])
      yield* claimNone()
      assertSame(yield* queue.nextDueAt(), Option.some(now + MINUTE))
      assert.strictEqual((yield* claimAtNextDue()).length, 1)
    })
  )

  rule(layer, "of two times that an endpoint asked to wait for, the later counts", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 2, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const waits = [3 * MINUTE, MINUTE]
      const leases = yield* queue.claim(10, 25 * SECOND)
      for (const [index, lease] of leases.entries()) {
        const until = now + (waits[index] ?? 0)
        yield* queue.record([outcomeOf(lease, retry(until, until), now, responseOutcome(503))])
      }
      assert.strictEqual((yield* claimAtNextDue()).length, 2)
      assert.strictEqual(yield* Clock.currentTimeMillis, now + 3 * MINUTE)
    })
  )
}

const disableRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "410 disables the endpoint and gives up its waiting deliveries for good, no other's", () =>
    Effect.gen(function* () {
      const [queue, store] = [yield* DeliveryQueue, yield* EndpointStore]
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      yield* postMessages(account, 3, endpoint.id)
      const lease = yield* claimFirst()
      yield* postMessages(account, 1, other.id)
      const now = yield* Clock.currentTimeMillis
      assert.deepStrictEqual(yield* queue.record([outcomeOf(lease, DISABLE, now, responseOutcome(410))]), [])
      assert.isTrue((yield* store.find(account.id, endpoint.id)).disabled)
      assert.isFalse((yield* store.find(account.id, other.id)).disabled)
      assert.strictEqual((yield* claimOne()).endpointId, other.id)
      yield* store.modify(account.id, endpoint.id, (known) => new Endpoint({ ...known, disabled: false }))
      yield* claimNone()
    })
  )

  rule(layer, "attempts under way when an endpoint is disabled still count, and are not tried again", () =>
    Effect.gen(function* () {
      const [queue, store] = [yield* DeliveryQueue, yield* EndpointStore]
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 4, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const steps = [DISABLE, SUCCEED, retry(now + SECOND), GIVE_UP]
      const leases = yield* queue.claim(10, 25 * SECOND)
      const outcomes = leases.map((lease, index) => outcomeOf(lease, steps[index] ?? SUCCEED, now))
      assert.deepStrictEqual(yield* queue.record(outcomes.slice(0, 2)), [], "recorded with the one that disables")
      assert.deepStrictEqual(yield* queue.record(outcomes.slice(2)), [], "recorded after the one that disables")
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
      yield* store.modify(account.id, endpoint.id, (known) => new Endpoint({ ...known, disabled: false }))
      yield* TestClock.adjust(MINUTE)
      yield* claimNone()
    })
  )

  rule(layer, "a retry recorded in one group with the outcome that disables is given up too", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 3, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const steps = [retry(now + SECOND), DISABLE, retry(now + SECOND)]
      const leases = yield* queue.claim(10, 25 * SECOND)
      yield* queue.record(leases.map((lease, index) => outcomeOf(lease, steps[index] ?? SUCCEED, now)))
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
      yield* TestClock.adjust(MINUTE)
      yield* claimNone()
    })
  )

  rule(layer, "what waits for a disabled endpoint is neither claimed nor due", () =>
    Effect.gen(function* () {
      const [queue, store] = [yield* DeliveryQueue, yield* EndpointStore]
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      yield* claimOne(SECOND)
      yield* store.modify(account.id, endpoint.id, (known) => new Endpoint({ ...known, disabled: true }))
      yield* postMessages(account, 1, endpoint.id)
      yield* TestClock.adjust(MINUTE)
      yield* claimNone()
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
    })
  )
}

/** Registers the rules of what follows an attempt. */
export const outcomeRules = <E>(layer: StorageLayer<E>): void => {
  dueRules(layer)
  pauseRules(layer)
  disableRules(layer)
}
