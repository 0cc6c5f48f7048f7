import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** Ten voyages in the statuses that carriers publish, written before the first run. */
export const PUBLISHED_STATUSES: ReadonlyArray<TradeCase> = [
  {
    title: "a direct voyage that is early",
    events: [
      "PLN DEPA JPYOK ALPHA 03-02T10:00",
      "PLN ARRI USOAK ALPHA 03-14T10:00",
      "ACT GTIN JPYOK 03-01T09:00 A",
      "ACT LOAD JPYOK ALPHA 03-02T04:00 A",
      "ACT DEPA JPYOK ALPHA 03-02T12:00",
      "EST ARRI USOAK ALPHA 03-13T02:00",
      "ACT ARRI USOAK ALPHA 03-13T06:00",
      "ACT DISC USOAK ALPHA 03-13T20:00 A",
      "ACT GTOT USOAK 03-15T10:00 A"
    ],
    alerts: [
      `${G1} JPYOK`,
      `${L1} JPYOK`,
      `${D1} JPYOK`,
      `date.changed.${AF} USOAK -32`,
      `${AF} USOAK`,
      `${DF} USOAK`,
      `${GF} USOAK`
    ]
  },
  {
    title: "another vessel is planned while the container waits at the transhipment port",
    events: [
      "PLN ARRI ESALG ALPHA 03-06T10:00",
      "PLN DEPA ESALG BRAVO 03-09T10:00",
      "PLN ARRI SNDKR BRAVO 03-15T10:00",
      "ACT LOAD SEGOT ALPHA 03-01T05:00 A",
      "ACT DEPA SEGOT ALPHA 03-01T12:00",
      "ACT ARRI ESALG ALPHA 03-06T12:00",
      "ACT DISC ESALG ALPHA 03-06T20:00 A",
      "PLN DEPA ESALG CERES 03-12T10:00",
      "PLN ARRI SNDKR CERES 03-18T10:00",
      "ACT LOAD ESALG CERES 03-12T04:00 A",
      "ACT DEPA ESALG CERES 03-12T12:00",
      "ACT ARRI SNDKR CERES 03-18T12:00",
      "ACT DISC SNDKR CERES 03-18T22:00 A"
    ],
    alerts: [
      `${L1} SEGOT`,
      `${D1} SEGOT`,
      `${AT} ESALG`,
      `${DT} ESALG`,
      `date.changed.${VT} ESALG 72`,
      `date.changed.${AF} SNDKR 72`,
      `${LT} ESALG`,
      `${VT} ESALG`,
      `${AF} SNDKR`,
      `${DF} SNDKR`
    ]
  },
  {
    title: "planned to New York, and reported at Newark",
    events: [
      "PLN ARRI USNYC ALPHA 03-20T10:00",
      "ACT LOAD PKBQM ALPHA 03-01T05:00 A",
      "ACT DEPA PKBQM ALPHA 03-01T12:00",
      "EST ARRI USEWR ALPHA 03-21T16:00",
      "ACT ARRI USEWR ALPHA 03-21T18:00",
      "ACT DISC USEWR ALPHA 03-22T05:00 A",
      "ACT GTOT USEWR 03-24T10:00 A"
    ],
    alerts: [`${L1} PKBQM`, `${D1} PKBQM`, `date.changed.${AF} USEWR 30`, `${AF} USEWR`, `${DF} USEWR`, `${GF} USEWR`]
  },
  {
    title: "by rail from the port of discharge",
    events: [
      "PLN ARRI CAVAN ALPHA 03-15T10:00",
      "ACT GTIN VNHPH 02-27T10:00 A",
      "ACT LOAD VNHPH ALPHA 03-01T05:00 A",
      "ACT DEPA VNHPH ALPHA 03-01T12:00",
      "ACT ARRI CAVAN ALPHA 03-15T12:00",
      "ACT DISC CAVAN ALPHA 03-16T01:00 A",
      "ACT DEPA CAVAN RAIL 03-19T05:00 A",
      "ACT ARRI CATOR RAIL 03-24T05:00 A @RAMP",
      "ACT GTOT CATOR 03-25T10:00 A @RAMP"
    ],
    alerts: [
      `${G1} VNHPH`,
      `${L1} VNHPH`,
      `${D1} VNHPH`,
      `${AF} CAVAN`,
      `${DF} CAVAN`,
      `${GF} CAVAN`,
      "container.arrival.at.post.pod CATOR",
      "container.departure.from.post.pod CATOR"
    ]
  },
  {
    title: "rolled over twice at the port of loading",
    events: [
      "PLN DEPA BRSSZ ALPHA 03-01T10:00 (A)",
      "PLN ARRI DEHAM ALPHA 03-20T10:00 (A)",
      "EST DEPA BRSSZ BRAVO 03-08T10:00 (A)",
      "EST ARRI DEHAM BRAVO 03-27T10:00 (A)",
      "EST DEPA BRSSZ CERES 03-15T10:00 (A)",
      "EST ARRI DEHAM CERES 04-03T10:00 (A)",
      "ACT LOAD BRSSZ CERES 03-15T05:00 A",
      "ACT DEPA BRSSZ CERES 03-15T12:00",
      "ACT DISC DEHAM CERES 04-04T01:00 A"
    ],
    alerts: [
      `date.changed.${D1} BRSSZ 168`,
      `date.changed.${AF} DEHAM 168`,
      `date.changed.${D1} BRSSZ 168`,
      `date.changed.${AF} DEHAM 168`,
      `${L1} BRSSZ`,
      `${D1} BRSSZ`,
      `${DF} DEHAM`
    ]
  },
  {
    title: "revealed leg by leg: the next port is known after the vessel has left",
    events: [
      "ACT LOAD COCTG ALPHA 03-01T05:00 A",
      "ACT DEPA COCTG ALPHA 03-01T12:00",
      "ACT ARRI JMKIN ALPHA 03-04T05:00",
      "ACT DISC JMKIN ALPHA 03-04T12:00 A",
      "PLN DEPA JMKIN BRAVO 03-09T10:00",
      "ACT LOAD JMKIN BRAVO 03-09T04:00 A",
      "ACT DEPA JMKIN BRAVO 03-09T12:00",
      "PLN ARRI TTPOS BRAVO 03-12T10:00",
      "ACT DISC TTPOS BRAVO 03-12T22:00 A"
    ],
    alerts: [
      `${L1} COCTG`,
      `${D1} COCTG`,
      `${AF} JMKIN`,
      `!${AT} JMKIN`,
      `${DT} JMKIN`,
      `${LT} JMKIN`,
      `${VT} JMKIN`,
      `${DF} TTPOS`
    ]
  },
  {
    title: "by barge to the port of loading, before its vessel is known, and two days late",
    events: [
      "ACT LOAD CHBSL BARGE 03-01T05:00 A @INTE",
      "ACT DEPA CHBSL BARGE 03-01T10:00 A @INTE",
      "ACT ARRI NLRTM BARGE 03-05T10:00 A",
      "PLN DEPA NLRTM ALPHA 03-08T10:00",
      "PLN ARRI USHOU ALPHA 03-25T10:00",
      "ACT LOAD NLRTM ALPHA 03-10T05:00 A",
      "ACT DEPA NLRTM ALPHA 03-10T12:00",
      "ACT ARRI USHOU ALPHA 03-27T10:00",
      "ACT DISC USHOU ALPHA 03-28T01:00 A"
    ],
    alerts: [
      "container.loaded.at.pre.pol CHBSL",
      "container.departure.from.pre.pol CHBSL",
      `${G1} NLRTM`,
      `${L1} NLRTM`,
      `date.changed.${D1} NLRTM 50`,
      `${D1} NLRTM`,
      `date.changed.${AF} USHOU 48`,
      `${AF} USHOU`,
      `${DF} USHOU`
    ]
  },
  {
    title: "between two terminals of the transhipment port",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-13T10:00",
      "PLN ARRI AUSYD BRAVO 03-25T10:00",
      "ACT LOAD THLCH ALPHA 03-07T05:00 A",
      "ACT DEPA THLCH ALPHA 03-07T12:00",
      "ACT DISC SGSIN ALPHA 03-10T18:00 A",
      "ACT GTOT SGSIN 03-11T10:00 A",
      "ACT GTIN SGSIN 03-11T14:00 A",
      "ACT LOAD SGSIN BRAVO 03-13T04:00 A",
      "ACT DISC AUSYD BRAVO 03-25T20:00 A"
    ],
    alerts: [`${L1} THLCH`, `${D1} THLCH`, `${DT} SGSIN`, `${LT} SGSIN`, `${DF} AUSYD`]
  },
  {
    title: "the arrival is reported after the discharge",
    events: [
      "PLN ARRI ITGOA ALPHA 03-10T10:00",
      "ACT LOAD TRIST ALPHA 03-05T05:00 A",
      "ACT DISC ITGOA ALPHA 03-10T20:00 A",
      "ACT ARRI ITGOA ALPHA 03-10T11:00",
      "ACT GTOT ITGOA 03-12T09:00 A"
    ],
    alerts: [`${L1} TRIST`, `${DF} ITGOA`, `${AF} ITGOA`, `${GF} ITGOA`]
  },
  {
    title: "the destination changes on the way: discharged a port earlier, and collected there",
    events: [
      "PLN ARRI NLRTM ALPHA 03-26T10:00",
      "ACT LOAD OMSLL ALPHA 03-01T05:00 A",
      "ACT DEPA OMSLL ALPHA 03-01T12:00",
      "ACT ARRI BEANR ALPHA 03-24T10:00",
      "ACT DISC BEANR ALPHA 03-24T20:00 A",
      "ACT GTOT BEANR 03-27T09:00 A"
    ],
    alerts: [`${L1} OMSLL`, `${D1} OMSLL`, `${AT} BEANR`, `${DT} BEANR`, `!${AF} BEANR`, `!${DF} BEANR`, `${GF} BEANR`]
  }
]
