import { describe, expect, it } from "@effect/vitest"
import {
  baseWeight,
  isHeavy,
  weightOf,
  weightOfBytes,
  weightOfDocument,
  weightOfFilters,
  weightOfPage,
  weightOfVoyage
} from "../../src/shares/RequestWeight.ts"

describe("the weight of a request", () => {
  it("is 1 for an ordinary operation", () => {
    expect(baseWeight("endpoints.get")).toBe(1)
    expect(weightOf("endpoints.get", 50)).toBe(1)
  })

  it("follows the items of a batch, and never falls below the base of the operation", () => {
    expect(weightOf("portCongestion.batch", 10)).toBe(10)
    expect(weightOf("shipments.easyShipment", 1)).toBe(1)
    expect(weightOf("shipments.easyShipment", 10_000)).toBe(1000)
    expect(weightOf("shipments.easyShipment", 11)).toBe(2)
    expect(weightOf("endpoints.sendExample", 1)).toBe(baseWeight("endpoints.sendExample"))
  })

  it("is at least 1 for each 32 KiB of a body, and for each 50 items of a page", () => {
    expect([0, 1, 32_768, 32_769, 8 * 1024 * 1024].map(weightOfBytes)).toEqual([0, 1, 1, 2, 256])
    expect([1, 50, 51, 250].map(weightOfPage)).toEqual([1, 1, 2, 5])
  })

  it("is higher for the filters for which a list reads rows that do not match, on the lists that have them", () => {
    const weightOfQuery = (query: string) => weightOfFilters("shipments.list", query)
    expect(["", "limit=5", "search=", "search=a", "limit=5&endpointId=ep_1"].map(weightOfQuery)).toEqual([
      1, 1, 1, 10, 5
    ])
    expect(weightOfQuery("search=a&endpointId=ep_1")).toBe(10)
    expect(weightOfQuery("%73earch=a")).toBe(10)
    expect(weightOfFilters("messages.list", "search=a")).toBe(1)
  })

  it("is higher for a voyage with passages to avoid or to require, and 1 for other values", () => {
    const weights = [
      { options: { avoid: ["suez"] } },
      { options: { require: ["suez"] } },
      { options: { avoid: [], require: [] } },
      { options: { geometry: true } },
      {},
      { options: null },
      null,
      "suez"
    ].map(weightOfVoyage)
    expect(weights).toEqual([5, 5, 1, 1, 1, 1, 1, 1])
  })

  it("is 1 for each 128 KiB of a document", () => {
    expect([0, 1, 131_072, 131_073, 3 * 1024 * 1024].map(weightOfDocument)).toEqual([1, 1, 1, 2, 24])
  })

  it("makes large batches heavy, and small ones not", () => {
    expect(isHeavy(weightOf("shipments.easyShipment", 100))).toBe(false)
    expect(isHeavy(weightOf("shipments.easyShipment", 200))).toBe(true)
    expect(isHeavy(weightOf("co2.computeBatch", 100))).toBe(true)
  })
})
