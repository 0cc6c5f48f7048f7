import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"

/** Bookings, placeholders and reports in disorder: each alert with the number of its event; written before the first run. */
export const BOOKING_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "the container appears in its booking after the vessel has reached the transhipment port",
    events: [
      "PLN DEPA VNHPH ALPHA 03-02T10:00",
      "PLN ARRI SGSIN ALPHA 03-06T10:00",
      "PLN DEPA SGSIN BRAVO 03-09T10:00",
      "PLN ARRI NLRTM BRAVO 04-01T10:00",
      "ACT LOAD VNHPH ALPHA 03-02T03:00 B",
      "ACT DEPA VNHPH ALPHA 03-02T12:00",
      "ACT ARRI SGSIN ALPHA 03-06T12:00",
      "ACT LOAD VNHPH ALPHA 03-02T02:00 A rx=03-06T14:00",
      "ACT DISC SGSIN ALPHA 03-06T20:00 A",
      "ACT LOAD SGSIN BRAVO 03-09T02:00 A",
      "ACT DEPA SGSIN BRAVO 03-09T12:00",
      "ACT ARRI NLRTM BRAVO 04-01T12:00"
    ],
    alerts: [
      `6: ${D1} VNHPH`,
      `7: ${AT} SGSIN`,
      `8: ${L1} VNHPH`,
      `9: ${DT} SGSIN`,
      `10: ${LT} SGSIN`,
      `11: ${VT} SGSIN`,
      `12: ${AF} NLRTM`
    ]
  },
  {
    title: "the mainliner is to be named until the feeder has arrived, and is two days early",
    events: [
      "PLN DEPA IDPNK FEEDER 03-02T10:00 #1",
      "PLN ARRI SGSIN FEEDER 03-04T10:00 #2",
      "PLN DEPA SGSIN TBN 03-10T10:00 #3",
      "PLN ARRI DEHAM TBN 04-05T10:00 #4",
      "ACT LOAD IDPNK FEEDER 03-02T03:00 A #1",
      "ACT DEPA IDPNK FEEDER 03-02T12:00 #1",
      "ACT ARRI SGSIN FEEDER 03-04T12:00 #2",
      "PLN DEPA SGSIN BRAVO 03-08T10:00 #5",
      "PLN ARRI DEHAM BRAVO 04-03T10:00 #6",
      "ACT DISC SGSIN FEEDER 03-04T22:00 A #2",
      "ACT LOAD SGSIN BRAVO 03-08T03:00 A #5",
      "ACT DEPA SGSIN BRAVO 03-08T12:00 #5",
      "ACT ARRI DEHAM BRAVO 04-03T12:00 #6"
    ],
    alerts: [
      `5: ${L1} IDPNK`,
      `6: ${D1} IDPNK`,
      `7: ${AT} SGSIN`,
      `8: date.changed.${VT} SGSIN -48`,
      `9: date.changed.${AF} DEHAM -48`,
      `10: ${DT} SGSIN`,
      `11: ${LT} SGSIN`,
      `12: ${VT} SGSIN`,
      `13: ${AF} DEHAM`
    ]
  },
  {
    title:
      "the container is left in the terminal at the port of loading, and the carrier states it a day after the sailing",
    events: [
      "PLN DEPA BRSSZ ALPHA 03-05T10:00",
      "PLN ARRI ESVLC ALPHA 03-20T10:00",
      "ACT GTIN BRSSZ 03-02T10:00 A",
      "ACT GTIN BRSSZ 03-02T11:00 B",
      "ACT LOAD BRSSZ ALPHA 03-05T03:00 B",
      "ACT DEPA BRSSZ ALPHA 03-05T12:00",
      "PLN DEPA BRSSZ BRAVO 03-12T10:00 (A) rx=03-06T12:00",
      "PLN ARRI ESVLC BRAVO 03-27T10:00 (A)",
      "ACT ARRI ESVLC ALPHA 03-20T12:00",
      "ACT LOAD BRSSZ BRAVO 03-12T03:00 A rx=03-20T18:00",
      "ACT DEPA BRSSZ BRAVO 03-12T12:00 rx=03-20T19:00",
      "ACT ARRI ESVLC BRAVO 03-27T12:00"
    ],
    alerts: [
      `3: ${G1} BRSSZ`,
      `7: date.changed.${D1} BRSSZ 168`,
      `8: date.changed.${AF} ESVLC 168`,
      `10: ${L1} BRSSZ`,
      `11: ${D1} BRSSZ`,
      `12: ${AF} ESVLC`
    ]
  },
  {
    title: "two bookings are merged before loading: the container keeps its vessel",
    events: [
      "PLN DEPA ITSPE ALPHA 03-05T10:00 bk=BK2",
      "PLN ARRI USNYC ALPHA 03-18T10:00 bk=BK2",
      "ACT GTIN ITSPE 03-03T10:00 A bk=BK2",
      "PLN DEPA ITSPE ALPHA 03-05T10:00 bk=BK1",
      "PLN ARRI USNYC ALPHA 03-18T10:00 bk=BK1",
      "ACT LOAD ITSPE ALPHA 03-05T03:00 A bk=BK1",
      "ACT DEPA ITSPE ALPHA 03-05T12:00 bk=BK1",
      "EST ARRI USNYC ALPHA 03-19T16:00 bk=BK1",
      "ACT ARRI USNYC ALPHA 03-19T18:00 bk=BK1",
      "ACT DISC USNYC ALPHA 03-20T02:00 A bk=BK1"
    ],
    alerts: [
      `3: ${G1} ITSPE`,
      `6: ${L1} ITSPE`,
      `7: ${D1} ITSPE`,
      `8: date.changed.${AF} USNYC 30`,
      `9: ${AF} USNYC`,
      `10: ${DF} USNYC`
    ]
  },
  {
    title: "the arrival is estimated beyond the discharge, which is reported first",
    events: [
      "PLN ARRI CLSAI ALPHA 03-20T10:00",
      "ACT LOAD CNNGB ALPHA 02-20T05:00 A",
      "EST ARRI CLSAI ALPHA 03-21T20:00",
      "ACT DISC CLSAI ALPHA 03-20T18:00 A",
      "EST ARRI CLSAI ALPHA 03-22T20:00",
      "ACT ARRI CLSAI ALPHA 03-20T12:00",
      "ACT GTOT CLSAI 03-22T10:00 A"
    ],
    alerts: [
      `2: ${L1} CNNGB`,
      `3: date.changed.${AF} CLSAI 34`,
      `4: ${DF} CLSAI`,
      `6: date.changed.${AF} CLSAI -32`,
      `6: ${AF} CLSAI`,
      `7: ${GF} CLSAI`
    ]
  },
  {
    title: "by sea and by barge to a river port with a bill, and the barge is late",
    events: [
      "ACT SHIP CNSHA 02-20T10:00 pod=BEANR pde=FRSXB",
      "PLN ARRI BEANR ALPHA 03-20T10:00",
      "PLN DEPA BEANR BARGE 03-23T10:00",
      "PLN ARRI FRSXB BARGE 03-27T10:00 @INTE",
      "ACT LOAD CNSHA ALPHA 02-24T05:00 A",
      "ACT ARRI BEANR ALPHA 03-20T12:00",
      "ACT DISC BEANR ALPHA 03-20T22:00 A",
      "EST DEPA BEANR BARGE 03-25T10:00",
      "EST ARRI FRSXB BARGE 03-29T10:00 @INTE",
      "ACT LOAD BEANR BARGE 03-25T08:00 A",
      "ACT DEPA BEANR BARGE 03-25T12:00 A",
      "ACT ARRI FRSXB BARGE 03-29T12:00 A @INTE",
      "ACT DISC FRSXB BARGE 03-29T16:00 A @INTE",
      "ACT GTOT FRSXB TRUCK 03-30T08:00 A @INTE",
      "ACT GTIN FRSXB TRUCK 04-01T08:00 A EMPTY @INTE"
    ],
    alerts: [
      `5: ${L1} CNSHA`,
      `6: ${AF} BEANR`,
      `7: ${DF} BEANR`,
      `8: date.changed.${GF} BEANR 48`,
      `9: date.changed.${ARRIVES_INLAND} FRSXB 48`,
      `11: ${GF} BEANR`,
      `12: ${ARRIVES_INLAND} FRSXB`,
      "13: container.discharge.at.post.pod FRSXB",
      "14: container.departure.from.post.pod FRSXB"
    ]
  },
  {
    title: "lifted off for a restow at the port before, and discharged at the port of discharge",
    events: [
      "PLN ARRI BEANR ALPHA 03-18T10:00",
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-24T05:00 A pod=NLRTM",
      "ACT ARRI BEANR ALPHA 03-18T12:00",
      "ACT DISC BEANR ALPHA 03-18T16:00 A",
      "ACT LOAD BEANR ALPHA 03-18T21:00 A",
      "ACT DEPA BEANR ALPHA 03-19T06:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T20:00 A"
    ],
    alerts: [
      `3: ${L1} CNSHA`,
      `5: ${AT} BEANR`,
      `5: ${DT} BEANR`,
      `6: ${LT} BEANR`,
      `7: ${VT} BEANR`,
      `8: ${AF} NLRTM`,
      `9: ${DF} NLRTM`
    ]
  },
  {
    title: "the vessel omits the transhipment port, and discharges at the next: the feeder is planned from there",
    events: [
      "PLN ARRI MYPKG ALPHA 03-10T10:00",
      "PLN DEPA MYPKG FEEDER 03-13T10:00",
      "PLN ARRI INMAA FEEDER 03-17T10:00",
      "ACT LOAD CNTAO ALPHA 03-01T05:00 A",
      "ACT DEPA CNTAO ALPHA 03-01T12:00",
      "PLN ARRI LKCMB ALPHA 03-14T10:00 (A)",
      "PLN DEPA LKCMB LANKA 03-18T10:00 (A)",
      "PLN ARRI INMAA LANKA 03-20T10:00 (A)",
      "ACT ARRI LKCMB ALPHA 03-14T12:00",
      "ACT DISC LKCMB ALPHA 03-14T22:00 A",
      "ACT DEPA MYPKG FEEDER 03-13T12:00 rx=03-15T10:00",
      "ACT ARRI INMAA FEEDER 03-17T12:00",
      "ACT LOAD LKCMB LANKA 03-18T03:00 A",
      "ACT DEPA LKCMB LANKA 03-18T12:00",
      "ACT ARRI INMAA LANKA 03-20T12:00",
      "ACT DISC INMAA LANKA 03-20T20:00 A"
    ],
    alerts: [
      `4: ${L1} CNTAO`,
      `5: ${D1} CNTAO`,
      `8: date.changed.${AF} INMAA 72`,
      `9: ${AT} LKCMB`,
      `10: ${DT} LKCMB`,
      `13: ${LT} LKCMB`,
      `14: ${VT} LKCMB`,
      `15: ${AF} INMAA`,
      `16: ${DF} INMAA`
    ]
  },
  {
    title: "discharged abroad by a strike, trucked to the port of discharge, and collected there",
    events: [
      "PLN ARRI FRLEH ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A pod=FRLEH",
      "ACT ARRI BEANR ALPHA 03-22T12:00",
      "ACT DISC BEANR ALPHA 03-22T22:00 A",
      "ACT GTOT BEANR TRUCK 03-25T08:00 A",
      "ACT GTIN FRLEH TRUCK 03-25T18:00 A",
      "ACT GTOT FRLEH TRUCK 03-27T08:00 A",
      "ACT GTIN FRLEH TRUCK 03-29T08:00 A EMPTY"
    ],
    alerts: [
      `2: ${L1} CNSHA`,
      `4: ${AT} BEANR`,
      `4: ${DT} BEANR`,
      `6: !${AF} BEANR`,
      `6: !${DF} BEANR`,
      `6: ${GF} BEANR`,
      `6: ${ARRIVES_INLAND} FRLEH`,
      "7: container.departure.from.post.pod FRLEH"
    ]
  }
]
