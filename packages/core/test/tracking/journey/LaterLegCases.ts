import { AF, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LOADED_BEFORE = "container.loaded.at.pre.pol"
const LEAVES_BEFORE = "container.departure.from.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Containers that are carried over, rolled twice or reported without plans: written with their alerts before the first run. */
export const LATER_LEG_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "carried over: not discharged at its port, discharged at the next, and brought back by the same vessel",
    events: [
      "PLN ARRI GBFXT ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT ARRI GBFXT ALPHA 03-10T12:00",
      "ACT DEPA GBFXT ALPHA 03-11T12:00",
      "EST ARRI DEHAM ALPHA 03-13T10:00",
      "EST ARRI GBFXT ALPHA 03-17T10:00",
      "ACT ARRI DEHAM ALPHA 03-13T12:00",
      "ACT DEPA DEHAM ALPHA 03-15T12:00",
      "ACT ARRI GBFXT ALPHA 03-17T12:00",
      "ACT DISC GBFXT ALPHA 03-17T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AF} GBFXT`, `retracted ${AF} GBFXT`, `!${AF} GBFXT`, `${DF} GBFXT`]
  },
  {
    title: "a barge to the port of loading misses the vessel, and the container goes with the next one",
    events: [
      "PLN DEPA NLRTM ALPHA 03-05T10:00",
      "PLN ARRI CNSHA ALPHA 04-08T10:00",
      "ACT LOAD DEDUI BARGE 03-04T05:00 A @INTE",
      "ACT DEPA DEDUI BARGE 03-04T10:00 A @INTE",
      "PLN DEPA NLRTM BRAVO 03-12T10:00 (A)",
      "PLN ARRI CNSHA BRAVO 04-15T10:00 (A)",
      "ACT DEPA NLRTM ALPHA 03-05T12:00",
      "ACT ARRI NLRTM BARGE 03-06T10:00 A",
      "ACT LOAD NLRTM BRAVO 03-12T05:00 A",
      "ACT DEPA NLRTM BRAVO 03-12T12:00",
      "ACT DISC CNSHA BRAVO 04-15T20:00 A"
    ],
    alerts: [
      `${LOADED_BEFORE} DEDUI`,
      `${LEAVES_BEFORE} DEDUI`,
      `date.changed.${D1} NLRTM 168`,
      `date.changed.${AF} CNSHA 168`,
      `${G1} NLRTM`,
      `${L1} NLRTM`,
      `${D1} NLRTM`,
      `${DF} CNSHA`
    ]
  },
  {
    title: "to a ramp by rail, where the customer takes it, and the rail is reported before the discharge",
    events: [
      "PLN ARRI USLAX ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT ARRI USLAX ALPHA 03-10T12:00",
      "ACT DEPA USLAX RAIL 03-13T10:00 A",
      "ACT DISC USLAX ALPHA 03-11T05:00 A",
      "ACT ARRI USCHI RAIL 03-17T10:00 A @RAMP",
      "ACT GTOT USCHI 03-18T10:00 A @RAMP",
      "ACT GTIN USCHI 03-20T10:00 A EMPTY @RAMP"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AF} USLAX`,
      `${GF} USLAX`,
      `${DF} USLAX`,
      `${ARRIVES_INLAND} USCHI`,
      `${LEAVES_INLAND} USCHI`
    ]
  },
  {
    title: "the statements of the port of discharge alternate while the vessel is at sea",
    events: [
      "PLN ARRI BEANR ALPHA 03-12T10:00 pod=BEANR",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A pod=BEANR",
      "ACT SHIP NLRTM 02-12T10:00 pod=NLRTM",
      "ACT SHIP BEANR 02-14T10:00 pod=BEANR",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DEPA NLRTM ALPHA 03-11T12:00",
      "ACT ARRI BEANR ALPHA 03-12T12:00",
      "ACT DISC BEANR ALPHA 03-12T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} BEANR`, `${DF} BEANR`]
  },
  {
    title: "the empty indicator is missing at the gates, and the container comes back empty",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-12T09:00 A UNSTATED",
      "ACT GTIN NLRTM 03-15T09:00 A UNSTATED @DEPO"
    ],
    alerts: [`${L1} CNSHA`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "an arrival is retracted by its id and revised with a later date",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 id=1",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A id=2",
      "ACT ARRI NLRTM ALPHA 03-10T12:00 id=3",
      "ACT ARRI NLRTM ALPHA 03-12T12:00 id=3",
      "ACT DISC NLRTM ALPHA 03-12T20:00 A id=4"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `!date.changed.${AF} NLRTM 48`, `${DF} NLRTM`]
  },
  {
    title: "the vessel calls at two ports of one estuary, and the second is the port of discharge",
    events: [
      "PLN ARRI BEANR ALPHA 03-10T10:00 #1",
      "PLN ARRI NLRTM ALPHA 03-12T10:00 #2",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A #0",
      "ACT ARRI BEANR ALPHA 03-10T12:00 #1",
      "EST ARRI NLRTM ALPHA 03-14T10:00 #2",
      "ACT DEPA BEANR ALPHA 03-13T12:00 #1",
      "ACT ARRI NLRTM ALPHA 03-14T12:00 #2",
      "ACT DISC NLRTM ALPHA 03-14T20:00 A #2"
    ],
    alerts: [`${L1} CNSHA`, `date.changed.${AF} NLRTM 48`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "rolled twice at the port of transhipment, and each time before the vessel sails",
    events: [
      "PLN ARRI MYTPP FEEDER 03-03T10:00",
      "PLN DEPA MYTPP ALPHA 03-06T10:00",
      "PLN ARRI DEBRV ALPHA 03-28T10:00",
      "ACT LOAD THLCH FEEDER 03-01T05:00 A",
      "ACT DISC MYTPP FEEDER 03-03T20:00 A",
      "PLN DEPA MYTPP BRAVO 03-13T10:00 (A) rx=03-05T10:00",
      "PLN ARRI DEBRV BRAVO 04-04T10:00 (A)",
      "ACT DEPA MYTPP ALPHA 03-06T12:00",
      "PLN DEPA MYTPP CERES 03-20T10:00 (A) rx=03-12T10:00",
      "PLN ARRI DEBRV CERES 04-11T10:00 (A)",
      "ACT DEPA MYTPP BRAVO 03-13T12:00",
      "ACT LOAD MYTPP CERES 03-20T05:00 A",
      "ACT DEPA MYTPP CERES 03-20T12:00",
      "ACT ARRI DEBRV ALPHA 03-28T12:00",
      "ACT ARRI DEBRV BRAVO 04-04T12:00",
      "ACT ARRI DEBRV CERES 04-11T12:00",
      "ACT DISC DEBRV CERES 04-11T20:00 A"
    ],
    alerts: [
      `${L1} THLCH`,
      `${DT} MYTPP`,
      `date.changed.${VT} MYTPP 168`,
      `date.changed.${AF} DEBRV 168`,
      `date.changed.${VT} MYTPP 168`,
      `date.changed.${AF} DEBRV 168`,
      `${LT} MYTPP`,
      `${VT} MYTPP`,
      `${AF} DEBRV`,
      `${DF} DEBRV`
    ]
  },
  {
    title: "the voyage is reported by rail and vessel without any plan, and the gate-out of the port comes last",
    events: [
      "ACT DEPA USCHI RAIL 02-01T10:00 A @RAMP",
      "ACT ARRI USNYC RAIL 02-03T10:00 A",
      "ACT LOAD USNYC ALPHA 02-05T05:00 A",
      "ACT DEPA USNYC ALPHA 02-05T12:00",
      "ACT ARRI BEANR ALPHA 02-15T12:00",
      "ACT DISC BEANR ALPHA 02-15T20:00 A",
      "ACT GTOT BEANR 02-16T06:00 A"
    ],
    alerts: [
      `${LEAVES_BEFORE} USCHI`,
      `${G1} USNYC`,
      `${L1} USNYC`,
      `${D1} USNYC`,
      `${AF} BEANR`,
      `${DF} BEANR`,
      `${GF} BEANR`
    ]
  }
]
