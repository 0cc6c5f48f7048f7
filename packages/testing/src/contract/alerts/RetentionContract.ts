import { assert, describe } from "@effect/vitest"
import { Idempotency, IdempotencyKey, responseExpiry, type StoredResponse } from "@landfall/core/accounts/Idempotency"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Prunable, Retention } from "@landfall/core/alerts/operations/Retention"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../samples/Samples.ts"
import { assertFailsWith } from "../suite/Assertions.ts"
import { claimOne, postMessages } from "../suite/DeliveryQueueOperations.ts"
import { draftTo, outcomeOf } from "../suite/DeliverySamples.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"
import { postSkippedAlert, taskScopeOf } from "./internal/tasks/TaskOperations.ts"

const after = (days: number) => DateTime.add(SAMPLE_TIME, { hours: 24 * days })

/** Runs one whole pass in steps of `limit`. Returns the number of rows that each step removed. */
const runPass = Effect.fnUntraced(function* (before: DateTime.Utc, limit = 100, kind: Prunable = "messages") {
  const retention = yield* Retention
  const removed: Array<number> = []
  for (let next = Option.some(""); Option.isSome(next); ) {
    const step = yield* retention.prune(kind, before, next.value, limit)
    removed.push(step.removed)
    next = step.next
  }
  return removed
})

/** Claims every due delivery and records that it succeeded. */
const deliverAll = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const now = yield* Clock.currentTimeMillis
  const leases = yield* queue.claim(1000, 25_000)
  yield* queue.record(leases.map((lease) => outcomeOf(lease, { _tag: "Succeed" }, now)))
  return leases.length
})

/** Posts a message whose only recipient is skipped. */
const postSkipped = Effect.fnUntraced(function* (
  account: Parameters<typeof postMessages>[0],
  endpointId: EndpointId,
  at: DateTime.Utc
) {
  const recipients = [{ endpointId, skip: Option.some("filter" as const) }]
  return yield* (yield* Outbox).post(account.id, draftTo([], { recipients }), at)
})

const sumOf = (removed: ReadonlyArray<number>): number => removed.reduce((sum, one) => sum + one, 0)

/** Registers the contract of `Retention`, with the `Outbox` and the `DeliveryQueue`. */
export const retentionContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`Retention on ${name}`, () => {
    rule(
      layer,
      "data expires by the clock, but not while it is 91 days ahead of the last pass, until that is confirmed",
      () =>
        Effect.gen(function* () {
          const retention = yield* Retention
          const observe = Effect.map(retention.now, Option.isSome)
          assert.isTrue(yield* observe)
          yield* TestClock.adjust("1 hour")
          const now = yield* DateTime.now
          assert.deepStrictEqual(Option.getOrThrow(yield* retention.now), now)
          yield* TestClock.adjust("91 days")
          assert.isFalse(yield* observe)
          for (let hour = 1; hour < 24; hour++) {
            yield* TestClock.adjust("1 hour")
            assert.isFalse(yield* observe)
          }
          yield* TestClock.adjust("1 hour")
          assert.isTrue(yield* observe)
        })
    )

    rule(layer, "data expires by a clock that is far ahead immediately when an operator trusts it", () =>
      Effect.gen(function* () {
        const retention = yield* Retention
        yield* retention.now
        yield* TestClock.adjust("25 hours")
        assert.isTrue(Option.isNone(yield* retention.now))
        assert.deepStrictEqual(yield* retention.trustClock, yield* DateTime.now)
        yield* TestClock.adjust("1 hour")
        assert.isTrue(Option.isSome(yield* retention.now))
        yield* TestClock.adjust("25 hours")
        assert.isTrue(Option.isNone(yield* retention.now))
      })
    )

    rule(layer, "an empty store has nothing to remove", () =>
      Effect.gen(function* () {
        for (const kind of Prunable.literals) {
          assert.deepStrictEqual(yield* runPass(after(1), 10, kind), [0])
        }
      })
    )

    rule(layer, "finished messages that have expired are removed once, and others stay", () =>
      Effect.gen(function* () {
        const { account, endpoint } = yield* storeReceiver(1)
        yield* postMessages(account, 3, endpoint.id)
        assert.strictEqual(yield* deliverAll, 3)
        yield* postSkipped(account, endpoint.id, SAMPLE_TIME)
        yield* TestClock.adjust("1 day")
        yield* postMessages(account, 2, endpoint.id)
        yield* deliverAll
        assert.strictEqual(sumOf(yield* runPass(SAMPLE_TIME)), 0, "a message of exactly that instant has not expired")
        assert.strictEqual(sumOf(yield* runPass(after(0.5))), 4)
        assert.strictEqual(sumOf(yield* runPass(after(0.5))), 0)
        assert.strictEqual(sumOf(yield* runPass(after(2))), 2)
      })
    )

    rule(layer, "an expired message with an open delivery stays, and can still be delivered", () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const { account, application, endpoint } = yield* storeReceiver(1)
        const other = yield* storeEndpoint(application, 2)
        const [id] = yield* postMessages(account, 1, endpoint.id, other.id)
        const leases = yield* queue.claim(10, 25_000)
        const now = yield* Clock.currentTimeMillis
        yield* queue.record(
          leases.map((lease) =>
            lease.endpointId === other.id
              ? outcomeOf(lease, { _tag: "Retry", dueAt: now + 60_000, pauseUntil: undefined }, now)
              : outcomeOf(lease, { _tag: "Succeed" }, now)
          )
        )
        assert.strictEqual(sumOf(yield* runPass(after(365))), 0)
        yield* TestClock.adjust("1 minute")
        const lease = yield* claimOne()
        assert.deepStrictEqual([lease.messageId, lease.endpointId, lease.attempt], [id, other.id, 2])
        assert.strictEqual(sumOf(yield* runPass(after(365))), 0, "a leased delivery is not finished")
        yield* queue.record([outcomeOf(lease, { _tag: "Exhaust" }, now)])
        assert.strictEqual(sumOf(yield* runPass(after(365))), 1)
      })
    )

    rule(layer, "no step reads more than its limit, and a pass continues behind rows that stay", () =>
      Effect.gen(function* () {
        const { account, application, endpoint } = yield* storeReceiver(1)
        const other = yield* storeEndpoint(application, 2)
        yield* postMessages(account, 4, other.id)
        yield* (yield* DeliveryQueue).claim(4, 1_000_000)
        yield* postMessages(account, 5, endpoint.id)
        yield* deliverAll
        const removed = yield* runPass(after(1), 2)
        assert.isTrue(removed.every((count) => count <= 2))
        assert.strictEqual(sumOf(removed), 5)
      })
    )

    rule(layer, "expired tasks that have ended are removed, and open tasks stay", () =>
      Effect.gen(function* () {
        const tasks = yield* DeliveryTasks
        const { account, endpoint } = yield* storeReceiver(1)
        yield* postSkippedAlert(account, endpoint.id, "endpoint_disabled")
        const open = yield* tasks.start(account.id, taskScopeOf("replay-missing", endpoint.id))
        const ended = yield* tasks.start(account.id, taskScopeOf("recover", endpoint.id))
        yield* tasks.cancel(account.id, ended.id)
        assert.strictEqual(sumOf(yield* runPass(SAMPLE_TIME, 1, "tasks")), 0)
        assert.strictEqual(sumOf(yield* runPass(after(1), 1, "tasks")), 1)
        yield* assertFailsWith(tasks.find(account.id, ended.id), "TaskNotFound")
        assert.strictEqual((yield* tasks.find(account.id, open.id)).id, open.id)
      })
    )

    rule(layer, "the figures of expired hours are removed", () =>
      Effect.gen(function* () {
        const { account, endpoint } = yield* storeReceiver(1)
        for (let hour = 0; hour < 3; hour++) {
          yield* postMessages(account, 2, endpoint.id)
          yield* deliverAll
          yield* TestClock.adjust("1 hour")
        }
        assert.strictEqual(sumOf(yield* runPass(SAMPLE_TIME, 1, "hours")), 0)
        assert.strictEqual(sumOf(yield* runPass(DateTime.add(SAMPLE_TIME, { hours: 2 }), 1, "hours")), 2)
        assert.strictEqual(sumOf(yield* runPass(after(1), 10, "hours")), 1)
      })
    )

    rule(layer, "responses to idempotent requests are removed once they have expired", () =>
      Effect.gen(function* () {
        const idempotency = yield* Idempotency
        const { account } = yield* storeReceiver(1)
        const requestOf = (key: number) => ({
          owner: account.id,
          operation: "POST /endpoint",
          key: IdempotencyKey.make(`9b2f6c1e-3f0a-4a57-8d5e-2f1f0c7b9a1${key}`),
          fingerprint: "body",
          now: DateTime.add(SAMPLE_TIME, { hours: key })
        })
        const response: StoredResponse = { status: 201, body: "{}" }
        for (const key of [1, 2, 3]) yield* idempotency.once(requestOf(key), Effect.succeed(response))
        assert.strictEqual(sumOf(yield* runPass(after(1), 1, "responses")), 0)
        assert.strictEqual(
          sumOf(yield* runPass(DateTime.add(responseExpiry(SAMPLE_TIME), { hours: 2, minutes: 30 }), 1, "responses")),
          2
        )
        assert.deepStrictEqual(yield* idempotency.once(requestOf(3), Effect.die("must not run")), response)
        assert.strictEqual(sumOf(yield* runPass(after(3), 10, "responses")), 1)
      })
    )

    rule(layer, "attempts are removed with their message, and a late outcome is rejected", () =>
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const { account, endpoint } = yield* storeReceiver(1)
        yield* postMessages(account, 1, endpoint.id)
        const lease = yield* claimOne(1_000)
        yield* TestClock.adjust("2 seconds")
        yield* deliverAll
        assert.strictEqual(sumOf(yield* runPass(after(1))), 1)
        const late = outcomeOf(lease, { _tag: "Succeed" }, yield* Clock.currentTimeMillis)
        assert.deepStrictEqual(yield* queue.record([late]), [late])
      })
    )
  })
}
