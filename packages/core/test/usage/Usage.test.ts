import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { endedMetersBefore, isNewBatch } from "../../src/usage/Usage.ts"

const AT = DateTime.makeUnsafe("2026-03-31T07:31:00Z")

describe("a batch of a meter", () => {
  it("is new when its number is above that of the last one stored", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3].map((last) => isNewBatch({ number: 2 }, last)),
      [true, true, false, false]
    )
  })

  it("ends other meters 30 days after their last batch, when it is the first of its meter", () => {
    assert.deepStrictEqual(
      Option.map(endedMetersBefore({ number: 1 }, AT), DateTime.formatIso),
      Option.some("2026-03-01T07:31:00.000Z")
    )
    assert.deepStrictEqual(endedMetersBefore({ number: 2 }, AT), Option.none())
  })
})
