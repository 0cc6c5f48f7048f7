import { assert } from "@effect/vitest"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { assertFailsWith, assertSame } from "../../../suite/Assertions.ts"
import { claimNone } from "../../../suite/DeliveryQueueOperations.ts"
import { property, rule } from "../../../suite/Rules.ts"
import type { StorageLayer } from "../../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../../suite/StoredSamples.ts"
import {
  attemptAlert,
  attemptAlerts,
  deliverAllDue,
  HOUR_MILLIS,
  messageIdsOf,
  postAlert,
  postSkippedAlert,
  progressOf,
  runTasks,
  taskScopeOf
} from "./TaskOperations.ts"

const DEPARTURE = "vessel.departure.from.first.pol"
const ARRIVAL = "vessel.arrival.at.final.pod"

const setDisabled = Effect.fnUntraced(function* ({ accountId, id }: Endpoint, disabled = true) {
  yield* (yield* EndpointStore).modify(accountId, id, (current) => new Endpoint({ ...current, disabled }))
})

/** The cases of a delivery, each with the kinds of tasks that select it. */
const TASK_KINDS_BY_CASE = {
  succeeded: [],
  waiting: [],
  exhausted: ["recover"],
  disabled: ["replay-missing"],
  plan: ["replay-missing"],
  admitted: ["replay-missing"],
  filtered: [],
  example: []
} as const

const DeliveryCase = Schema.Literals([
  "succeeded",
  "waiting",
  "exhausted",
  "disabled",
  "plan",
  "admitted",
  "filtered",
  "example"
])
type DeliveryCase = typeof DeliveryCase.Type

const SelectionInput = Schema.Struct({
  cases: Schema.Array(DeliveryCase).pipe(Schema.check(Schema.isMaxLength(30))),
  kind: Schema.Literals(["recover", "replay-missing"]),
  batchSizes: Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 7 })))).pipe(
    Schema.check(Schema.isBetweenLength(1, 4))
  ),
  runners: Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 3 })))
})

const makeDelivery = Effect.fnUntraced(function* (
  result: DeliveryCase,
  { account, endpoint }: Effect.Success<ReturnType<typeof storeReceiver>>
) {
  switch (result) {
    case "succeeded":
    case "waiting":
    case "exhausted":
      return yield* attemptAlert(account, endpoint.id, result)
    case "disabled":
      return yield* postSkippedAlert(account, endpoint.id, "endpoint_disabled", { type: DEPARTURE })
    case "plan":
      return yield* postSkippedAlert(account, endpoint.id, "plan", { type: DEPARTURE })
    case "admitted":
      return yield* postSkippedAlert(account, endpoint.id, "filter", { type: ARRIVAL })
    case "filtered":
      return yield* postSkippedAlert(account, endpoint.id, "filter", { type: DEPARTURE })
    case "example":
      return yield* postSkippedAlert(account, endpoint.id, "endpoint_disabled", { example: true })
  }
})

const selectionRules = <E>(layer: StorageLayer<E>): void => {
  property(
    layer,
    "a task sends exactly the deliveries of its scope, each once, in batches of any size by any number of workers",
    SelectionInput,
    ({ cases, kind, batchSizes, runners }) =>
      Effect.gen(function* () {
        const [tasks, store] = [yield* DeliveryTasks, yield* EndpointStore]
        const receiver = yield* storeReceiver(1)
        const { account, endpoint } = receiver
        yield* store.modify(
          account.id,
          endpoint.id,
          (current) => new Endpoint({ ...current, filterTypes: Option.some([ARRIVAL]) })
        )
        const expected: Array<string> = []
        for (const result of cases) {
          const message = yield* makeDelivery(result, receiver)
          const kinds: ReadonlyArray<string> = TASK_KINDS_BY_CASE[result]
          if (kinds.includes(kind)) expected.push(message.id)
        }
        const span = taskScopeOf(kind, endpoint.id)
        assert.strictEqual(yield* tasks.countCandidates(account.id, span), expected.length)
        const task = yield* tasks.start(account.id, span)
        assert.strictEqual(task.total, expected.length)
        for (let rounds = 0; rounds < 3; rounds++) {
          yield* Effect.all(
            batchSizes.flatMap((size) => Array.from({ length: runners }, () => tasks.runBatch(size))),
            { concurrency: "unbounded" }
          )
        }
        const sent = [...(yield* deliverAllDue), ...(yield* runTasks(...batchSizes))]
        assert.deepStrictEqual(messageIdsOf(sent).toSorted(), expected.toSorted())
        const done = yield* tasks.find(account.id, task.id)
        assertSame(progressOf(done), { state: "Completed", total: expected.length, done: expected.length })
        assert.strictEqual(yield* tasks.countCandidates(account.id, span), 0)
      })
  )

  rule(layer, "recover selects skipped deliveries with an attempt, and replay-missing those without one", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, endpoint } = yield* storeReceiver(1)
      const tried = yield* attemptAlert(account, endpoint.id, "waiting")
      const untried = yield* postAlert(account, endpoint.id)
      yield* setDisabled(endpoint)
      yield* setDisabled(endpoint, false)
      yield* tasks.start(account.id, taskScopeOf("recover", endpoint.id))
      assert.deepStrictEqual(messageIdsOf(yield* runTasks(10)), [tried.id])
      yield* tasks.start(account.id, taskScopeOf("replay-missing", endpoint.id))
      assert.deepStrictEqual(messageIdsOf(yield* runTasks(10)), [untried.id])
    })
  )

  rule(
    layer,
    "replay-missing selects deliveries that waited when the endpoint was disabled, whenever they were created",
    () =>
      Effect.gen(function* () {
        const tasks = yield* DeliveryTasks
        const { account, endpoint } = yield* storeReceiver(1)
        const long = yield* postSkippedAlert(account, endpoint.id, "endpoint_disabled")
        const waited = yield* attemptAlert(account, endpoint.id, "waiting")
        yield* TestClock.adjust(2 * HOUR_MILLIS)
        yield* setDisabled(endpoint)
        const during = yield* postSkippedAlert(account, endpoint.id, "endpoint_disabled")
        yield* setDisabled(endpoint, false)
        assert.strictEqual(
          yield* tasks.countCandidates(account.id, taskScopeOf("replay-missing", endpoint.id, [3, 9])),
          0
        )
        yield* tasks.start(account.id, taskScopeOf("replay-missing", endpoint.id, [2, 9]))
        assert.deepStrictEqual(messageIdsOf(yield* runTasks(10)), [waited.id, during.id])
        yield* tasks.start(account.id, taskScopeOf("replay-missing", endpoint.id, [0, 0]))
        assert.deepStrictEqual(messageIdsOf(yield* runTasks(10)), [long.id])
      })
  )

  rule(layer, "a task selects messages up to and including its last instant, of its endpoint only", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      const first = yield* attemptAlert(account, endpoint.id, "exhausted")
      yield* attemptAlerts(account, other.id, "exhausted")
      yield* TestClock.adjust(HOUR_MILLIS)
      const second = yield* attemptAlert(account, endpoint.id, "exhausted")
      yield* TestClock.adjust(1)
      yield* attemptAlerts(account, endpoint.id, "exhausted")
      yield* tasks.start(account.id, taskScopeOf("recover", endpoint.id, [0, 1]))
      assert.deepStrictEqual(messageIdsOf(yield* runTasks(10)), [first.id, second.id])
    })
  )

  rule(
    layer,
    "a task ignores deliveries that become undelivered after it was created, those that it resent included",
    () =>
      Effect.gen(function* () {
        const tasks = yield* DeliveryTasks
        const { account, endpoint } = yield* storeReceiver(1)
        yield* attemptAlert(account, endpoint.id, "exhausted")
        const second = yield* attemptAlert(account, endpoint.id, "exhausted")
        const task = yield* tasks.start(account.id, taskScopeOf("recover", endpoint.id))
        yield* tasks.runBatch(1)
        yield* TestClock.adjust(1000)
        yield* attemptAlerts(account, endpoint.id, "exhausted")
        // The first page's delivery was due with it, and waits for another day now.
        assert.deepStrictEqual(messageIdsOf(yield* runTasks(1)), [second.id])
        assertSame(progressOf(yield* tasks.find(account.id, task.id)), { state: "Completed", total: 2, done: 2 })
      })
  )
}

const countRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "counting changes nothing and works for a disabled endpoint; starting a task for it is rejected", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const [first, second] = [yield* storeReceiver(1), yield* storeReceiver(2)]
      yield* attemptAlerts(first.account, first.endpoint.id, "exhausted")
      const span = taskScopeOf("recover", first.endpoint.id)
      yield* setDisabled(first.endpoint)
      assert.strictEqual(yield* tasks.countCandidates(first.account.id, span), 1)
      yield* assertFailsWith(tasks.start(first.account.id, span), "EndpointDisabled")
      yield* assertFailsWith(tasks.countCandidates(second.account.id, span), "EndpointNotFound")
      yield* assertFailsWith(tasks.start(second.account.id, span), "EndpointNotFound")
      assertSame(yield* tasks.runBatch(10), { ran: false, nextAt: Option.none() })
      yield* claimNone()
    })
  )

  rule(layer, "a task for an empty scope is completed when it is created", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, endpoint } = yield* storeReceiver(1)
      yield* attemptAlerts(account, endpoint.id, "succeeded")
      const task = yield* tasks.start(account.id, taskScopeOf("recover", endpoint.id))
      assertSame(progressOf(task), { state: "Completed", total: 0, done: 0 })
      assertSame(yield* tasks.find(account.id, task.id), task)
      assertSame(yield* tasks.runBatch(10), { ran: false, nextAt: Option.none() })
    })
  )
}

/** Registers the rules of the deliveries that a task selects. */
export const taskSelectionRules = <E>(layer: StorageLayer<E>): void => {
  selectionRules(layer)
  countRules(layer)
}
