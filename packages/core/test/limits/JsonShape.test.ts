import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { elementsAtDepth, jsonExcess } from "../../src/limits/JsonShape.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const UNLIMITED = { maxDepth: 1_000, maxValues: 1_000_000 }

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

/** The values in a value, itself included. */
const countIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce<number>((total, part) => total + countIn(part), 0)
    : 1

describe("jsonExcess", () => {
  it.prop("admits a text whose depth is within the limit, and rejects a deeper one", [Schema.Json], ([value]) => {
    const bytes = bytesOf(JSON.stringify(value))
    const depth = depthOf(value)
    assert.isUndefined(jsonExcess(bytes, { ...UNLIMITED, maxDepth: depth }))
    if (depth > 0) assert.strictEqual(jsonExcess(bytes, { ...UNLIMITED, maxDepth: depth - 1 }), "depth")
  })

  it.prop("counts at most twice the values of a text, and at least half of them", [Schema.Json], ([value]) => {
    const bytes = bytesOf(JSON.stringify(value))
    const values = countIn(value)
    assert.isUndefined(jsonExcess(bytes, { ...UNLIMITED, maxValues: 2 * values }))
    if (values > 3) {
      assert.strictEqual(jsonExcess(bytes, { ...UNLIMITED, maxValues: Math.floor(values / 2) - 1 }), "values")
    }
  })

  it("ignores brackets, commas and escaped quotes in strings", () => {
    const text = JSON.stringify(['[[[["', "\\", '\\"[[', ",,,,,,,,", 'a\\\\\\"{{{{'])
    assert.isUndefined(jsonExcess(bytesOf(text), { maxDepth: 1, maxValues: 6 }))
  })

  it("ends at the first excess, and measures text that is not JSON", () => {
    assert.strictEqual(jsonExcess(bytesOf("[".repeat(100_000)), { maxDepth: 64, maxValues: 10 }), "values")
    assert.strictEqual(jsonExcess(bytesOf("[".repeat(100_000)), { maxDepth: 64, maxValues: 1_000 }), "depth")
    assert.strictEqual(jsonExcess(bytesOf(",".repeat(100)), { maxDepth: 64, maxValues: 10 }), "values")
    for (const text of ["", '"', '"\\', "]]]]", '["', '["\\"', "\\\"['"]) {
      assert.isUndefined(jsonExcess(bytesOf(text), { maxDepth: 2, maxValues: 10 }), text)
    }
  })
})

describe("elementsAtDepth", () => {
  const Lines = Schema.Record(Schema.String, Schema.Struct({ shipments: Schema.Array(Schema.Json) }))

  it.prop("counts the shipments of a request, whatever a shipment is", [Lines], ([body]) => {
    const shipments = Object.values(body).reduce((total, { shipments }) => total + shipments.length, 0)
    assert.strictEqual(elementsAtDepth(bytesOf(JSON.stringify(body)), 3), shipments)
    assert.strictEqual(elementsAtDepth(bytesOf(JSON.stringify(body, undefined, 2)), 3), shipments)
  })
})
