import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Co2BatchRequest, MAX_BATCH_VOYAGES } from "../../src/co2/Co2Batch.ts"
import { describeFault } from "../../src/faults/Fault.ts"
import { parse } from "../../src/faults/Parse.ts"

describe("a batch of voyages", () => {
  it.prop("holds 1 to 100 requests", [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 130 }))], ([length]) => {
    const parsed = parse(Co2BatchRequest)({ requests: Array.from({ length }, () => ({})) })
    const sentences = Result.isFailure(parsed) ? parsed.failure.map((fault) => describeFault(fault)) : []
    const isValid = length >= 1 && length <= MAX_BATCH_VOYAGES
    expect(sentences).toEqual(isValid ? [] : [`$.requests must hold 1 to 100 requests, got ${length} items`])
  })
})
