import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "@landfall/core/accounts/Account"
import { DEFAULT_LIMITS, Limits, type LimitValues } from "@landfall/core/limits/Limits"
import { LoopTurn, MIN_TURN_MILLIS } from "@landfall/core/limits/LoopTurn"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { newCallRecord } from "../../src/conventions/CallRecord.ts"
import { makeSlots, RunningRequests } from "../../src/limits/RunningRequests.ts"
import { Metrics } from "../../src/metrics/Metrics.ts"

const runningRequests = (limits: Partial<LimitValues>) =>
  RunningRequests.layerUnswept.pipe(
    Layer.provide(Metrics.layer),
    Layer.provide(Layer.succeed(Limits, { ...DEFAULT_LIMITS, ...limits }))
  )

const callOf = (account: string) => {
  const call = newCallRecord()
  call.accountId = AccountId.make(`acc_${account}`)
  return call
}

/** Starts requests whose work reports that it runs and ends on a signal. */
const makeStart = Effect.map(RunningRequests, ({ run }) => {
  const running: Array<string> = []
  const start = Effect.fnUntraced(function* (account: string, name: string, weight = 1) {
    const end = yield* Deferred.make<void>()
    const work = Effect.andThen(
      Effect.sync(() => void running.push(name)),
      Deferred.await(end)
    )
    const fiber = yield* Effect.forkChild(run(callOf(account), weight, work), { startImmediately: true })
    return { fiber, end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber)) }
  })
  return { running, start }
})

describe("the requests that a server runs at the same time", () => {
  it.effect("wait for a slot, those of the account with the least running first, in the order of their account", () =>
    Effect.gen(function* () {
      const { running, start } = yield* makeStart
      const first = yield* start("loud", "loud 1")
      yield* start("loud", "loud 2")
      yield* start("loud", "loud 3")
      yield* start("loud", "loud 4")
      const calm = yield* start("calm", "calm 1")
      yield* start("calm", "calm 2")
      assert.deepStrictEqual(running, ["loud 1", "loud 2", "loud 3", "calm 1"])
      yield* first.end
      assert.deepStrictEqual(running.slice(4), ["calm 2"])
      yield* calm.end
      assert.deepStrictEqual(running.slice(5), ["loud 4"])
    }).pipe(Effect.provide(runningRequests({ "server.runningRequests": 4 })))
  )

  it.effect("release their slots after 50 ms, so that a request that hangs delays no other", () =>
    Effect.gen(function* () {
      const { sweep } = yield* RunningRequests
      const { running, start } = yield* makeStart
      for (const account of ["a", "b", "c"]) yield* start(account, account)
      yield* start("calm", "calm")
      yield* TestClock.adjust("49 millis")
      yield* sweep
      assert.notInclude(running, "calm")
      yield* TestClock.adjust("1 millis")
      yield* sweep
      assert.include(running, "calm")
    }).pipe(Effect.provide(runningRequests({ "server.runningRequests": 3 })))
  )

  it.effect(
    "are rejected when an account has its limit in progress, and count no more when they end or are interrupted",
    () =>
      Effect.gen(function* () {
        const { run } = yield* RunningRequests
        const { start } = yield* makeStart
        const first = yield* start("loud", "1")
        const second = yield* start("loud", "2")
        const waiting = yield* start("loud", "3")
        const error = yield* Effect.flip(run(callOf("loud"), 1, Effect.void))
        assert.include(error.details[0], "account.requestsInProgress allows")
        assert.include(error.details[0], "has 3 requests in progress")
        yield* run(callOf("calm"), 1, Effect.void)
        yield* Fiber.interrupt(waiting.fiber)
        const again = yield* start("loud", "4")
        for (const request of [first, second, again]) yield* request.end
        yield* run(callOf("loud"), 1, Effect.void)
      }).pipe(Effect.provide(runningRequests({ "account.requestsInProgress": 3, "server.runningRequests": 4 })))
  )

  it.effect("have slots again after each of them has ended, failed or was interrupted", () =>
    Effect.gen(function* () {
      const { run } = yield* RunningRequests
      for (let round = 0; round < 10; round++) {
        yield* Effect.exit(run(callOf("a"), 1, Effect.fail("fault")))
        yield* Effect.exit(run(callOf("b"), 50, Effect.die("defect")))
        yield* Fiber.interrupt(yield* Effect.forkChild(run(callOf("c"), 1, Effect.never), { startImmediately: true }))
      }
      const { running, start } = yield* makeStart
      for (const account of ["a", "b"]) yield* start(account, account)
      assert.deepStrictEqual(running, ["a", "b"])
    }).pipe(Effect.provide(runningRequests({ "server.runningRequests": 2 })))
  )

  /** Slots with requests that take a millisecond each and wait for nothing, on an event loop that the test moves on. */
  const makeTurns = () => {
    let now = 0
    const nextTurn: Array<() => void> = []
    const makeTurn = () =>
      new LoopTurn(
        () => now,
        (work) => void nextTurn.push(work)
      )
    const slots = makeSlots(32, 1000, () => now, { turn: makeTurn(), promptTurn: makeTurn() })
    const order: Array<string> = []
    const depths = { now: 0, deepest: 0 }
    const send = (account: string, name: string): void => {
      const request = slots.enter(account, 1)
      if (request === undefined) throw new Error("The request was rejected")
      const run = (): void => {
        depths.now++
        depths.deepest = Math.max(depths.deepest, depths.now)
        order.push(name)
        now += 1
        slots.leave(request)
        depths.now--
      }
      if (request.heldSince === undefined) request.start = run
      else run()
    }
    return { send, order, depths, nextTurn }
  }

  it("that wait for nothing take turns of the event loop", () => {
    const { depths, nextTurn, order, send } = makeTurns()
    for (let n = 0; n < 64; n++) send("loud", `loud ${n}`)
    assert.lengthOf(order, MIN_TURN_MILLIS)
    let turns = 0
    for (; nextTurn.length > 0; turns++) nextTurn.shift()?.()
    assert.lengthOf(order, 64)
    assert.isAtLeast(turns, 64 / MIN_TURN_MILLIS - 1)
    assert.strictEqual(depths.deepest, 1)
  })

  it("run in the turn in which they arrive when their account has used the least time, and no more of them than it has", () => {
    const { nextTurn, order, send } = makeTurns()
    for (let n = 0; n < 64; n++) send("loud", `loud ${n}`)
    send("calm", "calm 1")
    assert.deepStrictEqual(order.slice(MIN_TURN_MILLIS), ["calm 1"])
    // It has used more than the other now.
    send("calm", "calm 2")
    assert.lengthOf(order, MIN_TURN_MILLIS + 1)
    for (let n = 0; n < 20; n++) send(`calm ${n}`, `${n}`)
    assert.isAtMost(order.length, 2 * MIN_TURN_MILLIS + 1)
    while (nextTurn.length > 0) nextTurn.shift()?.()
    assert.lengthOf(order, 64 + 2 + 20)
  })
})
