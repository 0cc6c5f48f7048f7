import type { SentCase } from "./SentEvents.ts"

/** Vessels that are renamed, return, shuttle or are reported by mistake. Written with their alerts before the first run. */
export const VESSEL_CASES: ReadonlyArray<SentCase> = [
  {
    title: "the vessel is sold and renamed at sea",
    events: [
      "PLN ARRI GHTEM AFRICAN_STAR 03-20T10:00 imo=9300001",
      "ACT LOAD CNTAO AFRICAN_STAR 02-20T05:00 A imo=9300001",
      "ACT DEPA CNTAO AFRICAN_STAR 02-20T12:00 imo=9300001",
      "EST ARRI GHTEM LAGOS_STAR 03-22T10:00 imo=9300001 cr=03-01T10:00",
      "ACT ARRI GHTEM LAGOS_STAR 03-22T11:00 imo=9300001",
      "ACT DISC GHTEM LAGOS_STAR 03-22T21:00 A imo=9300001"
    ],
    alerts: [
      "L1 CNTAO 02-20T05:00",
      "D1 CNTAO 02-20T12:00",
      "~AF GHTEM 03-22T10:00 48",
      "AF GHTEM 03-22T11:00",
      "DF GHTEM 03-22T21:00"
    ]
  },
  {
    title: "the vessel calls the port of loading again between two coastal calls, under another call id",
    events: [
      "PLN DEPA CNSHA SIRIUS 03-01T10:00 #s1",
      "PLN ARRI USSEA SIRIUS 03-20T10:00 #s9",
      "ACT LOAD CNSHA SIRIUS 03-01T04:00 #s1 A",
      "ACT DEPA CNSHA SIRIUS 03-01T11:00 #s1",
      "ACT ARRI CNNGB SIRIUS 03-02T08:00 #s2",
      "ACT DEPA CNNGB SIRIUS 03-03T08:00 #s2",
      "ACT ARRI CNSHA SIRIUS 03-04T06:00 #s3",
      "ACT DEPA CNSHA SIRIUS 03-04T20:00 #s3",
      "EST ARRI USSEA SIRIUS 03-22T10:00 #s9",
      "ACT ARRI USSEA SIRIUS 03-22T12:00 #s9",
      "ACT DISC USSEA SIRIUS 03-23T02:00 #s9 A"
    ],
    alerts: [
      "L1 CNSHA 03-01T04:00",
      "D1 CNSHA 03-01T11:00",
      "~AF USSEA 03-22T10:00 48",
      "AF USSEA 03-22T12:00",
      "DF USSEA 03-23T02:00"
    ]
  },
  {
    title: "the feeder goes on shuttling between the two ports while the container waits for its next vessel",
    events: [
      "PLN ARRI DEHAM BALTIC_TERN 03-04T10:00",
      "PLN DEPA DEHAM ATLANTIC_STAR 03-10T10:00",
      "PLN ARRI USNYC ATLANTIC_STAR 03-20T10:00",
      "ACT LOAD FIHEL BALTIC_TERN 03-01T05:00 A",
      "ACT DEPA FIHEL BALTIC_TERN 03-01T12:00",
      "ACT ARRI DEHAM BALTIC_TERN 03-04T12:00",
      "ACT DISC DEHAM BALTIC_TERN 03-04T20:00 A",
      "ACT DEPA DEHAM BALTIC_TERN 03-05T12:00",
      "ACT ARRI FIHEL BALTIC_TERN 03-08T05:00",
      "ACT DEPA FIHEL BALTIC_TERN 03-08T20:00",
      "ACT LOAD DEHAM ATLANTIC_STAR 03-10T05:00 A",
      "ACT DEPA DEHAM ATLANTIC_STAR 03-10T12:00",
      "ACT ARRI DEHAM BALTIC_TERN 03-11T12:00",
      "ACT ARRI USNYC ATLANTIC_STAR 03-20T12:00",
      "ACT DISC USNYC ATLANTIC_STAR 03-21T02:00 A"
    ],
    alerts: [
      "L1 FIHEL 03-01T05:00",
      "D1 FIHEL 03-01T12:00",
      "AT DEHAM 03-04T12:00",
      "DT DEHAM 03-04T20:00",
      "LT DEHAM 03-10T05:00",
      "VT DEHAM 03-10T12:00",
      "AF USNYC 03-20T12:00",
      "DF USNYC 03-21T02:00"
    ]
  },
  {
    title: "loaded on the wrong vessel by report, and corrected twenty minutes later",
    events: [
      "PLN ARRI MYPKG MERLIN 03-08T10:00",
      "PLN DEPA MYPKG RAVEN 03-12T10:00",
      "PLN ARRI AUBNE RAVEN 03-24T10:00",
      "ACT LOAD BDCGP MERLIN 03-04T05:00 A",
      "ACT DEPA BDCGP MERLIN 03-04T12:00",
      "ACT ARRI MYPKG MERLIN 03-08T12:00",
      "ACT DISC MYPKG MERLIN 03-08T20:00 A",
      "ACT LOAD MYPKG PUFFIN 03-12T05:00 A",
      "ACT LOAD MYPKG RAVEN 03-12T05:20 A",
      "ACT DEPA MYPKG PUFFIN 03-12T10:00",
      "ACT DEPA MYPKG RAVEN 03-12T14:00",
      "ACT ARRI IDJKT PUFFIN 03-15T10:00",
      "ACT ARRI AUBNE RAVEN 03-24T12:00",
      "ACT DISC AUBNE RAVEN 03-24T22:00 A"
    ],
    alerts: [
      "L1 BDCGP 03-04T05:00",
      "D1 BDCGP 03-04T12:00",
      "AT MYPKG 03-08T12:00",
      "DT MYPKG 03-08T20:00",
      "LT MYPKG 03-12T05:00",
      "VT MYPKG 03-12T14:00",
      "AF AUBNE 03-24T12:00",
      "DF AUBNE 03-24T22:00"
    ]
  },
  {
    title: "the destination changes by an amended bill of lading to a port before the planned one",
    events: [
      "ACT SHIP DEBRV 02-20T10:00 pod=DEBRV",
      "PLN DEPA PECLL POLARIS 03-01T10:00",
      "PLN ARRI DEBRV POLARIS 03-25T10:00",
      "ACT LOAD PECLL POLARIS 03-01T05:00 A",
      "ACT DEPA PECLL POLARIS 03-01T12:00",
      "EST ARRI NLRTM POLARIS 03-22T10:00",
      "ACT SHIP NLRTM 03-15T10:00 pod=NLRTM",
      "ACT ARRI NLRTM POLARIS 03-22T12:00",
      "ACT DISC NLRTM POLARIS 03-22T22:00 A",
      "ACT GTOT NLRTM 03-24T10:00 A",
      "ACT ARRI DEBRV POLARIS 03-25T11:00"
    ],
    alerts: [
      "L1 PECLL 03-01T05:00",
      "D1 PECLL 03-01T12:00",
      "AF NLRTM 03-22T12:00",
      "DF NLRTM 03-22T22:00",
      "GF NLRTM 03-24T10:00"
    ]
  }
]
