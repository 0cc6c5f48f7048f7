import { AF, D1, DF, G1, GF, L1, type TradeCase } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** What carriers state late, in part, twice or otherwise than before: each alert with the number of its event; written before the first run. */
export const STATEMENT_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "the gate-in is corrected from empty to laden, and the first report is repeated, without creation times",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-02T10:00",
      "ACT GTIN CNSHA 03-02T10:00 A EMPTY no-creation",
      "ACT GTIN CNSHA 03-02T10:00 A no-creation rx=03-02T18:00",
      "ACT GTIN CNSHA 03-02T10:00 A EMPTY no-creation rx=03-03T09:00",
      "ACT LOAD CNSHA ALPHA 03-05T04:00 A no-creation"
    ],
    alerts: [`4: ${G1} CNSHA`, `6: ${L1} CNSHA`]
  },
  {
    title: "the gate-in after the delivery is corrected from laden to empty, without creation times",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A no-creation",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A no-creation",
      "ACT GTOT NLRTM 03-12T09:00 A no-creation",
      "ACT GTIN DEDUI 03-15T09:00 A no-creation @DEPO",
      "ACT GTIN DEDUI 03-15T09:00 A EMPTY no-creation rx=03-16T09:00 @DEPO"
    ],
    alerts: [
      `2: ${L1} CNSHA`,
      `3: ${DF} NLRTM`,
      `4: ${GF} NLRTM`,
      `5: ${ARRIVES_INLAND} DEDUI`,
      `6: retracted ${ARRIVES_INLAND} DEDUI`
    ]
  },
  {
    title: "the load of the gate-out is stated a day later",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT DEDUI 03-14T09:00 A UNSTATED no-creation @INTE",
      "ACT GTOT DEDUI 03-14T09:00 A no-creation @INTE rx=03-15T09:00"
    ],
    alerts: [`2: ${L1} CNSHA`, `3: ${DF} NLRTM`, `5: ${LEAVES_INLAND} DEDUI`]
  },
  {
    title: "tracked by its number alone, gated in, and the planned vessel sails without it",
    events: [
      "PLN DEPA CNSHA CERES 03-05T10:00 no-booking",
      "PLN ARRI NLRTM CERES 04-02T10:00 no-booking",
      "ACT GTIN CNSHA 03-03T10:00 A no-booking",
      "ACT DEPA CNSHA CERES 03-05T12:00 no-booking",
      "PLN DEPA CNSHA DIONE 03-12T10:00 no-booking",
      "PLN ARRI NLRTM DIONE 04-09T10:00 no-booking",
      "ACT LOAD CNSHA DIONE 03-12T04:00 A no-booking",
      "ACT DEPA CNSHA DIONE 03-12T12:00 no-booking",
      "ACT ARRI NLRTM CERES 04-02T12:00 no-booking",
      "ACT ARRI NLRTM DIONE 04-09T12:00 no-booking",
      "ACT DISC NLRTM DIONE 04-09T22:00 A no-booking"
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
    title: "the loading is reported two days after the vessel has sailed",
    events: [
      "PLN DEPA INNSA ALPHA 03-05T10:00",
      "PLN ARRI GBFXT ALPHA 03-28T10:00",
      "ACT GTIN INNSA 03-03T10:00 A",
      "ACT DEPA INNSA ALPHA 03-05T12:00",
      "ACT LOAD INNSA ALPHA 03-05T03:00 A rx=03-07T12:00",
      "ACT ARRI GBFXT ALPHA 03-28T12:00"
    ],
    alerts: [`3: ${G1} INNSA`, `5: ${L1} INNSA`, `5: ${D1} INNSA`, `6: ${AF} GBFXT`]
  },
  {
    title: "the loading is never reported, though the gate-in was: the next port shows that the container sailed",
    events: [
      "PLN DEPA INNSA ALPHA 03-05T10:00",
      "PLN ARRI GBFXT ALPHA 03-28T10:00",
      "ACT GTIN INNSA 03-03T10:00 A",
      "ACT DEPA INNSA ALPHA 03-05T12:00",
      "ACT ARRI GBFXT ALPHA 03-28T12:00",
      "ACT DISC GBFXT ALPHA 03-28T22:00 A"
    ],
    alerts: [`3: ${G1} INNSA`, `5: ${D1} INNSA`, `5: ${AF} GBFXT`, `6: ${DF} GBFXT`]
  },
  {
    title: "the responses alternate between the schedule and the carrier's estimate, created at the same time",
    events: [
      "PLN ARRI USSAV ALPHA 03-20T10:00 no-creation",
      "ACT LOAD CNYTN ALPHA 02-20T05:00 A",
      "ACT DEPA CNYTN ALPHA 02-20T12:00",
      "EST ARRI USSAV ALPHA 03-22T10:00 no-creation",
      "PLN ARRI USSAV ALPHA 03-20T10:00 no-creation",
      "EST ARRI USSAV ALPHA 03-22T12:00 no-creation",
      "PLN ARRI USSAV ALPHA 03-23T20:00 no-creation",
      "ACT ARRI USSAV ALPHA 03-22T16:00",
      "EST ARRI USSAV ALPHA 03-22T12:00 no-creation",
      "ACT DISC USSAV ALPHA 03-23T05:00 A"
    ],
    alerts: [`2: ${L1} CNYTN`, `3: ${D1} CNYTN`, `4: date.changed.${AF} USSAV 48`, `8: ${AF} USSAV`, `10: ${DF} USSAV`]
  },
  {
    title: "the vessel is swapped while the container is loaded already, under one call of the schedule",
    events: [
      "PLN DEPA KRPUS ALPHA 03-05T10:00 #k1",
      "PLN ARRI USLAX ALPHA 03-16T10:00 #l1",
      "PLN DEPA KRPUS BRAVO 03-06T10:00 #k1 rx=02-10",
      "PLN ARRI USLAX BRAVO 03-17T12:00 #l1",
      "ACT LOAD KRPUS BRAVO 03-06T04:00 A #k1",
      "ACT DEPA KRPUS BRAVO 03-06T12:00 #k1",
      "EST ARRI USLAX BRAVO 03-18T12:00 #l1",
      "ACT ARRI USLAX BRAVO 03-18T14:00 #l1",
      "ACT DISC USLAX BRAVO 03-19T02:00 A #l1"
    ],
    alerts: [
      `4: date.changed.${AF} USLAX 26`,
      `5: ${L1} KRPUS`,
      `6: date.changed.${D1} KRPUS 26`,
      `6: ${D1} KRPUS`,
      `8: date.changed.${AF} USLAX 26`,
      `8: ${AF} USLAX`,
      `9: ${DF} USLAX`
    ]
  },
  {
    title: "stripped in the port of discharge for a consolidator, and the empty container leaves for the depot",
    events: [
      "PLN ARRI AUMEL ALPHA 03-10T10:00",
      "ACT LOAD SGSIN ALPHA 02-26T05:00 A",
      "ACT ARRI AUMEL ALPHA 03-10T12:00",
      "ACT DISC AUMEL ALPHA 03-10T22:00 A",
      "ACT STRP AUMEL 03-13T10:00 A",
      "ACT GTOT AUMEL 03-14T10:00 A EMPTY",
      "ACT GTIN AUMEL 03-14T12:00 A EMPTY @DEPO"
    ],
    alerts: [`2: ${L1} SGSIN`, `3: ${AF} AUMEL`, `4: ${DF} AUMEL`]
  }
]
