import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { mapInSlices, runInSlices } from "../../src/limits/WorkSlices.ts"

describe("work in slices", () => {
  it.effect("maps every item once and in order", () =>
    Effect.gen(function* () {
      for (const count of [0, 1, 199, 200, 201, 1_000]) {
        const items = Array.from({ length: count }, (_, n) => n)
        assert.deepStrictEqual(
          yield* mapInSlices(items, (item, index) => [item * 2, index]),
          items.map((item) => [item * 2, item])
        )
      }
    })
  )

  it.effect("lets other work run between its slices", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const sliced = yield* Effect.forkChild(
        runInSlices(1_000, (index) => {
          if (index % 100 === 0) order.push(`item ${index}`)
        })
      )
      const other = yield* Effect.forkChild(Effect.sync(() => void order.push("other")))
      yield* Fiber.join(sliced)
      yield* Fiber.join(other)
      assert.include(order, "other")
      assert.isBelow(order.indexOf("other"), order.indexOf("item 900"))
    })
  )

  it.effect("counts an index by its own weight, so that lists of lists have short slices too", () =>
    Effect.gen(function* () {
      const run: Array<number> = []
      let pauses = 0
      const pause = Effect.sync(() => void pauses++)
      const add = (index: number) => void run.push(index)
      yield* runInSlices(10, add, () => 1_000, { items: 40, pause })
      assert.deepStrictEqual(run, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      assert.strictEqual(pauses, 9)
    })
  )
})
