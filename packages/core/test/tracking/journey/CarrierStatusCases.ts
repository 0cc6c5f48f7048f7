import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_BEFORE = "container.arrival.at.pre.pol"
const LOADED_BEFORE = "container.loaded.at.pre.pol"
const LEAVES_BEFORE = "container.departure.from.pre.pol"
const ARRIVES_AFTER = "container.arrival.at.post.pod"
const LEAVES_AFTER = "container.departure.from.post.pod"

/** Twenty voyages in the statuses of ten carriers, with what each of them omits, here and in `CarrierExceptionCases.ts`: written with their alerts before the first run. */
export const CARRIER_STATUS_CASES: ReadonlyArray<TradeCase> = [
  {
    title: "dates without times, and the arrival at the destination as the only plan",
    events: [
      "PLN ARRI USLAX BRAVO 03-27T00:00",
      "ACT GTIN THLCH 03-01T00:00 A",
      "ACT LOAD THLCH ALPHA 03-02T00:00 A",
      "ACT DISC TWKHH ALPHA 03-08T00:00 A",
      "ACT LOAD TWKHH BRAVO 03-12T00:00 A",
      "ACT DISC USLAX BRAVO 03-28T00:00 A",
      "ACT GTOT USLAX 03-30T00:00 A"
    ],
    alerts: [`${G1} THLCH`, `${L1} THLCH`, `${DT} TWKHH`, `${LT} TWKHH`, `${DF} USLAX`, `${GF} USLAX`]
  },
  {
    title: "an arrival at the anchorage and one at the berth within a day",
    events: [
      "PLN ARRI USTIW ALPHA 03-15T08:00",
      "ACT LOAD KRPUS ALPHA 03-05T05:00 A",
      "ACT DEPA KRPUS ALPHA 03-05T14:00",
      "ACT ARRI USTIW ALPHA 03-15T02:00",
      "ACT ARRI USTIW ALPHA 03-15T20:00",
      "ACT DISC USTIW ALPHA 03-16T04:00 A"
    ],
    alerts: [`${L1} KRPUS`, `${D1} KRPUS`, `${AF} USTIW`, `${DF} USTIW`]
  },
  {
    title: "on rail to a ramp, and the empty container returned there",
    events: [
      "PLN ARRI USTIW ALPHA 03-15T08:00",
      "ACT LOAD JPTYO ALPHA 03-05T05:00 A",
      "ACT DISC USTIW ALPHA 03-15T20:00 A",
      "ACT LOAD USTIW RAIL 03-17T05:00 A",
      "ACT DEPA USTIW RAIL 03-17T12:00 A",
      "ACT ARRI USCHI RAIL 03-21T05:00 A @RAMP",
      "ACT GTOT USCHI 03-22T09:00 A @RAMP",
      "ACT GTIN USCHI 03-24T09:00 A EMPTY @DEPO"
    ],
    alerts: [`${L1} JPTYO`, `${DF} USTIW`, `${GF} USTIW`, `${ARRIVES_AFTER} USCHI`, `${LEAVES_AFTER} USCHI`]
  },
  {
    title: "the second vessel is a placeholder until the container is loaded on it",
    events: [
      "PLN DEPA ILHFA ALPHA 03-01T10:00",
      "PLN ARRI GRPIR ALPHA 03-04T10:00",
      "PLN DEPA GRPIR TBN 03-08T10:00",
      "PLN ARRI USNYC TBN 03-22T10:00",
      "ACT LOAD ILHFA ALPHA 03-01T05:00 A",
      "ACT DEPA ILHFA ALPHA 03-01T12:00",
      "ACT ARRI GRPIR ALPHA 03-04T12:00",
      "ACT DISC GRPIR ALPHA 03-04T20:00 A",
      "ACT LOAD GRPIR BRAVO 03-09T05:00 A",
      "ACT DEPA GRPIR BRAVO 03-09T12:00",
      "PLN ARRI USNYC BRAVO 03-24T10:00",
      "ACT ARRI USNYC BRAVO 03-24T12:00",
      "ACT DISC USNYC BRAVO 03-25T01:00 A"
    ],
    alerts: [
      `${L1} ILHFA`,
      `${D1} ILHFA`,
      `${AT} GRPIR`,
      `${DT} GRPIR`,
      `${LT} GRPIR`,
      `date.changed.${VT} GRPIR 26`,
      `${VT} GRPIR`,
      `date.changed.${AF} USNYC 48`,
      `${AF} USNYC`,
      `${DF} USNYC`
    ]
  },
  {
    title: "moved between terminals of the transhipment port, without movements of vessels",
    events: [
      "PLN ARRI USSAV BRAVO 03-28T10:00",
      "ACT GTIN TRMER 03-01T09:00 A",
      "ACT LOAD TRMER ALPHA 03-03T05:00 A",
      "ACT DISC ITGIT ALPHA 03-08T10:00 A",
      "ACT GTOT ITGIT 03-09T08:00 A",
      "ACT GTIN ITGIT 03-09T12:00 A",
      "ACT LOAD ITGIT BRAVO 03-13T05:00 A",
      "EST ARRI USSAV BRAVO 03-29T22:00",
      "ACT DISC USSAV BRAVO 03-30T05:00 A",
      "ACT GTOT USSAV 04-01T10:00 A"
    ],
    alerts: [
      `${G1} TRMER`,
      `${L1} TRMER`,
      `${DT} ITGIT`,
      `${LT} ITGIT`,
      `date.changed.${AF} USSAV 36`,
      `${DF} USSAV`,
      `${GF} USSAV`
    ]
  },
  {
    title: "gated in at a ramp, and on rail to the port of loading",
    events: [
      "PLN DEPA DEBRV ALPHA 03-10T10:00",
      "PLN ARRI USNYC ALPHA 03-22T10:00",
      "ACT GTOT DEMUC 03-05T07:00 A EMPTY @DEPO",
      "ACT GTIN DEMUC 03-06T07:00 A @RAMP",
      "ACT LOAD DEMUC RAIL 03-06T12:00 A @RAMP",
      "ACT DEPA DEMUC RAIL 03-06T18:00 @RAMP",
      "ACT ARRI DEBRV RAIL 03-07T18:00",
      "ACT DISC DEBRV RAIL 03-07T22:00 A",
      "ACT LOAD DEBRV ALPHA 03-10T03:00 A",
      "ACT DEPA DEBRV ALPHA 03-10T12:00"
    ],
    alerts: [
      `${ARRIVES_BEFORE} DEMUC`,
      `${LOADED_BEFORE} DEMUC`,
      `${LEAVES_BEFORE} DEMUC`,
      `${G1} DEBRV`,
      `${L1} DEBRV`,
      `${D1} DEBRV`
    ]
  },
  {
    title: "another port of transhipment is planned while the container is at sea",
    events: [
      "PLN ARRI MTMAR ALPHA 03-20T10:00",
      "PLN DEPA MTMAR BRAVO 03-23T10:00",
      "PLN ARRI MACAS BRAVO 03-26T10:00",
      "ACT LOAD CNSHK ALPHA 02-25T05:00 A",
      "ACT DEPA CNSHK ALPHA 02-25T12:00",
      "PLN ARRI ESALG ALPHA 03-22T10:00",
      "PLN DEPA ESALG CERES 03-25T10:00",
      "PLN ARRI MACAS CERES 03-26T18:00",
      "ACT ARRI ESALG ALPHA 03-22T12:00",
      "ACT DISC ESALG ALPHA 03-22T20:00 A",
      "ACT LOAD ESALG CERES 03-25T05:00 A",
      "ACT DISC MACAS CERES 03-27T01:00 A"
    ],
    alerts: [`${L1} CNSHK`, `${D1} CNSHK`, `${AT} ESALG`, `${DT} ESALG`, `${LT} ESALG`, `${DF} MACAS`]
  },
  {
    title: "the feeder is late, and the vessel at the transhipment port sails before it arrives",
    events: [
      "PLN ARRI NLRTM FEEDER 03-05T10:00",
      "PLN DEPA NLRTM BRAVO 03-07T10:00",
      "PLN ARRI USSAV BRAVO 03-20T10:00",
      "ACT LOAD NOOSL FEEDER 03-03T05:00 A",
      "EST ARRI NLRTM FEEDER 03-08T10:00",
      "ACT DEPA NLRTM BRAVO 03-07T12:00",
      "PLN DEPA NLRTM CERES 03-14T10:00",
      "PLN ARRI USSAV CERES 03-27T10:00",
      "ACT ARRI NLRTM FEEDER 03-08T12:00",
      "ACT DISC NLRTM FEEDER 03-08T20:00 A",
      "ACT LOAD NLRTM CERES 03-14T05:00 A",
      "ACT DEPA NLRTM CERES 03-14T12:00",
      "ACT DISC USSAV CERES 03-27T22:00 A"
    ],
    alerts: [
      `${L1} NOOSL`,
      `date.changed.${AT} NLRTM 72`,
      `date.changed.${VT} NLRTM 168`,
      `date.changed.${AF} USSAV 168`,
      `${AT} NLRTM`,
      `${DT} NLRTM`,
      `${LT} NLRTM`,
      `${VT} NLRTM`,
      `${DF} USSAV`
    ]
  },
  {
    title: "discharged and loaded again on the same vessel at a port on the way",
    events: [
      "PLN ARRI NLRTM ALPHA 03-25T10:00",
      "ACT LOAD CNNGB ALPHA 03-01T05:00 A",
      "ACT DEPA CNNGB ALPHA 03-01T12:00",
      "ACT ARRI SGSIN ALPHA 03-08T05:00",
      "ACT DISC SGSIN ALPHA 03-08T10:00 A",
      "ACT LOAD SGSIN ALPHA 03-08T22:00 A",
      "ACT DEPA SGSIN ALPHA 03-09T05:00",
      "ACT ARRI NLRTM ALPHA 03-25T12:00",
      "ACT DISC NLRTM ALPHA 03-25T20:00 A"
    ],
    alerts: [
      `${L1} CNNGB`,
      `${D1} CNNGB`,
      `${AT} SGSIN`,
      `${DT} SGSIN`,
      `${LT} SGSIN`,
      `${VT} SGSIN`,
      `${AF} NLRTM`,
      `${DF} NLRTM`
    ]
  },
  {
    title: "by truck to the door, and returned empty at another place",
    events: [
      "PLN ARRI GBFXT ALPHA 03-20T10:00",
      "ACT LOAD TWKEL ALPHA 02-20T05:00 A",
      "ACT ARRI GBFXT ALPHA 03-20T12:00",
      "ACT DISC GBFXT ALPHA 03-20T20:00 A",
      "ACT GTOT GBFXT TRUCK 03-22T08:00 A",
      "ACT ARRI GBBHM TRUCK 03-22T14:00 A @CLOC",
      "ACT GTOT GBBHM 03-22T20:00 A EMPTY @CLOC",
      "ACT GTIN GBFXT 03-23T12:00 A EMPTY @DEPO"
    ],
    alerts: [`${L1} TWKEL`, `${AF} GBFXT`, `${DF} GBFXT`, `${GF} GBFXT`, `${ARRIVES_AFTER} GBBHM`]
  }
]
