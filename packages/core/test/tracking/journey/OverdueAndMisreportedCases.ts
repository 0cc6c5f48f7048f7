import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Plans that are overdue, withdrawn or replaced at sea, and moves that are reported with the wrong load: written with their alerts before the first run. */
export const OVERDUE_AND_MISREPORTED_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "overdue at GBSOU, the vessel calls at BEANR first, of which the carrier knows nothing",
    events: [
      "PLN DEPA SGSIN ALPHA 02-01T10:00",
      "PLN ARRI GBSOU ALPHA 03-01T10:00",
      "ACT LOAD SGSIN ALPHA 02-01T05:00 A",
      "ACT DEPA SGSIN ALPHA 02-01T12:00",
      "ACT ARRI BEANR ALPHA 03-02T12:00",
      "ACT DEPA BEANR ALPHA 03-03T12:00",
      "ACT ARRI GBSOU ALPHA 03-04T12:00",
      "ACT DISC GBSOU ALPHA 03-04T20:00 A"
    ],
    alerts: [`${L1} SGSIN`, `${D1} SGSIN`, `date.changed.${AF} GBSOU 74`, `${AF} GBSOU`, `${DF} GBSOU`]
  },
  {
    title: "overdue at GBSOU, and the container leaves the gate of BEANR",
    events: [
      "PLN DEPA SGSIN ALPHA 02-01T10:00",
      "PLN ARRI GBSOU ALPHA 03-01T10:00",
      "ACT LOAD SGSIN ALPHA 02-01T05:00 A",
      "ACT DEPA SGSIN ALPHA 02-01T12:00",
      "ACT ARRI BEANR ALPHA 03-02T12:00",
      "ACT GTOT BEANR 03-05T12:00 A"
    ],
    alerts: [`${L1} SGSIN`, `${D1} SGSIN`, `${AF} BEANR`, `${GF} BEANR`]
  },
  {
    title: "overdue at GBSOU, and the bill names BEANR since",
    events: [
      "ACT SHIP GBSOU 01-03T10:00 pod=GBSOU",
      "PLN DEPA SGSIN ALPHA 02-01T10:00",
      "PLN ARRI GBSOU ALPHA 03-01T10:00",
      "ACT LOAD SGSIN ALPHA 02-01T05:00 A",
      "ACT DEPA SGSIN ALPHA 02-01T12:00",
      "ACT SHIP BEANR 02-20T10:00 pod=BEANR",
      "ACT ARRI BEANR ALPHA 03-02T12:00",
      "ACT DISC BEANR ALPHA 03-02T20:00 A"
    ],
    alerts: [`${L1} SGSIN`, `${D1} SGSIN`, `${AF} BEANR`, `${DF} BEANR`]
  },
  {
    title: "blank sailing: the plan is withdrawn, for five days there is none, then BRAVO",
    events: [
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT GTIN CNSHA 01-28T10:00 A",
      "ACT GTIN CNSHA 01-28T10:00 A del=1",
      "ACT GTIN CNSHA 01-28T10:00 A del=2",
      "PLN DEPA CNSHA BRAVO 02-08T10:00 rx=02-02T10:00",
      "PLN ARRI NLRTM BRAVO 03-10T10:00",
      "ACT LOAD CNSHA BRAVO 02-08T05:00 A",
      "ACT DEPA CNSHA BRAVO 02-08T12:00",
      "ACT ARRI NLRTM BRAVO 03-10T12:00",
      "ACT DISC NLRTM BRAVO 03-10T20:00 A"
    ],
    alerts: [
      `${G1} CNSHA`,
      `date.changed.${D1} CNSHA 168`,
      `date.changed.${AF} NLRTM 216`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "a transhipment at ESALG is planned at sea and cancelled again",
    events: [
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI DEHAM ALPHA 03-01T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "PLN ARRI ESALG ALPHA 02-24T10:00 (A)",
      "PLN DEPA ESALG FEEDER 02-28T10:00 (A)",
      "PLN ARRI DEHAM FEEDER 03-06T10:00 (A)",
      "EST ARRI DEHAM ALPHA 03-02T10:00 (A) rx=02-20T10:00",
      "ACT ARRI ESALG ALPHA 02-24T12:00",
      "ACT DEPA ESALG ALPHA 02-25T12:00",
      "ACT DEPA ESALG FEEDER 02-28T12:00",
      "ACT ARRI DEHAM ALPHA 03-02T12:00",
      "ACT DISC DEHAM ALPHA 03-02T20:00 A",
      "ACT ARRI DEHAM FEEDER 03-06T12:00"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `date.changed.${AF} DEHAM 120`,
      `date.changed.${AF} DEHAM -96`,
      `${AF} DEHAM`,
      `${DF} DEHAM`
    ]
  },
  {
    title: "GBLGP is congested: arrived at the anchorage, left undischarged, to DEBRV, and back by a feeder",
    events: [
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI GBLGP ALPHA 03-01T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "ACT ARRI GBLGP ALPHA 03-01T12:00",
      "ACT DEPA GBLGP ALPHA 03-03T12:00",
      "EST ARRI DEBRV ALPHA 03-04T20:00 (A)",
      "ACT ARRI DEBRV ALPHA 03-04T22:00",
      "ACT DISC DEBRV ALPHA 03-05T20:00 A",
      "PLN DEPA DEBRV FEEDER 03-09T10:00 (A)",
      "PLN ARRI GBLGP FEEDER 03-11T10:00 (A)",
      "ACT LOAD DEBRV FEEDER 03-09T05:00 A",
      "ACT DEPA DEBRV FEEDER 03-09T12:00",
      "ACT ARRI GBLGP FEEDER 03-11T12:00",
      "ACT DISC GBLGP FEEDER 03-11T20:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} GBLGP`,
      `retracted ${AF} GBLGP`,
      `!${AF} DEBRV`,
      `${DF} DEBRV`,
      `!${AT} DEBRV`,
      `!${DT} DEBRV`,
      `date.changed.${AF} GBLGP 238`,
      `${LT} DEBRV`,
      `${VT} DEBRV`,
      `${AF} GBLGP`,
      `${DF} GBLGP`
    ]
  },
  {
    title: "India: the bill names INNSA and the inland depot INTKD; discharged at INPAV and by train to INTKD",
    events: [
      "ACT SHIP INNSA 01-03T10:00 pod=INNSA pde=INTKD",
      "PLN ARRI INNSA ALPHA 03-01T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT ARRI INPAV ALPHA 02-28T12:00",
      "ACT DISC INPAV ALPHA 02-28T20:00 A",
      "ACT DEPA INPAV RAIL 03-04T12:00 A",
      "ACT ARRI INTKD RAIL 03-07T12:00 A @RAMP",
      "ACT GTOT INTKD 03-09T12:00 A @RAMP"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AT} INPAV`,
      `${DT} INPAV`,
      `!${AF} INPAV`,
      `!${DF} INPAV`,
      `${GF} INPAV`,
      `${ARRIVES_INLAND} INTKD`,
      `${LEAVES_INLAND} INTKD`
    ]
  },
  {
    title: "returned to the port of loading from the hub, and delivered there",
    events: [
      "PLN DEPA IDSRG FEEDER 02-01T10:00",
      "PLN ARRI SGSIN FEEDER 02-04T10:00",
      "PLN DEPA SGSIN BIG 02-08T10:00",
      "PLN ARRI NLRTM BIG 03-01T10:00",
      "ACT GTIN IDSRG 01-30T05:00 A",
      "ACT LOAD IDSRG FEEDER 02-01T05:00 A",
      "ACT DEPA IDSRG FEEDER 02-01T12:00",
      "ACT ARRI SGSIN FEEDER 02-04T12:00",
      "ACT DISC SGSIN FEEDER 02-04T20:00 A",
      "ACT SHIP IDSRG 02-15T10:00 pod=IDSRG",
      "PLN DEPA SGSIN RETURN 02-18T10:00 (A)",
      "PLN ARRI IDSRG RETURN 02-21T10:00 (A)",
      "ACT LOAD SGSIN RETURN 02-18T05:00 A",
      "ACT DEPA SGSIN RETURN 02-18T12:00",
      "ACT ARRI IDSRG RETURN 02-21T12:00",
      "ACT DISC IDSRG RETURN 02-21T20:00 A",
      "ACT GTOT IDSRG 02-23T20:00 A"
    ],
    alerts: [
      `${G1} IDSRG`,
      `${L1} IDSRG`,
      `${D1} IDSRG`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 240`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} IDSRG`,
      `${DF} IDSRG`,
      `${GF} IDSRG`
    ]
  },
  {
    title: "the loading at the POL is marked EMPTY, all other moves LADEN",
    events: [
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT GTIN CNSHA 01-30T05:00 A",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A EMPTY",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "ACT ARRI NLRTM ALPHA 03-01T12:00",
      "ACT DISC NLRTM ALPHA 03-01T20:00 A",
      "ACT GTOT NLRTM 03-03T09:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "marked EMPTY from the loading to the discharge after a laden gate-in",
    events: [
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT GTIN CNSHA 01-30T05:00 A",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A EMPTY",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "ACT ARRI NLRTM ALPHA 03-01T12:00",
      "ACT DISC NLRTM ALPHA 03-01T20:00 A EMPTY",
      "ACT GTOT NLRTM 03-03T09:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title:
      "gated in EMPTY by mistake after an empty pick-up, and loaded laden: the arrival is notified with the loading",
    events: [
      "ACT GTOT CNSHA 01-25T05:00 A EMPTY @DEPO",
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT GTIN CNSHA 01-30T05:00 A EMPTY",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "ACT ARRI NLRTM ALPHA 03-01T12:00",
      "ACT DISC NLRTM ALPHA 03-01T20:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "out of the gate of the port of discharge EMPTY by mistake, and returned empty three days later",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-01T12:00",
      "ACT DISC NLRTM ALPHA 03-01T20:00 A",
      "ACT GTOT NLRTM 03-03T09:00 A EMPTY",
      "ACT GTIN NLRTM 03-06T09:00 A EMPTY @DEPO"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "picked up empty at a depot of the port of discharge for the next cargo: no departure is made up",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-01T12:00",
      "ACT DISC NLRTM ALPHA 03-01T20:00 A",
      "ACT GTOT NLRTM 03-13T09:00 A EMPTY @DEPO",
      "ACT GTIN NLRTM 03-16T09:00 A",
      "ACT LOAD NLRTM BRAVO 03-18T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the empty return of a former trip, and a laden loading with nothing between",
    events: [
      "ACT GTIN CNSHA 01-05T05:00 A EMPTY",
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "ACT ARRI NLRTM ALPHA 03-01T12:00",
      "ACT DISC NLRTM ALPHA 03-01T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "rolled at the hub without notice, and the former vessel reaches the destination after two days",
    events: [
      "PLN ARRI SGSIN ALPHA 02-08T10:00",
      "PLN DEPA SGSIN BRAVO 02-12T10:00",
      "PLN ARRI IDJKT BRAVO 02-14T10:00",
      "ACT LOAD AUMEL ALPHA 01-25T05:00 A",
      "ACT ARRI SGSIN ALPHA 02-08T12:00",
      "ACT DISC SGSIN ALPHA 02-08T20:00 A",
      "ACT DEPA SGSIN BRAVO 02-12T12:00",
      "ACT ARRI IDJKT BRAVO 02-14T12:00",
      "PLN DEPA SGSIN DELTA 02-19T10:00 (A) rx=02-15T10:00",
      "PLN ARRI IDJKT DELTA 02-21T10:00 (A)",
      "ACT LOAD SGSIN DELTA 02-19T05:00 A",
      "ACT DEPA SGSIN DELTA 02-19T12:00",
      "ACT ARRI IDJKT DELTA 02-21T12:00",
      "ACT DISC IDJKT DELTA 02-21T20:00 A"
    ],
    alerts: [
      `${L1} AUMEL`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 168`,
      `date.changed.${AF} IDJKT 168`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} IDJKT`,
      `${DF} IDJKT`
    ]
  },
  {
    title: "the loading at the hub is never reported, and the leg takes two days",
    events: [
      "PLN ARRI SGSIN ALPHA 02-08T10:00",
      "PLN DEPA SGSIN BRAVO 02-12T10:00",
      "PLN ARRI IDJKT BRAVO 02-14T10:00",
      "ACT LOAD AUMEL ALPHA 01-25T05:00 A",
      "ACT ARRI SGSIN ALPHA 02-08T12:00",
      "ACT DISC SGSIN ALPHA 02-08T20:00 A",
      "ACT DEPA SGSIN BRAVO 02-12T12:00",
      "ACT ARRI IDJKT BRAVO 02-14T12:00",
      "ACT DISC IDJKT BRAVO 02-14T20:00 A"
    ],
    alerts: [`${L1} AUMEL`, `${AT} SGSIN`, `${DT} SGSIN`, `${VT} SGSIN`, `${AF} IDJKT`, `${DF} IDJKT`]
  }
]
