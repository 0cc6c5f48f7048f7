import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"

/** Terminals, mistaken returns and rivers: each alert with the number of its event; written before the first run. */
export const TERMINAL_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "gated in at the wrong terminal of the port of loading, and moved to the right one under another code",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI DEHAM ALPHA 04-05T10:00",
      "ACT GTIN CNSHA 03-01T10:00 A",
      "ACT GTOT CNSHA TRUCK 03-02T08:00 A",
      "ACT GTIN CNYSN TRUCK 03-02T12:00 A",
      "ACT LOAD CNYSN ALPHA 03-05T04:00 A",
      "ACT DEPA CNYSN ALPHA 03-05T12:00",
      "ACT ARRI DEHAM ALPHA 04-05T12:00"
    ],
    alerts: [`3: ${G1} CNSHA`, `5: !date.changed.${G1} CNYSN 26`, `6: ${L1} CNYSN`, `7: ${D1} CNYSN`, `8: ${AF} DEHAM`]
  },
  {
    title: "an empty return is reported by mistake and retracted, and then the container leaves the port",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A id=1",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A id=2",
      "ACT GTIN NLRTM 03-12T10:00 A EMPTY id=3",
      "ACT GONE NLRTM 03-12T10:00 A id=3 rx=03-12T18:00",
      "ACT GTOT NLRTM 03-14T10:00 A id=4",
      "ACT GTIN DEDUI 03-15T10:00 A id=5 @CLOC",
      "ACT GTIN NLRTM 03-18T10:00 A EMPTY id=6"
    ],
    alerts: [`2: ${L1} CNSHA`, `3: ${AF} NLRTM`, `4: ${DF} NLRTM`, `7: ${GF} NLRTM`, `8: ${ARRIVES_INLAND} DEDUI`]
  },
  {
    title: "a river vessel with a name brings the container to the mainliner: its port is the port of loading",
    events: [
      "PLN DEPA CNCKG MINRUI 03-01T10:00",
      "PLN ARRI CNSHA MINRUI 03-09T10:00",
      "PLN DEPA CNSHA ALPHA 03-13T10:00",
      "PLN ARRI DEHAM ALPHA 04-12T10:00",
      "ACT GTIN CNCKG 02-27T10:00 A",
      "ACT LOAD CNCKG MINRUI 03-01T05:00 A",
      "ACT DEPA CNCKG MINRUI 03-01T12:00",
      "EST ARRI CNSHA MINRUI 03-11T10:00",
      "ACT ARRI CNSHA MINRUI 03-11T12:00",
      "ACT DISC CNSHA MINRUI 03-11T18:00 A",
      "ACT LOAD CNSHA ALPHA 03-13T04:00 A",
      "ACT DEPA CNSHA ALPHA 03-13T12:00",
      "ACT ARRI DEHAM ALPHA 04-12T12:00"
    ],
    alerts: [
      `5: ${G1} CNCKG`,
      `6: ${L1} CNCKG`,
      `7: ${D1} CNCKG`,
      `8: date.changed.${AT} CNSHA 48`,
      `9: ${AT} CNSHA`,
      `10: ${DT} CNSHA`,
      `11: ${LT} CNSHA`,
      `12: ${VT} CNSHA`,
      `13: ${AF} DEHAM`
    ]
  },
  {
    title: "the feeder arrives after the mainliner was to leave, which waits for it",
    events: [
      "PLN DEPA NOBGO FEEDER 03-01T10:00",
      "PLN ARRI DEBRV FEEDER 03-04T10:00",
      "PLN DEPA DEBRV BIG 03-06T10:00",
      "PLN ARRI USNYC BIG 03-16T10:00",
      "ACT LOAD NOBGO FEEDER 03-03T05:00 A",
      "ACT DEPA NOBGO FEEDER 03-03T12:00",
      "EST ARRI DEBRV FEEDER 03-06T16:00",
      "EST DEPA DEBRV BIG 03-07T12:00",
      "ACT ARRI DEBRV FEEDER 03-06T17:00",
      "ACT DISC DEBRV FEEDER 03-06T23:00 A",
      "ACT LOAD DEBRV BIG 03-07T05:00 A",
      "ACT DEPA DEBRV BIG 03-07T13:00",
      "EST ARRI USNYC BIG 03-17T09:00",
      "ACT ARRI USNYC BIG 03-17T11:00"
    ],
    alerts: [
      `5: ${L1} NOBGO`,
      `6: date.changed.${D1} NOBGO 50`,
      `6: ${D1} NOBGO`,
      `7: date.changed.${AT} DEBRV 54`,
      `8: date.changed.${VT} DEBRV 26`,
      `9: ${AT} DEBRV`,
      `10: ${DT} DEBRV`,
      `11: ${LT} DEBRV`,
      `12: ${VT} DEBRV`,
      `14: date.changed.${AF} USNYC 25`,
      `14: ${AF} USNYC`
    ]
  },
  {
    title: "tracked since the discharge at the transhipment port, and the voyage before comes late",
    since: "03-10T00:00",
    events: [
      "PLN DEPA SGSIN BRAVO 03-12T10:00",
      "PLN ARRI NLRTM BRAVO 04-05T10:00",
      "ACT DISC SGSIN ALPHA 03-09T20:00 A rx=03-10T02:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A rx=03-10T03:00",
      "ACT DEPA CNSHA ALPHA 03-01T12:00 rx=03-10T04:00",
      "ACT ARRI SGSIN ALPHA 03-09T12:00 rx=03-10T05:00",
      "ACT LOAD SGSIN BRAVO 03-12T04:00 A",
      "ACT DEPA SGSIN BRAVO 03-12T12:00"
    ],
    alerts: [`3: ${DT} SGSIN`, `6: ${AT} SGSIN`, `7: ${LT} SGSIN`, `8: ${VT} SGSIN`]
  }
]
