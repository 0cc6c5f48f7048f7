import { describe, expect, it } from "@effect/vitest"
import { tokensIn } from "@landfall/core/limits/TokenBucket"
import { Schema } from "effect"
import { makeBucketTable } from "../../src/shares/BucketTable.ts"

const policy = { perSecond: 5, capacity: 50 }
const table = (maxBuckets: number) => makeBucketTable(policy, { maxBuckets, seed: 7 })
const Keys = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })))

describe("a table of buckets", () => {
  it("counts each key separately", () => {
    const buckets = table(10)
    expect(buckets.take("one", 0, 50)).toBe(10_000)
    expect(buckets.take("one", 0, 1)).toBeUndefined()
    expect(buckets.take("two", 0, 50)).toBe(10_000)
    expect(buckets.take("one", 200, 1)).toBe(10_200)
  })

  it.prop("never has more buckets than its size, whatever keys are used", [Keys], ([keys]) => {
    const buckets = table(20)
    for (const [index, key] of keys.entries()) buckets.take(String(key), index * 7, 1)
    expect(buckets.size()).toBeLessThanOrEqual(20)
  })

  it("retains the bucket of a key while others rotate through more keys than it has room for", () => {
    const buckets = table(100)
    for (let index = 0; index < 50; index++) buckets.take("loud", 0, 1)
    for (let index = 0; index < 10_000; index++) buckets.take(`rotating ${index}`, index, 1)
    expect(buckets.size()).toBeLessThanOrEqual(100)
    // 50 tokens at 5 a second: it is full again after ten seconds, and not before.
    expect(tokensIn(policy, buckets.stateOf("loud"), 4000)).toBeCloseTo(20)
  })

  it("gives keys beyond its size shared buckets, so that rotating keys are limited together", () => {
    const buckets = table(10)
    for (let index = 0; index < 10; index++) buckets.take(`first ${index}`, 0, 50)
    let admitted = 0
    for (let index = 0; index < 100_000; index++) {
      if (buckets.take(`next ${index}`, 0, 1) !== undefined) admitted += 1
    }
    expect(buckets.size()).toBe(10)
    expect(admitted).toBe(256 * 50)
  })

  it("has room again once its buckets are full", () => {
    const buckets = table(10)
    for (let index = 0; index < 10; index++) buckets.take(`first ${index}`, 0, 5)
    buckets.take("shared", 900, 1)
    expect(buckets.size()).toBe(10)
    buckets.take("later", 2000, 1)
    expect(buckets.size()).toBe(1)
  })

  it("returns the tokens that a request does not need", () => {
    const buckets = table(10)
    buckets.take("one", 0, 50)
    buckets.returnTokens("one", 1)
    expect(buckets.take("one", 0, 2)).toBeUndefined()
    expect(buckets.take("one", 0, 1)).toBe(10_000)
  })

  it("collects the taken tokens once, and applies those that all servers took", () => {
    const buckets = table(10)
    buckets.take("busy", 0, 20)
    buckets.take("quiet", 0, 2)
    expect(buckets.collect(0, 10)).toEqual([{ key: "busy", tokens: 20 }])
    expect(buckets.collect(0, 1)).toEqual([])
    buckets.take("busy", 0, 5)
    // Another server took 25 more: 50 in all but the 5 since, which are still to be collected.
    buckets.applySharedState("busy", 9000, 0)
    expect(tokensIn(policy, buckets.stateOf("busy"), 0)).toBe(0)
    expect(buckets.collect(0, 1)).toEqual([{ key: "busy", tokens: 5 }])
  })
})
