import { describe, expect, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { Co2BatchRequest, Co2BatchResult, MAX_VOYAGES, readBatch } from "../../src/co2/Co2Batch.ts"
import { ComputeCo2Request } from "../../src/co2/ComputeCo2Request.ts"
import { parse } from "../../src/faults/Fault.ts"
import { requests } from "./co2Arbitraries.ts"

const encode = Schema.encodeSync(ComputeCo2Request)

describe("a batch of voyages", () => {
  it.prop("holds 1 to 100 requests", [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 130 }))], ([length]) => {
    const parsed = parse(Co2BatchRequest)({ requests: Array.from({ length }, () => ({})) })
    const told = Result.isFailure(parsed) ? parsed.failure.map(({ message }) => message) : []
    const fits = length >= 1 && length <= MAX_VOYAGES
    expect(told).toEqual(fits ? [] : [`$.requests must hold 1 to 100 requests, got ${length} items`])
  })

  it.prop(
    "reads each request by itself: the faults of one touch no other",
    [Arbitrary.array(requests, { minLength: 1, maxLength: 5 }), Schema.Natural],
    ([good, place]) => {
      const broken = place % (good.length + 1)
      const sent = good.map((request): unknown => encode(request))
      const read = readBatch({ requests: [...sent.slice(0, broken), { vessel: 5 }, ...sent.slice(broken)] })
      expect(read.length).toBe(good.length + 1)
      expect(read.flatMap((one) => (Result.isSuccess(one) ? [encode(one.success)] : []))).toEqual(sent)
      expect(read.flatMap((one) => (Result.isFailure(one) ? one.failure.map(({ message }) => message) : []))).toEqual([
        `$.requests[${broken}].vessel must be an object, got 5`,
        `$.requests[${broken}].departure is missing; it must be an object`,
        `$.requests[${broken}].arrival is missing; it must be an object`
      ])
    }
  )

  it("answers a request that it refused with an errorInfo", () => {
    const refused = {
      status: "refused",
      error: { errorCode: 40002, message: "No.", details: [], time: "2026-03-01T12:00:00.000Z" }
    }
    expect(Schema.encodeSync(Co2BatchResult)(Schema.decodeUnknownSync(Co2BatchResult)(refused))).toEqual(refused)
  })
})
