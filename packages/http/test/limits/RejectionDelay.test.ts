import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { makeRejectionDelay } from "../../src/limits/RejectionDelay.ts"
import { callOf } from "./Servers.ts"

const request = HttpServerRequest.fromWeb(new Request("http://localhost/"))
const rejectedCall = (account: number) => ({ ...callOf(account), retryAfterSeconds: 1 })

describe("the responses to a caller whose requests are rejected", () => {
  it.effect("are sent immediately, until the caller sends more within the same second", () =>
    Effect.gen(function* () {
      const delayOf = yield* makeRejectionDelay
      const prompt = Array.from({ length: 20 }, () => delayOf(rejectedCall(1), request))
      assert.isTrue(prompt.every((delay) => delay === undefined))
      const delay = delayOf(rejectedCall(1), request)
      if (delay === undefined) return assert.fail("not delayed")
      const fiber = yield* Effect.forkChild(delay)
      yield* TestClock.adjust("249 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(fiber)
    })
  )

  it.effect("do not delay those of others, nor a response that is not a rejection, nor those of the next second", () =>
    Effect.gen(function* () {
      const delayOf = yield* makeRejectionDelay
      for (let sent = 0; sent < 100; sent++) delayOf(rejectedCall(1), request)
      assert.isDefined(delayOf(rejectedCall(1), request))
      assert.isUndefined(delayOf(rejectedCall(2), request))
      assert.isUndefined(delayOf(callOf(1), request))
      yield* TestClock.adjust("1 second")
      assert.isUndefined(delayOf(rejectedCall(1), request))
    })
  )

  it.effect("wait in a bounded number", () =>
    Effect.gen(function* () {
      const delayOf = yield* makeRejectionDelay
      for (let sent = 0; sent < 20; sent++) delayOf(rejectedCall(1), request)
      let delayed = 0
      for (let sent = 0; sent < 2000; sent++) {
        const delay = delayOf(rejectedCall(1), request)
        if (delay === undefined) continue
        delayed++
        yield* Effect.forkChild(delay, { startImmediately: true })
      }
      assert.strictEqual(delayed, 1000)
      yield* TestClock.adjust("250 millis")
      assert.isDefined(delayOf(rejectedCall(1), request))
    })
  )
})
