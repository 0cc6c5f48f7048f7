import { describe, expect, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { ErrorCode, errorEntryOf } from "../../src/conventions/ErrorCode.ts"
import { detailsOf, ErrorInfo, makeErrorInfo } from "../../src/conventions/ErrorInfo.ts"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00Z")

describe("errorInfo", () => {
  it.prop("has the message of the catalogue by default", [ErrorCode, Schema.String], ([code, message]) => {
    expect(makeErrorInfo(code, now)).toEqual({
      errorCode: code,
      message: errorEntryOf(code).meaning,
      details: [],
      time: now
    })
    expect(makeErrorInfo(code, now, { message }).message).toBe(message)
  })

  it("is encoded with errorCode, message, details and an ISO 8601 time", () => {
    const details = detailsOf([{ kind: "invalid", path: ["url"], rule: "must be a string", value: "5" }])
    expect(Schema.encodeSync(ErrorInfo)(makeErrorInfo(40002, now, { details }))).toEqual({
      errorCode: 40002,
      message: "The request body is invalid.",
      details: ["$.url must be a string, got 5"],
      time: "2026-03-01T12:00:00.000Z"
    })
  })

  it("accepts only the codes of the catalogue", () => {
    expect(Schema.is(ErrorCode)(40000)).toBe(false)
    expect(Schema.is(ErrorCode)(40002)).toBe(true)
  })

  it("writes the paths of its details from the part of the request", () => {
    const fault = { kind: "invalid", path: ["limit"], rule: "must be a whole number", value: '"x"' } as const
    expect(detailsOf([fault], "query")).toEqual(['query.limit must be a whole number, got "x"'])
  })
})
