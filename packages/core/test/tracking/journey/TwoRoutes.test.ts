import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import type { CarrierEvent, ShipmentEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { deriveContainerJourneys, deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { CONTAINER, OTHER_CONTAINER, on, ports } from "../fixtures.ts"
import { alertsOf, eventOf } from "./EventLines.ts"

const eventsOf = (lines: ReadonlyArray<string>): ReadonlyArray<CarrierEvent> =>
  lines.map((line, index) => eventOf(line, on(`01-02T${String(index + 1).padStart(2, "0")}:00`)))

describe("two routes on one bill of lading", () => {
  const routes = [
    "PLN DEPA CNSHA ATLAS 02-01T10:00",
    "PLN ARRI NLRTM ATLAS 03-01T10:00",
    "PLN DEPA CNSHA BOREAS 02-04T10:00",
    "PLN ARRI NLRTM BOREAS 03-04T10:00"
  ]

  it("a new date of one vessel is not a change of the date of the other", () => {
    const updates = [
      "EST ARRI NLRTM ATLAS 03-01T12:00",
      "EST ARRI NLRTM BOREAS 03-04T12:00",
      "EST DEPA CNSHA BOREAS 02-04T12:00",
      "EST DEPA CNSHA ATLAS 02-01T12:00"
    ]
    assert.deepStrictEqual(alertsOf([...routes, ...updates]), [])
    assert.deepStrictEqual(alertsOf([...routes, ...updates, "EST ARRI NLRTM ATLAS 03-03T10:00"]), [
      "9: date.changed.vessel.arrival.at.final.pod NLRTM 48"
    ])
  })

  it("each container follows the vessel on which it is loaded", () => {
    const loaded = ["ACT LOAD CNSHA ATLAS 02-01T05:00 A", "ACT LOAD CNSHA BOREAS 02-04T05:00 B"]
    assert.deepStrictEqual(alertsOf([...routes, ...loaded]), ["5: container.loaded.at.first.pol CNSHA"])
    assert.deepStrictEqual(alertsOf([...routes, ...loaded], OTHER_CONTAINER), [
      "6: container.loaded.at.first.pol CNSHA",
      "6: date.changed.vessel.departure.from.first.pol CNSHA 72",
      "6: date.changed.vessel.arrival.at.final.pod NLRTM 72"
    ])
  })

  it("over several ports are distinguished as well", () => {
    const lines = [
      "PLN DEPA CNSHA ATLAS 02-01T10:00",
      "PLN ARRI NLRTM ATLAS 03-01T10:00",
      "PLN DEPA CNSHA BOREAS 02-04T10:00",
      "PLN ARRI SGSIN BOREAS 02-11T10:00",
      "PLN DEPA SGSIN CERES 02-14T10:00",
      "PLN ARRI NLRTM CERES 03-09T10:00"
    ]
    assert.deepStrictEqual(alertsOf(lines), [])
    assert.deepStrictEqual(ports(deriveContainerJourneys(eventsOf(lines), CONTAINER)[0]), [
      "first-pol CNSHA",
      "final-pod NLRTM"
    ])
  })

  it("a vessel that becomes known more than a day later replaces the one before", () => {
    const events = [
      ...eventsOf(routes.slice(0, 2)),
      eventOf("PLN DEPA CNSHA BOREAS 02-04T10:00", on("01-20")),
      eventOf("PLN ARRI NLRTM BOREAS 03-04T10:00", on("01-20")),
      eventOf("EST ARRI NLRTM ATLAS 03-01T12:00", on("01-21"))
    ]
    const [journey] = deriveContainerJourneys(events, CONTAINER)
    assert.deepStrictEqual(
      journey?.legs.map(({ vessel }) => Option.getOrNull(Option.flatMap(vessel, ({ name }) => name))),
      ["BOREAS"]
    )
  })

  it("a named vessel replaces a placeholder immediately", () => {
    const lines = [
      "PLN DEPA CNSHA TBN 02-01T10:00",
      "PLN ARRI NLRTM TBN 03-01T10:00",
      "PLN DEPA CNSHA ATLAS 02-03T10:00"
    ]
    assert.deepStrictEqual(alertsOf(lines), ["3: date.changed.vessel.departure.from.first.pol CNSHA 48"])
  })
})

describe("split bookings", () => {
  it("after its own loading under another booking, the vessel of the first booking does not concern a container", () => {
    const other = (line: string, received: string): CarrierEvent => ({
      ...eventOf(line, on(received)),
      documents: [{ type: "BKG", value: "BK2" }]
    })
    const events = [
      ...eventsOf(["PLN DEPA CNNGB ATLAS 02-01T10:00", "PLN ARRI NLRTM ATLAS 03-01T10:00"]),
      other("ACT LOAD CNSHA BOREAS 02-04T05:00 B", "02-04T06:00"),
      other("PLN ARRI BEANR BOREAS 03-04T10:00", "02-04T06:00"),
      eventOf("ACT DEPA CNNGB ATLAS 02-05T10:00", on("02-05T11:00")),
      eventOf("EST ARRI NLRTM ATLAS 03-09T10:00", on("02-06"))
    ]
    assert.deepStrictEqual(ports(deriveContainerJourneys(events, OTHER_CONTAINER)[0]), [
      "first-pol CNSHA",
      "final-pod BEANR"
    ])
  })
})

describe("a port with several codes", () => {
  it("is one port where the carrier plans a call under one code and reports it under another", () => {
    const lines = [
      "PLN ARRI CNSHA ALPHA 03-20T10:00",
      "ACT LOAD USLGB ALPHA 03-01T05:00 A",
      "ACT ARRI CNYSN ALPHA 03-22T12:00",
      "ACT DISC CNYSN ALPHA 03-22T22:00 A",
      "ACT GTOT CNSHA 03-24T09:00 A"
    ]
    assert.deepStrictEqual(alertsOf(lines), [
      "2: container.loaded.at.first.pol USLGB",
      "3: date.changed.vessel.arrival.at.final.pod CNYSN 50",
      "3: vessel.arrival.at.final.pod CNYSN",
      "4: container.discharge.at.final.pod CNYSN",
      "5: container.departure.from.final.pod CNSHA"
    ])
  })

  it("is one port where the gate-in and the loading have different codes", () => {
    assert.deepStrictEqual(
      alertsOf([
        "PLN DEPA CNTXG ALPHA 03-05T10:00",
        "ACT GTIN CNTSN 03-03T10:00 A",
        "ACT LOAD CNTXG ALPHA 03-05T05:00 A"
      ]),
      ["2: container.arrival.at.first.pol CNTSN", "3: container.loaded.at.first.pol CNTXG"]
    )
  })

  it("is two ports where the vessel calls at both", () => {
    const lines = [
      "PLN DEPA CNSHA ALPHA 03-01T10:00",
      "PLN DEPA CNYSN ALPHA 03-03T10:00",
      "PLN ARRI NLRTM ALPHA 03-30T10:00",
      "ACT LOAD CNYSN ALPHA 03-03T05:00 A"
    ]
    assert.deepStrictEqual(ports(deriveContainerJourneys(eventsOf(lines), CONTAINER)[0]), [
      "first-pol CNYSN",
      "final-pod NLRTM"
    ])
  })

  it("does not join two areas of one port", () => {
    const lines = [
      "ACT LOAD CNSHK FEEDER 03-01T05:00 A",
      "ACT DISC CNYTN FEEDER 03-01T15:00 A",
      "ACT LOAD CNYTN ALPHA 03-03T05:00 A",
      "PLN ARRI NLRTM ALPHA 03-30T10:00"
    ]
    assert.deepStrictEqual(ports(deriveContainerJourneys(eventsOf(lines), CONTAINER)[0]), [
      "first-pol CNSHK",
      "transhipment CNYTN",
      "final-pod NLRTM"
    ])
  })
})

describe("the destination by the documents", () => {
  const booked = (destination: ShipmentEvent["destination"]): ShipmentEvent => ({
    _tag: "ShipmentEvent",
    sourceEventId: Option.none(),
    eventDateTime: on("01-01"),
    createdDateTime: Option.none(),
    receivedAt: on("01-01"),
    documents: [{ type: "BKG", value: "BK1" }],
    references: [],
    remark: Option.none(),
    delayReason: Option.none(),
    classifier: "ACT",
    code: "CONF",
    documentType: "BKG",
    documentId: "BK1",
    ...(destination === undefined ? {} : { destination })
  })
  const unplanned = eventsOf(["ACT LOAD CRMOB ALPHA 02-01T05:00 A", "ACT DISC BEANR ALPHA 02-14T14:00 A"])
  const journeyWith = (destination: ShipmentEvent["destination"], more: ReadonlyArray<CarrierEvent> = []) =>
    deriveJourneys([booked(destination), ...unplanned, ...more])[0]
  const evidenceOf = (destination: ShipmentEvent["destination"]) =>
    journeyWith(destination)?.milestones.map(({ finalPodEvidence }) => finalPodEvidence)

  it("is evidence of the final POD", () => {
    assert.deepStrictEqual(evidenceOf({ pod: Unlocode.make("BEANR") }), [undefined, "stated"])
    assert.deepStrictEqual(evidenceOf({ delivery: Unlocode.make("BEANR") }), [undefined, "stated"])
    assert.deepStrictEqual(evidenceOf({ delivery: Unlocode.make("DEDUI") }), [undefined, "none"])
  })

  it("makes a port before the port of discharge a transhipment, until the container leaves it inland", () => {
    const pod = { pod: Unlocode.make("NOOSL") }
    assert.deepStrictEqual(ports(journeyWith(pod)), ["first-pol CRMOB", "transhipment BEANR"])
    const gateOut = eventOf("ACT GTOT BEANR 02-16T09:00 A", on("02-16T10:00"))
    assert.deepStrictEqual(ports(journeyWith(pod, [gateOut])), ["first-pol CRMOB", "final-pod BEANR"])
  })

  it("precedes later calls of the vessel", () => {
    const onward = eventOf("PLN ARRI DEHAM ALPHA 02-18T10:00", on("01-03"))
    assert.deepStrictEqual(ports(journeyWith({ pod: Unlocode.make("BEANR") }, [onward])), [
      "first-pol CRMOB",
      "final-pod BEANR"
    ])
  })

  it("of another booking is ignored", () => {
    const other = {
      ...booked({ pod: Unlocode.make("NOOSL") }),
      documents: [{ type: "BKG", value: "BK9" }],
      documentId: "BK9"
    }
    assert.deepStrictEqual(ports(deriveJourneys([other, ...unplanned])[0]), ["first-pol CRMOB", "final-pod BEANR"])
  })
})
