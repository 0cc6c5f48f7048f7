import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Roll-overs, freight stations, split bookings and vessels that are swapped: written with their alerts before the first run. */
export const VOYAGE_CHANGE_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "rolled to the next voyage of the same feeder, and so to another vessel",
    events: [
      "PLN DEPA IDJKT FEEDER 03-02T10:00 voy=10",
      "PLN ARRI SGSIN FEEDER 03-04T10:00 voy=10",
      "PLN DEPA SGSIN BRAVO 03-08T10:00 voy=B1",
      "PLN ARRI NLRTM BRAVO 04-01T10:00 voy=B1",
      "PLN DEPA IDJKT FEEDER 03-09T10:00 (A) voy=11",
      "PLN ARRI SGSIN FEEDER 03-11T10:00 (A) voy=11",
      "PLN DEPA SGSIN CERES 03-15T10:00 (A) voy=C1",
      "PLN ARRI NLRTM CERES 04-08T10:00 (A) voy=C1",
      "ACT DEPA IDJKT FEEDER 03-02T12:00 voy=10",
      "ACT ARRI SGSIN FEEDER 03-04T12:00 voy=10",
      "ACT LOAD IDJKT FEEDER 03-09T05:00 A voy=11",
      "ACT DEPA IDJKT FEEDER 03-09T12:00 voy=11",
      "ACT ARRI SGSIN FEEDER 03-11T12:00 voy=11",
      "ACT DISC SGSIN FEEDER 03-11T20:00 A voy=11",
      "ACT LOAD SGSIN CERES 03-15T05:00 A voy=C1",
      "ACT DEPA SGSIN CERES 03-15T12:00 voy=C1",
      "ACT ARRI NLRTM CERES 04-08T12:00 voy=C1",
      "ACT DISC NLRTM CERES 04-08T22:00 A voy=C1"
    ],
    alerts: [
      `date.changed.${D1} IDJKT 168`,
      `date.changed.${AT} SGSIN 168`,
      `date.changed.${VT} SGSIN 168`,
      `date.changed.${AF} NLRTM 168`,
      `${L1} IDJKT`,
      `${D1} IDJKT`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title:
      "rolled at the transhipment port, by a plan that names no container, and the former vessel is reported to the end",
    events: [
      "PLN DEPA SGSIN CERES 03-08T10:00",
      "PLN ARRI NLRTM CERES 04-01T10:00",
      "ACT LOAD JPUKB FEEDER 02-26T05:00 A",
      "ACT DISC SGSIN FEEDER 03-05T20:00 A",
      "PLN DEPA SGSIN DIONE 03-15T10:00",
      "PLN ARRI NLRTM DIONE 04-08T10:00",
      "ACT DEPA SGSIN CERES 03-08T12:00",
      "ACT LOAD SGSIN DIONE 03-15T05:00 A",
      "ACT DEPA SGSIN DIONE 03-15T12:00",
      "ACT ARRI NLRTM CERES 04-01T12:00",
      "ACT ARRI NLRTM DIONE 04-08T12:00",
      "ACT DISC NLRTM DIONE 04-08T20:00 A"
    ],
    alerts: [
      `${L1} JPUKB`,
      `${DT} SGSIN`,
      `date.changed.${VT} SGSIN 168`,
      `date.changed.${AF} NLRTM 168`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "the port of discharge is omitted, and rail brings the container back from the next port",
    events: [
      "PLN ARRI DEHAM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT ARRI PLGDN ALPHA 03-22T10:00",
      "ACT DISC PLGDN ALPHA 03-22T20:00 A",
      "ACT GTOT PLGDN RAIL 03-25T05:00 A",
      "ACT GTIN DEHAM RAIL 03-26T12:00 A",
      "ACT GTOT DEHAM 03-28T09:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} PLGDN`,
      `${DF} PLGDN`,
      `${GF} PLGDN`,
      `${ARRIVES_INLAND} DEHAM`,
      `${LEAVES_INLAND} DEHAM`
    ]
  },
  {
    title: "by truck between the terminals of a port from a feeder to a mainliner",
    events: [
      "PLN ARRI CNSHA FEEDER 03-03T10:00",
      "PLN DEPA CNYSN ALPHA 03-06T10:00",
      "PLN ARRI USLAX ALPHA 03-20T10:00",
      "ACT LOAD CNNKG FEEDER 03-01T05:00 A",
      "ACT DEPA CNNKG FEEDER 03-01T12:00",
      "ACT DISC CNSHA FEEDER 03-03T20:00 A",
      "ACT GTOT CNSHA 03-04T05:00 A",
      "ACT GTIN CNYSN 03-04T09:00 A",
      "ACT LOAD CNYSN ALPHA 03-06T05:00 A",
      "ACT DEPA CNYSN ALPHA 03-06T12:00",
      "ACT DISC USLAX ALPHA 03-20T20:00 A"
    ],
    alerts: [`${L1} CNNKG`, `${D1} CNNKG`, `${DT} CNSHA`, `${LT} CNYSN`, `${VT} CNYSN`, `${DF} USLAX`]
  },
  {
    title: "stripped at a freight station in the town of the port: it leaves the station, not the port",
    events: [
      "PLN ARRI DEHAM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI DEHAM ALPHA 03-10T12:00",
      "ACT DISC DEHAM ALPHA 03-10T20:00 A",
      "ACT GTOT DEHAM 03-14T09:00 A @COFS"
    ],
    alerts: [`${L1} CNSHA`, `${AF} DEHAM`, `${DF} DEHAM`, `${LEAVES_INLAND} DEHAM`]
  },
  {
    title: "gated in at a depot of the town without a gate-out of the terminal, and collected there",
    events: [
      "PLN ARRI DEHAM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC DEHAM ALPHA 03-10T20:00 A",
      "ACT GTIN DEHAM 03-12T09:00 A @OFFD",
      "ACT GTOT DEHAM 03-14T09:00 A @OFFD",
      "ACT GTIN DEHAM 03-16T09:00 A EMPTY @DEPO"
    ],
    alerts: [`${L1} CNSHA`, `${DF} DEHAM`, `${ARRIVES_INLAND} DEHAM`, `${LEAVES_INLAND} DEHAM`]
  },
  {
    title: "inspected, sealed and released by customs before it leaves",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT CUSI NLRTM 03-11T09:00 A",
      "ACT INSP NLRTM 03-12T09:00 A",
      "ACT RSEA NLRTM 03-12T12:00 A",
      "ACT CUSR NLRTM 03-13T09:00 A",
      "ACT AVPU NLRTM 03-13T10:00 A",
      "ACT GTOT NLRTM 03-14T09:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "used for the next export before its empty return is reported",
    events: [
      "PLN ARRI NLRTM ALPHA 03-01T10:00",
      "ACT LOAD CNSHA ALPHA 02-01T05:00 A",
      "ACT DISC NLRTM ALPHA 03-01T20:00 A",
      "ACT GTOT NLRTM 03-03T09:00 A",
      "ACT GTOT NLRTM 03-08T09:00 A EMPTY bk=NEW @DEPO",
      "PLN DEPA NLRTM BRAVO 03-15T10:00 bk=NEW",
      "PLN ARRI USNYC BRAVO 03-25T10:00 bk=NEW",
      "ACT GTIN NLRTM 03-12T09:00 A bk=NEW",
      "ACT GTIN NLRTM 03-07T09:00 A EMPTY @DEPO",
      "ACT LOAD NLRTM BRAVO 03-15T05:00 A bk=NEW",
      "ACT DEPA NLRTM BRAVO 03-15T12:00 bk=NEW",
      "ACT DISC USNYC BRAVO 03-25T20:00 A bk=NEW"
    ],
    alerts: [`${L1} CNSHA`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "brought empty by sea to the port of loading",
    events: [
      "ACT LOAD NLRTM BRAVO 01-05T05:00 A EMPTY no-booking",
      "ACT DISC CNSHA BRAVO 02-05T05:00 A EMPTY no-booking",
      "PLN DEPA CNSHA ALPHA 02-12T10:00",
      "PLN ARRI NLRTM ALPHA 03-12T10:00",
      "ACT GTOT CNSHA 02-08T05:00 A EMPTY @DEPO",
      "ACT GTIN CNSHA 02-10T05:00 A",
      "ACT LOAD CNSHA ALPHA 02-12T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-12T12:00",
      "ACT ARRI NLRTM ALPHA 03-12T12:00",
      "ACT DISC NLRTM ALPHA 03-12T20:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "moved to another booking with another port of discharge before loading",
    events: [
      "PLN DEPA BRSSZ ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT GTIN BRSSZ 03-02T10:00 A",
      "PLN DEPA BRSSZ BRAVO 03-12T10:00 (A) bk=BK2",
      "PLN ARRI BEANR BRAVO 03-28T10:00 (A) bk=BK2",
      "ACT LOAD BRSSZ ALPHA 03-05T05:00 B",
      "ACT DEPA BRSSZ ALPHA 03-05T12:00",
      "ACT LOAD BRSSZ BRAVO 03-12T05:00 A bk=BK2",
      "ACT DEPA BRSSZ BRAVO 03-12T12:00 bk=BK2",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T20:00 B",
      "ACT ARRI BEANR BRAVO 03-28T12:00 bk=BK2",
      "ACT DISC BEANR BRAVO 03-28T20:00 A bk=BK2"
    ],
    alerts: [`${G1} BRSSZ`, `date.changed.${D1} BRSSZ 168`, `${L1} BRSSZ`, `${D1} BRSSZ`, `${AF} BEANR`, `${DF} BEANR`]
  },
  {
    title: "to be named, then named, then swapped for another vessel on the same sailing",
    events: [
      "PLN DEPA SGSIN TBN 03-10T10:00",
      "PLN ARRI NLRTM TBN 04-01T10:00",
      "ACT LOAD JPUKB FEEDER 02-26T05:00 A",
      "ACT DISC SGSIN FEEDER 03-05T20:00 A",
      "EST DEPA SGSIN ALPHA 03-10T16:00",
      "EST ARRI NLRTM ALPHA 04-02T20:00",
      "EST DEPA SGSIN BRAVO 03-11T00:00 rx=03-08T10:00",
      "EST ARRI NLRTM BRAVO 04-02T22:00",
      "ACT LOAD SGSIN BRAVO 03-11T05:00 A",
      "ACT DEPA SGSIN BRAVO 03-11T09:00",
      "ACT ARRI NLRTM BRAVO 04-03T02:00",
      "ACT DISC NLRTM BRAVO 04-03T12:00 A"
    ],
    alerts: [
      `${L1} JPUKB`,
      `${DT} SGSIN`,
      `date.changed.${AF} NLRTM 34`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "the call at the port of discharge gets another id, and the former one remains",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 #1",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A #0",
      "ACT DEPA CNSHA ALPHA 02-10T12:00 #0",
      "EST ARRI NLRTM ALPHA 03-12T10:00 #77",
      "ACT ARRI NLRTM ALPHA 03-12T11:00 #77",
      "ACT DISC NLRTM ALPHA 03-12T20:00 A #77"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `date.changed.${AF} NLRTM 48`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "a discharge on the way was that of another container, and is retracted",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-18T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-18T12:00",
      "ACT DISC SGSIN ALPHA 02-26T20:00 A",
      "ACT DISC SGSIN ALPHA 02-26T20:00 B del=4",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${DT} SGSIN`, `retracted ${DT} SGSIN`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "a discharge with a wrong date is replaced by one with the right date",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-11T20:00 A",
      "ACT DISC NLRTM ALPHA 03-13T20:00 A del=4"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `!date.changed.${DF} NLRTM 48`]
  }
]
