import { AF, AT, D1, DF, DT, G1, L1, LT, type TradeCase } from "./TradeCases.ts"

/** Several vessels where the carrier plans arrivals alone: written with their alerts before the first run. */
export const ARRIVAL_PLAN_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "arrivals of two routes, and the container goes by the first",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN ARRI NLRTM BRAVO 03-09T10:00",
      "EST ARRI NLRTM ALPHA 03-01T14:00",
      "EST ARRI NLRTM BRAVO 03-09T12:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "EST ARRI NLRTM BRAVO 03-12T12:00",
      "ACT ARRI NLRTM ALPHA 03-01T16:00",
      "ACT DISC NLRTM ALPHA 03-02T01:00 A",
      "ACT ARRI NLRTM BRAVO 03-12T16:00"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "arrivals of two routes, and the container goes by the second",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN ARRI NLRTM BRAVO 03-09T10:00",
      "ACT LOAD CNSHA BRAVO 02-09T05:00 A",
      "EST ARRI NLRTM ALPHA 03-03T10:00",
      "ACT ARRI NLRTM ALPHA 03-03T12:00",
      "ACT ARRI NLRTM BRAVO 03-09T12:00",
      "ACT DISC NLRTM BRAVO 03-10T01:00 A"
    ],
    alerts: [`${L1} CNSHA`, `date.changed.${AF} NLRTM 192`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "arrivals of three routes",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN ARRI NLRTM BRAVO 03-05T10:00",
      "PLN ARRI NLRTM CERES 03-09T10:00",
      "EST ARRI NLRTM BRAVO 03-05T18:00",
      "EST ARRI NLRTM CERES 03-09T18:00",
      "ACT LOAD CNSHA CERES 02-09T05:00 A",
      "EST ARRI NLRTM ALPHA 03-01T20:00",
      "ACT DISC NLRTM CERES 03-10T01:00 A"
    ],
    alerts: [`${L1} CNSHA`, `date.changed.${AF} NLRTM 200`, `${DF} NLRTM`]
  },
  {
    title: "two mainliners after a feeder",
    events: [
      "PLN ARRI SGSIN FEEDER 02-08T10:00",
      "PLN ARRI NLRTM CERES 03-01T10:00",
      "PLN ARRI NLRTM DIONE 03-09T10:00",
      "ACT LOAD IDJKT FEEDER 02-05T05:00 A",
      "ACT DISC SGSIN FEEDER 02-08T20:00 A",
      "EST ARRI NLRTM DIONE 03-09T15:00",
      "EST ARRI NLRTM CERES 03-01T15:00",
      "EST ARRI NLRTM DIONE 03-10T01:00",
      "ACT LOAD SGSIN CERES 02-12T05:00 A",
      "EST ARRI NLRTM DIONE 03-12T01:00",
      "ACT ARRI NLRTM CERES 03-01T16:00",
      "ACT DISC NLRTM CERES 03-02T05:00 A"
    ],
    alerts: [`${L1} IDJKT`, `${DT} SGSIN`, `${LT} SGSIN`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "two feeders to one mainliner",
    events: [
      "PLN ARRI SGSIN FEEDER 02-08T10:00",
      "PLN ARRI SGSIN TENDER 02-10T22:00",
      "PLN ARRI NLRTM CERES 03-01T10:00",
      "EST ARRI SGSIN TENDER 02-10T23:00",
      "EST ARRI SGSIN FEEDER 02-08T12:00",
      "ACT LOAD IDJKT TENDER 02-07T05:00 A",
      "ACT ARRI SGSIN FEEDER 02-08T12:00",
      "ACT ARRI SGSIN TENDER 02-10T23:00",
      "ACT DISC SGSIN TENDER 02-11T05:00 A",
      "ACT LOAD SGSIN CERES 02-14T05:00 A",
      "ACT DISC NLRTM CERES 03-01T20:00 A"
    ],
    alerts: [`${L1} IDJKT`, `${AT} SGSIN`, `${DT} SGSIN`, `${LT} SGSIN`, `${DF} NLRTM`]
  },
  {
    title: "a second vessel is added weeks later, and takes the place of the first",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT GTIN CNSHA 01-20T05:00 A",
      "PLN ARRI NLRTM BRAVO 03-09T10:00",
      "EST ARRI NLRTM ALPHA 03-01T14:00",
      "EST ARRI NLRTM BRAVO 03-09T12:00",
      "ACT LOAD CNSHA BRAVO 02-09T05:00 A",
      "ACT ARRI NLRTM BRAVO 03-09T16:00",
      "ACT DISC NLRTM BRAVO 03-10T01:00 A"
    ],
    alerts: [`date.changed.${AF} NLRTM 192`, `${G1} CNSHA`, `${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the container is named on one of two vessels",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN ARRI NLRTM BRAVO 03-09T10:00 (A)",
      "EST ARRI NLRTM ALPHA 03-01T14:00",
      "EST ARRI NLRTM BRAVO 03-09T12:00",
      "ACT LOAD CNSHA BRAVO 02-09T05:00 A",
      "ACT DISC NLRTM BRAVO 03-10T01:00 A"
    ],
    alerts: [`date.changed.${AF} NLRTM 192`, `${L1} CNSHA`, `${DF} NLRTM`]
  },
  {
    title: "the departure of one of two vessels is known",
    events: [
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN ARRI NLRTM BRAVO 03-09T10:00",
      "EST ARRI NLRTM BRAVO 03-09T14:00",
      "EST ARRI NLRTM ALPHA 03-01T12:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT DISC NLRTM ALPHA 03-02T01:00 A",
      "ACT ARRI NLRTM BRAVO 03-09T16:00"
    ],
    alerts: [`${L1} CNSHA`, `${DF} NLRTM`]
  },
  {
    title: "another container of the booking sails with the first vessel, and this one follows on the second",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN ARRI NLRTM BRAVO 03-09T10:00",
      "ACT GTIN CNSHA 01-30T05:00 A",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 B",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "EST ARRI NLRTM BRAVO 03-09T12:00",
      "ACT ARRI SGSIN ALPHA 02-08T12:00",
      "EST ARRI NLRTM ALPHA 03-02T12:00",
      "ACT LOAD CNSHA BRAVO 02-09T05:00 A",
      "ACT DEPA CNSHA BRAVO 02-09T12:00",
      "ACT ARRI NLRTM ALPHA 03-02T12:00",
      "ACT ARRI NLRTM BRAVO 03-09T16:00",
      "ACT DISC NLRTM BRAVO 03-10T01:00 A"
    ],
    alerts: [`date.changed.${AF} NLRTM 194`, `${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "transhipped without a plan, while another vessel of the bill is expected as well",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN ARRI NLRTM BRAVO 03-09T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT DISC SGSIN ALPHA 02-08T20:00 A",
      "EST ARRI NLRTM BRAVO 03-09T14:00",
      "PLN ARRI NLRTM CERES 03-13T10:00",
      "EST ARRI NLRTM BRAVO 03-10T02:00",
      "ACT LOAD SGSIN CERES 02-20T05:00 A",
      "ACT DISC NLRTM CERES 03-14T01:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${DT} SGSIN`, `date.changed.${AF} NLRTM 288`, `${LT} SGSIN`, `${DF} NLRTM`]
  },
  {
    title: "a placeholder is replaced by a named vessel",
    events: [
      "PLN ARRI NLRTM TBN 03-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-03T10:00",
      "EST ARRI NLRTM TBN 03-01T14:00",
      "ACT LOAD CNSHA ALPHA 02-04T05:00 A",
      "ACT DISC NLRTM ALPHA 03-04T01:00 A"
    ],
    alerts: [`date.changed.${AF} NLRTM 48`, `${L1} CNSHA`, `${DF} NLRTM`]
  },
  {
    title: "the loading is never reported: the arrivals of two vessels wait for the discharge",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN ARRI NLRTM BRAVO 03-09T10:00",
      "ACT ARRI NLRTM ALPHA 03-01T12:00",
      "ACT ARRI NLRTM BRAVO 03-09T12:00",
      "ACT DISC NLRTM BRAVO 03-10T01:00 A"
    ],
    alerts: [`date.changed.${AF} NLRTM 194`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the first of two planned vessels sails, and the container is loaded on the second",
    events: [
      "PLN DEPA CNSHA ALPHA 02-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "PLN DEPA CNSHA BRAVO 02-04T10:00",
      "PLN ARRI NLRTM BRAVO 03-04T10:00",
      "ACT DEPA CNSHA ALPHA 02-01T12:00",
      "ACT LOAD CNSHA BRAVO 02-04T05:00 A",
      "ACT DEPA CNSHA BRAVO 02-04T12:00",
      "ACT DISC NLRTM BRAVO 03-04T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `date.changed.${D1} CNSHA 72`, `date.changed.${AF} NLRTM 72`, `${D1} CNSHA`, `${DF} NLRTM`]
  }
]
