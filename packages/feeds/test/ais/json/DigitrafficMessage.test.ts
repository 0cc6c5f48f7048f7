import { assert, describe, it } from "@effect/vitest"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import { Option, Schema } from "effect"
import { type DecodedMessage, emitDecoded } from "../../../src/ais/json/DecodedMessage.ts"
import {
  decodeDigitrafficLocations,
  decodeDigitrafficTopic,
  decodeDigitrafficVessels
} from "../../../src/ais/json/DigitrafficMessage.ts"
import { makeDocumentReader } from "../../../src/ais/json/JsonReader.ts"
import { makeAisTally } from "../../../src/ais/reports/AisTally.ts"
import { makeReportClock } from "../../../src/ais/reports/ReportClock.ts"

const NOW = Instant.make(Date.UTC(2026, 0, 25, 6, 6, 30))
const TIME = "2026-01-25T06:06:12.000Z"
const MILLIS = Date.parse(TIME)

/** The values of the reports of a document, without their options. */
const reportsOf = (decode: (document: unknown) => ReadonlyArray<DecodedMessage>, document: unknown) =>
  makeDocumentReader("digitraffic", "live", makeAisTally(), decode)
    .read(document, NOW)
    .map(({ at, ...report }) =>
      Object.fromEntries(
        Object.entries({ ...report, at: isoOf(at) }).map(([name, value]) => [
          name,
          Option.isOption(value) ? Option.getOrNull(value) : value
        ])
      )
    )

const POSITION = {
  _tag: "PositionReport",
  mmsi: 230_629_000,
  at: TIME,
  clock: "source",
  source: "digitraffic",
  position: { latitude: 60.03802, longitude: 20.345818 },
  speed: 10.7,
  course: 326.6,
  heading: 325,
  status: "under_way_using_engine",
  transceiver: "class_a"
}

const STATIC_DATA = {
  _tag: "StaticReport",
  mmsi: 230_629_000,
  at: TIME,
  clock: "source",
  source: "digitraffic",
  imo: "9543756",
  name: "ARUNA CIHAN",
  callSign: "V7WW7",
  shipType: 70,
  length: 193,
  beam: 32,
  draught: 6.8,
  destination: "UST LUGA"
}

const MOVEMENT = { sog: 10.7, cog: 326.6, navStat: 0, rot: 0, posAcc: true, raim: false, heading: 325 }
const METADATA = {
  timestamp: MILLIS,
  destination: "UST LUGA",
  name: "ARUNA CIHAN",
  draught: 68,
  callSign: "V7WW7",
  imo: 9_543_756
}

describe("a message of Digitraffic", () => {
  it("over MQTT gives the position of a location in seconds, and the static data of metadata in milliseconds", () => {
    const location = { ...MOVEMENT, time: MILLIS / 1000, lon: 20.345818, lat: 60.03802 }
    const metadata = { ...METADATA, type: 70, refA: 160, refB: 33, refC: 20, refD: 12 }
    const read = (topic: string, document: unknown) =>
      reportsOf((value) => decodeDigitrafficTopic(topic, value), document)
    assert.deepStrictEqual(read("vessels-v2/230629000/location", location), [POSITION])
    assert.deepStrictEqual(read("vessels-v2/230629000/metadata", metadata), [STATIC_DATA])
  })

  it("over REST gives the same", () => {
    const feature = {
      mmsi: 230_629_000,
      type: "Feature",
      geometry: { type: "Point", coordinates: [20.345818, 60.03802] },
      properties: { mmsi: 230_629_000, ...MOVEMENT, timestamp: 12, timestampExternal: MILLIS }
    }
    const vessel = {
      ...METADATA,
      mmsi: 230_629_000,
      shipType: 70,
      referencePointA: 160,
      referencePointB: 33,
      referencePointC: 20,
      referencePointD: 12
    }
    const features = { type: "FeatureCollection", features: [feature] }
    assert.deepStrictEqual(reportsOf(decodeDigitrafficLocations, features), [POSITION])
    assert.deepStrictEqual(reportsOf(decodeDigitrafficVessels, [vessel]), [STATIC_DATA])
  })

  it("that is malformed or of another topic is a fault of its kind", () => {
    assert.deepStrictEqual(decodeDigitrafficTopic("vessels-v2/status", { updated: 1 }), ["other_message_type"])
    assert.deepStrictEqual(decodeDigitrafficTopic("vessels-v2/230629000/location", []), ["invalid_json"])
    assert.deepStrictEqual(decodeDigitrafficLocations({}), ["malformed_message"])
    assert.deepStrictEqual(decodeDigitrafficLocations({ features: [{ geometry: {} }] }), ["malformed_message"])
    assert.deepStrictEqual(decodeDigitrafficVessels({}), ["malformed_message"])
  })

  it.prop("of any form is read without an error", [Schema.String, Schema.Json], ([topic, document]) => {
    const tally = makeAisTally()
    const clock = makeReportClock("digitraffic", "live", tally)
    const fields = { mmsi: document, name: document, timestamp: document, time: document, lat: document, lon: document }
    for (const messages of [
      decodeDigitrafficTopic(topic, document),
      decodeDigitrafficTopic("vessels-v2/230629000/location", fields),
      decodeDigitrafficTopic("vessels-v2/230629000/metadata", fields),
      decodeDigitrafficLocations({ features: [document, { properties: fields, geometry: document }] }),
      decodeDigitrafficVessels([document, fields])
    ]) {
      emitDecoded(messages, clock, NOW, tally, () => {})
    }
  })
})
