import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { LruCache } from "../../src/sqlite/LruCache.ts"

const Keys = Schema.Array(Schema.Literals(["a", "b", "c", "d", "e", "f"]))

describe("LruCache", () => {
  it.effect.prop("holds the most recently used values, up to its capacity", [Keys], ([keys]) =>
    Effect.sync(() => {
      const capacity = 3
      const cache = new LruCache<string>(capacity)
      let expected: ReadonlyArray<string> = []
      for (const key of keys) {
        const isCached = expected.includes(key)
        assert.strictEqual(cache.get(key), isCached ? key.toUpperCase() : undefined)
        if (!isCached) cache.set(key, key.toUpperCase())
        expected = [...expected.filter((other) => other !== key), key].slice(-capacity)
        assert.strictEqual(cache.size, expected.length)
      }
    })
  )
})
