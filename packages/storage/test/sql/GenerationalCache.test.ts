import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { GenerationalCache } from "../../src/sql/GenerationalCache.ts"

const Keys = Schema.Array(Schema.Literals(["a", "b", "c", "d", "e", "f", "g", "h"]))

describe("GenerationalCache", () => {
  it.effect.prop(
    "holds at least the most recently used half of its capacity, and at most its capacity",
    [Keys],
    ([keys]) =>
      Effect.sync(() => {
        const capacity = 6
        const cache = new GenerationalCache<string>(capacity)
        let recentKeys: ReadonlyArray<string> = []
        for (const [index, key] of keys.entries()) {
          const cached = cache.get(key)
          if (recentKeys.includes(key)) assert.isDefined(cached)
          if (cached !== undefined) assert.include(keys.slice(0, index), cached.toLowerCase())
          if (cached === undefined || index % 2 === 0) cache.set(key, key.toUpperCase())
          assert.strictEqual(cache.get(key), key.toUpperCase())
          assert.isAtMost(cache.size, capacity)
          recentKeys = [...recentKeys.filter((other) => other !== key), key].slice(-capacity / 2)
        }
      })
  )

  it.effect.prop("holds values of at most its capacity by their weight, and the newest one", [Keys], ([keys]) =>
    Effect.sync(() => {
      for (const [weight, most] of [
        [3, 4],
        [4, 2],
        [6, 2]
      ] as const) {
        const cache = new GenerationalCache<string>(12, () => weight)
        for (const key of keys) {
          cache.set(key, key)
          assert.strictEqual(cache.get(key), key)
          assert.isAtMost(cache.size, most)
        }
      }
    })
  )
})
