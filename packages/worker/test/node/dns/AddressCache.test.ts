import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { AddressCache, cacheMillis, DEFAULT_CACHE_TIMES } from "../../../src/node/dns/AddressCache.ts"

const found = (ttlSeconds: number) => ({ _tag: "Found" as const, addresses: ["192.0.2.1"], ttlSeconds })
const failed = { _tag: "Failed" as const, error: "no response" }
const missing = { _tag: "NotFound" as const, error: "no such name" }

describe("the time that a look-up is cached", () => {
  it("is the TTL, at least 1 s and at most 5 min", () => {
    assert.strictEqual(cacheMillis(found(0), DEFAULT_CACHE_TIMES), 1_000)
    assert.strictEqual(cacheMillis(found(60), DEFAULT_CACHE_TIMES), 60_000)
    assert.strictEqual(cacheMillis(found(86_400), DEFAULT_CACHE_TIMES), 300_000)
  })

  it("is 10 s for a name that does not exist, and 5 s for one that could not be looked up", () => {
    assert.strictEqual(cacheMillis(missing, DEFAULT_CACHE_TIMES), 10_000)
    assert.strictEqual(cacheMillis(failed, DEFAULT_CACHE_TIMES), 5_000)
  })
})

describe("the cache", () => {
  it("returns a result until its time has passed", () => {
    const cache = new AddressCache<ReadonlyArray<string>, string>()
    cache.set("a.example", found(2), 100)
    assert.deepStrictEqual(cache.get("a.example", 2_099), found(2))
    assert.isUndefined(cache.get("a.example", 2_100))
    assert.isUndefined(cache.get("b.example", 100))
  })

  it("replaces the result of a name", () => {
    const cache = new AddressCache<ReadonlyArray<string>, string>()
    cache.set("a.example", failed, 0)
    cache.set("a.example", found(9), 0)
    assert.deepStrictEqual(cache.get("a.example", 0), found(9))
    assert.strictEqual(cache.size, 1)
  })

  const Names = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 })))
  it.prop("retains at most its capacity, the last stored among them", [Names], ([names]) => {
    const cache = new AddressCache<ReadonlyArray<string>, string>(DEFAULT_CACHE_TIMES, 8)
    for (const name of names) {
      cache.set(String(name), found(60), 0)
      assert.isAtMost(cache.size, 8)
      assert.isDefined(cache.get(String(name), 0))
    }
  })
})
