import type { SentCase } from "./SentEvents.ts"

/** Sailings that change: rolled containers, shared bookings, omitted ports and broken voyages. Written with their alerts before the first run. */
export const SAILING_CASES: ReadonlyArray<SentCase> = [
  {
    title: "rolled at the port of loading by a plan that names no container, and the former vessel sails and arrives",
    events: [
      "PLN DEPA MYTPP ORION 03-05T10:00",
      "PLN ARRI AUSYD ORION 03-19T10:00",
      "ACT GTIN MYTPP 03-03T09:00 A",
      "PLN DEPA MYTPP PEGASUS 03-12T10:00 rx=03-04T20:00",
      "PLN ARRI AUSYD PEGASUS 03-26T10:00",
      "ACT DEPA MYTPP ORION 03-05T12:00",
      "ACT LOAD MYTPP PEGASUS 03-12T04:00 A",
      "ACT DEPA MYTPP PEGASUS 03-12T11:00",
      "ACT ARRI AUSYD ORION 03-19T11:00",
      "ACT ARRI AUSYD PEGASUS 03-26T12:00",
      "ACT DISC AUSYD PEGASUS 03-27T01:00 A"
    ],
    alerts: [
      "G1 MYTPP 03-03T09:00",
      "~D1 MYTPP 03-12T10:00 168",
      "~AF AUSYD 03-26T10:00 168",
      "L1 MYTPP 03-12T04:00",
      "D1 MYTPP 03-12T11:00",
      "AF AUSYD 03-26T12:00",
      "DF AUSYD 03-27T01:00"
    ]
  },
  {
    title: "rolled at the transhipment port: the planned vessel sails and arrives, and the new plan comes in between",
    events: [
      "PLN ARRI OMSLL DRACO 03-06T10:00",
      "PLN DEPA OMSLL LEO 03-10T10:00",
      "PLN ARRI KEMBA LEO 03-16T10:00",
      "ACT LOAD INCOK DRACO 03-02T05:00 A",
      "ACT DEPA INCOK DRACO 03-02T12:00",
      "ACT ARRI OMSLL DRACO 03-06T12:00",
      "ACT DISC OMSLL DRACO 03-06T20:00 A",
      "ACT DEPA OMSLL LEO 03-10T13:00",
      "PLN DEPA OMSLL CETUS 03-17T10:00 rx=03-11T15:00",
      "PLN ARRI KEMBA CETUS 03-23T10:00",
      "ACT ARRI KEMBA LEO 03-16T11:00",
      "ACT LOAD OMSLL CETUS 03-17T04:00 A",
      "ACT DEPA OMSLL CETUS 03-17T12:00",
      "ACT ARRI KEMBA CETUS 03-23T09:00",
      "ACT DISC KEMBA CETUS 03-23T21:00 A"
    ],
    alerts: [
      "L1 INCOK 03-02T05:00",
      "D1 INCOK 03-02T12:00",
      "AT OMSLL 03-06T12:00",
      "DT OMSLL 03-06T20:00",
      "~VT OMSLL 03-17T10:00 168",
      "~AF KEMBA 03-23T10:00 168",
      "LT OMSLL 03-17T04:00",
      "VT OMSLL 03-17T12:00",
      "AF KEMBA 03-23T09:00",
      "DF KEMBA 03-23T21:00"
    ]
  },
  {
    title: "one bill of lading: the sibling continues, and this container is named on a later vessel two days after",
    tracks: "B",
    events: [
      "PLN ARRI LKCMB TEAL 03-10T10:00",
      "PLN DEPA LKCMB HERON 03-15T10:00",
      "PLN ARRI GBSOU HERON 04-03T10:00",
      ["ACT LOAD INMAA TEAL 03-07T04:00 A", "ACT LOAD INMAA TEAL 03-07T04:20 B"],
      "ACT DEPA INMAA TEAL 03-07T12:00",
      "ACT ARRI LKCMB TEAL 03-10T12:00",
      ["ACT DISC LKCMB TEAL 03-10T20:00 A", "ACT DISC LKCMB TEAL 03-10T20:20 B"],
      "ACT LOAD LKCMB HERON 03-15T04:00 A",
      "ACT DEPA LKCMB HERON 03-15T12:00",
      "PLN DEPA LKCMB KESTREL 03-24T10:00 (B) rx=03-17T10:00",
      "PLN ARRI GBSOU KESTREL 04-12T10:00 (B)",
      "ACT LOAD LKCMB KESTREL 03-24T05:00 B",
      "ACT DEPA LKCMB KESTREL 03-24T11:00",
      "ACT ARRI GBSOU HERON 04-03T11:00",
      "ACT DISC GBSOU HERON 04-03T20:00 A",
      "ACT ARRI GBSOU KESTREL 04-12T12:00",
      "ACT DISC GBSOU KESTREL 04-12T22:00 B"
    ],
    alerts: [
      "L1 INMAA 03-07T04:20",
      "D1 INMAA 03-07T12:00",
      "AT LKCMB 03-10T12:00",
      "DT LKCMB 03-10T20:20",
      "~VT LKCMB 03-24T10:00 216",
      "~AF GBSOU 04-12T10:00 216",
      "LT LKCMB 03-24T05:00",
      "VT LKCMB 03-24T11:00",
      "AF GBSOU 04-12T12:00",
      "DF GBSOU 04-12T22:00"
    ]
  },
  {
    title: "split from its booking before loading: the vessel of the former booking sails with the sibling",
    tracks: "B",
    events: [
      "PLN DEPA INNSA ORACLE 03-05T10:00",
      "PLN ARRI DEHAM ORACLE 03-28T10:00",
      "ACT GTIN INNSA 03-03T09:00 B",
      "PLN DEPA INNSA PILGRIM 03-09T10:00 (B) bk=177BKG4799",
      "PLN ARRI DEHAM PILGRIM 04-02T10:00 (B) bk=177BKG4799",
      "ACT LOAD INNSA ORACLE 03-05T03:00 A",
      "ACT DEPA INNSA ORACLE 03-05T12:00",
      "ACT LOAD INNSA PILGRIM 03-09T03:00 B bk=177BKG4799",
      "ACT DEPA INNSA PILGRIM 03-09T11:00 bk=177BKG4799",
      "ACT ARRI DEHAM ORACLE 03-28T12:00",
      "ACT ARRI DEHAM PILGRIM 04-02T12:00 bk=177BKG4799",
      "ACT DISC DEHAM PILGRIM 04-02T22:00 B bk=177BKG4799"
    ],
    alerts: [
      "G1 INNSA 03-03T09:00",
      "~D1 INNSA 03-09T10:00 96",
      "~AF DEHAM 04-02T10:00 120",
      "L1 INNSA 03-09T03:00",
      "D1 INNSA 03-09T11:00",
      "AF DEHAM 04-02T12:00",
      "DF DEHAM 04-02T22:00"
    ]
  },
  {
    title: "two containers of one vessel have two ports of discharge: the first port",
    tracks: "A",
    events: [
      "PLN ARRI NLRTM SCORPIO 03-20T10:00 (A)",
      "PLN ARRI DEHAM SCORPIO 03-23T10:00 (B)",
      ["ACT LOAD COCTG SCORPIO 03-05T05:00 A", "ACT LOAD COCTG SCORPIO 03-05T05:20 B"],
      "ACT DEPA COCTG SCORPIO 03-05T12:00",
      "ACT ARRI NLRTM SCORPIO 03-20T12:00",
      "ACT DISC NLRTM SCORPIO 03-20T20:00 A",
      "ACT ARRI DEHAM SCORPIO 03-23T12:00",
      "ACT DISC DEHAM SCORPIO 03-23T20:00 B",
      "ACT GTOT NLRTM 03-24T08:00 A"
    ],
    alerts: [
      "L1 COCTG 03-05T05:00",
      "D1 COCTG 03-05T12:00",
      "AF NLRTM 03-20T12:00",
      "DF NLRTM 03-20T20:00",
      "GF NLRTM 03-24T08:00"
    ]
  },
  {
    title: "two containers of one vessel have two ports of discharge: the second port",
    tracks: "B",
    events: [
      "PLN ARRI NLRTM SCORPIO 03-20T10:00 (A)",
      "PLN ARRI DEHAM SCORPIO 03-23T10:00 (B)",
      ["ACT LOAD COCTG SCORPIO 03-05T05:00 A", "ACT LOAD COCTG SCORPIO 03-05T05:20 B"],
      "ACT DEPA COCTG SCORPIO 03-05T12:00",
      "ACT ARRI NLRTM SCORPIO 03-20T12:00",
      "ACT DISC NLRTM SCORPIO 03-20T20:00 A",
      "ACT DEPA NLRTM SCORPIO 03-21T20:00",
      "ACT ARRI DEHAM SCORPIO 03-23T12:00",
      "ACT DISC DEHAM SCORPIO 03-23T20:00 B"
    ],
    alerts: ["L1 COCTG 03-05T05:20", "D1 COCTG 03-05T12:00", "AF DEHAM 03-23T12:00", "DF DEHAM 03-23T20:00"]
  },
  {
    title: "the port of discharge is omitted, and a feeder is planned from the next port back",
    events: [
      "PLN ARRI GBLGP HERCULES 03-25T10:00",
      "ACT LOAD LKCMB HERCULES 03-05T05:00 A",
      "ACT DEPA LKCMB HERCULES 03-05T12:00",
      "EST ARRI BEANR HERCULES 03-26T10:00 rx=03-23T10:00",
      "PLN DEPA BEANR SHUTTLE 03-29T10:00",
      "PLN ARRI GBLGP SHUTTLE 03-30T10:00",
      "ACT ARRI BEANR HERCULES 03-26T11:00",
      "ACT DISC BEANR HERCULES 03-26T22:00 A",
      "ACT LOAD BEANR SHUTTLE 03-29T05:00 A",
      "ACT DEPA BEANR SHUTTLE 03-29T12:00",
      "ACT ARRI GBLGP SHUTTLE 03-30T12:00",
      "ACT DISC GBLGP SHUTTLE 03-30T18:00 A"
    ],
    alerts: [
      "L1 LKCMB 03-05T05:00",
      "D1 LKCMB 03-05T12:00",
      "~AF GBLGP 03-30T10:00 120",
      "AT BEANR 03-26T11:00",
      "DT BEANR 03-26T22:00",
      "LT BEANR 03-29T05:00",
      "VT BEANR 03-29T12:00",
      "AF GBLGP 03-30T12:00",
      "DF GBLGP 03-30T18:00"
    ]
  },
  {
    title: "the vessel breaks down and seeks a port of refuge, where another vessel takes the container over",
    events: [
      "PLN ARRI BRSSZ CALYPSO 03-28T10:00",
      "ACT LOAD SGSIN CALYPSO 03-05T05:00 A",
      "ACT DEPA SGSIN CALYPSO 03-05T12:00",
      "ACT ARRI ZADUR CALYPSO 03-16T10:00",
      "ACT DISC ZADUR CALYPSO 03-18T10:00 A",
      "PLN DEPA ZADUR DELPHI 03-25T10:00",
      "PLN ARRI BRSSZ DELPHI 04-05T10:00",
      "ACT LOAD ZADUR DELPHI 03-25T04:00 A",
      "ACT DEPA ZADUR DELPHI 03-25T12:00",
      "ACT ARRI BRSSZ DELPHI 04-05T11:00",
      "ACT DISC BRSSZ DELPHI 04-05T21:00 A"
    ],
    alerts: [
      "L1 SGSIN 03-05T05:00",
      "D1 SGSIN 03-05T12:00",
      "AT ZADUR 03-16T10:00",
      "DT ZADUR 03-18T10:00",
      "~AF BRSSZ 04-05T10:00 192",
      "LT ZADUR 03-25T04:00",
      "VT ZADUR 03-25T12:00",
      "AF BRSSZ 04-05T11:00",
      "DF BRSSZ 04-05T21:00"
    ]
  }
]
