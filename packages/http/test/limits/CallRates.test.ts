import { assert, describe, it } from "@effect/vitest"
import { UNSHARED_PARTS } from "@landfall/core/limits/SharedBuckets"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ApiError } from "../../src/conventions/ApiError.ts"
import { callOf, countAdmitted, openServers } from "./Servers.ts"

const LIMITS = { "key.requests": 10, "account.requests": 15 }
const KEY_BURST = 100
const ACCOUNT_BURST = 150

describe("the rates of calls", () => {
  it.effect("limit each key, and the keys of an account together; other accounts are not affected", () =>
    Effect.gen(function* () {
      const [server] = yield* openServers(1, LIMITS)
      if (server === undefined) return assert.fail()
      assert.strictEqual(countAdmitted(server, 500, 1, 1), KEY_BURST)
      assert.strictEqual(countAdmitted(server, 500, 1, 2), ACCOUNT_BURST - KEY_BURST)
      assert.strictEqual(countAdmitted(server, 500, 2, 3), KEY_BURST)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(countAdmitted(server, 500, 1, 1), 20)
      assert.strictEqual(countAdmitted(server, 500, 1, 2), 10)
    })
  )

  it.effect("reject a call with the remaining requests, the time to wait, and the limit", () =>
    Effect.gen(function* () {
      const [server] = yield* openServers(1, LIMITS)
      if (server === undefined) return assert.fail()
      const first = callOf(1)
      assert.isUndefined(server.take(first, 40))
      assert.deepStrictEqual(first.rate, { name: "key.requests", remaining: 60, resetSeconds: 4 })
      const second = callOf(1)
      const error = yield* Effect.flip(server.take(second, 75) ?? Effect.die("admitted"))
      assert.instanceOf(error, ApiError)
      assert.strictEqual(error.errorCode, 42900)
      assert.include(error.details[0], "key.requests is 10 a second, and 100 in one burst; this request counts as 75")
      assert.strictEqual(second.retryAfterSeconds, 2)
      // A call that is rejected takes nothing.
      assert.strictEqual(countAdmitted(server, 500, 1), 60)
    })
  )

  it.effect("are those of all servers on a database, one second after", () =>
    Effect.gen(function* () {
      const [one, other] = yield* openServers(2, LIMITS)
      if (one === undefined || other === undefined) return assert.fail()
      assert.strictEqual(countAdmitted(one, 500, 1), KEY_BURST)
      // The other server has not received it yet: the error is what a bucket holds, once for each further server.
      assert.strictEqual(countAdmitted(other, 60, 1), 60)
      yield* one.share
      yield* other.share
      assert.strictEqual(countAdmitted(other, 500, 1), 0)
      // 160 calls were admitted: the next is due when 61 tokens have been added since.
      yield* TestClock.adjust("6 seconds")
      assert.strictEqual(countAdmitted(other, 500, 1), 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(countAdmitted(other, 500, 1), 10)
    })
  )

  it.effect(
    "admit over time what the limit allows, beyond it once a burst and at most an eighth for each further server",
    () =>
      Effect.gen(function* () {
        const servers = yield* openServers(3, LIMITS)
        const seconds = 200
        let admitted = 0
        for (let second = 0; second < seconds; second++) {
          // An attacker that sends to every server as much as it takes, in turn and then at the same time.
          const targets = second % 20 < 10 ? servers.filter((_, index) => index === second % 3) : servers
          for (const server of targets) admitted += countAdmitted(server, 200, 1)
          yield* Effect.forEach(servers, ({ share }) => share)
          yield* TestClock.adjust("1 second")
        }
        const allowed = seconds * LIMITS["key.requests"]
        const further = servers.length - 1
        const error = further * (KEY_BURST + allowed / UNSHARED_PARTS)
        assert.isAtMost(admitted, allowed + KEY_BURST + error)
        // The tokens are not lost either.
        assert.isAtLeast(admitted, allowed * 0.9)
      })
  )

  it.effect("write nothing for callers below an eighth of their limit", () =>
    Effect.gen(function* () {
      const [one, other] = yield* openServers(2, { "key.requests": 80, "account.requests": 80 })
      if (one === undefined || other === undefined) return assert.fail()
      assert.strictEqual(countAdmitted(one, 9, 1), 9)
      yield* one.share
      assert.isUndefined(other.take(callOf(1), 10))
      yield* other.share
      const call = callOf(1)
      other.take(call, 1)
      assert.strictEqual(call.rate?.remaining, 800 - 11)
    })
  )
})
