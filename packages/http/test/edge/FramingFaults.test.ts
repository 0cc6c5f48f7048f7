import { assert, describe, it } from "@effect/vitest"
import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { Schema } from "effect"
import { FRAMING_FAULT_KINDS, framingFaultOf, isFramingCode } from "../../src/edge/FramingFaults.ts"

const codeOf = (code: string, packet = "") => ERRORS[framingFaultOf(code, packet, 0).error].code

describe("the fault of bytes that are not a request", () => {
  it("has the status that RFC 9110 gives it", () => {
    assert.strictEqual(codeOf("HPE_HEADER_OVERFLOW"), 43100)
    assert.strictEqual(codeOf("HPE_CHUNK_EXTENSIONS_OVERFLOW"), 41300)
    assert.strictEqual(codeOf("ERR_HTTP_REQUEST_TIMEOUT"), 40800)
    assert.strictEqual(codeOf("HPE_INVALID_VERSION"), 50500)
    assert.strictEqual(codeOf("HPE_INVALID_EOF_STATE"), 40007)
  })

  it("names an unknown method, and distinguishes TLS and other bytes from it", () => {
    const unknown = framingFaultOf("HPE_INVALID_METHOD", "BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n", 2)
    assert.deepStrictEqual(unknown, {
      kind: "method",
      error: "notImplemented",
      detail: "The method BREW is unknown."
    })
    assert.match(framingFaultOf("HPE_INVALID_METHOD", "\x16\x03\x01\x02\x00", 0).detail, /begins with TLS/)
    assert.strictEqual(codeOf("HPE_INVALID_METHOD", "NONSENSE\r\n\r\n"), 40007)
    const packet = "GET / HTTP/1.1\r\nHost: x\r\n\r\nNONSENSE\r\n\r\n"
    assert.strictEqual(framingFaultOf("HPE_INVALID_METHOD", packet, packet.indexOf("NS")).error, "requestMalformed")
    // The invalid bytes follow a valid request: its method is not the fault.
    const tooLong = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n{"a": 1}'
    assert.strictEqual(framingFaultOf("HPE_INVALID_METHOD", tooLong, 0).error, "requestMalformed")
  })

  it("names a line end without a carriage return or a line feed, where it is the fault", () => {
    const stopsAt = (code: string, packet: string, at: number) => framingFaultOf(code, packet, at).kind
    assert.strictEqual(stopsAt("HPE_INVALID_VERSION", "GET / HTTP/1.1\nHost: x\n\n", 15), "line_end")
    assert.strictEqual(stopsAt("HPE_STRICT", "GET / HTTP/1.1\rHost: x\r\n\r\n", 15), "line_end")
    assert.strictEqual(stopsAt("HPE_CR_EXPECTED", "GET / HTTP/1.1\r\nHost: x\n\n", 23), "line_end")
    assert.strictEqual(stopsAt("HPE_INVALID_HEADER_TOKEN", "GET / HTTP/1.1\r\nHost: x\r\n\n", 26), "line_end")
    assert.strictEqual(stopsAt("HPE_INVALID_VERSION", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", 14), "version")
    assert.strictEqual(stopsAt("HPE_INVALID_HEADER_TOKEN", "GET / HTTP/1.1\r\nHo st: x\r\n\r\n", 19), "header")
  })

  it("is distinguished from an error of the connection by its code", () => {
    for (const code of ["HPE_INVALID_METHOD", "HPE_OF_A_LATER_NODE", "ERR_HTTP_REQUEST_TIMEOUT"])
      assert.isTrue(isFramingCode(code), code)
    for (const code of ["", "ECONNRESET", "EPIPE", "ETIMEDOUT"]) assert.isFalse(isFramingCode(code), code)
  })

  it.prop(
    "is a sentence that contains nothing of the bytes but a method",
    [Schema.String, Schema.String, Schema.Natural],
    ([code, bytes, at]) => {
      const { kind, error, detail } = framingFaultOf(code, bytes, at)
      assert.include(FRAMING_FAULT_KINDS, kind)
      assert.property(ERRORS, error)
      assert.match(detail, /^[A-Z][\x20-\x7e]*\.$/)
      assert.isBelow(detail.length, 120)
    }
  )
})
