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
  answer,
  exactSettings,
  post,
  type ScriptedTransport,
  scriptedTransport,
  states,
  working
} from "../support/Deliveries.ts"

const timedOut = new TransportError({ reason: "timeout", message: "No answer within 15 seconds." })

/** A transport whose receivers under `dead-…` never answer, and all others do so after 20 ms. */
const someHang = scriptedTransport(({ url }) =>
  url.includes("dead")
    ? Effect.delay(Effect.fail(timedOut), "15 seconds")
    : Effect.delay(Effect.succeed(answer(200)), 20)
)

/** A worker that waits for nothing when it stops: some of what it sends never ends. */
const impatient = (transport: ScriptedTransport) => working(transport, { ...exactSettings, graceMillis: 0 })

const addDead = (n: number) => addEndpoint(n, EndpointUrl.make(`https://dead-${n}.example/hook`))

/** Changes how an endpoint is sent to. */
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
  it.effect("delay no other, however much is due for them", () =>
    Effect.gen(function* () {
      const dead = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], addDead)
      for (const id of dead) for (let n = 0; n < 200; n++) yield* post(n, id)
      yield* TestClock.adjust("2 minutes")
      const healthy = yield* addEndpoint(99)
      const delays: Array<number> = []
      for (let n = 0; n < 30; n++) {
        const before = someHang.seen.length
        const postedAt = 120_000 + n * 1_000
        yield* post(n, healthy)
        yield* TestClock.adjust("1 second")
        const sent = someHang.seen.slice(before).find(({ outgoing }) => !outgoing.url.includes("dead"))
        delays.push((sent?.at ?? Number.POSITIVE_INFINITY) - postedAt)
      }
      assert.isAtMost(Math.max(...delays), 5, `${delays}`)
    }).pipe(Effect.provide(impatient(someHang)))
  )
})

describe("a rate limit", () => {
  it.effect("spaces the sends, those of retries too", () => {
    const transport = scriptedTransport((_, number) => Effect.succeed(answer(number === 1 ? 500 : 200)))
    return Effect.gen(function* () {
      const id = yield* addEndpoint(1)
      yield* change(id, { rateLimit: Option.some(RateLimit.make(5)) })
      for (let n = 0; n < 40; n++) yield* post(n, id)
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(new Set(yield* states), new Set(["Succeeded"]))
      const sent = transport.seen.map(({ at }) => at)
      assert.strictEqual(sent.length, 41)
      for (const [index, at] of sent.entries()) {
        if (index > 0) assert.isAtLeast(at - (sent[index - 1] ?? 0), 199)
      }
      assert.isAtMost(sent[39] ?? Number.POSITIVE_INFINITY, 39 * 200 + 500)
    }).pipe(Effect.provide(impatient(transport)))
  })
})

describe("the delivery profile of an endpoint", () => {
  it.effect("is its retry policy, and its custom headers beside those of the standard", () => {
    const transport = scriptedTransport(() => Effect.succeed(answer(500)))
    return Effect.gen(function* () {
      const id = yield* addEndpoint(1)
      const retryPolicy = Option.some({ waitsSeconds: [0, 2, 60], jitter: 0 })
      yield* change(id, { retryPolicy }, { authorization: "Bearer token" })
      yield* post(1, id)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(
        transport.seen.map(({ at }) => at),
        [0, 2_000, 62_000]
      )
      assert.deepStrictEqual(yield* states, ["Exhausted"])
      const headers = transport.seen[0]?.outgoing.headers ?? {}
      assert.strictEqual(headers.authorization, "Bearer token")
      assert.strictEqual(headers["content-type"], "application/json")
      assert.isDefined(headers["webhook-signature"])
    }).pipe(Effect.provide(impatient(transport)))
  })
})
