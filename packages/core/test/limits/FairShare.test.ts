import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { mayTake, remainingShare, SharedCapacity } from "../../src/limits/FairShare.ts"

const Capacity = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))
const Holders = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))
const Weight = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 }))

/** Lets holders take in turns until nobody may; returns the units of each. */
const takeAll = (shared: SharedCapacity<number>, holders: number, weight = 1): ReadonlyArray<number> => {
  const units = Array.from({ length: holders }, () => 0)
  for (let used = -1; used < shared.taken; ) {
    used = shared.taken
    for (let holder = 0; holder < holders; holder++) {
      if (!shared.admits(holder)) continue
      shared.take(holder, weight)
      units[holder] = (units[holder] ?? 0) + 1
    }
  }
  return units
}

describe("a shared capacity", () => {
  it("gives a holder that is alone three quarters, and less when its units are held for long", () => {
    assert.deepStrictEqual(takeAll(new SharedCapacity(256), 1), [192])
    assert.deepStrictEqual(takeAll(new SharedCapacity(256), 1, 4), [110])
  })

  it.prop("divides equally among holders that want more than their share", [Capacity, Holders, Weight], (sample) => {
    const [capacity, holders, weight] = sample
    const units = takeAll(new SharedCapacity(capacity), holders, weight)
    assert.isAtMost(Math.max(...units) - Math.min(...units), 1)
  })

  it.prop("leaves a third of a share free for the next holder", [Capacity, Holders], ([capacity, holders]) => {
    const shared = new SharedCapacity<number>(capacity)
    takeAll(shared, holders)
    assert.isAtMost(shared.free, capacity / (1 + 3 * holders))
    assert.isAtLeast(shared.free, (capacity - 4 * holders) / (1 + 3 * holders))
    if (shared.free > 0) assert.isTrue(shared.admits(-1), "a holder of nothing may take the last unit")
  })

  it.prop("returns what is released, whatever the order", [Capacity, Schema.Array(Weight)], ([capacity, weights]) => {
    const shared = new SharedCapacity<number>(capacity)
    for (const [index, weight] of weights.entries()) shared.take(index % 3, weight)
    for (const weight of weights) shared.reweigh(0, weight)
    for (const weight of weights) shared.reweigh(0, -weight)
    for (const [index, weight] of [...weights.entries()].toReversed()) shared.release(index % 3, weight)
    assert.strictEqual(shared.free, capacity)
    assert.deepStrictEqual(takeAll(shared, 1), takeAll(new SharedCapacity(capacity), 1))
  })
})

describe("the room of a holder", () => {
  it.prop("is the number of units that it may take one after another", [Capacity, Weight], ([free, weight]) => {
    let used = 0
    while (used < free && mayTake(free - used, weight + used)) used++
    assert.strictEqual(remainingShare(free, weight), used)
  })
})
