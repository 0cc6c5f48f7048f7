import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { costOf, DEFAULT_TARIFF, type MeteredOperation, makeTariff, TariffOverrides } from "../../src/usage/Tariff.ts"

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

const read = Schema.decodeUnknownSync(TariffOverrides, { onExcessProperty: "error" })

describe("the tariff", () => {
  it("prices every metered operation, and lets each be overridden", () => {
    expect(Object.keys(DEFAULT_TARIFF)).toEqual(operations)
    expect(Object.keys(TariffOverrides.fields)).toEqual(operations)
  })

  it("is the default one when nothing is overridden", () => {
    expect(makeTariff({})).toEqual({
      "shipment.track": 10,
      "alert.example": 0,
      "congestion.port": 1,
      "congestion.history": 5,
      "congestion.calls": 5,
      "co2.voyage": 1
    })
  })

  it.prop("changes the overridden price and no other", [Operation, Price], ([operation, price]) => {
    const tariff = makeTariff(read({ [operation]: price }))
    for (const other of operations) expect(tariff[other]).toBe(other === operation ? price : DEFAULT_TARIFF[other])
  })

  it.prop(
    "costs the price times the count, and nothing for none",
    [Operation, Price, Count],
    ([operation, price, count]) => {
      const tariff = makeTariff(read({ [operation]: price }))
      expect(costOf(tariff, operation, count)).toBe(price * count)
      expect(costOf(tariff, operation, 0)).toBe(0)
    }
  )

  it("takes no price that is negative or broken, and no operation that it does not know", () => {
    expect(() => read({ "co2.voyage": -1 })).toThrow()
    expect(() => read({ "co2.voyage": 0.5 })).toThrow()
    expect(() => read({ "co2.voyages": 1 })).toThrow()
  })
})
