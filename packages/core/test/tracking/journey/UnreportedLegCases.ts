import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** Legs, discharges and arrivals that no event reports: written with their alerts before the first run. */
export const UNREPORTED_LEG_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "no feeder plan, and the documents name the port: the gate-out there",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT SHIP CNSHA 02-01T00:00 pod=FIHEL",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-20T12:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T22:00 A",
      "ACT GTOT FIHEL 03-29T10:00 A",
      "ACT GTIN FIHEL 04-02T10:00 A EMPTY @DEPO"
    ],
    alerts: [`3: ${L1} CNSHA`, `4: ${D1} CNSHA`, `6: ${AT} NLRTM`, `6: ${DT} NLRTM`, `7: ${GF} FIHEL`]
  },
  {
    title: "the feeder leg is never reported: only the empty return at the destination",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "PLN DEPA NLRTM FEED 03-24T10:00",
      "PLN ARRI FIHEL FEED 03-26T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-20T12:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T22:00 A",
      "ACT GTIN FIHEL 04-02T10:00 A EMPTY @DEPO"
    ],
    alerts: [`4: ${L1} CNSHA`, `5: ${D1} CNSHA`, `6: ${AT} NLRTM`, `7: ${DT} NLRTM`]
  },
  {
    title: "empty return at the hub, although a feeder was planned from there",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "PLN DEPA NLRTM FEED 03-24T10:00",
      "PLN ARRI FIHEL FEED 03-26T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-20T12:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T22:00 A",
      "ACT GTIN NLRTM 03-24T10:00 A EMPTY @DEPO"
    ],
    alerts: [
      `4: ${L1} CNSHA`,
      `5: ${D1} CNSHA`,
      `6: ${AT} NLRTM`,
      `7: ${DT} NLRTM`,
      `8: !${AF} NLRTM`,
      `8: !${DF} NLRTM`
    ]
  },
  {
    title: "the feeder leg from the port of loading is never reported: only the loading at the hub",
    events: [
      "PLN DEPA IDSRG FEED 03-01T10:00",
      "PLN ARRI SGSIN FEED 03-04T10:00",
      "PLN DEPA SGSIN BRAVO 03-08T10:00",
      "PLN ARRI NLRTM BRAVO 04-02T10:00",
      "ACT GTIN IDSRG 02-27T10:00 A",
      "ACT LOAD SGSIN BRAVO 03-08T03:00 A",
      "ACT DEPA SGSIN BRAVO 03-08T12:00",
      "ACT ARRI NLRTM BRAVO 04-02T12:00",
      "ACT DISC NLRTM BRAVO 04-02T22:00 A"
    ],
    alerts: [`5: ${G1} IDSRG`, `6: ${LT} SGSIN`, `7: ${VT} SGSIN`, `8: ${AF} NLRTM`, `9: ${DF} NLRTM`]
  },
  {
    title: "the first feeder leg is never reported, and no gate-in either: the loading at the hub is first",
    events: [
      "PLN DEPA IDSRG FEED 03-01T10:00",
      "PLN ARRI SGSIN FEED 03-04T10:00",
      "PLN DEPA SGSIN BRAVO 03-08T10:00",
      "PLN ARRI NLRTM BRAVO 04-02T10:00",
      "ACT GTOT IDSRG 02-25T10:00 A EMPTY @DEPO",
      "ACT LOAD SGSIN BRAVO 03-08T03:00 A",
      "ACT DEPA SGSIN BRAVO 03-08T12:00",
      "ACT ARRI NLRTM BRAVO 04-02T12:00",
      "ACT DISC NLRTM BRAVO 04-02T22:00 A"
    ],
    alerts: [`6: ${LT} SGSIN`, `7: ${VT} SGSIN`, `8: ${AF} NLRTM`, `9: ${DF} NLRTM`]
  },
  {
    title: "the first leg is reported by its arrival and discharge alone",
    events: [
      "PLN DEPA IDSRG FEED 03-01T10:00",
      "PLN ARRI SGSIN FEED 03-04T10:00",
      "PLN DEPA SGSIN BRAVO 03-08T10:00",
      "PLN ARRI NLRTM BRAVO 04-02T10:00",
      "ACT GTIN IDSRG 02-27T10:00 A",
      "ACT DISC SGSIN FEED 03-05T03:00 A",
      "ACT LOAD SGSIN BRAVO 03-08T03:00 A",
      "ACT DEPA SGSIN BRAVO 03-08T12:00",
      "ACT ARRI NLRTM BRAVO 04-02T12:00"
    ],
    alerts: [`5: ${G1} IDSRG`, `6: ${DT} SGSIN`, `7: ${LT} SGSIN`, `8: ${VT} SGSIN`, `9: ${AF} NLRTM`]
  },
  {
    title: "the feeder between two hubs is never reported",
    events: [
      "PLN ARRI SGSIN ALPHA 03-04T10:00",
      "PLN DEPA SGSIN FEED 03-06T10:00",
      "PLN ARRI MYTPP FEED 03-07T10:00",
      "PLN DEPA MYTPP BRAVO 03-12T10:00",
      "PLN ARRI NLRTM BRAVO 04-02T10:00",
      "ACT LOAD CNSHA ALPHA 02-25T03:00 A",
      "ACT DEPA CNSHA ALPHA 02-25T12:00",
      "ACT ARRI SGSIN ALPHA 03-04T12:00",
      "ACT DISC SGSIN ALPHA 03-04T22:00 A",
      "ACT LOAD MYTPP BRAVO 03-12T03:00 A",
      "ACT DEPA MYTPP BRAVO 03-12T12:00",
      "ACT ARRI NLRTM BRAVO 04-02T12:00",
      "ACT DISC NLRTM BRAVO 04-02T22:00 A"
    ],
    alerts: [
      `6: ${L1} CNSHA`,
      `7: ${D1} CNSHA`,
      `8: ${AT} SGSIN`,
      `9: ${DT} SGSIN`,
      `10: ${LT} MYTPP`,
      `11: ${VT} MYTPP`,
      `12: ${AF} NLRTM`,
      `13: ${DF} NLRTM`
    ]
  },
  {
    title: "the same, and its next call is reported",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-20T12:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DEPA NLRTM ALPHA 03-22T12:00",
      "ACT ARRI DEHAM ALPHA 03-23T12:00",
      "ACT GTOT NLRTM 03-24T10:00 A",
      "ACT DISC NLRTM ALPHA 03-21T02:00 A rx=03-25T10:00"
    ],
    alerts: [`2: ${L1} CNSHA`, `3: ${D1} CNSHA`, `4: ${AF} NLRTM`, `7: ${GF} NLRTM`, `8: ${DF} NLRTM`]
  },
  {
    title: "the vessel goes on, the container leaves the port of discharge by rail, the discharge is never reported",
    events: [
      "PLN ARRI CAVAN ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT ARRI CAVAN ALPHA 03-20T12:00",
      "ACT DEPA CAVAN ALPHA 03-22T12:00",
      "ACT ARRI USSEA ALPHA 03-23T12:00",
      "ACT DEPA CAVAN RAIL 03-24T10:00 A",
      "ACT ARRI CATOR RAIL 03-29T10:00 A @RAMP",
      "ACT GTOT CATOR 03-30T10:00 A @RAMP"
    ],
    alerts: [
      `2: ${L1} CNSHA`,
      `3: ${D1} CNSHA`,
      `4: ${AF} CAVAN`,
      `7: ${GF} CAVAN`,
      "8: container.arrival.at.post.pod CATOR",
      "9: container.departure.from.post.pod CATOR"
    ]
  },
  {
    title: "no plan: the vessel's next call is reported, and the container leaves the gate of the port before",
    events: [
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-20T12:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DEPA NLRTM ALPHA 03-22T12:00",
      "ACT ARRI DEHAM ALPHA 03-23T12:00",
      "ACT GTOT NLRTM 03-24T10:00 A",
      "ACT DISC NLRTM ALPHA 03-21T02:00 A rx=03-25T10:00"
    ],
    alerts: [
      `1: ${L1} CNSHA`,
      `2: ${D1} CNSHA`,
      `3: ${AF} NLRTM`,
      `5: !${AF} DEHAM`,
      `6: !${AF} NLRTM`,
      `6: ${GF} NLRTM`,
      `7: ${DF} NLRTM`
    ]
  },
  {
    title: "no plan: the container leaves the gate of the port before, and then that of an inland terminal",
    events: [
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-20T12:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DEPA NLRTM ALPHA 03-22T12:00",
      "ACT ARRI DEHAM ALPHA 03-23T12:00",
      "ACT GTOT NLRTM 03-24T10:00 A",
      "ACT GTIN DEDUI 03-25T10:00 A @INTE",
      "ACT GTOT DEDUI 03-26T10:00 A @INTE",
      "ACT GTIN DEDUI 03-28T10:00 A EMPTY @DEPO"
    ],
    alerts: [
      `1: ${L1} CNSHA`,
      `2: ${D1} CNSHA`,
      `3: ${AF} NLRTM`,
      `5: !${AF} DEHAM`,
      `6: !${AF} NLRTM`,
      `6: ${GF} NLRTM`,
      "7: container.arrival.at.post.pod DEDUI",
      "8: container.departure.from.post.pod DEDUI"
    ]
  },
  {
    title: "at the gate of the port in the documents, and on to an inland terminal",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT SHIP CNSHA 02-01T00:00 pod=FIHEL",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-20T12:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T22:00 A",
      "ACT GTOT FIHEL 03-29T10:00 A",
      "ACT GTIN FITMP 03-30T10:00 A @INTE",
      "ACT GTOT FITMP 03-31T10:00 A @INTE",
      "ACT GTIN FITMP 04-02T10:00 A EMPTY @DEPO"
    ],
    alerts: [
      `3: ${L1} CNSHA`,
      `4: ${D1} CNSHA`,
      `6: ${AT} NLRTM`,
      `6: ${DT} NLRTM`,
      `7: ${GF} FIHEL`,
      "8: container.arrival.at.post.pod FITMP",
      "9: container.departure.from.post.pod FITMP"
    ]
  },
  {
    title: "collected from the shipper, and only the empty return at the destination after the hub",
    events: [
      "PLN DEPA CNSHA ALPHA 02-20T10:00",
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "PLN DEPA NLRTM FEED 03-24T10:00",
      "PLN ARRI FIHEL FEED 03-26T10:00",
      "ACT GTOT CNSZX 02-17T10:00 A @CLOC",
      "ACT GTIN CNSHA 02-18T10:00 A",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DISC NLRTM ALPHA 03-20T22:00 A",
      "ACT GTIN FIHEL 04-02T10:00 A EMPTY @DEPO"
    ],
    alerts: ["5: container.departure.from.pre.pol CNSZX", `6: ${G1} CNSHA`, `7: ${L1} CNSHA`, `8: ${DT} NLRTM`]
  }
]
