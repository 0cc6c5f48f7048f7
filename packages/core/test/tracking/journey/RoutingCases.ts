import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** Vessels and schedules that change, from statuses that carriers publish: each alert with the number of its event; written before the first run. */
export const ROUTING_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "loadings and discharges alone, with a planned transhipment, and a discharge that slides by hours",
    events: [
      "PLN LOAD THLCH SVEVA 04-16T14:00 A",
      "PLN DISC CNYSN SVEVA 04-25T08:00 A",
      "PLN LOAD CNYSN WILMA 05-02T18:00 A",
      "PLN DISC USCHS WILMA 06-11T07:00 A",
      "ACT GTIN THLCH 03-30T10:00 A",
      "ACT LOAD THLCH SVEVA 04-14T00:00 A",
      "EST DISC USCHS WILMA 06-11T17:00 A",
      "ACT DISC CNYSN SVEVA 04-25T13:00 A",
      "EST DISC USCHS WILMA 06-12T03:00 A",
      "ACT LOAD CNYSN WILMA 05-02T01:00 A",
      "EST DISC USCHS WILMA 06-12T13:00 A",
      "ACT DISC USCHS WILMA 06-12T20:00 A",
      "ACT GTOT USCHS 06-14T10:00 A"
    ],
    alerts: [
      `5: ${G1} THLCH`,
      `6: date.changed.${L1} THLCH -62`,
      `6: ${L1} THLCH`,
      `8: ${DT} CNYSN`,
      `10: ${LT} CNYSN`,
      `11: date.changed.${DF} USCHS 30`,
      `12: ${DF} USCHS`,
      `13: ${GF} USCHS`
    ]
  },
  {
    title: "advanced to an earlier vessel at the transhipment port, while the former one is reported to the end",
    events: [
      "PLN ARRI SGSIN ALPHA 03-06T10:00",
      "PLN DEPA SGSIN CERES 03-12T10:00",
      "PLN ARRI NLRTM CERES 04-05T10:00",
      "ACT LOAD IDSUB ALPHA 03-01T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-06T11:00",
      "ACT DISC SGSIN ALPHA 03-06T20:00 A",
      "PLN DEPA SGSIN BRAVO 03-09T10:00 (A)",
      "PLN ARRI NLRTM BRAVO 04-01T10:00 (A)",
      "ACT LOAD SGSIN BRAVO 03-09T03:00 A",
      "ACT DEPA SGSIN BRAVO 03-09T12:00",
      "EST DEPA SGSIN CERES 03-13T18:00",
      "EST ARRI NLRTM CERES 04-07T10:00",
      "ACT DEPA SGSIN CERES 03-13T19:00",
      "ACT ARRI NLRTM BRAVO 04-01T12:00",
      "ACT DISC NLRTM BRAVO 04-01T23:00 A",
      "ACT ARRI NLRTM CERES 04-07T12:00"
    ],
    alerts: [
      `4: ${L1} IDSUB`,
      `5: ${AT} SGSIN`,
      `6: ${DT} SGSIN`,
      `7: date.changed.${VT} SGSIN -72`,
      `8: date.changed.${AF} NLRTM -96`,
      `9: ${LT} SGSIN`,
      `10: ${VT} SGSIN`,
      `14: ${AF} NLRTM`,
      `15: ${DF} NLRTM`
    ]
  },
  {
    title: "the sailing is blanked: a later response replaces the direct service by one with a transhipment",
    events: [
      "PLN DEPA CNNGB ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-02T10:00",
      "ACT GTIN CNNGB 03-02T10:00 A",
      "PLN DEPA CNNGB BRAVO 03-12T10:00 del=1",
      "PLN ARRI MYPKG BRAVO 03-19T10:00 del=2",
      "PLN DEPA MYPKG CERES 03-23T10:00",
      "PLN ARRI NLRTM CERES 04-12T10:00",
      "ACT LOAD CNNGB BRAVO 03-12T04:00 A",
      "ACT DEPA CNNGB BRAVO 03-12T12:00",
      "ACT ARRI MYPKG BRAVO 03-19T11:00",
      "ACT DISC MYPKG BRAVO 03-19T22:00 A",
      "ACT LOAD MYPKG CERES 03-23T02:00 A",
      "ACT DEPA MYPKG CERES 03-23T12:00",
      "ACT ARRI NLRTM CERES 04-12T12:00"
    ],
    alerts: [
      `3: ${G1} CNNGB`,
      `4: date.changed.${D1} CNNGB 168`,
      `7: date.changed.${AF} NLRTM 240`,
      `8: ${L1} CNNGB`,
      `9: ${D1} CNNGB`,
      `10: ${AT} MYPKG`,
      `11: ${DT} MYPKG`,
      `12: ${LT} MYPKG`,
      `13: ${VT} MYPKG`,
      `14: ${AF} NLRTM`
    ]
  },
  {
    title: "the amended bill names an earlier port of the vessel as the port of discharge",
    events: [
      "PLN ARRI NLRTM ALPHA 03-17T10:00 pod=DEHAM",
      "PLN ARRI DEHAM ALPHA 03-20T10:00 pod=DEHAM",
      "ACT LOAD CNSHA ALPHA 02-18T05:00 A pod=DEHAM",
      "ACT DEPA CNSHA ALPHA 02-18T12:00",
      "ACT SHIP NLRTM 03-01T10:00 pod=NLRTM",
      "EST ARRI NLRTM ALPHA 03-18T20:00",
      "ACT ARRI NLRTM ALPHA 03-18T21:00",
      "ACT DISC NLRTM ALPHA 03-19T10:00 A",
      "ACT GTOT NLRTM 03-22T10:00 A",
      "EST ARRI DEHAM ALPHA 03-23T10:00",
      "ACT ARRI DEHAM ALPHA 03-23T12:00"
    ],
    alerts: [
      `3: ${L1} CNSHA`,
      `4: ${D1} CNSHA`,
      `6: date.changed.${AF} NLRTM 34`,
      `7: ${AF} NLRTM`,
      `8: ${DF} NLRTM`,
      `9: ${GF} NLRTM`
    ]
  },
  {
    title: "from a feeder to a mainliner of the same name",
    events: [
      "PLN DEPA IDJKT MAGNA 03-02T10:00 voy=10",
      "PLN ARRI SGSIN MAGNA 03-04T10:00 voy=10",
      "PLN DEPA SGSIN MAGNA 03-09T10:00 voy=W7",
      "PLN ARRI NLRTM MAGNA 04-01T10:00 voy=W7",
      "ACT LOAD IDJKT MAGNA 03-02T04:00 A voy=10",
      "ACT DEPA IDJKT MAGNA 03-02T12:00 voy=10",
      "ACT ARRI SGSIN MAGNA 03-04T11:00 voy=10",
      "ACT DISC SGSIN MAGNA 03-04T20:00 A voy=10",
      "ACT DEPA SGSIN MAGNA 03-05T10:00 voy=11",
      "ACT LOAD SGSIN MAGNA 03-09T03:00 A voy=W7",
      "ACT DEPA SGSIN MAGNA 03-09T12:00 voy=W7",
      "ACT ARRI NLRTM MAGNA 04-01T12:00 voy=W7",
      "ACT DISC NLRTM MAGNA 04-01T23:00 A voy=W7"
    ],
    alerts: [
      `5: ${L1} IDJKT`,
      `6: ${D1} IDJKT`,
      `8: ${AT} SGSIN`,
      `8: ${DT} SGSIN`,
      `10: ${LT} SGSIN`,
      `11: ${VT} SGSIN`,
      `12: ${AF} NLRTM`,
      `13: ${DF} NLRTM`
    ]
  },
  {
    title: "the vessel returns to the port of loading after a fire, and another one takes the container",
    events: [
      "PLN ARRI USLAX ALPHA 03-25T10:00",
      "ACT LOAD CNSHA ALPHA 03-05T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT ARRI CNSHA ALPHA 03-07T12:00",
      "ACT DISC CNSHA ALPHA 03-08T10:00 A",
      "PLN DEPA CNSHA BRAVO 03-14T10:00 (A)",
      "PLN ARRI USLAX BRAVO 04-03T10:00 (A)",
      "ACT LOAD CNSHA BRAVO 03-14T04:00 A",
      "ACT DEPA CNSHA BRAVO 03-14T12:00",
      "ACT ARRI USLAX BRAVO 04-03T12:00"
    ],
    alerts: [
      `2: ${L1} CNSHA`,
      `3: ${D1} CNSHA`,
      `5: retracted ${L1} CNSHA`,
      `5: retracted ${D1} CNSHA`,
      `6: !date.changed.${D1} CNSHA 214`,
      `7: date.changed.${AF} USLAX 216`,
      `8: date.changed.${L1} CNSHA 215`,
      `8: !${L1} CNSHA`,
      `9: ${D1} CNSHA`,
      `10: ${AF} USLAX`
    ]
  },
  {
    title: "the estimate slides again and again, past itself, between repeated plans",
    events: [
      "PLN ARRI BRSSZ ALPHA 03-20T10:00",
      "ACT LOAD ITGOA ALPHA 03-01T05:00 A",
      "ACT DEPA ITGOA ALPHA 03-01T12:00",
      "EST ARRI BRSSZ ALPHA 03-21T04:00",
      "PLN ARRI BRSSZ ALPHA 03-20T10:00",
      "EST ARRI BRSSZ ALPHA 03-21T16:00",
      "EST ARRI BRSSZ ALPHA 03-22T12:00",
      "EST ARRI BRSSZ ALPHA 03-22T18:00",
      "PLN ARRI BRSSZ ALPHA 03-22T10:00",
      "EST ARRI BRSSZ ALPHA 03-22T18:00 rx=03-23T18:00",
      "EST ARRI BRSSZ ALPHA 03-25T06:00 rx=03-24T06:00",
      "ACT ARRI BRSSZ ALPHA 03-25T08:00",
      "ACT DISC BRSSZ ALPHA 03-26T02:00 A"
    ],
    alerts: [
      `2: ${L1} ITGOA`,
      `3: ${D1} ITGOA`,
      `6: date.changed.${AF} BRSSZ 30`,
      `8: date.changed.${AF} BRSSZ 26`,
      `11: date.changed.${AF} BRSSZ 60`,
      `12: ${AF} BRSSZ`,
      `13: ${DF} BRSSZ`
    ]
  },
  {
    title: "the transhipment is cancelled, and the container stays on board",
    events: [
      "PLN ARRI MYTPP ALPHA 03-15T10:00",
      "PLN DEPA MYTPP CERES 03-19T10:00",
      "PLN ARRI NLRTM CERES 04-10T10:00",
      "ACT LOAD CNSHA ALPHA 03-05T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "PLN ARRI NLRTM ALPHA 04-03T10:00 del=2",
      "PLN DEPA MYTPP ALPHA 03-16T10:00 del=3",
      "ACT ARRI MYTPP ALPHA 03-15T12:00",
      "ACT DEPA MYTPP ALPHA 03-16T12:00",
      "ACT ARRI NLRTM ALPHA 04-03T12:00",
      "ACT DISC NLRTM ALPHA 04-03T22:00 A"
    ],
    alerts: [
      `4: ${L1} CNSHA`,
      `5: ${D1} CNSHA`,
      `6: date.changed.${AF} NLRTM -168`,
      `10: ${AF} NLRTM`,
      `11: ${DF} NLRTM`
    ]
  }
]
