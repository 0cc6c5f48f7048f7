import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { Co2BatchResult } from "../../src/co2/Co2BatchResponse.ts"

describe("the result of a batch", () => {
  it("carries an errorInfo for a rejected request", () => {
    const rejected = {
      status: "rejected",
      error: { errorCode: 40002, message: "No.", details: [], time: "2026-03-01T12:00:00.000Z" }
    }
    expect(Schema.encodeSync(Co2BatchResult)(Schema.decodeUnknownSync(Co2BatchResult)(rejected))).toEqual(rejected)
  })
})
