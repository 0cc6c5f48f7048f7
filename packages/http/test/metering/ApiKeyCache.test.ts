import { assert, describe, it } from "@effect/vitest"
import { ApiKeyHash } from "@landfall/core/accounts/ApiKey"
import { Effect, Option } from "effect"
import { makeApiKeyCache } from "../../src/metering/ApiKeyCache.ts"

const hashOf = (n: number) => ApiKeyHash.make(String(n).padStart(64, "0"))

const valueOf = (found: Effect.Effect<Option.Option<string>> | undefined) =>
  found === undefined ? undefined : Option.getOrUndefined(Effect.runSync(found))

describe("the cached keys", () => {
  it("are fresh for the time since their look-up began", () => {
    const cache = makeApiKeyCache<string>(10)
    cache.add(hashOf(1), "one", 1000)
    const ages = [0, 999, 1000, 5000].map((age) => valueOf(cache.findFresh(hashOf(1), 1000 + age, 1000)))
    assert.deepStrictEqual(ages, ["one", "one", undefined, undefined])
    assert.isUndefined(cache.findFresh(hashOf(2), 1000, 1000))
  })

  it("are not fresh when the clock was set back, so that a revoked key is looked up", () => {
    const cache = makeApiKeyCache<string>(10)
    cache.add(hashOf(1), "one", 3_600_000)
    assert.isUndefined(cache.findFresh(hashOf(1), 1000, 1000))
    assert.isTrue(cache.has(hashOf(1)))
  })

  it("evict the oldest for a new one, and none for a key that is cached already", () => {
    const cache = makeApiKeyCache<string>(2)
    cache.add(hashOf(1), "one", 0)
    cache.add(hashOf(2), "two", 0)
    cache.add(hashOf(2), "two again", 1)
    assert.deepStrictEqual(
      [1, 2].map((n) => valueOf(cache.findFresh(hashOf(n), 1, 1000))),
      ["one", "two again"]
    )
    cache.add(hashOf(3), "three", 1)
    assert.deepStrictEqual(
      [1, 2, 3].map((n) => cache.has(hashOf(n))),
      [false, true, true]
    )
  })

  it("remove a key that is no longer valid, and contain one while it is looked up", () => {
    const cache = makeApiKeyCache<string>(2)
    cache.begin(hashOf(1))
    assert.isTrue(cache.has(hashOf(1)))
    cache.end(hashOf(1))
    assert.isFalse(cache.has(hashOf(1)))
    cache.add(hashOf(1), "one", 0)
    cache.remove(hashOf(1))
    assert.isUndefined(cache.findFresh(hashOf(1), 0, 1000))
  })
})
