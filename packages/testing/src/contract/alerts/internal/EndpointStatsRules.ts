import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertSame } from "../../suite/Assertions.ts"
import { postMessages } from "../../suite/DeliveryQueueOperations.ts"
import { outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

const MINUTE = 60_000
const DAY_WINDOW = { since: DateTime.add(SAMPLE_TIME, { hours: -1 }), until: DateTime.add(SAMPLE_TIME, { days: 1 }) }

const statsOf = Effect.fnUntraced(function* (account: Account, id: EndpointId, window = DAY_WINDOW) {
  return yield* (yield* MessageLog).stats(account.id, id, window)
})

/** Records this outcome for every due delivery, with a duration of `durationMillis`. */
const attemptAll = Effect.fnUntraced(function* (next: RetryDecision, durationMillis = 100) {
  const queue = yield* DeliveryQueue
  const now = yield* Clock.currentTimeMillis
  const outcome = responseOutcome(next._tag === "Succeed" ? 200 : 500)
  const leases = yield* queue.claim(1000, MINUTE)
  yield* queue.record(leases.map((lease) => ({ ...outcomeOf(lease, next, now, outcome), durationMillis })))
})

const setDisabled = Effect.fnUntraced(function* (account: Account, id: EndpointId, disabled: boolean) {
  const updatedAt = yield* DateTime.now
  const change = (endpoint: Endpoint) => new Endpoint({ ...endpoint, disabled, updatedAt })
  yield* (yield* EndpointStore).modify(account.id, id, change)
})

const retryIn = (now: number, millis: number, pauseUntil?: number): RetryDecision => ({
  _tag: "Retry",
  dueAt: now + millis,
  pauseUntil
})

/** Registers the rules of the statistics of endpoints. */
export const endpointStatsRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an endpoint without attempts is healthy and has no figures", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      const none = { count: 0, more: false }
      assertSame(yield* statsOf(account, endpoint.id), {
        endpointId: endpoint.id,
        condition: { _tag: "Healthy" },
        pausedUntil: Option.none(),
        postponement: Option.none(),
        waiting: none,
        retrying: none,
        sending: none,
        oldestWaiting: Option.none(),
        lastAttempt: Option.none(),
        hours: []
      })
    })
  )

  rule(layer, "waiting, retrying and leased deliveries are counted for this endpoint only", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      yield* postMessages(account, 3, endpoint.id)
      const now = yield* Clock.currentTimeMillis
      yield* attemptAll(retryIn(now, 60 * MINUTE))
      yield* postMessages(account, 2, endpoint.id)
      yield* queue.claim(10, MINUTE)
      yield* TestClock.adjust(1000)
      yield* postMessages(account, 4, endpoint.id)
      yield* postMessages(account, 1, other.id)
      const stats = yield* statsOf(account, endpoint.id)
      assert.deepStrictEqual(
        [stats.waiting.count, stats.retrying.count, stats.sending.count, stats.waiting.more],
        [4, 3, 2, false]
      )
      assertSame(stats.oldestWaiting, Option.some(DateTime.add(SAMPLE_TIME, { seconds: 1 })))
      assert.strictEqual((yield* statsOf(account, other.id)).waiting.count, 1)
    })
  )

  rule(layer, "attempts are counted in the hour in which they began, and only hours of the window are returned", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      const start = SAMPLE_TIME.epochMilliseconds
      yield* postMessages(account, 2, endpoint.id)
      yield* attemptAll({ _tag: "Succeed" }, 50)
      yield* postMessages(account, 1, endpoint.id)
      yield* attemptAll({ _tag: "Exhaust" }, 200)
      yield* TestClock.adjust("90 minutes")
      yield* postMessages(account, 1, endpoint.id)
      yield* attemptAll({ _tag: "Succeed" }, 70)
      const [first, second] = [
        { startsAt: start, succeeded: 2, failed: 1, exhausted: 1, durationMillis: 300, longestMillis: 200 },
        { startsAt: start + 60 * MINUTE, succeeded: 1, failed: 0, exhausted: 0, durationMillis: 70, longestMillis: 70 }
      ]
      const hoursFrom = (minutes: number, until: number) =>
        Effect.map(
          statsOf(account, endpoint.id, {
            since: DateTime.add(SAMPLE_TIME, { minutes }),
            until: DateTime.add(SAMPLE_TIME, { minutes: until })
          }),
          ({ hours }) => hours
        )
      assertSame(yield* hoursFrom(0, 120), [first, second])
      assertSame(yield* hoursFrom(59, 120), [first, second])
      assertSame(yield* hoursFrom(60, 120), [second])
      assertSame(yield* hoursFrom(0, 60), [first])
      const { lastAttempt } = yield* statsOf(account, endpoint.id)
      assertSame(
        Option.map(lastAttempt, ({ attempt }) => attempt.startedAt),
        Option.some(DateTime.add(SAMPLE_TIME, { minutes: 90 }))
      )
    })
  )

  rule(
    layer,
    "an endpoint is failing since its first failure after a success, and healthy after the next success",
    () =>
      Effect.gen(function* () {
        const { account, endpoint } = yield* storeReceiver(1)
        yield* postMessages(account, 1, endpoint.id)
        const condition = Effect.map(statsOf(account, endpoint.id), (stats) => stats.condition)
        yield* attemptAll(retryIn(SAMPLE_TIME.epochMilliseconds, MINUTE))
        const failing = yield* condition
        assert.strictEqual(failing._tag, "Failing")
        yield* TestClock.adjust(MINUTE)
        yield* attemptAll(retryIn(yield* Clock.currentTimeMillis, MINUTE))
        assertSame(yield* condition, failing)
        yield* TestClock.adjust(MINUTE)
        yield* attemptAll({ _tag: "Succeed" })
        assertSame(yield* condition, { _tag: "Healthy" })
      })
  )

  rule(layer, "a disabled endpoint shows since when and why, and is probed once it is enabled again", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      const condition = Effect.map(statsOf(account, endpoint.id), (stats) => stats.condition)
      yield* TestClock.adjust(MINUTE)
      yield* setDisabled(account, endpoint.id, true)
      const since = DateTime.add(SAMPLE_TIME, { minutes: 1 })
      assertSame(yield* condition, { _tag: "Disabled", since, reason: "owner" })
      yield* setDisabled(account, endpoint.id, false)
      assertSame(yield* condition, { _tag: "Probing" })
      yield* postMessages(account, 1, endpoint.id)
      yield* attemptAll({ _tag: "DisableEndpoint" })
      const disabled = yield* condition
      assert.deepStrictEqual([disabled._tag, disabled._tag === "Disabled" ? disabled.reason : ""], ["Disabled", "gone"])
    })
  )

  rule(layer, "an endpoint is paused until the time that its receiver requested, and no longer", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      yield* postMessages(account, 1, endpoint.id)
      const now = SAMPLE_TIME.epochMilliseconds
      yield* attemptAll(retryIn(now, 5 * MINUTE, now + 5 * MINUTE))
      const paused = Effect.map(statsOf(account, endpoint.id), ({ pausedUntil }) => pausedUntil)
      assertSame(yield* paused, Option.some(DateTime.makeUnsafe(now + 5 * MINUTE)))
      yield* TestClock.adjust(5 * MINUTE)
      assertSame(yield* paused, Option.none())
    })
  )
}
