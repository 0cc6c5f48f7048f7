import { assert } from "@effect/vitest"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import type { CancelReason, DeliveryTask } from "@landfall/core/alerts/operations/DeliveryTask"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { TASK_PAUSE_MILLIS } from "@landfall/core/alerts/operations/TaskStep"
import { Clock, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../../../samples/Samples.ts"
import { assertSame } from "../../../suite/Assertions.ts"
import { claimNone } from "../../../suite/DeliveryQueueOperations.ts"
import { draftTo } from "../../../suite/DeliverySamples.ts"
import { rule } from "../../../suite/Rules.ts"
import { containerReference, requestOf, trackShipment } from "../../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../../suite/StoredSamples.ts"
import {
  deliverAllDue,
  HOUR_MILLIS,
  messageIdsOf,
  postAlert,
  postSkippedAlert,
  progressOf,
  runTasks,
  taskScopeOf
} from "./TaskOperations.ts"

type Receiver = Pick<Effect.Success<ReturnType<typeof storeReceiver>>, "account" | "endpoint">

/** Posts alerts that an endpoint does not receive, all of them at the time of the clock in one transaction. */
const missAlerts = Effect.fnUntraced(function* ({ account, endpoint }: Receiver, count: number) {
  const skip = Option.some("endpoint_disabled" as const)
  const draft = draftTo([], { example: false, recipients: [{ endpointId: endpoint.id, skip }] })
  yield* trackShipment(account, requestOf(containerReference(1), endpoint.id), ({ shipment }) => ({
    shipment,
    registrations: [],
    outbox: Array.from({ length: count }, () => draft)
  }))
})

const replay = Effect.fnUntraced(function* ({ account, endpoint }: Receiver) {
  return yield* (yield* DeliveryTasks).start(account.id, taskScopeOf("replay-missing", endpoint.id))
})

/** An endpoint with three skipped deliveries, and a task that has returned one of them to the queue. */
const startedTask = Effect.gen(function* () {
  const receiver = yield* storeReceiver(1)
  yield* missAlerts(receiver, 3)
  const task = yield* replay(receiver)
  yield* (yield* DeliveryTasks).runBatch(1)
  return { receiver, task }
})

/** Asserts that a task ended for this reason at `SAMPLE_TIME`, without sending anything. */
const assertCancelled = Effect.fnUntraced(function* ({ accountId, id }: DeliveryTask, reason: CancelReason) {
  assert.deepStrictEqual(yield* runTasks(10), [])
  const ended = yield* (yield* DeliveryTasks).find(accountId, id)
  assertSame(ended.state, { _tag: "Cancelled", reason, at: SAMPLE_TIME })
})

const cancellationRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "a cancelled task stops, the resent deliveries remain queued, and a task that has ended does not change",
    () =>
      Effect.gen(function* () {
        const tasks = yield* DeliveryTasks
        const receiver = yield* storeReceiver(1)
        yield* missAlerts(receiver, 5)
        const task = yield* replay(receiver)
        assertSame(progressOf(task), { state: "Queued", total: 5, done: 0 })
        yield* tasks.runBatch(2)
        assertSame(progressOf(yield* tasks.find(receiver.account.id, task.id)), { state: "Running", total: 5, done: 2 })
        yield* TestClock.adjust(1000)
        const cancelled = yield* tasks.cancel(receiver.account.id, task.id)
        const at = yield* Clock.currentTimeMillis
        assertSame(cancelled.state, { _tag: "Cancelled", reason: "requested", at: cancelled.updatedAt })
        assert.strictEqual(cancelled.updatedAt.epochMilliseconds, at)
        assert.strictEqual(cancelled.done, 2)
        yield* TestClock.adjust(1000)
        assertSame(yield* tasks.cancel(receiver.account.id, task.id), cancelled)
        const sent = messageIdsOf(yield* runTasks(10))
        assert.strictEqual(sent.length, 2)
        const rest = yield* replay(receiver)
        assert.strictEqual(rest.total, 3)
        sent.push(...messageIdsOf(yield* runTasks(10)))
        assert.strictEqual(new Set(sent).size, 5)
        const done = yield* tasks.find(receiver.account.id, rest.id)
        assertSame(yield* tasks.cancel(receiver.account.id, rest.id), done)
      })
  )

  rule(layer, "a task ends when its endpoint is disabled, and a new one can be started when it is enabled", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { receiver, task } = yield* startedTask
      const disable = (disabled: boolean) =>
        store.modify(receiver.account.id, receiver.endpoint.id, (current) => new Endpoint({ ...current, disabled }))
      yield* disable(true)
      yield* assertCancelled(task, "endpoint_disabled")
      yield* disable(false)
      yield* replay(receiver)
      assert.strictEqual(new Set(messageIdsOf(yield* runTasks(10))).size, 3)
    })
  )

  rule(layer, "a task ends when its endpoint is removed", () =>
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const { receiver, task } = yield* startedTask
      yield* store.remove(receiver.account.id, receiver.endpoint.id, SAMPLE_TIME)
      yield* assertCancelled(task, "endpoint_deleted")
    })
  )
}

const pacingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a task of 5,000 deliveries sends each once, and no new alert waits behind more than 1,000 of them", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const receiver = yield* storeReceiver(1)
      yield* missAlerts(receiver, 5000)
      const task = yield* replay(receiver)
      assert.strictEqual(task.total, 5000)
      for (let page = 0; page < 20; page++) yield* tasks.runBatch(500)
      assertSame(progressOf(yield* tasks.find(receiver.account.id, task.id)), {
        state: "Running",
        total: 5000,
        done: 1000
      })
      const live = yield* postAlert(receiver.account, receiver.endpoint.id)
      const first = messageIdsOf(yield* deliverAllDue)
      assert.strictEqual(first.length, 1001)
      assert.include(first, live.id)
      const sent = [...first, ...messageIdsOf(yield* runTasks(500))]
      assert.deepStrictEqual([sent.length, new Set(sent).size], [5001, 5001])
      assertSame(progressOf(yield* tasks.find(receiver.account.id, task.id)), {
        state: "Completed",
        total: 5000,
        done: 5000
      })
    })
  )

  rule(layer, "deliveries are resent in the order in which they became undelivered", () =>
    Effect.gen(function* () {
      const receiver = yield* storeReceiver(1)
      const ids = yield* Effect.forEach(Array.from({ length: 9 }), () =>
        Effect.andThen(
          TestClock.adjust(7),
          Effect.map(postSkippedAlert(receiver.account, receiver.endpoint.id, "endpoint_disabled"), ({ id }) => id)
        )
      )
      yield* replay(receiver)
      assert.deepStrictEqual(messageIdsOf(yield* runTasks(2)), ids)
    })
  )

  rule(layer, "a task queues at most ten seconds of a rate-limited endpoint's deliveries again", () =>
    Effect.gen(function* () {
      const [tasks, store] = [yield* DeliveryTasks, yield* EndpointStore]
      const receiver = yield* storeReceiver(1)
      const { account, endpoint } = receiver
      const rateLimit = Option.some(RateLimit.make(2))
      yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, rateLimit }))
      yield* missAlerts(receiver, 25)
      const task = yield* replay(receiver)
      for (let page = 0; page < 5; page++) yield* tasks.runBatch(500)
      assert.strictEqual((yield* tasks.find(account.id, task.id)).done, 20)
    })
  )

  rule(layer, "a paused task continues when its pause is over, and when the clock was set back", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const receiver = yield* storeReceiver(1)
      const { account, endpoint } = receiver
      const rateLimit = Option.some(RateLimit.make(1))
      yield* (yield* EndpointStore).modify(
        account.id,
        endpoint.id,
        (current) => new Endpoint({ ...current, rateLimit })
      )
      yield* missAlerts(receiver, 11)
      const task = yield* replay(receiver)
      const start = SAMPLE_TIME.epochMilliseconds
      yield* TestClock.adjust(HOUR_MILLIS)
      for (const ran of [true, true, false]) assert.strictEqual((yield* tasks.runBatch(500)).ran, ran)
      assertSame(yield* tasks.runBatch(500), {
        ran: false,
        nextAt: Option.some(start + HOUR_MILLIS + TASK_PAUSE_MILLIS)
      })
      yield* deliverAllDue
      // Not every clock of a store can be set back; the pause has ended by either clock.
      yield* TestClock.setTime(start)
      yield* TestClock.adjust(TASK_PAUSE_MILLIS)
      assert.isTrue((yield* tasks.runBatch(500)).ran)
      assert.strictEqual((yield* tasks.find(account.id, task.id)).done, 11)
    })
  )

  rule(layer, "tasks take turns, so that none waits for another to end", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const first = yield* storeReceiver(1)
      const second = { account: first.account, endpoint: yield* storeEndpoint(first.application, 2) }
      yield* missAlerts(first, 6)
      yield* missAlerts(second, 6)
      const started = [yield* replay(first), yield* replay(second)]
      for (let page = 0; page < 4; page++) {
        yield* TestClock.adjust(1)
        yield* tasks.runBatch(2)
      }
      const done = yield* Effect.forEach(started, ({ id }) => tasks.find(first.account.id, id))
      assert.deepStrictEqual(
        done.map((task) => task.done),
        [4, 4]
      )
      assert.strictEqual((yield* runTasks(2)).length, 12)
    })
  )
}

const arrivalRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a new task completes the wait for an arrival, also when it is created between batch and wait", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const receiver = yield* storeReceiver(1)
      yield* missAlerts(receiver, 1)
      yield* tasks.runBatch(10)
      const waiting = yield* Effect.forkChild(tasks.arrival, { startImmediately: true })
      assert.isUndefined(waiting.pollUnsafe())
      yield* replay(receiver)
      yield* Fiber.join(waiting)
      yield* tasks.arrival
      yield* runTasks(10)
      yield* claimNone()
    })
  )
}

/** Registers the rules of the steps of tasks. */
export const taskRunRules = <E>(layer: StorageLayer<E>): void => {
  cancellationRules(layer)
  pacingRules(layer)
  arrivalRules(layer)
}
