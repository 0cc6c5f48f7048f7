import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parseForwarded } from "../../src/edge/ForwardedHeader.ts"

const Value = Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{0,30}$/u))
const Element = Schema.Struct({ for: Value, host: Value, proto: Schema.Literals(["http", "https"]) })

const quote = (value: string) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`

const render = (elements: ReadonlyArray<typeof Element.Type>) =>
  elements.map(({ for: client, host, proto }) => `For=${quote(client)};host=${quote(host)}; proto=${proto}`).join(", ")

describe("parseForwarded", () => {
  it.prop("reads what a proxy writes, whatever is in the values", [Schema.NonEmptyArray(Element)], ([elements]) => {
    assert.deepStrictEqual(
      parseForwarded(render(elements)),
      elements.map((element) => ({ ...element }))
    )
  })

  it("reads the examples of RFC 7239", () => {
    assert.deepStrictEqual(parseForwarded('for="_gazonk"'), [{ for: "_gazonk" }])
    assert.deepStrictEqual(parseForwarded('For="[2001:db8:cafe::17]:4711"'), [{ for: "[2001:db8:cafe::17]:4711" }])
    assert.deepStrictEqual(parseForwarded("for=192.0.2.60;proto=http;by=203.0.113.43"), [
      { for: "192.0.2.60", proto: "http", by: "203.0.113.43" }
    ])
    assert.deepStrictEqual(parseForwarded("for=192.0.2.43, for=198.51.100.17"), [
      { for: "192.0.2.43" },
      { for: "198.51.100.17" }
    ])
  })

  it("reads names such as __proto__ as names", () => {
    const [element] = parseForwarded("for=192.0.2.1;__proto__=x") ?? []
    assert.strictEqual(element?.for, "192.0.2.1")
    assert.deepStrictEqual(Object.keys(element ?? {}), ["for", "__proto__"])
  })

  it("is undefined for a malformed header", () => {
    for (const header of [
      "",
      "for",
      "for=",
      "for=1.1.1.1,",
      "for=1.1.1.1;;",
      'for="1.1.1.1',
      "for=1.1.1.1 for=2.2.2.2"
    ]) {
      assert.isUndefined(parseForwarded(header), header)
    }
  })

  it.prop("never throws", [Schema.String], ([header]) => {
    parseForwarded(header)
  })
})
