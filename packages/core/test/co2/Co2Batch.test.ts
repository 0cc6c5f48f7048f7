import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Co2BatchRequest, Co2BatchResult, MAX_BATCH_VOYAGES } from "../../src/co2/Co2Batch.ts"
import { parse } from "../../src/faults/Fault.ts"

describe("a batch of voyages", () => {
  it.prop("holds 1 to 100 requests", [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 130 }))], ([length]) => {
    const parsed = parse(Co2BatchRequest)({ requests: Array.from({ length }, () => ({})) })
    const told = Result.isFailure(parsed) ? parsed.failure.map(({ message }) => message) : []
    const fits = length >= 1 && length <= MAX_BATCH_VOYAGES
    expect(told).toEqual(fits ? [] : [`$.requests must hold 1 to 100 requests, got ${length} items`])
  })

  it("answers a request that it refused with an errorInfo", () => {
    const refused = {
      status: "refused",
      error: { errorCode: 40002, message: "No.", details: [], time: "2026-03-01T12:00:00.000Z" }
    }
    expect(Schema.encodeSync(Co2BatchResult)(Schema.decodeUnknownSync(Co2BatchResult)(refused))).toEqual(refused)
  })
})
