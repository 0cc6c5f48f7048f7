import { assert, describe, it } from "@effect/vitest"
import { isoOf } from "@landfall/core/time/Instant"
import { Effect, Option, Schema } from "effect"
import { type AisTally, makeAisTally } from "../../../src/ais/reports/AisTally.ts"
import { makePayloadReader } from "../../../src/ais/sources/AisCatcherReader.ts"
import { JsonParser } from "../../../src/json/JsonParser.ts"
import { encoder, FIRST, lines, NOW, ONE, SECOND, TWO } from "../readSentences.ts"

/** A reader with the parser of any runtime, which completes at once. */
const payloadReader = (tally: AisTally) => {
  const { stepsOf } = makePayloadReader("udp", tally, JsonParser.defaultValue())
  return { stepsOf: (payload: Uint8Array) => Effect.runSync(stepsOf(payload)) }
}

/** Reads payloads, and returns the reports with the counts of faults and of other content. */
const read = (...payloads: ReadonlyArray<string | object>) => {
  const tally = makeAisTally()
  const reader = payloadReader(tally)
  const reports = payloads.flatMap((payload) =>
    reader
      .stepsOf(encoder.encode(typeof payload === "string" ? payload : JSON.stringify(payload)))
      .flatMap((step) => step.read(NOW))
  )
  const { faults, skipped } = tally.counts()
  const kinds = Object.entries({ ...faults, ...skipped }).map(([kind, { count }]) => [kind, count])
  return { reports, kinds: Object.fromEntries(kinds) }
}

const RECEIVED = { class: "AIS", device: "AIS-catcher", channel: "A", rxtime: "20260125060512" }
const timesOf = ({ reports }: ReturnType<typeof read>) =>
  reports.map(({ mmsi, at, clock }): readonly [number, string, string] => [mmsi, isoOf(at), clock])

describe("a payload of AIS-catcher", () => {
  it("with sentences gives their reports at the time of reception", () => {
    assert.deepStrictEqual(timesOf(read({ ...RECEIVED, nmea: [ONE] })), [
      [228_339_600, "2026-01-25T06:05:12.000Z", "source"]
    ])
    assert.deepStrictEqual(timesOf(read({ ...RECEIVED, rxuxtime: 1_769_321_113.359, nmea: [TWO] })), [
      [563_808_000, "2026-01-25T06:05:13.359Z", "source"]
    ])
  })

  it("with the parts of one message gives its static data", () => {
    const [report] = read({ ...RECEIVED, nmea: [FIRST, SECOND] }).reports
    assert.strictEqual(report?._tag, "StaticReport")
  })

  it("with decoded fields alone gives their reports", () => {
    const { reports } = read(
      {
        ...RECEIVED,
        type: 1,
        mmsi: 228_339_600,
        lon: 4.05,
        lat: 51.95,
        speed: 0.1,
        course: 264.6,
        heading: 52,
        status: 5
      },
      {
        ...RECEIVED,
        type: 5,
        mmsi: 228_339_600,
        imo: 9_706_906,
        shipname: "EVER ONWARD",
        shiptype: 71,
        to_bow: 200,
        to_stern: 200
      },
      { ...RECEIVED, type: 18, mmsi: 228_339_601, lon: 4.05, lat: 51.95 }
    )
    const [position, data, classB] = reports
    assert.isTrue(
      position?._tag === "PositionReport" && data?._tag === "StaticReport" && classB?._tag === "PositionReport"
    )
    if (position?._tag !== "PositionReport" || data?._tag !== "StaticReport" || classB?._tag !== "PositionReport")
      return
    assert.deepStrictEqual(
      [position.status, position.speed, data.length, data.beam, classB.transceiver].map(
        (value: Option.Option<unknown>) => Option.getOrNull(value)
      ),
      ["moored", 0.1, 400, null, "class_b"]
    )
    assert.strictEqual(isoOf(data.at), "2026-01-25T06:05:12.000Z")
  })

  it("over HTTP gives the reports of every message, and lines of NMEA 0183 are read as before", () => {
    const posted = {
      protocol: "jsonaiscatcher",
      encodetime: "20260125060512",
      msgs: [{ ...RECEIVED, nmea: [ONE] }, TWO]
    }
    assert.deepStrictEqual(
      timesOf(read(posted)).map(([mmsi, , clock]) => [mmsi, clock]),
      [
        [228_339_600, "source"],
        [563_808_000, "arrival"]
      ]
    )
    assert.deepStrictEqual(
      timesOf(read(lines(ONE), TWO)).map(([mmsi]) => mmsi),
      [228_339_600, 563_808_000]
    )
  })

  it("that is malformed is counted, and the next one is read", () => {
    const { reports, kinds } = read(
      "{not JSON",
      "[1]",
      {},
      { ...RECEIVED, type: 4, mmsi: 2_242_115 },
      { ...RECEIVED, type: 1, mmsi: "none" },
      { ...RECEIVED, nmea: ["!AIVDM,1,1,,A,damaged,0*00"] },
      { ...RECEIVED, nmea: [ONE] }
    )
    assert.strictEqual(reports.length, 1)
    assert.deepStrictEqual(kinds, {
      invalid_json: 1,
      malformed_message: 2,
      other_message_type: 1,
      invalid_mmsi: 1,
      wrong_checksum: 1
    })
  })

  it.prop("of any form is read without an error", [Schema.Json, Schema.Uint8Array], ([document, bytes]) => {
    read(JSON.stringify(document), { msgs: [document, { ...RECEIVED, nmea: [document, ONE], rxuxtime: document }] })
    read({ ...RECEIVED, type: 1, lat: document, lon: document, mmsi: document, status: document })
    for (const step of payloadReader(makeAisTally()).stepsOf(bytes)) step.read(NOW)
  })

  it("is decoded in steps of at most 256 messages, or 64 KiB of lines", () => {
    const count = 3_000
    const line = `${ONE}\r\n`
    const messages = Array.from({ length: count }, () => ({ ...RECEIVED, nmea: [ONE] }))
    for (const [payload, mostOfStep] of [
      [JSON.stringify({ msgs: messages }), 256],
      [JSON.stringify(messages), 256],
      [line.repeat(count), Math.ceil((64 * 1024) / line.length)]
    ] as const) {
      const tally = makeAisTally()
      const steps = payloadReader(tally).stepsOf(encoder.encode(payload))
      assert.deepStrictEqual(
        steps.map(({ isFirst }) => isFirst),
        steps.map((_, index) => index === 0)
      )
      for (const step of steps) {
        const before = tally.counts().lines
        step.read(NOW)
        assert.isAtMost(tally.counts().lines - before, mostOfStep)
      }
      assert.strictEqual(tally.counts().lines, count)
      assert.deepStrictEqual(tally.counts().faults, {})
    }
  })
})
