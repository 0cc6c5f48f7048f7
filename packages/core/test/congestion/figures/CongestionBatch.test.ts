import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import {
  CongestionBatchRequest,
  distinctPorts,
  MAX_BATCH_PORTS
} from "../../../src/congestion/figures/CongestionBatch.ts"
import { describeFault } from "../../../src/faults/Fault.ts"
import { parse } from "../../../src/faults/Parse.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"

const messagesIn = (input: unknown): ReadonlyArray<string> =>
  Result.match(parse(CongestionBatchRequest)(input), {
    onFailure: (faults) => faults.map((fault) => describeFault(fault)),
    onSuccess: () => []
  })

describe("a request for several ports", () => {
  it.prop("names 1 to 10 of them", [Schema.Array(Unlocode).check(Schema.isMaxLength(14))], ([portCodes]) => {
    const fits = portCodes.length >= 1 && portCodes.length <= MAX_BATCH_PORTS
    expect(messagesIn({ portCodes })).toEqual(
      fits ? [] : [`$.portCodes must name 1 to 10 ports, got ${portCodes.length} items`]
    )
  })

  it.prop(
    "lists each port once, in the order of first mention",
    [Schema.Array(Unlocode).check(Schema.isBetweenLength(1, 5))],
    ([portCodes]) => {
      const ports = distinctPorts({ portCodes: [...portCodes, ...portCodes] })
      expect(ports).toEqual(portCodes.filter((code, index) => portCodes.indexOf(code) === index))
    }
  )

  it("accepts lower case", () => {
    expect(
      distinctPorts(Schema.decodeUnknownSync(CongestionBatchRequest)({ portCodes: ["nlrtm", " NLRTM ", "frleh"] }))
    ).toEqual(["NLRTM", "FRLEH"])
  })

  it("reports every malformed port code", () => {
    const rule =
      "must be a UN/LOCODE: two letters of the country and three letters or digits 2 to 9 of the place, such as NLRTM"
    expect(messagesIn({ portCodes: ["NLRTM", "rotterdam", 5] })).toEqual([
      `$.portCodes[1] ${rule}, got "rotterdam"`,
      "$.portCodes[2] must be a string, got 5"
    ])
    expect(messagesIn({ ports: ["NLRTM"] })).toEqual([
      "$.ports is not a known property; known properties: portCodes",
      "$.portCodes is missing; it must be an array"
    ])
  })
})
