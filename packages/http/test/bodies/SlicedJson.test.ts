import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { jsonFault } from "../../src/bodies/JsonFault.ts"
import { parseJson } from "../../src/bodies/SlicedJson.ts"

const encoder = new TextEncoder()
const parse = (text: string, sliceBytes: number) =>
  Effect.runSync(Effect.result(parseJson(encoder.encode(text), sliceBytes, Effect.yieldNow)))
/**
 * A key that starts with an escape: after a key that is one backslash, JSON.parse reads some of them as a backslash, in the
 * V8 of Node 24 and of Deno 2.9 (https://github.com/nodejs/node/issues/63785), so that two calls differ.
 */
const ESCAPED_KEY = /[{,]\s*"\\/

const SLICES = [0, 1, 2, 3, 7, 20, 100]

/** The texts of a value in several forms. */
const formsOf = (value: unknown) => [
  JSON.stringify(value),
  JSON.stringify(value, null, 2),
  ` ${JSON.stringify(value)}\n`
]

describe("JSON in slices", () => {
  it.prop("equals the result of JSON.parse, wherever the slices end", [Schema.Json], ([value]) => {
    for (const text of formsOf(value).filter((form) => !ESCAPED_KEY.test(form))) {
      for (const sliceBytes of SLICES) {
        assert.deepStrictEqual(parse(text, sliceBytes), Result.succeed(JSON.parse(text)), text)
      }
    }
  })

  it.prop(
    "is rejected where JSON.parse rejects it",
    [
      Schema.Json,
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })),
      Schema.Literals([",", "]", "}", "[", "{", '"', "1", " ", "", ":", "\\"])
    ],
    ([value, at, inserted]) => {
      const whole = JSON.stringify([value, { a: value, b: [value] }])
      const position = at % (whole.length + 1)
      const changed = whole.slice(0, position) + inserted + whole.slice(inserted === "" ? position + 1 : position)
      // The bytes of a request contain no half of a surrogate pair.
      const text = changed.toWellFormed()
      if (ESCAPED_KEY.test(text)) return
      const fault = jsonFault(text)
      for (const sliceBytes of SLICES) {
        const parsed = parse(text, sliceBytes)
        if (fault === undefined) assert.deepStrictEqual(parsed, Result.succeed(JSON.parse(text)), text)
        else assert.isTrue(Result.isFailure(parsed), text)
      }
    }
  )

  const REJECTED = [
    "",
    " ",
    "[1,]",
    "[,1]",
    "[1,,2]",
    "[1[2]]",
    "[1,2[3,4]]",
    '{"a":1{"b":2,"c":3}}',
    '{"a":[1,2] "b":3}',
    '{"a":[1,2],}',
    "[[1,2][3,4]]",
    "[[1,2],]",
    "[1,2]]",
    "[1,2]x",
    "[1,2],[3,4]",
    "1,2",
    "[1,2",
    '["a,b',
    '{"a":[1,2}',
    '[{"a":1,2]}',
    "{1:2,3:4}",
    "[1,2,NaN,3]",
    "[1,\uFEFF2]"
  ]
  for (const text of REJECTED) {
    it(`rejects ${JSON.stringify(text)} wherever the slices end`, () => {
      for (const sliceBytes of SLICES) assert.isTrue(Result.isFailure(parse(text, sliceBytes)), String(sliceBytes))
    })
  }

  it("has the last of two properties with one name, and a property that is named as the prototype", () => {
    const text = '{"a":[1,2],"b":1,"a":[3,4],"__proto__":{"x":[1,2]},"7":1,"3":2}'
    for (const sliceBytes of SLICES) {
      const parsed = Result.getOrThrow(parse(text, sliceBytes))
      assert.strictEqual(JSON.stringify(parsed), JSON.stringify(JSON.parse(text)))
      assert.isFalse(Object.hasOwn(Object.prototype, "x"))
    }
  })

  it("names the character from which a text is not valid, in characters of the whole text", () => {
    const text = `["ä€😀",${"1,".repeat(50)}x]`
    for (const sliceBytes of [1, 20]) {
      assert.deepStrictEqual(parse(text, sliceBytes), Result.fail(jsonFault(text) ?? ""))
    }
    assert.deepStrictEqual(
      parse(`[1,2,NaN]`, 1),
      Result.fail("$ contains NaN or Infinity, which JSON does not allow: send a number or omit the property.")
    )
  })
})
