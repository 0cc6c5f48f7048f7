import { ENDPOINT_ID, type OperationExamples, pageOf, SHIPMENT_ID } from "./OperationExample.ts"

const EVENT_ID = "12326a99-0394-44d9-bd40-299a529b664b"

const shipment = {
  id: SHIPMENT_ID,
  number: "MSKU7194304",
  type: "CT",
  sealine: "MAEU",
  reference: "PO-4711",
  metadata: { buyer: "4711" },
  status: "tracking",
  statusReason: null,
  completedAt: null,
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-01T12:05:00.000Z"
}

const line = { number: "MSKU7194304", sealine: "MAEU", type: "CT", reference: "PO-4711", metadata: { buyer: "4711" } }

const shanghai = { unlocode: "CNSHA", name: "Shanghai", facility: "CNSHAYS" }
const rotterdam = { unlocode: "NLRTM", name: "Rotterdam", facility: null }
const vessel = { imo: "9321483", name: "EMMA MAERSK", voyage: "612W" }

const sourceEvent = {
  id: EVENT_ID,
  receivedAt: "2026-03-01T12:05:00.000Z",
  createdAt: "2026-03-01T11:58:00.000Z",
  delayReason: null,
  remark: null
}

const next = {
  milestone: "vessel.arrival.at.final.pod",
  location: { unlocode: "NLRTM", name: "Rotterdam", facility: null },
  date: "2026-04-03T06:00:00.000Z",
  classifier: "EST"
}

const summary = {
  container: "MSKU7194304",
  ended: false,
  nextMilestone: next,
  arrival: { ...next, firstDate: "2026-04-01T06:00:00.000Z", changes: 2 }
}

const journey = {
  container: "MSKU7194304",
  ended: null,
  ports: [
    { role: "first-pol", location: shanghai, visit: 1 },
    { role: "final-pod", location: rotterdam, visit: 1 }
  ],
  legs: [{ from: shanghai, to: rotterdam, vessel }],
  milestones: [
    {
      milestone: "container.loaded.at.first.pol",
      location: shanghai,
      visit: 1,
      date: "2026-03-01T08:00:00.000Z",
      classifier: "ACT",
      vessel,
      rule: "load-at-first-outbound-port",
      sourceEvent,
      history: [{ date: "2026-03-01T08:00:00.000Z", classifier: "ACT", sourceEvent }]
    }
  ]
}

const handling = [
  {
    container: "MSKU7194304",
    emptyPickedUp: { date: "2026-01-12T08:30:00.000Z", classifier: "ACT", location: "CNSHA" },
    emptyReturned: null,
    availableForPickup: null,
    lastFreeDay: "2026-03-14",
    holds: ["freight"]
  }
]

const polling = {
  carrier: "MAEU",
  lastPolledAt: "2026-03-01T12:05:00.000Z",
  nextPollAt: "2026-03-01T16:05:00.000Z",
  lastError: null
}

const dcsaEvent = {
  eventType: "EQUIPMENT",
  eventID: EVENT_ID,
  eventCreatedDateTime: "2026-03-01T11:58:00Z",
  eventClassifierCode: "ACT",
  eventDateTime: "2026-03-01T08:00:00Z",
  equipmentEventTypeCode: "LOAD",
  equipmentReference: "MSKU7194304",
  emptyIndicatorCode: "LADEN",
  transportCall: {
    transportCallID: "TC-CNSHA-612W",
    carrierVoyageNumber: "612W",
    UNLocationCode: "CNSHA",
    facilityTypeCode: "POTE",
    modeOfTransport: "VESSEL",
    vessel: { vesselIMONumber: "9321483", vesselName: "EMMA MAERSK" }
  }
}

/** Examples of shipments, carriers and their events. */
export const trackingExamples: OperationExamples = {
  "shipments.easyShipment": {
    request: { [ENDPOINT_ID]: { shipments: [line, { number: "MSKU7194305" }] } },
    responses: {
      202: {
        results: [
          {
            endpointId: ENDPOINT_ID,
            number: "MSKU7194304",
            sealine: "MAEU",
            type: "CT",
            shipmentId: SHIPMENT_ID,
            status: "accepted"
          },
          {
            endpointId: ENDPOINT_ID,
            number: "MSKU7194305",
            sealine: null,
            type: null,
            shipmentId: null,
            status: "rejected",
            reason: 'number must end with the check digit 4 (ISO 6346), as MSKU7194304 does, got "MSKU7194305".'
          }
        ]
      }
    }
  },
  "shipments.check": {
    request: { shipments: [line, { number: "MSKU7194305" }] },
    responses: {
      200: {
        results: [
          { number: "MSKU7194304", type: "CT", reason: null },
          {
            number: "MSKU7194305",
            type: null,
            reason: 'number must end with the check digit 4 (ISO 6346), as MSKU7194304 does, got "MSKU7194305".'
          }
        ]
      }
    }
  },
  "shipments.track": { request: line, responses: { 201: shipment } },
  "shipments.list": { responses: { 200: pageOf({ ...shipment, summary }) } },
  "shipments.get": {
    responses: {
      200: {
        ...shipment,
        endpoints: [ENDPOINT_ID],
        polling,
        summary,
        journeys: [journey],
        handling,
        heldEvents: [],
        unreadableEvents: []
      }
    }
  },
  "shipments.change": { request: { reference: "PO-4711", metadata: { buyer: "4711" } }, responses: { 200: shipment } },
  "shipments.setTerms": {
    request: { lastFreeDay: "2026-03-14", holds: ["freight"] },
    responses: { 200: { handling, alerts: 2 } }
  },
  "shipments.refresh": { responses: { 202: { status: "scheduled", polling } } },
  "shipments.vessel": {
    responses: {
      200: {
        vessel: { imo: "9811000", name: "EVER GIVEN", voyage: "1170-015W" },
        position: {
          mmsi: 353136000,
          latitude: 36.0214,
          longitude: -5.6123,
          speedKnots: 17.4,
          receivedAt: "2026-03-20T08:41:12.000Z"
        }
      }
    }
  },
  "shipments.timeline": {
    responses: {
      200: {
        data: [
          {
            receivedAt: "2026-03-01T12:05:00.000Z",
            container: "MSKU7194304",
            milestone: "container.loaded.at.first.pol",
            location: "CNSHA",
            date: "2026-03-01T08:00:00.000Z",
            classifier: "ACT",
            sourceEvent: EVENT_ID,
            current: true
          }
        ]
      }
    }
  },
  "sealines.list": {
    responses: {
      200: {
        data: [
          {
            scac: "MAEU",
            name: "Maersk",
            supports: { container: true, booking: true, billOfLading: true },
            covered: { container: true, booking: true, billOfLading: true }
          }
        ]
      }
    }
  },
  "trackingEvents.receive": {
    request: [dcsaEvent],
    responses: {
      202: { added: 1, excess: 0, repeated: 0, shipments: [SHIPMENT_ID], alerts: 1, rejected: [], unknown: {} }
    }
  },
  "notifications.notify": { request: dcsaEvent, responses: { 202: { accepted: 1, rejected: [], unknown: {} } } }
}
