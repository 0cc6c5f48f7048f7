import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** Repeated calls, crossed routes and moves around the gates: written with their alerts before the first run. */
export const CROSSED_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "the vessel calls twice at the port of discharge, and the container leaves it at the second call",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 #1",
      "PLN ARRI NLRTM ALPHA 03-14T10:00 #2",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A #0",
      "ACT ARRI NLRTM ALPHA 03-10T12:00 #1",
      "ACT DEPA NLRTM ALPHA 03-11T12:00 #1",
      "ACT ARRI NLRTM ALPHA 03-14T12:00 #2",
      "ACT DISC NLRTM ALPHA 03-14T20:00 A #2"
    ],
    alerts: [`${L1} CNSHA`, `date.changed.${AF} NLRTM 98`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "to a freight station in the town of the port, and returned empty",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-12T09:00 A",
      "ACT GTIN NLRTM 03-12T12:00 A @COFS",
      "ACT GTIN NLRTM 03-15T12:00 A EMPTY @DEPO"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`, `container.arrival.at.post.pod NLRTM`]
  },
  {
    title: "by barge from one port of transhipment to the next",
    events: [
      "PLN ARRI NLRTM ALPHA 03-06T10:00",
      "PLN DEPA BEANR BRAVO 03-12T10:00",
      "PLN ARRI USNYC BRAVO 03-22T10:00",
      "ACT LOAD SEGOT ALPHA 03-03T05:00 A",
      "ACT DISC NLRTM ALPHA 03-06T20:00 A",
      "ACT DEPA NLRTM BARGE 03-08T10:00 A",
      "ACT ARRI BEANR BARGE 03-09T10:00 A",
      "ACT LOAD BEANR BRAVO 03-12T05:00 A",
      "ACT DISC USNYC BRAVO 03-22T20:00 A"
    ],
    alerts: [`${L1} SEGOT`, `${DT} NLRTM`, `${VT} NLRTM`, `${AT} BEANR`, `${LT} BEANR`, `${DF} USNYC`]
  },
  {
    title: "another container of the bill goes by another route with a transhipment",
    events: [
      "PLN DEPA CNSHA ALPHA 03-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-28T10:00",
      "PLN DEPA CNSHA BRAVO 03-03T10:00",
      "PLN ARRI SGSIN BRAVO 03-10T10:00",
      "PLN DEPA SGSIN CERES 03-14T10:00",
      "PLN ARRI NLRTM CERES 04-05T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT LOAD CNSHA BRAVO 03-03T05:00 B",
      "ACT DEPA CNSHA BRAVO 03-03T12:00",
      "ACT ARRI SGSIN BRAVO 03-10T12:00",
      "ACT DISC SGSIN BRAVO 03-10T20:00 B",
      "ACT ARRI NLRTM ALPHA 03-28T12:00",
      "ACT DISC NLRTM ALPHA 03-28T20:00 A",
      "ACT ARRI NLRTM CERES 04-05T12:00"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "rolled at the port of transhipment: the planned vessel sails, and the container was not loaded on it",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI NLRTM BRAVO 04-05T10:00",
      "ACT LOAD JPUKB ALPHA 03-01T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "ACT DEPA SGSIN BRAVO 03-14T12:00",
      "PLN DEPA SGSIN CERES 03-21T10:00 (A)",
      "PLN ARRI NLRTM CERES 04-12T10:00 (A)",
      "ACT LOAD SGSIN CERES 03-21T05:00 A",
      "ACT DEPA SGSIN CERES 03-21T12:00",
      "ACT ARRI NLRTM CERES 04-12T12:00",
      "ACT DISC NLRTM CERES 04-12T22:00 A"
    ],
    alerts: [
      `${L1} JPUKB`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 168`,
      `date.changed.${AF} NLRTM 168`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "the arrival is reported at the anchorage, and then two days later at the berth",
    events: [
      "PLN ARRI USLAX ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT ARRI USLAX ALPHA 03-10T02:00",
      "ACT ARRI USLAX ALPHA 03-12T10:00",
      "ACT DISC USLAX ALPHA 03-12T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} USLAX`, `!date.changed.${AF} USLAX 56`, `${DF} USLAX`]
  },
  {
    title: "gated in, taken back by the shipper, and gated in again at the port of loading",
    events: [
      "PLN DEPA NLRTM ALPHA 03-05T10:00",
      "PLN ARRI USNYC ALPHA 03-15T10:00",
      "ACT GTIN NLRTM 03-01T10:00 A",
      "ACT GTOT NLRTM 03-02T10:00 A",
      "ACT GTIN NLRTM 03-04T10:00 A",
      "ACT LOAD NLRTM ALPHA 03-05T05:00 A",
      "ACT DISC USNYC ALPHA 03-15T20:00 A"
    ],
    alerts: [`${G1} NLRTM`, `!date.changed.${G1} NLRTM 72`, `${L1} NLRTM`, `${DF} USNYC`]
  },
  {
    title:
      "the vessel passes the port of discharge in a storm, and a feeder brings the container back from the next port",
    events: [
      "PLN ARRI GBFXT ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-18T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-18T12:00",
      "ACT ARRI NLRTM ALPHA 03-21T12:00",
      "ACT DISC NLRTM ALPHA 03-21T20:00 A",
      "PLN DEPA NLRTM FEEDER 03-25T10:00 (A)",
      "PLN ARRI GBFXT FEEDER 03-26T10:00 (A)",
      "ACT LOAD NLRTM FEEDER 03-25T05:00 A",
      "ACT DEPA NLRTM FEEDER 03-25T12:00",
      "ACT ARRI GBFXT FEEDER 03-26T12:00",
      "ACT DISC GBFXT FEEDER 03-26T20:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `!${AT} NLRTM`,
      `${DT} NLRTM`,
      `date.changed.${AF} GBFXT 144`,
      `${LT} NLRTM`,
      `${VT} NLRTM`,
      `${AF} GBFXT`,
      `${DF} GBFXT`
    ]
  },
  {
    title: "carried away empty by another vessel after its return",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-12T09:00 A",
      "ACT GTIN NLRTM 03-15T12:00 A EMPTY @DEPO",
      "ACT LOAD NLRTM BRAVO 03-20T05:00 A EMPTY",
      "ACT DEPA NLRTM BRAVO 03-20T12:00",
      "ACT DISC CNSHA BRAVO 04-18T20:00 A EMPTY"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  }
]
