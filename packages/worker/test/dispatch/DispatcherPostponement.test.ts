import { assert, describe, it } from "@effect/vitest"
import { EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import { DeliveryDispatcher } from "@landfall/worker/dispatch/Dispatcher"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  addEndpoint,
  attempts,
  dispatcherLayer,
  exactSettings,
  passDueSends,
  post,
  responseOf,
  scriptedTransport,
  states
} from "../support/Deliveries.ts"

const shortage = new SendPostponed({
  reason: "resources",
  message: "No connection could be opened: this process has no free file descriptor."
})

describe("a send that this installation cannot make", () => {
  it.effect("is not an attempt: the delivery waits for a second and is sent then", () => {
    const transport = scriptedTransport((_, number) =>
      number === 1 ? Effect.fail(shortage) : Effect.succeed(responseOf(200))
    )
    return Effect.gen(function* () {
      yield* post(1, yield* addEndpoint(1))
      yield* passDueSends
      yield* passDueSends
      assert.deepStrictEqual(yield* states, ["Pending"])
      assert.deepStrictEqual(yield* attempts, [])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* states, ["Succeeded"])
      const [attempt] = yield* attempts
      assert.strictEqual(attempt?.number, 1)
      assert.strictEqual((yield* attempts).length, 1)
      const health = yield* (yield* DeliveryDispatcher).health
      assert.strictEqual(health.postponed.resources, 1)
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("lowers the concurrency while the shortage lasts, and nothing is lost or recorded as failed", () => {
    let free = 8
    let most = 0
    let sending = 0
    const transport = scriptedTransport(() =>
      Effect.gen(function* () {
        if (sending >= free) return yield* shortage
        sending++
        most = Math.max(most, sending)
        yield* Effect.sleep(50)
        sending--
        return responseOf(200)
      })
    )
    const settings = { ...exactSettings, concurrency: 64, concurrencyPerEndpoint: 4, reservedForResponsive: 16 }
    return Effect.gen(function* () {
      for (let n = 1; n <= 40; n++) {
        const endpoint = yield* addEndpoint(n)
        for (let count = 0; count < 5; count++) yield* post(count, endpoint)
      }
      yield* passDueSends
      const { concurrency } = yield* (yield* DeliveryDispatcher).health
      assert.isBelow(concurrency, 64)
      yield* TestClock.adjust("1 minute")
      assert.isTrue((yield* states).every((tag) => tag === "Succeeded"))
      assert.strictEqual((yield* attempts).length, 200)
      assert.isAtMost(most, free)
      assert.isBelow(transport.sends.length, 4_000, "it does not try every due delivery again and again")
      free = 1_000
    }).pipe(Effect.provide(dispatcherLayer(transport, settings)))
  })

  it.effect("to one endpoint does not delay the others", () => {
    const transport = scriptedTransport(({ url }) =>
      url.includes("stopped")
        ? Effect.fail(new SendPostponed({ reason: "egress_policy", message: "The host is a loopback address." }))
        : Effect.succeed(responseOf(200))
    )
    return Effect.gen(function* () {
      const stopped = yield* addEndpoint(1, EndpointUrl.make("https://stopped.example/"))
      const other = yield* addEndpoint(2)
      for (let n = 0; n < 50; n++) {
        yield* post(n, stopped)
        yield* post(n, other)
      }
      yield* TestClock.adjust("10 seconds")
      const tags = yield* states
      assert.strictEqual(tags.filter((tag) => tag === "Succeeded").length, 50)
      assert.strictEqual(tags.filter((tag) => tag === "Pending").length, 50)
      assert.isAtMost(transport.sends.filter(({ request }) => request.url.includes("stopped")).length, 8)
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })
})
