import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LEAVES_ORIGIN = "container.departure.from.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const UNLOADED_INLAND = "container.discharge.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Detours: phased-in vessels, changes of destination, shuttles, ports of refuge: each alert with the number of its event; written before the first run. */
export const DETOUR_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "a vessel phases in: the voyage begins at the second port, and a barge brings the container there",
    events: [
      "PLN DEPA CNTAO ALPHA 03-02T10:00 voy=1W",
      "PLN DEPA CNSHA ALPHA 03-05T10:00 voy=1W",
      "PLN ARRI DEHAM ALPHA 04-05T10:00 voy=1W",
      "ACT GTIN CNTAO 02-27T10:00 A",
      "PLN DEPA CNTAO BARGE 03-01T10:00 (A)",
      "PLN ARRI CNSHA BARGE 03-03T10:00 (A)",
      "ACT LOAD CNTAO BARGE 03-01T08:00 A",
      "ACT DEPA CNTAO BARGE 03-01T12:00 A",
      "ACT ARRI CNSHA BARGE 03-03T12:00 A",
      "ACT DISC CNSHA BARGE 03-03T18:00 A",
      "ACT LOAD CNSHA ALPHA 03-05T04:00 A voy=1W",
      "ACT DEPA CNSHA ALPHA 03-05T12:00 voy=1W",
      "ACT ARRI DEHAM ALPHA 04-05T12:00 voy=1W"
    ],
    alerts: [
      `4: ${G1} CNTAO`,
      `7: ${L1} CNTAO`,
      `8: ${D1} CNTAO`,
      `9: ${AT} CNSHA`,
      `10: ${DT} CNSHA`,
      `11: ${LT} CNSHA`,
      `12: ${VT} CNSHA`,
      `13: ${AF} DEHAM`
    ]
  },
  {
    title: "the destination changes at sea to a port of another service: by a transhipment that was not planned",
    events: [
      "PLN ARRI DEHAM ALPHA 04-02T10:00 pod=DEHAM",
      "ACT LOAD CNNGB ALPHA 03-01T05:00 A pod=DEHAM",
      "ACT DEPA CNNGB ALPHA 03-01T12:00",
      "ACT SHIP CNNGB 03-10T10:00 pod=ESBCN",
      "PLN ARRI ESALG ALPHA 03-28T10:00",
      "PLN DEPA ESALG FEEDER 03-31T10:00",
      "PLN ARRI ESBCN FEEDER 04-02T10:00",
      "ACT ARRI ESALG ALPHA 03-28T12:00",
      "ACT DISC ESALG ALPHA 03-28T22:00 A",
      "ACT DEPA ESALG ALPHA 03-29T12:00",
      "ACT LOAD ESALG FEEDER 03-31T04:00 A",
      "ACT DEPA ESALG FEEDER 03-31T12:00",
      "ACT ARRI DEHAM ALPHA 04-02T12:00",
      "ACT ARRI ESBCN FEEDER 04-02T14:00",
      "ACT DISC ESBCN FEEDER 04-02T22:00 A",
      "ACT GTOT ESBCN 04-04T10:00 A"
    ],
    alerts: [
      `2: ${L1} CNNGB`,
      `3: ${D1} CNNGB`,
      `8: ${AT} ESALG`,
      `9: ${DT} ESALG`,
      `11: ${LT} ESALG`,
      `12: ${VT} ESALG`,
      `14: ${AF} ESBCN`,
      `15: ${DF} ESBCN`,
      `16: ${GF} ESBCN`
    ]
  },
  {
    title: "to a ramp by rail through a border, with the estimate of the ramp sliding",
    events: [
      "PLN ARRI CAHAL ALPHA 03-10T10:00",
      "PLN DEPA CAHAL RAIL 03-13T10:00",
      "PLN ARRI USCHI RAIL 03-17T10:00 @RAMP",
      "ACT LOAD LKCMB ALPHA 02-10T05:00 A",
      "ACT ARRI CAHAL ALPHA 03-10T12:00",
      "ACT DISC CAHAL ALPHA 03-10T22:00 A",
      "EST ARRI USCHI RAIL 03-18T08:00 @RAMP",
      "ACT DEPA CAHAL RAIL 03-13T12:00 A",
      "ACT CROS USPHU 03-15T10:00 A",
      "EST ARRI USCHI RAIL 03-19T08:00 @RAMP",
      "ACT ARRI USCHI RAIL 03-19T09:00 A @RAMP",
      "ACT DISC USCHI RAIL 03-19T12:00 A @RAMP",
      "ACT AVPU USCHI 03-19T13:00 A @RAMP",
      "ACT PICK USCHI TRUCK 03-20T09:00 A @RAMP",
      "ACT DROP USCHI 03-22T09:00 A EMPTY @DEPO"
    ],
    alerts: [
      `4: ${L1} LKCMB`,
      `5: ${AF} CAHAL`,
      `6: ${DF} CAHAL`,
      `8: ${GF} CAHAL`,
      `10: date.changed.${ARRIVES_INLAND} USCHI 46`,
      `11: ${ARRIVES_INLAND} USCHI`,
      `12: ${UNLOADED_INLAND} USCHI`,
      `14: ${LEAVES_INLAND} USCHI`
    ]
  },
  {
    title: "a third vessel is interposed at the transhipment port: a shuttle to a second port",
    events: [
      "PLN ARRI SGSIN ALPHA 03-06T10:00",
      "PLN DEPA SGSIN BRAVO 03-10T10:00",
      "PLN ARRI BDCGP BRAVO 03-15T10:00",
      "ACT LOAD DEHAM ALPHA 02-08T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-06T12:00",
      "ACT DISC SGSIN ALPHA 03-06T22:00 A",
      "PLN DEPA SGSIN SHUTTLE 03-09T10:00 (A)",
      "PLN ARRI MYPKG SHUTTLE 03-10T10:00 (A)",
      "PLN DEPA MYPKG CERES 03-13T10:00 (A)",
      "PLN ARRI BDCGP CERES 03-18T10:00 (A)",
      "ACT LOAD SGSIN SHUTTLE 03-09T03:00 A",
      "ACT DEPA SGSIN SHUTTLE 03-09T12:00",
      "ACT ARRI MYPKG SHUTTLE 03-10T12:00",
      "ACT DISC MYPKG SHUTTLE 03-10T20:00 A",
      "ACT DEPA SGSIN BRAVO 03-10T12:00",
      "ACT LOAD MYPKG CERES 03-13T03:00 A",
      "ACT DEPA MYPKG CERES 03-13T12:00",
      "ACT ARRI BDCGP BRAVO 03-15T12:00",
      "ACT ARRI BDCGP CERES 03-18T12:00",
      "ACT DISC BDCGP CERES 03-19T12:00 A"
    ],
    alerts: [
      `4: ${L1} DEHAM`,
      `5: ${AT} SGSIN`,
      `6: ${DT} SGSIN`,
      `10: date.changed.${AF} BDCGP 72`,
      `11: ${LT} SGSIN`,
      `12: ${VT} SGSIN`,
      `13: ${AT} MYPKG`,
      `14: ${DT} MYPKG`,
      `16: ${LT} MYPKG`,
      `17: ${VT} MYPKG`,
      `19: ${AF} BDCGP`,
      `20: ${DF} BDCGP`
    ]
  },
  {
    title: "the pre-carriage is by truck to a depot near the port, where the container waits",
    events: [
      "PLN DEPA DEBRV ALPHA 03-10T10:00",
      "PLN ARRI USBAL ALPHA 03-22T10:00",
      "ACT GTOT DEKSF TRUCK 03-01T08:00 A @CLOC",
      "ACT GTIN DEBRE TRUCK 03-01T16:00 A @DEPO",
      "ACT GTOT DEBRE TRUCK 03-08T08:00 A @DEPO",
      "ACT GTIN DEBRV TRUCK 03-08T10:00 A",
      "EST DEPA DEBRV ALPHA 03-11T08:00",
      "ACT LOAD DEBRV ALPHA 03-11T02:00 A",
      "ACT DEPA DEBRV ALPHA 03-11T12:00",
      "ACT ARRI USBAL ALPHA 03-23T08:00",
      "ACT DISC USBAL ALPHA 03-23T20:00 A"
    ],
    alerts: [
      `3: ${LEAVES_ORIGIN} DEKSF`,
      "4: container.arrival.at.pre.pol DEBRE",
      `5: ${LEAVES_ORIGIN} DEBRE`,
      `6: ${G1} DEBRV`,
      `8: ${L1} DEBRV`,
      `9: date.changed.${D1} DEBRV 26`,
      `9: ${D1} DEBRV`,
      `10: ${AF} USBAL`,
      `11: ${DF} USBAL`
    ]
  },
  {
    title: "general average: the vessel is towed to a port of refuge, and the containers go on by another vessel",
    events: [
      "PLN ARRI NLRTM ALPHA 04-02T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT ARRI OMSLL ALPHA 03-20T12:00",
      "ACT DISC OMSLL ALPHA 03-26T12:00 A",
      "PLN DEPA OMSLL BRAVO 04-10T10:00",
      "PLN ARRI NLRTM BRAVO 04-30T10:00",
      "ACT LOAD OMSLL BRAVO 04-10T03:00 A",
      "ACT DEPA OMSLL BRAVO 04-10T12:00",
      "ACT ARRI NLRTM BRAVO 04-30T12:00",
      "ACT DISC NLRTM BRAVO 04-30T22:00 A"
    ],
    alerts: [
      `2: ${L1} CNSHA`,
      `3: ${D1} CNSHA`,
      `5: ${AT} OMSLL`,
      `5: ${DT} OMSLL`,
      `7: date.changed.${AF} NLRTM 672`,
      `8: ${LT} OMSLL`,
      `9: ${VT} OMSLL`,
      `10: ${AF} NLRTM`,
      `11: ${DF} NLRTM`
    ]
  }
]
