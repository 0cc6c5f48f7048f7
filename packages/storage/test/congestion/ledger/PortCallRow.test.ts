import { assert, describe, it } from "@effect/vitest"
import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import { samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Schema } from "effect"
import { PortCallRow, portCallCells, portCallOf } from "../../../src/congestion/ledger/PortCallRow.ts"

const call = samplePortCall(1, { hours: [-10, -2], silences: [[-6, -4]] })
const instant = (hours: number): number => call.startedAt + (hours + 10) * HOUR_MILLIS

/** The body that every version stores. */
const BODY = JSON.stringify({
  id: call.id,
  port: "NLRTM",
  startedAt: instant(-10),
  endedAt: instant(-2),
  ending: "left",
  stays: [
    {
      kind: "berth",
      evidence: "zone",
      zone: null,
      from: instant(-10),
      to: instant(-2),
      latitude: 51.95,
      longitude: 4.05
    }
  ],
  silences: [{ from: instant(-6), to: instant(-4) }],
  lastHeardAt: instant(-2),
  ship: {
    mmsi: 200_000_001,
    imo: null,
    name: "VESSEL 1",
    shipType: null,
    commercial: true,
    type: "cargo",
    typeSource: "registry"
  },
  source: "ais"
})

describe("the stored body of a port call", () => {
  it("has the names of the first version, so that calls stored before are read", () => {
    const body = portCallCells(call, 1)[5]
    assert.deepStrictEqual(JSON.parse(String(body)), JSON.parse(BODY))
    assert.deepStrictEqual(portCallOf(Schema.decodeUnknownSync(PortCallRow)({ body: BODY })), call)
  })
})
