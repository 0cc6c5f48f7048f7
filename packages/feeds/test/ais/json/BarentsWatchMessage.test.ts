import { assert, describe, it } from "@effect/vitest"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { Option, Schema } from "effect"
import { decodeBarentsWatch } from "../../../src/ais/json/BarentsWatchMessage.ts"
import { makeJsonLinesReader } from "../../../src/ais/json/JsonReader.ts"
import { makeAisTally } from "../../../src/ais/reports/AisTally.ts"

const NOW = Instant.make(Date.UTC(2026, 0, 25, 6, 6, 30))

const read = (...lines: ReadonlyArray<string | object>) => {
  const tally = makeAisTally()
  const reader = makeJsonLinesReader("barentswatch", "live", tally, decodeBarentsWatch)
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\r\n`)
  const reports = text.flatMap((line) => reader.push(new TextEncoder().encode(line), NOW))
  const { faults, skipped } = tally.counts()
  const kinds = Object.entries({ ...faults, ...skipped }).map(([kind, { count }]) => [kind, count])
  return { reports, kinds: Object.fromEntries(kinds) }
}

/** A line as the service sends it for `modelType=Full`. */
const COMBINED = {
  courseOverGround: 268,
  latitude: 66.004573,
  longitude: 8.029767,
  name: "TRANSOCEAN ENCOURAGE",
  rateOfTurn: -3,
  shipType: 90,
  speedOverGround: 0,
  trueHeading: 225,
  navigationalStatus: 3,
  aisClass: "A",
  imoNumber: 9_673_989,
  callSign: "V7EX2",
  destination: "NORNE",
  draught: 175,
  shipLength: 123,
  shipWidth: 78,
  mmsi: 258_627_000,
  msgtime: "2026-01-25T06:06:12.8259595+00:00"
}

describe("a line of BarentsWatch", () => {
  it("with a position and static data gives both", () => {
    const { reports, kinds } = read(COMBINED)
    const [position, data] = reports
    if (position?._tag !== "PositionReport" || data?._tag !== "StaticReport")
      return assert.fail(JSON.stringify(reports))
    assert.strictEqual(isoOf(position.at), "2026-01-25T06:06:12.825Z")
    const values: ReadonlyArray<Option.Option<unknown>> = [
      position.speed,
      position.course,
      position.heading,
      position.status,
      position.transceiver,
      data.name,
      data.shipType,
      data.length,
      data.beam,
      data.draught,
      data.destination
    ]
    assert.deepStrictEqual(
      values.map((value) => Option.getOrNull(value)),
      [0, 268, 225, "restricted_manoeuvrability", "class_a", "TRANSOCEAN ENCOURAGE", 90, 123, 78, 17.5, "NORNE"]
    )
    assert.deepStrictEqual(kinds, {})
  })

  it("of one kind gives its report, as a server-sent event too, and others are counted", () => {
    const position = {
      type: "Position",
      mmsi: 258_627_000,
      msgtime: COMBINED.msgtime,
      latitude: 66,
      longitude: 8,
      aisClass: "B"
    }
    const data = { type: "Staticdata", mmsi: 258_627_000, msgtime: COMBINED.msgtime, name: "A", latitude: null }
    const { reports, kinds } = read(
      position,
      `data: ${JSON.stringify(data)}`,
      "",
      ": keep-alive",
      "event: ais",
      { type: "Aton", mmsi: 992_571_000 },
      { mmsi: 258_627_000, msgtime: COMBINED.msgtime, latitude: null, longitude: null },
      { msgtime: COMBINED.msgtime },
      { mmsi: 258_627_000, msgtime: "now", latitude: 66, longitude: 8 },
      "not JSON",
      `{"name":"${"A".repeat(70_000)}"}`
    )
    assert.deepStrictEqual(
      reports.map(({ _tag }) => _tag),
      ["PositionReport", "StaticReport"]
    )
    assert.deepStrictEqual(kinds, {
      other_message_type: 1,
      no_position: 1,
      malformed_message: 1,
      invalid_time: 1,
      invalid_json: 1,
      line_too_long: 1
    })
  })

  it.prop("of any form is read without an error", [Schema.Json, Schema.Uint8Array], ([document, bytes]) => {
    const fields = Object.fromEntries(Object.keys(COMBINED).map((name) => [name, document]))
    read({ ...COMBINED, name: document, draught: document, latitude: document }, fields, {
      ...COMBINED,
      mmsi: document
    })
    const reader = makeJsonLinesReader("barentswatch", "live", makeAisTally(), decodeBarentsWatch)
    reader.push(bytes, NOW)
    reader.end(NOW)
  })
})
