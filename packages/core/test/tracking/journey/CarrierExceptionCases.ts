import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LOADED_BEFORE = "container.loaded.at.pre.pol"
const LEAVES_BEFORE = "container.departure.from.pre.pol"

/** The other ten voyages of `CarrierStatusCases.ts`. */
export const CARRIER_EXCEPTION_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "down the river by barge to the port of loading",
    events: [
      "PLN DEPA CNSHA ALPHA 03-10T10:00",
      "PLN ARRI DEHAM ALPHA 04-10T10:00",
      "ACT LOAD CNWUH BARGE 03-02T05:00 A",
      "ACT DEPA CNWUH BARGE 03-02T12:00 A",
      "ACT ARRI CNSHA BARGE 03-06T10:00 A",
      "ACT DISC CNSHA BARGE 03-06T14:00 A",
      "ACT LOAD CNSHA ALPHA 03-10T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-10T12:00",
      "ACT DISC DEHAM ALPHA 04-11T05:00 A"
    ],
    alerts: [
      `${LOADED_BEFORE} CNWUH`,
      `${LEAVES_BEFORE} CNWUH`,
      `${G1} CNSHA`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${DF} DEHAM`
    ]
  },
  {
    title: "another vessel takes the sailing of the planned one",
    events: [
      "PLN DEPA HKHKG ALPHA 03-05T10:00",
      "PLN ARRI USOAK ALPHA 03-20T10:00",
      "ACT GTIN HKHKG 03-02T10:00 A",
      "PLN DEPA HKHKG BRAVO 03-05T16:00",
      "PLN ARRI USOAK BRAVO 03-20T20:00",
      "ACT LOAD HKHKG BRAVO 03-05T08:00 A",
      "ACT DEPA HKHKG BRAVO 03-05T18:00",
      "EST ARRI USOAK BRAVO 03-21T16:00",
      "ACT ARRI USOAK BRAVO 03-21T18:00",
      "ACT DISC USOAK BRAVO 03-22T05:00 A"
    ],
    alerts: [`${G1} HKHKG`, `${L1} HKHKG`, `${D1} HKHKG`, `date.changed.${AF} USOAK 30`, `${AF} USOAK`, `${DF} USOAK`]
  },
  {
    title: "another container of the booking is rolled at the transhipment port",
    events: [
      "PLN ARRI LKCMB ALPHA 03-05T10:00",
      "PLN DEPA LKCMB BRAVO 03-09T10:00",
      "PLN ARRI DEHAM BRAVO 03-28T10:00",
      "ACT LOAD INMAA ALPHA 03-03T05:00 A",
      "ACT LOAD INMAA ALPHA 03-03T06:00 B",
      "ACT DISC LKCMB ALPHA 03-05T20:00 A",
      "ACT DISC LKCMB ALPHA 03-05T21:00 B",
      "PLN DEPA LKCMB CERES 03-16T10:00 (B)",
      "PLN ARRI DEHAM CERES 04-04T10:00 (B)",
      "ACT LOAD LKCMB BRAVO 03-09T05:00 A",
      "ACT DEPA LKCMB BRAVO 03-09T12:00",
      "ACT LOAD LKCMB CERES 03-16T05:00 B",
      "ACT ARRI DEHAM BRAVO 03-28T12:00",
      "ACT DISC DEHAM BRAVO 03-28T22:00 A",
      "ACT ARRI DEHAM CERES 04-04T12:00"
    ],
    alerts: [`${L1} INMAA`, `${DT} LKCMB`, `${LT} LKCMB`, `${VT} LKCMB`, `${AF} DEHAM`, `${DF} DEHAM`]
  },
  {
    title: "the destination changes after the discharge at the planned port: it goes on by a feeder",
    events: [
      "PLN ARRI DEBRV ALPHA 03-20T10:00",
      "ACT LOAD CNTAO ALPHA 02-15T05:00 A",
      "ACT DISC DEBRV ALPHA 03-20T20:00 A",
      "PLN DEPA DEBRV FEEDER 03-24T10:00 (A)",
      "PLN ARRI SEGOT FEEDER 03-26T10:00 (A)",
      "ACT LOAD DEBRV FEEDER 03-24T05:00 A",
      "ACT DISC SEGOT FEEDER 03-26T20:00 A"
    ],
    alerts: [`${L1} CNTAO`, `${DF} DEBRV`, `!${DT} DEBRV`, `${LT} DEBRV`, `${DF} SEGOT`]
  },
  {
    title: "the discharge is planned as well, and moves with the arrival",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "PLN DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT LOAD BRSSZ ALPHA 02-20T05:00 A",
      "EST ARRI NLRTM ALPHA 03-12T10:00",
      "EST DISC NLRTM ALPHA 03-12T20:00 A",
      "ACT ARRI NLRTM ALPHA 03-12T12:00",
      "ACT DISC NLRTM ALPHA 03-12T22:00 A"
    ],
    alerts: [`${L1} BRSSZ`, `date.changed.${AF} NLRTM 48`, `date.changed.${DF} NLRTM 48`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the vessel returns to the port of loading after a fault, and sails again",
    events: [
      "PLN ARRI NLRTM ALPHA 03-30T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT ARRI CNSHA ALPHA 03-03T12:00",
      "ACT DEPA CNSHA ALPHA 03-06T12:00",
      "EST ARRI NLRTM ALPHA 04-04T10:00",
      "ACT ARRI NLRTM ALPHA 04-04T12:00",
      "ACT DISC NLRTM ALPHA 04-05T01:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `!date.changed.${D1} CNSHA 120`,
      `date.changed.${AF} NLRTM 120`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "by truck from the port of discharge to another port, where a feeder takes the container",
    events: [
      "PLN ARRI BEANR ALPHA 03-10T10:00",
      "PLN DEPA NLRTM FEEDER 03-14T10:00",
      "PLN ARRI NOSVG FEEDER 03-16T10:00",
      "ACT LOAD USNYC ALPHA 03-01T05:00 A",
      "ACT DISC BEANR ALPHA 03-10T20:00 A",
      "ACT DEPA BEANR TRUCK 03-11T08:00 A",
      "ACT ARRI NLRTM TRUCK 03-11T14:00 A",
      "ACT LOAD NLRTM FEEDER 03-14T05:00 A",
      "ACT DISC NOSVG FEEDER 03-16T20:00 A"
    ],
    alerts: [`${L1} USNYC`, `${DT} BEANR`, `${LT} NLRTM`, `${DF} NOSVG`]
  },
  {
    title: "back in the terminal for an inspection, and out again",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-12T09:00 A",
      "ACT GTIN NLRTM 03-13T09:00 A",
      "ACT GTOT NLRTM 03-15T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${DF} NLRTM`, `${GF} NLRTM`, `!date.changed.${GF} NLRTM 72`]
  },
  {
    title: "the departure from the transhipment port is reported before the loading",
    events: [
      "PLN ARRI AEJEA ALPHA 03-08T10:00",
      "PLN DEPA AEJEA BRAVO 03-12T10:00",
      "PLN ARRI KWSWK BRAVO 03-14T10:00",
      "ACT LOAD INMUN ALPHA 03-05T05:00 A",
      "ACT DEPA INMUN ALPHA 03-05T12:00",
      "ACT ARRI AEJEA ALPHA 03-08T12:00",
      "ACT DISC AEJEA ALPHA 03-08T20:00 A",
      "ACT DEPA AEJEA BRAVO 03-12T12:00",
      "ACT LOAD AEJEA BRAVO 03-12T05:00 A",
      "ACT ARRI KWSWK BRAVO 03-14T12:00",
      "ACT DISC KWSWK BRAVO 03-14T20:00 A"
    ],
    alerts: [
      `${L1} INMUN`,
      `${D1} INMUN`,
      `${AT} AEJEA`,
      `${DT} AEJEA`,
      `${LT} AEJEA`,
      `${VT} AEJEA`,
      `${AF} KWSWK`,
      `${DF} KWSWK`
    ]
  },
  {
    title: "shut out at the transhipment port, and loaded on the next vessel",
    events: [
      "PLN ARRI SGSIN ALPHA 03-05T10:00",
      "PLN DEPA SGSIN BRAVO 03-09T10:00",
      "PLN ARRI AUFRE BRAVO 03-15T10:00",
      "ACT LOAD MYPEN ALPHA 03-03T05:00 A",
      "ACT DISC SGSIN ALPHA 03-05T20:00 A",
      "ACT LOAD SGSIN BRAVO 03-09T01:00 A",
      "ACT DISC SGSIN BRAVO 03-09T06:00 A",
      "ACT DEPA SGSIN BRAVO 03-09T12:00",
      "PLN DEPA SGSIN CERES 03-16T10:00 (A)",
      "PLN ARRI AUFRE CERES 03-22T10:00 (A)",
      "ACT LOAD SGSIN CERES 03-16T05:00 A",
      "ACT DEPA SGSIN CERES 03-16T12:00",
      "ACT DISC AUFRE CERES 03-22T22:00 A"
    ],
    alerts: [
      `${L1} MYPEN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `retracted ${LT} SGSIN`,
      `date.changed.${VT} SGSIN 168`,
      `date.changed.${AF} AUFRE 168`,
      `date.changed.${LT} SGSIN 172`,
      `!${LT} SGSIN`,
      `${VT} SGSIN`,
      `${DF} AUFRE`
    ]
  }
]
