import type { SentCase } from "./SentEvents.ts"

/** Legs that become known one by one, changed, omitted and corrected ports. Written with their alerts before the first run. */
export const REVEALED_LEG_CASES: ReadonlyArray<SentCase> = [
  {
    title: "three legs, each of which becomes known within the hold",
    events: [
      "ACT GTIN IDBLW 03-01T09:00 A",
      "ACT LOAD IDBLW PADI 03-03T05:00 A",
      "ACT DEPA IDBLW PADI 03-03T12:00",
      "ACT ARRI MYPKG PADI 03-04T12:00",
      "ACT DISC MYPKG PADI 03-04T20:00 A",
      "PLN DEPA MYPKG RIVER 03-07T10:00 rx=03-05T09:00",
      "ACT LOAD MYPKG RIVER 03-07T04:00 A",
      "ACT DEPA MYPKG RIVER 03-07T12:00",
      "ACT ARRI LKCMB RIVER 03-11T12:00",
      "ACT DISC LKCMB RIVER 03-11T20:00 A",
      "PLN DEPA LKCMB OASIS 03-15T10:00 rx=03-12T09:00",
      "PLN ARRI SAJED OASIS 03-24T10:00",
      "ACT LOAD LKCMB OASIS 03-15T04:00 A",
      "ACT DEPA LKCMB OASIS 03-15T12:00",
      "ACT ARRI SAJED OASIS 03-24T12:00",
      "ACT DISC SAJED OASIS 03-24T22:00 A"
    ],
    alerts: [
      "G1 IDBLW 03-01T09:00",
      "L1 IDBLW 03-03T05:00",
      "D1 IDBLW 03-03T12:00",
      "AF MYPKG 03-04T12:00",
      "!AT MYPKG 03-04T12:00",
      "DT MYPKG 03-04T20:00",
      "LT MYPKG 03-07T04:00",
      "VT MYPKG 03-07T12:00",
      "AF LKCMB 03-11T12:00",
      "!AT LKCMB 03-11T12:00",
      "DT LKCMB 03-11T20:00",
      "LT LKCMB 03-15T04:00",
      "VT LKCMB 03-15T12:00",
      "AF SAJED 03-24T12:00",
      "DF SAJED 03-24T22:00"
    ]
  },
  {
    title: "the booking names the port of discharge, and each leg becomes known only when it begins",
    events: [
      "ACT SHIP DKAAR 02-20T10:00 pod=DKAAR",
      "ACT LOAD VNHPH INDIGO 03-01T05:00 A",
      "ACT DEPA VNHPH INDIGO 03-01T12:00",
      "ACT ARRI SGSIN INDIGO 03-05T12:00",
      "ACT DISC SGSIN INDIGO 03-05T20:00 A",
      "ACT LOAD SGSIN NORDIC 03-10T04:00 A",
      "ACT DEPA SGSIN NORDIC 03-10T12:00",
      "ACT ARRI DEBRV NORDIC 04-05T12:00",
      "ACT DISC DEBRV NORDIC 04-05T20:00 A",
      "ACT LOAD DEBRV SKAGEN 04-08T04:00 A",
      "ACT DEPA DEBRV SKAGEN 04-08T12:00",
      "ACT ARRI DKAAR SKAGEN 04-10T12:00",
      "ACT DISC DKAAR SKAGEN 04-10T20:00 A",
      "ACT GTOT DKAAR 04-12T10:00 A"
    ],
    alerts: [
      "L1 VNHPH 03-01T05:00",
      "D1 VNHPH 03-01T12:00",
      "AT SGSIN 03-05T12:00",
      "DT SGSIN 03-05T20:00",
      "LT SGSIN 03-10T04:00",
      "VT SGSIN 03-10T12:00",
      "AT DEBRV 04-05T12:00",
      "DT DEBRV 04-05T20:00",
      "LT DEBRV 04-08T04:00",
      "VT DEBRV 04-08T12:00",
      "AF DKAAR 04-10T12:00",
      "DF DKAAR 04-10T20:00",
      "GF DKAAR 04-12T10:00"
    ]
  },
  {
    title: "the port of discharge changes at sea, and the new one needs a transhipment",
    events: [
      "ACT SHIP DEHAM 02-20T10:00 pod=DEHAM",
      "PLN DEPA CNSHK ORCHID 03-01T10:00",
      "PLN ARRI DEHAM ORCHID 03-30T10:00",
      "ACT LOAD CNSHK ORCHID 03-01T04:00 A",
      "ACT DEPA CNSHK ORCHID 03-01T12:00",
      "ACT SHIP MTMAR 03-10T08:00 pod=MTMAR",
      "PLN ARRI ESALG ORCHID 03-22T10:00",
      "PLN DEPA ESALG MARSA 03-25T10:00",
      "PLN ARRI MTMAR MARSA 03-28T10:00",
      "ACT ARRI ESALG ORCHID 03-22T12:00",
      "ACT DISC ESALG ORCHID 03-22T20:00 A",
      "ACT LOAD ESALG MARSA 03-25T04:00 A",
      "ACT DEPA ESALG MARSA 03-25T12:00",
      "ACT ARRI MTMAR MARSA 03-28T12:00",
      "ACT DISC MTMAR MARSA 03-28T20:00 A",
      "ACT ARRI DEHAM ORCHID 03-30T12:00"
    ],
    alerts: [
      "L1 CNSHK 03-01T04:00",
      "D1 CNSHK 03-01T12:00",
      "AT ESALG 03-22T12:00",
      "DT ESALG 03-22T20:00",
      "LT ESALG 03-25T04:00",
      "VT ESALG 03-25T12:00",
      "AF MTMAR 03-28T12:00",
      "DF MTMAR 03-28T20:00"
    ]
  },
  {
    title: "the transhipment port is omitted, and a feeder brings the container back to it",
    events: [
      "PLN ARRI OMSLL NORTH 03-08T10:00",
      "PLN DEPA OMSLL SOUTH 03-12T10:00",
      "PLN ARRI KEMBA SOUTH 03-18T10:00",
      "ACT LOAD PKBQM NORTH 03-04T05:00 A",
      "ACT DEPA PKBQM NORTH 03-04T12:00",
      [
        "PLN ARRI AEJEA NORTH 03-09T10:00 rx=03-06T10:00",
        "PLN DEPA AEJEA RELAY 03-11T10:00",
        "PLN ARRI OMSLL RELAY 03-12T20:00",
        "EST DEPA OMSLL SOUTH 03-14T10:00"
      ],
      "ACT ARRI AEJEA NORTH 03-09T12:00",
      "ACT DISC AEJEA NORTH 03-09T20:00 A",
      "ACT LOAD AEJEA RELAY 03-11T04:00 A",
      "ACT DEPA AEJEA RELAY 03-11T12:00",
      "ACT ARRI OMSLL RELAY 03-12T22:00",
      "ACT DISC OMSLL RELAY 03-13T04:00 A",
      "ACT LOAD OMSLL SOUTH 03-14T04:00 A",
      "ACT DEPA OMSLL SOUTH 03-14T12:00",
      "ACT ARRI KEMBA SOUTH 03-20T12:00",
      "ACT DISC KEMBA SOUTH 03-20T22:00 A"
    ],
    alerts: [
      "L1 PKBQM 03-04T05:00",
      "D1 PKBQM 03-04T12:00",
      "~AT OMSLL 03-12T20:00 106",
      "~VT OMSLL 03-14T10:00 48",
      "AT AEJEA 03-09T12:00",
      "DT AEJEA 03-09T20:00",
      "LT AEJEA 03-11T04:00",
      "VT AEJEA 03-11T12:00",
      "AT OMSLL 03-12T22:00",
      "DT OMSLL 03-13T04:00",
      "LT OMSLL 03-14T04:00",
      "VT OMSLL 03-14T12:00",
      "~AF KEMBA 03-20T12:00 50",
      "AF KEMBA 03-20T12:00",
      "DF KEMBA 03-20T22:00"
    ]
  },
  {
    title: "the arrival is reported for a port across the estuary, and then for the right one",
    events: [
      "PLN ARRI GBFXT EAGLE 03-20T08:00",
      "ACT LOAD INMUN EAGLE 02-28T05:00 A",
      "ACT DEPA INMUN EAGLE 02-28T12:00",
      "ACT ARRI GBLGP EAGLE 03-20T06:00",
      "ACT ARRI GBFXT EAGLE 03-20T06:00",
      "ACT DISC GBFXT EAGLE 03-20T16:00 A",
      "ACT GTOT GBFXT 03-22T10:00 A"
    ],
    alerts: [
      "L1 INMUN 02-28T05:00",
      "D1 INMUN 02-28T12:00",
      "AF GBFXT 03-20T06:00",
      "DF GBFXT 03-20T16:00",
      "GF GBFXT 03-22T10:00"
    ]
  },
  {
    title: "the loading is reported for another port, and then at the same time for the right one",
    events: [
      "PLN DEPA CNSHA PACIFIC_STAR 03-05T10:00",
      "PLN ARRI USSEA PACIFIC_STAR 03-18T10:00",
      "ACT LOAD CNNGB PACIFIC_STAR 03-05T04:00 A",
      "ACT LOAD CNSHA PACIFIC_STAR 03-05T04:00 A",
      "ACT DEPA CNSHA PACIFIC_STAR 03-05T12:00",
      "ACT ARRI USSEA PACIFIC_STAR 03-18T12:00",
      "ACT DISC USSEA PACIFIC_STAR 03-18T22:00 A"
    ],
    alerts: [
      "L1 CNNGB 03-05T04:00",
      "!L1 CNSHA 03-05T04:00",
      "D1 CNSHA 03-05T12:00",
      "AF USSEA 03-18T12:00",
      "DF USSEA 03-18T22:00"
    ]
  },
  {
    title: "the container stays on board at the planned port of transhipment, and goes on by the same vessel",
    events: [
      "PLN ARRI SGSIN LOTUS 03-06T10:00",
      "PLN DEPA SGSIN BANYAN 03-10T10:00",
      "PLN ARRI INMAA BANYAN 03-15T10:00",
      "ACT LOAD VNSGN LOTUS 03-03T05:00 A",
      "ACT DEPA VNSGN LOTUS 03-03T12:00",
      "PLN ARRI INMAA LOTUS 03-12T10:00 (A) rx=03-05T10:00",
      "ACT ARRI SGSIN LOTUS 03-06T12:00",
      "ACT DEPA SGSIN LOTUS 03-07T10:00",
      "ACT DEPA SGSIN BANYAN 03-10T12:00",
      "ACT ARRI INMAA LOTUS 03-12T12:00",
      "ACT DISC INMAA LOTUS 03-12T22:00 A",
      "ACT ARRI INMAA BANYAN 03-15T12:00"
    ],
    alerts: [
      "L1 VNSGN 03-03T05:00",
      "D1 VNSGN 03-03T12:00",
      "~AF INMAA 03-12T10:00 -72",
      "AF INMAA 03-12T12:00",
      "DF INMAA 03-12T22:00"
    ]
  },
  {
    title: "the voyage gets another number at a port on the way, and the container stays on board",
    events: [
      "PLN DEPA JPUKB SAKURA 03-05T10:00 voy=10E",
      "PLN ARRI TWKHH SAKURA 03-09T10:00 voy=10E",
      "PLN DEPA TWKHH SAKURA 03-10T10:00 voy=11W",
      "PLN ARRI THLCH SAKURA 03-15T10:00 voy=11W",
      "ACT LOAD JPUKB SAKURA 03-05T04:00 A voy=10E",
      "ACT DEPA JPUKB SAKURA 03-05T12:00 voy=10E",
      "ACT ARRI TWKHH SAKURA 03-09T12:00 voy=10E",
      "ACT DEPA TWKHH SAKURA 03-10T12:00 voy=11W",
      "ACT ARRI THLCH SAKURA 03-15T12:00 voy=11W",
      "ACT DISC THLCH SAKURA 03-15T20:00 A voy=11W"
    ],
    alerts: ["L1 JPUKB 03-05T04:00", "D1 JPUKB 03-05T12:00", "AF THLCH 03-15T12:00", "DF THLCH 03-15T20:00"]
  },
  {
    title: "events of the container alone, by dates without times, with a transhipment within one date",
    events: [
      "ACT GTIN PECLL 03-01 A no-call",
      "ACT LOAD PECLL INCA 03-03 A",
      "ACT DISC PABLB INCA 03-08 A",
      "ACT LOAD PABLB MAYA 03-08 A",
      "ACT DISC NLRTM MAYA 03-25 A",
      "ACT GTOT NLRTM 03-27 A no-call"
    ],
    alerts: [
      "G1 PECLL 03-01T00:00",
      "L1 PECLL 03-03T00:00",
      "DT PABLB 03-08T00:00",
      "LT PABLB 03-08T00:00",
      "DF NLRTM 03-25T00:00",
      "GF NLRTM 03-27T00:00"
    ]
  },
  {
    title: "vessels are named in their movements alone, and the loading on the way is reported twice",
    events: [
      "PLN DEPA MYTPP INDIGO 03-01T10:00",
      "PLN ARRI LKCMB INDIGO 03-06T10:00",
      "PLN DEPA LKCMB AMBER 03-10T10:00",
      "PLN ARRI AEKLF AMBER 03-16T10:00",
      "ACT LOAD MYTPP 03-01T04:00 A no-call",
      "ACT DEPA MYTPP INDIGO 03-01T12:00",
      "ACT ARRI LKCMB INDIGO 03-06T12:00",
      "ACT DISC LKCMB 03-06T20:00 A no-call",
      "ACT LOAD LKCMB 03-10T04:00 A no-call",
      "ACT LOAD LKCMB AMBER 03-10T04:40 A",
      "ACT DEPA LKCMB AMBER 03-10T12:00",
      "ACT ARRI AEKLF AMBER 03-16T12:00",
      "ACT DISC AEKLF 03-16T22:00 A no-call",
      "ACT GTOT AEKLF 03-18T10:00 A no-call"
    ],
    alerts: [
      "L1 MYTPP 03-01T04:00",
      "D1 MYTPP 03-01T12:00",
      "AT LKCMB 03-06T12:00",
      "DT LKCMB 03-06T20:00",
      "LT LKCMB 03-10T04:00",
      "VT LKCMB 03-10T12:00",
      "AF AEKLF 03-16T12:00",
      "DF AEKLF 03-16T22:00",
      "GF AEKLF 03-18T10:00"
    ]
  }
]
