import { assert, describe, it } from "@effect/vitest"
import {
  AlertTransport,
  MAX_RESPONSE_STORED_BYTES,
  SEND_DEADLINE_MILLIS
} from "@landfall/core/alerts/sending/AlertTransport"
import { Effect, Fiber, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { MemoryTransport } from "../../../src/memory/alerts/MemoryTransport.ts"

const outgoing = (url: string, body = "{}") => ({ url, headers: { "webhook-id": "msg_1" }, body })
const URL_A = "https://a.example/"
const URL_B = "https://b.example/"

const statusOf = (url: string) =>
  Effect.map(
    Effect.flatMap(AlertTransport, (transport) => transport.send(outgoing(url))),
    (response) => response.status
  )

const provided = Effect.provide(MemoryTransport.layer)

describe("MemoryTransport", () => {
  it.effect("responds with 200 to URLs without a script, and records the requests in order", () =>
    Effect.gen(function* () {
      const transport = yield* AlertTransport
      yield* TestClock.setTime(5000)
      assert.deepStrictEqual(yield* transport.send(outgoing(URL_A, "1")), {
        status: 200,
        body: "",
        retryAfterMillis: undefined,
        responseStartMillis: 0
      })
      yield* transport.send(outgoing(URL_B, "2"))
      assert.deepStrictEqual(yield* (yield* MemoryTransport).sent, [
        { ...outgoing(URL_A, "1"), at: 5000 },
        { ...outgoing(URL_B, "2"), at: 5000 }
      ])
    }).pipe(provided)
  )

  it.effect.prop(
    "responds to each URL by its script, and then repeats the last entry",
    [Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 200, maximum: 599 }))))],
    ([statuses]) =>
      Effect.gen(function* () {
        yield* (yield* MemoryTransport).respondWith(
          URL_A,
          statuses.map((status) => ({ status }))
        )
        const received: Array<number> = []
        for (let turn = 0; turn < statuses.length + 2; turn++) {
          received.push(yield* statusOf(URL_A))
          assert.strictEqual(yield* statusOf(URL_B), 200)
        }
        const end = statuses[statuses.length - 1] ?? 200
        assert.deepStrictEqual(received, [...statuses, end, end])
      }).pipe(provided)
  )

  it.effect("fails when the script fails", () =>
    Effect.gen(function* () {
      yield* (yield* MemoryTransport).respondWith(URL_A, [{ failure: "connection_refused" }, { status: 204 }])
      const first = yield* Effect.result(statusOf(URL_A))
      assert.isTrue(Result.isFailure(first) && first.failure.reason === "connection_refused")
      assert.strictEqual(yield* statusOf(URL_A), 204)
    }).pipe(provided)
  )

  it.effect("responds after the delay of the script, and fails after the deadline", () =>
    Effect.gen(function* () {
      const memory = yield* MemoryTransport
      yield* memory.respondWith(URL_A, [{ status: 200, delayMillis: 300 }])
      yield* memory.respondWith(URL_B, [{ status: 200, delayMillis: SEND_DEADLINE_MILLIS + 1 }])
      const slow = yield* Effect.forkChild(statusOf(URL_A), { startImmediately: true })
      const never = yield* Effect.forkChild(Effect.result(statusOf(URL_B)), { startImmediately: true })
      assert.deepStrictEqual(yield* memory.inFlight, { now: 2, most: 2 })
      yield* TestClock.adjust(299)
      assert.isUndefined(slow.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(slow), 200)
      yield* TestClock.adjust(SEND_DEADLINE_MILLIS - 300)
      const late = yield* Fiber.join(never)
      assert.isTrue(Result.isFailure(late) && late.failure.reason === "timeout")
      assert.deepStrictEqual(yield* memory.inFlight, { now: 0, most: 2 })
    }).pipe(provided)
  )

  it.effect("returns each request once to a waiting caller", () =>
    Effect.gen(function* () {
      const memory = yield* MemoryTransport
      const waiting = yield* Effect.forkChild(memory.next, { startImmediately: true })
      yield* statusOf(URL_A)
      yield* statusOf(URL_B)
      assert.strictEqual((yield* Fiber.join(waiting)).url, URL_A)
      assert.strictEqual((yield* memory.next).url, URL_B)
    }).pipe(provided)
  )

  it.effect("stores the first 4 KiB of a response", () =>
    Effect.gen(function* () {
      yield* (yield* MemoryTransport).respondWith(URL_A, [
        { status: 200, body: "x".repeat(MAX_RESPONSE_STORED_BYTES + 1) }
      ])
      const response = yield* (yield* AlertTransport).send(outgoing(URL_A))
      assert.strictEqual(response.body.length, MAX_RESPONSE_STORED_BYTES)
    }).pipe(provided)
  )
})
