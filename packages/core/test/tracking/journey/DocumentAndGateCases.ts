import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LEAVES_BEFORE = "container.departure.from.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Gates that contradict plans, late documents, dates without times and containers that are returned: written with their alerts before the first run. */
export const DOCUMENT_AND_GATE_CASES: ReadonlyArray<TradeCase> = [
  {
    title:
      "the port of loading is corrected in documents only: planned to leave one port, loaded at the next of the same vessel",
    events: [
      "PLN DEPA BEANR ALPHA 03-05T10:00",
      "PLN ARRI USNYC ALPHA 03-18T10:00",
      "PLN DEPA NLRTM ALPHA 03-07T10:00 (A)",
      "ACT GTIN NLRTM 03-04T10:00 A",
      "ACT DEPA BEANR ALPHA 03-05T12:00",
      "ACT LOAD NLRTM ALPHA 03-07T05:00 A",
      "ACT DEPA NLRTM ALPHA 03-07T12:00",
      "ACT DISC USNYC ALPHA 03-18T20:00 A"
    ],
    alerts: [`${G1} NLRTM`, `${L1} NLRTM`, `${D1} NLRTM`, `${DF} USNYC`]
  },
  {
    title: "loaded twice by report: the first loading was that of another vessel, and is retracted",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-01T10:00",
      "ACT LOAD CNSHA BRAVO 03-04T05:00 A",
      "ACT LOAD CNSHA ALPHA 03-05T05:00 A del=3",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT DISC NLRTM ALPHA 04-01T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${DF} NLRTM`]
  },
  {
    title: "the discharge comes before the arrival of the plan: held, and confirmed by the documents within the hold",
    events: [
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT SHIP NLRTM 03-11T02:00 pod=NLRTM",
      "ACT GTOT NLRTM 03-13T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the documents name a later port, and the carrier delivers at the port before",
    events: [
      "ACT SHIP DEHAM 02-01T10:00 pod=DEHAM",
      "PLN ARRI DEHAM ALPHA 03-13T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT SHIP NLRTM 03-11T09:00 pod=NLRTM",
      "ACT GTOT NLRTM 03-12T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AT} NLRTM`, `${DT} NLRTM`, `!${AF} NLRTM`, `!${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "transhipped at a port that only a feeder of a third carrier serves, unnamed at both ends",
    events: [
      "PLN ARRI DEHAM ALPHA 03-10T10:00",
      "PLN DEPA DEHAM TBN 03-13T10:00",
      "PLN ARRI PLGDN TBN 03-15T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI DEHAM ALPHA 03-10T12:00",
      "ACT DISC DEHAM ALPHA 03-10T20:00 A",
      "ACT LOAD DEHAM VESSEL 03-13T05:00 A",
      "ACT DISC PLGDN VESSEL 03-15T20:00 A",
      "ACT GTOT PLGDN 03-17T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AT} DEHAM`, `${DT} DEHAM`, `${LT} DEHAM`, `${DF} PLGDN`, `${GF} PLGDN`]
  },
  {
    title:
      "dates without times: arrival, discharge and gate-out on one day, loading and departure on one day, reported in reverse",
    events: [
      "PLN DEPA CNSHA ALPHA 02-10T00:00",
      "PLN ARRI NLRTM ALPHA 03-10T00:00",
      "ACT DEPA CNSHA ALPHA 02-10T00:00",
      "ACT LOAD CNSHA ALPHA 02-10T00:00 A",
      "ACT GTIN CNSHA 02-10T00:00 A",
      "ACT GTOT NLRTM 03-10T00:00 A",
      "ACT DISC NLRTM ALPHA 03-10T00:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T00:00"
    ],
    alerts: [`${D1} CNSHA`, `${L1} CNSHA`, `${G1} CNSHA`, `${GF} NLRTM`, `${DF} NLRTM`, `${AF} NLRTM`]
  },
  {
    title: "on-carriage by rail is planned from the port and then cancelled for a truck",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "PLN DEPA NLRTM RAIL 03-12T10:00 A",
      "PLN ARRI DEDUI RAIL 03-13T10:00 A @INTE",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM TRUCK 03-11T09:00 A",
      "ACT GTIN DEDUI TRUCK 03-11T15:00 A @INTE",
      "ACT GTOT DEDUI 03-12T09:00 A @INTE"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${DF} NLRTM`,
      `date.changed.${GF} NLRTM -25`,
      `${GF} NLRTM`,
      `date.changed.${ARRIVES_INLAND} DEDUI -43`,
      `${ARRIVES_INLAND} DEDUI`,
      `${LEAVES_INLAND} DEDUI`
    ]
  },
  {
    title: "another container number is reported by mistake at the loading, and corrected after the departure",
    events: [
      "PLN DEPA CNSHA ALPHA 02-10T10:00",
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT GTIN CNSHA 02-08T05:00 A",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 B",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A del=4",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the box of the sibling is loaded, and this one on the same vessel an hour before it sails, reported late",
    events: [
      "PLN DEPA CNSHA ALPHA 02-10T10:00",
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT GTIN CNSHA 02-08T05:00 A",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 B",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "EST ARRI NLRTM ALPHA 03-12T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T09:00 A rx=02-13T09:00",
      "ACT DISC NLRTM ALPHA 03-12T20:00 A"
    ],
    alerts: [`${G1} CNSHA`, `date.changed.${AF} NLRTM 48`, `${L1} CNSHA`, `${D1} CNSHA`, `${DF} NLRTM`]
  },
  {
    title: "a feeder before the mainliner in a port complex, both calls under the code of the area",
    events: [
      "PLN ARRI CNSHK FEEDER 03-03T10:00",
      "PLN DEPA CNYTN ALPHA 03-06T10:00",
      "PLN ARRI USLAX ALPHA 03-20T10:00",
      "ACT LOAD CNZUH FEEDER 03-01T05:00 A",
      "ACT DISC CNSHK FEEDER 03-03T20:00 A",
      "ACT GTOT CNSHK TRUCK 03-04T05:00 A",
      "ACT GTIN CNYTN TRUCK 03-04T09:00 A",
      "ACT LOAD CNYTN ALPHA 03-06T05:00 A",
      "ACT DEPA CNYTN ALPHA 03-06T12:00",
      "ACT DISC USLAX ALPHA 03-20T20:00 A"
    ],
    alerts: [`${L1} CNZUH`, `${DT} CNSHK`, `${LT} CNYTN`, `${VT} CNYTN`, `${DF} USLAX`]
  },
  {
    title: "returned to the shipper before loading",
    events: [
      "PLN DEPA NLRTM ALPHA 03-05T10:00",
      "PLN ARRI USNYC ALPHA 03-15T10:00",
      "ACT GTOT DEDUI TRUCK 03-01T05:00 A @CLOC",
      "ACT GTIN NLRTM 03-01T12:00 A",
      "ACT GTOT NLRTM 03-03T12:00 A",
      "ACT GTIN DEDUI TRUCK 03-03T18:00 A @CLOC",
      "ACT DEPA NLRTM ALPHA 03-05T12:00"
    ],
    alerts: [`${LEAVES_BEFORE} DEDUI`, `${G1} NLRTM`, `container.arrival.at.pre.pol DEDUI`]
  }
]
