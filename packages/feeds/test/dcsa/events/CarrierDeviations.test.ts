import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Option } from "effect"
import { decodeDcsa } from "../../../src/dcsa/events/DcsaDecoder.ts"
import { load } from "../payloads.ts"

const decode = (payload: unknown) => decodeDcsa(payload, Instant.make(Date.parse("2026-02-02T00:00:00Z")))

const placeOf = (event: CarrierEvent | undefined): string | undefined =>
  event === undefined || event._tag === "ShipmentEvent" ? undefined : Option.getOrUndefined(event.place)?.unlocode

/** The form of HMM: one list for each kind, named in the singular, and what they share beside them. */
const HMM = {
  shipment: { eventID: "CTP1", carrierBookingReference: "SELM96466400", carrierID: "HDMU" },
  transport: { transportName: "MOL CELEBRATION", modeOfTransportCode: "Vessel" },
  equipment: { equipmentReference: "HMMU6012340", ISOEquipmentCode: "45G1" },
  shipmentEvent: [
    {
      eventID: "W1",
      eventCreatedDateTime: "2020-11-13T18:07:22+09:00",
      eventType: "Shipment",
      eventClassifierCode: "ACT",
      eventDateTime: "2020-11-13T18:07:22+09:00",
      shipmentEventTypeCode: "RECE",
      documentId: "SELM96466400",
      documentTypeCode: "CBR"
    }
  ],
  transportEvent: [
    {
      eventID: "T1",
      eventCreatedDateTime: "2020-11-16T11:26:31+09:00",
      eventType: "Transport",
      eventClassifierCode: "EST",
      eventDateTime: "2021-01-16T16:43:00+09:00",
      transportEventTypeCode: "DEPA",
      transportCall: { transportCallID: "M1KRPUS", modeOfTransport: null, location: "KRPUS" }
    }
  ],
  equipmentEvent: [
    {
      eventID: "E1",
      eventType: "Equipment",
      eventCreatedDateTime: "2020-11-16T11:26:31+09:00",
      eventDateTime: "2021-01-14T16:43:00+09:00",
      eventClassifierCode: "ACT",
      equipmentEventTypeCode: "GTIN",
      ISOEquipmentCode: "45G1",
      emptyIndicatorCode: "Laden",
      eventLocation: "KRPUS",
      transportCall: { facilityCode: "KRPUSPNC", facilityTypeCode: "POTE", modeOfTransport: "Truck" }
    }
  ],
  transportCall: [
    {
      transportCallID: "M1KRPUS",
      exportVoyageNumber: "0080E",
      UNLocationCode: "KRPUS",
      modeOfTransport: "VESSEL",
      vessel: { vesselIMONumber: "9321251", vesselName: "MOL CELEBRATION" }
    }
  ]
}

describe("HMM", () => {
  it("names its lists in the singular, and states booking, container and transport calls beside them", () => {
    const { events, rejected } = decode(HMM)
    assert.deepStrictEqual(rejected, [])
    const byTag = new Map(events.map((event) => [event._tag, event]))
    const [gate, departure] = [byTag.get("EquipmentEvent"), byTag.get("TransportEvent")]
    assert.isTrue(byTag.has("ShipmentEvent"))
    assert.deepStrictEqual([gate, departure].map(placeOf), ["KRPUS", "KRPUS"])
    for (const event of [gate, departure]) {
      assert.deepStrictEqual(event?.documents, [{ type: "BKG", value: "SELM96466400" }])
    }
    assert.deepStrictEqual(gate?._tag === "EquipmentEvent" && gate.equipmentReference, Option.some("HMMU6012340"))
    const call = departure?._tag === "TransportEvent" ? Option.getOrUndefined(departure.transportCall) : undefined
    assert.strictEqual(call?.mode, "VESSEL")
    assert.deepStrictEqual(call?.exportVoyage, Option.some("0080E"))
    assert.deepStrictEqual(
      call?.vessel,
      Option.some({ imo: Option.some("9321251"), name: Option.some("MOL CELEBRATION") })
    )
  })
})

describe("CMA CGM", () => {
  it("states the role of a port among its own data, as PTS for a transhipment", () => {
    const roleOf = (carrierSpecificData: object) => {
      const [event] = decode([load({ carrierSpecificData })]).events
      return event?._tag === "EquipmentEvent" ? event.portRole : "no equipment event"
    }
    assert.strictEqual(roleOf({ shipmentLocationType: "PTS" }), "transhipment")
    assert.strictEqual(roleOf({ transportationPhase: "Transshipment" }), "transhipment")
    assert.strictEqual(roleOf({ shipmentLocationType: "POD", transportationPhase: "Import" }), "discharge")
    assert.isUndefined(roleOf({ internalEventCode: "PVA" }))
  })
})

/** A payload as `load` gives it, without any UN/LOCODE. */
const withoutCode = (location: object, change: object = {}) =>
  load({ eventLocation: location, transportCall: { transportCallID: "OTHER", modeOfTransport: "VESSEL" }, ...change })

describe("an event without a UN/LOCODE", () => {
  const loadOfKnownPlace = load({
    eventLocation: {
      UNLocationCode: "KRPUS",
      locationName: "Busan",
      facilityCode: "PNC",
      facilityCodeListProvider: "SMDG"
    }
  })

  it("is at the place of the other events with its facility code, or with its name", () => {
    for (const location of [{ facilityCode: "PNC" }, { locationName: "BUSAN" }]) {
      const { events, unknown } = decode([loadOfKnownPlace, withoutCode(location)])
      assert.strictEqual(placeOf(events[1]), "KRPUS", JSON.stringify(location))
      assert.isUndefined(unknown["UNLocationCode=missing"])
    }
  })

  it("is counted when nothing identifies its place, or its text is the name of several ports", () => {
    const other = load({ eventLocation: { UNLocationCode: "CNNGB", facilityCode: "PNC" } })
    for (const [stated, events] of [
      ["Pyeongtaek", [loadOfKnownPlace, withoutCode({ locationName: "Pyeongtaek" })]],
      ["PNC", [loadOfKnownPlace, other, withoutCode({ facilityCode: "PNC" })]]
    ] as const) {
      const decoded = decode(events)
      assert.strictEqual(decoded.unknown[`place=${stated}`], 1)
      assert.isUndefined(placeOf(decoded.events.at(-1)))
      assert.strictEqual(decoded.unknown["UNLocationCode=missing"], 1)
    }
  })
})
