import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"

/** Two calls, berths or hubs of one vessel, deliveries across borders: written with their alerts before the first run. */
export const SECOND_CALL_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "the first of two planned calls at the hub is the one at which the container leaves the vessel",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00 #S1",
      "PLN ARRI MYPKG ALPHA 03-12T10:00",
      "PLN ARRI SGSIN ALPHA 03-14T10:00 #S2",
      "PLN DEPA SGSIN BRAVO 03-13T10:00",
      "PLN ARRI INMAA BRAVO 03-19T10:00",
      "ACT LOAD AUMEL ALPHA 02-25T05:00 A",
      "ACT DEPA AUMEL ALPHA 02-25T12:00",
      "ACT ARRI SGSIN ALPHA 03-10T12:00 #S1",
      "ACT DISC SGSIN ALPHA 03-10T22:00 A #S1",
      "ACT ARRI SGSIN ALPHA 03-14T12:00 #S2",
      "ACT LOAD SGSIN BRAVO 03-13T03:00 A",
      "ACT DEPA SGSIN BRAVO 03-13T12:00",
      "ACT ARRI INMAA BRAVO 03-19T12:00",
      "ACT DISC INMAA BRAVO 03-19T22:00 A"
    ],
    alerts: [
      `${L1} AUMEL`,
      `${D1} AUMEL`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} INMAA`,
      `${DF} INMAA`
    ]
  },
  {
    title: "place of delivery abroad by truck, planned before the discharge: no hold",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 pod=NLRTM pde=DEDUI",
      "PLN DEPA NLRTM TRUCK 03-12T10:00 A",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A pod=NLRTM pde=DEDUI",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-12T12:00 A",
      "ACT GTIN DEDUI 03-12T18:00 A @CLOC"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`, `${ARRIVES_INLAND} DEDUI`]
  },
  {
    title: "place of delivery abroad, nothing planned: the gate-out within the hold is the evidence",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 pod=NLRTM pde=DEDUI",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A pod=NLRTM pde=DEDUI",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-11T12:00 A",
      "ACT GTIN DEDUI 03-11T18:00 A @CLOC"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`, `${ARRIVES_INLAND} DEDUI`]
  },
  {
    title: "rolled at the hub without notice: the former vessel is reported at a port on its way",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI NLRTM BRAVO 04-10T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "ACT DEPA SGSIN BRAVO 03-14T12:00",
      "ACT ARRI LKCMB BRAVO 03-18T12:00",
      "ACT DEPA LKCMB BRAVO 03-19T12:00",
      "EST DEPA SGSIN CHARLIE 03-21T10:00 A",
      "EST ARRI NLRTM CHARLIE 04-17T10:00 A",
      "ACT LOAD SGSIN CHARLIE 03-21T03:00 A",
      "ACT DEPA SGSIN CHARLIE 03-21T12:00",
      "ACT ARRI NLRTM CHARLIE 04-17T12:00",
      "ACT DISC NLRTM CHARLIE 04-17T22:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AT} SGSIN`,
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
    title: "a call that slips by three days under another id is a date change, not a shift of berths",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 #T1",
      "PLN DEPA NLRTM ALPHA 03-11T10:00 #T1",
      "ACT LOAD INNSA ALPHA 02-15T05:00 A",
      "ACT DEPA INNSA ALPHA 02-15T12:00",
      "EST ARRI NLRTM ALPHA 03-12T08:00 #T9",
      "EST DEPA NLRTM ALPHA 03-13T08:00 #T9",
      "ACT ARRI NLRTM ALPHA 03-12T09:00 #T9",
      "ACT DISC NLRTM ALPHA 03-12T20:00 A #T9"
    ],
    alerts: [`${L1} INNSA`, `${D1} INNSA`, `date.changed.${AF} NLRTM 46`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the vessel shifts berths at the port of loading: it has left when it leaves the second one",
    events: [
      "PLN DEPA NLRTM ALPHA 03-10T10:00 #B1",
      "PLN DEPA NLRTM ALPHA 03-11T14:00 #B2",
      "PLN ARRI USNYC ALPHA 03-20T10:00",
      "ACT GTIN NLRTM 03-08T08:00 A",
      "ACT ARRI NLRTM ALPHA 03-09T08:00 #B1",
      "ACT LOAD NLRTM ALPHA 03-09T20:00 A #B1",
      "ACT DEPA NLRTM ALPHA 03-10T12:00 #B1",
      "ACT ARRI NLRTM ALPHA 03-10T16:00 #B2",
      "ACT DEPA NLRTM ALPHA 03-11T16:00 #B2",
      "ACT ARRI USNYC ALPHA 03-20T12:00",
      "ACT DISC USNYC ALPHA 03-20T22:00 A"
    ],
    alerts: [`date.changed.${D1} NLRTM 28`, `${G1} NLRTM`, `${L1} NLRTM`, `${D1} NLRTM`, `${AF} USNYC`, `${DF} USNYC`]
  },
  {
    title: "the documents name an inland place, no inland plan, and the container goes there by rail",
    events: [
      "PLN ARRI USLAX ALPHA 03-10T10:00 pod=USCHI",
      "ACT LOAD CNSHA ALPHA 02-20T05:00 A",
      "ACT ARRI USLAX ALPHA 03-10T12:00",
      "ACT DISC USLAX ALPHA 03-11T05:00 A",
      "ACT DEPA USLAX RAIL 03-11T15:00 A",
      "ACT ARRI USCHI RAIL 03-15T10:00 A @RAMP"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AT} USLAX`,
      `${DT} USLAX`,
      `!${AF} USLAX`,
      `!${DF} USLAX`,
      `${GF} USLAX`,
      `${ARRIVES_INLAND} USCHI`
    ]
  },
  {
    title: "by truck from the hub to a port at which the former vessel calls, and loaded on that one there",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-12T10:00",
      "PLN ARRI MYPKG BRAVO 03-13T10:00",
      "PLN DEPA MYPKG BRAVO 03-14T10:00",
      "PLN ARRI NLRTM BRAVO 04-05T10:00",
      "ACT LOAD THLCH ALPHA 03-06T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-11T06:00",
      "ACT DISC SGSIN ALPHA 03-11T22:00 A",
      "ACT DEPA SGSIN BRAVO 03-12T12:00",
      "ACT GTOT SGSIN 03-12T14:00 A",
      "ACT GTIN MYPKG 03-13T02:00 A",
      "ACT ARRI MYPKG BRAVO 03-13T12:00",
      "ACT LOAD MYPKG BRAVO 03-14T03:00 A",
      "ACT DEPA MYPKG BRAVO 03-14T12:00",
      "ACT ARRI NLRTM BRAVO 04-05T12:00",
      "ACT DISC NLRTM BRAVO 04-06T02:00 A"
    ],
    alerts: [`${L1} THLCH`, `${AT} SGSIN`, `${DT} SGSIN`, `${LT} MYPKG`, `${VT} MYPKG`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "the barge leaves the port of discharge for another place after a move between terminals",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD INNSA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "PLN ARRI NLRTM BARGE 03-12T14:00 A",
      "ACT DEPA NLRTM BARGE 03-12T08:00 A",
      "ACT ARRI NLRTM BARGE 03-12T14:00 A",
      "ACT DEPA NLRTM BARGE 03-13T08:00 A",
      "ACT ARRI DEDUI BARGE 03-14T14:00 A @INTE"
    ],
    alerts: [`${L1} INNSA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`, `${ARRIVES_INLAND} DEDUI`]
  },
  {
    title: "a vessel with an accent in its name, and the sibling loading without: the container is not rolled",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-05T10:00",
      "ACT GTIN CNSHA 03-03T08:00 A",
      "ACT LOAD CNSHA ÁLPHA 03-05T02:00 B",
      "ACT LOAD CNSHA ÁLPHA 03-05T03:00 A",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT ARRI NLRTM ÁLPHA 04-05T12:00",
      "ACT DISC NLRTM ALPHA 04-05T20:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "every event has another id, and the vessel leaves before its last estimate",
    events: [
      "PLN DEPA CNSHA ALPHA 03-10T10:00 #E1",
      "PLN ARRI NLRTM ALPHA 04-05T10:00 #E2",
      "ACT LOAD CNSHA ALPHA 03-10T02:00 A #E3",
      "EST DEPA CNSHA ALPHA 03-11T08:00 #E4",
      "ACT DEPA CNSHA ALPHA 03-10T14:00 #E5",
      "ACT ARRI NLRTM ALPHA 04-05T12:00 #E6",
      "ACT DISC NLRTM ALPHA 04-05T20:00 A #E7"
    ],
    alerts: [`3: ${L1} CNSHA`, `5: ${D1} CNSHA`, `6: ${AF} NLRTM`, `7: ${DF} NLRTM`]
  },
  {
    title: "the vessel is five days early, and its call has another id since",
    events: [
      "PLN ARRI NLRTM ALPHA 03-15T10:00 #C1",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "EST ARRI NLRTM ALPHA 03-10T10:00 #C2",
      "ACT ARRI NLRTM ALPHA 03-10T12:00 #C2",
      "ACT DISC NLRTM ALPHA 03-10T22:00 A #C2"
    ],
    alerts: [`2: ${L1} CNSHA`, `3: date.changed.${AF} NLRTM -120`, `4: ${AF} NLRTM`, `5: ${DF} NLRTM`]
  }
]
