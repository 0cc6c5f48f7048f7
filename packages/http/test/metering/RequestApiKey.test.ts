import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { apiKeyOf } from "../../src/metering/RequestApiKey.ts"

const Key = Schema.String.check(Schema.isPattern(/^[!-+\--~]{16,40}$/u))
const Presence = Schema.Tuple([Schema.Boolean, Schema.Boolean, Schema.Boolean])

const headersWith = ([underscore, hyphen, bearer]: typeof Presence.Type, key: string) => ({
  ...(underscore ? { api_key: key } : {}),
  ...(hyphen ? { "api-key": key } : {}),
  ...(bearer ? { authorization: `Bearer ${key}` } : {})
})

describe("apiKeyOf", () => {
  it.prop("reads the key from any of the three headers, however many carry it", [Key, Presence], ([key, presence]) => {
    const found = apiKeyOf(headersWith(presence, key))
    assert.deepStrictEqual(found, presence.includes(true) ? Result.succeed(key) : Result.fail("missing"))
  })

  it.prop("rejects two different keys, whichever headers carry them", [Key, Key], ([left, right]) => {
    if (left === right) return
    const pairs = [
      { api_key: left, "api-key": right },
      { api_key: left, authorization: `Bearer ${right}` },
      { "api-key": left, authorization: `bearer ${right}` },
      { api_key: `${left}, ${right}` }
    ]
    for (const headers of pairs) assert.deepStrictEqual(apiKeyOf(headers), Result.fail("ambiguous"))
  })

  it("accepts a key that a header repeats", () => {
    assert.deepStrictEqual(apiKeyOf({ api_key: "lf_abcdef, lf_abcdef" }), Result.succeed("lf_abcdef"))
  })

  it("ignores an empty header beside one with a key", () => {
    assert.deepStrictEqual(apiKeyOf({ api_key: "", "api-key": "lf_abcdef" }), Result.succeed("lf_abcdef"))
    assert.deepStrictEqual(apiKeyOf({ api_key: "lf_abcdef", authorization: "Bearer " }), Result.succeed("lf_abcdef"))
  })

  it("ignores credentials of another scheme beside a key, and names the scheme when there is none", () => {
    const authorization = "Basic dXNlcjpwYXNz"
    assert.deepStrictEqual(apiKeyOf({ api_key: "lf_abcdef", authorization }), Result.succeed("lf_abcdef"))
    assert.deepStrictEqual(apiKeyOf({ authorization }), Result.fail("notBearer"))
    assert.deepStrictEqual(apiKeyOf({ authorization: "Bearerlf_abcdef" }), Result.fail("notBearer"))
  })

  it("reads the scheme in any case, with any number of blanks", () => {
    assert.deepStrictEqual(apiKeyOf({ authorization: "BEARER   lf_abcdef" }), Result.succeed("lf_abcdef"))
    assert.deepStrictEqual(apiKeyOf({ authorization: "bearer" }), Result.fail("missing"))
  })
})
