import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LEAVES_BEFORE = "container.departure.from.pre.pol"
const ARRIVES_BEFORE = "container.arrival.at.pre.pol"

/** Freight stations, land bridges and feeders that do not sail: written with their alerts before the first run. */
export const LAND_SIDE_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "stuffed at a freight station in the town of the port of loading",
    events: [
      "PLN DEPA NLRTM ALPHA 03-05T10:00",
      "PLN ARRI USNYC ALPHA 03-15T10:00",
      "ACT GTIN NLRTM 02-27T10:00 A @COFS",
      "ACT GTOT NLRTM 03-01T10:00 A @COFS",
      "ACT GTIN NLRTM 03-01T14:00 A",
      "ACT LOAD NLRTM ALPHA 03-05T05:00 A",
      "ACT DISC USNYC ALPHA 03-15T20:00 A"
    ],
    alerts: [`${ARRIVES_BEFORE} NLRTM`, `${LEAVES_BEFORE} NLRTM`, `${G1} NLRTM`, `${L1} NLRTM`, `${DF} USNYC`]
  },
  {
    title: "the feeder is cancelled, and a truck brings the container to the mainliner",
    events: [
      "PLN DEPA SEGOT FEEDER 03-03T10:00",
      "PLN ARRI DEBRV FEEDER 03-05T10:00",
      "PLN DEPA DEBRV ALPHA 03-08T10:00",
      "PLN ARRI USNYC ALPHA 03-18T10:00",
      "ACT GTIN SEGOT 03-01T10:00 A",
      "ACT GTOT SEGOT TRUCK 03-04T10:00 A",
      "ACT GTIN DEBRV TRUCK 03-05T18:00 A",
      "ACT LOAD DEBRV ALPHA 03-08T05:00 A",
      "ACT DEPA DEBRV ALPHA 03-08T12:00",
      "ACT DISC USNYC ALPHA 03-18T20:00 A"
    ],
    alerts: [
      `${G1} SEGOT`,
      `!${ARRIVES_BEFORE} SEGOT`,
      `${LEAVES_BEFORE} SEGOT`,
      `${G1} DEBRV`,
      `${L1} DEBRV`,
      `${D1} DEBRV`,
      `${DF} USNYC`
    ]
  },
  {
    title: "two legs, each of which becomes known after the discharge before it",
    events: [
      "ACT LOAD VNHPH FEEDER 03-01T05:00 A",
      "ACT DEPA VNHPH FEEDER 03-01T12:00",
      "ACT DISC SGSIN FEEDER 03-05T20:00 A",
      "PLN DEPA SGSIN BRAVO 03-06T18:00",
      "ACT LOAD SGSIN BRAVO 03-06T14:00 A",
      "ACT DEPA SGSIN BRAVO 03-06T19:00",
      "ACT DISC EGPSD BRAVO 03-20T20:00 A",
      "ACT LOAD EGPSD CERES 03-21T10:00 A",
      "ACT DISC ITTRS CERES 03-25T10:00 A",
      "ACT GTOT ITTRS 03-25T20:00 A"
    ],
    alerts: [
      `${L1} VNHPH`,
      `${D1} VNHPH`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${DT} EGPSD`,
      `${LT} EGPSD`,
      `${DF} ITTRS`,
      `${GF} ITTRS`
    ]
  },
  {
    title: "across the isthmus by rail between two vessels, with the next vessel planned only at the second port",
    events: [
      "ACT LOAD CLSAI ALPHA 02-01T05:00 A pod=USHOU",
      "ACT DISC PABLB ALPHA 02-08T20:00 A",
      "ACT GTOT PABLB RAIL 02-09T10:00 A",
      "ACT GTIN PAMIT RAIL 02-09T18:00 A",
      "PLN DEPA PAMIT BRAVO 02-14T10:00 (A)",
      "PLN ARRI USHOU BRAVO 02-19T10:00 (A)",
      "ACT LOAD PAMIT BRAVO 02-14T05:00 A",
      "ACT DEPA PAMIT BRAVO 02-14T12:00",
      "ACT ARRI USHOU BRAVO 02-19T12:00",
      "ACT DISC USHOU BRAVO 02-19T20:00 A",
      "ACT GTOT USHOU 02-21T09:00 A"
    ],
    alerts: [`${L1} CLSAI`, `${DT} PABLB`, `${LT} PAMIT`, `${VT} PAMIT`, `${AF} USHOU`, `${DF} USHOU`, `${GF} USHOU`]
  },
  {
    title: "by barge between two ports of transhipment, without a loading or discharge of the barge",
    events: [
      "PLN ARRI BEANR ALPHA 03-06T10:00",
      "PLN DEPA NLRTM BRAVO 03-12T10:00",
      "PLN ARRI USNYC BRAVO 03-22T10:00",
      "ACT LOAD INNSA ALPHA 02-15T05:00 A",
      "ACT ARRI BEANR ALPHA 03-06T12:00",
      "ACT DISC BEANR ALPHA 03-06T20:00 A",
      "ACT GTOT BEANR BARGE 03-08T10:00 A",
      "ACT GTIN NLRTM BARGE 03-09T10:00 A",
      "ACT LOAD NLRTM BRAVO 03-12T05:00 A",
      "ACT DEPA NLRTM BRAVO 03-12T12:00",
      "ACT DISC USNYC BRAVO 03-22T20:00 A",
      "ACT GTOT USNYC 03-24T09:00 A"
    ],
    alerts: [`${L1} INNSA`, `${AT} BEANR`, `${DT} BEANR`, `${LT} NLRTM`, `${VT} NLRTM`, `${DF} USNYC`, `${GF} USNYC`]
  },
  {
    title: "a container of the booking is added later, and the first one is short-shipped",
    events: [
      "PLN DEPA ESVLC ALPHA 03-05T10:00",
      "PLN ARRI USNYC ALPHA 03-16T10:00",
      "ACT GTIN ESVLC 03-03T10:00 A",
      "ACT GTIN ESVLC 03-03T11:00 B",
      "ACT LOAD ESVLC ALPHA 03-05T05:00 B",
      "ACT DEPA ESVLC ALPHA 03-05T12:00",
      "ACT ARRI USNYC ALPHA 03-16T12:00",
      "ACT DISC USNYC ALPHA 03-16T20:00 B",
      "PLN DEPA ESVLC BRAVO 03-26T10:00 (A) rx=03-17T10:00",
      "PLN ARRI USNYC BRAVO 04-06T10:00 (A)",
      "ACT LOAD ESVLC BRAVO 03-26T05:00 A",
      "ACT DEPA ESVLC BRAVO 03-26T12:00",
      "ACT ARRI USNYC BRAVO 04-06T12:00",
      "ACT DISC USNYC BRAVO 04-06T20:00 A"
    ],
    alerts: [
      `${G1} ESVLC`,
      `date.changed.${D1} ESVLC 504`,
      `date.changed.${AF} USNYC 504`,
      `${L1} ESVLC`,
      `${D1} ESVLC`,
      `${AF} USNYC`,
      `${DF} USNYC`
    ]
  },
  {
    title: "the container is taken off for another port of discharge than the other containers of the bill",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "PLN ARRI DEHAM ALPHA 03-13T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT LOAD CNSHA ALPHA 02-10T06:00 B",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-11T09:00 A",
      "ACT ARRI DEHAM ALPHA 03-13T12:00",
      "ACT DISC DEHAM ALPHA 03-13T20:00 B"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AT} NLRTM`, `${DT} NLRTM`, `!${AF} NLRTM`, `!${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the voyage changes its number at the port of discharge, and the plan has call ids",
    events: [
      "PLN DEPA CNSHA ALPHA 03-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-28T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A voy=012W",
      "ACT DEPA CNSHA ALPHA 03-01T12:00 voy=012W",
      "EST ARRI NLRTM ALPHA 03-29T12:00 voy=012W",
      "ACT ARRI NLRTM ALPHA 03-29T12:30 voy=012W",
      "ACT DISC NLRTM ALPHA 03-29T20:00 A voy=013E"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `date.changed.${AF} NLRTM 26`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the vessel breaks down at the port of transhipment, and the container changes to another vessel there",
    events: [
      "PLN ARRI NLRTM ALPHA 03-28T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT ARRI SGSIN ALPHA 03-06T10:00",
      "ACT DISC SGSIN ALPHA 03-09T20:00 A",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI NLRTM BRAVO 04-06T10:00",
      "ACT LOAD SGSIN BRAVO 03-14T05:00 A",
      "ACT DEPA SGSIN BRAVO 03-14T12:00",
      "ACT ARRI NLRTM BRAVO 04-06T12:00",
      "ACT DISC NLRTM BRAVO 04-06T20:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${AF} NLRTM 216`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  }
]
