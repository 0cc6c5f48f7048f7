import { assert, describe, it } from "@effect/vitest"
import { ApiKeyHash } from "@landfall/core/accounts/ApiKey"
import { Effect, Option } from "effect"
import { makeApiKeyCache } from "../../src/metering/ApiKeyCache.ts"

const hashOf = (n: number) => ApiKeyHash.make(String(n).padStart(64, "0"))

const valueOf = (found: Effect.Effect<Option.Option<string>> | undefined) =>
  found === undefined ? undefined : Option.getOrUndefined(Effect.runSync(found))

describe("the cached keys", () => {
  it("are fresh for the time since their look-up began", () => {
    const known = makeApiKeyCache<string>(10)
    known.add(hashOf(1), "one", 1000)
    const ages = [0, 999, 1000, 5000].map((age) => valueOf(known.findFresh(hashOf(1), 1000 + age, 1000)))
    assert.deepStrictEqual(ages, ["one", "one", undefined, undefined])
    assert.isUndefined(known.findFresh(hashOf(2), 1000, 1000))
  })

  it("are not fresh when the clock was set back, so that a revoked key is looked up", () => {
    const known = makeApiKeyCache<string>(10)
    known.add(hashOf(1), "one", 3_600_000)
    assert.isUndefined(known.findFresh(hashOf(1), 1000, 1000))
    assert.isTrue(known.has(hashOf(1)))
  })

  it("evict the oldest for a new one, and none for a key that is cached already", () => {
    const known = makeApiKeyCache<string>(2)
    known.add(hashOf(1), "one", 0)
    known.add(hashOf(2), "two", 0)
    known.add(hashOf(2), "two again", 1)
    assert.deepStrictEqual(
      [1, 2].map((n) => valueOf(known.findFresh(hashOf(n), 1, 1000))),
      ["one", "two again"]
    )
    known.add(hashOf(3), "three", 1)
    assert.deepStrictEqual(
      [1, 2, 3].map((n) => known.has(hashOf(n))),
      [false, true, true]
    )
  })

  it("remove a key that is no longer valid, and contain one while it is looked up", () => {
    const known = makeApiKeyCache<string>(2)
    known.begin(hashOf(1))
    assert.isTrue(known.has(hashOf(1)))
    known.end(hashOf(1))
    assert.isFalse(known.has(hashOf(1)))
    known.add(hashOf(1), "one", 0)
    known.remove(hashOf(1))
    assert.isUndefined(known.findFresh(hashOf(1), 0, 1000))
  })
})
