import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** Changed bookings, vessels and calls: written with their alerts before the first run. */
export const REBOOKING_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "the same, and the container is gated in only after the vessel has left the first port",
    events: [
      "PLN DEPA CNNGB ALPHA 03-01T10:00",
      "PLN DEPA CNSHA ALPHA 03-03T10:00",
      "PLN ARRI NLRTM ALPHA 03-30T10:00",
      "ACT GTIN CNNGB 02-27T10:00 B",
      "ACT GTOT CNSHA 02-28T10:00 A EMPTY",
      "ACT LOAD CNNGB ALPHA 03-01T02:00 B",
      "ACT DEPA CNNGB ALPHA 03-01T12:00",
      "ACT GTIN CNSHA 03-01T20:00 A",
      "ACT LOAD CNSHA ALPHA 03-03T02:00 A",
      "ACT DEPA CNSHA ALPHA 03-03T12:00",
      "ACT ARRI NLRTM ALPHA 03-30T12:00",
      "ACT DISC NLRTM ALPHA 03-30T20:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "planned to be gated in, and the sibling sails without it",
    events: [
      "PLN GTIN CNSHA 03-03T10:00 A",
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT GTIN CNSHA 03-02T10:00 B",
      "ACT LOAD CNSHA ALPHA 03-05T03:00 B",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT GTIN CNSHA 03-06T10:00 A",
      "PLN DEPA CNSHA BRAVO 03-12T10:00 (A)",
      "PLN ARRI NLRTM BRAVO 04-08T10:00 (A)",
      "ACT LOAD CNSHA BRAVO 03-12T03:00 A",
      "ACT DEPA CNSHA BRAVO 03-12T12:00",
      "ACT ARRI NLRTM BRAVO 04-08T12:00",
      "ACT DISC NLRTM BRAVO 04-08T20:00 A"
    ],
    alerts: [
      `date.changed.${G1} CNSHA 72`,
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
    title: "the booking is cancelled after the gate-in: the container leaves the port and is emptied",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT GTIN CNSHA 03-02T10:00 A",
      "ACT GTOT CNSHA 03-04T10:00 A",
      "ACT GTIN CNSHA 03-04T18:00 A EMPTY @DEPO",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT ARRI NLRTM ALPHA 04-01T12:00"
    ],
    alerts: [`${G1} CNSHA`]
  },
  {
    title: "the plan beyond the hub disappears while the container waits there, and another comes two days later",
    events: [
      "PLN ARRI SGSIN ALPHA 03-08T10:00",
      "PLN DEPA SGSIN BRAVO 03-12T10:00",
      "PLN ARRI INMAA BRAVO 03-18T10:00",
      "ACT LOAD AUMEL ALPHA 02-25T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-08T12:00",
      "ACT DISC SGSIN ALPHA 03-08T20:00 A",
      "EST DEPA SGSIN ALPHA 03-09T12:00 del=2 rx=03-08T22:00",
      "ACT DEPA SGSIN ALPHA 03-09T12:00 del=3",
      "PLN DEPA SGSIN DELTA 03-19T10:00 rx=03-11T12:00",
      "PLN ARRI INMAA DELTA 03-25T10:00 rx=03-11T12:01",
      "ACT LOAD SGSIN DELTA 03-19T03:00 A",
      "ACT DEPA SGSIN DELTA 03-19T12:00",
      "ACT ARRI INMAA DELTA 03-25T12:00",
      "ACT DISC INMAA DELTA 03-25T20:00 A"
    ],
    alerts: [
      `${L1} AUMEL`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 168`,
      `date.changed.${AF} INMAA 168`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} INMAA`,
      `${DF} INMAA`
    ]
  },
  {
    title: "gate-in reported, loadings never, and the vessel sails as planned with nothing else known",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT GTIN CNSHA 03-02T10:00 A",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "EST ARRI NLRTM ALPHA 04-01T12:00 rx=03-09T10:00",
      "ACT ARRI NLRTM ALPHA 04-01T12:00",
      "ACT GTOT NLRTM 04-03T10:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the feeder misses the mainliner, and the container waits for its next voyage two weeks later",
    events: [
      "PLN ARRI SGSIN FEEDER 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-12T10:00 #v1",
      "PLN ARRI INMAA BRAVO 03-16T10:00 #v1m",
      "ACT LOAD IDBLW FEEDER 03-08T05:00 A",
      "EST ARRI SGSIN FEEDER 03-13T10:00",
      "ACT DEPA SGSIN BRAVO 03-12T12:00 #v1",
      "ACT ARRI SGSIN FEEDER 03-13T12:00",
      "ACT DISC SGSIN FEEDER 03-13T20:00 A",
      "PLN DEPA SGSIN BRAVO 03-26T10:00 #v2",
      "PLN ARRI INMAA BRAVO 03-30T10:00 #v2m",
      "ACT LOAD SGSIN BRAVO 03-26T03:00 A #v2",
      "ACT DEPA SGSIN BRAVO 03-26T12:00 #v2",
      "ACT ARRI INMAA BRAVO 03-30T12:00 #v2m",
      "ACT DISC INMAA BRAVO 03-30T20:00 A #v2m"
    ],
    alerts: [
      `${L1} IDBLW`,
      `date.changed.${AT} SGSIN 72`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 336`,
      `date.changed.${AF} INMAA 336`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} INMAA`,
      `${DF} INMAA`
    ]
  },
  {
    title: "the vessel of a call is replaced before loading, thirty hours later",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00 #C1",
      "PLN ARRI NLRTM ALPHA 04-01T10:00 #C2",
      "EST DEPA CNSHA BRAVO 03-06T16:00 #C1",
      "EST ARRI NLRTM BRAVO 04-02T16:00 #C2",
      "ACT GTIN CNSHA 03-03T10:00 A",
      "ACT LOAD CNSHA BRAVO 03-06T05:00 A #C1",
      "ACT DEPA CNSHA BRAVO 03-06T16:00 #C1",
      "ACT ARRI NLRTM BRAVO 04-02T16:00 #C2",
      "ACT DISC NLRTM BRAVO 04-02T20:00 A #C2"
    ],
    alerts: [
      `date.changed.${D1} CNSHA 30`,
      `date.changed.${AF} NLRTM 30`,
      `${G1} CNSHA`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "the vessel calls at the port of loading twice, and takes the container at the second call",
    events: [
      "PLN DEPA CNNGB ALPHA 03-01T10:00 #1",
      "PLN DEPA CNSHA ALPHA 03-03T10:00",
      "PLN DEPA CNNGB ALPHA 03-05T10:00 #2",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT DEPA CNNGB ALPHA 03-01T12:00 #1",
      "ACT GTIN CNNGB 03-02T10:00 A",
      "ACT ARRI CNSHA ALPHA 03-02T20:00",
      "ACT DEPA CNSHA ALPHA 03-03T12:00",
      "ACT LOAD CNNGB ALPHA 03-05T03:00 A #2",
      "ACT DEPA CNNGB ALPHA 03-05T12:00 #2",
      "ACT ARRI NLRTM ALPHA 04-01T12:00",
      "ACT DISC NLRTM ALPHA 04-01T20:00 A"
    ],
    alerts: [`${G1} CNNGB`, `${L1} CNNGB`, `date.changed.${D1} CNNGB 96`, `${D1} CNNGB`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the container is planned by its loading, and rolled by its loading",
    events: [
      "EST LOAD CNSHA ALPHA 03-05T03:00 A",
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT GTIN CNSHA 03-02T10:00 A",
      "EST LOAD CNSHA BRAVO 03-12T03:00 A",
      "PLN DEPA CNSHA BRAVO 03-12T10:00",
      "PLN ARRI NLRTM BRAVO 04-08T10:00",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT LOAD CNSHA BRAVO 03-12T03:00 A",
      "ACT DEPA CNSHA BRAVO 03-12T12:00",
      "ACT ARRI NLRTM ALPHA 04-01T12:00",
      "ACT ARRI NLRTM BRAVO 04-08T12:00",
      "ACT DISC NLRTM BRAVO 04-08T20:00 A"
    ],
    alerts: [
      `${G1} CNSHA`,
      `date.changed.${L1} CNSHA 168`,
      `date.changed.${D1} CNSHA 168`,
      `date.changed.${AF} NLRTM 168`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "rolled from a service by a hub to a direct one",
    events: [
      "PLN DEPA THLCH ALPHA 03-05T10:00",
      "PLN ARRI SGSIN ALPHA 03-08T10:00",
      "PLN DEPA SGSIN CHARLIE 03-12T10:00",
      "PLN ARRI INMAA CHARLIE 03-18T10:00",
      "ACT GTIN THLCH 03-03T10:00 A",
      "PLN DEPA THLCH BRAVO 03-12T10:00 (A)",
      "PLN ARRI INMAA BRAVO 03-22T10:00 (A)",
      "ACT DEPA THLCH ALPHA 03-05T12:00",
      "ACT LOAD THLCH BRAVO 03-12T03:00 A",
      "ACT DEPA THLCH BRAVO 03-12T12:00",
      "ACT ARRI INMAA BRAVO 03-22T12:00",
      "ACT DISC INMAA BRAVO 03-22T20:00 A"
    ],
    alerts: [
      `${G1} THLCH`,
      `date.changed.${D1} THLCH 168`,
      `date.changed.${AF} INMAA 96`,
      `${L1} THLCH`,
      `${D1} THLCH`,
      `${AF} INMAA`,
      `${DF} INMAA`
    ]
  },
  {
    title: "the two containers of a booking change places at the hub",
    events: [
      "PLN ARRI SGSIN ALPHA 03-08T10:00",
      "PLN DEPA SGSIN BRAVO 03-12T10:00 (A)",
      "PLN ARRI INMAA BRAVO 03-18T10:00 (A)",
      "PLN DEPA SGSIN DELTA 03-19T10:00 (B)",
      "PLN ARRI INMAA DELTA 03-25T10:00 (B)",
      "ACT LOAD AUMEL ALPHA 02-25T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-08T12:00",
      "ACT DISC SGSIN ALPHA 03-08T20:00 A",
      "ACT LOAD SGSIN BRAVO 03-12T03:00 B",
      "ACT DEPA SGSIN BRAVO 03-12T12:00",
      "ACT ARRI INMAA BRAVO 03-18T12:00",
      "ACT LOAD SGSIN DELTA 03-19T03:00 A",
      "ACT DEPA SGSIN DELTA 03-19T12:00",
      "EST ARRI INMAA DELTA 03-25T10:00",
      "ACT ARRI INMAA DELTA 03-25T12:00",
      "ACT DISC INMAA DELTA 03-25T20:00 A"
    ],
    alerts: [
      `${L1} AUMEL`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `date.changed.${VT} SGSIN 170`,
      `${VT} SGSIN`,
      `date.changed.${AF} INMAA 168`,
      `${AF} INMAA`,
      `${DF} INMAA`
    ]
  },
  {
    title: "return cargo: discharged at the hub, sent back to the port of loading on the same vessel",
    events: [
      "PLN DEPA KRPUS ALPHA 03-01T10:00",
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI INMAA BRAVO 03-19T10:00",
      "ACT LOAD KRPUS ALPHA 03-01T03:00 A",
      "ACT DEPA KRPUS ALPHA 03-01T12:00",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "PLN DEPA SGSIN DELTA 03-20T10:00 (A)",
      "PLN ARRI KRPUS DELTA 03-29T10:00 (A)",
      "ACT LOAD SGSIN DELTA 03-20T03:00 A",
      "ACT DEPA SGSIN DELTA 03-20T12:00",
      "ACT ARRI KRPUS DELTA 03-29T12:00",
      "ACT DISC KRPUS DELTA 03-29T20:00 A"
    ],
    alerts: [
      `${L1} KRPUS`,
      `${D1} KRPUS`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 144`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} KRPUS`,
      `${DF} KRPUS`
    ]
  }
]
