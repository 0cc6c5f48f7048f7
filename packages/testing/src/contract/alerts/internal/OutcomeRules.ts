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
const EXHAUST = { _tag: "Exhaust" } as const
const DISABLE = { _tag: "DisableEndpoint" } as const
const retry = (dueAt: number, pauseUntil?: number): RetryDecision => ({ _tag: "Retry", dueAt, pauseUntil })

const SECOND = 1000
const MINUTE = 60 * SECOND

const dueRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a delivery that succeeded or is exhausted is never due again", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 2, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const leases = yield* queue.claim(10, SECOND)
      const outcomes = leases.map((lease, index) => outcomeOf(lease, index === 0 ? SUCCEED : EXHAUST, now))
      assert.deepStrictEqual(yield* queue.record(outcomes), [])
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
      yield* TestClock.adjust("30 days")
      yield* claimNone()
    })
  )

  rule(layer, "a retry is due at its time and not before, and attempts are counted", () =>
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

  rule(layer, "outcomes without a response are recorded", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const lease = yield* claimOne()
      const outcome = { _tag: "NoResponse", reason: "timeout", message: "No response within 15 seconds." } as const
      const now = yield* Clock.currentTimeMillis
      assert.deepStrictEqual(yield* queue.record([{ ...outcomeOf(lease, retry(now + SECOND), now), outcome }]), [])
      assert.strictEqual((yield* claimAtNextDue())[0]?.attempt, 2)
    })
  )

  rule(layer, "recording or releasing nothing changes nothing", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      assert.deepStrictEqual(yield* queue.record([]), [])
      yield* queue.release([])
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
    })
  )
}

const pauseRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a paused endpoint gets nothing until the end of its pause, and delays no other", () =>
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

  rule(layer, "a last attempt pauses its endpoint too", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 2, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const lease = yield* claimFirst()
      yield* queue.record([outcomeOf(lease, { ...EXHAUST, pauseUntil: now + MINUTE }, now, responseOutcome(429))])
      yield* claimNone()
      assertSame(yield* queue.nextDueAt(), Option.some(now + MINUTE))
      assert.strictEqual((yield* claimAtNextDue()).length, 1)
    })
  )

  rule(layer, "of two pauses of an endpoint the later end counts", () =>
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
  rule(layer, "410 disables the endpoint and skips its waiting deliveries, and no others", () =>
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
      yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled: false }))
      yield* claimNone()
    })
  )

  rule(layer, "attempts that are being made when their endpoint is disabled are recorded, and not retried", () =>
    Effect.gen(function* () {
      const [queue, store] = [yield* DeliveryQueue, yield* EndpointStore]
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 4, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      const steps = [DISABLE, SUCCEED, retry(now + SECOND), EXHAUST]
      const leases = yield* queue.claim(10, 25 * SECOND)
      const outcomes = leases.map((lease, index) => outcomeOf(lease, steps[index] ?? SUCCEED, now))
      assert.deepStrictEqual(yield* queue.record(outcomes.slice(0, 2)), [], "recorded with the one that disables")
      assert.deepStrictEqual(yield* queue.record(outcomes.slice(2)), [], "recorded after the one that disables")
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
      yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled: false }))
      yield* TestClock.adjust(MINUTE)
      yield* claimNone()
    })
  )

  rule(layer, "a retry that is recorded together with the outcome that disables its endpoint is skipped", () =>
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

  rule(layer, "deliveries to a disabled endpoint are neither claimed nor due", () =>
    Effect.gen(function* () {
      const [queue, store] = [yield* DeliveryQueue, yield* EndpointStore]
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      yield* claimOne(SECOND)
      yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled: true }))
      yield* postMessages(account, 1, endpoint.id)
      yield* TestClock.adjust(MINUTE)
      yield* claimNone()
      assert.isTrue(Option.isNone(yield* queue.nextDueAt()))
    })
  )
}

/** Registers the rules of recorded outcomes. */
export const outcomeRules = <E>(layer: StorageLayer<E>): void => {
  dueRules(layer)
  pauseRules(layer)
  disableRules(layer)
}
