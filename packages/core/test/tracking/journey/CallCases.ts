import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const REACHES_BEFORE = "container.arrival.at.pre.pol"
const LOADED_BEFORE = "container.loaded.at.pre.pol"
const LEAVES_BEFORE = "container.departure.from.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Hubs, omitted and repeated calls, changes of booking and destination: written with their alerts before the first run. */
export const CALL_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "loadings and discharges alone, estimated beforehand, from the response of a carrier; the gate-out slides",
    events: [
      "ACT GTIN THLCH 03-30T10:00 A",
      "EST DISC CNSHA SVEVA 04-25T08:00 A",
      "EST LOAD CNSHA WILMINGTON 05-02T18:00 A",
      "EST DISC USCHS WILMINGTON 06-11T07:00 A",
      "ACT LOAD THLCH SVEVA 04-14T00:00 A",
      "ACT DISC CNYSN SVEVA 04-25T12:00 A",
      "ACT LOAD CNYSN WILMINGTON 05-02T01:00 A",
      "EST GTOT USCHS 06-14T10:00 A",
      "ACT DISC USCHS WILMINGTON 06-11T13:00 A",
      "ACT GTOT USCHS 06-15T15:00 A"
    ],
    alerts: [
      `${G1} THLCH`,
      `${L1} THLCH`,
      `${DT} CNYSN`,
      `${LT} CNYSN`,
      `${DF} USCHS`,
      `date.changed.${GF} USCHS 29`,
      `${GF} USCHS`
    ]
  },
  {
    title: "from a barge yard on the upper river, as a carrier publishes it",
    events: [
      "ACT GTOT CNCKG 03-01T08:00 A EMPTY @DEPO",
      "ACT GTIN CNCKG 03-02T08:00 A @INTE",
      "PLN DEPA CNSHA MAINE 03-12T10:00",
      "PLN ARRI NLRTM MAINE 04-10T10:00",
      "ACT LOAD CNCKG BARGE 03-03T05:00 A @INTE",
      "ACT DEPA CNCKG BARGE 03-03T10:00 A @INTE",
      "ACT ARRI CNSHA BARGE 03-09T10:00 A",
      "ACT DISC CNSHA BARGE 03-09T16:00 A",
      "ACT GTIN CNSHA 03-10T08:00 A",
      "ACT LOAD CNSHA MAINE 03-12T02:00 A",
      "ACT DEPA CNSHA MAINE 03-12T12:00",
      "ACT ARRI NLRTM MAINE 04-10T12:00",
      "ACT DISC NLRTM MAINE 04-10T22:00 A",
      "ACT LOAD NLRTM RAIL 04-12T10:00 A",
      "ACT DEPA NLRTM RAIL 04-12T15:00 A"
    ],
    alerts: [
      `${REACHES_BEFORE} CNCKG`,
      `${LOADED_BEFORE} CNCKG`,
      `${LEAVES_BEFORE} CNCKG`,
      `${G1} CNSHA`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`,
      `${GF} NLRTM`
    ]
  },
  {
    title: "through two terminals of the hub, rebooked there, and the next vessel is reported late",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI AUSYD BRAVO 03-26T10:00",
      "ACT LOAD LKCMB ALPHA 03-01T05:00 A",
      "ACT DEPA LKCMB ALPHA 03-01T12:00",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "ACT GTOT SGSIN 03-11T08:00 A",
      "ACT GTIN SGSIN 03-11T11:00 A",
      "EST DEPA SGSIN CHARLIE 03-17T10:00 (A)",
      "EST ARRI AUSYD CHARLIE 03-30T10:00 (A)",
      "ACT DEPA SGSIN BRAVO 03-14T11:00",
      "ACT ARRI AUSYD BRAVO 03-26T11:00",
      "ACT LOAD SGSIN CHARLIE 03-17T03:00 A rx=03-28T01:00",
      "ACT DEPA SGSIN CHARLIE 03-17T12:00 rx=03-28T02:00",
      "ACT ARRI AUSYD CHARLIE 03-30T12:00",
      "ACT DISC AUSYD CHARLIE 03-30T22:00 A"
    ],
    alerts: [
      `${L1} LKCMB`,
      `${D1} LKCMB`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 72`,
      `date.changed.${AF} AUSYD 96`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} AUSYD`,
      `${DF} AUSYD`
    ]
  },
  {
    title: "gated in under one booking, and moved to another without being moved itself",
    events: [
      "PLN DEPA CNNGB ALPHA 03-05T10:00 bk=BK1",
      "PLN ARRI GBFXT ALPHA 04-05T10:00 bk=BK1",
      "ACT GTIN CNNGB 03-03T08:00 A bk=BK1",
      "PLN DEPA CNNGB BRAVO 03-09T10:00 bk=BK2",
      "PLN ARRI USLAX BRAVO 03-25T10:00 bk=BK2",
      "ACT GTIN CNNGB 03-03T08:00 A bk=BK2",
      "ACT DEPA CNNGB ALPHA 03-05T12:00 bk=BK1",
      "ACT LOAD CNNGB BRAVO 03-09T03:00 A bk=BK2",
      "ACT DEPA CNNGB BRAVO 03-09T12:00 bk=BK2",
      "ACT ARRI GBFXT ALPHA 04-05T12:00 bk=BK1 rx=03-20T10:00",
      "ACT ARRI USLAX BRAVO 03-25T12:00 bk=BK2",
      "ACT DISC USLAX BRAVO 03-25T22:00 A bk=BK2"
    ],
    alerts: [`${G1} CNNGB`, `date.changed.${D1} CNNGB 96`, `${L1} CNNGB`, `${D1} CNNGB`, `${AF} USLAX`, `${DF} USLAX`]
  },
  {
    title: "carrier haulage with a stay at an inland depot before the door",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-12T08:00 A",
      "ACT GTIN NLVEN 03-12T14:00 A @DEPO",
      "ACT GTOT NLVEN 03-15T08:00 A @DEPO",
      "ACT GTIN DEDUS 03-15T11:00 A @CLOC",
      "ACT GTOT DEDUS 03-16T09:00 A EMPTY @CLOC",
      "ACT GTIN NLVEN 03-16T14:00 A EMPTY @DEPO"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`,
      `${GF} NLRTM`,
      `${ARRIVES_INLAND} NLVEN`,
      `${LEAVES_INLAND} NLVEN`,
      `${ARRIVES_INLAND} DEDUS`
    ]
  },
  {
    title: "the destination changes on the first leg: from the hub to a port of another direction",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI AUFRE BRAVO 03-21T10:00 pod=AUFRE",
      "ACT LOAD INMAA ALPHA 03-02T05:00 A pod=AUFRE",
      "ACT DEPA INMAA ALPHA 03-02T12:00",
      "ACT SHIP IDJKT 03-05T10:00 pod=IDJKT",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "PLN DEPA SGSIN DELTA 03-16T10:00 (A)",
      "PLN ARRI IDJKT DELTA 03-18T10:00 (A)",
      "ACT DEPA SGSIN BRAVO 03-14T12:00",
      "ACT LOAD SGSIN DELTA 03-16T03:00 A",
      "ACT DEPA SGSIN DELTA 03-16T12:00",
      "ACT ARRI IDJKT DELTA 03-18T12:00",
      "ACT DISC IDJKT DELTA 03-19T05:00 A",
      "ACT ARRI AUFRE BRAVO 03-21T12:00"
    ],
    alerts: [
      `${L1} INMAA`,
      `${D1} INMAA`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 48`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} IDJKT`,
      `${DF} IDJKT`
    ]
  },
  {
    title: "the vessel omits its port of discharge, and a feeder brings the cargo there from the port before",
    events: [
      "PLN ARRI BEANR ALPHA 03-08T10:00",
      "PLN DEPA BEANR ALPHA 03-09T10:00",
      "PLN ARRI DEHAM ALPHA 03-11T10:00",
      "ACT LOAD BRSSZ ALPHA 02-18T05:00 A",
      "ACT DEPA BRSSZ ALPHA 02-18T12:00",
      "ACT ARRI BEANR ALPHA 03-08T12:00",
      "ACT DISC BEANR ALPHA 03-09T02:00 A",
      "PLN DEPA BEANR SHUTTLE 03-12T10:00 A",
      "PLN ARRI DEHAM SHUTTLE 03-14T10:00 A",
      "ACT LOAD BEANR SHUTTLE 03-12T03:00 A",
      "ACT DEPA BEANR SHUTTLE 03-12T12:00",
      "ACT ARRI DEHAM SHUTTLE 03-14T12:00",
      "ACT DISC DEHAM SHUTTLE 03-14T20:00 A"
    ],
    alerts: [
      `${L1} BRSSZ`,
      `${D1} BRSSZ`,
      `${AT} BEANR`,
      `${DT} BEANR`,
      `date.changed.${AF} DEHAM 72`,
      `${LT} BEANR`,
      `${VT} BEANR`,
      `${AF} DEHAM`,
      `${DF} DEHAM`
    ]
  },
  {
    title: "a loop that calls the hub twice, and the container leaves at the second call",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00 #S1",
      "PLN ARRI SGSIN ALPHA 03-14T10:00 #S2",
      "PLN DEPA SGSIN BRAVO 03-18T10:00",
      "PLN ARRI INMAA BRAVO 03-24T10:00",
      "ACT LOAD AUMEL ALPHA 02-25T05:00 A",
      "ACT DEPA AUMEL ALPHA 02-25T12:00",
      "ACT ARRI SGSIN ALPHA 03-10T12:00 #S1",
      "ACT DEPA SGSIN ALPHA 03-11T06:00 #S1",
      "ACT ARRI MYPKG ALPHA 03-12T05:00",
      "ACT DEPA MYPKG ALPHA 03-13T05:00",
      "ACT ARRI SGSIN ALPHA 03-14T12:00 #S2",
      "ACT DISC SGSIN ALPHA 03-14T20:00 A #S2",
      "ACT LOAD SGSIN BRAVO 03-18T03:00 A",
      "ACT DEPA SGSIN BRAVO 03-18T12:00",
      "ACT ARRI INMAA BRAVO 03-24T12:00",
      "ACT DISC INMAA BRAVO 03-24T20:00 A"
    ],
    alerts: [
      `${L1} AUMEL`,
      `${D1} AUMEL`,
      `date.changed.${AT} SGSIN 96`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} INMAA`,
      `${DF} INMAA`
    ]
  },
  {
    title: "an actual arrival sent hours ahead, an estimate after it, and the actual one corrected",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT ARRI NLRTM ALPHA 03-10T12:00 rx=03-09T20:00",
      "EST ARRI NLRTM ALPHA 03-12T10:00",
      "ACT ARRI NLRTM ALPHA 03-10T18:00",
      "EST DISC NLRTM ALPHA 03-11T10:00 A",
      "ACT DISC NLRTM ALPHA 03-11T08:00 A",
      "EST GTOT NLRTM 03-12T08:00 A",
      "ACT GTOT NLRTM 03-12T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "a backlog that arrives newest first, in single requests, with a transhipment",
    events: [
      "ACT GTOT AUSYD 04-03T09:00 A rx=04-05T01:00",
      "ACT DISC AUSYD BRAVO 04-01T20:00 A",
      "ACT ARRI AUSYD BRAVO 04-01T12:00",
      "ACT LOAD SGSIN BRAVO 03-20T03:00 A",
      "ACT DISC SGSIN ALPHA 03-14T20:00 A",
      "ACT ARRI SGSIN ALPHA 03-14T12:00",
      "ACT DEPA LKCMB ALPHA 03-08T12:00",
      "ACT LOAD LKCMB ALPHA 03-08T05:00 A"
    ],
    alerts: [
      `${DF} AUSYD`,
      `${GF} AUSYD`,
      `${AF} AUSYD`,
      `${L1} SGSIN`,
      `${DT} SGSIN`,
      `!${LT} SGSIN`,
      `${AT} SGSIN`,
      `${D1} LKCMB`,
      `${L1} LKCMB`
    ]
  }
]
