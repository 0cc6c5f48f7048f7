import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  addDurations,
  distributionOf,
  MAX_VALUES,
  quantileOf,
  scaleDuration,
  weightedMedian
} from "../../src/eta/DurationDistribution.ts"

const Hours = Schema.Array(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(200)
)

describe("a distribution of durations", () => {
  it("has quantiles between its values", () => {
    const found = distributionOf([30, 10, 20])
    assert.isDefined(found)
    assert.deepStrictEqual([quantileOf(found, 0.5), quantileOf(found, 0), quantileOf(found, 1)], [20, 10, 30])
    assert.closeTo(quantileOf(found, 1 / 3), 15, 1e-9)
    assert.isUndefined(distributionOf([]))
  })

  it("adds independent durations", () => {
    assert.deepStrictEqual(addDurations([1, 2], [10, 20]), [11, 12, 21, 22])
    assert.deepStrictEqual(scaleDuration([1, 2], 3), [3, 6])
  })

  it.prop(
    "of a sum has the sum of the means, ordered values and a bounded number of them",
    [Hours, Hours],
    ([one, other]) => {
      const [a, b] = [distributionOf(one), distributionOf(other)]
      assert.isDefined(a)
      assert.isDefined(b)
      const sum = addDurations(a, b)
      const mean = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0) / values.length
      assert.isAtMost(sum.length, MAX_VALUES)
      assert.closeTo(mean(sum), mean(a) + mean(b), 0.02 * (a.at(-1) ?? 0) + 0.02 * (b.at(-1) ?? 0) + 1e-9)
      assert.deepStrictEqual(
        [...sum],
        sum.toSorted((x, y) => x - y)
      )
    }
  )

  it("has the value at which half of the weight is below", () => {
    const values = [
      { value: 20, weight: 1 },
      { value: 10, weight: 5 },
      { value: 30, weight: 1 }
    ]
    assert.strictEqual(weightedMedian(values), 10)
    assert.isUndefined(weightedMedian([]))
  })
})
