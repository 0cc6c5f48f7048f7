import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** Connections of vessels and bookings: each alert with the number of its event; written before the first run. */
export const CONNECTION_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "a gate-in is cancelled, and the container gated in four days later",
    events: [
      "PLN DEPA INMUN ALPHA 03-10T10:00",
      "PLN ARRI BEANR ALPHA 04-05T10:00",
      "ACT GTIN INMUN 03-03T10:00 A id=1",
      "ACT GONE INMUN 03-03T10:00 A id=1 rx=03-04T10:00",
      "ACT GTIN INMUN 03-07T10:00 A id=2",
      "ACT LOAD INMUN ALPHA 03-10T02:00 A",
      "ACT DEPA INMUN ALPHA 03-10T12:00",
      "ACT ARRI BEANR ALPHA 04-05T12:00"
    ],
    alerts: [
      `3: ${G1} INMUN`,
      `4: retracted ${G1} INMUN`,
      `5: date.changed.${G1} INMUN 96`,
      `5: !${G1} INMUN`,
      `6: ${L1} INMUN`,
      `7: ${D1} INMUN`,
      `8: ${AF} BEANR`
    ]
  },
  {
    title: "every call of both vessels is reported: arrivals before the loading, departures after the discharge",
    events: [
      "PLN DEPA IDSRG ALPHA 03-02T10:00",
      "PLN ARRI SGSIN ALPHA 03-05T10:00",
      "PLN ARRI SGSIN BRAVO 03-08T10:00",
      "PLN DEPA SGSIN BRAVO 03-09T10:00",
      "PLN ARRI AUSYD BRAVO 03-20T10:00",
      "PLN DEPA SGSIN ALPHA 03-06T04:00",
      "ACT GTIN IDSRG 03-01T08:00 A",
      "ACT ARRI IDSRG ALPHA 03-01T20:00",
      "ACT LOAD IDSRG ALPHA 03-02T02:00 A",
      "ACT DEPA IDSRG ALPHA 03-02T12:00",
      "EST ARRI SGSIN BRAVO 03-10T10:00",
      "EST DEPA SGSIN BRAVO 03-11T10:00",
      "ACT ARRI SGSIN ALPHA 03-05T12:00",
      "ACT DISC SGSIN ALPHA 03-05T22:00 A",
      "ACT DEPA SGSIN ALPHA 03-06T06:00",
      "ACT ARRI SGSIN BRAVO 03-10T12:00",
      "ACT LOAD SGSIN BRAVO 03-10T23:00 A",
      "ACT DEPA SGSIN BRAVO 03-11T12:00",
      "ACT ARRI AUSYD BRAVO 03-22T12:00",
      "ACT DISC AUSYD BRAVO 03-23T02:00 A",
      "ACT DEPA AUSYD BRAVO 03-24T12:00"
    ],
    alerts: [
      `7: ${G1} IDSRG`,
      `9: ${L1} IDSRG`,
      `10: ${D1} IDSRG`,
      `12: date.changed.${VT} SGSIN 48`,
      `13: ${AT} SGSIN`,
      `14: ${DT} SGSIN`,
      `17: ${LT} SGSIN`,
      `18: ${VT} SGSIN`,
      `19: date.changed.${AF} AUSYD 50`,
      `19: ${AF} AUSYD`,
      `20: ${DF} AUSYD`
    ]
  },
  {
    title: "split from its booking at the transhipment port, while the other container goes on as planned",
    events: [
      "PLN DEPA SGSIN CERES 03-08T10:00",
      "PLN ARRI DEHAM CERES 04-01T10:00",
      "ACT LOAD THBKK ALPHA 02-26T05:00 A",
      "ACT LOAD THBKK ALPHA 02-26T05:00 B",
      "ACT DISC SGSIN ALPHA 03-02T20:00 A",
      "PLN DEPA SGSIN DIONE 03-15T10:00 (A) bk=BK2",
      "PLN ARRI DEHAM DIONE 04-08T10:00 (A) bk=BK2",
      "ACT DISC SGSIN ALPHA 03-02T21:00 B",
      "ACT LOAD SGSIN CERES 03-08T04:00 B",
      "ACT DEPA SGSIN CERES 03-08T12:00",
      "ACT LOAD SGSIN DIONE 03-15T04:00 A bk=BK2",
      "ACT DEPA SGSIN DIONE 03-15T12:00 bk=BK2",
      "ACT ARRI DEHAM CERES 04-01T12:00",
      "EST ARRI DEHAM DIONE 04-10T10:00 bk=BK2",
      "ACT ARRI DEHAM DIONE 04-10T12:00 bk=BK2",
      "ACT DISC DEHAM DIONE 04-11T02:00 A bk=BK2"
    ],
    alerts: [
      `3: ${L1} THBKK`,
      `5: ${DT} SGSIN`,
      `6: date.changed.${VT} SGSIN 168`,
      `7: date.changed.${AF} DEHAM 168`,
      `11: ${LT} SGSIN`,
      `12: ${VT} SGSIN`,
      `14: date.changed.${AF} DEHAM 48`,
      `15: ${AF} DEHAM`,
      `16: ${DF} DEHAM`
    ]
  },
  {
    title: "a strike: the vessel waits off its port of discharge, leaves without berthing, and goes to the next port",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-20T12:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "PLN ARRI BEANR ALPHA 03-23T10:00 (A) rx=03-22T10:00",
      "ACT ARRI BEANR ALPHA 03-23T12:00",
      "ACT DISC BEANR ALPHA 03-24T02:00 A",
      "ACT GTOT BEANR 03-26T10:00 A"
    ],
    alerts: [
      `2: ${L1} CNSHA`,
      `3: ${D1} CNSHA`,
      `4: ${AF} NLRTM`,
      `5: retracted ${AF} NLRTM`,
      `6: !${AF} BEANR`,
      `7: ${DF} BEANR`,
      `8: ${GF} BEANR`
    ]
  },
  {
    title: "tracked by its number alone, and rolled at the transhipment port, without a booking in any event",
    events: [
      "PLN ARRI SGSIN ALPHA 03-06T10:00 no-booking",
      "PLN DEPA SGSIN CERES 03-10T10:00 no-booking",
      "PLN ARRI NLRTM CERES 04-02T10:00 no-booking",
      "ACT LOAD MMRGN ALPHA 03-01T05:00 A no-booking",
      "ACT ARRI SGSIN ALPHA 03-06T12:00 no-booking",
      "ACT DISC SGSIN ALPHA 03-06T20:00 A no-booking",
      "ACT DEPA SGSIN CERES 03-10T12:00 no-booking",
      "PLN DEPA SGSIN DIONE 03-17T10:00 no-booking",
      "PLN ARRI NLRTM DIONE 04-09T10:00 no-booking",
      "ACT LOAD SGSIN DIONE 03-17T05:00 A no-booking",
      "ACT DEPA SGSIN DIONE 03-17T12:00 no-booking",
      "ACT ARRI NLRTM CERES 04-02T12:00 no-booking",
      "ACT ARRI NLRTM DIONE 04-09T12:00 no-booking"
    ],
    alerts: [
      `4: ${L1} MMRGN`,
      `5: ${AT} SGSIN`,
      `6: ${DT} SGSIN`,
      `8: date.changed.${VT} SGSIN 168`,
      `9: date.changed.${AF} NLRTM 168`,
      `10: ${LT} SGSIN`,
      `11: ${VT} SGSIN`,
      `13: ${AF} NLRTM`
    ]
  },
  {
    title: "no plan, and the second leg is reported before the end of the first",
    events: [
      "ACT LOAD CNXMN ALPHA 03-01T05:00 A no-booking",
      "ACT DEPA CNXMN ALPHA 03-01T12:00 no-booking",
      "ACT LOAD SGSIN CERES 03-10T05:00 A no-booking",
      "ACT DEPA SGSIN CERES 03-10T12:00 no-booking",
      "ACT DISC SGSIN ALPHA 03-07T20:00 A no-booking rx=03-11T10:00",
      "ACT ARRI SGSIN ALPHA 03-07T10:00 no-booking rx=03-12T10:00",
      "ACT ARRI GBFXT CERES 04-01T10:00 no-booking",
      "ACT DISC GBFXT CERES 04-01T20:00 A no-booking",
      "ACT GTOT GBFXT 04-02T09:00 A no-booking"
    ],
    alerts: [
      `1: ${L1} CNXMN`,
      `2: ${D1} CNXMN`,
      `3: ${LT} SGSIN`,
      `4: ${VT} SGSIN`,
      `5: ${DT} SGSIN`,
      `6: ${AT} SGSIN`,
      `7: ${AF} GBFXT`,
      `9: ${DF} GBFXT`,
      `9: ${GF} GBFXT`
    ]
  }
]
