import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** Containers that part from their vessel, their sibling or their next trip: written with their alerts before the first run. */
export const SEPARATED_CONTAINER_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "rolled at the port of loading, and the sibling, on the former vessel, is reported all the way",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT GTIN CNSHA 03-02T10:00 A",
      "ACT GTIN CNSHA 03-02T11:00 B",
      "ACT LOAD CNSHA ALPHA 03-05T03:00 B",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "EST ARRI NLRTM ALPHA 04-03T10:00 rx=03-10T10:00",
      "PLN DEPA CNSHA BRAVO 03-12T10:00 rx=03-10T12:00",
      "PLN ARRI NLRTM BRAVO 04-08T10:00 rx=03-10T12:01",
      "ACT LOAD CNSHA BRAVO 03-12T03:00 A",
      "ACT DEPA CNSHA BRAVO 03-12T12:00",
      "ACT ARRI NLRTM ALPHA 04-03T12:00",
      "ACT DISC NLRTM ALPHA 04-03T20:00 B",
      "ACT GTOT NLRTM 04-05T20:00 B",
      "ACT ARRI NLRTM BRAVO 04-08T12:00",
      "ACT DISC NLRTM BRAVO 04-08T20:00 A"
    ],
    alerts: [
      `${G1} CNSHA`,
      `date.changed.${AF} NLRTM 48`,
      `date.changed.${D1} CNSHA 168`,
      `date.changed.${AF} NLRTM 120`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title:
      "rolled at the port of loading, known four days later, and meanwhile the carrier updates the former vessel's arrival once",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT GTIN CNSHA 03-02T10:00 A",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "EST ARRI NLRTM ALPHA 04-01T16:00 rx=03-07T10:00",
      "PLN DEPA CNSHA BRAVO 03-12T10:00 (A) rx=03-09T12:00",
      "PLN ARRI NLRTM BRAVO 04-08T10:00 (A) rx=03-09T12:01",
      "ACT LOAD CNSHA BRAVO 03-12T03:00 A",
      "ACT DEPA CNSHA BRAVO 03-12T12:00",
      "ACT ARRI NLRTM BRAVO 04-08T12:00",
      "ACT DISC NLRTM BRAVO 04-08T20:00 A"
    ],
    alerts: [
      `${G1} CNSHA`,
      `date.changed.${D1} CNSHA 168`,
      `date.changed.${AF} NLRTM 168`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "gated in early for one vessel, which is cancelled, and another vessel calls before the planned replacement",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT GTIN CNSHA 03-02T10:00 A",
      "PLN DEPA CNSHA BRAVO 03-12T10:00 (A) del=1",
      "PLN ARRI NLRTM BRAVO 04-08T10:00 (A) del=2",
      "PLN DEPA CNSHA DELTA 03-09T10:00 (A) rx=03-06T10:00",
      "PLN ARRI NLRTM DELTA 04-05T10:00 (A) rx=03-06T10:01",
      "ACT LOAD CNSHA DELTA 03-09T03:00 A",
      "ACT DEPA CNSHA DELTA 03-09T12:00",
      "ACT DEPA CNSHA BRAVO 03-12T12:00",
      "ACT ARRI NLRTM DELTA 04-05T12:00",
      "ACT DISC NLRTM DELTA 04-05T20:00 A"
    ],
    alerts: [
      `${G1} CNSHA`,
      `date.changed.${D1} CNSHA 168`,
      `date.changed.${AF} NLRTM 168`,
      `date.changed.${D1} CNSHA -72`,
      `date.changed.${AF} NLRTM -72`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "rolled at the hub to a service with a second hub",
    events: [
      "PLN ARRI SGSIN ALPHA 03-08T10:00",
      "PLN DEPA SGSIN BRAVO 03-12T10:00",
      "PLN ARRI INMAA BRAVO 03-18T10:00",
      "ACT LOAD AUMEL ALPHA 02-25T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-08T12:00",
      "ACT DISC SGSIN ALPHA 03-08T20:00 A",
      "PLN DEPA SGSIN DELTA 03-14T10:00 (A)",
      "PLN ARRI LKCMB DELTA 03-18T10:00 (A)",
      "PLN DEPA LKCMB ECHO 03-20T10:00 (A)",
      "PLN ARRI INMAA ECHO 03-22T10:00 (A)",
      "ACT DEPA SGSIN BRAVO 03-12T12:00",
      "ACT LOAD SGSIN DELTA 03-14T03:00 A",
      "ACT DEPA SGSIN DELTA 03-14T12:00",
      "ACT ARRI LKCMB DELTA 03-18T12:00",
      "ACT DISC LKCMB DELTA 03-18T20:00 A",
      "ACT ARRI INMAA BRAVO 03-18T23:00",
      "ACT LOAD LKCMB ECHO 03-20T03:00 A",
      "ACT DEPA LKCMB ECHO 03-20T12:00",
      "ACT ARRI INMAA ECHO 03-22T12:00",
      "ACT DISC INMAA ECHO 03-22T20:00 A"
    ],
    alerts: [
      `${L1} AUMEL`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 48`,
      `date.changed.${AF} INMAA 96`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AT} LKCMB`,
      `${DT} LKCMB`,
      `${LT} LKCMB`,
      `${VT} LKCMB`,
      `${AF} INMAA`,
      `${DF} INMAA`
    ]
  },
  {
    title: "gated in laden again within three days for the next booking",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-12T10:00 A",
      "ACT GTIN NLRTM 03-14T10:00 A bk=BK2",
      "PLN DEPA NLRTM BRAVO 03-17T10:00 bk=BK2",
      "PLN ARRI USNYC BRAVO 03-27T10:00 bk=BK2",
      "ACT LOAD NLRTM BRAVO 03-17T03:00 A bk=BK2",
      "ACT DEPA NLRTM BRAVO 03-17T12:00 bk=BK2",
      "ACT ARRI USNYC BRAVO 03-27T12:00 bk=BK2",
      "ACT DISC USNYC BRAVO 03-27T20:00 A bk=BK2"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the carrier states the port of discharge, and the hub's next vessel is unknown for ten days",
    events: [
      "ACT SHIP BRPEC 02-08T10:00 pod=BRPEC",
      "PLN ARRI BRSSZ ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT ARRI BRSSZ ALPHA 03-10T12:00",
      "ACT DISC BRSSZ ALPHA 03-10T20:00 A",
      "PLN DEPA BRSSZ FEEDER 03-24T10:00 rx=03-20T10:00",
      "PLN ARRI BRPEC FEEDER 03-29T10:00 rx=03-20T10:01",
      "ACT LOAD BRSSZ FEEDER 03-24T03:00 A",
      "ACT DEPA BRSSZ FEEDER 03-24T12:00",
      "ACT ARRI BRPEC FEEDER 03-29T12:00",
      "ACT DISC BRPEC FEEDER 03-29T20:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AT} BRSSZ`,
      `${DT} BRSSZ`,
      `${LT} BRSSZ`,
      `${VT} BRSSZ`,
      `${AF} BRPEC`,
      `${DF} BRPEC`
    ]
  },
  {
    title: "the vessel calls at the hub twice, and the container stays on board",
    events: [
      "PLN DEPA CNSHA ALPHA 03-01T10:00",
      "PLN ARRI SGSIN ALPHA 03-08T10:00 #1",
      "PLN DEPA SGSIN ALPHA 03-09T10:00 #1",
      "PLN ARRI MYPKG ALPHA 03-10T10:00",
      "PLN DEPA MYPKG ALPHA 03-11T10:00",
      "PLN ARRI SGSIN ALPHA 03-12T10:00 #2",
      "PLN DEPA SGSIN ALPHA 03-13T10:00 #2",
      "PLN ARRI INMAA ALPHA 03-17T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T03:00 A",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT ARRI SGSIN ALPHA 03-08T12:00 #1",
      "ACT DEPA SGSIN ALPHA 03-09T12:00 #1",
      "ACT ARRI MYPKG ALPHA 03-10T12:00",
      "ACT DEPA MYPKG ALPHA 03-11T12:00",
      "ACT ARRI SGSIN ALPHA 03-12T12:00 #2",
      "ACT DEPA SGSIN ALPHA 03-13T12:00 #2",
      "ACT ARRI INMAA ALPHA 03-17T12:00",
      "ACT DISC INMAA ALPHA 03-17T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AF} INMAA`, `${DF} INMAA`]
  },
  {
    title: "the loading names no vessel",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT GTIN CNSHA 03-02T10:00 A",
      "ACT LOAD CNSHA 03-05T03:00 A no-call",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "EST ARRI NLRTM ALPHA 04-03T10:00",
      "ACT ARRI NLRTM ALPHA 04-03T12:00",
      "ACT DISC NLRTM 04-03T20:00 A no-call"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `date.changed.${AF} NLRTM 48`, `${AF} NLRTM`, `${DF} NLRTM`]
  }
]
