import { assert, describe, it } from "@effect/vitest"
import { assessMemory, floorsOf, type Sample, slopeOf } from "./Slope.ts"

const HOUR_OF_SAMPLES = 3_600

/** One sample a second for an hour: a floor that grows by so much, and garbage that is collected every 20 seconds. */
const hourWith = (perMinute: number): ReadonlyArray<Sample> =>
  Array.from({ length: HOUR_OF_SAMPLES }, (_, second) => ({
    minutes: second / 60,
    mebibytes: 100 + (perMinute * second) / 60 + 2 * (second % 20) + (second % 3)
  }))

describe("the slope of memory", () => {
  it("is that of the line through the samples", () => {
    const line = [0, 1, 2, 3].map((minutes) => ({ minutes, mebibytes: 50 + 4 * minutes }))
    assert.deepStrictEqual(slopeOf(line), { perMinute: 4, error: 0 })
    assert.isUndefined(slopeOf(line.slice(0, 2)))
    assert.isUndefined(slopeOf([line, line, line].flatMap(([first]) => first ?? [])))
  })

  it("follows the memory after collections of garbage", () => {
    const floors = floorsOf(hourWith(0), 10)
    assert.strictEqual(floors.length, 10)
    assert.isTrue(floors.every(({ mebibytes }) => mebibytes < 103))
  })

  it("finds a leak, and none where memory does not grow", () => {
    assert.strictEqual(assessMemory(hourWith(0)).verdict, "steady")
    assert.strictEqual(assessMemory(hourWith(0.2)).verdict, "steady")
    assert.strictEqual(assessMemory(hourWith(3)).verdict, "grows")
    assert.strictEqual(assessMemory([]).verdict, "unclear")
  })
})
