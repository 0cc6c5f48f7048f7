import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { divideDescriptors } from "../../src/service/network/DescriptorBudget.ts"

describe("the file descriptors of a process", () => {
  it("are divided among look-ups, receivers and callers, with a reserve for everything else", () => {
    assert.deepStrictEqual(divideDescriptors(1_024), { lookups: 56, deliveries: 336, callers: 448 })
    assert.deepStrictEqual(divideDescriptors(20_000), { lookups: 128, deliveries: 1_024, callers: 18_592 })
    assert.deepStrictEqual(divideDescriptors(Number.POSITIVE_INFINITY), {
      lookups: 128,
      deliveries: 1_024,
      callers: Number.POSITIVE_INFINITY
    })
  })

  const Limit = Schema.Int.check(Schema.isBetween({ minimum: 64, maximum: 2_000_000 }))
  it.prop("never exceed the limit, with at least a reserve of an eighth or 128", [Limit], ([limit]) => {
    const { callers, deliveries, lookups } = divideDescriptors(limit)
    assert.isAtMost(callers + deliveries + 2 * lookups + Math.min(128, limit / 8), limit)
    assert.isAtLeast(Math.min(callers, deliveries, lookups), 3)
  })
})
