import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LEAVES_ORIGIN = "container.departure.from.pre.pol"
const ARRIVES_ORIGIN = "container.arrival.at.pre.pol"
const LOADED_ORIGIN = "container.loaded.at.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const UNLOADED_INLAND = "container.discharge.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Routings with inland legs and ports of several codes, from responses that carriers publish: each alert with the number of its event; written before the first run. */
export const INLAND_ROUTING_CASES: ReadonlyArray<TradeCase> = [
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
    title: "transhipped at Busan, whose new port has another code",
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
  }
]
