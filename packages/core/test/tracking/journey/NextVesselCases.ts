import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

/** The next vessel of a container on another round, under another name, without one, or with the empty container: written with their alerts before the first run. */
export const NEXT_VESSEL_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "slot charter: voyages of two carriers, and the next vessel a round earlier",
    events: [
      "ACT GTIN CNNGB 01-27T19:26 A",
      "ACT LOAD CNNGB CALLISTO 02-01T04:18 A voy=152E",
      "ACT DEPA CNNGB CALLISTO 02-01T10:32 voy=08WAUE",
      "ACT DEPA KRPUS ENSENADA 02-04T05:13 voy=147S",
      "ACT ARRI KRPUS CALLISTO 02-07T10:27 voy=08WAUE",
      "ACT ARRI CNSHA ENSENADA 02-08T04:11 voy=147S",
      "ACT DISC KRPUS CALLISTO 02-09T11:46 A voy=152E",
      "ACT DEPA CNSHA ENSENADA 02-09T21:39 voy=147S",
      "PLN DISC USLAX ENSENADA 03-25T07:00 A voy=206N rx=02-10T00:00",
      "PLN GTOT USLAX 03-28T16:00 A",
      "ACT GTOT KRPUS 02-14T14:19 A",
      "ACT GTIN KRPUS 02-15T04:20 A",
      "ACT LOAD KRPUS ENSENADA 02-18T23:39 A voy=206N",
      "ACT DISC USLAX ENSENADA 03-26T20:00 A voy=206N",
      "ACT GTOT USLAX 03-28T10:00 A"
    ],
    alerts: [
      `2: ${G1} CNNGB`,
      `2: ${L1} CNNGB`,
      `3: ${D1} CNNGB`,
      `5: ${AF} KRPUS`,
      `9: !${AT} KRPUS`,
      `9: ${DT} KRPUS`,
      `13: ${LT} KRPUS`,
      `14: date.changed.${DF} USLAX 37`,
      `14: ${DF} USLAX`,
      `15: ${GF} USLAX`
    ]
  },
  {
    title: "the next vessel passes the hub before the container reaches it, and the plan to the hub is known",
    events: [
      "PLN ARRI KRPUS CALLISTO 02-07T10:00",
      "PLN DEPA KRPUS ENSENADA 02-18T10:00 voy=206",
      "PLN ARRI USLAX ENSENADA 03-01T10:00 voy=206",
      "ACT LOAD CNNGB CALLISTO 02-01T04:00 A",
      "ACT DEPA CNNGB CALLISTO 02-01T10:00",
      "ACT DEPA KRPUS ENSENADA 02-04T05:00 voy=147",
      "ACT ARRI KRPUS CALLISTO 02-07T12:00",
      "ACT ARRI CNSHA ENSENADA 02-08T04:00 voy=147",
      "ACT DISC KRPUS CALLISTO 02-08T11:00 A",
      "ACT DEPA CNSHA ENSENADA 02-09T21:00 voy=147",
      "ACT LOAD KRPUS ENSENADA 02-18T05:00 A voy=206",
      "ACT DEPA KRPUS ENSENADA 02-18T12:00 voy=206",
      "ACT ARRI USLAX ENSENADA 03-01T12:00 voy=206",
      "ACT DISC USLAX ENSENADA 03-02T05:00 A"
    ],
    alerts: [
      `4: ${L1} CNNGB`,
      `5: ${D1} CNNGB`,
      `7: ${AT} KRPUS`,
      `9: ${DT} KRPUS`,
      `11: ${LT} KRPUS`,
      `12: ${VT} KRPUS`,
      `13: ${AF} USLAX`,
      `14: ${DF} USLAX`
    ]
  },
  {
    title: "two feeders of one name, at either end of a mainliner",
    events: [
      "PLN DEPA IDSRG HORIZON 03-01T10:00 voy=H1",
      "PLN ARRI SGSIN HORIZON 03-04T10:00 voy=H1",
      "PLN DEPA SGSIN BRAVO 03-08T10:00 voy=B1",
      "PLN ARRI LKCMB BRAVO 03-13T10:00 voy=B1",
      "PLN DEPA LKCMB HORIZON 03-16T10:00 voy=H2",
      "PLN ARRI INCOK HORIZON 03-18T10:00 voy=H2",
      "ACT LOAD IDSRG HORIZON 03-01T05:00 A voy=H1",
      "ACT DEPA IDSRG HORIZON 03-01T12:00 voy=H1",
      "ACT ARRI SGSIN HORIZON 03-04T12:00 voy=H1",
      "ACT DISC SGSIN HORIZON 03-04T22:00 A voy=H1",
      "ACT LOAD SGSIN BRAVO 03-08T05:00 A voy=B1",
      "ACT DEPA SGSIN BRAVO 03-08T12:00 voy=B1",
      "EST DEPA LKCMB HORIZON 03-18T10:00 voy=H2 rx=03-10T00:00",
      "EST ARRI INCOK HORIZON 03-20T10:00 voy=H2 rx=03-10T01:00",
      "ACT ARRI LKCMB BRAVO 03-13T12:00 voy=B1",
      "ACT DISC LKCMB BRAVO 03-13T22:00 A voy=B1",
      "ACT LOAD LKCMB HORIZON 03-18T05:00 A voy=H2",
      "ACT DEPA LKCMB HORIZON 03-18T12:00 voy=H2",
      "ACT ARRI INCOK HORIZON 03-20T12:00 voy=H2",
      "ACT DISC INCOK HORIZON 03-20T22:00 A voy=H2"
    ],
    alerts: [
      `7: ${L1} IDSRG`,
      `8: ${D1} IDSRG`,
      `9: ${AT} SGSIN`,
      `10: ${DT} SGSIN`,
      `11: ${LT} SGSIN`,
      `12: ${VT} SGSIN`,
      `13: date.changed.${VT} LKCMB 48`,
      `14: date.changed.${AF} INCOK 48`,
      `15: ${AT} LKCMB`,
      `16: ${DT} LKCMB`,
      `17: ${LT} LKCMB`,
      `18: ${VT} LKCMB`,
      `19: ${AF} INCOK`,
      `20: ${DF} INCOK`
    ]
  },
  {
    title: "the vessel that discharged the container at the hub is reported on its way: not the container's",
    events: [
      "PLN DEPA IDSRG HORIZON 03-01T10:00 voy=H1",
      "PLN ARRI SGSIN HORIZON 03-04T10:00 voy=H1",
      "PLN DEPA SGSIN BRAVO 03-08T10:00",
      "PLN ARRI INCOK BRAVO 03-18T10:00",
      "ACT LOAD IDSRG HORIZON 03-01T05:00 A voy=H1",
      "ACT DISC SGSIN HORIZON 03-04T22:00 A voy=H1",
      "PLN DEPA MYPKG HORIZON 03-06T10:00 voy=H1 rx=03-05T10:00",
      "EST ARRI INCOK HORIZON 03-25T10:00 voy=H1 rx=03-05T11:00",
      "ACT LOAD SGSIN BRAVO 03-08T05:00 A",
      "ACT DISC INCOK BRAVO 03-18T22:00 A"
    ],
    alerts: [`5: ${L1} IDSRG`, `6: ${DT} SGSIN`, `9: ${LT} SGSIN`, `10: ${DF} INCOK`]
  },
  {
    title: "onward plan without a vessel, the response in one order: port of loading planned",
    events: [
      "PLN DEPA JPUKB ALPHA 03-01T10:00",
      "PLN ARRI MYPKG ALPHA 03-08T10:00",
      "PLN DEPA MYPKG ALPHA 03-09T10:00",
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA MYPKG VESSEL 03-13T10:00 (A) no-call",
      "PLN ARRI IDJKT VESSEL 03-16T10:00 (A) no-call",
      "ACT LOAD JPUKB ALPHA 03-01T05:00 A",
      "ACT DEPA JPUKB ALPHA 03-01T12:00",
      "ACT ARRI MYPKG ALPHA 03-08T12:00",
      "ACT DISC MYPKG ALPHA 03-08T22:00 A",
      "ACT DEPA MYPKG ALPHA 03-09T12:00",
      "PLN DEPA MYPKG FEED 03-13T16:00 (A) rx=03-11T00:00",
      "PLN ARRI IDJKT FEED 03-16T16:00 (A) rx=03-11T01:00",
      "ACT LOAD MYPKG FEED 03-13T10:00 A",
      "ACT DEPA MYPKG FEED 03-13T18:00",
      "ACT ARRI IDJKT FEED 03-16T18:00",
      "ACT DISC IDJKT FEED 03-17T04:00 A"
    ],
    alerts: [
      `7: ${L1} JPUKB`,
      `8: ${D1} JPUKB`,
      `9: ${AT} MYPKG`,
      `10: ${DT} MYPKG`,
      `14: ${LT} MYPKG`,
      `15: ${VT} MYPKG`,
      `16: ${AF} IDJKT`,
      `17: ${DF} IDJKT`
    ]
  },
  {
    title: "the onward plan without a vessel names no container, and is late by two days",
    events: [
      "PLN DEPA JPUKB ALPHA 03-01T10:00",
      "PLN ARRI MYPKG ALPHA 03-08T10:00",
      "PLN DEPA MYPKG ALPHA 03-09T10:00",
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA MYPKG VESSEL 03-13T10:00 no-call",
      "PLN ARRI IDJKT VESSEL 03-16T10:00 no-call",
      "ACT LOAD JPUKB ALPHA 03-01T05:00 A",
      "ACT DEPA JPUKB ALPHA 03-01T12:00",
      "ACT ARRI MYPKG ALPHA 03-08T12:00",
      "ACT DISC MYPKG ALPHA 03-08T22:00 A",
      "PLN DEPA MYPKG VESSEL 03-15T10:00 no-call rx=03-11T00:00",
      "PLN ARRI IDJKT VESSEL 03-18T10:00 no-call rx=03-11T01:00",
      "ACT LOAD MYPKG FEED 03-15T10:00 A",
      "ACT DEPA MYPKG FEED 03-15T18:00",
      "ACT ARRI IDJKT FEED 03-18T18:00",
      "ACT DISC IDJKT FEED 03-19T04:00 A"
    ],
    alerts: [
      `7: ${L1} JPUKB`,
      `8: ${D1} JPUKB`,
      `9: ${AT} MYPKG`,
      `10: ${DT} MYPKG`,
      `11: date.changed.${VT} MYPKG 48`,
      `12: date.changed.${AF} IDJKT 48`,
      `13: ${LT} MYPKG`,
      `14: ${VT} MYPKG`,
      `15: ${AF} IDJKT`,
      `16: ${DF} IDJKT`
    ]
  },
  {
    title: "a box for repair goes to the hub and back to its port, as planned",
    events: [
      "PLN DEPA IDJKT FEED 03-01T10:00 voy=1",
      "PLN ARRI SGSIN FEED 03-03T10:00 voy=1",
      "PLN DEPA SGSIN FEEDER 03-10T10:00 voy=2",
      "PLN ARRI IDJKT FEEDER 03-12T10:00 voy=2",
      "ACT LOAD IDJKT FEED 03-01T05:00 A voy=1",
      "ACT DEPA IDJKT FEED 03-01T12:00 voy=1",
      "ACT ARRI SGSIN FEED 03-03T12:00 voy=1",
      "ACT DISC SGSIN FEED 03-03T22:00 A voy=1",
      "ACT LOAD SGSIN FEEDER 03-10T05:00 A voy=2",
      "ACT DEPA SGSIN FEEDER 03-10T12:00 voy=2",
      "ACT ARRI IDJKT FEEDER 03-12T12:00 voy=2",
      "ACT DISC IDJKT FEEDER 03-12T22:00 A voy=2",
      "ACT GTOT IDJKT 03-14T10:00 A"
    ],
    alerts: [
      `5: ${L1} IDJKT`,
      `6: ${D1} IDJKT`,
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
    title: "repositioned empty without the return of the empty container being reported",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T22:00 A",
      "ACT GTOT NLRTM 03-23T10:00 A",
      "ACT LOAD NLRTM GAMMA 04-02T10:00 A EMPTY no-booking",
      "ACT DEPA NLRTM GAMMA 04-02T20:00 (A) no-booking",
      "ACT ARRI CNNGB GAMMA 05-04T10:00 (A) no-booking",
      "ACT DISC CNNGB GAMMA 05-05T10:00 A EMPTY no-booking",
      "ACT GTOT CNNGB 05-12T10:00 A EMPTY bk=BK9 @DEPO",
      "ACT GTIN CNNGB 05-14T10:00 A bk=BK9",
      "ACT LOAD CNNGB DELTA 05-18T05:00 A bk=BK9"
    ],
    alerts: [`2: ${L1} CNSHA`, `3: ${AF} NLRTM`, `4: ${DF} NLRTM`, `5: ${GF} NLRTM`]
  },
  {
    title: "repositioned empty, and the vessel calls at two ports on its way",
    events: [
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T22:00 A",
      "ACT GTOT NLRTM 03-23T10:00 A",
      "ACT LOAD NLRTM GAMMA 04-02T10:00 A EMPTY no-booking",
      "ACT DEPA NLRTM GAMMA 04-02T20:00 (A) no-booking",
      "ACT ARRI EGPSD GAMMA 04-12T10:00 (A) no-booking",
      "ACT DEPA EGPSD GAMMA 04-12T20:00 (A) no-booking",
      "PLN ARRI CNNGB GAMMA 05-03T10:00 (A) no-booking",
      "ACT ARRI CNNGB GAMMA 05-04T10:00 (A) no-booking",
      "ACT DISC CNNGB GAMMA 05-05T10:00 A EMPTY no-booking"
    ],
    alerts: [`2: ${L1} CNSHA`, `3: ${AF} NLRTM`, `4: ${DF} NLRTM`, `5: ${GF} NLRTM`]
  }
]
