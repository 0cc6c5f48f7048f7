import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { JsonParser } from "../../src/json/JsonParser.ts"

const LONG = 300_000
const encoder = new TextEncoder()
const { parse } = JsonParser.defaultValue()
const parsed = (text: string) => Effect.runSync(Effect.exit(parse(encoder.encode(text))))
const EXCESS = Exit.fail("excess" as const)

describe("the JSON of a source", () => {
  it("has at most 64 levels, whatever its strings contain", () => {
    const nested = (depth: number, text: string) =>
      `${"[".repeat(depth)}${JSON.stringify(text.padEnd(LONG, "]"))}${"]".repeat(depth)}`
    assert.isTrue(Exit.isSuccess(parsed(nested(64, ""))))
    assert.deepStrictEqual(parsed(nested(65, "")), EXCESS)
    assert.deepStrictEqual(parsed(nested(65, '\\"]]')), EXCESS)
    assert.deepStrictEqual(parsed("[".repeat(LONG)), EXCESS)
    assert.isTrue(Exit.isSuccess(parsed(JSON.stringify([`${"[{,".repeat(LONG)}\\"`]))))
  })

  it("has at most 2,000,000 values", () => {
    assert.isTrue(Exit.isSuccess(parsed(`[${"1,".repeat(1_999_998)}1]`)))
    assert.deepStrictEqual(parsed(`[${"1,".repeat(2_000_000)}1]`), EXCESS)
  })

  it("that is malformed is invalid", () => {
    assert.deepStrictEqual(parsed('{"a":'), Exit.fail("invalid" as const))
    assert.deepStrictEqual(parsed('{"ä":[]}'), Exit.succeed({ ä: [] }))
  })
})
