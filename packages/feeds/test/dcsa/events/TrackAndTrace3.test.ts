import { assert, describe, it } from "@effect/vitest"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { deriveJourneys } from "@landfall/core/tracking/journey/Journey"
import { journeyView } from "@landfall/core/tracking/journey/JourneyView"
import { decodeDcsa } from "../../../src/dcsa/events/DcsaDecoder.ts"

const RECEIVED = Instant.make(Date.parse("2026-03-20T00:00:00Z"))
const CONTAINER = "MSKU1234565"

interface Step {
  readonly code: readonly [version2: string, version3: string]
  readonly classifier?: "ACTUAL" | "ESTIMATED" | "PLANNED"
  readonly at: string
  readonly date: string
  readonly vessel?: string
  readonly empty?: boolean
}

const CLASSIFIERS = { ACTUAL: "ACT", ESTIMATED: "EST", PLANNED: "PLN" } as const
const isTransport = ({ code: [code] }: Step) => code === "ARRI" || code === "DEPA"

/** An event as version 2.2 writes it. */
const version2 = (step: Step, index: number) => ({
  eventID: `event-${index}`,
  eventType: isTransport(step) ? "TRANSPORT" : "EQUIPMENT",
  eventClassifierCode: CLASSIFIERS[step.classifier ?? "ACTUAL"],
  [isTransport(step) ? "transportEventTypeCode" : "equipmentEventTypeCode"]: step.code[0],
  eventDateTime: step.date,
  eventCreatedDateTime: step.date,
  documentReferences: [{ documentReferenceType: "BKG", documentReferenceValue: "BOOKING1" }],
  references: isTransport(step) ? [{ referenceType: "EQ", referenceValue: CONTAINER }] : [],
  ...(isTransport(step)
    ? {}
    : { equipmentReference: CONTAINER, emptyIndicatorCode: step.empty === true ? "EMPTY" : "LADEN" }),
  eventLocation: { UNLocationCode: step.at, facilityTypeCode: "POTE" },
  transportCall:
    step.vessel === undefined
      ? { modeOfTransport: "TRUCK" }
      : {
          transportCallID: `${step.vessel}-${step.at}`,
          modeOfTransport: "VESSEL",
          exportVoyageNumber: "401W",
          importVoyageNumber: "401W",
          vessel: { vesselIMONumber: "9778791", vesselName: step.vessel }
        }
})

/** The same event as version 3.0 writes it. */
const version3 = (step: Step, index: number) => ({
  eventID: `event-${index}`,
  eventDateTime: step.date,
  eventUpdatedDateTime: step.date,
  eventRouting: { originatingParties: [{ partyCode: "MSK", codeListProvider: "SMDG", partyFunction: "CA" }] },
  eventLocation: { UNLocationCode: step.at, facilityType: "PORT_TERMINAL" },
  eventClassification: {
    eventType: isTransport(step) ? "TRANSPORT" : "EQUIPMENT",
    eventClassifier: step.classifier ?? "ACTUAL",
    [isTransport(step) ? "transportEventType" : "equipmentEventType"]: step.code[1]
  },
  shipmentDetails: {
    documentReference: { type: "BOOKING", reference: "BOOKING1" },
    shipmentReferences: isTransport(step) ? [{ type: "EQUIPMENT_REFERENCE", reference: CONTAINER }] : []
  },
  ...(isTransport(step)
    ? {}
    : { equipmentDetails: { equipmentReference: CONTAINER, emptyIndicator: step.empty === true ? "EMPTY" : "LADEN" } }),
  transportDetails: {
    transportCall:
      step.vessel === undefined
        ? { modeOfTransport: "TRUCK" }
        : {
            transportCallReference: `${step.vessel}-${step.at}`,
            modeOfTransport: "VESSEL",
            exportVoyageNumberOrReference: { carrierVoyageNumber: "401W" },
            importVoyageNumberOrReference: { carrierVoyageNumber: "401W" },
            vesselTransport: { vesselIMONumber: "9778791", vesselName: step.vessel }
          }
  }
})

const JOURNEY: ReadonlyArray<Step> = [
  { code: ["GTOT", "GATED_OUT"], at: "CNSHA", date: "2026-02-01T08:00:00Z", empty: true },
  { code: ["GTIN", "GATED_IN"], at: "CNSHA", date: "2026-02-03T08:00:00Z" },
  { code: ["LOAD", "LOADED"], at: "CNSHA", date: "2026-02-05T08:00:00Z", vessel: "MADRID MAERSK" },
  { code: ["DEPA", "DEPARTED"], at: "CNSHA", date: "2026-02-05T20:00:00Z", vessel: "MADRID MAERSK" },
  {
    code: ["ARRI", "ARRIVED"],
    classifier: "PLANNED",
    at: "NLRTM",
    date: "2026-03-05T08:00:00Z",
    vessel: "MADRID MAERSK"
  },
  {
    code: ["ARRI", "ARRIVED"],
    classifier: "ESTIMATED",
    at: "NLRTM",
    date: "2026-03-06T08:00:00Z",
    vessel: "MADRID MAERSK"
  },
  { code: ["DISC", "DISCHARGED"], at: "NLRTM", date: "2026-03-07T08:00:00Z", vessel: "MADRID MAERSK" },
  { code: ["GTOT", "GATED_OUT"], at: "NLRTM", date: "2026-03-09T08:00:00Z" }
]

const decode = (events: unknown) => decodeDcsa({ events }, RECEIVED)
const journeysOf = (events: ReadonlyArray<CarrierEvent>) =>
  deriveJourneys(events).map((journey) => journeyView(journey))

describe("Track & Trace 3.0", () => {
  it("events give the journey of the equivalent events of version 2.2", () => {
    const [older, newer] = [decode(JOURNEY.map(version2)), decode(JOURNEY.map(version3))]
    assert.deepStrictEqual(newer.rejected, [])
    assert.deepStrictEqual(newer.unknown, {})
    const journeys = journeysOf(newer.events)
    assert.strictEqual(journeys[0]?.milestones.length, 5)
    assert.deepStrictEqual(journeys, journeysOf(older.events))
  })

  it("an event of the earlier snapshot with codes is read as well", () => {
    const { events, rejected } = decode([
      {
        eventID: "1",
        eventDateTime: "2026-01-20T12:30:00Z",
        eventUpdatedDateTime: "2026-01-20T13:30:00Z",
        eventLocation: { UNLocationCode: "DEHAM", facilityTypeCode: "POTE" },
        eventClassification: {
          eventTypeCode: "TRANSPORT",
          eventClassifierCode: "ACT",
          transportEventTypeCode: "ARRI"
        },
        shipmentDetails: { documentReference: { typeCode: "BKG", reference: "ABC709951" } },
        transportDetails: {
          transportCall: {
            transportCallID: "tc-1",
            modeOfTransport: "VESSEL",
            importVoyageNumber: "V001N",
            vessel: { vesselIMONumber: "9778791", vesselName: "MADRID MAERSK" }
          }
        }
      }
    ])
    assert.deepStrictEqual(rejected, [])
    const [event] = events
    assert.strictEqual(event?._tag, "TransportEvent")
    assert.deepStrictEqual(event?.documents, [{ type: "BKG", value: "ABC709951" }])
  })

  it("a retraction retracts its event, whatever else it states, and a later revision restores it", () => {
    const discharge = version3(
      { code: ["DISC", "DISCHARGED"], at: "BEANR", date: "2026-03-07T08:00:00Z", vessel: "MADRID MAERSK" },
      6
    )
    const retraction = {
      eventID: "event-6",
      isRetracted: true,
      eventUpdatedDateTime: "2026-03-08T08:00:00Z",
      equipmentDetails: { equipmentReference: CONTAINER }
    }
    const typesOf = (...events: ReadonlyArray<unknown>) =>
      journeysOf(decode([...JOURNEY.slice(0, 4).map(version3), ...events]).events).flatMap(({ milestones }) =>
        milestones.filter(({ location }) => location.unlocode === "BEANR").map(({ milestone }) => milestone)
      )
    const again = { ...discharge, eventUpdatedDateTime: "2026-03-09T08:00:00Z", isRetracted: false }
    assert.deepStrictEqual(typesOf(discharge), ["container.discharge.at.final.pod"])
    assert.deepStrictEqual(typesOf(discharge, retraction), [])
    assert.deepStrictEqual(typesOf(retraction, discharge), [])
    assert.deepStrictEqual(typesOf(discharge, retraction, again), ["container.discharge.at.final.pod"])
  })

  it("a revision replaces the event of its id, also at another port", () => {
    const discharge = (at: string, updated: string) => ({
      ...version3({ code: ["DISC", "DISCHARGED"], at, date: "2026-03-07T08:00:00Z", vessel: "MADRID MAERSK" }, 6),
      eventUpdatedDateTime: updated
    })
    const { events } = decode([
      ...JOURNEY.slice(0, 4).map(version3),
      discharge("BEANR", "2026-03-07T09:00:00Z"),
      discharge("NLRTM", "2026-03-09T09:00:00Z")
    ])
    assert.deepStrictEqual(
      journeysOf(events)[0]?.ports.map(({ location }) => location.unlocode),
      ["CNSHA", "NLRTM"]
    )
  })

  it("a retraction without a container and a document is rejected", () => {
    const { rejected } = decode([
      { eventID: "event-6", isRetracted: true, eventUpdatedDateTime: "2026-03-08T08:00:00Z" }
    ])
    assert.deepStrictEqual(
      rejected.map(({ path }) => path),
      ["$.events[0].shipmentDetails"]
    )
  })

  it("a fault has the path of the event as it was sent", () => {
    const event = version3(JOURNEY[2] ?? { code: ["LOAD", "LOADED"], at: "", date: "" }, 0)
    const { eventClassifier: _, ...classification } = event.eventClassification
    const { rejected } = decode([{ ...event, eventClassification: classification }])
    assert.deepStrictEqual(
      rejected.map(({ path }) => path),
      ["$.events[0].eventClassification.eventClassifier"]
    )
  })

  it("the role of a port comes from the transport phase and the type of the shipment location", () => {
    const roleOf = (phase: string, location?: string) => {
      const step: Step = {
        code: ["DISC", "DISCHARGED"],
        at: "SGSIN",
        date: "2026-03-07T08:00:00Z",
        vessel: "MADRID MAERSK"
      }
      const event = version3(step, 1)
      const details = { equipmentReference: CONTAINER, emptyIndicator: "LADEN", transportPhase: phase }
      const shipmentDetails = { ...event.shipmentDetails, ...(location && { shipmentLocationType: location }) }
      const [read] = decode([{ ...event, equipmentDetails: details, shipmentDetails }]).events
      return read?._tag === "EquipmentEvent" ? read.portRole : undefined
    }
    assert.strictEqual(roleOf("TRANSSHIPMENT"), "transhipment")
    assert.strictEqual(roleOf("IMPORT"), "discharge")
    assert.strictEqual(roleOf("EXPORT"), undefined)
    assert.strictEqual(roleOf("EXPORT", "PLACE_OF_DELIVERY"), "discharge")
  })

  it("events of devices and of reefers are stored and counted", () => {
    const { events, rejected, unknown } = decode([
      {
        eventID: "iot-1",
        eventDateTime: "2026-01-29T01:00:00Z",
        eventClassification: { eventType: "IOT", eventClassifier: "ACTUAL", iotEventType: "DOOR_OPENED" },
        shipmentDetails: { documentReference: { type: "BOOKING", reference: "BOOKING1" } },
        equipmentDetails: { equipmentReference: CONTAINER }
      }
    ])
    assert.deepStrictEqual([events.map(({ _tag }) => _tag), rejected], [["UnknownEvent"], []])
    assert.deepStrictEqual(unknown, { "eventType=IOT": 1 })
  })
})

describe("the destination in the documents of version 2.2", () => {
  it("is read from the event or its documents, as a code or an object", () => {
    const destinationOf = (fields: object) => {
      const document = { documentReferenceType: "BKG", documentReferenceValue: "BOOKING1" }
      const event = {
        eventType: "SHIPMENT",
        shipmentEventTypeCode: "CONF",
        documentTypeCode: "BKG",
        documentID: "BOOKING1",
        eventDateTime: "2026-01-01T00:00:00Z"
      }
      const inEvent = decode([{ ...event, ...fields }])
      const inDocument = decode([{ ...event, documentReferences: [{ ...document, ...fields }] }])
      assert.deepStrictEqual(inEvent.unknown, {})
      assert.deepStrictEqual(inEvent.events[0]?.destination, inDocument.events[0]?.destination)
      return inEvent.events[0]?.destination
    }
    assert.deepStrictEqual(destinationOf({ portOfDischarge: "nlrtm", placeOfDelivery: { UNLocationCode: "DEDUI" } }), {
      pod: Unlocode.make("NLRTM"),
      delivery: Unlocode.make("DEDUI")
    })
    const locations = [{ shipmentLocationTypeCode: "POD", location: { UNLocationCode: "BEANR" } }]
    assert.deepStrictEqual(destinationOf({ shipmentLocations: locations }), { pod: Unlocode.make("BEANR") })
    assert.isUndefined(destinationOf({ portOfDischarge: "Rotterdam" }))
  })
})
