import { assert, describe, it } from "@effect/vitest"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { Option, Schema } from "effect"
import { aisstreamError, aisstreamSubscription, decodeAisstream } from "../../../src/ais/json/AisstreamMessage.ts"
import { parseTime } from "../../../src/ais/json/JsonFields.ts"
import { makeDocumentReader } from "../../../src/ais/json/JsonReader.ts"
import { makeAisTally } from "../../../src/ais/reports/AisTally.ts"

const NOW = Instant.make(Date.UTC(2026, 0, 25, 6, 6, 30))
const TIME = "2026-01-25 06:06:12.345678901 +0000 UTC"

const messageOf = (type: string, body: object, metadata: object = {}) => ({
  MessageType: type,
  MetaData: { MMSI: 228_339_600, ShipName: "EVER ONWARD         ", time_utc: TIME, ...metadata },
  Message: { [type]: { UserID: 228_339_600, Valid: true, ...body } }
})

const POSITION = { Latitude: 51.95, Longitude: 4.05, Sog: 12.3, Cog: 88.4, TrueHeading: 91, NavigationalStatus: 0 }

const read = (...documents: ReadonlyArray<unknown>) => {
  const tally = makeAisTally()
  const reader = makeDocumentReader("aisstream", "live", tally, decodeAisstream)
  const reports = documents.flatMap((document) => reader.read(document, NOW))
  const { faults, skipped } = tally.counts()
  const kinds = Object.entries({ ...faults, ...skipped }).map(([kind, { count }]) => [kind, count])
  return { reports, counts: tally.counts(), kinds: Object.fromEntries(kinds) }
}

const values = (report: VesselReport | undefined) =>
  report === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(report).map(([name, value]) => [name, Option.isOption(value) ? Option.getOrNull(value) : value])
      )

describe("a message of aisstream.io", () => {
  it("with a position of a class A vessel gives its report, at the time of reception", () => {
    const [report] = read(messageOf("PositionReport", POSITION)).reports
    assert.deepStrictEqual(values(report), {
      _tag: "PositionReport",
      mmsi: 228_339_600,
      at: Date.UTC(2026, 0, 25, 6, 6, 12, 345),
      clock: "source",
      source: "aisstream",
      position: { latitude: 51.95, longitude: 4.05 },
      speed: 12.3,
      course: 88.4,
      heading: 91,
      status: "under_way_using_engine",
      transceiver: "class_a"
    })
  })

  it("with values that are not available gives none of them", () => {
    const unknown = { ...POSITION, Sog: 102.3, Cog: 360, TrueHeading: 511, NavigationalStatus: 15 }
    const { speed, course, heading, status } = values(read(messageOf("PositionReport", unknown)).reports[0])
    assert.deepStrictEqual([speed, course, heading, status], [null, null, null, null])
    const absent = { ...POSITION, Latitude: 91, Longitude: 181 }
    assert.deepStrictEqual(read(messageOf("PositionReport", absent)).kinds, { no_position: 1 })
  })

  it("of class B and of long range gives their positions", () => {
    const { reports } = read(
      messageOf("StandardClassBPositionReport", { ...POSITION, NavigationalStatus: undefined }),
      messageOf("LongRangeAisBroadcastMessage", { ...POSITION, TrueHeading: undefined, NavigationalStatus: 5 }),
      messageOf("ExtendedClassBPositionReport", { ...POSITION, Name: "SELENE@@@@", Type: 37, Dimension: {} })
    )
    assert.deepStrictEqual(
      reports.map((report) => {
        const { _tag, status, transceiver, name, shipType } = values(report)
        return [_tag, status ?? null, transceiver ?? name, shipType]
      }),
      [
        ["PositionReport", null, "class_b", undefined],
        ["PositionReport", "moored", "long_range", undefined],
        ["PositionReport", "under_way_using_engine", "class_b", undefined],
        ["StaticReport", null, "SELENE", 37]
      ]
    )
  })

  it("with static data gives it, and the parts of type 24 give theirs", () => {
    const [voyage, name, rest] = read(
      messageOf("ShipStaticData", {
        ImoNumber: 9_706_906,
        CallSign: "FLSU   ",
        Name: "EVER ONWARD         ",
        Type: 71,
        Dimension: { A: 230, B: 170, C: 20, D: 39 },
        MaximumStaticDraught: 14.5,
        Destination: "NL RTM@@@@@@@@@@@@@@"
      }),
      messageOf("StaticDataReport", { PartNumber: false, ReportA: { Valid: true, Name: "SELENE" } }),
      messageOf("StaticDataReport", {
        PartNumber: true,
        ReportA: { Valid: false, Name: "" },
        ReportB: { Valid: true, CallSign: "LESW", ShipType: 37, Dimension: { A: 12, B: 3, C: 3, D: 2 } }
      })
    ).reports.map(values)
    assert.deepStrictEqual(voyage, {
      _tag: "StaticReport",
      mmsi: 228_339_600,
      at: Date.UTC(2026, 0, 25, 6, 6, 12, 345),
      clock: "source",
      source: "aisstream",
      imo: "9706906",
      name: "EVER ONWARD",
      callSign: "FLSU",
      shipType: 71,
      length: 400,
      beam: 59,
      draught: 14.5,
      destination: "NL RTM"
    })
    assert.deepStrictEqual([name?.name, name?.callSign], ["SELENE", null])
    assert.deepStrictEqual([rest?.name, rest?.callSign, rest?.length, rest?.beam], [null, "LESW", 15, 5])
  })

  it("that is malformed or of another kind is counted by its kind", () => {
    const { reports, kinds, counts } = read(
      undefined,
      [],
      {},
      { MessageType: "PositionReport" },
      messageOf("PositionReport", { ...POSITION, Valid: false }),
      messageOf("PositionReport", { ...POSITION, UserID: "x" }, { MMSI: "y" }),
      messageOf("PositionReport", { ...POSITION, UserID: 2_242_115 }),
      messageOf("PositionReport", { ...POSITION, Latitude: 95 }),
      messageOf("PositionReport", POSITION, { time_utc: "yesterday" }),
      messageOf("StaticDataReport", {}),
      messageOf("BaseStationReport", {}),
      messageOf("__proto__", {})
    )
    assert.deepStrictEqual(reports, [])
    assert.deepStrictEqual(kinds, {
      invalid_json: 2,
      malformed_message: 4,
      invalid_mmsi: 1,
      not_a_ship: 1,
      position_out_of_range: 1,
      invalid_time: 1,
      other_message_type: 2
    })
    assert.strictEqual(counts.lines, 12)
  })

  it("without a time has the time of arrival, and so has one whose time is days off", () => {
    const { reports } = read(
      messageOf("PositionReport", POSITION, { time_utc: undefined }),
      messageOf("PositionReport", POSITION, { time_utc: "2021-01-25 06:06:12 +0000 UTC" })
    )
    assert.deepStrictEqual(
      reports.map(({ at, clock }) => [isoOf(at), clock]),
      [
        [isoOf(NOW), "arrival"],
        [isoOf(NOW), "arrival"]
      ]
    )
  })

  it.prop("of any form is read without an error, and text in it can be stored", [Schema.Json], ([document]) => {
    const whole = messageOf("ShipStaticData", { Name: document, CallSign: document, Dimension: document })
    const position = messageOf("PositionReport", { ...POSITION, Sog: document, Latitude: document, UserID: document })
    for (const report of read(document, { ...whole, MessageType: document }, whole, position).reports) {
      if (report._tag === "PositionReport") continue
      for (const text of [report.name, report.callSign]) {
        assert.isTrue(Option.getOrElse(text, () => "A").isWellFormed())
        assert.notMatch(
          Option.getOrElse(text, () => "A"),
          /\p{C}/u
        )
      }
    }
    assert.isTrue(Option.isOption(aisstreamError(document)))
  })
})

describe("an error of aisstream.io", () => {
  it("is recognised by its property", () => {
    assert.deepStrictEqual(aisstreamError({ error: "Api Key Is Not Valid" }), Option.some("Api Key Is Not Valid"))
    assert.deepStrictEqual(aisstreamError(messageOf("PositionReport", POSITION)), Option.none())
  })
})

describe("the subscription", () => {
  it("names the key, the boxes and the types, and splits an area at the antimeridian", () => {
    const subscription = JSON.parse(aisstreamSubscription("key", [{ south: -20, west: 170, north: -10, east: -170 }]))
    assert.strictEqual(subscription.APIKey, "key")
    assert.deepStrictEqual(subscription.BoundingBoxes, [
      [
        [-20, 170],
        [-10, 180]
      ],
      [
        [-20, -180],
        [-10, -170]
      ]
    ])
    assert.include(subscription.FilterMessageTypes, "ShipStaticData")
    assert.deepStrictEqual(JSON.parse(aisstreamSubscription("key", [])).BoundingBoxes, [
      [
        [-90, -180],
        [90, 180]
      ]
    ])
  })
})

describe("a time", () => {
  it("is read as Go and ISO 8601 write it, in any offset", () => {
    const expected = Date.UTC(2026, 0, 25, 6, 6, 12)
    for (const text of [
      "2026-01-25T06:06:12Z",
      "2026-01-25T06:06:12",
      "2026-01-25 06:06:12 +0000 UTC",
      "2026-01-25T06:06:12.0000000+00:00",
      "2026-01-25T07:06:12+01:00"
    ]) {
      assert.strictEqual(parseTime(text), expected, text)
    }
    for (const text of ["", "2026-13-25T06:06:12Z", "25/01/2026", "2026-01-25", "2026-01-25T06:06:12Zx"]) {
      assert.isNaN(parseTime(text), text)
    }
  })
})
