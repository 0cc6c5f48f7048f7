import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LEAVES_BEFORE = "container.departure.from.pre.pol"
const ARRIVES_BEFORE = "container.arrival.at.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Corrections, missing fields, contradicting documents and changed ports of loading: written with their alerts before the first run. */
export const CORRECTION_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "discharged at a wrong port, corrected within hours: the arrival was never wrong",
    events: [
      "PLN ARRI GBFXT ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI GBFXT ALPHA 03-10T12:00",
      "ACT DISC GBSOU ALPHA 03-10T20:00 A",
      "ACT DISC GBFXT ALPHA 03-10T20:00 A del=4"
    ],
    alerts: [`${L1} CNSHA`, `${AF} GBFXT`, `${DF} GBFXT`]
  },
  {
    title: "the whole voyage is reported backwards",
    events: [
      "PLN DEPA CNSHA ALPHA 02-10T10:00",
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT GTOT NLRTM 03-12T09:00 A",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT GTIN CNSHA 02-08T05:00 A"
    ],
    alerts: [`${GF} NLRTM`, `${DF} NLRTM`, `${AF} NLRTM`, `${D1} CNSHA`, `${L1} CNSHA`, `${G1} CNSHA`]
  },
  {
    title: "no event names a vessel or a call",
    events: [
      "ACT LOAD CNSHA VESSEL 03-01T05:00 A",
      "ACT DISC SGSIN VESSEL 03-08T20:00 A",
      "ACT LOAD SGSIN VESSEL 03-09T15:00 A",
      "ACT DISC NLRTM VESSEL 04-02T20:00 A",
      "ACT GTOT NLRTM 04-03T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${DT} SGSIN`, `${LT} SGSIN`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "events without a transport call between planned ports",
    events: [
      "PLN DEPA CNSHA ALPHA 03-01T10:00",
      "PLN ARRI SGSIN ALPHA 03-08T10:00",
      "PLN DEPA SGSIN BRAVO 03-12T10:00",
      "PLN ARRI NLRTM BRAVO 04-05T10:00",
      "ACT LOAD CNSHA 03-01T05:00 A no-call",
      "ACT DISC SGSIN 03-08T20:00 A no-call",
      "ACT LOAD SGSIN 03-12T05:00 A no-call",
      "ACT DISC NLRTM 04-05T20:00 A no-call",
      "ACT GTOT NLRTM 04-06T09:00 A no-call"
    ],
    alerts: [`${L1} CNSHA`, `${DT} SGSIN`, `${LT} SGSIN`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the arrival has no place, and its call has one",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 #9",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A #8",
      "ACT ARRI NLRTM ALPHA 03-10T12:00 #9 no-place",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A #9 no-place"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "by rail from a ramp to a ramp in the town of the port of loading, and then gated in at the terminal",
    events: [
      "PLN DEPA USLAX ALPHA 03-10T10:00",
      "PLN ARRI CNSHA ALPHA 03-28T10:00",
      "ACT GTIN USCHI 03-01T05:00 A @RAMP",
      "ACT DEPA USCHI RAIL 03-02T05:00 A @RAMP",
      "ACT ARRI USLAX RAIL 03-06T05:00 A @RAMP",
      "ACT GTIN USLAX 03-07T01:00 A",
      "ACT LOAD USLAX ALPHA 03-10T05:00 A",
      "ACT DEPA USLAX ALPHA 03-10T12:00",
      "ACT DISC CNSHA ALPHA 03-28T20:00 A"
    ],
    alerts: [
      `${ARRIVES_BEFORE} USCHI`,
      `${LEAVES_BEFORE} USCHI`,
      `${G1} USLAX`,
      `${L1} USLAX`,
      `${D1} USLAX`,
      `${DF} CNSHA`
    ]
  },
  {
    title: "a land bridge with documents, planned from the booking on",
    events: [
      "PLN ARRI USLAX ALPHA 03-15T10:00 pod=GBFXT",
      "PLN DEPA USNYC BRAVO 03-28T10:00 pod=GBFXT",
      "PLN ARRI GBFXT BRAVO 04-06T10:00 pod=GBFXT",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT ARRI USLAX ALPHA 03-15T12:00",
      "ACT DISC USLAX ALPHA 03-15T20:00 A",
      "ACT GTOT USLAX RAIL 03-17T05:00 A",
      "ACT GTIN USNYC RAIL 03-24T05:00 A",
      "ACT LOAD USNYC BRAVO 03-28T05:00 A",
      "ACT DEPA USNYC BRAVO 03-28T12:00",
      "ACT DISC GBFXT BRAVO 04-06T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AT} USLAX`, `${DT} USLAX`, `${LT} USNYC`, `${VT} USNYC`, `${DF} GBFXT`]
  },
  {
    title: "refused by the consignee, and shipped back under another booking",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT DISC NLRTM ALPHA 03-01T20:00 A",
      "ACT GTOT NLRTM 03-03T09:00 A",
      "PLN DEPA NLRTM BRAVO 03-20T10:00 bk=BACK",
      "PLN ARRI CNSHA BRAVO 04-20T10:00 bk=BACK",
      "ACT GTIN NLRTM 03-12T09:00 A bk=BACK",
      "ACT LOAD NLRTM BRAVO 03-20T05:00 A bk=BACK",
      "ACT DEPA NLRTM BRAVO 03-20T12:00 bk=BACK",
      "ACT DISC CNSHA BRAVO 04-20T20:00 A bk=BACK"
    ],
    alerts: [`${L1} CNSHA`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the booking names one port of discharge, and the amended bill the next port of the vessel",
    events: [
      "ACT SHIP NLRTM 02-01T10:00 pod=NLRTM",
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT SHIP BEANR 02-20T10:00 pod=BEANR",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DEPA NLRTM ALPHA 03-11T12:00",
      "ACT ARRI BEANR ALPHA 03-12T12:00",
      "ACT DISC BEANR ALPHA 03-12T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} BEANR`, `${DF} BEANR`]
  },
  {
    title: "a port of discharge and a place of delivery inland, by barge and without gates",
    events: [
      "ACT SHIP NLRTM 02-01T10:00 pod=NLRTM pde=DEDUI",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT LOAD NLRTM BARGE 03-12T05:00 A",
      "ACT DEPA NLRTM BARGE 03-12T10:00 A",
      "ACT ARRI DEDUI BARGE 03-13T10:00 A @INTE",
      "ACT GTOT DEDUI 03-15T10:00 A @INTE"
    ],
    alerts: [`${L1} CNSHA`, `${DF} NLRTM`, `${GF} NLRTM`, `${ARRIVES_INLAND} DEDUI`, `${LEAVES_INLAND} DEDUI`]
  },
  {
    title: "around midnight: loaded after the departure, and discharged before the arrival",
    events: [
      "PLN ARRI NLRTM ALPHA 03-11T10:00",
      "ACT DEPA CNSHA ALPHA 02-09T23:00",
      "ACT LOAD CNSHA ALPHA 02-10T00:00 A",
      "ACT DISC NLRTM ALPHA 03-11T00:00 A",
      "ACT ARRI NLRTM ALPHA 03-11T23:30"
    ],
    alerts: [`${D1} CNSHA`, `${L1} CNSHA`, `${DF} NLRTM`, `${AF} NLRTM`]
  },
  {
    title: "two routes on one booking, and this container takes the later one with a transhipment",
    events: [
      "PLN DEPA CNSHA ALPHA 03-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-28T10:00",
      "PLN DEPA CNSHA BRAVO 03-03T10:00",
      "PLN ARRI SGSIN BRAVO 03-10T10:00",
      "PLN DEPA SGSIN CERES 03-14T10:00",
      "PLN ARRI NLRTM CERES 04-05T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 B",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT LOAD CNSHA BRAVO 03-03T05:00 A",
      "ACT DEPA CNSHA BRAVO 03-03T12:00",
      "ACT ARRI SGSIN BRAVO 03-10T12:00",
      "ACT DISC SGSIN BRAVO 03-10T20:00 A",
      "ACT LOAD SGSIN CERES 03-14T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-28T12:00",
      "ACT ARRI NLRTM CERES 04-05T12:00",
      "ACT DISC NLRTM CERES 04-05T20:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `date.changed.${D1} CNSHA 48`,
      `date.changed.${AF} NLRTM 192`,
      `${D1} CNSHA`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "a discharge on the way is retracted by its id",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00 id=1",
      "ACT LOAD CNSHA ALPHA 02-18T05:00 A id=2",
      "ACT DISC SGSIN ALPHA 02-26T20:00 A id=3",
      "ACT GONE SGSIN 02-26T20:00 A id=3",
      "ACT DISC NLRTM ALPHA 03-20T20:00 A id=4"
    ],
    alerts: [`${L1} CNSHA`, `${DT} SGSIN`, `retracted ${DT} SGSIN`, `${DF} NLRTM`]
  },
  {
    title: "the transhipment port is omitted, and the container changes vessels at the next port",
    events: [
      "PLN ARRI SGSIN ALPHA 03-08T10:00",
      "PLN DEPA SGSIN BRAVO 03-12T10:00",
      "PLN ARRI NLRTM BRAVO 04-05T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT ARRI LKCMB ALPHA 03-14T10:00",
      "ACT DISC LKCMB ALPHA 03-14T20:00 A",
      "PLN DEPA LKCMB CERES 03-20T10:00 (A)",
      "PLN ARRI NLRTM CERES 04-08T10:00 (A)",
      "ACT LOAD LKCMB CERES 03-20T05:00 A",
      "ACT DEPA LKCMB CERES 03-20T12:00",
      "ACT ARRI NLRTM CERES 04-08T12:00",
      "ACT DISC NLRTM CERES 04-08T20:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AT} LKCMB`,
      `${DT} LKCMB`,
      `date.changed.${AF} NLRTM 72`,
      `${LT} LKCMB`,
      `${VT} LKCMB`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "the rotation is reversed: the vessel calls the next port first",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-18T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-18T12:00",
      "EST ARRI NLRTM ALPHA 03-23T10:00",
      "ACT ARRI DEHAM ALPHA 03-20T12:00",
      "ACT DEPA DEHAM ALPHA 03-21T12:00",
      "ACT ARRI NLRTM ALPHA 03-23T12:00",
      "ACT DISC NLRTM ALPHA 03-23T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `date.changed.${AF} NLRTM 72`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the port of loading changes, and a truck takes the container there",
    events: [
      "PLN DEPA DEBRV ALPHA 03-05T10:00",
      "PLN ARRI CNSHA ALPHA 04-10T10:00",
      "ACT GTIN DEBRV 03-02T10:00 A",
      "PLN DEPA DEHAM ALPHA 03-07T10:00 (A)",
      "ACT GTOT DEBRV 03-03T10:00 A",
      "ACT GTIN DEHAM 03-04T10:00 A",
      "ACT DEPA DEBRV ALPHA 03-05T12:00",
      "ACT LOAD DEHAM ALPHA 03-07T05:00 A",
      "ACT DEPA DEHAM ALPHA 03-07T12:00",
      "ACT DISC CNSHA ALPHA 04-10T20:00 A"
    ],
    alerts: [
      `${G1} DEBRV`,
      `!${ARRIVES_BEFORE} DEBRV`,
      `${LEAVES_BEFORE} DEBRV`,
      `${G1} DEHAM`,
      `${L1} DEHAM`,
      `${D1} DEHAM`,
      `${DF} CNSHA`
    ]
  },
  {
    title: "emptied at the port, and the gate-out is reported after the empty return",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTIN NLRTM 03-15T09:00 A EMPTY @DEPO",
      "ACT GTOT NLRTM 03-12T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${DF} NLRTM`, `${GF} NLRTM`]
  }
]
