import type { SentCase } from "./SentEvents.ts"

/** Late, repeated and mistaken reports, several carriers, time zones and missing fields. Written with their alerts before the first run. */
export const REPORT_FAULT_CASES: ReadonlyArray<SentCase> = [
  {
    title: "two carriers of one vessel report the same moves under their own bookings and voyages",
    events: [
      "PLN DEPA KRPUS ALLIANCE 03-05T10:00 voy=001W",
      "PLN ARRI GBFXT ALLIANCE 04-05T10:00 voy=001W",
      "PLN DEPA KRPUS ALLIANCE 03-05T12:00 voy=FP101W bk=9988776655 (A)",
      "PLN ARRI GBFXT ALLIANCE 04-05T18:00 voy=FP101W bk=9988776655 (A)",
      "ACT LOAD KRPUS ALLIANCE 03-05T04:00 A voy=001W",
      "ACT LOAD KRPUS ALLIANCE 03-05T04:12 A voy=FP101W bk=9988776655",
      "ACT DEPA KRPUS ALLIANCE 03-05T13:00 voy=001W",
      "ACT DEPA KRPUS ALLIANCE 03-05T13:20 voy=FP101W bk=9988776655",
      "EST ARRI GBFXT ALLIANCE 04-08T10:00 voy=001W",
      "EST ARRI GBFXT ALLIANCE 04-08T12:00 voy=FP101W bk=9988776655",
      "ACT ARRI GBFXT ALLIANCE 04-08T11:00 voy=001W",
      "ACT ARRI GBFXT ALLIANCE 04-08T11:30 voy=FP101W bk=9988776655",
      "ACT DISC GBFXT ALLIANCE 04-08T22:00 A voy=001W",
      "ACT DISC GBFXT ALLIANCE 04-08T23:00 A voy=FP101W bk=9988776655",
      "ACT GTOT GBFXT 04-10T10:00 A"
    ],
    alerts: [
      "L1 KRPUS 03-05T04:00",
      "D1 KRPUS 03-05T13:00",
      "~AF GBFXT 04-08T10:00 64",
      "AF GBFXT 04-08T11:00",
      "DF GBFXT 04-08T22:00",
      "GF GBFXT 04-10T10:00"
    ]
  },
  {
    title: "the feeder operator reports its leg under its own booking",
    events: [
      "PLN DEPA NLRTM OCEANIA 03-10T10:00",
      "PLN ARRI USHOU OCEANIA 03-24T10:00",
      "PLN LOAD NLRTM OCEANIA 03-10T06:00 A",
      "PLN DEPA FIHEL BALTICA 03-05T10:00 bk=FEED0001",
      "PLN ARRI NLRTM BALTICA 03-08T10:00 bk=FEED0001",
      "ACT GTIN FIHEL 03-04T09:00 A bk=FEED0001",
      "ACT LOAD FIHEL BALTICA 03-05T04:00 A bk=FEED0001",
      "ACT DEPA FIHEL BALTICA 03-05T12:00 bk=FEED0001",
      "ACT ARRI NLRTM BALTICA 03-08T12:00 bk=FEED0001",
      "ACT DISC NLRTM BALTICA 03-08T20:00 A bk=FEED0001",
      "ACT LOAD NLRTM OCEANIA 03-10T05:00 A",
      "ACT DEPA NLRTM OCEANIA 03-10T12:00",
      "ACT ARRI USHOU OCEANIA 03-24T12:00",
      "ACT DISC USHOU OCEANIA 03-24T22:00 A"
    ],
    alerts: [
      "G1 FIHEL 03-04T09:00",
      "L1 FIHEL 03-05T04:00",
      "D1 FIHEL 03-05T12:00",
      "AT NLRTM 03-08T12:00",
      "DT NLRTM 03-08T20:00",
      "LT NLRTM 03-10T05:00",
      "VT NLRTM 03-10T12:00",
      "AF USHOU 03-24T12:00",
      "DF USHOU 03-24T22:00"
    ]
  },
  {
    title: "everything about the port of transhipment arrives after the discharge at the destination",
    events: [
      "PLN ARRI MYPKG SELAT 03-06T10:00",
      "PLN DEPA MYPKG BANDA 03-10T10:00",
      "PLN ARRI AUFRE BANDA 03-20T10:00",
      "ACT LOAD IDSUB SELAT 03-02T05:00 A",
      "ACT DEPA IDSUB SELAT 03-02T12:00",
      "ACT ARRI AUFRE BANDA 03-20T12:00",
      "ACT DISC AUFRE BANDA 03-20T22:00 A",
      "ACT DISC MYPKG SELAT 03-06T20:00 A rx=03-21T10:00",
      "ACT LOAD MYPKG BANDA 03-10T04:00 A rx=03-21T11:00",
      "ACT ARRI MYPKG SELAT 03-06T12:00 rx=03-21T12:00",
      "ACT DEPA MYPKG BANDA 03-10T12:00 rx=03-21T13:00",
      "ACT GTOT AUFRE 03-23T10:00 A"
    ],
    alerts: [
      "L1 IDSUB 03-02T05:00",
      "D1 IDSUB 03-02T12:00",
      "AF AUFRE 03-20T12:00",
      "DF AUFRE 03-20T22:00",
      "DT MYPKG 03-06T20:00",
      "LT MYPKG 03-10T04:00",
      "AT MYPKG 03-06T12:00",
      "VT MYPKG 03-10T12:00",
      "GF AUFRE 03-23T10:00"
    ]
  },
  {
    title: "every event comes three times: again immediately, and again after the voyage",
    events: [
      "PLN DEPA ESBCN MEDIA 03-05T10:00",
      ["PLN ARRI DZALG MEDIA 03-07T10:00", "PLN ARRI DZALG MEDIA 03-07T10:00"],
      ["ACT GTIN ESBCN 03-03T09:00 A id=g1", "ACT GTIN ESBCN 03-03T09:00 A id=g2"],
      ["ACT LOAD ESBCN MEDIA 03-05T04:00 A id=l1", "ACT LOAD ESBCN MEDIA 03-05T04:00 A id=l2"],
      ["ACT DEPA ESBCN MEDIA 03-05T12:00 id=d1", "ACT DEPA ESBCN MEDIA 03-05T12:00 id=d2"],
      ["ACT ARRI DZALG MEDIA 03-07T12:00 id=a1", "ACT ARRI DZALG MEDIA 03-07T12:00 id=a2"],
      ["ACT DISC DZALG MEDIA 03-07T22:00 A id=u1", "ACT DISC DZALG MEDIA 03-07T22:00 A id=u2"],
      [
        "PLN ARRI DZALG MEDIA 03-07T10:00",
        "ACT DISC DZALG MEDIA 03-07T22:00 A id=u3",
        "ACT ARRI DZALG MEDIA 03-07T12:00 id=a3",
        "ACT DEPA ESBCN MEDIA 03-05T12:00 id=d3",
        "ACT LOAD ESBCN MEDIA 03-05T04:00 A id=l3",
        "ACT GTIN ESBCN 03-03T09:00 A id=g3"
      ]
    ],
    alerts: [
      "G1 ESBCN 03-03T09:00",
      "L1 ESBCN 03-05T04:00",
      "D1 ESBCN 03-05T12:00",
      "AF DZALG 03-07T12:00",
      "DF DZALG 03-07T22:00"
    ]
  },
  {
    title: "the gate-in is in local time marked as UTC, and dated after the loading and the departure",
    events: [
      "PLN DEPA CNXMN LULUTAN 03-05T10:00",
      "PLN ARRI PHMNL LULUTAN 03-07T10:00",
      "ACT GTIN CNXMN 03-05T14:00 A rx=03-05T06:30",
      "ACT LOAD CNXMN LULUTAN 03-05T09:00 A rx=03-05T09:30",
      "ACT DEPA CNXMN LULUTAN 03-05T12:00",
      "ACT ARRI PHMNL LULUTAN 03-07T12:00",
      "ACT DISC PHMNL LULUTAN 03-07T20:00 A",
      "ACT GTOT PHMNL 03-09T10:00 A"
    ],
    alerts: [
      "G1 CNXMN 03-05T14:00",
      "L1 CNXMN 03-05T09:00",
      "D1 CNXMN 03-05T12:00",
      "AF PHMNL 03-07T12:00",
      "DF PHMNL 03-07T20:00",
      "GF PHMNL 03-09T10:00"
    ]
  },
  {
    title: "one estimate is written with an offset, and again in UTC and in another offset",
    events: [
      "PLN DEPA JPTYO FUJI 03-05T10:00",
      "PLN ARRI USSEA FUJI 03-15T10:00",
      "ACT LOAD JPTYO FUJI 03-05T04:00 A",
      "EST ARRI USSEA FUJI 03-17T02:00:00-08:00",
      "EST ARRI USSEA FUJI 03-17T10:00:00Z",
      "EST ARRI USSEA FUJI 03-17T19:00:00+09:00",
      "ACT DEPA JPTYO FUJI 03-05T21:00:00+09:00 rx=03-05T13:00",
      "ACT ARRI USSEA FUJI 03-17T04:00:00-08:00 rx=03-17T13:00",
      "ACT DISC USSEA FUJI 03-17T20:00 A"
    ],
    alerts: [
      "L1 JPTYO 03-05T04:00",
      "~AF USSEA 03-17T10:00 48",
      "D1 JPTYO 03-05T12:00",
      "AF USSEA 03-17T12:00",
      "DF USSEA 03-17T20:00"
    ]
  },
  {
    title: "the container is reported empty at its gate-in, and an hour later laden",
    events: [
      "PLN DEPA TNTUN CARTHAGE 03-05T10:00",
      "PLN ARRI ITGOA CARTHAGE 03-07T10:00",
      "ACT GTIN TNTUN 03-03T09:00 A EMPTY cr=03-03T09:10",
      "ACT GTIN TNTUN 03-03T09:00 A cr=03-03T10:30 rx=03-03T11:00",
      "ACT LOAD TNTUN CARTHAGE 03-05T04:00 A",
      "ACT DEPA TNTUN CARTHAGE 03-05T12:00",
      "ACT ARRI ITGOA CARTHAGE 03-07T12:00",
      "ACT DISC ITGOA CARTHAGE 03-07T20:00 A"
    ],
    alerts: [
      "G1 TNTUN 03-03T09:00",
      "L1 TNTUN 03-05T04:00",
      "D1 TNTUN 03-05T12:00",
      "AF ITGOA 03-07T12:00",
      "DF ITGOA 03-07T20:00"
    ]
  },
  {
    title: "the departure is dated ten days too early and the arrival two weeks too early, and both are corrected",
    events: [
      "PLN DEPA KEMBA UHURU 03-05T10:00",
      "PLN ARRI INMUN UHURU 03-15T10:00",
      "ACT LOAD KEMBA UHURU 03-05T04:00 A",
      "ACT DEPA KEMBA UHURU 02-23T12:00 rx=03-05T13:00",
      "ACT DEPA KEMBA UHURU 03-05T12:00 rx=03-05T15:00",
      "ACT ARRI INMUN UHURU 03-01T12:00 rx=03-15T13:00",
      "ACT ARRI INMUN UHURU 03-15T12:00 rx=03-15T15:00",
      "ACT DISC INMUN UHURU 03-15T22:00 A"
    ],
    alerts: ["L1 KEMBA 03-05T04:00", "D1 KEMBA 03-05T12:00", "AF INMUN 03-15T12:00", "DF INMUN 03-15T22:00"]
  },
  {
    title: "planned at Shanghai, gated in, loaded and sailed at its port Yangshan two days late",
    events: [
      "PLN DEPA CNSHA HUANGPU 03-05T10:00",
      "PLN ARRI USOAK HUANGPU 03-18T10:00",
      "ACT GTIN CNYSN 03-03T09:00 A",
      "EST DEPA CNYSN HUANGPU 03-07T10:00",
      "ACT LOAD CNYSN HUANGPU 03-07T04:00 A",
      "ACT DEPA CNYSN HUANGPU 03-07T12:00",
      "ACT ARRI USOAK HUANGPU 03-19T08:00",
      "ACT DISC USOAK HUANGPU 03-19T20:00 A"
    ],
    alerts: [
      "G1 CNYSN 03-03T09:00",
      "~D1 CNYSN 03-07T10:00 48",
      "L1 CNYSN 03-07T04:00",
      "D1 CNYSN 03-07T12:00",
      "AF USOAK 03-19T08:00",
      "DF USOAK 03-19T20:00"
    ]
  },
  {
    title: "the departure has a date without a time, and so has the arrival; the moves of the container have times",
    events: [
      "PLN DEPA VNSGN TIGER 03-05T10:00",
      "PLN ARRI TWKHH TIGER 03-09T10:00",
      "ACT LOAD VNSGN TIGER 03-05T05:00 A",
      "ACT DEPA VNSGN TIGER 03-05",
      "ACT ARRI TWKHH TIGER 03-09",
      "ACT DISC TWKHH TIGER 03-09T03:00 A",
      "ACT GTOT TWKHH 03-10T10:00 A"
    ],
    alerts: [
      "L1 VNSGN 03-05T05:00",
      "D1 VNSGN 03-05T00:00",
      "AF TWKHH 03-09T00:00",
      "DF TWKHH 03-09T03:00",
      "GF TWKHH 03-10T10:00"
    ]
  },
  {
    title: "the planned vessel sails before the carrier reports the loading on another one",
    events: [
      "PLN DEPA THLCH MURRAY 03-05T10:00",
      "PLN ARRI AUBNE MURRAY 03-19T10:00",
      "ACT GTIN THLCH 03-03T09:00 A",
      "ACT DEPA THLCH MURRAY 03-05T12:00",
      "ACT LOAD THLCH DARLING 03-12T05:00 A",
      "ACT DEPA THLCH DARLING 03-12T12:00",
      "ACT ARRI AUBNE MURRAY 03-19T12:00",
      "ACT ARRI AUBNE DARLING 03-26T12:00",
      "ACT DISC AUBNE DARLING 03-26T22:00 A"
    ],
    alerts: [
      "G1 THLCH 03-03T09:00",
      "L1 THLCH 03-12T05:00",
      "~D1 THLCH 03-12T12:00 170",
      "D1 THLCH 03-12T12:00",
      "~AF AUBNE 03-26T12:00 170",
      "AF AUBNE 03-26T12:00",
      "DF AUBNE 03-26T22:00"
    ]
  },
  {
    title:
      "the voyage of an event of the container differs from that of its vessel, and the names of the vessel differ in case",
    events: [
      "PLN DEPA TRGEB voy=FA2211 name=Marmara_Star imo=9399026 03-05T10:00",
      "PLN ARRI EGALY voy=FA2211 name=Marmara_Star imo=9399026 03-08T10:00",
      "ACT LOAD TRGEB voy=2211S name=MARMARA_STAR imo=9399026 03-05T05:00 A",
      "ACT DEPA TRGEB voy=FA2211 name=Marmara_Star imo=9399026 03-05T12:00",
      "ACT ARRI EGALY voy=FA2211 name=Marmara_Star imo=9399026 03-08T12:00",
      "ACT DISC EGALY voy=2211S name=MARMARA_STAR imo=9399026 03-08T20:00 A"
    ],
    alerts: ["L1 TRGEB 03-05T05:00", "D1 TRGEB 03-05T12:00", "AF EGALY 03-08T12:00", "DF EGALY 03-08T20:00"]
  },
  {
    title: "the box goes by truck to another terminal of the hub before its next leg becomes known",
    events: [
      "ACT LOAD IDJKT KRAKATAU 03-01T05:00 A",
      "ACT DEPA IDJKT KRAKATAU 03-01T12:00",
      "ACT ARRI SGSIN KRAKATAU 03-03T12:00",
      "ACT DISC SGSIN KRAKATAU 03-03T20:00 A",
      "ACT GTOT SGSIN TRUCK 03-04T03:00 A",
      "ACT GTIN SGSIN TRUCK 03-04T04:00 A",
      "PLN DEPA SGSIN MAKASSAR 03-08T10:00",
      "PLN ARRI NLRTM MAKASSAR 04-02T10:00",
      "ACT LOAD SGSIN MAKASSAR 03-08T04:00 A",
      "ACT DEPA SGSIN MAKASSAR 03-08T12:00",
      "ACT ARRI NLRTM MAKASSAR 04-02T12:00",
      "ACT DISC NLRTM MAKASSAR 04-02T22:00 A"
    ],
    alerts: [
      "L1 IDJKT 03-01T05:00",
      "D1 IDJKT 03-01T12:00",
      "AF SGSIN 03-03T12:00",
      "DF SGSIN 03-03T20:00",
      "GF SGSIN 03-04T03:00",
      "!AT SGSIN 03-03T12:00",
      "!DT SGSIN 03-03T20:00",
      "retracted GF SGSIN",
      "LT SGSIN 03-08T04:00",
      "VT SGSIN 03-08T12:00",
      "AF NLRTM 04-02T12:00",
      "DF NLRTM 04-02T22:00"
    ]
  }
]
