import { BOOKING, CONTAINERS } from "./JourneyLines.ts"
import type { SentCase } from "./SentEvents.ts"

/** A response of HMM: one list for each kind of event, and what they share beside them. All events have one time of creation. */
const hmm = (transports: ReadonlyArray<string>, moves: ReadonlyArray<string>) => ({
  shipment: { eventID: "CTP26010500055683", carrierBookingReference: BOOKING, carrierID: "HDMU" },
  transport: { transportName: "HMM HAWK", modeOfTransportCode: "Vessel", vesselImoNumber: "9321251" },
  equipment: { equipmentReference: CONTAINERS["A"], ISOEquipmentCode: "45G1" },
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
    shipmentReferences: [{ type: "EQUIPMENT_REFERENCE", reference: CONTAINERS["A"] }]
  },
  ...(isTransport3(event.code)
    ? {}
    : {
        equipmentDetails: {
          equipmentReference: CONTAINERS["A"],
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

const sent3 = (at: string, event: Event3) => ({ at, json: { events: [version3(event)] } })

/** Voyages in the form of HMM, in the draft 3.0, and by barge, truck and across the date line. Written down before they were tried. */
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
    title: "3.0: the phase of the transport tells a transhipment from the port of discharge",
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
  },
  {
    title: "by barge from another port terminal to the port of loading",
    events: [
      "PLN DEPA NLRTM KRAKEN 03-10T10:00",
      "PLN ARRI USCHS KRAKEN 03-22T10:00",
      "ACT GTIN BEANR 03-06T08:00 A",
      "ACT LOAD BEANR BARGE 03-07T05:00 A",
      "ACT DEPA BEANR BARGE 03-07T10:00 A",
      "ACT ARRI NLRTM BARGE 03-08T04:00 A",
      "ACT DISC NLRTM BARGE 03-08T08:00 A",
      "ACT LOAD NLRTM KRAKEN 03-10T04:00 A",
      "ACT DEPA NLRTM KRAKEN 03-10T12:00",
      "ACT ARRI USCHS KRAKEN 03-22T12:00",
      "ACT DISC USCHS KRAKEN 03-22T22:00 A"
    ],
    alerts: [
      "A0 BEANR 03-06T08:00",
      "L0 BEANR 03-07T05:00",
      "D0 BEANR 03-07T10:00",
      "G1 NLRTM 03-08T04:00",
      "L1 NLRTM 03-10T04:00",
      "D1 NLRTM 03-10T12:00",
      "AF USCHS 03-22T12:00",
      "DF USCHS 03-22T22:00"
    ]
  },
  {
    title: "by barge up the river from the port of discharge, a day late",
    events: [
      "PLN ARRI NLRTM FENRIR 03-20T10:00",
      "PLN DEPA NLRTM BARGE 03-23T10:00 (A)",
      "PLN ARRI CHBSL BARGE 03-28T10:00 (A) @INTE",
      "ACT LOAD SGSIN FENRIR 02-25T05:00 A",
      "ACT DEPA SGSIN FENRIR 02-25T12:00",
      "ACT ARRI NLRTM FENRIR 03-20T12:00",
      "ACT DISC NLRTM FENRIR 03-20T20:00 A",
      "ACT LOAD NLRTM BARGE 03-23T06:00 A",
      "ACT DEPA NLRTM BARGE 03-23T12:00 A",
      "ACT ARRI CHBSL BARGE 03-29T12:00 A @INTE",
      "ACT DISC CHBSL BARGE 03-29T16:00 A @INTE",
      "ACT GTOT CHBSL 03-31T09:00 A @INTE"
    ],
    alerts: [
      "L1 SGSIN 02-25T05:00",
      "D1 SGSIN 02-25T12:00",
      "AF NLRTM 03-20T12:00",
      "DF NLRTM 03-20T20:00",
      "GF NLRTM 03-23T12:00",
      "~AP CHBSL 03-29T12:00 26",
      "AP CHBSL 03-29T12:00",
      "DP CHBSL 03-29T16:00",
      "GP CHBSL 03-31T09:00"
    ]
  },
  {
    title: "the destination changes while the container waits at the transhipment port",
    events: [
      "PLN ARRI SGSIN HYDRA 03-05T10:00",
      "PLN DEPA SGSIN KIWI 03-10T10:00",
      "PLN ARRI AUSYD KIWI 03-20T10:00",
      "ACT LOAD CNXMN HYDRA 02-28T05:00 A",
      "ACT DEPA CNXMN HYDRA 02-28T12:00",
      "ACT ARRI SGSIN HYDRA 03-05T12:00",
      "ACT DISC SGSIN HYDRA 03-05T20:00 A",
      "PLN DEPA SGSIN EMU 03-12T10:00 (A) rx=03-08T10:00",
      "PLN ARRI AUMEL EMU 03-23T10:00 (A)",
      "ACT LOAD SGSIN EMU 03-12T04:00 A",
      "ACT DEPA SGSIN EMU 03-12T12:00",
      "ACT ARRI AUSYD KIWI 03-20T11:00",
      "ACT ARRI AUMEL EMU 03-23T12:00",
      "ACT DISC AUMEL EMU 03-23T22:00 A"
    ],
    alerts: [
      "L1 CNXMN 02-28T05:00",
      "D1 CNXMN 02-28T12:00",
      "AT SGSIN 03-05T12:00",
      "DT SGSIN 03-05T20:00",
      "~VT SGSIN 03-12T10:00 48",
      "LT SGSIN 03-12T04:00",
      "VT SGSIN 03-12T12:00",
      "AF AUMEL 03-23T12:00",
      "DF AUMEL 03-23T22:00"
    ]
  },
  {
    title: "by truck across a border from the port of transhipment to that of the next vessel",
    events: [
      "PLN ARRI HKHKG PEARL 03-05T10:00",
      "PLN DEPA CNYTN JADE 03-10T10:00",
      "PLN ARRI USLAX JADE 03-25T10:00",
      "ACT LOAD VNSGN PEARL 03-02T05:00 A",
      "ACT DEPA VNSGN PEARL 03-02T12:00",
      "ACT ARRI HKHKG PEARL 03-05T12:00",
      "ACT DISC HKHKG PEARL 03-05T20:00 A",
      "ACT GTOT HKHKG TRUCK 03-07T08:00 A",
      "ACT GTIN CNYTN TRUCK 03-07T14:00 A",
      "ACT LOAD CNYTN JADE 03-10T04:00 A",
      "ACT DEPA CNYTN JADE 03-10T12:00",
      "ACT ARRI USLAX JADE 03-25T12:00",
      "ACT DISC USLAX JADE 03-26T02:00 A",
      "ACT GTOT USLAX 03-28T10:00 A"
    ],
    alerts: [
      "L1 VNSGN 03-02T05:00",
      "D1 VNSGN 03-02T12:00",
      "AT HKHKG 03-05T12:00",
      "DT HKHKG 03-05T20:00",
      "LT CNYTN 03-10T04:00",
      "VT CNYTN 03-10T12:00",
      "AF USLAX 03-25T12:00",
      "DF USLAX 03-26T02:00",
      "GF USLAX 03-28T10:00"
    ]
  },
  {
    title: "across the date line in local times sent as UTC: the arrival is dated before the departure",
    events: [
      "PLN DEPA WSAPW TALOFA 03-05T20:00",
      "PLN ARRI ASPPG TALOFA 03-05T04:00",
      "ACT LOAD WSAPW TALOFA 03-05T15:00 A rx=03-05T02:30",
      "ACT DEPA WSAPW TALOFA 03-05T20:00 rx=03-05T08:00",
      "ACT ARRI ASPPG TALOFA 03-05T04:00 rx=03-05T16:00",
      "ACT DISC ASPPG TALOFA 03-05T09:00 A rx=03-05T21:00",
      "ACT GTOT ASPPG 03-06T09:00 A rx=03-06T21:00"
    ],
    alerts: [
      "L1 WSAPW 03-05T15:00",
      "D1 WSAPW 03-05T20:00",
      "AF ASPPG 03-05T04:00",
      "DF ASPPG 03-05T09:00",
      "GF ASPPG 03-06T09:00"
    ]
  }
]
