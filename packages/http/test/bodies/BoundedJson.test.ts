import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { parseBoundedJson } from "../../src/bodies/BoundedJson.ts"

const encoder = new TextEncoder()
const LIMITS = { maxDepth: 4, maxProperties: 3, maxValues: 200_000 }
const parse = (text: string) => Effect.exit(parseBoundedJson(encoder.encode(text), LIMITS))

describe("bounded JSON", () => {
  it.effect("is parsed within its limits, and fails by its excess before by its syntax", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parse('{"a":[[{}]]}'), Exit.succeed({ a: [[{}]] }))
      for (const text of ["[".repeat(5), '{"a":1,"b":2,"c":3,"d":4}', `[${"0,".repeat(200_000)}0]`]) {
        assert.deepStrictEqual(yield* parse(text), Exit.fail("excess" as const))
      }
      for (const text of ["[[", '{"a" 1}', "[0,]"])
        assert.deepStrictEqual(yield* parse(text), Exit.fail("invalid" as const))
    })
  )

  it.live("of megabytes lets other work run between its parts", () =>
    Effect.gen(function* () {
      const value = Array.from({ length: 90_000 }, (_, index) => `value ${index}`)
      let turns = 0
      const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
      const other = yield* Effect.forkChild(Effect.forever(Effect.tap(turn, () => Effect.sync(() => turns++))))
      const parsed = yield* parseBoundedJson(encoder.encode(JSON.stringify(value)), LIMITS)
      yield* Fiber.interrupt(other)
      assert.deepStrictEqual(parsed, value)
      assert.isAbove(turns, 2)
    })
  )
})
