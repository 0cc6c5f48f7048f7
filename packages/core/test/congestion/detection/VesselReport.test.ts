import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  AisShipType,
  Bearing,
  Metres,
  PortCallReport,
  VesselReport
} from "../../../src/congestion/detection/VesselReport.ts"

describe("a report of a vessel", () => {
  it.prop("survives encoding to JSON and decoding", [VesselReport], ([report]) => {
    const json = JSON.stringify(Schema.encodeSync(VesselReport)(report))
    const again = Schema.decodeUnknownSync(VesselReport)(JSON.parse(json))
    expect(JSON.stringify(Schema.encodeSync(VesselReport)(again))).toBe(json)
  })

  it.prop("of a port call survives the same", [PortCallReport], ([report]) => {
    const json = JSON.stringify(Schema.encodeSync(PortCallReport)(report))
    const again = Schema.decodeUnknownSync(PortCallReport)(JSON.parse(json))
    expect(JSON.stringify(Schema.encodeSync(PortCallReport)(again))).toBe(json)
  })

  it("rejects the values that mean not available in AIS", () => {
    for (const degrees of [360, 511, -1]) expect(Schema.is(Bearing)(degrees)).toBe(false)
    for (const degrees of [0, 359.9]) expect(Schema.is(Bearing)(degrees)).toBe(true)
    for (const type of [0, 100, 70.5]) expect(Schema.is(AisShipType)(type)).toBe(false)
    for (const type of [1, 70, 99]) expect(Schema.is(AisShipType)(type)).toBe(true)
    expect(Schema.is(Metres)(0)).toBe(false)
  })
})
