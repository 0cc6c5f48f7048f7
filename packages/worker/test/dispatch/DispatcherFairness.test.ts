import { assert, describe, it } from "@effect/vitest"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint, EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { TransportError } from "@landfall/core/alerts/sending/AlertTransport"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import { Effect, Option, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import {
  addEndpoint,
  attempts,
  dispatcherLayer,
  exactSettings,
  post,
  responseOf,
  type ScriptedTransport,
  scriptedTransport,
  states
} from "../support/Deliveries.ts"

const timedOut = new TransportError({ reason: "timeout", message: "No response within 15 seconds." })

/** A transport whose receivers under `dead-…` never respond, and all others respond after 20 ms. */
const someHang = scriptedTransport(({ url }) =>
  url.includes("dead")
    ? Effect.delay(Effect.fail(timedOut), "15 seconds")
    : Effect.delay(Effect.succeed(responseOf(200)), 20)
)

/** A dispatcher that stops without a grace period, because some of its sends never end. */
const impatient = (transport: ScriptedTransport) => dispatcherLayer(transport, { ...exactSettings, graceMillis: 0 })

const addDead = (n: number) => addEndpoint(n, EndpointUrl.make(`https://dead-${n}.example/hook`))

/** Changes the delivery profile of an endpoint. */
const change = (id: EndpointId, fields: Partial<Endpoint>, headers: Record<string, string> = {}) =>
  Effect.flatMap(MemoryState, (state) =>
    state.transact(() => {
      const row = state.endpoints.get(id)
      if (row === undefined) return Result.fail("no such endpoint")
      const endpoint = new Endpoint({ ...row.endpoint, ...fields })
      return Result.succeed(state.endpoints.set(id, { ...row, endpoint, headers: Redacted.make(headers) }))
    })
  )

describe("receivers that never respond", () => {
  it.effect("delay no other receiver, however many deliveries are due for them", () =>
    Effect.gen(function* () {
      const dead = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], addDead)
      for (const id of dead) for (let n = 0; n < 200; n++) yield* post(n, id)
      yield* TestClock.adjust("2 minutes")
      const healthy = yield* addEndpoint(99)
      const delays: Array<number> = []
      for (let n = 0; n < 30; n++) {
        const before = someHang.sends.length
        const postedAt = 120_000 + n * 1_000
        yield* post(n, healthy)
        yield* TestClock.adjust("1 second")
        const sent = someHang.sends.slice(before).find(({ request }) => !request.url.includes("dead"))
        delays.push((sent?.at ?? Number.POSITIVE_INFINITY) - postedAt)
      }
      assert.isAtMost(Math.max(...delays), 5, `${delays}`)
    }).pipe(Effect.provide(impatient(someHang)))
  )
})

describe("a rate limit", () => {
  it.effect("spaces the sends, retries included", () => {
    const transport = scriptedTransport((_, number) => Effect.succeed(responseOf(number === 1 ? 500 : 200)))
    return Effect.gen(function* () {
      const id = yield* addEndpoint(1)
      yield* change(id, { rateLimit: Option.some(RateLimit.make(5)) })
      for (let n = 0; n < 40; n++) yield* post(n, id)
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(new Set(yield* states), new Set(["Succeeded"]))
      const sent = transport.sends.map(({ at }) => at)
      assert.strictEqual(sent.length, 41)
      for (const [index, at] of sent.entries()) {
        if (index > 0) assert.isAtLeast(at - (sent[index - 1] ?? 0), 199)
      }
      assert.isAtMost(sent[39] ?? Number.POSITIVE_INFINITY, 39 * 200 + 500)
    }).pipe(Effect.provide(impatient(transport)))
  })
})

describe("the delivery profile of an endpoint", () => {
  it.effect("contains its retry policy, and its custom headers beside the standard ones", () => {
    const transport = scriptedTransport(() => Effect.succeed(responseOf(500)))
    return Effect.gen(function* () {
      const id = yield* addEndpoint(1)
      const retryPolicy = Option.some({ waitsSeconds: [0, 2, 60], jitter: 0 })
      yield* change(id, { retryPolicy }, { authorization: "Bearer token" })
      yield* post(1, id)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(
        transport.sends.map(({ at }) => at),
        [0, 2_000, 62_000]
      )
      assert.deepStrictEqual(yield* states, ["Exhausted"])
      const headers = transport.sends[0]?.request.headers ?? {}
      assert.strictEqual(headers.authorization, "Bearer token")
      assert.strictEqual(headers["content-type"], "application/json")
      assert.isDefined(headers["webhook-signature"])
      const stored = Array.from(yield* attempts)
      assert.deepStrictEqual(
        stored.map(({ requestHeaders }) => requestHeaders),
        transport.sends.map(({ request }) => ({ ...request.headers, authorization: "(hidden)" }))
      )
    }).pipe(Effect.provide(impatient(transport)))
  })
})
