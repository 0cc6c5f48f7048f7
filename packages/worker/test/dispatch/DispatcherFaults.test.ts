import { assert, describe, it } from "@effect/vitest"
import { type DeliveryLease, DeliveryQueue, type LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { StorageError } from "@landfall/core/faults/StorageError"
import { DeliveryDispatcher } from "@landfall/worker/dispatch/Dispatcher"
import { Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import {
  addEndpoint,
  attempts,
  exactSettings,
  memoryLayer,
  passDueSends,
  post,
  responseOf,
  type ScriptedTransport,
  scriptedTransport,
  states
} from "../support/Deliveries.ts"

type Queue = DeliveryQueue["Service"]

/** Records the log lines at warning or above. */
const logged = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    if (logLevel === "Warn" || logLevel === "Error") lines.push(String(Array.isArray(message) ? message[0] : message))
  })
  return { lines, layer: Logger.layer([logger]) }
}

/** Starts a dispatcher in its own scope, so that a test can stop it, on a queue that `change` may replace. */
const start = (
  transport: ScriptedTransport,
  change: (queue: Queue) => Queue = (queue) => queue,
  settings = exactSettings
) =>
  Effect.gen(function* () {
    const queue = yield* DeliveryQueue
    const scope = yield* Scope.make()
    const layer = DeliveryDispatcher.layer(settings).pipe(
      Layer.provide(transport.layer),
      Layer.provide(Layer.succeed(DeliveryQueue, change(queue)))
    )
    const context = yield* Layer.buildWithScope(layer, scope)
    return { dispatcher: Context.get(context, DeliveryDispatcher), stop: Scope.close(scope, Exit.void) }
  })

/** Stops a dispatcher while the clock advances. */
const stopWithin = (stop: Effect.Effect<void>, duration: `${number} seconds`) =>
  Effect.all([stop, TestClock.adjust(duration)], { concurrency: "unbounded", discard: true })

const respondsAfter = (duration: `${number} seconds`) =>
  scriptedTransport(() => Effect.delay(Effect.succeed(responseOf(200)), duration))

const unavailable = new StorageError({
  operation: "DeliveryQueue.claim",
  reason: "unavailable",
  cause: new Error("down")
})
const broken = new StorageError({ operation: "DeliveryQueue.record", reason: "fault", cause: new Error("refused") })

describe("a stopping worker", () => {
  it.effect("completes and records its sends, and claims no more deliveries", () => {
    const transport = respondsAfter("3 seconds")
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      const worker = yield* start(transport)
      yield* post(1, endpoint)
      yield* passDueSends
      const afterStop = Effect.all([post(2, endpoint), post(3, endpoint), TestClock.adjust("10 seconds")])
      yield* Effect.all([worker.stop, afterStop], { concurrency: "unbounded" })
      assert.strictEqual(transport.sends.length, 1)
      assert.deepStrictEqual(yield* states, ["Succeeded", "Pending", "Pending"])
    }).pipe(Effect.provide(memoryLayer))
  })

  it.effect(
    "releases the deliveries that it cannot complete within the grace period, due immediately and without an attempt",
    () => {
      const transport = respondsAfter("10 seconds")
      return Effect.gen(function* () {
        const worker = yield* start(transport)
        yield* post(1, yield* addEndpoint(1))
        yield* passDueSends
        yield* stopWithin(worker.stop, "5 seconds")
        assert.deepStrictEqual(yield* states, ["Pending"])
        assert.deepStrictEqual(yield* attempts, [])

        const next = respondsAfter("0 seconds")
        yield* start(next)
        yield* passDueSends
        assert.deepStrictEqual(yield* states, ["Succeeded"])
        assert.strictEqual(
          next.sends[0]?.request.headers["webhook-id"],
          transport.sends[0]?.request.headers["webhook-id"]
        )
      }).pipe(Effect.provide(memoryLayer))
    }
  )

  it.effect("releases immediately the deliveries that it has leased and not begun", () => {
    const transport = scriptedTransport((_, number) =>
      Effect.delay(Effect.succeed(responseOf(200)), number <= 20 ? 1 : "4 seconds")
    )
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      for (let n = 0; n < 100; n++) yield* post(n, endpoint)
      const worker = yield* start(transport, undefined, {
        ...exactSettings,
        concurrency: 4,
        reservedForResponsive: 0,
        claimBatch: 32
      })
      yield* passDueSends
      const health = yield* worker.dispatcher.health
      assert.strictEqual(health.inFlight, 3, "an account alone occupies three quarters of the lanes")
      assert.isAbove(health.waiting, 0)
      yield* stopWithin(worker.stop, "5 seconds")
      const tags = yield* states
      assert.strictEqual(tags.filter((tag) => tag === "Succeeded").length, transport.sends.length)
      assert.strictEqual(tags.filter((tag) => tag === "Pending").length, 100 - transport.sends.length)
    }).pipe(Effect.provide(memoryLayer))
  })
})

describe("a worker that crashes", () => {
  it.effect("leaves a delivery that another worker sends with the same id after the lease has expired", () => {
    const dying = scriptedTransport(() => Effect.never)
    const transport = scriptedTransport(() => Effect.succeed(responseOf(200)))
    return Effect.gen(function* () {
      yield* post(1, yield* addEndpoint(1))
      // A killed worker never records, releases or claims again.
      yield* start(dying, (queue) => ({
        ...queue,
        record: () => Effect.never,
        release: () => Effect.void,
        arrival: Effect.never,
        nextDueAt: () => Effect.never
      }))
      yield* passDueSends
      yield* start(transport)
      yield* TestClock.adjust("24 seconds")
      assert.strictEqual(transport.sends.length, 0)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(transport.sends[0]?.at, 25_000)
      assert.strictEqual(
        transport.sends[0]?.request.headers["webhook-id"],
        dying.sends[0]?.request.headers["webhook-id"]
      )
      assert.deepStrictEqual(yield* states, ["Succeeded"])
    }).pipe(Effect.provide(memoryLayer))
  })

  it.effect("cannot record after another worker claimed its delivery, and logs it", () => {
    const log = logged()
    const frozen = respondsAfter("30 seconds")
    const transport = scriptedTransport(() => Effect.succeed(responseOf(200)))
    return Effect.gen(function* () {
      yield* post(1, yield* addEndpoint(1))
      const worker = yield* start(frozen, (queue) => ({
        ...queue,
        arrival: Effect.never,
        nextDueAt: () => Effect.never
      }))
      yield* passDueSends
      yield* start(transport)
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual(transport.sends.length, 1)
      assert.strictEqual((yield* attempts).length, 1)
      assert.strictEqual((yield* worker.dispatcher.health).attempts.leasesLost, 1)
      assert.match(log.lines.join("\n"), /Outcomes not recorded because their leases had expired \(1\)/)
    }).pipe(Effect.provide(memoryLayer), Effect.provide(log.layer))
  })
})

describe("a storage outage", () => {
  it.effect("stops no loop, loses nothing and is logged once", () => {
    const log = logged()
    const transport = scriptedTransport(() => Effect.succeed(responseOf(200)))
    let down = false
    const fails = <A>(effect: Effect.Effect<A, StorageError>) =>
      Effect.suspend(() => (down ? Effect.fail(unavailable) : effect))
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      const worker = yield* start(transport, (queue) => ({
        claim: (limit, lease) => fails(queue.claim(limit, lease)),
        record: (outcomes) => fails(queue.record(outcomes)),
        release: (leases) => fails(queue.release(leases)),
        postpone: (postponements) => fails(queue.postpone(postponements)),
        nextDueAt: (without) => fails(queue.nextDueAt(without)),
        arrival: queue.arrival
      }))
      yield* post(1, endpoint)
      yield* TestClock.adjust(1)
      assert.strictEqual(transport.sends.length, 1)
      down = true
      yield* post(2, endpoint)
      yield* TestClock.adjust("10 minutes")
      const health = yield* worker.dispatcher.health
      assert.strictEqual(health.unrecorded, 1)
      assert.strictEqual(health.storageUnavailableSince._tag, "Some")
      assert.strictEqual(log.lines.length, 1)

      down = false
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* worker.dispatcher.health).storageUnavailableSince._tag, "None")
      assert.strictEqual((yield* states).filter((tag) => tag === "Succeeded").length, 2)
      assert.strictEqual((yield* attempts).length, 2)
    }).pipe(Effect.provide(memoryLayer), Effect.provide(log.layer))
  })

  it.effect("is probed at most a few times a second", () => {
    let claimAttempts = 0
    const transport = scriptedTransport(() => Effect.succeed(responseOf(200)))
    return Effect.gen(function* () {
      yield* start(transport, (queue) => ({
        ...queue,
        claim: () =>
          Effect.suspend(() => {
            claimAttempts++
            return Effect.fail(unavailable)
          })
      }))
      yield* TestClock.adjust("10 minutes")
      assert.isBelow(claimAttempts, 10 * 60)
      assert.isAbove(claimAttempts, 100)
    }).pipe(Effect.provide(memoryLayer), Effect.provide(logged().layer))
  })
})

describe("an outcome that the storage rejects", () => {
  const rejecting =
    (isPoison: (lease: DeliveryLease) => boolean) =>
    (queue: Queue): Queue => ({
      ...queue,
      record: (outcomes: ReadonlyArray<LeaseOutcome>) =>
        outcomes.some(({ lease }) => isPoison(lease)) ? Effect.fail(broken) : queue.record(outcomes)
    })

  it.effect("delays no other outcome, is logged, and its delivery is sent again", () => {
    const log = logged()
    const transport = scriptedTransport(() => Effect.succeed(responseOf(200)))
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      const ids: Array<string> = []
      for (let n = 0; n < 40; n++) ids.push((yield* post(n, endpoint)).id)
      const rejectedId = ids[17]
      yield* start(
        transport,
        rejecting((lease) => lease.messageId === rejectedId && lease.attempt === 1 && transport.sends.length < 41)
      )
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* states).filter((tag) => tag === "Succeeded").length, 39)
      assert.match(log.lines.join("\n"), new RegExp(`rejects the outcome of ${rejectedId}`))
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual((yield* states).filter((tag) => tag === "Succeeded").length, 40)
    }).pipe(Effect.provide(memoryLayer), Effect.provide(log.layer))
  })

  it.effect("does not stop a worker when the adapter itself has a defect", () => {
    const transport = scriptedTransport(() => Effect.succeed(responseOf(200)))
    let defects = 3
    return Effect.gen(function* () {
      yield* start(transport, (queue) => ({
        ...queue,
        claim: (limit, lease) =>
          Effect.suspend(() => (defects-- > 0 ? Effect.die("a bug in the adapter") : queue.claim(limit, lease)))
      }))
      yield* post(1, yield* addEndpoint(1))
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* states, ["Succeeded"])
    }).pipe(Effect.provide(memoryLayer), Effect.provide(logged().layer))
  })
})
