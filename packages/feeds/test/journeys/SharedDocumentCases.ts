import { CONTAINERS } from "./JourneyLines.ts"
import type { SentCase } from "./SentEvents.ts"

const SPLIT_BILL: ReadonlyArray<string> = [
  "PLN DEPA TRIZM LYDIA 03-05T10:00 bk=BKX1001 bl=BILL9009",
  "PLN ARRI USNYC LYDIA 03-22T10:00 bk=BKX1001 bl=BILL9009",
  "PLN DEPA TRIZM CARIA 03-12T10:00 bk=BKX2002 bl=BILL9009",
  "PLN ARRI USNYC CARIA 03-29T10:00 bk=BKX2002 bl=BILL9009",
  "ACT GTIN TRIZM 03-03T09:00 A bk=BKX1001 bl=BILL9009",
  "ACT GTIN TRIZM 03-04T09:00 B bk=BKX2002 bl=BILL9009",
  "ACT LOAD TRIZM LYDIA 03-05T05:00 A bk=BKX1001 bl=BILL9009",
  "ACT DEPA TRIZM LYDIA 03-05T12:00 bk=BKX1001 bl=BILL9009",
  "EST ARRI USNYC CARIA 03-31T10:00 bk=BKX2002 bl=BILL9009",
  "ACT LOAD TRIZM CARIA 03-12T05:00 B bk=BKX2002 bl=BILL9009",
  "ACT DEPA TRIZM CARIA 03-12T12:00 bk=BKX2002 bl=BILL9009",
  "ACT ARRI USNYC LYDIA 03-22T12:00 bk=BKX1001 bl=BILL9009",
  "ACT DISC USNYC LYDIA 03-22T22:00 A bk=BKX1001 bl=BILL9009",
  "ACT ARRI USNYC CARIA 03-31T12:00 bk=BKX2002 bl=BILL9009",
  "ACT DISC USNYC CARIA 03-31T22:00 B bk=BKX2002 bl=BILL9009"
]

/** Shared documents, events without names, and orders that dates contradict. Written with their alerts before the first run. */
export const SHARED_DOCUMENT_CASES: ReadonlyArray<SentCase> = [
  {
    title: "movements of vessels that name nothing come before the container is known on their calls",
    events: [
      "PLN DEPA ESVLC TENERIFE 03-05T10:00 #t1 no-papers",
      "PLN ARRI DOHAI TENERIFE 03-18T10:00 #t2 no-papers",
      "PLN LOAD ESVLC TENERIFE 03-05T06:00 #t1 A",
      "PLN DISC DOHAI TENERIFE 03-18T20:00 #t2 A",
      "EST ARRI DOHAI TENERIFE 03-20T10:00 #t2 no-papers",
      "ACT LOAD ESVLC TENERIFE 03-05T05:00 #t1 A",
      "ACT DEPA ESVLC TENERIFE 03-05T12:00 #t1 no-papers",
      "ACT ARRI DOHAI TENERIFE 03-20T12:00 #t2 no-papers",
      "ACT DISC DOHAI TENERIFE 03-21T02:00 #t2 A"
    ],
    alerts: [
      "~AF DOHAI 03-20T10:00 48",
      "L1 ESVLC 03-05T05:00",
      "D1 ESVLC 03-05T12:00",
      "AF DOHAI 03-20T12:00",
      "~DF DOHAI 03-21T02:00 54",
      "DF DOHAI 03-21T02:00"
    ]
  },
  {
    title: "MSC: an event of a kind that the standard does not have has no effect",
    events: [
      {
        at: "03-01T10:00",
        json: [
          {
            eventType: "GTOT",
            equipmentEventTypeCode: "EMPTY",
            equipmentReference: CONTAINERS.A,
            emptyIndicatorCode: "EMPTY",
            eventClassifierCode: "ACT",
            eventDateTime: "2026-03-01T09:00:00Z",
            eventCreatedDateTime: "2026-03-01T09:00:00Z",
            description: "Empty to Shipper",
            transportCall: {
              transportCallID: "GRPIRTRB",
              unLocationCode: "GRPIR",
              modeOfTransport: "TRUCK",
              vessel: null
            }
          }
        ]
      },
      "ACT GTIN GRPIR TRUCK 03-03T09:00 A cr=date desc=Export_received_at_CY",
      "ACT LOAD GRPIR MSC_LORETO 03-05T09:00 A cr=date desc=Export_Loaded_on_Vessel",
      "EST ARRI ILASH MSC_LORETO 03-08T09:00 cr=date desc=Estimated_Time_of_Arrival",
      "ACT ARRI ILASH MSC_LORETO 03-08T10:00 cr=date desc=Vessel_Arrival",
      "ACT DISC ILASH MSC_LORETO 03-08T20:00 A cr=date desc=Import_Discharged_from_Vessel"
    ],
    alerts: ["G1 GRPIR 03-03T09:00", "L1 GRPIR 03-05T09:00", "AF ILASH 03-08T10:00", "DF ILASH 03-08T20:00"]
  },
  {
    title: "one plan names both containers, and one of them is rolled at the port of loading",
    tracks: "B",
    events: [
      "PLN DEPA CLSAI ANDINO 03-05T10:00 (AB)",
      "PLN ARRI CNSHA ANDINO 04-04T10:00 (AB)",
      "ACT GTIN CLSAI 03-03T09:00 A",
      "ACT GTIN CLSAI 03-03T09:30 B",
      "EST DEPA CLSAI ATACAMA 03-12T10:00 (B) rx=03-04T20:00",
      "EST ARRI CNSHA ATACAMA 04-11T10:00 (B)",
      "ACT LOAD CLSAI ANDINO 03-05T05:00 A",
      "ACT DEPA CLSAI ANDINO 03-05T12:00",
      "ACT LOAD CLSAI ATACAMA 03-12T05:00 B",
      "ACT DEPA CLSAI ATACAMA 03-12T12:00",
      "ACT ARRI CNSHA ANDINO 04-04T12:00",
      "ACT ARRI CNSHA ATACAMA 04-11T12:00",
      "ACT DISC CNSHA ATACAMA 04-11T22:00 B"
    ],
    alerts: [
      "G1 CLSAI 03-03T09:30",
      "~D1 CLSAI 03-12T10:00 168",
      "~AF CNSHA 04-11T10:00 168",
      "L1 CLSAI 03-12T05:00",
      "D1 CLSAI 03-12T12:00",
      "AF CNSHA 04-11T12:00",
      "DF CNSHA 04-11T22:00"
    ]
  },
  {
    title: "two bookings on one bill of lading with a vessel each: the first container",
    tracks: "A",
    events: SPLIT_BILL,
    alerts: [
      "G1 TRIZM 03-03T09:00",
      "L1 TRIZM 03-05T05:00",
      "D1 TRIZM 03-05T12:00",
      "AF USNYC 03-22T12:00",
      "DF USNYC 03-22T22:00"
    ]
  },
  {
    title: "two bookings on one bill of lading with a vessel each: the second container",
    tracks: "B",
    events: SPLIT_BILL,
    alerts: [
      "G1 TRIZM 03-04T09:00",
      "~AF USNYC 03-31T10:00 48",
      "L1 TRIZM 03-12T05:00",
      "D1 TRIZM 03-12T12:00",
      "AF USNYC 03-31T12:00",
      "DF USNYC 03-31T22:00"
    ]
  },
  {
    title: "from a feeder to a mainliner on one date, by dates without times",
    events: [
      "PLN ARRI DEBRV BALTICA 2026-03-06",
      "PLN DEPA DEBRV OCEANIA 2026-03-06",
      "PLN ARRI MXVER OCEANIA 2026-03-22",
      "ACT LOAD PLGDN BALTICA 2026-03-04 A",
      "ACT DEPA PLGDN BALTICA 2026-03-04",
      "ACT ARRI DEBRV BALTICA 2026-03-06",
      "ACT DISC DEBRV BALTICA 2026-03-06 A",
      "ACT LOAD DEBRV OCEANIA 2026-03-06 A",
      "ACT DEPA DEBRV OCEANIA 2026-03-06",
      "ACT ARRI MXVER OCEANIA 2026-03-22",
      "ACT DISC MXVER OCEANIA 2026-03-23 A"
    ],
    alerts: [
      "L1 PLGDN 03-04T00:00",
      "D1 PLGDN 03-04T00:00",
      "AT DEBRV 03-06T00:00",
      "DT DEBRV 03-06T00:00",
      "LT DEBRV 03-06T00:00",
      "VT DEBRV 03-06T00:00",
      "AF MXVER 03-22T00:00",
      "DF MXVER 03-23T00:00"
    ]
  },
  {
    title: "an older estimate arrives after a newer one, and a plan is repeated after the arrival",
    events: [
      "PLN ARRI AUBNE KOALA 03-10T10:00 cr=02-01T08:00",
      "ACT LOAD NZAKL KOALA 03-05T05:00 A cr=03-05T06:00",
      "EST ARRI AUBNE KOALA 03-12T10:00 cr=03-06T08:00 rx=03-06T09:00",
      "EST ARRI AUBNE KOALA 03-08T10:00 cr=03-05T20:00",
      "ACT ARRI AUBNE KOALA 03-12T12:00 cr=03-12T13:00",
      "PLN ARRI AUBNE KOALA 03-10T10:00 cr=02-01T08:00",
      "EST ARRI AUBNE KOALA 03-14T10:00 cr=03-10T08:00",
      "ACT DISC AUBNE KOALA 03-12T22:00 A cr=03-12T23:00"
    ],
    alerts: ["L1 NZAKL 03-05T05:00", "~AF AUBNE 03-12T10:00 48", "AF AUBNE 03-12T12:00", "DF AUBNE 03-12T22:00"]
  },
  {
    title: "by barge between two terminals of the transhipment port",
    events: [
      "PLN ARRI NLRTM VIKING 03-06T10:00",
      "PLN DEPA NLRTM SAXON 03-12T10:00",
      "PLN ARRI IEDUB SAXON 03-14T10:00",
      "ACT LOAD TRMER VIKING 02-24T05:00 A",
      "ACT DEPA TRMER VIKING 02-24T12:00",
      "ACT ARRI NLRTM VIKING 03-06T12:00",
      "ACT DISC NLRTM VIKING 03-06T20:00 A facility=ECTDDE",
      "ACT LOAD NLRTM BARGE 03-08T08:00 A facility=ECTDDE",
      "ACT DEPA NLRTM BARGE 03-08T09:00 A facility=ECTDDE",
      "ACT ARRI NLRTM BARGE 03-08T12:00 A facility=RST",
      "ACT DISC NLRTM BARGE 03-08T13:00 A facility=RST",
      "ACT LOAD NLRTM SAXON 03-12T05:00 A facility=RST",
      "ACT DEPA NLRTM SAXON 03-12T12:00",
      "ACT ARRI IEDUB SAXON 03-14T12:00",
      "ACT DISC IEDUB SAXON 03-14T22:00 A"
    ],
    alerts: [
      "L1 TRMER 02-24T05:00",
      "D1 TRMER 02-24T12:00",
      "AT NLRTM 03-06T12:00",
      "DT NLRTM 03-06T20:00",
      "LT NLRTM 03-12T05:00",
      "VT NLRTM 03-12T12:00",
      "AF IEDUB 03-14T12:00",
      "DF IEDUB 03-14T22:00"
    ]
  },
  {
    title: "the loading at the transhipment port is dated hours before the discharge, and reported first",
    events: [
      "PLN ARRI SGSIN MERLION 03-08T10:00",
      "PLN DEPA SGSIN KRIS 03-09T10:00",
      "PLN ARRI PHMNL KRIS 03-13T10:00",
      "ACT LOAD INMAA MERLION 03-04T05:00 A",
      "ACT DEPA INMAA MERLION 03-04T12:00",
      "ACT ARRI SGSIN MERLION 03-08T12:00",
      "ACT LOAD SGSIN KRIS 03-08T18:00 A",
      "ACT DISC SGSIN MERLION 03-08T20:00 A",
      "ACT DEPA SGSIN KRIS 03-09T12:00",
      "ACT ARRI PHMNL KRIS 03-13T12:00",
      "ACT DISC PHMNL KRIS 03-13T22:00 A"
    ],
    alerts: [
      "L1 INMAA 03-04T05:00",
      "D1 INMAA 03-04T12:00",
      "AT SGSIN 03-08T12:00",
      "LT SGSIN 03-08T18:00",
      "DT SGSIN 03-08T20:00",
      "VT SGSIN 03-09T12:00",
      "AF PHMNL 03-13T12:00",
      "DF PHMNL 03-13T22:00"
    ]
  },
  {
    title: "nothing is known before the discharge at the transhipment port",
    events: [
      "PLN DEPA SGSIN EMERALD 03-12T10:00",
      "PLN ARRI AUFRE EMERALD 03-19T10:00",
      "ACT DISC SGSIN RUBY 03-08T20:00 A",
      "ACT LOAD SGSIN EMERALD 03-12T05:00 A",
      "ACT DEPA SGSIN EMERALD 03-12T12:00",
      "ACT ARRI AUFRE EMERALD 03-20T12:00",
      "ACT DISC AUFRE EMERALD 03-20T22:00 A",
      "ACT GTOT AUFRE 03-22T09:00 A"
    ],
    alerts: [
      "DT SGSIN 03-08T20:00",
      "LT SGSIN 03-12T05:00",
      "VT SGSIN 03-12T12:00",
      "~AF AUFRE 03-20T12:00 26",
      "AF AUFRE 03-20T12:00",
      "DF AUFRE 03-20T22:00",
      "GF AUFRE 03-22T09:00"
    ]
  }
]
