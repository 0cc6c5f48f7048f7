export interface TradeCase {
  readonly title: string
  /** Since when the container is tracked; absent: before the first event. */
  readonly since?: string
  readonly events: ReadonlyArray<string>
  readonly alerts: ReadonlyArray<string>
}

export const L1 = "container.loaded.at.first.pol"
export const D1 = "vessel.departure.from.first.pol"
export const G1 = "container.arrival.at.first.pol"
export const AT = "vessel.arrival.at.transhipment_port"
export const DT = "container.discharge.at.transhipment_port"
export const LT = "container.loaded.at.transhipment_port"
export const VT = "vessel.departure.from.transhipment_port"
export const AF = "vessel.arrival.at.final.pod"
export const DF = "container.discharge.at.final.pod"
export const GF = "container.departure.from.final.pod"

/** Voyages as carriers publish them in the examples and statuses of their tracking, written before the first run. */
export const CASES: ReadonlyArray<TradeCase> = [
  {
    title: "a direct voyage, a day late",
    events: [
      "PLN DEPA INNSA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 03-28T10:00",
      "ACT GTIN INNSA 03-03T08:00 A",
      "ACT LOAD INNSA ALPHA 03-05T02:00 A",
      "ACT DEPA INNSA ALPHA 03-05T12:00",
      "EST ARRI NLRTM ALPHA 03-30T10:00",
      "ACT ARRI NLRTM ALPHA 03-30T11:00",
      "ACT DISC NLRTM ALPHA 03-30T20:00 A",
      "ACT GTOT NLRTM 04-01T09:00 A"
    ],
    alerts: [
      `${G1} INNSA`,
      `${L1} INNSA`,
      `${D1} INNSA`,
      `date.changed.${AF} NLRTM 48`,
      `${AF} NLRTM`,
      `${DF} NLRTM`,
      `${GF} NLRTM`
    ]
  },
  {
    title: "an unannounced transhipment: the discharge waits, the arrival of the vessel is corrected",
    events: [
      "ACT LOAD TRIZM ALPHA 03-01T05:00 A",
      "ACT DEPA TRIZM ALPHA 03-01T12:00",
      "ACT ARRI ESALG ALPHA 03-06T05:00",
      "ACT DISC ESALG ALPHA 03-06T12:00 A",
      "PLN DEPA ESALG BRAVO 03-10T10:00",
      "PLN ARRI USNYC BRAVO 03-20T10:00",
      "ACT LOAD ESALG BRAVO 03-10T03:00 A",
      "ACT DEPA ESALG BRAVO 03-10T12:00",
      "ACT ARRI USNYC BRAVO 03-20T12:00",
      "ACT DISC USNYC BRAVO 03-21T01:00 A"
    ],
    alerts: [
      `${L1} TRIZM`,
      `${D1} TRIZM`,
      `${AF} ESALG`,
      `!${AT} ESALG`,
      `${DT} ESALG`,
      `${LT} ESALG`,
      `${VT} ESALG`,
      `${AF} USNYC`,
      `${DF} USNYC`
    ]
  },
  {
    title: "a planned transhipment with two delays",
    events: [
      "PLN DEPA JPUKB ALPHA 03-01T10:00",
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI DEHAM BRAVO 04-05T10:00",
      "ACT GTIN JPUKB 02-27T09:00 A",
      "ACT LOAD JPUKB ALPHA 03-01T05:00 A",
      "ACT DEPA JPUKB ALPHA 03-01T10:00",
      "ACT ARRI SGSIN ALPHA 03-11T12:00",
      "ACT DISC SGSIN ALPHA 03-11T20:00 A",
      "EST DEPA SGSIN BRAVO 03-16T10:00",
      "ACT LOAD SGSIN BRAVO 03-16T02:00 A",
      "ACT DEPA SGSIN BRAVO 03-16T11:00",
      "EST ARRI DEHAM BRAVO 04-07T10:00",
      "ACT ARRI DEHAM BRAVO 04-07T12:00",
      "ACT DISC DEHAM BRAVO 04-08T01:00 A",
      "ACT GTOT DEHAM 04-09T10:00 A"
    ],
    alerts: [
      `${G1} JPUKB`,
      `${L1} JPUKB`,
      `${D1} JPUKB`,
      `date.changed.${AT} SGSIN 26`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 48`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `date.changed.${AF} DEHAM 48`,
      `${AF} DEHAM`,
      `${DF} DEHAM`,
      `${GF} DEHAM`
    ]
  },
  {
    title: "two transhipments, known from the booking",
    events: [
      "PLN ARRI MYPKG ALPHA 03-04T10:00",
      "PLN DEPA MYPKG BRAVO 03-08T10:00",
      "PLN ARRI MTMAR BRAVO 03-25T10:00",
      "PLN DEPA MTMAR CERES 03-28T10:00",
      "PLN ARRI ITGOA CERES 03-31T10:00",
      "ACT LOAD VNVUT ALPHA 03-01T05:00 A",
      "ACT DEPA VNVUT ALPHA 03-01T12:00",
      "ACT DISC MYPKG ALPHA 03-04T18:00 A",
      "ACT LOAD MYPKG BRAVO 03-08T05:00 A",
      "ACT DISC MTMAR BRAVO 03-25T20:00 A",
      "ACT LOAD MTMAR CERES 03-28T05:00 A",
      "ACT DISC ITGOA CERES 03-31T20:00 A"
    ],
    alerts: [`${L1} VNVUT`, `${D1} VNVUT`, `${DT} MYPKG`, `${LT} MYPKG`, `${DT} MTMAR`, `${LT} MTMAR`, `${DF} ITGOA`]
  },
  {
    title: "by rail to the port of loading",
    events: [
      "ACT GTOT DEDUI 03-01T05:00 A @INTE",
      "ACT DEPA DEDUI RAIL 03-01T08:00",
      "ACT ARRI DEHAM RAIL 03-02T05:00",
      "ACT GTIN DEHAM 03-02T06:00 A",
      "PLN ARRI USNYC ALPHA 03-14T10:00",
      "ACT LOAD DEHAM ALPHA 03-04T05:00 A",
      "ACT DEPA DEHAM ALPHA 03-04T12:00",
      "ACT ARRI USNYC ALPHA 03-14T12:00",
      "ACT DISC USNYC ALPHA 03-15T01:00 A"
    ],
    alerts: [
      "container.departure.from.pre.pol DEDUI",
      `${G1} DEHAM`,
      `${L1} DEHAM`,
      `${D1} DEHAM`,
      `${AF} USNYC`,
      `${DF} USNYC`
    ]
  },
  {
    title: "rolled over at the port of loading, before anything is loaded",
    events: [
      "PLN DEPA CNNGB ALPHA 03-05T10:00 (A)",
      "PLN ARRI DEBRV ALPHA 04-05T10:00 (A)",
      "PLN DEPA CNNGB BRAVO 03-12T10:00 (A)",
      "PLN ARRI DEBRV BRAVO 04-12T10:00 (A)",
      "ACT LOAD CNNGB BRAVO 03-12T05:00 A",
      "ACT DEPA CNNGB BRAVO 03-12T11:00",
      "ACT ARRI DEBRV BRAVO 04-12T11:00",
      "ACT DISC DEBRV BRAVO 04-12T20:00 A"
    ],
    alerts: [
      `date.changed.${D1} CNNGB 168`,
      `date.changed.${AF} DEBRV 168`,
      `${L1} CNNGB`,
      `${D1} CNNGB`,
      `${AF} DEBRV`,
      `${DF} DEBRV`
    ]
  },
  {
    title: "diverted: the planned port is omitted",
    events: [
      "PLN DEPA CNYTN ALPHA 03-01T10:00",
      "PLN ARRI GBFXT ALPHA 03-30T10:00",
      "ACT LOAD CNYTN ALPHA 03-01T05:00 A",
      "ACT DEPA CNYTN ALPHA 03-01T12:00",
      "EST ARRI BEANR ALPHA 03-31T10:00",
      "ACT ARRI BEANR ALPHA 03-31T12:00",
      "ACT DISC BEANR ALPHA 03-31T22:00 A",
      "ACT GTOT BEANR 04-02T09:00 A"
    ],
    alerts: [`${L1} CNYTN`, `${D1} CNYTN`, `${AF} BEANR`, `${DF} BEANR`, `${GF} BEANR`]
  },
  {
    title: "by rail to an inland terminal after the port of discharge",
    events: [
      "PLN ARRI USLAX ALPHA 03-15T10:00",
      "ACT LOAD KRPUS ALPHA 03-01T05:00 A",
      "ACT DEPA KRPUS ALPHA 03-01T12:00",
      "ACT ARRI USLAX ALPHA 03-15T12:00",
      "ACT DISC USLAX ALPHA 03-16T01:00 A",
      "ACT LOAD USLAX RAIL 03-18T05:00 A",
      "ACT DEPA USLAX RAIL 03-18T12:00",
      "ACT ARRI USCHI RAIL 03-22T05:00 @RAMP",
      "ACT DISC USCHI RAIL 03-22T09:00 A @RAMP",
      "ACT GTOT USCHI 03-23T09:00 A @RAMP"
    ],
    alerts: [
      `${L1} KRPUS`,
      `${D1} KRPUS`,
      `${AF} USLAX`,
      `${DF} USLAX`,
      `${GF} USLAX`,
      "container.arrival.at.post.pod USCHI",
      "container.discharge.at.post.pod USCHI",
      "container.departure.from.post.pod USCHI"
    ]
  }
]
