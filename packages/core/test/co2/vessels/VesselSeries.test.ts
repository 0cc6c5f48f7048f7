import { describe, expect, it } from "@effect/vitest"
import { findSeries, seriesOf } from "../../../src/co2/vessels/VesselSeries.ts"

const rows = [
  [10_000, 0.9, 3],
  [10_030, 1.2, 4],
  [50_000, 1.1, 5]
] as const

describe("the series of a tonnage", () => {
  it("is the nearest within 0.2 %", () => {
    expect(findSeries(rows, 10_000)).toEqual({ grossTonnage: 10_000, powerFactor: 0.9, vessels: 3 })
    expect(findSeries(rows, 10_014)?.vessels).toBe(3)
    expect(findSeries(rows, 10_016)?.vessels).toBe(4)
    expect(findSeries(rows, 50_099)?.vessels).toBe(5)
    expect(findSeries(rows, 49_901)?.vessels).toBe(5)
  })

  it("is absent when no vessel of that tonnage is known", () => {
    for (const tonnage of [9979, 10_051, 30_000, 50_101]) expect(findSeries(rows, tonnage)).toBeUndefined()
    expect(findSeries([], 10_000)).toBeUndefined()
  })

  it("is known for common designs", () => {
    expect(seriesOf(194_849)?.vessels).toBeGreaterThan(10)
    expect(seriesOf(1)).toBeUndefined()
  })
})
