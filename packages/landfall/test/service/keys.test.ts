import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { AllowedNetworkTexts } from "@landfall/core/accounts/AllowedNetworks"
import { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { ApiKeys, type KeyRequest } from "@landfall/core/accounts/ApiKeys"
import { ApiKeyUses } from "@landfall/core/accounts/ApiKeyUses"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { callerOf, newCaller, serviceOn, serviceUrl } from "../support/Service.ts"
import { ServiceClock, stoppedClock } from "../support/ServiceClock.ts"

const PATH = `${ALERTS_PREFIX}/endpoint`
const networks = Schema.decodeUnknownSync(AllowedNetworkTexts)

/** A caller with a key of a new account. */
const callerWithKey = Effect.fnUntraced(function* (request: Partial<KeyRequest>) {
  const { accountId } = yield* newCaller()
  const issued = yield* (yield* ApiKeys).issue({ accountId, name: "Key", ...request })
  return { key: issued.key, caller: callerOf(yield* serviceUrl, Redacted.value(issued.secret)) }
})

const statusOf = (caller: ReturnType<typeof callerOf>) =>
  Effect.promise(() => caller.send("GET", PATH).then(({ status, body }) => [status, body.errorCode ?? null]))

layer(serviceOn(stoppedClock), { excludeTestServices: true })("API keys", (it) => {
  it.effect("authenticate their account until they expire", () =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const later = yield* callerWithKey({ expiresAt: DateTime.add(now, { hours: 1 }) })
      assert.deepStrictEqual(yield* statusOf(later.caller), [200, null])
      const past = yield* callerWithKey({ expiresAt: now })
      assert.deepStrictEqual(yield* statusOf(past.caller), [401, 40101])
    })
  )

  it.effect("are rejected within a second of their expiry and of their revocation, also while they are cached", () =>
    Effect.gen(function* () {
      const { advance } = yield* ServiceClock
      const now = yield* DateTime.now
      const ending = yield* callerWithKey({ expiresAt: DateTime.add(now, { milliseconds: 600 }) })
      const revoked = yield* callerWithKey({})
      for (const { caller } of [ending, revoked]) assert.deepStrictEqual(yield* statusOf(caller), [200, null])
      yield* (yield* ApiKeyStore).revoke(revoked.key.id, now.epochMilliseconds)
      yield* advance("1 second")
      for (const { caller } of [ending, revoked]) assert.deepStrictEqual(yield* statusOf(caller), [401, 40101])
    })
  )

  it.effect("may be used from their networks only", () =>
    Effect.gen(function* () {
      const here = yield* callerWithKey({ allowedNetworks: networks(["192.0.2.0/24", "127.0.0.0/8"]) })
      assert.deepStrictEqual(yield* statusOf(here.caller), [200, null])
      const elsewhere = yield* callerWithKey({ allowedNetworks: networks(["192.0.2.0/24"]) })
      const response = yield* Effect.promise(() => elsewhere.caller.send("GET", PATH))
      assert.deepStrictEqual([response.status, response.body.errorCode], [403, 40301])
      assert.deepStrictEqual(response.body.details, [
        "The API key may not be used from 127.0.0.1, the address that this request came from."
      ])
    })
  )

  it.effect("have their last use recorded, unless the request is rejected", () =>
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const used = yield* callerWithKey({})
      const rejected = yield* callerWithKey({ allowedNetworks: networks(["192.0.2.0/24"]) })
      for (const { caller } of [used, rejected]) yield* statusOf(caller)
      yield* (yield* ApiKeyUses).flush
      const lastUse = ({ key }: typeof used) =>
        Effect.map(store.find(key.hash), (found) => Option.flatMap(found, (stored) => stored.key.lastUsedAt))
      assert.isTrue(Option.isSome(yield* lastUse(used)))
      assert.isTrue(Option.isNone(yield* lastUse(rejected)))
    })
  )
})
