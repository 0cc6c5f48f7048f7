import { CONTAINERS } from "./JourneyLines.ts"
import { sent3 } from "./OtherFormCases.ts"
import type { SentCase } from "./SentEvents.ts"

/** Null and empty fields, and retractions in the draft 3.0. Written with their alerts before the first run. */
export const RETRACTED_CASES: ReadonlyArray<SentCase> = [
  {
    title: "a carrier sends objects with null and empty fields, and dates of the year 1 as times of creation",
    events: [
      {
        at: "03-05T06:00",
        json: [
          {
            eventID: null,
            eventType: "EQUIPMENT",
            equipmentEventTypeCode: "LOAD",
            eventClassifierCode: "ACT",
            eventDateTime: "2026-03-05T05:00:00Z",
            eventCreatedDateTime: "0001-01-01T00:00:00Z",
            equipmentReference: CONTAINERS.A,
            ISOEquipmentCode: "",
            emptyIndicatorCode: "LADEN",
            transportCall: {
              transportCallID: "",
              UNLocationCode: "LYMRA",
              facilityTypeCode: "",
              modeOfTransport: "VESSEL",
              exportVoyageNumber: null,
              vessel: { vesselIMONumber: "", vesselName: "SIRTE" }
            },
            documentReferences: null,
            references: []
          }
        ]
      },
      {
        at: "03-08T21:00",
        json: [
          {
            eventID: "",
            eventType: "EQUIPMENT",
            equipmentEventTypeCode: "DISC",
            eventClassifierCode: "ACT",
            eventDateTime: "2026-03-08T20:00:00Z",
            eventCreatedDateTime: "",
            equipmentReference: CONTAINERS.A,
            emptyIndicatorCode: "LADEN",
            transportCall: {
              UNLocationCode: "TRALI",
              modeOfTransport: "VESSEL",
              vessel: { vesselIMONumber: null, vesselName: "SIRTE" }
            }
          },
          {
            eventType: "EQUIPMENT",
            equipmentEventTypeCode: "GTOT",
            eventClassifierCode: "EST",
            eventDateTime: "2026-03-10T20:00:00Z",
            eventCreatedDateTime: "2026-03-08",
            equipmentReference: CONTAINERS.A,
            emptyIndicatorCode: "LADEN",
            eventLocation: { UNLocationCode: "TRALI", facilityTypeCode: "POTE" }
          }
        ]
      },
      "ACT GTOT TRALI 03-12T10:00 A no-call"
    ],
    alerts: ["L1 LYMRA 03-05T05:00", "DF TRALI 03-08T20:00", "~GF TRALI 03-12T10:00 38", "GF TRALI 03-12T10:00"]
  },
  {
    title: "3.0: the loading is retracted, and the container is loaded on the next vessel",
    events: [
      sent3("02-20T10:00", {
        id: "p1",
        code: "DEPARTED",
        classifier: "PLANNED",
        at: "BRPNG",
        date: "03-05T10:00",
        updated: "02-20T09:00",
        vessel: "IVAI"
      }),
      sent3("03-05T05:00", { id: "e1", code: "LOADED", at: "BRPNG", date: "03-05T04:00", vessel: "IVAI" }),
      sent3("03-05T09:00", {
        id: "e1",
        code: "LOADED",
        at: "BRPNG",
        date: "03-05T04:00",
        updated: "03-05T08:30",
        vessel: "IVAI",
        retracted: true
      }),
      sent3("03-12T05:00", { id: "e2", code: "LOADED", at: "BRPNG", date: "03-12T04:00", vessel: "PIQUIRI" }),
      sent3("03-12T13:00", { id: "e3", code: "DEPARTED", at: "BRPNG", date: "03-12T12:00", vessel: "PIQUIRI" }),
      sent3("03-24T13:00", { id: "e4", code: "ARRIVED", at: "ESVLC", date: "03-24T12:00", vessel: "PIQUIRI" }),
      sent3("03-24T23:00", {
        id: "e5",
        code: "DISCHARGED",
        at: "ESVLC",
        date: "03-24T22:00",
        vessel: "PIQUIRI",
        phase: "IMPORT"
      })
    ],
    alerts: [
      "L1 BRPNG 03-05T04:00",
      "retracted L1 BRPNG",
      "~L1 BRPNG 03-12T04:00 168",
      "!L1 BRPNG 03-12T04:00",
      "~D1 BRPNG 03-12T12:00 170",
      "D1 BRPNG 03-12T12:00",
      "AF ESVLC 03-24T12:00",
      "DF ESVLC 03-24T22:00"
    ]
  },
  {
    title: "3.0: the gate-out is retracted, and takes place three days later",
    events: [
      sent3("03-02T07:00", { id: "e1", code: "LOADED", at: "FRFOS", date: "03-02T05:00", vessel: "CALANQUE" }),
      sent3("03-14T23:00", {
        id: "e2",
        code: "DISCHARGED",
        at: "GPPTP",
        date: "03-14T22:00",
        vessel: "CALANQUE",
        phase: "IMPORT"
      }),
      sent3("03-17T11:00", { id: "e3", code: "GATED_OUT", at: "GPPTP", date: "03-17T10:00", phase: "IMPORT" }),
      sent3("03-17T16:00", {
        id: "e3",
        code: "GATED_OUT",
        at: "GPPTP",
        date: "03-17T10:00",
        updated: "03-17T15:00",
        phase: "IMPORT",
        retracted: true
      }),
      sent3("03-20T11:00", { id: "e4", code: "GATED_OUT", at: "GPPTP", date: "03-20T10:00", phase: "IMPORT" })
    ],
    alerts: [
      "L1 FRFOS 03-02T05:00",
      "DF GPPTP 03-14T22:00",
      "GF GPPTP 03-17T10:00",
      "retracted GF GPPTP",
      "~GF GPPTP 03-20T10:00 72",
      "!GF GPPTP 03-20T10:00"
    ]
  }
]
