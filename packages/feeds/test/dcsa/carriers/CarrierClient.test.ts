import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { ByteSize, Clock, Effect, Fiber, Result } from "effect"
import { Headers } from "effect/http"
import { TestClock } from "effect/testing"
import { type CarrierClient, makeCarrierClient } from "../../../src/dcsa/carriers/CarrierClient.ts"
import { unavailable } from "../../../src/dcsa/carriers/CarrierFault.ts"
import type { CarrierResponse, HttpExchange } from "../../../src/dcsa/carriers/HttpExchange.ts"
import { carrierAt } from "../support/CarrierServer.ts"

const SECOND = 1_000
const PAGE = new URL("https://carrier.example/v2/events")

type Scripted = CarrierResponse | "unreachable"

const responseOf = (status: number, headers: Record<string, string> = {}): CarrierResponse => ({
  status,
  headers: Headers.fromInput(headers),
  body: new TextEncoder().encode("[]")
})

/** A client whose carrier gives these responses in turn, the last one repeatedly, and the instants of its requests. */
const scriptedClient = (...responses: ReadonlyArray<Scripted>) => {
  const sentAt: Array<number> = []
  const exchange: HttpExchange = () =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const response = responses[Math.min(sentAt.push(now), responses.length) - 1] ?? "unreachable"
      return response === "unreachable"
        ? Effect.fail(unavailable("unreachable", "could not be reached."))
        : Effect.succeed(response)
    })
  return { sentAt, client: makeCarrierClient(exchange, carrierAt("https://carrier.example")) }
}

/** Gets a page while time passes; the result, and the instant at which it came. */
const get = Effect.fnUntraced(function* (client: CarrierClient) {
  const request = client.get(PAGE, ByteSize.mebibytes(1), 5 * SECOND, { requests: 0 })
  const fiber = yield* Effect.forkChild(Effect.all([Effect.result(request), Clock.currentTimeMillis]))
  yield* TestClock.adjust("1 minute")
  const [result, at] = yield* Fiber.join(fiber)
  return { at, status: Result.isSuccess(result) ? result.success.status : result.failure }
})

describe("a request to a carrier", () => {
  it.effect("is sent again exactly after a Retry-After of at most 5 s", () =>
    Effect.gen(function* () {
      for (const [status, seconds] of [
        [429, 1],
        [503, 5]
      ] as const) {
        const { client, sentAt } = scriptedClient(responseOf(status, { "retry-after": `${seconds}` }), responseOf(200))
        const start = yield* Clock.currentTimeMillis
        assert.strictEqual((yield* get(client)).status, 200)
        assert.deepStrictEqual(sentAt, [start, start + seconds * SECOND])
      }
    })
  )

  it.effect("fails immediately after a longer Retry-After, and no request is sent before it has passed", () =>
    Effect.gen(function* () {
      const { client, sentAt } = scriptedClient(responseOf(429, { "retry-after": "120" }), responseOf(200))
      const first = yield* get(client)
      assert.strictEqual(first.at, 0)
      assert.deepInclude(first.status, { _tag: "Throttled", until: Instant.make(120 * SECOND) })
      assert.deepInclude((yield* get(client)).status, { _tag: "Throttled", until: Instant.make(120 * SECOND) })
      assert.deepStrictEqual(sentAt, [0])
      assert.strictEqual((yield* get(client)).status, 200)
      assert.deepStrictEqual(sentAt, [0, 120 * SECOND])
    })
  )

  it.effect("pauses the others for a minute after three times 429 without a Retry-After", () =>
    Effect.gen(function* () {
      const { client, sentAt } = scriptedClient(responseOf(429))
      const { at, status } = yield* get(client)
      assert.strictEqual(sentAt.length, 3)
      assert.deepInclude(status, { _tag: "Throttled", until: Instant.make(Math.ceil(at + 60 * SECOND)) })
    })
  )

  it.effect("is sent three times after server errors and failures of the network, with a growing wait", () =>
    Effect.gen(function* () {
      for (const failure of [responseOf(500), "unreachable"] as const) {
        const { client, sentAt } = scriptedClient(failure)
        assert.deepInclude((yield* get(client)).status, { _tag: "Unavailable" })
        const [first = 0, second = 0, third = 0, ...more] = sentAt
        assert.deepStrictEqual(more, [])
        assert.isTrue(second - first >= 250 && second - first <= 500, `${second - first} ms`)
        assert.isTrue(third - second >= 500 && third - second <= 1_000, `${third - second} ms`)
      }
    })
  )
})
