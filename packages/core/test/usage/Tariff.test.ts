import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { Credits } from "../../src/usage/Credits.ts"
import { costOf, DEFAULT_TARIFF, type MeteredOperation } from "../../src/usage/Tariff.ts"

const operations: ReadonlyArray<MeteredOperation> = [
  "shipment.track",
  "alert.example",
  "congestion.port",
  "congestion.history",
  "congestion.calls",
  "co2.voyage"
]

const Operation = Schema.Literals(operations)
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))
const Price = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

describe("the tariff", () => {
  it("has a price for every metered operation", () => {
    expect(DEFAULT_TARIFF).toEqual({
      "shipment.track": 10,
      "alert.example": 0,
      "congestion.port": 1,
      "congestion.history": 5,
      "congestion.calls": 5,
      "co2.voyage": 1
    })
    expect(Object.keys(DEFAULT_TARIFF)).toEqual(operations)
  })

  it.prop(
    "charges the price times the count, and nothing for a count of 0",
    [Operation, Price, Count],
    ([operation, price, count]) => {
      const tariff = { ...DEFAULT_TARIFF, [operation]: Credits.make(price) }
      expect(costOf(tariff, operation, count)).toBe(price * count)
      expect(costOf(tariff, operation, 0)).toBe(0)
    }
  )
})
