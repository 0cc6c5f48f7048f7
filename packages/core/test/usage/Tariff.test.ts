import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Credits } from "../../src/usage/Credits.ts"
import {
  costOf,
  DEFAULT_TARIFF,
  formatTariff,
  METERED_UNITS,
  type MeteredOperation,
  parseTariff
} from "../../src/usage/Tariff.ts"

const operations: ReadonlyArray<MeteredOperation> = [
  "shipment.track",
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

  it("explains the unit of every operation", () => {
    expect(Object.keys(METERED_UNITS)).toEqual(operations)
  })

  it("reads prices by operation, and leaves the others at their default", () => {
    expect(parseTariff(" co2.voyage = 2, shipment.track=15 ,")).toEqual(
      Result.succeed({ ...DEFAULT_TARIFF, "co2.voyage": 2, "shipment.track": 15 })
    )
    expect(parseTariff("")).toEqual(Result.succeed(DEFAULT_TARIFF))
    expect(parseTariff("congestion.port=0")).toEqual(Result.succeed({ ...DEFAULT_TARIFF, "congestion.port": 0 }))
  })

  it.prop("reads back what it writes", [Operation, Price], ([operation, price]) => {
    const tariff = { ...DEFAULT_TARIFF, [operation]: Credits.make(price) }
    expect(parseTariff(formatTariff(tariff))).toEqual(Result.succeed(tariff))
  })

  it.each([
    ["co2.voyag=2", '"co2.voyag" is not a metered operation, but co2.voyage is'],
    [
      "toString=2",
      '"toString" is not a metered operation; these are shipment.track, congestion.port, congestion.history, congestion.calls, co2.voyage'
    ],
    ["co2.voyage", '"co2.voyage" is not of the form operation=credits'],
    ["co2.voyage=1=2", '"co2.voyage=1=2" is not of the form operation=credits'],
    ["co2.voyage=", 'the price of co2.voyage is ""; it must be a whole number of credits from 0 to 1000000'],
    ["co2.voyage=-1", 'the price of co2.voyage is "-1"; it must be a whole number of credits from 0 to 1000000'],
    ["co2.voyage=1.5", 'the price of co2.voyage is "1.5"; it must be a whole number of credits from 0 to 1000000'],
    [
      "co2.voyage=1000001",
      'the price of co2.voyage is "1000001"; it must be a whole number of credits from 0 to 1000000'
    ],
    ["co2.voyage=1,co2.voyage=2", "co2.voyage has two prices"]
  ])("rejects %s and states the reason", (text, fault) => {
    expect(parseTariff(text)).toEqual(Result.fail(fault))
  })
})
