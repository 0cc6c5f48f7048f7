import { assert, describe, it } from "@effect/vitest"
import { isPlausible } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { on } from "../fixtures.ts"

describe("isPlausible", () => {
  it("accepts dates from 1990 to 2099", () => {
    assert.isFalse(isPlausible(on("1970-01-01")))
    assert.isFalse(isPlausible(on("1989-12-31T23:59")))
    assert.isTrue(isPlausible(on("1990-01-01")))
    assert.isTrue(isPlausible(on("2099-12-31T23:59")))
    assert.isFalse(isPlausible(on("2100-01-01")))
    assert.isFalse(isPlausible(on("2190-01-01")))
  })
})
