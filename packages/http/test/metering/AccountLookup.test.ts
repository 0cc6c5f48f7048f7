import { assert, describe, it } from "@effect/vitest"
import { Account, AccountId } from "@landfall/core/accounts/Account"
import { ApiKey, ApiKeyHash, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { DashboardSessions } from "@landfall/core/accounts/DashboardSessions"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import { Clock, DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import type { ApiError } from "../../src/conventions/ApiError.ts"
import { CurrentCall, newCallRecord } from "../../src/conventions/CallRecord.ts"
import { AddressRates } from "../../src/limits/AddressRates.ts"
import { AccountLookup } from "../../src/metering/AccountLookup.ts"
import { PortalTokens } from "../../src/metering/PortalTokens.ts"
import { Metrics } from "../../src/metrics/Metrics.ts"

const FAILED_BURST = 20

const account = new Account({
  id: AccountId.make("acc_1"),
  name: "Test",
  plan: "free",
  monthlyCredits: Option.none(),
  createdAt: DateTime.makeUnsafe(0)
})

const keyOf = (hash: ApiKeyHash) =>
  new ApiKey({
    id: ApiKeyId.make("key_1"),
    accountId: account.id,
    name: "Key",
    hash,
    prefix: Option.none(),
    createdAt: DateTime.makeUnsafe(0),
    expiresAt: Option.none(),
    allowedNetworks: [],
    lastUsedAt: Option.none(),
    revokedAt: Option.none()
  })

/** The bytes of a short text in place of its digest. */
const hashOf = (secret: string) => ApiKeyHash.make(Hex.encode(new TextEncoder().encode(secret)).padEnd(64, "0"))

const VALID = Hex.encode(new TextEncoder().encode("valid"))

/** Keys that begin with `valid` are valid, until they are revoked; counts the look-ups. */
const makeKeys = () => {
  let lookups = 0
  const revoked = new Set<string>()
  const layer = Layer.succeed(
    ApiKeys,
    ApiKeys.of({
      issue: () => Effect.die("not used"),
      issueWithinLimits: () => Effect.die("not used"),
      register: () => Effect.die("not used"),
      issueFirst: () => Effect.die("not used"),
      hash: (secret) => Effect.succeed(hashOf(secret)),
      authenticate: (hash) =>
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => {
            lookups += 1
            return hash.startsWith(VALID) && !revoked.has(hash)
              ? Option.some({ account, key: keyOf(hash) })
              : Option.none()
          })
        )
    })
  )
  return { layer, revoke: (key: string) => void revoked.add(hashOf(key)), lookups: () => lookups }
}

/** No dashboard is used. */
const noSessions = Layer.succeed(
  DashboardSessions,
  DashboardSessions.of({
    issueLink: () => Effect.die("not used"),
    open: () => Effect.die("not used"),
    redeem: () => Effect.die("not used"),
    end: () => Effect.die("not used"),
    hash: (token) => Effect.succeed(hashOf(token)),
    authenticate: () => Effect.succeedNone
  })
)

const noPortals = Layer.succeed(
  PortalTokens,
  PortalTokens.of({ issue: () => Effect.die("not used"), authenticate: () => Effect.succeedNone })
)

const openLookup = Effect.fnUntraced(function* () {
  const keys = makeKeys()
  const limits = Layer.succeed(Limits, { ...DEFAULT_LIMITS, "address.failedKeys": FAILED_BURST / 10 })
  const layer = AccountLookup.layer.pipe(
    Layer.provide(AddressRates.layer),
    Layer.provide([keys.layer, noSessions, noPortals, Metrics.layer, SecureRandom.layerWebCrypto, limits])
  )
  const { findByApiKey, rejectUnknown } = yield* Effect.provide(AccountLookup, yield* Layer.build(layer))

  const requestWith = (key: string, address: string) =>
    HttpServerRequest.fromWeb(new Request("http://landfall.test/", { headers: { "api-key": key } })).modify({
      remoteAddress: Option.some(address)
    })

  /** What happens to a request before it is routed. */
  const route = (key: string, address = "192.0.2.1") => {
    const routed: Effect.Effect<string, ApiError> = Effect.succeed("routed")
    const rejected = rejectUnknown(newCallRecord(), requestWith(key, address), routed)
    return Effect.catch(rejected ?? routed, ({ errorCode }) => Effect.succeed(String(errorCode)))
  }

  /** The outcome of a request with a key from an address. */
  const send = (key: string, address = "192.0.2.1") =>
    Effect.suspend(() => {
      const call = newCallRecord()
      const request = requestWith(key, address)
      return findByApiKey(key, request).pipe(
        Effect.map((found): string => (Option.isSome(found) ? "valid" : "unknown")),
        Effect.catch((error) => Effect.succeed("errorCode" in error ? String(error.errorCode) : "storage")),
        Effect.map((outcome) => ({ outcome, retryAfter: call.retryAfterSeconds })),
        Effect.provideService(CurrentCall, call)
      )
    })

  const sendAll = Effect.fnUntraced(function* (requests: ReadonlyArray<Effect.Effect<{ readonly outcome: string }>>) {
    const counts: Record<string, number> = {}
    for (const { outcome } of yield* Effect.all(requests, { concurrency: "unbounded" })) {
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
    return counts
  })

  return { ...keys, route, send, sendAll }
})

describe("the look-up of API keys", () => {
  it.effect("rejects unknown keys beyond the limit of their address before it looks them up", () =>
    Effect.gen(function* () {
      const { send, sendAll, lookups } = yield* openLookup()
      const wrong = Array.from({ length: 5000 }, (_, index) => send(`wrong ${index}`))
      assert.deepStrictEqual(yield* sendAll(wrong), { unknown: FAILED_BURST, 42900: 5000 - FAILED_BURST })
      assert.strictEqual(lookups(), FAILED_BURST)
      const [rejected] = yield* Effect.all([send("wrong again")])
      assert.deepStrictEqual(rejected, { outcome: "42900", retryAfter: 1 })
    })
  )

  it.effect("rejects unknown keys before they are routed once their address has sent too many, and no other", () =>
    Effect.gen(function* () {
      const { route, send, sendAll } = yield* openLookup()
      yield* sendAll([send("valid 1")])
      assert.strictEqual(yield* route("wrong"), "routed")
      yield* sendAll(Array.from({ length: 100 }, (_, index) => send(`wrong ${index}`)))
      assert.strictEqual(yield* route("wrong"), "42900")
      assert.strictEqual(yield* route("valid 1"), "routed")
      assert.strictEqual(yield* route("wrong", "192.0.2.2"), "routed")
    })
  )

  it.effect("counts an IPv6 network of 64 bits as one address, and other addresses separately", () =>
    Effect.gen(function* () {
      const { send, sendAll } = yield* openLookup()
      const wrong = Array.from({ length: 100 }, (_, index) => send(`wrong ${index}`, `2001:db8::${index.toString(16)}`))
      assert.deepStrictEqual(yield* sendAll(wrong), { unknown: FAILED_BURST, 42900: 100 - FAILED_BURST })
      assert.deepStrictEqual(yield* sendAll([send("wrong", "2001:db8:0:1::1"), send("wrong one", "192.0.2.2")]), {
        unknown: 2
      })
    })
  )

  it.effect("accepts keys that were valid before from an address that sends unknown ones", () =>
    Effect.gen(function* () {
      const { send, sendAll } = yield* openLookup()
      assert.deepStrictEqual(yield* sendAll([send("valid 1")]), { valid: 1 })
      yield* sendAll(Array.from({ length: 100 }, (_, index) => send(`wrong ${index}`)))
      // The account of the key is no longer cached.
      yield* TestClock.adjust("1500 millis")
      yield* sendAll(Array.from({ length: 100 }, (_, index) => send(`wrong ${index}`)))
      assert.deepStrictEqual(yield* sendAll(Array.from({ length: 500 }, () => send("valid 1"))), { valid: 500 })
    })
  )

  it.effect("looks a new key up once for all requests that arrive with it, and does not count a valid one", () =>
    Effect.gen(function* () {
      const { send, sendAll, lookups } = yield* openLookup()
      const sent = Array.from({ length: 500 }, () => send("valid 1"))
      assert.deepStrictEqual(yield* sendAll(sent), { valid: 500 })
      assert.strictEqual(lookups(), 1)
      const wrong = Array.from({ length: 100 }, (_, index) => send(`wrong ${index}`))
      assert.deepStrictEqual(yield* sendAll(wrong), { unknown: FAILED_BURST, 42900: 100 - FAILED_BURST })
    })
  )

  it.effect("limits a key that was revoked as an unknown one", () =>
    Effect.gen(function* () {
      const { send, sendAll, lookups, revoke } = yield* openLookup()
      yield* sendAll([send("valid 1")])
      revoke("valid 1")
      yield* TestClock.adjust("1500 millis")
      assert.deepStrictEqual(yield* sendAll([send("valid 1")]), { unknown: 1 })
      const before = lookups()
      for (let round = 0; round < 100; round++) yield* sendAll([send("valid 1")])
      assert.isAtMost(lookups() - before, FAILED_BURST + 1)
    })
  )

  it.effect("rejects a revoked key within a second, also when the clock of the system was set back", () =>
    Effect.gen(function* () {
      const testClock = yield* Clock.Clock
      let offset = 0
      const millis = () => testClock.currentTimeMillisUnsafe() + offset
      const jumping = { ...testClock, currentTimeMillisUnsafe: millis, currentTimeMillis: Effect.sync(millis) }
      yield* Effect.gen(function* () {
        const { send, revoke } = yield* openLookup()
        assert.strictEqual((yield* send("valid")).outcome, "valid")
        revoke("valid")
        offset = -3_600_000
        yield* Effect.provideService(TestClock.adjust("1 second"), Clock.Clock, testClock)
        assert.strictEqual((yield* send("valid")).outcome, "unknown")
      }).pipe(Effect.provideService(Clock.Clock, jumping))
    })
  )
})
