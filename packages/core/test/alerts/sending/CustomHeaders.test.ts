import { assert, describe, it } from "@effect/vitest"
import { Exit, Result, Schema } from "effect"
import { CustomHeaders } from "../../../src/alerts/sending/CustomHeaders.ts"
import { parse } from "../../../src/faults/Parse.ts"

const decode = Schema.decodeUnknownExit(CustomHeaders)

describe("the custom headers of an endpoint", () => {
  it.each([{ authorization: "Bearer abc.def" }, { "X-Team": "imports, exports" }, { "x-a": "\u0021" }, {}])(
    "accept %j",
    (headers) => {
      assert.isTrue(Exit.isSuccess(decode(headers)))
    }
  )

  it.each([
    [{ "webhook-id": "1" }, "reserved"],
    [{ "Webhook-Signature": "v1,x" }, "reserved"],
    [{ "Content-Type": "text/plain" }, "reserved"],
    [{ HOST: "example.com" }, "reserved"],
    [{ "transfer-encoding": "chunked" }, "reserved"],
    [{ "user-agent": "x" }, "reserved"],
    [{ "x y": "1" }, "not a valid HTTP header name"],
    [{ "": "1" }, "not a valid HTTP header name"],
    [{ "x-a\r\nx-b": "1" }, "not a valid HTTP header name"],
    [{ "x-a": "1\r\nx-b: 2" }, "printable ASCII"],
    [{ "x-a": "" }, "printable ASCII"],
    [{ "x-a": " 1" }, "printable ASCII"],
    [{ "x-a": "größer" }, "printable ASCII"],
    [{ "x-a": "a".repeat(2049) }, "at most 2048"],
    [{ "x-a": "1", "X-A": "2" }, "twice"],
    [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, "1"])), "at most 20"]
  ] as const)("reject %j", (headers, fault) => {
    const exit = decode(headers)
    assert.isTrue(Exit.isFailure(exit))
    assert.include(String(exit), fault)
  })

  it("name every header that is reserved or invalid in one response", () => {
    const parsed = parse(CustomHeaders)({ host: "a", "x-a": "1", "webhook-id": "2", "x-b": "" })
    assert.deepStrictEqual(
      Result.match(parsed, { onSuccess: () => [], onFailure: (faults) => faults.map(({ rule }) => rule) }),
      [
        'has the header "host", which is reserved',
        'has the header "webhook-id", which is reserved',
        'has a value at "x-b" that is empty, not printable ASCII, or begins or ends with a space'
      ]
    )
  })
})
