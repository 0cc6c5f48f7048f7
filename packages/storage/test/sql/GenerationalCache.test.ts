import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { GenerationalCache } from "../../src/sql/GenerationalCache.ts"

const Keys = Schema.Array(Schema.Literals(["a", "b", "c", "d", "e", "f", "g", "h"]))

describe("Generations", () => {
  it.effect.prop(
    "hold at least the half that was used last, never more than they may, and nothing else",
    [Keys],
    ([keys]) =>
      Effect.sync(() => {
        const capacity = 6
        const cache = new GenerationalCache<string>(capacity)
        let lately: ReadonlyArray<string> = []
        for (const [turn, key] of keys.entries()) {
          const held = cache.get(key)
          if (lately.includes(key)) assert.isDefined(held)
          if (held !== undefined) assert.include(keys.slice(0, turn), held.toLowerCase())
          if (held === undefined || turn % 2 === 0) cache.set(key, key.toUpperCase())
          assert.strictEqual(cache.get(key), key.toUpperCase())
          assert.isAtMost(cache.size, capacity)
          lately = [...lately.filter((other) => other !== key), key].slice(-capacity / 2)
        }
      })
  )
})
