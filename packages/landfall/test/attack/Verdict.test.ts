import { assert, describe, it } from "@effect/vitest"
import { assess, type CaseFigures, percentileOf } from "./Verdict.ts"

const calm = { deliveryP95: 20, apiP95: 10, loopP99: 5, memoryMax: 200, measurementP99: 11 }
const figures: CaseFigures = {
  before: calm,
  during: calm,
  after: calm,
  accepted: 100,
  lost: 0,
  failures: {},
  ended: []
}

describe("the verdict on an attack", () => {
  it("holds at the bounds, and not beyond them, during and after the attack", () => {
    const atBounds = { deliveryP95: 100, apiP95: 50, loopP99: 50, memoryMax: 600, measurementP99: 11 }
    assert.deepStrictEqual(assess({ ...figures, during: atBounds, after: atBounds }), { violations: [], unclear: [] })
    const slow = { ...figures, during: { ...calm, deliveryP95: 101 }, after: { ...calm, memoryMax: 601 } }
    assert.deepStrictEqual(assess(slow).violations, [
      "The p95 of delivery is 101 ms during the attack; at most 100.",
      "The memory is 601 MiB after the attack; at most 600."
    ])
  })

  it("is unclear about a figure that was near its bound before the attack, and about no other", () => {
    const busy = {
      ...figures,
      before: { ...calm, apiP95: 38 },
      during: { ...calm, apiP95: 60, deliveryP95: 120 }
    }
    const { violations, unclear } = assess(busy)
    assert.deepStrictEqual(violations, ["The p95 of delivery is 120 ms during the attack; at most 100."])
    assert.deepStrictEqual(unclear, ["The p95 of the API is 60 ms during the attack; at most 50."])
  })

  it("does not hold with lost alerts, failed requests or an ended process, however busy the machine is", () => {
    const { violations } = assess({ ...figures, lost: 2, failures: { "GET /x 500: y": 3 }, ended: ["serve"] })
    assert.deepStrictEqual(violations, [
      "2 alerts of the healthy account are lost.",
      "The healthy account failed 3 times: GET /x 500: y",
      "The process serve has ended."
    ])
  })

  it("takes the sample at a fraction of the sorted samples, and none of no samples", () => {
    const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
    assert.strictEqual(percentileOf(hundred, 0.95), 95)
    assert.strictEqual(percentileOf([7], 0.95), 7)
    assert.isNull(percentileOf([], 0.95))
  })
})
