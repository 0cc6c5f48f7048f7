import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** Inland facilities in the town of a port, late gate-ins and outdated documents: written with their alerts before the first run. */
export const INLAND_AND_DOCUMENT_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "Yang Ming: received at an off-dock origin, on board, discharged, to consignee",
    events: [
      "ACT GTOT CNTAO 07-20T15:58 A EMPTY @DEPO",
      "ACT GTIN CNTAO 07-22T10:00 A @DEPO",
      "ACT LOAD CNTAO PERU 07-29T13:00 A",
      "PLN ARRI BRNVT PERU 09-20T00:00",
      "ACT DISC BRNVT PERU 09-25T22:08 A",
      "ACT GTOT BRNVT 09-29T23:51 A",
      "ACT GTIN BRNVT 09-30T15:07 A EMPTY @DEPO"
    ],
    alerts: ["2: container.arrival.at.pre.pol CNTAO", `3: ${L1} CNTAO`, `5: ${DF} BRNVT`, `6: ${GF} BRNVT`]
  },
  {
    title: "received laden at a ramp in the town of the port, then gated in at the terminal",
    events: [
      "ACT GTIN DEHAM 02-20T10:00 A @INTE",
      "ACT GTOT DEHAM 02-22T10:00 A @INTE",
      "PLN DEPA DEHAM ALPHA 02-25T10:00 rx=02-22T12:00",
      "PLN ARRI USNYC ALPHA 03-08T10:00",
      "ACT GTIN DEHAM 02-23T10:00 A",
      "ACT LOAD DEHAM ALPHA 02-25T03:00 A",
      "ACT DEPA DEHAM ALPHA 02-25T12:00",
      "ACT ARRI USNYC ALPHA 03-08T12:00",
      "ACT DISC USNYC ALPHA 03-09T02:00 A"
    ],
    alerts: [
      "1: container.arrival.at.pre.pol DEHAM",
      "2: container.departure.from.pre.pol DEHAM",
      `5: ${G1} DEHAM`,
      `6: ${L1} DEHAM`,
      `7: ${D1} DEHAM`,
      `8: ${AF} USNYC`,
      `9: ${DF} USNYC`
    ]
  },
  {
    title: "collected from an inland depot in the town of the port of discharge",
    events: [
      "PLN ARRI BRSSZ ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DISC BRSSZ ALPHA 03-20T22:00 A",
      "ACT GTOT BRSSZ 03-22T10:00 A",
      "ACT GTIN BRSSZ 03-22T14:00 A @INTE",
      "ACT GTOT BRSSZ 03-28T10:00 A @INTE",
      "ACT GTIN BRSSZ 03-30T10:00 A EMPTY @DEPO"
    ],
    alerts: [
      `2: ${L1} CNSHA`,
      `3: ${DF} BRSSZ`,
      `4: ${GF} BRSSZ`,
      "5: container.arrival.at.post.pod BRSSZ",
      "6: container.departure.from.post.pod BRSSZ"
    ]
  },
  {
    title: "the gate-in is dated two days after the loading",
    events: [
      "PLN DEPA CNNGB ALPHA 03-01T10:00",
      "PLN ARRI NLRTM ALPHA 03-28T10:00",
      "ACT LOAD CNNGB ALPHA 03-01T04:00 A",
      "ACT DEPA CNNGB ALPHA 03-01T12:00",
      "ACT GTIN CNNGB 03-03T09:00 A",
      "ACT ARRI NLRTM ALPHA 03-28T12:00",
      "ACT DISC NLRTM ALPHA 03-28T22:00 A",
      "ACT GTOT NLRTM 03-30T10:00 A"
    ],
    alerts: [`3: ${L1} CNNGB`, `4: ${D1} CNNGB`, `6: ${AF} NLRTM`, `7: ${DF} NLRTM`, `8: ${GF} NLRTM`]
  },
  {
    title: "switched bill of lading at the hub: the second leg has another booking",
    events: [
      "PLN ARRI SGSIN ALPHA 03-08T10:00",
      "ACT SHIP CNSHA 02-20T00:00 pod=SGSIN",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-01T12:00",
      "ACT ARRI SGSIN ALPHA 03-08T12:00",
      "ACT DISC SGSIN ALPHA 03-08T22:00 A",
      "PLN DEPA SGSIN BRAVO 03-14T10:00 (A) bk=BK2 rx=03-10T00:00",
      "PLN ARRI IDJKT BRAVO 03-16T10:00 (A) bk=BK2",
      "ACT LOAD SGSIN BRAVO 03-14T03:00 A bk=BK2",
      "ACT DEPA SGSIN BRAVO 03-14T12:00 bk=BK2",
      "ACT ARRI IDJKT BRAVO 03-16T12:00 bk=BK2",
      "ACT DISC IDJKT BRAVO 03-16T22:00 A bk=BK2",
      "ACT GTOT IDJKT 03-18T10:00 A bk=BK2"
    ],
    alerts: [
      `3: ${L1} CNSHA`,
      `4: ${D1} CNSHA`,
      `5: ${AF} SGSIN`,
      `6: ${DF} SGSIN`,
      `9: !${AT} SGSIN`,
      `9: !${DT} SGSIN`,
      `9: ${LT} SGSIN`,
      `10: ${VT} SGSIN`,
      `11: ${AF} IDJKT`,
      `12: ${DF} IDJKT`,
      `13: ${GF} IDJKT`
    ]
  }
]
