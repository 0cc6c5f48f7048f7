import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { NoResponse, Responded } from "../../../src/alerts/delivery/Delivery.ts"
import {
  decideRetry,
  defaultRetryPolicy,
  MAX_RETRY_AFTER_MILLIS,
  RequestedRetryPolicy,
  RetryPolicy,
  toRetryPolicy
} from "../../../src/alerts/delivery/RetryPolicy.ts"

const HOUR = 3_600_000
const noResponse = NoResponse.make({ reason: "connection_refused", message: "No server listens." })
const responseOf = (status: number) => Responded.make({ status, body: "" })

const RandomNumber = Schema.Finite.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
const Status = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 100, maximum: 599 })))
const Now = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 4e12 })))
const Wait = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: -1000, maximum: 100 * HOUR })))
const AttemptNumber = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 9 })))

describe("the default retry policy", () => {
  it("waits 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, varied by 10 %", () => {
    const seconds = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    assert.deepStrictEqual(
      defaultRetryPolicy.waitsMillis.map((wait) => wait / 1000),
      seconds
    )
    assert.strictEqual(defaultRetryPolicy.jitter, 0.1)
  })

  it("ends after the tenth attempt", () => {
    assert.strictEqual(decideRetry(defaultRetryPolicy, 9, noResponse, 0, undefined, 0.5)._tag, "Retry")
    assert.deepStrictEqual(decideRetry(defaultRetryPolicy, 10, noResponse, 0, undefined, 0.5), { _tag: "Exhaust" })
  })
})

describe("the decision after an attempt", () => {
  it.effect.prop(
    "2xx succeeds, 410 disables the endpoint, and nothing else does",
    [Status, AttemptNumber],
    ([status, attempt]) =>
      Effect.sync(() => {
        const step = decideRetry(defaultRetryPolicy, attempt, responseOf(status), 0, undefined, 0.5)
        const expected = status >= 200 && status < 300 ? "Succeed" : status === 410 ? "DisableEndpoint" : "Retry"
        assert.strictEqual(step._tag, expected)
      })
  )

  it.effect.prop(
    "a retry is due within the jitter around the wait",
    [AttemptNumber, Now, RandomNumber],
    ([attempt, now, random]) =>
      Effect.sync(() => {
        const step = decideRetry(defaultRetryPolicy, attempt, noResponse, now, undefined, random)
        const wait = defaultRetryPolicy.waitsMillis[attempt] ?? 0
        assert.strictEqual(step._tag, "Retry")
        if (step._tag !== "Retry") return
        assert.isAtLeast(step.dueAt, now + Math.floor(wait * 0.9))
        assert.isAtMost(step.dueAt, now + Math.ceil(wait * 1.1))
        assert.isUndefined(step.pauseUntil)
      })
  )

  it.effect.prop(
    "429 and 503 wait for the later of policy and Retry-After, at most 24 hours, and pause the endpoint",
    [Schema.Literals([429, 503]), AttemptNumber, Now, Wait],
    ([status, attempt, now, retryAfter]) =>
      Effect.sync(() => {
        const step = decideRetry(defaultRetryPolicy, attempt, responseOf(status), now, retryAfter, 0.5)
        const retryAt = now + Math.min(Math.max(retryAfter, 0), MAX_RETRY_AFTER_MILLIS)
        const wait = defaultRetryPolicy.waitsMillis[attempt] ?? 0
        assert.deepStrictEqual(step, { _tag: "Retry", dueAt: Math.max(now + wait, retryAt), pauseUntil: retryAt })
      })
  )

  it.effect.prop(
    "429 and 503 to the last attempt pause the endpoint too",
    [Schema.Literals([429, 503]), Now, Wait],
    ([status, now, retryAfter]) =>
      Effect.sync(() => {
        const pauseUntil = now + Math.min(Math.max(retryAfter, 0), MAX_RETRY_AFTER_MILLIS)
        const step = decideRetry(defaultRetryPolicy, 10, responseOf(status), now, retryAfter, 0.5)
        assert.deepStrictEqual(step, { _tag: "Exhaust", pauseUntil })
        const withoutRetryAfter = decideRetry(defaultRetryPolicy, 10, responseOf(status), now, undefined, 0.5)
        assert.deepStrictEqual(withoutRetryAfter, { _tag: "Exhaust" })
      })
  )

  it.effect.prop("Retry-After of any other status is ignored", [AttemptNumber, Wait], ([attempt, retryAfter]) =>
    Effect.sync(() => {
      assert.deepStrictEqual(
        decideRetry(defaultRetryPolicy, attempt, responseOf(500), 0, retryAfter, 0.5),
        decideRetry(defaultRetryPolicy, attempt, responseOf(500), 0, undefined, 0.5)
      )
    })
  )

  it.effect.prop(
    "any policy makes as many attempts as it has waits",
    [Arbitrary.schema(RetryPolicy), RandomNumber],
    ([policy, random]) =>
      Effect.sync(() => {
        let attempt = 1
        while (decideRetry(policy, attempt, noResponse, 0, undefined, random)._tag === "Retry") attempt++
        assert.strictEqual(attempt, policy.waitsMillis.length)
      })
  )
})

describe("the waits of a custom policy", () => {
  const FLOORS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10]

  it("are at least 1, 2, 3 and so on up to 10 seconds after the first attempt, when they are requested", () => {
    const isAccepted = Schema.is(RequestedRetryPolicy)
    assert.isTrue(isAccepted({ waitsSeconds: FLOORS }))
    assert.isTrue(isAccepted({ waitsSeconds: [0] }))
    for (const [index, floor] of FLOORS.entries()) {
      if (index > 0) assert.isFalse(isAccepted({ waitsSeconds: FLOORS.with(index, floor - 1) }), `wait ${index}`)
    }
  })

  it("are rejected with the index of the first short wait, its least value, and the rule", () => {
    const error = Effect.runSync(Effect.flip(Schema.decodeEffect(RequestedRetryPolicy)({ waitsSeconds: [0, 1, 1, 1] })))
    assert.include(error.message, "must be at least 2: the waits before the second and each further attempt")
    assert.include(error.message, '["waitsSeconds"][2]')
  })

  it.effect.prop(
    "are extended to the floor when a stored policy is used, and are never shortened",
    [Schema.Array(Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 20 }))))],
    ([waits]) =>
      Effect.sync(() => {
        const stored = { waitsSeconds: [0, ...waits.slice(0, FLOORS.length - 1)] }
        const { waitsMillis } = toRetryPolicy(stored)
        assert.strictEqual(waitsMillis.length, stored.waitsSeconds.length)
        for (const [index, millis] of waitsMillis.entries()) {
          assert.strictEqual(millis, Math.max(stored.waitsSeconds[index] ?? 0, FLOORS[index] ?? 0) * 1_000)
        }
      })
  )
})
