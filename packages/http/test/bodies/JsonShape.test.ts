import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type JsonLimits, JsonMeter } from "../../src/bodies/JsonShape.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const UNLIMITED = { maxDepth: 1_000, maxProperties: 1_000_000, maxValues: 1_000_000 }

/** Measures a text in parts of so many bytes. */
const measure = (bytes: Uint8Array, limits: JsonLimits, listDepth = 0, part = Number.POSITIVE_INFINITY) => {
  const meter = new JsonMeter(bytes, limits, listDepth)
  while (!meter.next(part)) assert.isUndefined(meter.excess)
  return meter
}

const PARTS = [1, 3, 10, Number.POSITIVE_INFINITY]

const jsonExcess = (bytes: Uint8Array, limits: JsonLimits) => {
  const [first, ...others] = PARTS.map((part) => measure(bytes, limits, 0, part).excess)
  for (const other of others) assert.strictEqual(other, first)
  return first
}

const elementsAtDepth = (bytes: Uint8Array, depth: number): number => {
  const [first = 0, ...others] = PARTS.map((part) => measure(bytes, UNLIMITED, depth, part).elements)
  for (const other of others) assert.strictEqual(other, first)
  return first
}

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

/** The values in a value, itself included. */
const countIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce<number>((total, part) => total + countIn(part), 0)
    : 1

describe("the excess of a JSON text", () => {
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
    assert.isUndefined(jsonExcess(bytesOf(text), { ...UNLIMITED, maxDepth: 1, maxValues: 6 }))
  })

  it.prop("finds an object with too many properties, at any depth, and no array", [Schema.Json], ([value]) => {
    const most = (part: unknown): number =>
      typeof part === "object" && part !== null
        ? Math.max(Array.isArray(part) ? 0 : Object.keys(part).length, ...Object.values(part).map(most), 0)
        : 0
    const bytes = bytesOf(JSON.stringify([value, [1, 2, 3, 4, 5], value]))
    const maxProperties = Math.max(1, most(value))
    assert.isUndefined(jsonExcess(bytes, { ...UNLIMITED, maxProperties }))
    if (maxProperties > 1) {
      assert.strictEqual(jsonExcess(bytes, { ...UNLIMITED, maxProperties: maxProperties - 1 }), "properties")
    }
  })

  it("ends at the first excess, and measures text that is not JSON", () => {
    assert.strictEqual(
      jsonExcess(bytesOf("[".repeat(100_000)), { ...UNLIMITED, maxDepth: 64, maxValues: 10 }),
      "values"
    )
    assert.strictEqual(
      jsonExcess(bytesOf("[".repeat(100_000)), { ...UNLIMITED, maxDepth: 64, maxValues: 1_000 }),
      "depth"
    )
    assert.strictEqual(jsonExcess(bytesOf(",".repeat(100)), { ...UNLIMITED, maxDepth: 64, maxValues: 10 }), "values")
    for (const text of ["", '"', '"\\', "]]]]", '["', '["\\"', "\\\"['"]) {
      assert.isUndefined(jsonExcess(bytesOf(text), { ...UNLIMITED, maxDepth: 2, maxValues: 10 }), text)
    }
  })
})

describe("the elements at a depth", () => {
  const Lines = Schema.Record(Schema.String, Schema.Struct({ shipments: Schema.Array(Schema.Json) }))

  it.prop("counts the shipments of a request, whatever a shipment is", [Lines], ([body]) => {
    const shipments = Object.values(body).reduce((total, { shipments }) => total + shipments.length, 0)
    assert.strictEqual(elementsAtDepth(bytesOf(JSON.stringify(body)), 3), shipments)
    assert.strictEqual(elementsAtDepth(bytesOf(JSON.stringify(body, undefined, 2)), 3), shipments)
  })
})
