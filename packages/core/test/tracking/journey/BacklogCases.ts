import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const REACHES_BEFORE = "container.arrival.at.pre.pol"
const LOADED_BEFORE = "container.loaded.at.pre.pol"
const LEAVES_BEFORE = "container.departure.from.pre.pol"
const ARRIVES_INLAND = "container.arrival.at.post.pod"
const LEAVES_INLAND = "container.departure.from.post.pod"

/** Backlogs, partial responses, retractions, carriers that report little, legs by rail and barge: written with their alerts before the first run. */
export const BACKLOG_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "two transhipments to vessels to be named, without call ids, and both are late",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN TBN 03-14T10:00 voy=TBN",
      "PLN ARRI LKCMB TBN 03-19T10:00 voy=TBN",
      "PLN DEPA LKCMB TBN 03-22T10:00 voy=TBN",
      "PLN ARRI INCOK TBN 03-24T10:00 voy=TBN",
      "ACT LOAD VNSGN ALPHA 03-06T05:00 A",
      "ACT DEPA VNSGN ALPHA 03-06T12:00",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "ACT LOAD SGSIN BRAVO 03-15T03:00 A",
      "ACT DEPA SGSIN BRAVO 03-15T12:00",
      "ACT ARRI LKCMB BRAVO 03-20T12:00",
      "ACT DISC LKCMB BRAVO 03-20T20:00 A",
      "EST DEPA LKCMB CHARLIE 03-26T10:00",
      "EST ARRI INCOK CHARLIE 03-28T10:00",
      "ACT LOAD LKCMB CHARLIE 03-26T02:00 A",
      "ACT DEPA LKCMB CHARLIE 03-26T12:00",
      "ACT ARRI INCOK CHARLIE 03-28T12:00",
      "ACT DISC INCOK CHARLIE 03-28T20:00 A"
    ],
    alerts: [
      `${L1} VNSGN`,
      `${D1} VNSGN`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `date.changed.${VT} SGSIN 26`,
      `${VT} SGSIN`,
      `date.changed.${AT} LKCMB 26`,
      `${AT} LKCMB`,
      `${DT} LKCMB`,
      `date.changed.${VT} LKCMB 96`,
      `date.changed.${AF} INCOK 96`,
      `${LT} LKCMB`,
      `${VT} LKCMB`,
      `${AF} INCOK`,
      `${DF} INCOK`
    ]
  },
  {
    title: "a partial response omits the arrival, and the next one has it again",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "EST DISC NLRTM ALPHA 03-11T10:00 A del=3",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-11T12:00 A"
    ],
    alerts: [`${L1} CNSHA`, `${AF} NLRTM`, `retracted ${AF} NLRTM`, `!${AF} NLRTM`, `${DF} NLRTM`]
  },
  {
    title:
      "the loading at the hub is retracted by its carrier after the vessel has left: it was that of another container",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI NLRTM BRAVO 04-10T10:00",
      "ACT LOAD CNSHA ALPHA 03-01T05:00 A",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "ACT LOAD SGSIN BRAVO 03-14T02:00 A id=E7",
      "ACT DEPA SGSIN BRAVO 03-14T12:00",
      "ACT GONE SGSIN 03-14T13:00 A id=E7",
      "EST DEPA SGSIN CHARLIE 03-18T10:00 (A)",
      "EST ARRI NLRTM CHARLIE 04-14T10:00 (A)",
      "ACT LOAD SGSIN CHARLIE 03-18T02:00 A",
      "ACT DEPA SGSIN CHARLIE 03-18T12:00"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `retracted ${VT} SGSIN`,
      `retracted ${LT} SGSIN`,
      `!date.changed.${VT} SGSIN 94`,
      `date.changed.${AF} NLRTM 96`,
      `date.changed.${LT} SGSIN 96`,
      `!${LT} SGSIN`,
      `${VT} SGSIN`
    ]
  },
  {
    title: "across the date line with local times as UTC: everything at the destination precedes the departure",
    events: [
      "PLN DEPA WSAPW ALPHA 03-12T18:00",
      "PLN ARRI ASPPG ALPHA 03-11T23:00",
      "ACT GTIN WSAPW 03-11T09:00 A",
      "ACT LOAD WSAPW ALPHA 03-12T10:00 A",
      "ACT DEPA WSAPW ALPHA 03-12T18:00",
      "ACT ARRI ASPPG ALPHA 03-11T23:00",
      "ACT DISC ASPPG ALPHA 03-12T08:00 A",
      "ACT GTOT ASPPG 03-13T09:00 A"
    ],
    alerts: [`${G1} WSAPW`, `${L1} WSAPW`, `${D1} WSAPW`, `${AF} ASPPG`, `${DF} ASPPG`, `${GF} ASPPG`]
  },
  {
    title: "gate-ins and movements of vessels alone, with a transhipment",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI SGSIN ALPHA 03-11T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI NLRTM BRAVO 04-08T10:00",
      "ACT GTIN CNSHA 03-04T08:00 A",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT ARRI SGSIN ALPHA 03-11T12:00",
      "ACT DEPA SGSIN BRAVO 03-14T12:00",
      "ACT ARRI NLRTM BRAVO 04-08T12:00",
      "ACT GTOT NLRTM 04-10T09:00 A"
    ],
    alerts: [`${G1} CNSHA`, `${D1} CNSHA`, `${AT} SGSIN`, `${VT} SGSIN`, `${AF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "movements of vessels alone, with a transhipment, and the gate-out at the end",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI SGSIN ALPHA 03-11T10:00",
      "PLN DEPA SGSIN BRAVO 03-14T10:00",
      "PLN ARRI NLRTM BRAVO 04-08T10:00",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT ARRI SGSIN ALPHA 03-11T12:00",
      "ACT DEPA SGSIN BRAVO 03-14T12:00",
      "ACT ARRI NLRTM BRAVO 04-08T12:00",
      "ACT GTOT NLRTM 04-10T09:00 A"
    ],
    alerts: [`${D1} CNSHA`, `${AT} SGSIN`, `${VT} SGSIN`, `${AF} NLRTM`, `${GF} NLRTM`]
  },
  {
    title: "rail at both ends, and no place states what kind of facility it is",
    events: [
      "PLN DEPA DEBRV ALPHA 03-10T10:00",
      "PLN ARRI USNYC ALPHA 03-22T10:00",
      "ACT GTIN DEMUC 03-04T08:00 A @NONE",
      "ACT LOAD DEMUC RAIL 03-05T08:00 A @NONE",
      "ACT DEPA DEMUC RAIL 03-05T12:00 A @NONE",
      "ACT ARRI DEBRV RAIL 03-07T08:00 A @NONE",
      "ACT DISC DEBRV RAIL 03-07T12:00 A @NONE",
      "ACT LOAD DEBRV ALPHA 03-10T03:00 A @NONE",
      "ACT DEPA DEBRV ALPHA 03-10T12:00 @NONE",
      "ACT ARRI USNYC ALPHA 03-22T12:00 @NONE",
      "ACT DISC USNYC ALPHA 03-23T02:00 A @NONE",
      "ACT DEPA USNYC RAIL 03-25T02:00 A @NONE",
      "ACT ARRI USCHI RAIL 03-28T02:00 A @NONE",
      "ACT GTOT USCHI 03-29T09:00 A @NONE",
      "ACT GTIN USCHI 03-31T09:00 A EMPTY @NONE"
    ],
    alerts: [
      `${REACHES_BEFORE} DEMUC`,
      `${LOADED_BEFORE} DEMUC`,
      `${LEAVES_BEFORE} DEMUC`,
      `${G1} DEBRV`,
      `${L1} DEBRV`,
      `${D1} DEBRV`,
      `${AF} USNYC`,
      `${DF} USNYC`,
      `${GF} USNYC`,
      `${ARRIVES_INLAND} USCHI`,
      `${LEAVES_INLAND} USCHI`
    ]
  },
  {
    title: "on by barge, and the movements of the barge name the booking alone",
    events: [
      "PLN ARRI NLRTM ALPHA 03-10T10:00",
      "ACT LOAD CNSHA ALPHA 02-10T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-10T12:00",
      "ACT DISC NLRTM ALPHA 03-10T20:00 A",
      "PLN DEPA NLRTM BARGE 03-12T10:00",
      "PLN ARRI DEDUI BARGE 03-13T20:00 @INTE",
      "ACT DEPA NLRTM BARGE 03-12T12:00",
      "ACT ARRI DEDUI BARGE 03-13T22:00 @INTE",
      "ACT GTOT DEDUI 03-15T08:00 A @INTE"
    ],
    alerts: [
      `${L1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`,
      `${GF} NLRTM`,
      `${ARRIVES_INLAND} DEDUI`,
      `${LEAVES_INLAND} DEDUI`
    ]
  },
  {
    title: "rolled without notice: the former vessel is reported on its way before the plan changes",
    events: [
      "PLN DEPA CNSHA ALPHA 03-05T10:00",
      "PLN ARRI NLRTM ALPHA 04-05T10:00",
      "ACT GTIN CNSHA 03-03T08:00 A",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT ARRI SGSIN ALPHA 03-09T12:00",
      "PLN DEPA CNSHA BRAVO 03-12T10:00 (A)",
      "PLN ARRI NLRTM BRAVO 04-12T10:00 (A)",
      "ACT LOAD CNSHA BRAVO 03-12T03:00 A",
      "ACT DEPA CNSHA BRAVO 03-12T12:00",
      "ACT ARRI NLRTM ALPHA 04-05T12:00",
      "ACT ARRI NLRTM BRAVO 04-12T12:00",
      "ACT DISC NLRTM BRAVO 04-12T20:00 A"
    ],
    alerts: [
      `${G1} CNSHA`,
      `date.changed.${D1} CNSHA 168`,
      `date.changed.${AF} NLRTM 168`,
      `${L1} CNSHA`,
      `${D1} CNSHA`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title:
      "the documents name a place of delivery across the water, and its feeder becomes known half a day after the discharge",
    events: [
      "PLN ARRI SGSIN ALPHA 03-10T10:00 pod=SGSIN pde=IDSRG",
      "ACT LOAD DEHAM ALPHA 02-10T05:00 A pod=SGSIN pde=IDSRG",
      "ACT DEPA DEHAM ALPHA 02-10T12:00",
      "ACT ARRI SGSIN ALPHA 03-10T12:00",
      "ACT DISC SGSIN ALPHA 03-10T20:00 A",
      "PLN DEPA SGSIN FEED 03-13T10:00 A rx=03-11T10:00",
      "PLN ARRI IDSRG FEED 03-15T10:00 A",
      "ACT LOAD SGSIN FEED 03-13T03:00 A",
      "ACT DEPA SGSIN FEED 03-13T12:00",
      "ACT ARRI IDSRG FEED 03-15T12:00",
      "ACT DISC IDSRG FEED 03-15T20:00 A"
    ],
    alerts: [
      `${L1} DEHAM`,
      `${D1} DEHAM`,
      `${AF} SGSIN`,
      `!${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} IDSRG`,
      `${DF} IDSRG`
    ]
  }
]
