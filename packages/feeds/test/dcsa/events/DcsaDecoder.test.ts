import { assert, describe, it } from "@effect/vitest"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { CarrierEventDecoder } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { eventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import { deriveJourneys } from "@landfall/core/tracking/journey/Journey"
import { Effect, Option } from "effect"
import { DcsaDecoder, decodeDcsa } from "../../../src/dcsa/events/DcsaDecoder.ts"
import { calls, departure, journey, load, renamed, shipmentEvent } from "../payloads.ts"

const receivedAt = Instant.make(Date.parse("2026-02-02T00:00:00Z"))

const decode = (payload: unknown) => decodeDcsa(payload, receivedAt)

const events = (payload: unknown): ReadonlyArray<CarrierEvent> => {
  const { events, rejected } = decode(payload)
  assert.deepStrictEqual(rejected, [])
  return events
}

const milestones = (payload: unknown): ReadonlyArray<string> =>
  deriveJourneys(events(payload)).flatMap((derived) =>
    derived.milestones.map(
      ({ type, place, date, classifier }) => `${type} ${place.unlocode} ${isoOf(date)} ${classifier}`
    )
  )

const only = (payload: unknown): CarrierEvent => {
  const [event] = events([payload])
  assert.isTrue(event !== undefined)
  return event ?? assert.fail("no event")
}

describe("a payload of the standard", () => {
  it("is decoded into events that derive the milestones", () => {
    assert.deepStrictEqual(milestones(journey()), [
      "container.arrival.at.first.pol KRPUS 2026-01-09T12:02:00.000Z ACT",
      "container.loaded.at.first.pol KRPUS 2026-01-11T05:12:00.000Z ACT",
      "vessel.departure.from.first.pol KRPUS 2026-01-11T09:06:00.000Z ACT",
      "vessel.arrival.at.transhipment_port LKCMB 2026-01-27T18:24:00.000Z ACT",
      "container.discharge.at.transhipment_port LKCMB 2026-01-28T03:30:00.000Z ACT",
      "container.loaded.at.transhipment_port LKCMB 2026-02-04T05:30:00.000Z EST",
      "vessel.departure.from.transhipment_port LKCMB 2026-02-04T14:30:00.000Z EST",
      "vessel.arrival.at.final.pod DEHAM 2026-03-02T07:15:00.000Z EST"
    ])
  })

  it("gives events with their vessel, voyage, place, documents and container", () => {
    const event = only(load())
    assert.strictEqual(event._tag, "EquipmentEvent")
    if (event._tag !== "EquipmentEvent") return
    const call = Option.getOrThrow(event.transportCall)
    assert.deepStrictEqual(call.vessel, Option.some({ imo: Option.some("9706906"), name: Option.some("HANJIN GREEN") }))
    assert.deepStrictEqual(call.exportVoyage, Option.some("602W"))
    assert.deepStrictEqual(event.equipmentReference, Option.some("MSKU1234565"))
    assert.deepStrictEqual(Option.getOrThrow(event.place), {
      unlocode: "KRPUS",
      name: Option.some("Terminal"),
      facility: Option.some("PUST1"),
      facilityType: Option.some("POTE")
    })
    assert.deepStrictEqual(event.documents, [
      { type: "BKG", value: "BUS604711" },
      { type: "TRD", value: "LFALBUS604711" }
    ])
    assert.strictEqual(event.receivedAt, receivedAt)
  })

  it("gives shipment events with their document", () => {
    const event = only(shipmentEvent())
    assert.strictEqual(event._tag === "ShipmentEvent" && event.documentId, "BUS604711")
    assert.deepInclude(event.documents, { type: "BKG", value: "BUS604711" })
  })

  it("gives the reason and the remark of a delay", () => {
    const event = only(departure({ delayReasonCode: "WEA", changeRemark: "Bad weather" }))
    assert.deepStrictEqual([event.delayReason, event.remark], [Option.some("WEA"), Option.some("Bad weather")])
  })

  it.effect("is read through the port", () =>
    Effect.gen(function* () {
      const decoder = yield* CarrierEventDecoder
      assert.deepStrictEqual(yield* decoder.decode(journey(), receivedAt), decode(journey()))
    }).pipe(Effect.provide(DcsaDecoder.layer))
  )
})

describe("a carrier's deviation from the standard", () => {
  const standard = events(journey())

  const camelCase: Record<string, string> = {
    UNLocationCode: "unLocationCode",
    transportCallID: "transportCallId",
    eventID: "eventId",
    documentID: "documentId",
    vesselIMONumber: "vesselImoNumber"
  }

  it("may write names in another letter case", () => {
    assert.deepStrictEqual(events(renamed(journey(), (name) => camelCase[name] ?? name)), standard)
    assert.deepStrictEqual(events(renamed(journey(), (name) => name.toLowerCase())), standard)
  })

  it("may wrap the list, or send one event alone", () => {
    for (const wrapped of [
      { events: journey() },
      { data: journey() },
      { data: { events: journey() } },
      [[...journey()]]
    ]) {
      assert.deepStrictEqual(events(wrapped), standard)
    }
    assert.deepStrictEqual(events(journey()[1]), standard.slice(1, 2))
  })

  it("may send a list per kind of event, whose events may omit their kind", () => {
    const kindless = (kind: string) =>
      journey().flatMap(({ eventType, ...event }) => (eventType === kind ? [event] : []))
    const lists = {
      transportEvents: kindless("TRANSPORT"),
      equipmentEvents: kindless("EQUIPMENT"),
      shipmentEvents: kindless("SHIPMENT")
    }
    assert.deepStrictEqual(new Set(events(lists).map(eventKey)), new Set(standard.map(eventKey)))
    assert.deepStrictEqual(deriveJourneys(events({ data: lists })), deriveJourneys(standard))
  })

  it("may omit the ids of events", () => {
    const nameless = journey().map(({ eventID: _, ...event }) => event)
    assert.isTrue(events(nameless).every((event) => Option.isNone(event.sourceEventId)))
    assert.deepStrictEqual(events(nameless).map(eventKey), standard.map(eventKey))
    assert.deepStrictEqual(milestones(nameless), milestones(journey()))
  })

  it("may send ids and IMO numbers as numbers", () => {
    const event = only(load({ eventID: 1738307319 }))
    assert.deepStrictEqual(event.sourceEventId, Option.some("1738307319"))
  })

  it("may send a vessel that is null", () => {
    const withoutVessel = journey().map((event) => {
      const { transportCall } = event
      return typeof transportCall === "object" ? { ...event, transportCall: { ...transportCall, vessel: null } } : event
    })
    assert.deepStrictEqual(milestones(withoutVessel), milestones(journey()))
  })

  it("may omit the created time, or set it to midnight, the future or what is not a time", () => {
    for (const stamp of [
      undefined,
      null,
      "",
      "0001-01-01T00:00:00",
      "0001-01-01T00:00:00.0000000Z",
      "2026-02-01",
      "2021 01 01 14:12:56",
      1736586360,
      "2026-02-01T00:00:00Z",
      "2026-02-01T00:00:00+09:00",
      "2099-01-01T14:12:56Z"
    ]) {
      assert.deepStrictEqual(only(departure({ eventCreatedDateTime: stamp })).createdDateTime, Option.none())
    }
  })

  it("may name the type of the container and its seals, of which what is not a number is ignored", () => {
    const event = only(
      load({
        ISOEquipmentCode: "45g1",
        seals: [{ sealNumber: "ML-UA0012345", sealSource: "CAR" }, { sealSource: "CUS" }, "none", { sealNumber: 17 }]
      })
    )
    const { isoType, seals } = event._tag === "EquipmentEvent" ? event : assert.fail("no equipment event")
    assert.deepStrictEqual([isoType, seals], ["45G1", ["ML-UA0012345", "17"]])
    const plain = only(load({ ISOEquipmentCode: "forty foot", seals: null }))
    assert.notProperty(plain, "isoType")
    assert.notProperty(plain, "seals")
  })

  it("may send transport events without a transport call, which are stored and set no milestone", () => {
    const { transportCall: _, ...lost } = departure()
    const event = only(lost)
    assert.strictEqual(event._tag, "TransportEvent")
    assert.deepStrictEqual(deriveJourneys([event]), [])
    assert.deepStrictEqual(milestones([...journey(), lost]), milestones(journey()))
  })

  it("may give the mode of transport as a UN/ECE code", () => {
    const event = only(departure({ transportCall: { ...calls.busan, modeOfTransport: "1" } }))
    assert.strictEqual(event._tag === "TransportEvent" && Option.getOrThrow(event.transportCall).mode, "VESSEL")
  })

  it("may give a place by location, or by a BIC facility code only", () => {
    const { UNLocationCode: _, ...placeless } = calls.busan
    const places = [
      { ...placeless, location: { UNLocationCode: "kr pus" } },
      { ...placeless, facilityCode: "KRPUSABCD", facilityCodeListProvider: "BIC" }
    ]
    for (const transportCall of places) {
      const event = only(departure({ transportCall }))
      assert.strictEqual(
        event._tag === "TransportEvent" && Option.getOrThrow(event.place).unlocode,
        Unlocode.make("KRPUS")
      )
    }
  })
})

describe("local times marked Z", () => {
  const event = load({ eventDateTime: "2026-01-11T14:12:00Z" })
  const dateOf = (payload: unknown, localTimesMarkedZ: boolean) =>
    decodeDcsa([payload], receivedAt, { localTimesMarkedZ }).events.map(({ eventDateTime }) => isoOf(eventDateTime))

  it("are read as local times when the profile has the quirk", () => {
    assert.deepStrictEqual(dateOf(event, true), ["2026-01-11T05:12:00.000Z"])
    assert.deepStrictEqual(dateOf(load({ eventDateTime: "2026-01-11T14:12:00" }), true), ["2026-01-11T05:12:00.000Z"])
  })

  it("are read as UTC without the quirk, and times with an offset as written", () => {
    assert.deepStrictEqual(dateOf(event, false), ["2026-01-11T14:12:00.000Z"])
    assert.deepStrictEqual(dateOf(load(), true), ["2026-01-11T05:12:00.000Z"])
  })

  it("of a place with an unknown time zone are read as written, and counted", () => {
    const nowhere = load({ eventDateTime: "2026-01-11T14:12:00Z", eventLocation: { UNLocationCode: "XYABC" } })
    const decoded = decodeDcsa([nowhere], receivedAt, { localTimesMarkedZ: true })
    assert.deepStrictEqual(decoded.unknown, { "timeZone=XYABC": 1 })
    assert.deepStrictEqual(
      decoded.events.map(({ eventDateTime }) => isoOf(eventDateTime)),
      ["2026-01-11T14:12:00.000Z"]
    )
  })
})

describe("an unknown value", () => {
  it("is stored and counted, and sets no milestone", () => {
    const strange = [
      departure({ eventClassifierCode: "REQ" }),
      departure({ transportEventTypeCode: "OMIT" }),
      load({ equipmentEventTypeCode: "FUMI" }),
      load({ equipmentEventTypeCode: "FUMI", eventDateTime: "2026-01-12T00:00:00Z" }),
      departure({ eventType: "IOT" })
    ]
    const decoded = decode(strange)
    assert.deepStrictEqual(decoded.rejected, [])
    assert.deepStrictEqual(
      decoded.events.map((event) => event._tag),
      Array(5).fill("UnknownEvent")
    )
    assert.deepStrictEqual(decoded.unknown, {
      "eventClassifierCode=REQ": 1,
      "transportEventTypeCode=OMIT": 1,
      "equipmentEventTypeCode=FUMI": 2,
      "eventType=IOT": 1
    })
    assert.deepStrictEqual(deriveJourneys(decoded.events), [])
  })

  it("in a part of an event drops only that part", () => {
    const decoded = decode([
      load({ emptyIndicatorCode: "HALF", transportCall: { ...calls.busan, modeOfTransport: "SLEDGE" } }),
      departure({ transportCall: { ...calls.busan, UNLocationCode: "Busan" } })
    ])
    assert.deepStrictEqual(
      decoded.events.map((event) => event._tag),
      ["EquipmentEvent", "TransportEvent"]
    )
    assert.deepStrictEqual(decoded.unknown, {
      "emptyIndicatorCode=HALF": 1,
      "modeOfTransport=SLEDGE": 1,
      "UNLocationCode=Busan": 1
    })
  })

  it("of a property is counted by its path, in accepted events alone, whatever the case of known names", () => {
    const decoded = decode([
      load({ colour: "red", EQUIPMENTREFERENCE: "MSKU7194304", seals: [{ sealNumber: "1", tamper: true }] }),
      load({ colour: "blue", transportCall: { ...calls.busan, colour: 1, vessel: { vesselName: "A", deck: 2 } } }),
      load({ colour: "green", eventDateTime: "yesterday" })
    ])
    assert.strictEqual(decoded.events.length, 2)
    assert.deepStrictEqual(decoded.unknown, {
      colour: 2,
      "seals.tamper": 1,
      "transportCall.colour": 1,
      "transportCall.vessel.deck": 1
    })
  })

  it("is counted up to a limit of distinct values", () => {
    const flood = Array.from({ length: 500 }, (_, index) => departure({ eventClassifierCode: `X${index}` }))
    const { unknown } = decode(flood)
    assert.strictEqual(Object.keys(unknown).length, 101)
    assert.strictEqual(unknown["…"], 400)
  })
})
