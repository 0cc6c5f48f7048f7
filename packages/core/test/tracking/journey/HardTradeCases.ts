import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"
const DISCHARGED_INLAND = "container.discharge.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Ports that are omitted, returned to or changed, and sailings that are missed: written with their alerts before the first run. */
export const HARD_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "the vessel omits the port of discharge, and a truck takes the container there from the port before",
    events: [
      "PLN ARRI DEHAM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT ARRI NLRTM ALPHA 03-18T10:00",
      "ACT DISC NLRTM ALPHA 03-18T20:00 A",
      "ACT DEPA NLRTM TRUCK 03-21T05:00 A",
      "ACT ARRI DEHAM TRUCK 03-22T05:00 A",
      "ACT GTOT DEHAM 03-24T09:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AT} NLRTM`,
      `${DT} NLRTM`,
      `!${AF} NLRTM`,
      `!${DF} NLRTM`,
      `${GF} NLRTM`,
      `${ARRIVES_INLAND} DEHAM`,
      `${LEAVES_INLAND} DEHAM`
    ]
  },
  {
    title: "by barge to the port of loading and from the port of discharge",
    events: [
      "PLN DEPA NLRTM ALPHA 03-05T10:00",
      "PLN ARRI CNSHA ALPHA 04-08T10:00",
      "ACT LOAD CHBSL BARGE 03-01T05:00 A @INTE",
      "ACT DEPA CHBSL BARGE 03-01T10:00 A @INTE",
      "ACT ARRI NLRTM BARGE 03-03T10:00 A",
      "ACT LOAD NLRTM ALPHA 03-05T05:00 A",
      "ACT DEPA NLRTM ALPHA 03-05T11:00",
      "ACT ARRI CNSHA ALPHA 04-08T12:00",
      "ACT DISC CNSHA ALPHA 04-08T20:00 A",
      "ACT LOAD CNSHA BARGE 04-10T05:00 A",
      "ACT DEPA CNSHA BARGE 04-10T10:00 A",
      "ACT ARRI CNCKG BARGE 04-20T10:00 A @INTE",
      "ACT DISC CNCKG BARGE 04-20T15:00 A @INTE",
      "ACT GTOT CNCKG 04-22T09:00 A @INTE"
    ],
    alerts: [
      "container.loaded.at.pre.pol CHBSL",
      "container.departure.from.pre.pol CHBSL",
      `${G1} NLRTM`,
      `${L1} NLRTM`,
      `${D1} NLRTM`,
      `${AF} CNSHA`,
      `${DF} CNSHA`,
      `${GF} CNSHA`,
      `${ARRIVES_INLAND} CNCKG`,
      `${DISCHARGED_INLAND} CNCKG`,
      `${LEAVES_INLAND} CNCKG`
    ]
  },
  {
    title: "two transhipments at one port, with another one between them",
    events: [
      "PLN ARRI SGSIN FEEDER 03-03T10:00",
      "PLN DEPA SGSIN ALPHA 03-06T10:00",
      "PLN ARRI MYPKG ALPHA 03-08T10:00",
      "PLN DEPA MYPKG BRAVO 03-12T10:00",
      "PLN ARRI SGSIN BRAVO 03-14T10:00",
      "PLN DEPA SGSIN CERES 03-18T10:00",
      "PLN ARRI NLRTM CERES 04-10T10:00",
      "ACT LOAD IDJKT FEEDER 03-01T05:00 A",
      "ACT DISC SGSIN FEEDER 03-03T20:00 A",
      "ACT LOAD SGSIN ALPHA 03-06T05:00 A",
      "ACT DISC MYPKG ALPHA 03-08T20:00 A",
      "ACT LOAD MYPKG BRAVO 03-12T05:00 A",
      "ACT DISC SGSIN BRAVO 03-14T20:00 A",
      "ACT LOAD SGSIN CERES 03-18T05:00 A",
      "ACT DISC NLRTM CERES 04-10T20:00 A"
    ],
    alerts: [
      `${L1} IDJKT`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${DT} MYPKG`,
      `${LT} MYPKG`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "the response begins with an earlier trip of the container under another booking",
    since: "02-10",
    events: [
      "ACT LOAD CNSHA ALPHA 01-03T05:00 A bk=OLD",
      "ACT DISC NLRTM ALPHA 01-30T05:00 A bk=OLD",
      "ACT GTOT NLRTM 02-02T05:00 A bk=OLD",
      "ACT GTIN NLRTM 02-06T05:00 A EMPTY bk=OLD",
      "ACT GTOT NLRTM 02-20T05:00 A EMPTY bk=NEW",
      "PLN DEPA NLRTM BRAVO 02-25T10:00 bk=NEW",
      "PLN ARRI USNYC BRAVO 03-08T10:00 bk=NEW",
      "ACT GTIN NLRTM 02-23T05:00 A bk=NEW",
      "ACT LOAD NLRTM BRAVO 02-25T05:00 A bk=NEW",
      "ACT DISC USNYC BRAVO 03-08T20:00 A bk=NEW"
    ],
    alerts: [`${G1} NLRTM`, `${L1} NLRTM`, `${DF} USNYC`]
  },
  {
    title: "the destination changes to a later port of the same vessel while the container is on board",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-18T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-18T12:00",
      "EST ARRI DEHAM ALPHA 03-24T10:00",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DEPA NLRTM ALPHA 03-21T20:00",
      "ACT ARRI DEHAM ALPHA 03-24T12:00",
      "ACT DISC DEHAM ALPHA 03-24T22:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AF} DEHAM`, `${DF} DEHAM`]
  },
  {
    title: "the voyage is renamed, and the calls have no ids",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00 voy=101W",
      "PLN ARRI NLRTM ALPHA 04-02T10:00 voy=101W",
      "EST DEPA CNSHA ALPHA 03-05T14:00 voy=0101W",
      "EST ARRI NLRTM ALPHA 04-02T16:00 voy=0101W",
      "ACT LOAD CNSHA ALPHA 03-05T08:00 A voy=0101W",
      "ACT DEPA CNSHA ALPHA 03-05T15:00 voy=101W",
      "ACT ARRI NLRTM ALPHA 04-02T17:00 voy=102E",
      "ACT DISC NLRTM ALPHA 04-03T03:00 A voy=101W"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the sailing is cancelled for the container, and its former vessel sails without it",
    events: [
      "PLN DEPA KRPUS ALPHA 03-05T10:00 (A)",
      "PLN ARRI USOAK ALPHA 03-18T10:00 (A)",
      "EST DEPA KRPUS BRAVO 03-12T10:00 (A)",
      "EST ARRI USOAK BRAVO 03-25T10:00 (A)",
      "ACT DEPA KRPUS ALPHA 03-05T12:00",
      "ACT LOAD KRPUS BRAVO 03-12T05:00 A",
      "ACT DEPA KRPUS BRAVO 03-12T12:00",
      "ACT ARRI USOAK ALPHA 03-18T12:00",
      "ACT ARRI USOAK BRAVO 03-25T12:00",
      "ACT DISC USOAK BRAVO 03-26T02:00 A"
    ],
    alerts: [
      `date.changed.${D1} KRPUS 168`,
      `date.changed.${AF} USOAK 168`,
      `${L1} KRPUS`,
      `${D1} KRPUS`,
      `${AF} USOAK`,
      `${DF} USOAK`
    ]
  },
  {
    title: "shut out: discharged again at the port of loading, and loaded on the next vessel",
    events: [
      "PLN ARRI USOAK ALPHA 03-18T10:00",
      "ACT LOAD KRPUS ALPHA 03-05T01:00 A",
      "ACT DISC KRPUS ALPHA 03-05T08:00 A",
      "ACT DEPA KRPUS ALPHA 03-05T12:00",
      "PLN DEPA KRPUS BRAVO 03-12T10:00 (A)",
      "PLN ARRI USOAK BRAVO 03-25T10:00 (A)",
      "ACT LOAD KRPUS BRAVO 03-12T05:00 A",
      "ACT DEPA KRPUS BRAVO 03-12T12:00",
      "ACT ARRI USOAK BRAVO 03-25T12:00",
      "ACT DISC USOAK BRAVO 03-26T02:00 A"
    ],
    alerts: [
      `${L1} KRPUS`,
      "retracted container.loaded.at.first.pol KRPUS",
      `date.changed.${AF} USOAK 168`,
      `date.changed.${L1} KRPUS 172`,
      `!${L1} KRPUS`,
      `${D1} KRPUS`,
      `${AF} USOAK`,
      `${DF} USOAK`
    ]
  },
  {
    title: "returned to its origin from the port of transhipment",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN CERES 03-14T10:00",
      "PLN ARRI NLRTM CERES 04-05T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "PLN DEPA SGSIN BRAVO 03-20T10:00 (A)",
      "PLN ARRI CNSHA BRAVO 03-27T10:00 (A)",
      "ACT LOAD SGSIN BRAVO 03-20T05:00 A",
      "ACT DEPA SGSIN BRAVO 03-20T12:00",
      "ACT ARRI CNSHA BRAVO 03-27T12:00",
      "ACT DISC CNSHA BRAVO 03-27T20:00 A",
      "ACT GTOT CNSHA 03-29T09:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 144`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} CNSHA`,
      `${DF} CNSHA`,
      `${GF} CNSHA`
    ]
  },
  {
    title: "dates without times, with a transhipment and a delivery within one date each",
    events: [
      "ACT GTIN VNSGN 03-02T00:00 A",
      "ACT LOAD VNSGN ALPHA 03-02T00:00 A",
      "ACT DISC TWKHH ALPHA 03-08T00:00 A",
      "ACT LOAD TWKHH BRAVO 03-08T00:00 A",
      "ACT DISC USLAX BRAVO 03-24T00:00 A",
      "ACT GTOT USLAX 03-24T00:00 A"
    ],
    alerts: [`${G1} VNSGN`, `${L1} VNSGN`, `${DT} TWKHH`, `${LT} TWKHH`, `${DF} USLAX`, `${GF} USLAX`]
  },
  {
    title: "repeated reports, small corrections, and an old estimate after the actual arrival",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T02:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T02:00",
      "ACT ARRI NLRTM ALPHA 03-10T02:30",
      "EST ARRI NLRTM ALPHA 03-14T10:00",
      "ACT ARRI NLRTM ALPHA 03-10T02:00",
      "ACT DISC NLRTM ALPHA 03-10T15:00 A",
      "ACT LOAD CNSHA ALPHA 02-10T06:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  }
]
