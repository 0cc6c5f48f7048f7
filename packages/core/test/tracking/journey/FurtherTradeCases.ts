import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** More voyages, as in `TradeCases.ts`. */
export const FURTHER_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "by barge to the port of loading",
    events: [
      "PLN ARRI USSAV ALPHA 03-20T10:00",
      "ACT LOAD DEDUI BARGE 03-01T05:00 A @INTE",
      "ACT DEPA DEDUI BARGE 03-01T12:00",
      "ACT ARRI NLRTM BARGE 03-03T05:00",
      "ACT DISC NLRTM BARGE 03-03T09:00 A",
      "ACT LOAD NLRTM ALPHA 03-07T05:00 A",
      "ACT DEPA NLRTM ALPHA 03-07T12:00",
      "ACT ARRI USSAV ALPHA 03-20T12:00",
      "ACT DISC USSAV ALPHA 03-20T20:00 A"
    ],
    alerts: [
      "container.loaded.at.pre.pol DEDUI",
      "container.departure.from.pre.pol DEDUI",
      `${G1} NLRTM`,
      `${L1} NLRTM`,
      `${D1} NLRTM`,
      `${AF} USSAV`,
      `${DF} USSAV`
    ]
  },
  {
    title: "the vessel calls the port of loading again on its next round",
    events: [
      "PLN DEPA SGSIN ALPHA 03-05T10:00 #1",
      "PLN ARRI NLRTM ALPHA 03-25T10:00 #2",
      "PLN DEPA SGSIN ALPHA 05-10T10:00 #3",
      "ACT LOAD SGSIN ALPHA 03-05T05:00 A #1",
      "ACT DEPA SGSIN ALPHA 03-05T12:00 #1",
      "ACT ARRI NLRTM ALPHA 03-25T12:00 #2",
      "ACT DISC NLRTM ALPHA 03-25T22:00 A #2"
    ],
    alerts: [`${L1} SGSIN`, `${D1} SGSIN`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the date of the discharge is corrected by two days",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T02:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T02:00",
      "ACT DISC NLRTM ALPHA 03-10T05:00 A",
      "ACT DISC NLRTM ALPHA 03-12T06:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `!date.changed.${DF} NLRTM 49`]
  },
  {
    title: "a vessel to be named is named at the transhipment port",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN TBN 03-14T10:00",
      "PLN ARRI DEHAM TBN 04-05T10:00",
      "ACT LOAD JPUKB ALPHA 03-01T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-10T11:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "PLN DEPA SGSIN BRAVO 03-14T20:00 (A)",
      "PLN ARRI DEHAM BRAVO 04-05T20:00 (A)",
      "ACT LOAD SGSIN BRAVO 03-14T15:00 A",
      "ACT DEPA SGSIN BRAVO 03-14T21:00",
      "ACT ARRI DEHAM BRAVO 04-05T21:00",
      "ACT DISC DEHAM BRAVO 04-06T05:00 A"
    ],
    alerts: [`${L1} JPUKB`, `${AT} SGSIN`, `${DT} SGSIN`, `${LT} SGSIN`, `${VT} SGSIN`, `${AF} DEHAM`, `${DF} DEHAM`]
  },
  {
    title: "the vessel calls at ports on the way, and the container stays on board",
    events: [
      "PLN ARRI ITGOA ALPHA 03-25T10:00",
      "ACT LOAD CNSHK ALPHA 03-01T05:00 A",
      "ACT DEPA CNSHK ALPHA 03-01T12:00",
      "ACT ARRI LKCMB ALPHA 03-09T05:00",
      "ACT DEPA LKCMB ALPHA 03-10T05:00",
      "ACT ARRI EGSUZ ALPHA 03-18T05:00",
      "ACT DEPA EGSUZ ALPHA 03-18T20:00",
      "ACT ARRI ITGOA ALPHA 03-25T12:00",
      "ACT DISC ITGOA ALPHA 03-25T20:00 A"
    ],
    alerts: [`${L1} CNSHK`, `${D1} CNSHK`, `${AF} ITGOA`, `${DF} ITGOA`]
  },
  {
    title: "an estimate that varies by hours",
    events: [
      "PLN ARRI AUMEL ALPHA 03-20T10:00",
      "ACT LOAD NZAKL ALPHA 03-12T05:00 A",
      "EST ARRI AUMEL ALPHA 03-20T20:00",
      "EST ARRI AUMEL ALPHA 03-20T04:00",
      "EST ARRI AUMEL ALPHA 03-21T09:00",
      "ACT ARRI AUMEL ALPHA 03-21T08:00",
      "ACT DISC AUMEL ALPHA 03-21T20:00 A"
    ],
    alerts: [`${L1} NZAKL`, `${AF} AUMEL`, `${DF} AUMEL`]
  },
  {
    title: "planned to Shanghai, and reported at its port Yangshan",
    events: [
      "PLN ARRI CNSHA ALPHA 03-20T10:00",
      "ACT LOAD USLGB ALPHA 03-01T05:00 A",
      "ACT DEPA USLGB ALPHA 03-01T12:00",
      "ACT ARRI CNYSN ALPHA 03-20T12:00",
      "ACT DISC CNYSN ALPHA 03-20T22:00 A",
      "ACT GTOT CNYSN 03-22T09:00 A"
    ],
    alerts: [`${L1} USLGB`, `${D1} USLGB`, `${AF} CNYSN`, `${DF} CNYSN`, `${GF} CNYSN`]
  },
  {
    title: "discharged at Shanghai from a feeder, and loaded at its port Yangshan",
    events: [
      "PLN ARRI CNSHA FEEDER 03-04T10:00",
      "PLN DEPA CNYSN ALPHA 03-08T10:00",
      "PLN ARRI NLRTM ALPHA 04-08T10:00",
      "ACT LOAD CNWUH FEEDER 03-01T05:00 A",
      "ACT DISC CNSHA FEEDER 03-04T18:00 A",
      "ACT LOAD CNYSN ALPHA 03-08T05:00 A",
      "ACT DEPA CNYSN ALPHA 03-08T12:00",
      "ACT ARRI NLRTM ALPHA 04-08T12:00",
      "ACT DISC NLRTM ALPHA 04-09T01:00 A"
    ],
    alerts: [`${L1} CNWUH`, `${DT} CNSHA`, `${LT} CNYSN`, `${VT} CNYSN`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the discharge is reported after the gate-out",
    events: [
      "PLN ARRI GBSOU ALPHA 03-20T10:00",
      "ACT LOAD AEJEA ALPHA 03-01T05:00 A",
      "ACT ARRI GBSOU ALPHA 03-20T12:00",
      "ACT GTOT GBSOU 03-21T12:00 A",
      "ACT DISC GBSOU ALPHA 03-20T20:00 A"
    ],
    alerts: [`${L1} AEJEA`, `${AF} GBSOU`, `${GF} GBSOU`, `${DF} GBSOU`]
  },
  {
    title: "an unplanned voyage, delivered after two days: the discharge is notified with the gate-out at the latest",
    events: [
      "ACT GTIN BRSSZ 03-01T05:00 A",
      "ACT LOAD BRSSZ ALPHA 03-03T05:00 A",
      "ACT DEPA BRSSZ ALPHA 03-03T12:00",
      "ACT ARRI ZADUR ALPHA 03-13T05:00",
      "ACT DISC ZADUR ALPHA 03-13T15:00 A",
      "ACT GTOT ZADUR 03-14T10:00 A"
    ],
    alerts: [`${G1} BRSSZ`, `${L1} BRSSZ`, `${D1} BRSSZ`, `${AF} ZADUR`, `${DF} ZADUR`, `${GF} ZADUR`]
  },
  {
    title: "transhipped to another vessel than planned, at the planned port",
    events: [
      "PLN ARRI MAPTM ALPHA 03-10T10:00",
      "PLN DEPA MAPTM BRAVO 03-13T10:00",
      "PLN ARRI GHTEM BRAVO 03-22T10:00",
      "ACT LOAD TRGEM ALPHA 03-01T05:00 A",
      "ACT DISC MAPTM ALPHA 03-10T15:00 A",
      "PLN DEPA MAPTM CERES 03-17T10:00 (A)",
      "PLN ARRI GHTEM CERES 03-26T10:00 (A)",
      "ACT DEPA MAPTM BRAVO 03-13T12:00",
      "ACT LOAD MAPTM CERES 03-17T05:00 A",
      "ACT DEPA MAPTM CERES 03-17T12:00",
      "ACT ARRI GHTEM CERES 03-26T12:00",
      "ACT DISC GHTEM CERES 03-26T20:00 A"
    ],
    alerts: [
      `${L1} TRGEM`,
      `${DT} MAPTM`,
      `date.changed.${VT} MAPTM 96`,
      `date.changed.${AF} GHTEM 96`,
      `${LT} MAPTM`,
      `${VT} MAPTM`,
      `${AF} GHTEM`,
      `${DF} GHTEM`
    ]
  }
]
