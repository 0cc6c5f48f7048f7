import { assert } from "@effect/vitest"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { failsWith, same } from "../../suite/Assertions.ts"
import { claimNone } from "../../suite/Queued.ts"
import { property, rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storedEndpoint, storedReceiver } from "../../suite/Stored.ts"
import {
  alert,
  delivered,
  doTasks,
  HOUR_MILLIS,
  idsOf,
  progressOf,
  skipped,
  spanOf,
  triedOnce,
  triedOne
} from "./Tasked.ts"

const DEPARTURE = "vessel.departure.from.first.pol"
const ARRIVAL = "vessel.arrival.at.final.pod"

const disable = Effect.fnUntraced(function* ({ accountId, id }: Endpoint, disabled = true) {
  yield* (yield* EndpointStore).modify(accountId, id, (known) => new Endpoint({ ...known, disabled }))
})

/** What can have become of a delivery, and which kind of task takes it. */
const FATES = {
  succeeded: [],
  waiting: [],
  exhausted: ["recover"],
  disabled: ["replay-missing"],
  plan: ["replay-missing"],
  admitted: ["replay-missing"],
  filtered: [],
  example: []
} as const

const Fate = Schema.Literals([
  "succeeded",
  "waiting",
  "exhausted",
  "disabled",
  "plan",
  "admitted",
  "filtered",
  "example"
])
type Fate = typeof Fate.Type

const Case = Schema.Struct({
  fates: Schema.Array(Fate).pipe(Schema.check(Schema.isMaxLength(30))),
  kind: Schema.Literals(["recover", "replay-missing"]),
  pageSizes: Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 7 })))).pipe(
    Schema.check(Schema.isBetweenLength(1, 4))
  ),
  runners: Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 3 })))
})

const become = Effect.fnUntraced(function* (
  fate: Fate,
  { account, endpoint }: Effect.Success<ReturnType<typeof storedReceiver>>
) {
  switch (fate) {
    case "succeeded":
    case "waiting":
    case "exhausted":
      return yield* triedOne(account, endpoint.id, fate)
    case "disabled":
      return yield* skipped(account, endpoint.id, "endpoint_disabled", { type: DEPARTURE })
    case "plan":
      return yield* skipped(account, endpoint.id, "plan", { type: DEPARTURE })
    case "admitted":
      return yield* skipped(account, endpoint.id, "filter", { type: ARRIVAL })
    case "filtered":
      return yield* skipped(account, endpoint.id, "filter", { type: DEPARTURE })
    case "example":
      return yield* skipped(account, endpoint.id, "endpoint_disabled", { example: true })
  }
})

const choosingRules = <E>(layer: StorageLayer<E>): void => {
  property(
    layer,
    "a task sends all that it is for and nothing else, each once, whatever its pages and however many run them",
    Case,
    ({ fates, kind, pageSizes, runners }) =>
      Effect.gen(function* () {
        const [tasks, store] = [yield* DeliveryTasks, yield* EndpointStore]
        const receiver = yield* storedReceiver(1)
        const { account, endpoint } = receiver
        yield* store.modify(
          account.id,
          endpoint.id,
          (known) => new Endpoint({ ...known, filterTypes: Option.some([ARRIVAL]) })
        )
        const expected: Array<string> = []
        for (const fate of fates) {
          const message = yield* become(fate, receiver)
          const kinds: ReadonlyArray<string> = FATES[fate]
          if (kinds.includes(kind)) expected.push(message.id)
        }
        const span = spanOf(kind, endpoint.id)
        assert.strictEqual(yield* tasks.count(account.id, span), expected.length)
        const task = yield* tasks.start(account.id, span)
        assert.strictEqual(task.total, expected.length)
        for (let rounds = 0; rounds < 3; rounds++) {
          yield* Effect.all(
            pageSizes.flatMap((size) => Array.from({ length: runners }, () => tasks.runPage(size))),
            { concurrency: "unbounded" }
          )
        }
        const sent = [...(yield* delivered), ...(yield* doTasks(...pageSizes))]
        assert.deepStrictEqual(idsOf(sent).toSorted(), expected.toSorted())
        const done = yield* tasks.find(account.id, task.id)
        same(progressOf(done), { state: "Completed", total: expected.length, done: expected.length })
        assert.strictEqual(yield* tasks.count(account.id, span), 0)
      })
  )

  rule(layer, "recover takes what was given up after an attempt too, and replay-missing what never got one", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, endpoint } = yield* storedReceiver(1)
      const tried = yield* triedOne(account, endpoint.id, "waiting")
      const untried = yield* alert(account, endpoint.id)
      yield* disable(endpoint)
      yield* disable(endpoint, false)
      yield* tasks.start(account.id, spanOf("recover", endpoint.id))
      assert.deepStrictEqual(idsOf(yield* doTasks(10)), [tried.id])
      yield* tasks.start(account.id, spanOf("replay-missing", endpoint.id))
      assert.deepStrictEqual(idsOf(yield* doTasks(10)), [untried.id])
    })
  )

  rule(layer, "replay-missing takes what waited when the endpoint was disabled, whenever it was made", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, endpoint } = yield* storedReceiver(1)
      const long = yield* skipped(account, endpoint.id, "endpoint_disabled")
      const waited = yield* triedOne(account, endpoint.id, "waiting")
      yield* TestClock.adjust(2 * HOUR_MILLIS)
      yield* disable(endpoint)
      const during = yield* skipped(account, endpoint.id, "endpoint_disabled")
      yield* disable(endpoint, false)
      assert.strictEqual(yield* tasks.count(account.id, spanOf("replay-missing", endpoint.id, [3, 9])), 0)
      yield* tasks.start(account.id, spanOf("replay-missing", endpoint.id, [2, 9]))
      assert.deepStrictEqual(idsOf(yield* doTasks(10)), [waited.id, during.id])
      yield* tasks.start(account.id, spanOf("replay-missing", endpoint.id, [0, 0]))
      assert.deepStrictEqual(idsOf(yield* doTasks(10)), [long.id])
    })
  )

  rule(layer, "a task ends with the messages made at its last instant, and takes those of its endpoint alone", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, application, endpoint } = yield* storedReceiver(1)
      const other = yield* storedEndpoint(application, 2)
      const first = yield* triedOne(account, endpoint.id, "exhausted")
      yield* triedOnce(account, other.id, "exhausted")
      yield* TestClock.adjust(HOUR_MILLIS)
      const second = yield* triedOne(account, endpoint.id, "exhausted")
      yield* TestClock.adjust(1)
      yield* triedOnce(account, endpoint.id, "exhausted")
      yield* tasks.start(account.id, spanOf("recover", endpoint.id, [0, 1]))
      assert.deepStrictEqual(idsOf(yield* doTasks(10)), [first.id, second.id])
    })
  )

  rule(layer, "what is given up after a task was made is not its business, what it sent again neither", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, endpoint } = yield* storedReceiver(1)
      yield* triedOne(account, endpoint.id, "exhausted")
      const second = yield* triedOne(account, endpoint.id, "exhausted")
      const task = yield* tasks.start(account.id, spanOf("recover", endpoint.id))
      yield* tasks.runPage(1)
      yield* TestClock.adjust(1000)
      yield* triedOnce(account, endpoint.id, "exhausted")
      // The first page's delivery was due with it, and waits for another day now.
      assert.deepStrictEqual(idsOf(yield* doTasks(1)), [second.id])
      same(progressOf(yield* tasks.find(account.id, task.id)), { state: "Completed", total: 2, done: 2 })
    })
  )
}

const askingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "counting changes nothing, and works for a disabled endpoint; a task for it is refused", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const [mine, theirs] = [yield* storedReceiver(1), yield* storedReceiver(2)]
      yield* triedOnce(mine.account, mine.endpoint.id, "exhausted")
      const span = spanOf("recover", mine.endpoint.id)
      yield* disable(mine.endpoint)
      assert.strictEqual(yield* tasks.count(mine.account.id, span), 1)
      yield* failsWith(tasks.start(mine.account.id, span), "EndpointDisabled")
      yield* failsWith(tasks.count(theirs.account.id, span), "EndpointNotFound")
      yield* failsWith(tasks.start(theirs.account.id, span), "EndpointNotFound")
      same(yield* tasks.runPage(10), { ran: false, nextAt: Option.none() })
      yield* claimNone()
    })
  )

  rule(layer, "a task for nothing is done when it is made", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, endpoint } = yield* storedReceiver(1)
      yield* triedOnce(account, endpoint.id, "succeeded")
      const task = yield* tasks.start(account.id, spanOf("recover", endpoint.id))
      same(progressOf(task), { state: "Completed", total: 0, done: 0 })
      same(yield* tasks.find(account.id, task.id), task)
      same(yield* tasks.runPage(10), { ran: false, nextAt: Option.none() })
    })
  )
}

/** Registers the rules of which deliveries a task takes. */
export const spanRules = <E>(layer: StorageLayer<E>): void => {
  choosingRules(layer)
  askingRules(layer)
}
