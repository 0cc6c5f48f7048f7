import { assert, describe, it } from "@effect/vitest"
import type { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Outbox } from "@landfall/core/alerts/Outbox"
import type { AlertTransport } from "@landfall/core/alerts/sending/AlertTransport"
import { MemoryTransport } from "@landfall/testing/memory/alerts/MemoryTransport"
import { SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { Clock, DateTime, Effect, Exit, Layer, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import { type JumpingClock, makeJumpingClock } from "../support/JumpingClock.ts"
import { post, sqliteInMemory, storeAccount, storeEndpoint, worker } from "./Worker.ts"

const HOUR = 3_600_000
const MINUTES = 60_000

const RETRIES = { retryPolicy: Option.some({ waitsSeconds: [0, 5, 60, 600], jitter: 0 }) }

/** The number of attempts of a message. */
const timesOf = (sent: ReadonlyArray<{ readonly headers: Readonly<Record<string, string>> }>, id: string) =>
  sent.filter(({ headers }) => headers["webhook-id"] === id).length

/** Runs a test on a worker whose clock can be set, with an endpoint that fails until the test changes it. */
const jumping = <A, E>(
  body: (clock: JumpingClock, endpointId: EndpointId, url: string) => Effect.Effect<A, E, Given>
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))
    const clock = yield* makeJumpingClock
    return yield* Effect.gen(function* () {
      yield* storeAccount
      const { id, url } = yield* storeEndpoint(1, RETRIES)
      yield* (yield* MemoryTransport).respondWith(url, [{ status: 500 }])
      return yield* Effect.provide(body(clock, id, url), worker)
    }).pipe(
      Effect.provide(sqliteInMemory.pipe(Layer.provideMerge(MemoryTransport.layer))),
      Effect.provideService(Clock.Clock, clock.clock)
    )
  })

type Given = AlertTransport | DeliveryQueue | MemoryTransport | Outbox

describe("a clock that jumps", () => {
  it.effect("back by an hour delays nothing: retries are sent when they are due, and new messages immediately", () =>
    jumping(({ jump, adjust }, endpointId, url) =>
      Effect.gen(function* () {
        const transport = yield* MemoryTransport
        const first = yield* post(endpointId)
        yield* adjust("1 second")
        jump(-HOUR)
        yield* adjust("3 seconds")
        assert.strictEqual(timesOf(yield* transport.sent, first), 1)
        yield* adjust("2 seconds")
        assert.strictEqual(timesOf(yield* transport.sent, first), 2)
        const second = yield* post(endpointId)
        yield* adjust("1 second")
        assert.strictEqual(timesOf(yield* transport.sent, second), 1)
        yield* transport.respondWith(url, [])
        yield* adjust("61 seconds")
        assert.deepStrictEqual([timesOf(yield* transport.sent, first), timesOf(yield* transport.sent, second)], [3, 2])
      })
    )
  )

  it.effect(
    "back and forth repeats no successful delivery, and causes no more attempts than the retry policy allows",
    () =>
      jumping(({ jump, adjust }, endpointId, url) =>
        Effect.gen(function* () {
          const transport = yield* MemoryTransport
          const failing = yield* post(endpointId)
          yield* adjust("1 second")
          for (const millis of [HOUR, -HOUR, -2 * HOUR, 24 * HOUR, -24 * HOUR, 2 * HOUR]) {
            jump(millis)
            yield* adjust("1 second")
          }
          yield* transport.respondWith(url, [])
          const delivered: Array<string> = []
          for (const millis of [-HOUR, HOUR, -HOUR, HOUR]) {
            jump(millis)
            delivered.push(yield* post(endpointId))
            yield* adjust("1 second")
          }
          yield* adjust(15 * MINUTES)
          const sent = yield* transport.sent
          for (const id of delivered) assert.strictEqual(timesOf(sent, id), 1)
          assert.isAtMost(timesOf(sent, failing), 4)
        })
      )
  )

  it.effect("does not keep a worker that starts afterwards from sending new messages", () =>
    jumping(({ jump, adjust }, endpointId, url) =>
      Effect.gen(function* () {
        const transport = yield* MemoryTransport
        yield* transport.respondWith(url, [])
        yield* post(endpointId)
        yield* adjust("1 second")
        jump(-24 * HOUR)
        const scope = yield* Scope.make()
        yield* Layer.buildWithScope(worker, scope)
        const id = yield* post(endpointId)
        yield* adjust("1 second")
        assert.strictEqual(timesOf(yield* transport.sent, id), 1)
        yield* Scope.close(scope, Exit.void)
      })
    )
  )
})
