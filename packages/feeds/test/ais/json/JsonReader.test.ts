import { assert, describe, it } from "@effect/vitest"
import { parseJson } from "../../../src/ais/json/JsonReader.ts"

const LONG = 300_000

describe("a document of a source", () => {
  it("that is long has at most 64 levels, whatever its strings contain", () => {
    const nested = (depth: number, text: string) =>
      `${"[".repeat(depth)}${JSON.stringify(text.padEnd(LONG, "]"))}${"]".repeat(depth)}`
    assert.isDefined(parseJson(nested(64, "")))
    assert.isUndefined(parseJson(nested(65, "")))
    assert.isUndefined(parseJson(nested(65, '\\"]]')))
    assert.isUndefined(parseJson("[".repeat(LONG)))
    assert.isDefined(parseJson(JSON.stringify([`${"[{,".repeat(LONG)}\\"`])))
  })

  it("that is long has at most 2,000,000 values", () => {
    assert.isDefined(parseJson(`[${"1,".repeat(1_999_998)}1]`))
    assert.isUndefined(parseJson(`[${"1,".repeat(2_000_000)}1]`))
  })

  it("that is short is parsed", () => {
    assert.isArray(parseJson(`${"[".repeat(100)}${"]".repeat(100)}`))
    assert.isUndefined(parseJson('{"a":'))
  })
})
