import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { eventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import { Option, Schema } from "effect"
import { decodeDcsa } from "../../src/dcsa/events/DcsaDecoder.ts"
import { calls, departure, load } from "./payloads.ts"

const decode = (payload: unknown) => decodeDcsa(payload, Instant.make(Date.parse("2026-02-02T00:00:00Z")))

const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({ [`${name}Type`]: "EQ", [`${name}Value`]: `N${index}` }))

describe("malformed events", () => {
  it("are reported one by one with index, path and reason, and the valid ones are accepted", () => {
    const decoded = decode([
      departure({ eventDateTime: undefined }),
      departure(),
      departure({ eventDateTime: "2019/11/12 07:41:00" }),
      departure({ eventID: { id: 1 }, eventDateTime: 20210101 }),
      departure({ eventDateTime: 1736586360 }),
      departure({ transportEventTypeCode: null }),
      departure({ eventClassifierCode: "" }),
      departure({ transportCall: "KRPUS" }),
      { someEvents: [departure()] },
      "DEPA",
      null,
      load()
    ])
    assert.strictEqual(decoded.events.length, 2)
    assert.deepStrictEqual(
      decoded.rejected.map(({ index, path }) => [index, path]),
      [
        [0, "$[0].eventDateTime"],
        [2, "$[2].eventDateTime"],
        [3, "$[3].eventDateTime"],
        [4, "$[4].eventDateTime"],
        [5, "$[5].transportEventTypeCode"],
        [6, "$[6].eventClassifierCode"],
        [7, "$[7].transportCall"],
        [8, "$[8].eventType"],
        [9, "$[9]"],
        [10, "$[10]"]
      ]
    )
    for (const { reason } of decoded.rejected) assert.match(reason, /^(is missing|must be|")/)
  })

  it("an event dated outside 1990 to 2099 is rejected", () => {
    for (const date of [
      "1970-01-01T00:00:00Z",
      "1989-12-31T23:59:59Z",
      "2100-01-01T00:00:00Z",
      "2190-05-01T00:00:00Z"
    ]) {
      const names = { code: "DEPA", unlocode: "KRPUS" }
      const rejected = decode([departure({ eventDateTime: date })]).rejected.map(({ evidence: _, ...rest }) => rest)
      assert.deepStrictEqual(rejected, [
        { index: 0, path: "$[0].eventDateTime", reason: `${date} is outside the years 1990 to 2099`, names }
      ])
    }
  })

  it("are stored as evidence under the container or the documents that they name, the same whenever they are repeated", () => {
    const wrong = load({ eventDateTime: "soon", eventCreatedDateTime: undefined })
    const [first, second] = decode([wrong, departure(), wrong]).rejected.map(({ evidence }) => evidence)
    if (first === undefined || second === undefined)
      return assert.fail("an event names a container, and has no evidence")
    assert.strictEqual(eventKey(first), eventKey(second))
    assert.deepInclude(first, { _tag: "UnknownEvent", kind: "UNREADABLE", code: "LOAD" })
    assert.match(Option.getOrThrow(first.remark), /^eventDateTime "soon"/)
    assert.isTrue(Option.isSome(first.equipmentReference))

    const nothing = { eventType: "EQUIPMENT", equipmentEventTypeCode: "LOAD", eventDateTime: "soon" }
    const tooLong = load({ eventDateTime: "soon", equipmentReference: "X".repeat(5_000) })
    for (const { evidence } of decode([nothing, tooLong, "LOAD"]).rejected) assert.isUndefined(evidence)
  })

  it("have full paths in wrapped lists", () => {
    const [rejected] = decode({ data: { events: [departure(), departure({ eventDateTime: "soon" })] } }).rejected
    assert.deepStrictEqual([rejected?.index, rejected?.path], [1, "$.data.events[1].eventDateTime"])
  })

  it("an empty list is valid", () => {
    assert.deepStrictEqual(decode([]), { events: [], rejected: [], unknown: {} })
    assert.deepStrictEqual(decode({ events: [] }), { events: [], rejected: [], unknown: {} })
  })

  it("names of inherited object properties are ordinary data", () => {
    const payload: unknown = JSON.parse('[{"__proto__": {"eventType": "TRANSPORT"}, "constructor": 1}]')
    assert.deepStrictEqual(
      decode(payload).rejected.map(({ path }) => path),
      ["$[0].eventType"]
    )
  })

  it("are only counted after a thousand have been reported", () => {
    const { events, rejected } = decode([...Array.from({ length: 2500 }, () => 0), departure()])
    assert.strictEqual(events.length, 1)
    assert.strictEqual(rejected.length, 1001)
    assert.deepStrictEqual(rejected.at(-1), {
      index: 1000,
      path: "$",
      reason: "has 1500 more malformed events"
    })
  })

  it("names and lists beyond the storage limits reject their event only", () => {
    const long = "x".repeat(151)
    const excessive: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
      ["eventID", { eventID: long }],
      ["equipmentReference", { equipmentReference: long }],
      ["transportCall.transportCallID", { transportCall: { ...calls.busan, transportCallID: long } }],
      ["transportCall.vessel.vesselName", { transportCall: { ...calls.busan, vessel: { vesselName: long } } }],
      ["transportCall.exportVoyageNumber", { transportCall: { ...calls.busan, exportVoyageNumber: long } }],
      ["facilityCode", { transportCall: { ...calls.busan, facilityCode: long } }],
      ["eventType", { eventType: long }],
      ["equipmentEventTypeCode", { equipmentEventTypeCode: long }],
      ["references[0]", { references: [{ referenceType: "FF", referenceValue: long }] }],
      ["documentReferences", { documentReferences: many(51, "documentReference") }],
      ["references", { references: many(501, "reference") }]
    ]
    for (const [path, change] of excessive) {
      const { events, rejected } = decode([load(change), departure()])
      const [rejection] = rejected
      // An unknown code makes an unknown event, which has its code under its kind.
      const expected = path === "equipmentEventTypeCode" ? "eventType" : path
      assert.deepStrictEqual([events.length, rejection?.index, rejection?.path], [1, 0, `$[0].${expected}`])
    }
    assert.strictEqual(decode([load({ eventID: long.slice(1), references: many(500, "reference") })]).events.length, 1)
  })

  it("an event that pairs many documents with many containers is rejected: it is indexed under each pair", () => {
    const pairs = (documents: number, containers: number) => ({
      documentReferences: Array.from({ length: documents }, (_, n) => ({
        documentReferenceType: "BKG",
        documentReferenceValue: `B${n}`
      })),
      references: many(containers, "reference")
    })
    const decoded = decode([departure(pairs(5, 500)), departure(pairs(50, 50)), departure(pairs(6, 500))])
    assert.lengthOf(decoded.events, 2)
    const [rejected] = decoded.rejected
    assert.deepStrictEqual([rejected?.index, rejected?.path], [2, "$[2].references"])
    assert.include(rejected?.reason, "3000 pairs of a document and a container; the limit is 2500")
  })

  it("a long remark is truncated and its event accepted", () => {
    const [event] = decode([load({ changeRemark: "😀".repeat(5000) })]).events
    assert.strictEqual(Option.getOrThrow(event?.remark ?? Option.none()), "😀".repeat(500))
  })

  it("nested lists have a maximum depth", () => {
    const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => [inner], departure())
    assert.strictEqual(decode(deep).rejected.length, 1)
  })
})

describe("any JSON at all", () => {
  it.prop("is decoded into events that can be stored, and rejections with reasons", [Schema.Json], ([json]) => {
    const decoded = decode(json)
    for (const event of decoded.events) Schema.encodeSync(CarrierEvent)(event)
    for (const event of decoded.rejected) assert.isAbove(event.reason.length, 0)
  })

  it.prop(
    "as a property of an event rejects at most that event",
    [Schema.Literals(Object.keys(load())), Schema.Json],
    ([name, json]) => {
      const decoded = decode([load({ [name]: json }), departure()])
      assert.strictEqual(decoded.events.length + decoded.rejected.length, 2)
      assert.strictEqual(decoded.events.at(-1)?._tag, "TransportEvent")
    }
  )
})
