import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const LEAVES_SHIPPER = "container.departure.from.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Codes of one port, terminals, empty voyages and former trips: written with their alerts before the first run. */
export const PORT_AND_PLACE_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "planned to Jebel Ali, and reported at Dubai",
    events: [
      "PLN ARRI AEJEA ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-15T05:00 A",
      "EST ARRI AEDXB ALPHA 03-12T10:00",
      "ACT ARRI AEDXB ALPHA 03-12T11:00",
      "ACT DISC AEDXB ALPHA 03-12T20:00 A",
      "ACT GTOT AEJEA 03-14T10:00 A"
    ],
    alerts: [`${L1} CNSHA`, `date.changed.${AF} AEDXB 48`, `${AF} AEDXB`, `${DF} AEDXB`, `${GF} AEJEA`]
  },
  {
    title: "planned to Marseille, and reported at Fos",
    events: [
      "PLN ARRI FRMRS ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-15T05:00 A",
      "ACT ARRI FRFOS ALPHA 03-12T11:00",
      "ACT DISC FRFOS ALPHA 03-12T20:00 A",
      "ACT GTOT FRFOS 03-14T10:00 A"
    ],
    alerts: [`${L1} CNSHA`, `date.changed.${AF} FRFOS 49`, `${AF} FRFOS`, `${DF} FRFOS`, `${GF} FRFOS`]
  },
  {
    title: "carried empty to the shipper's port and filled there: the first loading of the trip is the laden one",
    events: [
      "PLN DEPA ISREY FEEDER 03-10T10:00",
      "PLN ARRI NLRTM FEEDER 03-14T10:00",
      "ACT LOAD DEHAM FEEDER 03-01T05:00 A EMPTY",
      "ACT DEPA DEHAM FEEDER 03-01T12:00 #e",
      "ACT DISC ISREY FEEDER 03-05T05:00 A EMPTY",
      "ACT GTOT ISREY 03-06T08:00 A EMPTY",
      "ACT GTIN ISREY 03-08T08:00 A",
      "ACT LOAD ISREY FEEDER 03-10T03:00 A",
      "ACT DEPA ISREY FEEDER 03-10T12:00",
      "ACT ARRI NLRTM FEEDER 03-14T12:00",
      "ACT DISC NLRTM FEEDER 03-14T20:00 A"
    ],
    alerts: [`${G1} ISREY`, `${L1} ISREY`, `${D1} ISREY`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title:
      "gate-in at the port of loading, then by barge to the other terminal group of the same port, and loaded there",
    events: [
      "PLN DEPA NLRTM ALPHA 03-08T10:00",
      "PLN ARRI USNYC ALPHA 03-18T10:00",
      "ACT GTIN NLRTM 03-03T10:00 A",
      "ACT LOAD NLRTM BARGE 03-05T10:00 A",
      "ACT DEPA NLRTM BARGE 03-05T12:00 A",
      "ACT ARRI NLMSV BARGE 03-05T18:00 A",
      "ACT DISC NLMSV BARGE 03-05T20:00 A",
      "ACT LOAD NLMSV ALPHA 03-08T03:00 A",
      "ACT DEPA NLMSV ALPHA 03-08T12:00",
      "ACT DISC USNYC ALPHA 03-18T20:00 A"
    ],
    alerts: [`${G1} NLRTM`, `${L1} NLMSV`, `${D1} NLMSV`, `${DF} USNYC`]
  },
  {
    title: "imported by Yangshan, and up the river on a river vessel reported as a vessel",
    events: [
      "PLN ARRI CNYSN ALPHA 03-10T10:00",
      "PLN DEPA CNSHA JIANGHE 03-14T10:00",
      "PLN ARRI CNWUH JIANGHE 03-18T10:00",
      "ACT LOAD USLAX ALPHA 02-20T05:00 A",
      "ACT DEPA USLAX ALPHA 02-20T12:00",
      "ACT ARRI CNYSN ALPHA 03-10T12:00",
      "ACT DISC CNYSN ALPHA 03-10T20:00 A",
      "ACT LOAD CNSHA JIANGHE 03-14T03:00 A",
      "ACT DEPA CNSHA JIANGHE 03-14T12:00",
      "ACT ARRI CNWUH JIANGHE 03-18T12:00",
      "ACT DISC CNWUH JIANGHE 03-18T20:00 A"
    ],
    alerts: [
      `${L1} USLAX`,
      `${D1} USLAX`,
      `${AT} CNYSN`,
      `${DT} CNYSN`,
      `${LT} CNSHA`,
      `${VT} CNSHA`,
      `${AF} CNWUH`,
      `${DF} CNWUH`
    ]
  },
  {
    title: "on a lighter in Hong Kong before the vessel",
    events: [
      "PLN DEPA HKHKG ALPHA 03-05T10:00",
      "PLN ARRI PHMNL ALPHA 03-08T10:00",
      "ACT GTIN HKHKG 03-03T10:00 A",
      "ACT LOAD HKHKG BARGE 03-04T20:00 A",
      "ACT DISC HKHKG BARGE 03-05T01:00 A",
      "ACT LOAD HKHKG ALPHA 03-05T02:00 A",
      "ACT DEPA HKHKG ALPHA 03-05T12:00",
      "ACT ARRI PHMNL ALPHA 03-08T12:00",
      "ACT DISC PHMNL ALPHA 03-08T20:00 A"
    ],
    alerts: [`${G1} HKHKG`, `${L1} HKHKG`, `${D1} HKHKG`, `${AF} PHMNL`, `${DF} PHMNL`]
  },
  {
    title: "picked up at the shipper, dropped at the consignee",
    events: [
      "PLN DEPA DEHAM ALPHA 03-08T10:00",
      "PLN ARRI USSAV ALPHA 03-20T10:00",
      "ACT GTOT DEHAM 03-01T08:00 A EMPTY @DEPO",
      "ACT STUF DEKAS 03-02T08:00 A @CLOC",
      "ACT PICK DEKAS 03-03T08:00 A @CLOC",
      "ACT GTIN DEHAM 03-03T20:00 A",
      "ACT LOAD DEHAM ALPHA 03-08T02:00 A",
      "ACT DEPA DEHAM ALPHA 03-08T12:00",
      "ACT ARRI USSAV ALPHA 03-20T12:00",
      "ACT DISC USSAV ALPHA 03-20T20:00 A",
      "ACT GTOT USSAV 03-23T10:00 A",
      "ACT DROP USATL 03-23T18:00 A @CLOC",
      "ACT STRP USATL 03-24T10:00 A @CLOC",
      "ACT PICK USATL 03-25T10:00 A EMPTY @CLOC",
      "ACT GTIN USSAV 03-25T18:00 A EMPTY @DEPO"
    ],
    alerts: [
      `${LEAVES_SHIPPER} DEKAS`,
      `${G1} DEHAM`,
      `${L1} DEHAM`,
      `${D1} DEHAM`,
      `${AF} USSAV`,
      `${DF} USSAV`,
      `${GF} USSAV`,
      `${ARRIVES_INLAND} USATL`
    ]
  },
  {
    title: "the trip before went the same way on the same vessel",
    since: "03-10",
    events: [
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A bk=BK0 #a rx=03-10T01:00",
      "ACT DEPA CNSHA ALPHA 02-20T12:00 bk=BK0 #a rx=03-10T01:00",
      "ACT DISC JPTYO ALPHA 02-24T05:00 A bk=BK0 #b rx=03-10T01:00",
      "ACT GTOT JPTYO 02-25T05:00 A bk=BK0 rx=03-10T01:00",
      "ACT GTIN JPTYO 02-28T05:00 A EMPTY bk=BK0 rx=03-10T01:00",
      "ACT LOAD JPTYO ALPHA 03-02T05:00 A EMPTY no-booking #c rx=03-10T01:00",
      "ACT DISC CNSHA ALPHA 03-06T05:00 A EMPTY no-booking #d rx=03-10T01:00",
      "PLN DEPA CNSHA ALPHA 03-14T10:00 #e rx=03-10T01:00",
      "PLN ARRI JPTYO ALPHA 03-18T10:00 #f rx=03-10T01:00",
      "ACT GTIN CNSHA 03-12T10:00 A",
      "ACT LOAD CNSHA ALPHA 03-14T03:00 A #e",
      "ACT DEPA CNSHA ALPHA 03-14T12:00 #e",
      "ACT ARRI JPTYO ALPHA 03-18T12:00 #f",
      "ACT DISC JPTYO ALPHA 03-18T20:00 A #f",
      "ACT GTOT JPTYO 03-20T20:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} JPTYO`, `${DF} JPTYO`, `${GF} JPTYO`]
  },
  {
    title: "discharged at the hub, and taken on by the same vessel on its way back from its last port",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00 #1",
      "PLN DEPA SGSIN ALPHA 03-20T10:00 #2",
      "PLN ARRI INMAA ALPHA 03-25T10:00",
      "ACT LOAD CNSHA ALPHA 03-03T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-10T12:00 #1",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A #1",
      "ACT DEPA SGSIN ALPHA 03-11T08:00 #1",
      "ACT ARRI IDJKT ALPHA 03-13T12:00",
      "ACT DEPA IDJKT ALPHA 03-15T12:00",
      "ACT ARRI SGSIN ALPHA 03-18T12:00 #2",
      "ACT LOAD SGSIN ALPHA 03-20T03:00 A #2",
      "ACT DEPA SGSIN ALPHA 03-20T12:00 #2",
      "ACT ARRI INMAA ALPHA 03-25T12:00",
      "ACT DISC INMAA ALPHA 03-25T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AT} SGSIN`, `${DT} SGSIN`, `${LT} SGSIN`, `${VT} SGSIN`, `${AF} INMAA`, `${DF} INMAA`]
  },
  {
    title: "one vessel calls two ports of loading, and the sibling is loaded at the first",
    events: [
      "PLN DEPA CNNGB ALPHA 03-01T10:00",
      "PLN DEPA CNSHA ALPHA 03-03T10:00",
      "PLN ARRI NLRTM ALPHA 03-30T10:00",
      "ACT GTIN CNNGB 02-27T10:00 B",
      "ACT GTIN CNSHA 02-28T10:00 A",
      "ACT LOAD CNNGB ALPHA 03-01T02:00 B",
      "ACT DEPA CNNGB ALPHA 03-01T12:00",
      "ACT ARRI CNSHA ALPHA 03-02T06:00",
      "ACT LOAD CNSHA ALPHA 03-03T02:00 A",
      "ACT DEPA CNSHA ALPHA 03-03T12:00",
      "ACT ARRI NLRTM ALPHA 03-30T12:00",
      "ACT DISC NLRTM ALPHA 03-30T20:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the vessel calls at Yantian and then at Shekou, which is the port of discharge",
    events: [
      "PLN ARRI CNYTN ALPHA 03-10T10:00",
      "PLN ARRI CNSHK ALPHA 03-11T10:00",
      "ACT LOAD NLRTM ALPHA 02-10T05:00 A",
      "ACT DEPA NLRTM ALPHA 02-10T12:00",
      "ACT ARRI CNYTN ALPHA 03-10T12:00",
      "ACT DEPA CNYTN ALPHA 03-11T02:00",
      "ACT ARRI CNSHK ALPHA 03-11T08:00",
      "ACT DISC CNSHK ALPHA 03-11T20:00 A",
      "ACT GTOT CNSHK 03-12T20:00 A"
    ],
    alerts: [`${L1} NLRTM`, `${D1} NLRTM`, `${AF} CNSHK`, `${DF} CNSHK`, `${GF} CNSHK`]
  },
  {
    title: "discharged at Long Beach, and by truck to the ramp at Los Angeles",
    events: [
      "PLN ARRI USLGB ALPHA 03-10T10:00",
      "PLN ARRI USCHI RAIL 03-18T10:00 A",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT ARRI USLGB ALPHA 03-10T12:00",
      "ACT DISC USLGB ALPHA 03-11T02:00 A",
      "ACT GTOT USLGB 03-12T10:00 A",
      "ACT GTIN USLAX 03-12T12:00 A @RAMP",
      "ACT DEPA USLAX RAIL 03-13T20:00 A @RAMP",
      "ACT ARRI USCHI RAIL 03-18T12:00 A @RAMP"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AF} USLGB`,
      `${DF} USLGB`,
      `${GF} USLGB`,
      `${ARRIVES_INLAND} USLAX`,
      `${LEAVES_INLAND} USLAX`,
      `${ARRIVES_INLAND} USCHI`
    ]
  },
  {
    title: "three transhipments, the second connection late by two days",
    events: [
      "PLN ARRI MAPTM ALPHA 03-10T10:00",
      "PLN DEPA MAPTM BRAVO 03-13T10:00",
      "PLN ARRI CIABJ BRAVO 03-20T10:00",
      "PLN DEPA CIABJ DELTA 03-24T10:00",
      "PLN ARRI TGLFW DELTA 03-26T10:00",
      "PLN DEPA TGLFW ECHO 03-30T10:00",
      "PLN ARRI STTMS ECHO 04-03T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT ARRI MAPTM ALPHA 03-10T12:00",
      "ACT DISC MAPTM ALPHA 03-10T20:00 A",
      "ACT LOAD MAPTM BRAVO 03-13T03:00 A",
      "ACT DEPA MAPTM BRAVO 03-13T12:00",
      "ACT ARRI CIABJ BRAVO 03-20T12:00",
      "ACT DISC CIABJ BRAVO 03-20T20:00 A",
      "EST DEPA CIABJ DELTA 03-26T10:00",
      "EST ARRI TGLFW DELTA 03-28T10:00",
      "ACT LOAD CIABJ DELTA 03-26T03:00 A",
      "ACT DEPA CIABJ DELTA 03-26T12:00",
      "ACT ARRI TGLFW DELTA 03-28T12:00",
      "ACT DISC TGLFW DELTA 03-28T20:00 A",
      "ACT LOAD TGLFW ECHO 03-30T03:00 A",
      "ACT DEPA TGLFW ECHO 03-30T12:00",
      "ACT ARRI STTMS ECHO 04-03T12:00",
      "ACT DISC STTMS ECHO 04-03T20:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AT} MAPTM`,
      `${DT} MAPTM`,
      `${LT} MAPTM`,
      `${VT} MAPTM`,
      `${AT} CIABJ`,
      `${DT} CIABJ`,
      `date.changed.${VT} CIABJ 48`,
      `date.changed.${AT} TGLFW 48`,
      `${LT} CIABJ`,
      `${VT} CIABJ`,
      `${AT} TGLFW`,
      `${DT} TGLFW`,
      `${LT} TGLFW`,
      `${VT} TGLFW`,
      `${AF} STTMS`,
      `${DF} STTMS`
    ]
  }
]
