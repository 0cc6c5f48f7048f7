import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ByteBudget, mayReserve } from "../../src/shares/ByteBudget.ts"

const Capacity = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))
const Sizes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000 })))

describe("a byte budget", () => {
  it("gives a holder that is alone three quarters in small units", () => {
    const budget = new ByteBudget<string>(1_000)
    let reserved = 0
    while (budget.reserve("a", 10)) reserved += 10
    assert.strictEqual(reserved, 750)
    assert.isTrue(budget.reserve("b", 250))
    assert.isFalse(budget.reserve("c", 1))
  })

  it("lets a holder without bytes reserve all free bytes, and no more", () => {
    assert.isTrue(mayReserve(8, 0, 8))
    assert.isFalse(mayReserve(8, 0, 9))
    assert.isFalse(mayReserve(8, 1, 8))
  })

  it.prop(
    "never holds more than its capacity, and has all of it again after every release",
    [Capacity, Sizes],
    (sample) => {
      const [capacity, sizes] = sample
      const budget = new ByteBudget<number>(capacity)
      const reserved = sizes.flatMap((bytes, at) => (budget.reserve(at % 3, bytes) ? [{ holder: at % 3, bytes }] : []))
      assert.isAtLeast(budget.free, 0)
      assert.strictEqual(budget.free, capacity - reserved.reduce((total, { bytes }) => total + bytes, 0))
      for (const { holder, bytes } of reserved) budget.release(holder, bytes)
      assert.strictEqual(budget.free, capacity)
      for (const holder of [0, 1, 2]) assert.strictEqual(budget.heldBy(holder), 0)
    }
  )
})
