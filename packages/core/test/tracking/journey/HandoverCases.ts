import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Legs by land and barge, vessels with two names or berths, documents that name more than one place: written with their alerts before the first run. */
export const HANDOVER_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "by barge from one terminal of the port of discharge to another, as planned, and collected there",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD INNSA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "PLN ARRI NLRTM BARGE 03-12T14:00 A",
      "ACT DEPA NLRTM BARGE 03-12T08:00 A",
      "ACT ARRI NLRTM BARGE 03-12T14:00 A",
      "ACT DISC NLRTM BARGE 03-12T16:00 A",
      "ACT GTOT NLRTM 03-14T09:00 A"
    ],
    alerts: [`${L1} INNSA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the arrival is first reported at the pilot station of the river, under its own code",
    events: [
      "PLN ARRI DEHAM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT DEPA CNSHA ALPHA 02-10T12:00",
      "ACT ARRI DECUX ALPHA 03-10T01:00",
      "ACT DEPA DECUX ALPHA 03-10T03:00",
      "ACT ARRI DEHAM ALPHA 03-10T12:00",
      "ACT DISC DEHAM ALPHA 03-10T20:00 A",
      "ACT GTOT DEHAM 03-11T20:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${D1} CNSHA`, `${AF} DEHAM`, `${DF} DEHAM`, `${GF} DEHAM`]
  },
  {
    title: "the connection is missed, and a truck takes the container to the next hub for another vessel",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-12T10:00",
      "PLN ARRI NLRTM BRAVO 04-05T10:00",
      "ACT LOAD THLCH ALPHA 03-06T05:00 A",
      "ACT DEPA THLCH ALPHA 03-06T12:00",
      "ACT ARRI SGSIN ALPHA 03-12T06:00",
      "ACT DISC SGSIN ALPHA 03-12T12:00 A",
      "ACT DEPA SGSIN BRAVO 03-12T14:00",
      "EST DEPA MYTPP CHARLIE 03-16T10:00 A",
      "EST ARRI NLRTM CHARLIE 04-09T10:00 A",
      "ACT GTOT SGSIN 03-14T08:00 A",
      "ACT GTIN MYTPP 03-14T12:00 A",
      "ACT LOAD MYTPP CHARLIE 03-16T03:00 A",
      "ACT DEPA MYTPP CHARLIE 03-16T12:00",
      "ACT ARRI NLRTM CHARLIE 04-09T12:00",
      "ACT DISC NLRTM CHARLIE 04-10T02:00 A"
    ],
    alerts: [
      `${L1} THLCH`,
      `${D1} THLCH`,
      `date.changed.${AT} SGSIN 44`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `date.changed.${AF} NLRTM 96`,
      `${LT} MYTPP`,
      `${VT} MYTPP`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "two berths of one port in one voyage, each a separate call, and the container leaves at the second",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 #T1",
      "PLN DEPA NLRTM ALPHA 03-11T08:00 #T1",
      "PLN ARRI NLRTM ALPHA 03-11T14:00 #T2",
      "ACT LOAD INNSA ALPHA 02-15T05:00 A",
      "ACT DEPA INNSA ALPHA 02-15T12:00",
      "ACT ARRI NLRTM ALPHA 03-10T12:00 #T1",
      "ACT DEPA NLRTM ALPHA 03-11T10:00 #T1",
      "ACT ARRI NLRTM ALPHA 03-11T16:00 #T2",
      "ACT DISC NLRTM ALPHA 03-12T02:00 A #T2",
      "ACT GTOT NLRTM 03-13T09:00 A"
    ],
    alerts: [`${L1} INNSA`, `${D1} INNSA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the terminal writes the name of the vessel with an accent, and the schedule without",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00 #C1",
      "PLN ARRI NLRTM ALPHA 04-05T10:00 #C2",
      "ACT GTIN CNSHA 03-03T08:00 A",
      "ACT LOAD CNSHA ÁLPHA 03-05T02:00 A #C1",
      "ACT DEPA CNSHA ALPHA 03-05T12:00 #C1",
      "EST ARRI NLRTM ALPHA 04-08T10:00 #C2",
      "ACT ARRI NLRTM ALPHA 04-08T12:00 #C2",
      "ACT DISC NLRTM ALPHA 04-08T20:00 A #C2"
    ],
    alerts: [`${G1} CNSHA`, `${L1} CNSHA`, `${D1} CNSHA`, `date.changed.${AF} NLRTM 72`, `${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title: "around the Cape with a call for bunkers that no plan had",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD SGSIN ALPHA 02-10T05:00 A",
      "ACT DEPA SGSIN ALPHA 02-10T12:00",
      "EST ARRI NLRTM ALPHA 03-22T10:00",
      "EST ARRI MUPLU ALPHA 02-20T10:00",
      "ACT ARRI MUPLU ALPHA 02-20T12:00",
      "ACT DEPA MUPLU ALPHA 02-21T12:00",
      "ACT ARRI NLRTM ALPHA 03-22T12:00",
      "ACT DISC NLRTM ALPHA 03-23T02:00 A",
      "ACT GTOT NLRTM 03-24T10:00 A"
    ],
    alerts: [`${L1} SGSIN`, `${D1} SGSIN`, `date.changed.${AF} NLRTM 288`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "after the empty return the carrier repeats an old estimate and revises the discharge by two hours",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "ACT GTOT NLRTM 03-12T08:00 A",
      "ACT GTIN NLRTM 03-16T08:00 A EMPTY",
      "EST ARRI NLRTM ALPHA 03-14T10:00",
      "ACT DISC NLRTM ALPHA 03-10T22:00 A",
      "EST DISC NLRTM ALPHA 03-15T10:00 A",
      "EST GTOT NLRTM 03-18T08:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `${DF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "the documents name an inland place as the port of discharge, and a barge is planned to it",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00 pod=CHBSL",
      "PLN DEPA NLRTM BARGE 03-13T10:00 A",
      "PLN ARRI CHBSL BARGE 03-17T10:00 A @INTE",
      "ACT LOAD USNYC ALPHA 02-27T05:00 A",
      "ACT DEPA USNYC ALPHA 02-27T12:00",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T22:00 A",
      "ACT DEPA NLRTM BARGE 03-13T12:00 A",
      "ACT ARRI CHBSL BARGE 03-17T12:00 A @INTE",
      "ACT GTOT CHBSL 03-18T09:00 A @INTE"
    ],
    alerts: [
      `${L1} USNYC`,
      `${D1} USNYC`,
      `${AF} NLRTM`,
      `${DF} NLRTM`,
      `${GF} NLRTM`,
      `${ARRIVES_INLAND} CHBSL`,
      `${LEAVES_INLAND} CHBSL`
    ]
  },
  {
    title:
      "another vessel at a port on the way, which no plan names: its loading is reported, the discharge before it never",
    events: [
      "PLN ARRI NLRTM ALPHA 04-05T10:00",
      "ACT LOAD CNSHA ALPHA 03-05T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-12T10:00",
      "ACT LOAD SGSIN BRAVO 03-16T05:00 A",
      "ACT DEPA SGSIN BRAVO 03-16T12:00",
      "EST ARRI NLRTM BRAVO 04-10T10:00",
      "ACT ARRI NLRTM ALPHA 04-05T12:00",
      "ACT ARRI NLRTM BRAVO 04-10T12:00",
      "ACT DISC NLRTM BRAVO 04-10T20:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AT} SGSIN`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `date.changed.${AF} NLRTM 120`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "the discharge and the gate-out were those of another container, are retracted, and happen a day later",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A id=E1",
      "ACT GTOT NLRTM 03-11T08:00 A id=E2",
      "ACT GONE NLRTM 03-11T09:00 A id=E2",
      "ACT GONE NLRTM 03-11T10:00 A id=E1",
      "ACT DISC NLRTM ALPHA 03-12T01:00 A",
      "ACT GTOT NLRTM 03-13T09:00 A"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`,
      `${GF} NLRTM`,
      `retracted ${GF} NLRTM`,
      `retracted ${DF} NLRTM`,
      `date.changed.${DF} NLRTM 29`,
      `!${DF} NLRTM`,
      `date.changed.${GF} NLRTM 49`,
      `!${GF} NLRTM`
    ]
  }
]
