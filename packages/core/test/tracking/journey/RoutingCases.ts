import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LEAVES_ORIGIN = "container.departure.from.pre.pol"
const ARRIVES_ORIGIN = "container.arrival.at.pre.pol"
const LOADED_ORIGIN = "container.loaded.at.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const UNLOADED_INLAND = "container.discharge.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Routings, from responses that carriers publish: each alert with the number of its event, written down before they were tried. */
export const ROUTING_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "across the ocean and on by rail without any plan: arrived at the anchorage weeks before the berth",
    events: [
      "ACT GTIN KRPUS 04-05T10:00 A no-booking",
      "ACT LOAD KRPUS HANBIT 04-07T12:00 A no-booking",
      "ACT DEPA KRPUS HANBIT 04-07T21:00 A no-booking",
      "ACT ARRI CAVAN HANBIT 04-18T16:00 A no-booking",
      "ACT ARRI CAVAN HANBIT 05-28T04:00 A no-booking",
      "ACT DISC CAVAN HANBIT 05-31T21:00 A no-booking",
      "ACT LOAD CAVAN RAIL 06-03T00:00 A no-booking",
      "ACT DEPA CAVAN RAIL 06-03T07:00 A no-booking",
      "ACT ARRI USDET RAIL 06-09T18:00 A no-booking",
      "ACT DISC USDET RAIL 06-09T21:00 A no-booking",
      "ACT GTOT USDET TRUCK 06-10T10:00 A no-booking @INTE",
      "ACT GTIN USDET TRUCK 06-10T12:00 A no-booking EMPTY @DEPO"
    ],
    alerts: [
      `2: ${G1} KRPUS`,
      `2: ${L1} KRPUS`,
      `3: ${D1} KRPUS`,
      `4: ${AF} CAVAN`,
      `5: !date.changed.${AF} CAVAN 948`,
      `review: ${DF} CAVAN`,
      `8: ${GF} CAVAN`,
      `9: ${ARRIVES_INLAND} USDET`,
      `10: ${UNLOADED_INLAND} USDET`,
      `11: ${LEAVES_INLAND} USDET`
    ]
  },
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
    title: "down the river on two barges to the port of loading",
    events: [
      "PLN DEPA CNSHA ALPHA 03-20T10:00",
      "PLN ARRI DEHAM ALPHA 04-20T10:00",
      "ACT GTIN CNCKG 03-01T10:00 A",
      "ACT LOAD CNCKG BARGE 03-02T08:00 A",
      "ACT DEPA CNCKG BARGE 03-02T20:00 A",
      "ACT ARRI CNWUH BARGE 03-06T10:00 A",
      "ACT DISC CNWUH BARGE 03-06T18:00 A",
      "ACT LOAD CNWUH BARGE 03-09T08:00 A",
      "ACT DEPA CNWUH BARGE 03-09T20:00 A",
      "ACT ARRI CNSHA BARGE 03-13T10:00 A",
      "ACT DISC CNSHA BARGE 03-13T18:00 A",
      "ACT LOAD CNSHA ALPHA 03-20T04:00 A",
      "ACT DEPA CNSHA ALPHA 03-20T12:00",
      "ACT ARRI DEHAM ALPHA 04-20T12:00"
    ],
    alerts: [
      `3: ${ARRIVES_ORIGIN} CNCKG`,
      `4: ${LOADED_ORIGIN} CNCKG`,
      `5: ${LEAVES_ORIGIN} CNCKG`,
      `6: ${ARRIVES_ORIGIN} CNWUH`,
      `8: ${LOADED_ORIGIN} CNWUH`,
      `9: ${LEAVES_ORIGIN} CNWUH`,
      `10: ${G1} CNSHA`,
      `12: ${L1} CNSHA`,
      `13: ${D1} CNSHA`,
      `14: ${AF} DEHAM`
    ]
  },
  {
    title: "by rail at both ends, delayed from the vessel to the last ramp, with a change of trains on the way",
    events: [
      "PLN DEPA DEMUC RAIL 03-01T10:00 @RAMP",
      "PLN ARRI DEHAM RAIL 03-02T10:00",
      "PLN DEPA DEHAM ALPHA 03-06T10:00",
      "PLN ARRI USNYC ALPHA 03-17T10:00",
      "PLN DEPA USNYC RAIL 03-20T10:00",
      "PLN ARRI USCHI RAIL 03-23T10:00 @RAMP",
      "EST DEPA DEHAM ALPHA 03-08T10:00",
      "EST ARRI USNYC ALPHA 03-19T12:00",
      "EST ARRI USCHI RAIL 03-26T10:00 @RAMP",
      "ACT GTIN DEMUC 02-28T10:00 A @RAMP",
      "ACT LOAD DEMUC RAIL 03-01T06:00 A @RAMP",
      "ACT DEPA DEMUC RAIL 03-01T10:00 A @RAMP",
      "ACT ARRI DEHAM RAIL 03-02T12:00 A",
      "ACT LOAD DEHAM ALPHA 03-08T02:00 A",
      "ACT DEPA DEHAM ALPHA 03-08T12:00",
      "ACT ARRI USNYC ALPHA 03-19T13:00",
      "ACT DISC USNYC ALPHA 03-20T01:00 A",
      "ACT DEPA USNYC RAIL 03-23T10:00 A",
      "ACT ARRI USCLE RAIL 03-25T02:00 A @RAMP",
      "ACT DEPA USCLE RAIL 03-25T10:00 A @RAMP",
      "ACT ARRI USCHI RAIL 03-26T10:00 A @RAMP",
      "ACT DISC USCHI RAIL 03-26T14:00 A @RAMP",
      "ACT GTOT USCHI TRUCK 03-27T09:00 A @RAMP"
    ],
    alerts: [
      `7: date.changed.${D1} DEHAM 48`,
      `8: date.changed.${AF} USNYC 50`,
      `9: date.changed.${ARRIVES_INLAND} USCHI 72`,
      `10: ${ARRIVES_ORIGIN} DEMUC`,
      `11: ${LOADED_ORIGIN} DEMUC`,
      `12: ${LEAVES_ORIGIN} DEMUC`,
      `13: ${G1} DEHAM`,
      `14: ${L1} DEHAM`,
      `15: ${D1} DEHAM`,
      `16: ${AF} USNYC`,
      `17: ${DF} USNYC`,
      `18: date.changed.${GF} USNYC 72`,
      `18: ${GF} USNYC`,
      `19: ${ARRIVES_INLAND} USCLE`,
      `20: ${LEAVES_INLAND} USCLE`,
      `21: ${ARRIVES_INLAND} USCHI`,
      `22: ${UNLOADED_INLAND} USCHI`,
      `23: ${LEAVES_INLAND} USCHI`
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
  },
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
    title: "door to door by truck, reported as movements of the truck",
    events: [
      "PLN ARRI GBSOU ALPHA 03-20T10:00",
      "ACT GTOT CNSHA 02-08T10:00 A EMPTY @DEPO",
      "ACT STUF CNSUZ 02-09T10:00 A @CLOC",
      "ACT DEPA CNSUZ TRUCK 02-10T08:00 A @CLOC",
      "ACT ARRI CNSHA TRUCK 02-10T14:00 A",
      "ACT GTIN CNSHA 02-10T15:00 A",
      "ACT LOAD CNSHA ALPHA 02-13T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-13T12:00",
      "ACT ARRI GBSOU ALPHA 03-20T12:00",
      "ACT DISC GBSOU ALPHA 03-21T02:00 A",
      "ACT DEPA GBSOU TRUCK 03-23T08:00 A",
      "ACT ARRI GBBHM TRUCK 03-23T13:00 A @CLOC",
      "ACT STRP GBBHM 03-24T10:00 A @CLOC",
      "ACT GTIN GBSOU 03-25T10:00 A EMPTY @DEPO"
    ],
    alerts: [
      `4: ${LEAVES_ORIGIN} CNSUZ`,
      `7: ${G1} CNSHA`,
      `7: ${L1} CNSHA`,
      `8: ${D1} CNSHA`,
      `9: ${AF} GBSOU`,
      `10: ${DF} GBSOU`,
      `11: ${GF} GBSOU`,
      `12: ${ARRIVES_INLAND} GBBHM`
    ]
  },
  {
    title: "the bill names a port of discharge, and a place of delivery that a feeder serves",
    events: [
      "ACT SHIP CNSHA 02-20T10:00 pod=SGSIN pde=IDJKT",
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN FEEDER 03-14T10:00",
      "PLN ARRI IDJKT FEEDER 03-16T10:00",
      "ACT LOAD CNSHA ALPHA 03-02T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-02T12:00",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "ACT LOAD SGSIN FEEDER 03-14T04:00 A",
      "ACT DEPA SGSIN FEEDER 03-14T12:00",
      "ACT ARRI IDJKT FEEDER 03-16T12:00",
      "ACT DISC IDJKT FEEDER 03-16T20:00 A",
      "ACT GTOT IDJKT 03-18T10:00 A"
    ],
    alerts: [
      `5: ${L1} CNSHA`,
      `6: ${D1} CNSHA`,
      `7: ${AT} SGSIN`,
      `8: ${DT} SGSIN`,
      `9: ${LT} SGSIN`,
      `10: ${VT} SGSIN`,
      `11: ${AF} IDJKT`,
      `12: ${DF} IDJKT`,
      `13: ${GF} IDJKT`
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
    title: "transhipped at Busan, whose new port has a code of its own",
    events: [
      "PLN ARRI KRPUS ALPHA 03-04T10:00",
      "PLN DEPA KRPUS BRAVO 03-08T10:00",
      "PLN ARRI USSEA BRAVO 03-20T10:00",
      "ACT LOAD JPHKT ALPHA 03-02T05:00 A",
      "ACT ARRI KRPUS ALPHA 03-04T11:00",
      "ACT DISC KRBNP ALPHA 03-04T20:00 A",
      "ACT LOAD KRBNP BRAVO 03-08T04:00 A",
      "ACT DEPA KRPUS BRAVO 03-08T12:00",
      "ACT ARRI USSEA BRAVO 03-20T12:00",
      "ACT DISC USSEA BRAVO 03-21T02:00 A"
    ],
    alerts: [
      `4: ${L1} JPHKT`,
      `5: ${AT} KRPUS`,
      `6: ${DT} KRBNP`,
      `7: ${LT} KRBNP`,
      `8: ${VT} KRPUS`,
      `9: ${AF} USSEA`,
      `10: ${DF} USSEA`
    ]
  },
  {
    title: "planned to Los Angeles, and discharged next door at Long Beach",
    events: [
      "PLN ARRI USLAX ALPHA 03-20T10:00",
      "ACT LOAD CNYTN ALPHA 03-05T05:00 A",
      "ACT DEPA CNYTN ALPHA 03-05T12:00",
      "ACT ARRI USLGB ALPHA 03-20T12:00",
      "ACT DISC USLGB ALPHA 03-21T03:00 A",
      "ACT GTOT USLGB 03-23T10:00 A"
    ],
    alerts: [`2: ${L1} CNYTN`, `3: ${D1} CNYTN`, `4: ${AF} USLGB`, `5: ${DF} USLGB`, `6: ${GF} USLGB`]
  },
  {
    title: "taken to an examination station by customs, released, and stripped inland",
    events: [
      "PLN ARRI USLAX ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-22T05:00 A",
      "ACT ARRI USLAX ALPHA 03-10T12:00",
      "ACT DISC USLAX ALPHA 03-10T22:00 A",
      "ACT CUSS USLAX 03-11T10:00 A",
      "ACT CUSI USLAX 03-12T10:00 A",
      "ACT GTOT USLAX 03-13T10:00 A",
      "ACT GTIN USCSN 03-13T12:00 A @COFS",
      "ACT INSP USCSN 03-14T10:00 A @COFS",
      "ACT RSEA USCSN 03-14T12:00 A @COFS",
      "ACT CUSR USCSN 03-15T10:00 A @COFS",
      "ACT GTOT USCSN 03-15T15:00 A @COFS",
      "ACT GTIN USONT 03-15T18:00 A @COFS",
      "ACT STRP USONT 03-16T10:00 A @COFS",
      "ACT GTOT USONT 03-17T10:00 A EMPTY @COFS",
      "ACT GTIN USLAX 03-17T15:00 A EMPTY @DEPO"
    ],
    alerts: [
      `2: ${L1} CNSHA`,
      `3: ${AF} USLAX`,
      `4: ${DF} USLAX`,
      `7: ${GF} USLAX`,
      `8: ${ARRIVES_INLAND} USCSN`,
      `12: ${LEAVES_INLAND} USCSN`,
      `13: ${ARRIVES_INLAND} USONT`
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
