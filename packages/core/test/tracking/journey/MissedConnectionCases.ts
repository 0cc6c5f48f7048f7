import { AF, AT, D1, DF, DT, G1, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/**
 * Connections that are missed, and containers that return to their port of loading: each alert with the number of its
 * event.
 */
export const MISSED_CONNECTION_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "the container is discharged after the former date of its next vessel, whose delay is reported last",
    events: [
      "PLN DEPA SGSIN BRAVO 02-10T10:00",
      "PLN ARRI NLRTM BRAVO 03-05T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T02:00 A",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "EST ARRI SGSIN ALPHA 02-11T08:00",
      "EST DISC SGSIN ALPHA 02-11T20:00 A",
      "ACT ARRI SGSIN ALPHA 02-11T08:00",
      "ACT DISC SGSIN ALPHA 02-11T20:00 A",
      "EST DEPA SGSIN BRAVO 02-12T10:00"
    ],
    alerts: [`3: ${L1} CNSHA`, `4: ${D1} CNSHA`, `7: ${AT} SGSIN`, `8: ${DT} SGSIN`, `9: date.changed.${VT} SGSIN 48`]
  },
  {
    title: "a feeder brings the container to the port from which its vessel leaves after the port of loading",
    events: [
      "PLN DEPA CNTAO ALPHA 03-02T10:00 voy=1W",
      "PLN DEPA CNSHA ALPHA 03-05T10:00 voy=1W",
      "PLN ARRI DEHAM ALPHA 04-05T10:00 voy=1W",
      "ACT GTIN CNTAO 02-27T10:00 A",
      "PLN DEPA CNTAO FEEDER 03-01T10:00 (A)",
      "PLN ARRI CNSHA FEEDER 03-03T10:00 (A)",
      "ACT LOAD CNTAO FEEDER 03-01T08:00 A",
      "ACT DEPA CNTAO FEEDER 03-01T12:00",
      "ACT ARRI CNSHA FEEDER 03-03T12:00",
      "ACT DISC CNSHA FEEDER 03-03T18:00 A",
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
    title: "returned to shipper, and the vessel sails without it",
    events: [
      "PLN DEPA INNSA ALPHA 02-10T10:00",
      "PLN ARRI AEJEA ALPHA 02-14T10:00",
      "ACT GTIN INNSA 02-06T10:00 A",
      "ACT GTOT INNSA 02-08T10:00 A",
      "ACT DEPA INNSA ALPHA 02-10T12:00",
      "ACT ARRI AEJEA ALPHA 02-14T12:00",
      "ACT GTIN INNSA 02-20T10:00 A EMPTY @DEPO"
    ],
    alerts: [`3: ${G1} INNSA`]
  },
  {
    title: "taken back by the shipper, gated in again for another vessel",
    events: [
      "PLN DEPA INNSA ALPHA 02-10T10:00",
      "PLN ARRI AEJEA ALPHA 02-14T10:00",
      "ACT GTIN INNSA 02-06T10:00 A",
      "ACT GTOT INNSA 02-08T10:00 A",
      "ACT DEPA INNSA ALPHA 02-10T12:00",
      "ACT ARRI AEJEA ALPHA 02-14T12:00",
      "PLN DEPA INNSA BRAVO 02-24T10:00 rx=02-15T00:00",
      "PLN ARRI AEJEA BRAVO 02-28T10:00",
      "ACT GTIN INNSA 02-20T10:00 A",
      "ACT LOAD INNSA BRAVO 02-24T02:00 A",
      "ACT DEPA INNSA BRAVO 02-24T12:00",
      "ACT ARRI AEJEA BRAVO 02-28T09:00",
      "ACT DISC AEJEA BRAVO 02-28T22:00 A"
    ],
    alerts: [
      `3: ${G1} INNSA`,
      `7: date.changed.${D1} INNSA 336`,
      `8: date.changed.${AF} AEJEA 336`,
      `9: !date.changed.${G1} INNSA 336`,
      `10: ${L1} INNSA`,
      `11: ${D1} INNSA`,
      `12: ${AF} AEJEA`,
      `13: ${DF} AEJEA`
    ]
  },
  {
    title: "a barge between two transhipment ports",
    events: [
      "PLN ARRI NLRTM ALPHA 02-20T10:00",
      "PLN DEPA NLRTM BARGE 02-22T10:00 (A)",
      "PLN ARRI BEANR BARGE 02-23T10:00 (A)",
      "PLN DEPA BEANR BRAVO 02-26T10:00",
      "PLN ARRI USNYC BRAVO 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 01-20T02:00 A",
      "ACT DEPA CNSHA ALPHA 01-20T12:00",
      "ACT ARRI NLRTM ALPHA 02-20T08:00",
      "ACT DISC NLRTM ALPHA 02-20T20:00 A",
      "ACT DEPA NLRTM BARGE 02-22T11:00 (A)",
      "ACT ARRI BEANR BARGE 02-23T09:00 (A)",
      "ACT LOAD BEANR BRAVO 02-26T02:00 A",
      "ACT DEPA BEANR BRAVO 02-26T12:00",
      "ACT ARRI USNYC BRAVO 03-10T09:00",
      "ACT DISC USNYC BRAVO 03-10T22:00 A"
    ],
    alerts: [
      `6: ${L1} CNSHA`,
      `7: ${D1} CNSHA`,
      `8: ${AT} NLRTM`,
      `9: ${DT} NLRTM`,
      `10: ${VT} NLRTM`,
      `11: ${AT} BEANR`,
      `12: ${LT} BEANR`,
      `13: ${VT} BEANR`,
      `14: ${AF} USNYC`,
      `15: ${DF} USNYC`
    ]
  },
  {
    title: "Yang Ming: rolled twice at the hub, named each time",
    events: [
      "PLN DEPA TWKHH ALPHA 02-01T10:00",
      "PLN ARRI SGSIN ALPHA 02-05T10:00",
      "PLN DEPA SGSIN BRAVO 02-08T10:00",
      "PLN ARRI ITGOA BRAVO 03-01T10:00",
      "ACT LOAD TWKHH ALPHA 02-01T02:00 A",
      "ACT DEPA TWKHH ALPHA 02-01T12:00",
      "ACT ARRI SGSIN ALPHA 02-05T09:00",
      "ACT DISC SGSIN ALPHA 02-05T20:00 A",
      "PLN DEPA SGSIN CERES 02-15T10:00 (A) rx=02-07T10:00",
      "PLN ARRI ITGOA CERES 03-08T10:00 (A)",
      "ACT DEPA SGSIN BRAVO 02-08T12:00",
      "PLN DEPA SGSIN DIONE 02-22T10:00 (A) rx=02-14T10:00",
      "PLN ARRI ITGOA DIONE 03-15T10:00 (A)",
      "ACT DEPA SGSIN CERES 02-15T12:00",
      "ACT LOAD SGSIN DIONE 02-22T02:00 A",
      "ACT DEPA SGSIN DIONE 02-22T12:00",
      "ACT ARRI ITGOA BRAVO 03-01T09:00",
      "ACT ARRI ITGOA DIONE 03-15T09:00",
      "ACT DISC ITGOA DIONE 03-15T22:00 A"
    ],
    alerts: [
      `5: ${L1} TWKHH`,
      `6: ${D1} TWKHH`,
      `7: ${AT} SGSIN`,
      `8: ${DT} SGSIN`,
      `9: date.changed.${VT} SGSIN 168`,
      `10: date.changed.${AF} ITGOA 168`,
      `12: date.changed.${VT} SGSIN 168`,
      `13: date.changed.${AF} ITGOA 168`,
      `15: ${LT} SGSIN`,
      `16: ${VT} SGSIN`,
      `18: ${AF} ITGOA`,
      `19: ${DF} ITGOA`
    ]
  },
  {
    title: "a late feeder misses the connection, which sails before it arrives",
    events: [
      "PLN DEPA IDSUB ALPHA 02-01T10:00",
      "PLN ARRI SGSIN ALPHA 02-05T10:00",
      "PLN DEPA SGSIN BRAVO 02-10T10:00",
      "PLN ARRI NLRTM BRAVO 03-05T10:00",
      "ACT LOAD IDSUB ALPHA 02-01T02:00 A",
      "ACT DEPA IDSUB ALPHA 02-01T12:00",
      "EST ARRI SGSIN ALPHA 02-11T10:00 rx=02-03T00:00",
      "ACT DEPA SGSIN BRAVO 02-10T12:00",
      "ACT ARRI SGSIN ALPHA 02-11T11:00",
      "ACT DISC SGSIN ALPHA 02-11T22:00 A",
      "PLN DEPA SGSIN CERES 02-17T10:00",
      "PLN ARRI NLRTM CERES 03-12T10:00",
      "ACT LOAD SGSIN CERES 02-17T03:00 A",
      "ACT DEPA SGSIN CERES 02-17T12:00",
      "ACT ARRI NLRTM CERES 03-12T08:00",
      "ACT DISC NLRTM CERES 03-12T22:00 A"
    ],
    alerts: [
      `5: ${L1} IDSUB`,
      `6: ${D1} IDSUB`,
      `7: date.changed.${AT} SGSIN 144`,
      `9: ${AT} SGSIN`,
      `10: ${DT} SGSIN`,
      `11: date.changed.${VT} SGSIN 168`,
      `12: date.changed.${AF} NLRTM 168`,
      `13: ${LT} SGSIN`,
      `14: ${VT} SGSIN`,
      `15: ${AF} NLRTM`,
      `16: ${DF} NLRTM`
    ]
  },
  {
    title: "the vessel breaks down, comes back to the port of loading and discharges; another takes the container",
    events: [
      "PLN DEPA ESVLC ALPHA 02-05T10:00",
      "PLN ARRI USNYC ALPHA 02-18T10:00",
      "ACT LOAD ESVLC ALPHA 02-05T02:00 A",
      "ACT DEPA ESVLC ALPHA 02-05T12:00",
      "ACT ARRI ESVLC ALPHA 02-07T10:00",
      "ACT DISC ESVLC ALPHA 02-07T22:00 A",
      "PLN DEPA ESVLC BRAVO 02-12T10:00",
      "PLN ARRI USNYC BRAVO 02-25T10:00",
      "ACT LOAD ESVLC BRAVO 02-12T02:00 A",
      "ACT DEPA ESVLC BRAVO 02-12T12:00",
      "ACT ARRI USNYC BRAVO 02-25T09:00",
      "ACT DISC USNYC BRAVO 02-25T22:00 A"
    ],
    alerts: [
      `3: ${L1} ESVLC`,
      `4: ${D1} ESVLC`,
      `6: retracted ${D1} ESVLC`,
      `6: retracted ${L1} ESVLC`,
      `7: !date.changed.${D1} ESVLC 166`,
      `8: date.changed.${AF} USNYC 168`,
      `9: date.changed.${L1} ESVLC 168`,
      `9: !${L1} ESVLC`,
      `10: ${D1} ESVLC`,
      `11: ${AF} USNYC`,
      `12: ${DF} USNYC`
    ]
  },
  {
    title: "equipment events without transport call, and rolled at the hub",
    events: [
      "PLN DEPA CNSHA ALPHA 02-05T10:00",
      "PLN ARRI SGSIN ALPHA 02-11T10:00",
      "PLN DEPA SGSIN BRAVO 02-15T10:00",
      "PLN ARRI GRPIR BRAVO 03-05T10:00",
      "ACT LOAD CNSHA 02-05T02:00 A no-call",
      "ACT DEPA CNSHA ALPHA 02-05T12:00",
      "ACT ARRI SGSIN ALPHA 02-11T09:00",
      "ACT DISC SGSIN 02-11T20:00 A no-call",
      "ACT DEPA SGSIN BRAVO 02-15T12:00",
      "PLN DEPA SGSIN CERES 02-22T10:00",
      "PLN ARRI GRPIR CERES 03-12T10:00",
      "ACT LOAD SGSIN 02-22T02:00 A no-call",
      "ACT DEPA SGSIN CERES 02-22T12:00",
      "ACT ARRI GRPIR BRAVO 03-05T09:00",
      "ACT ARRI GRPIR CERES 03-12T09:00",
      "ACT DISC GRPIR 03-12T20:00 A no-call"
    ],
    alerts: [
      `5: ${L1} CNSHA`,
      `6: ${D1} CNSHA`,
      `7: ${AT} SGSIN`,
      `8: ${DT} SGSIN`,
      `10: date.changed.${VT} SGSIN 168`,
      `11: date.changed.${AF} GRPIR 168`,
      `12: ${LT} SGSIN`,
      `13: ${VT} SGSIN`,
      `15: ${AF} GRPIR`,
      `16: ${DF} GRPIR`
    ]
  },
  {
    title: "no vessel in equipment events, and rolled at the port of loading",
    events: [
      "PLN DEPA CNSHA ALPHA 02-05T10:00",
      "PLN ARRI NLRTM ALPHA 03-05T10:00",
      "ACT GTIN CNSHA 02-03T10:00 A",
      "ACT DEPA CNSHA ALPHA 02-05T12:00",
      "PLN DEPA CNSHA BRAVO 02-12T10:00",
      "PLN ARRI NLRTM BRAVO 03-12T10:00",
      "ACT LOAD CNSHA 02-12T02:00 A no-call",
      "ACT DEPA CNSHA BRAVO 02-12T12:00",
      "ACT ARRI NLRTM ALPHA 03-05T09:00",
      "ACT ARRI NLRTM BRAVO 03-12T09:00",
      "ACT DISC NLRTM 03-12T20:00 A no-call"
    ],
    alerts: [
      `3: ${G1} CNSHA`,
      `5: date.changed.${D1} CNSHA 168`,
      `6: date.changed.${AF} NLRTM 168`,
      `7: ${L1} CNSHA`,
      `8: ${D1} CNSHA`,
      `10: ${AF} NLRTM`,
      `11: ${DF} NLRTM`
    ]
  },
  {
    title: "feeder and mainliner have one name and two IMO numbers, which equipment events lack",
    events: [
      "PLN DEPA INCCU SIGMA 02-01T10:00 imo=9111113",
      "PLN ARRI SGSIN SIGMA 02-06T10:00 imo=9111113 #S1",
      "PLN DEPA SGSIN SIGMA 02-12T10:00 imo=9222223 #S2",
      "PLN ARRI USLGB SIGMA 03-05T10:00 imo=9222223",
      "ACT LOAD INCCU SIGMA 02-01T02:00 A",
      "ACT DEPA INCCU SIGMA 02-01T12:00 imo=9111113",
      "ACT ARRI SGSIN SIGMA 02-06T09:00 imo=9111113 #S1",
      "ACT DISC SGSIN SIGMA 02-06T20:00 A #S1",
      "ACT LOAD SGSIN SIGMA 02-12T02:00 A #S2",
      "ACT DEPA SGSIN SIGMA 02-12T12:00 imo=9222223 #S2",
      "ACT ARRI USLGB SIGMA 03-05T09:00 imo=9222223",
      "ACT DISC USLGB SIGMA 03-05T20:00 A"
    ],
    alerts: [
      `5: ${L1} INCCU`,
      `6: ${D1} INCCU`,
      `7: ${AT} SGSIN`,
      `8: ${DT} SGSIN`,
      `9: ${LT} SGSIN`,
      `10: ${VT} SGSIN`,
      `11: ${AF} USLGB`,
      `12: ${DF} USLGB`
    ]
  }
]
