import { assert, describe, it } from "vitest"
import { axisOf } from "../../src/charts/Axis.ts"

describe("an axis", () => {
  it("has at most four steps of a round size, from 0", () => {
    assert.deepStrictEqual(axisOf([4, 23]), { bottom: 0, top: 30, marks: [30, 20, 10, 0] })
    assert.deepStrictEqual(axisOf([83]), { bottom: 0, top: 100, marks: [100, 75, 50, 25, 0] })
  })

  it("has no fractions for what is counted", () => {
    for (const most of [1, 2, 3, 7, 9, 10, 99]) {
      const { top, marks } = axisOf([most], 1)
      assert.isAtLeast(top, most)
      assert.isTrue(marks.every(Number.isInteger), `${most}: ${marks}`)
    }
  })

  it("contains 0 as a mark between values of both signs", () => {
    const { bottom, top, marks } = axisOf([-12.5, 33])
    assert.isAtMost(bottom, -12.5)
    assert.isAtLeast(top, 33)
    assert.include(marks, 0)
    assert.isAtMost(marks.length, 5)
  })

  it("exists without values", () => {
    assert.deepStrictEqual(axisOf([], 1).marks, [1, 0])
  })
})
