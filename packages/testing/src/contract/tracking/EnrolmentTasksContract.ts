import { assert, describe } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import type { DeliveryTask } from "@landfall/core/alerts/operations/DeliveryTask"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { EnrolmentTasks } from "@landfall/core/tracking/enrolment/EnrolmentTasks"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { deliverAllDue, progressOf } from "../alerts/internal/tasks/TaskOperations.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import {
  changeNothing,
  containerReference,
  demoReference,
  FREE,
  notifySubscribers,
  requestOf,
  trackShipment
} from "../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"

const PRICE = Credits.make(10)

const trackContainers = Effect.fnUntraced(function* (account: Account, count: number, first = 0) {
  return yield* Effect.forEach(
    Array.from({ length: count }, (_, index) => first + index),
    (serial) => trackShipment(account, requestOf(containerReference(serial)))
  )
})

/** Runs every enrolment to its end, and delivers its alerts. */
const runEnrolments = Effect.fnUntraced(function* (limit: number, price: Credits = FREE) {
  const tasks = yield* EnrolmentTasks
  for (let batches = 0; batches < 1000; batches++) {
    const { ran, nextAt } = yield* tasks.runBatch(limit, price, notifySubscribers)
    if (ran) continue
    yield* deliverAllDue
    if (Option.isNone(nextAt)) return
    yield* TestClock.setTime(nextAt.value)
  }
  assert.fail("the enrolments do not end")
})

const findTask = Effect.fnUntraced(function* ({ accountId, id }: DeliveryTask) {
  return yield* (yield* DeliveryTasks).find(accountId, id)
})

/** The endpoints that each of these shipments is registered on. */
const endpointsOf = Effect.fnUntraced(function* (shipments: ReadonlyArray<Shipment>) {
  const store = yield* ShipmentStore
  return yield* Effect.forEach(shipments, ({ accountId, id }) =>
    Effect.map(store.snapshot(accountId, id), ({ subscribers }) =>
      subscribers.map(({ endpoint }) => endpoint.id).toSorted()
    )
  )
})

const remainingOf = Effect.fnUntraced(function* ({ id }: Account) {
  const period = yield* (yield* UsageStore).currentPeriod(id, yield* DateTime.now)
  return Option.getOrThrow(Option.map(period, remainingCredits))
})

const selectionRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an enrolment registers every tracked shipment once, in batches, and notifies the endpoint of each", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      const shipments = yield* trackContainers(account, 5)
      yield* trackShipment(account, requestOf(containerReference(2), endpoint.id))
      const task = yield* (yield* EnrolmentTasks).start(account.id, endpoint.id, Option.none())
      assert.deepInclude(task, { kind: "enrol-all", accountId: account.id, endpointId: endpoint.id })
      assertSame(progressOf(task), { state: "Queued", total: 4, done: 0 })
      yield* (yield* EnrolmentTasks).runBatch(2, FREE, notifySubscribers)
      assertSame(progressOf(yield* findTask(task)), { state: "Running", total: 4, done: 2 })
      yield* runEnrolments(2)
      assertSame(progressOf(yield* findTask(task)), { state: "Completed", total: 4, done: 4 })
      assertSame(
        yield* endpointsOf(shipments),
        shipments.map(() => [endpoint.id])
      )
      const again = yield* (yield* EnrolmentTasks).start(account.id, endpoint.id, Option.none())
      assertSame(progressOf(again), { state: "Completed", total: 0, done: 0 })
    })
  )

  rule(
    layer,
    "an enrolment omits stopped shipments, the demo container, shipments of other accounts and later ones",
    () =>
      Effect.gen(function* () {
        const { account, endpoint } = yield* storeReceiver(1)
        const other = yield* storeAccount(2)
        const [foreign] = yield* trackContainers(other, 1)
        const [stopped, tracked] = yield* trackContainers(account, 2)
        const demo = yield* trackShipment(account, requestOf(demoReference))
        if (stopped === undefined || tracked === undefined || foreign === undefined) return assert.fail("not tracked")
        yield* (yield* ShipmentStore).stop(account.id, stopped.id, yield* DateTime.now)
        const task = yield* (yield* EnrolmentTasks).start(account.id, endpoint.id, Option.none())
        yield* TestClock.adjust(1000)
        const [later] = yield* trackContainers(account, 1, 9)
        if (later === undefined) return assert.fail("not tracked")
        yield* runEnrolments(10)
        assertSame(progressOf(yield* findTask(task)), { state: "Completed", total: 1, done: 1 })
        assertSame(yield* endpointsOf([stopped, tracked, demo, later, foreign]), [[], [endpoint.id], [], [], []])
      })
  )

  rule(layer, "an enrolment of an unknown or disabled endpoint does not start", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeAccount(2)
      const disabled = yield* storeEndpoint(application, 3, { disabled: true })
      const tasks = yield* EnrolmentTasks
      yield* assertFailsWith(tasks.start(other.id, endpoint.id, Option.none()), "EndpointNotFound")
      yield* assertFailsWith(tasks.start(account.id, disabled.id, Option.some(true)), "EndpointDisabled")
      assert.isFalse((yield* (yield* EndpointStore).find(account.id, disabled.id)).enrolFuture)
    })
  )
}

const endingRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "an enrolment stops when the credits do not cover the next shipment, and retains the paid registrations",
    () =>
      Effect.gen(function* () {
        const account = yield* storeAccount(1, { monthlyCredits: Option.some(35) })
        const application = yield* storeApplication(account, 1)
        const endpoint = yield* storeEndpoint(application, 1)
        const shipments = yield* trackContainers(account, 5)
        const task = yield* (yield* EnrolmentTasks).start(account.id, endpoint.id, Option.none())
        yield* runEnrolments(2, PRICE)
        const ended = yield* findTask(task)
        assertSame(progressOf(ended), { state: "Cancelled", total: 5, done: 3 })
        assert.isTrue(ended.state._tag === "Cancelled" && ended.state.reason === "credits_exhausted")
        assert.strictEqual(yield* remainingOf(account), 5)
        assert.deepStrictEqual(
          (yield* endpointsOf(shipments)).map((endpoints) => endpoints.length),
          [1, 1, 1, 0, 0]
        )
      })
  )

  rule(layer, "an enrolment costs the price of each shipment, and completes with the last credit", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1, { monthlyCredits: Option.some(30) })
      const endpoint = yield* storeEndpoint(yield* storeApplication(account, 1), 1)
      yield* trackContainers(account, 3)
      const task = yield* (yield* EnrolmentTasks).start(account.id, endpoint.id, Option.none())
      yield* runEnrolments(10, PRICE)
      assertSame(progressOf(yield* findTask(task)), { state: "Completed", total: 3, done: 3 })
      assert.strictEqual(yield* remainingOf(account), 0)
      const everything = { from: Option.none(), to: Option.none() }
      const usage = yield* (yield* UsageStore).operationUsage(account.id, everything)
      assert.deepInclude(usage[0], { operation: "tasks.enrolAll", successCalls: 0, credits: Credits.make(30) })
    })
  )

  rule(layer, "an enrolment ends when it is cancelled, and when its endpoint is disabled or deleted", () =>
    Effect.gen(function* () {
      const { account, application } = yield* storeReceiver(1)
      yield* trackContainers(account, 3)
      const endpoints = yield* EndpointStore
      const ends: Record<
        string,
        (endpoint: Endpoint, task: DeliveryTask) => Effect.Effect<unknown, unknown, DeliveryTasks>
      > = {
        requested: (_, task) => Effect.flatMap(DeliveryTasks, (tasks) => tasks.cancel(account.id, task.id)),
        endpoint_disabled: ({ id }) =>
          endpoints.modify(account.id, id, (current) => new Endpoint({ ...current, disabled: true })),
        endpoint_deleted: ({ id }) => Effect.flatMap(DateTime.now, (now) => endpoints.remove(account.id, id, now))
      }
      let serial = 10
      for (const [reason, end] of Object.entries(ends)) {
        const endpoint = yield* storeEndpoint(application, serial++)
        const task = yield* (yield* EnrolmentTasks).start(account.id, endpoint.id, Option.none())
        yield* (yield* EnrolmentTasks).runBatch(1, FREE, changeNothing)
        yield* end(endpoint, task)
        yield* runEnrolments(10)
        const ended = yield* findTask(task)
        assert.isTrue(ended.state._tag === "Cancelled" && ended.state.reason === reason, reason)
        assert.strictEqual(ended.done, 1, reason)
      }
    })
  )

  rule(layer, "an enrolment pauses while the endpoint has enough deliveries in its queue", () =>
    Effect.gen(function* () {
      const { account, application } = yield* storeReceiver(1)
      const endpoint = yield* storeEndpoint(application, 5, { rateLimit: Option.some(RateLimit.make(1)) })
      yield* trackContainers(account, 25)
      const tasks = yield* EnrolmentTasks
      const task = yield* tasks.start(account.id, endpoint.id, Option.none())
      for (let batch = 0; batch < 5; batch++) yield* tasks.runBatch(100, FREE, notifySubscribers)
      assertSame(progressOf(yield* findTask(task)), { state: "Running", total: 25, done: 10 })
    })
  )
}

const futureRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an endpoint that enrols future shipments registers each one whose tracking starts, at its price", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1, { monthlyCredits: Option.some(1000) })
      const application = yield* storeApplication(account, 1)
      const [first, second] = [yield* storeEndpoint(application, 1), yield* storeEndpoint(application, 2)]
      const store = yield* ShipmentStore
      const tasks = yield* EnrolmentTasks
      yield* tasks.start(account.id, first.id, Option.some(true))
      assert.isTrue((yield* (yield* EndpointStore).find(account.id, first.id)).enrolFuture)
      const requests = [
        requestOf(containerReference(1)),
        requestOf(containerReference(2), second.id),
        requestOf(demoReference)
      ]
      const tracked = yield* store.track(account.id, requests, PRICE, yield* DateTime.now, notifySubscribers)
      assert.deepStrictEqual(
        tracked.map(({ units }) => units),
        [1, 2, 1]
      )
      assert.strictEqual(yield* remainingOf(account), 960)
      assertSame(yield* endpointsOf(tracked.map(({ shipment }) => shipment)), [[first.id], [first.id, second.id], []])
      yield* tasks.start(account.id, first.id, Option.none())
      assert.isTrue((yield* (yield* EndpointStore).find(account.id, first.id)).enrolFuture)
      yield* tasks.start(account.id, first.id, Option.some(false))
      assertSame(yield* endpointsOf(yield* trackContainers(account, 1, 9)), [[]])
    })
  )

  rule(layer, "a shipment that was unregistered is not enrolled again, and a disabled endpoint enrols none", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      const store = yield* ShipmentStore
      yield* (yield* EnrolmentTasks).start(account.id, endpoint.id, Option.some(true))
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      yield* store.unregister(account.id, endpoint.id, shipment.id)
      yield* trackShipment(account, requestOf(containerReference(1)))
      assertSame(yield* endpointsOf([shipment]), [[]])
      const disable = (current: Endpoint) => new Endpoint({ ...current, disabled: true })
      yield* (yield* EndpointStore).modify(account.id, endpoint.id, disable)
      assertSame(yield* endpointsOf(yield* trackContainers(account, 1, 5)), [[]])
    })
  )
}

/** Registers the contract of `EnrolmentTasks`, with the `ShipmentStore`, the `DeliveryTasks` and the `UsageStore`. */
export const enrolmentTasksContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`EnrolmentTasks on ${name}`, () => {
    selectionRules(layer)
    endingRules(layer)
    futureRules(layer)
  })
}
