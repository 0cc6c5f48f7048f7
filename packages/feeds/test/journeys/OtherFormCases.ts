import { BOOKING, CONTAINERS } from "./JourneyLines.ts"
import type { SentCase } from "./SentEvents.ts"

/** A response of HMM: one list for each kind of event, and what they share beside them. All events have one time of creation. */
const hmm = (transports: ReadonlyArray<string>, moves: ReadonlyArray<string>) => ({
  shipment: { eventID: "CTP26010500055683", carrierBookingReference: BOOKING, carrierID: "HDMU" },
  transport: { transportName: "HMM HAWK", modeOfTransportCode: "Vessel", vesselImoNumber: "9321251" },
  equipment: { equipmentReference: CONTAINERS.A, ISOEquipmentCode: "45G1" },
  shipmentEvent: [
    {
      eventID: "WEB1",
      eventCreatedDateTime: "2026-01-05T18:07:22+09:00",
      eventType: "Shipment",
      eventClassifierCode: "ACT",
      eventDateTime: "2026-01-05T18:07:22+09:00",
      shipmentEventTypeCode: "RECE",
      documentId: BOOKING,
      documentTypeCode: "CBR"
    }
  ],
  transportEvent: transports.map((line, index) => {
    const [classifier, code, port, date] = line.split(" ")
    return {
      eventID: `T${index}`,
      eventCreatedDateTime: "2026-01-05T11:26:31+09:00",
      eventType: "Transport",
      eventClassifierCode: classifier,
      eventDateTime: date,
      transportEventTypeCode: code,
      transportCall: line.includes("TRUCK")
        ? { facilityTypeCode: "KRPUSPNC", modeOfTransport: "Truck", UNLocationCode: port, location: port }
        : { transportCallID: `M1${port}`, modeOfTransport: null, location: port }
    }
  }),
  equipmentEvent: moves.map((line, index) => {
    const [code, load, port, date] = line.split(" ")
    return {
      eventID: `E${index}`,
      eventType: "Equipment",
      eventCreatedDateTime: "2026-01-05T11:26:31+09:00",
      eventDateTime: date,
      eventClassifierCode: "ACT",
      equipmentEventTypeCode: code,
      ISOEquipmentCode: "45G1",
      emptyIndicatorCode: load,
      eventLocation: port,
      transportCall: /^GT/.test(line)
        ? { UNLocationCode: port, facilityTypeCode: "POTE", modeOfTransport: "Truck", location: port }
        : { transportCallID: `M1${port}`, modeOfTransport: null, location: port }
    }
  }),
  transportCall: ["KRPUS", "USOAK"].map((port) => ({
    transportCallID: `M1${port}`,
    carrierServiceCode: "PS6",
    exportVoyageNumber: "0080E",
    UNLocationCode: port,
    modeOfTransport: "VESSEL",
    location: port,
    vessel: { vesselIMONumber: "9321251", vesselName: "HMM HAWK" }
  }))
})

const HMM_PLAN = ["EST DEPA KRPUS 2026-01-18T10:00:00+09:00", "EST ARRI USOAK 2026-01-30T06:00:00-08:00"]
const HMM_PICK_UP = "GTOT Empty KRPUS 2026-01-10T09:00:00+09:00"
const HMM_GATE_IN = "GTIN Laden KRPUS 2026-01-14T16:43:00+09:00"
const HMM_TRUCK = "ACT ARRI KRPUS 2026-01-14T16:43:00+09:00 TRUCK"
const HMM_LOAD = "LOAD Laden KRPUS 2026-01-19T02:00:00+09:00"
const HMM_DEPARTURE = "ACT DEPA KRPUS 2026-01-19T08:00:00+09:00"

interface Event3 {
  readonly id: string
  readonly code: string
  readonly at: string
  readonly date: string
  readonly vessel?: string
  readonly classifier?: string
  readonly phase?: string
  readonly updated?: string
  readonly retracted?: boolean
}

const isTransport3 = (code: string): boolean => code === "ARRIVED" || code === "DEPARTED"

/** An event of the draft 3.0 about container A. */
const version3 = (event: Event3) => ({
  eventID: event.id,
  eventDateTime: `2026-${event.date}:00Z`,
  eventUpdatedDateTime: `2026-${event.updated ?? event.date}:00Z`,
  ...(event.retracted === true ? { isRetracted: true } : {}),
  eventLocation: { UNLocationCode: event.at, facilityType: "PORT_TERMINAL" },
  eventClassification: {
    eventType: isTransport3(event.code) ? "TRANSPORT" : "EQUIPMENT",
    eventClassifier: event.classifier ?? "ACTUAL",
    [isTransport3(event.code) ? "transportEventType" : "equipmentEventType"]: event.code
  },
  shipmentDetails: {
    documentReference: { type: "BOOKING", reference: BOOKING },
    shipmentReferences: [{ type: "EQUIPMENT_REFERENCE", reference: CONTAINERS.A }]
  },
  ...(isTransport3(event.code)
    ? {}
    : {
        equipmentDetails: {
          equipmentReference: CONTAINERS.A,
          emptyIndicator: "LADEN",
          ...(event.phase === undefined ? {} : { transportPhase: event.phase })
        }
      }),
  transportDetails: {
    transportCall:
      event.vessel === undefined
        ? { modeOfTransport: "TRUCK" }
        : {
            transportCallReference: `${event.vessel}-${event.at}`,
            modeOfTransport: "VESSEL",
            vesselTransport: { vesselName: event.vessel }
          }
  }
})

export const sent3 = (at: string, event: Event3) => ({ at, json: { events: [version3(event)] } })

/** Voyages in the form of HMM and in the draft 3.0. Written with their alerts before the first run. */
export const OTHER_FORMS: ReadonlyArray<SentCase> = [
  {
    title: "HMM: whole responses in lists for each kind, all created at the booking",
    events: [
      { at: "01-10T06:00", json: hmm(HMM_PLAN, [HMM_PICK_UP]) },
      { at: "01-14T09:00", json: hmm([...HMM_PLAN, HMM_TRUCK], [HMM_PICK_UP, HMM_GATE_IN]) },
      {
        at: "01-19T03:00",
        json: hmm([...HMM_PLAN, HMM_TRUCK, HMM_DEPARTURE], [HMM_PICK_UP, HMM_GATE_IN, HMM_LOAD])
      },
      {
        at: "01-24T03:00",
        json: hmm(
          ["EST ARRI USOAK 2026-02-01T06:00:00-08:00", HMM_TRUCK, HMM_DEPARTURE],
          [HMM_PICK_UP, HMM_GATE_IN, HMM_LOAD]
        )
      },
      {
        at: "02-01T20:00",
        json: hmm(
          ["ACT ARRI USOAK 2026-02-01T08:00:00-08:00", HMM_TRUCK, HMM_DEPARTURE],
          [HMM_PICK_UP, HMM_GATE_IN, HMM_LOAD, "DISC Laden USOAK 2026-02-01T11:00:00-08:00"]
        )
      }
    ],
    alerts: [
      "G1 KRPUS 01-14T07:43",
      "L1 KRPUS 01-18T17:00",
      "D1 KRPUS 01-18T23:00",
      "~AF USOAK 02-01T14:00 48",
      "AF USOAK 02-01T16:00",
      "DF USOAK 02-01T19:00"
    ]
  },
  {
    title: "3.0: a discharge at a port on the way is retracted by its id",
    events: [
      sent3("02-01T10:00", {
        id: "e1",
        code: "ARRIVED",
        classifier: "PLANNED",
        at: "GRPIR",
        date: "03-20T10:00",
        updated: "02-01T09:00",
        vessel: "HELLAS"
      }),
      sent3("03-02T07:00", { id: "e2", code: "LOADED", at: "INNSA", date: "03-02T05:00", vessel: "HELLAS" }),
      sent3("03-02T13:00", { id: "e3", code: "DEPARTED", at: "INNSA", date: "03-02T12:00", vessel: "HELLAS" }),
      sent3("03-12T13:00", { id: "e4", code: "DISCHARGED", at: "EGSUZ", date: "03-12T12:00", vessel: "HELLAS" }),
      sent3("03-13T13:00", {
        id: "e4",
        code: "DISCHARGED",
        at: "EGSUZ",
        date: "03-12T12:00",
        updated: "03-13T12:00",
        vessel: "HELLAS",
        retracted: true
      }),
      sent3("03-20T13:00", { id: "e5", code: "ARRIVED", at: "GRPIR", date: "03-20T12:00", vessel: "HELLAS" }),
      sent3("03-20T23:00", { id: "e6", code: "DISCHARGED", at: "GRPIR", date: "03-20T22:00", vessel: "HELLAS" })
    ],
    alerts: [
      "L1 INNSA 03-02T05:00",
      "D1 INNSA 03-02T12:00",
      "DT EGSUZ 03-12T12:00",
      "retracted DT EGSUZ",
      "AF GRPIR 03-20T12:00",
      "DF GRPIR 03-20T22:00"
    ]
  },
  {
    title: "3.0: the phase of the transport distinguishes a transhipment from the port of discharge",
    events: [
      sent3("03-02T07:00", {
        id: "e1",
        code: "LOADED",
        at: "BRPNG",
        date: "03-02T05:00",
        vessel: "IGUAZU",
        phase: "EXPORT"
      }),
      sent3("03-14T13:00", {
        id: "e2",
        code: "DISCHARGED",
        at: "ESVLC",
        date: "03-14T12:00",
        vessel: "IGUAZU",
        phase: "TRANSSHIPMENT"
      }),
      sent3("03-18T13:00", {
        id: "e3",
        code: "LOADED",
        at: "ESVLC",
        date: "03-18T12:00",
        vessel: "LEVANTE",
        phase: "TRANSSHIPMENT"
      }),
      sent3("03-25T13:00", {
        id: "e4",
        code: "DISCHARGED",
        at: "LBBEY",
        date: "03-25T12:00",
        vessel: "LEVANTE",
        phase: "IMPORT"
      }),
      sent3("03-28T13:00", { id: "e5", code: "GATED_OUT", at: "LBBEY", date: "03-28T12:00", phase: "IMPORT" })
    ],
    alerts: [
      "L1 BRPNG 03-02T05:00",
      "DT ESVLC 03-14T12:00",
      "LT ESVLC 03-18T12:00",
      "DF LBBEY 03-25T12:00",
      "GF LBBEY 03-28T12:00"
    ]
  },
  {
    title: "3.0: a later revision of the discharge corrects its date by three days",
    events: [
      sent3("02-01T10:00", {
        id: "e1",
        code: "ARRIVED",
        classifier: "PLANNED",
        at: "CIABJ",
        date: "03-20T10:00",
        updated: "02-01T09:00",
        vessel: "SAVANE"
      }),
      sent3("03-02T07:00", { id: "e2", code: "LOADED", at: "FRFOS", date: "03-02T05:00", vessel: "SAVANE" }),
      sent3("03-20T13:00", { id: "e3", code: "ARRIVED", at: "CIABJ", date: "03-20T12:00", vessel: "SAVANE" }),
      sent3("03-21T13:00", { id: "e4", code: "DISCHARGED", at: "CIABJ", date: "03-20T20:00", vessel: "SAVANE" }),
      sent3("03-24T13:00", {
        id: "e4",
        code: "DISCHARGED",
        at: "CIABJ",
        date: "03-23T20:00",
        updated: "03-24T12:00",
        vessel: "SAVANE"
      })
    ],
    alerts: ["L1 FRFOS 03-02T05:00", "AF CIABJ 03-20T12:00", "DF CIABJ 03-20T20:00", "!~DF CIABJ 03-23T20:00 72"]
  }
]
