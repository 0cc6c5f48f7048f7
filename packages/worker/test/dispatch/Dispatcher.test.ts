import { assert, describe, it } from "@effect/vitest"
import { TransportError, type WebhookResponse } from "@landfall/core/alerts/sending/AlertTransport"
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

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const always = (reply: WebhookResponse) => scriptedTransport(() => Effect.succeed(reply))

describe("DeliveryDispatcher", () => {
  it.effect("sends a message once when the receiver responds with 2xx", () => {
    const transport = always(responseOf(204))
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      const message = yield* post(1, endpoint)
      yield* TestClock.adjust("4 days")
      assert.strictEqual(transport.sends.length, 1)
      assert.strictEqual(transport.sends[0]?.request.headers["webhook-id"], message.id)
      assert.strictEqual(transport.sends[0]?.request.body, message.body)
      assert.deepStrictEqual(yield* states, ["Succeeded"])
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("sends the headers of Standard Webhooks and its own user agent", () => {
    const transport = always(responseOf(200))
    const sends = Effect.gen(function* () {
      const message = yield* post(1, yield* addEndpoint(1))
      yield* passDueSends
      const headers = transport.sends[0]?.request.headers ?? {}
      assert.deepStrictEqual(
        { ...headers, "webhook-signature": headers["webhook-signature"]?.slice(0, 3) },
        {
          "content-type": "application/json",
          "landfall-hop": "1",
          "user-agent": "Landfall/1.2.3",
          "webhook-id": message.id,
          "webhook-timestamp": "1700000000",
          "webhook-signature": "v1,"
        }
      )
    })
    return Effect.andThen(TestClock.setTime(1_700_000_000_900), Effect.provide(sends, dispatcherLayer(transport)))
  })

  it.effect("follows the retry policy to the millisecond, and then the delivery is exhausted", () => {
    const transport = always(responseOf(500))
    return Effect.gen(function* () {
      yield* post(1, yield* addEndpoint(1))
      yield* TestClock.adjust("5 days")
      const waits = [
        5 * SECOND,
        5 * MINUTE,
        30 * MINUTE,
        2 * HOUR,
        5 * HOUR,
        10 * HOUR,
        14 * HOUR,
        20 * HOUR,
        24 * HOUR
      ]
      const times = transport.sends.map(({ at }) => at)
      assert.deepStrictEqual(
        times.slice(1).map((at, index) => at - (times[index] ?? 0)),
        waits
      )
      assert.deepStrictEqual(yield* states, ["Exhausted"])
      assert.deepStrictEqual(
        (yield* attempts).map(({ number }) => number),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      )
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("sends the same message id and a new signature on every attempt", () => {
    const transport = always(responseOf(500))
    return Effect.gen(function* () {
      yield* post(1, yield* addEndpoint(1))
      yield* TestClock.adjust("1 hour")
      const header = (name: string) => transport.sends.map(({ request }) => request.headers[name])
      assert.strictEqual(new Set(header("webhook-id")).size, 1)
      assert.strictEqual(new Set(header("webhook-timestamp")).size, 4)
      assert.strictEqual(new Set(header("webhook-signature")).size, 4)
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("varies each wait by at most the jitter of the policy", () => {
    const transport = always(responseOf(500))
    const retryPolicy = { ...exactSettings.retryPolicy, jitter: 0.1 }
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      for (let n = 0; n < 50; n++) yield* post(n, endpoint)
      yield* TestClock.adjust("6 seconds")
      const retries = transport.sends.slice(50).map(({ at }) => at)
      assert.strictEqual(retries.length, 50)
      assert.isAtLeast(Math.min(...retries), 4_500)
      assert.isAtMost(Math.max(...retries), 5_500 + 1)
      assert.isAbove(new Set(retries).size, 20)
    }).pipe(Effect.provide(dispatcherLayer(transport, { ...exactSettings, retryPolicy })))
  })

  it.effect("makes no further attempt after 410, and disables the endpoint", () => {
    const transport = always(responseOf(410))
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      yield* post(1, endpoint)
      yield* TestClock.adjust("5 days")
      assert.strictEqual(transport.sends.length, 1)
      assert.deepStrictEqual(yield* states, ["Exhausted"])
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect.each([429, 503])(
    "waits as long as Retry-After demands after %i, when that is later than the policy",
    (status) => {
      const transport = scriptedTransport((_, number) =>
        Effect.succeed(number === 1 ? responseOf(status, HOUR) : responseOf(200))
      )
      return Effect.gen(function* () {
        yield* post(1, yield* addEndpoint(1))
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual(
          transport.sends.map(({ at }) => at),
          [0, HOUR]
        )
      }).pipe(Effect.provide(dispatcherLayer(transport)))
    }
  )

  it.effect("pauses the other deliveries of an endpoint while Retry-After lasts", () => {
    const transport = scriptedTransport((_, number) =>
      Effect.succeed(number === 1 ? responseOf(429, HOUR) : responseOf(200))
    )
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      yield* post(1, endpoint)
      yield* passDueSends
      yield* post(2, endpoint)
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(
        transport.sends.map(({ at }) => at),
        [0, HOUR, HOUR]
      )
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("ignores Retry-After with any other failure", () => {
    const transport = scriptedTransport((_, number) =>
      Effect.succeed(number === 1 ? responseOf(500, HOUR) : responseOf(200))
    )
    return Effect.gen(function* () {
      yield* post(1, yield* addEndpoint(1))
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(
        transport.sends.map(({ at }) => at),
        [0, 5 * SECOND]
      )
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("counts a redirect as a failure", () => {
    const transport = always(responseOf(302))
    return Effect.gen(function* () {
      yield* post(1, yield* addEndpoint(1))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(transport.sends.length, 2)
      assert.deepStrictEqual(yield* states, ["Pending"])
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("records why no response was received, and retries", () => {
    const transport = scriptedTransport((_, number) =>
      number === 1
        ? Effect.fail(new TransportError({ reason: "dns", message: "The host name does not exist." }))
        : Effect.succeed(responseOf(200))
    )
    return Effect.gen(function* () {
      yield* post(1, yield* addEndpoint(1))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        (yield* attempts).map(({ outcome }) => outcome),
        [
          { _tag: "NoResponse", reason: "dns", message: "The host name does not exist." },
          { _tag: "Responded", status: 200, body: "" }
        ]
      )
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("wakes immediately for a message that is posted while it sleeps", () => {
    const transport = always(responseOf(200))
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      yield* TestClock.adjust("10 seconds")
      yield* post(1, endpoint)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(
        transport.sends.map(({ at }) => at),
        [10_000]
      )
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect(
    "sends at the same time as many deliveries of one account as its share of the concurrency, and continues when sends end",
    () => {
      let running = 0
      let most = 0
      const transport = scriptedTransport(() =>
        Effect.sync(() => {
          running++
          most = Math.max(most, running)
        }).pipe(
          Effect.andThen(Effect.sleep(50)),
          Effect.andThen(Effect.sync(() => void running--)),
          Effect.as(responseOf(200))
        )
      )
      return Effect.gen(function* () {
        const endpoint = yield* addEndpoint(1)
        for (let n = 0; n < 1_000; n++) yield* post(n, endpoint)
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(most, 6)
        assert.strictEqual((yield* states).filter((tag) => tag === "Succeeded").length, 1_000)
        assert.strictEqual(transport.sends.length, 1_000)
      }).pipe(Effect.provide(dispatcherLayer(transport, { ...exactSettings, concurrency: 8, claimBatch: 32 })))
    }
  )

  it.effect("counts a defect in a send as a failed attempt and continues with the others", () => {
    const transport = scriptedTransport((_, number) =>
      number === 1 ? Effect.die("a bug") : Effect.succeed(responseOf(200))
    )
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      yield* post(1, endpoint)
      yield* post(2, endpoint)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* states, ["Succeeded", "Succeeded"])
      const outcomes = (yield* attempts).map(({ outcome }) => outcome)
      assert.deepStrictEqual(outcomes[0], {
        _tag: "NoResponse",
        reason: "protocol",
        message: "The delivery could not be sent because of a fault in this service."
      })
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })

  it.effect("reports its health", () => {
    const transport = scriptedTransport((_, number) =>
      number === 1 ? Effect.succeed(responseOf(200)) : Effect.delay(Effect.succeed(responseOf(200)), "10 seconds")
    )
    return Effect.gen(function* () {
      const endpoint = yield* addEndpoint(1)
      const dispatcher = yield* DeliveryDispatcher
      yield* post(1, endpoint)
      yield* passDueSends
      yield* post(2, endpoint)
      yield* passDueSends
      const health = yield* dispatcher.health
      assert.strictEqual(health.inFlight, 1)
      assert.strictEqual(health.waiting, 0)
      assert.strictEqual(health.unrecorded, 0)
      assert.deepStrictEqual(health.attempts, { succeeded: 1, retried: 0, exhausted: 0, leasesLost: 0 })
      assert.strictEqual(health.storageUnavailableSince._tag, "None")
      assert.strictEqual(health.lastClaimAt._tag, "Some")
      yield* TestClock.adjust("10 seconds")
    }).pipe(Effect.provide(dispatcherLayer(transport)))
  })
})
