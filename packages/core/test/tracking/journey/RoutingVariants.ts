import { AF, AT, D1, DF, DT, G1, GF, L1, LT, type TradeCase, VT } from "./TradeCases.ts"

const ARRIVES_INLAND = "container.arrival.at.post.pod"

/** Variants of the routings of `RoutingCases.ts` that were wrong when they were first tried. */
export const ROUTING_VARIANTS: ReadonlyArray<TradeCase> = [
  {
    title: "an arrival that is retracted was not a plan: the discharge waits for evidence",
    events: [
      "ACT LOAD KRPUS ALPHA 04-07T12:00 A no-booking",
      "ACT ARRI CAVAN ALPHA 04-18T16:00 A no-booking id=1",
      "ACT GONE CAVAN 04-18T16:00 A no-booking id=1 rx=04-19T16:00",
      "ACT DISC CAVAN ALPHA 04-21T21:00 A no-booking",
      "ACT GTOT CAVAN 04-22T06:00 A no-booking"
    ],
    alerts: [`1: ${L1} KRPUS`, `2: ${AF} CAVAN`, `3: retracted ${AF} CAVAN`, `5: ${DF} CAVAN`, `5: ${GF} CAVAN`]
  },
  {
    title: "an arrival that is corrected was not a plan, and the next vessel is planned within the hold",
    events: [
      "ACT LOAD KRPUS ALPHA 04-07T12:00 A",
      "ACT DEPA KRPUS ALPHA 04-07T21:00",
      "ACT ARRI CAPRR ALPHA 04-18T16:00",
      "ACT ARRI CAPRR ALPHA 04-20T04:00",
      "ACT DISC CAPRR ALPHA 04-20T21:00 A",
      "PLN DEPA CAPRR BRAVO 04-24T10:00",
      "PLN ARRI USTIW BRAVO 04-26T10:00",
      "ACT LOAD CAPRR BRAVO 04-24T02:00 A",
      "ACT DEPA CAPRR BRAVO 04-24T12:00",
      "ACT ARRI USTIW BRAVO 04-26T12:00"
    ],
    alerts: [
      `1: ${L1} KRPUS`,
      `2: ${D1} KRPUS`,
      `3: ${AF} CAPRR`,
      `4: !date.changed.${AF} CAPRR 36`,
      `6: !${AT} CAPRR`,
      `6: ${DT} CAPRR`,
      `8: ${LT} CAPRR`,
      `9: ${VT} CAPRR`,
      `10: ${AF} USTIW`
    ]
  },
  {
    title: "discharged from a feeder, and loaded on the same feeder on its next round",
    events: [
      "ACT LOAD VNSGN ALPHA 03-01T05:00 A voy=1",
      "ACT DEPA VNSGN ALPHA 03-01T12:00 voy=1",
      "PLN ARRI SGSIN ALPHA 03-04T10:00 voy=1",
      "PLN DEPA SGSIN ALPHA 03-11T10:00 voy=3",
      "PLN ARRI IDBLW ALPHA 03-13T10:00 voy=3",
      "ACT ARRI SGSIN ALPHA 03-04T12:00 voy=1",
      "ACT DISC SGSIN ALPHA 03-04T20:00 A voy=1",
      "ACT DEPA SGSIN ALPHA 03-05T10:00 voy=2",
      "ACT ARRI MYPKG ALPHA 03-06T10:00 voy=2",
      "ACT ARRI SGSIN ALPHA 03-10T10:00 voy=3",
      "ACT LOAD SGSIN ALPHA 03-11T02:00 A voy=3",
      "ACT DEPA SGSIN ALPHA 03-11T12:00 voy=3",
      "ACT ARRI IDBLW ALPHA 03-13T12:00 voy=3",
      "ACT DISC IDBLW ALPHA 03-13T20:00 A voy=3"
    ],
    alerts: [
      `1: ${L1} VNSGN`,
      `2: ${D1} VNSGN`,
      `7: ${AT} SGSIN`,
      `7: ${DT} SGSIN`,
      `11: ${LT} SGSIN`,
      `12: ${VT} SGSIN`,
      `13: ${AF} IDBLW`,
      `14: ${DF} IDBLW`
    ]
  },
  {
    title: "the next booking of the container goes back through the same port of transhipment: it is another trip",
    events: [
      "PLN DEPA SGSIN CERES 03-08T10:00",
      "PLN ARRI DEHAM CERES 04-01T10:00",
      "ACT LOAD THBKK ALPHA 02-26T05:00 A",
      "PLN DEPA DEHAM EOS 04-20T10:00 (A) bk=BK2",
      "PLN ARRI SGSIN EOS 05-14T10:00 (A) bk=BK2",
      "PLN DEPA SGSIN DIONE 05-18T10:00 (A) bk=BK2",
      "PLN ARRI THBKK DIONE 05-22T10:00 (A) bk=BK2",
      "ACT DISC SGSIN ALPHA 03-02T20:00 A",
      "ACT LOAD SGSIN CERES 03-08T04:00 A",
      "ACT DEPA SGSIN CERES 03-08T12:00",
      "ACT ARRI DEHAM CERES 04-01T12:00",
      "ACT DISC DEHAM CERES 04-02T02:00 A"
    ],
    alerts: [
      `3: ${L1} THBKK`,
      `8: ${DT} SGSIN`,
      `9: ${LT} SGSIN`,
      `10: ${VT} SGSIN`,
      `11: ${AF} DEHAM`,
      `12: ${DF} DEHAM`
    ]
  },
  {
    title:
      "the bill names a port of discharge and a place of delivery, both of which the vessel calls: a truck delivers",
    events: [
      "ACT SHIP CNSHA 02-20T10:00 pod=NLRTM pde=DEHAM",
      "PLN ARRI NLRTM ALPHA 03-20T10:00",
      "PLN DEPA NLRTM ALPHA 03-21T10:00",
      "PLN ARRI DEHAM ALPHA 03-23T10:00",
      "ACT LOAD CNSHA ALPHA 02-25T05:00 A",
      "ACT ARRI NLRTM ALPHA 03-20T12:00",
      "ACT DISC NLRTM ALPHA 03-20T22:00 A",
      "ACT DEPA NLRTM ALPHA 03-21T12:00",
      "ACT GTOT NLRTM TRUCK 03-22T08:00 A",
      "ACT ARRI DEHAM ALPHA 03-23T12:00",
      "ACT GTIN DEHAM TRUCK 03-23T14:00 A @CLOC"
    ],
    alerts: [`5: ${L1} CNSHA`, `6: ${AF} NLRTM`, `7: ${DF} NLRTM`, `9: ${GF} NLRTM`, `11: ${ARRIVES_INLAND} DEHAM`]
  },
  {
    title: "planned to Nhava Sheva under one code, and reported under the other, and gated out under the first",
    events: [
      "PLN ARRI INNSA ALPHA 03-20T10:00",
      "ACT LOAD AEJEA ALPHA 03-14T05:00 A",
      "EST ARRI INJNP ALPHA 03-21T18:00",
      "ACT ARRI INJNP ALPHA 03-21T20:00",
      "ACT DISC INJNP ALPHA 03-22T03:00 A",
      "ACT GTOT INNSA 03-24T10:00 A"
    ],
    alerts: [`2: ${L1} AEJEA`, `3: date.changed.${AF} INJNP 32`, `4: ${AF} INJNP`, `5: ${DF} INJNP`, `6: ${GF} INNSA`]
  },
  {
    title: "the vessel returns to the port of loading, unloads the container for repairs, and loads it again",
    events: [
      "PLN ARRI USLAX ALPHA 03-25T10:00",
      "ACT GTIN CNSHA 03-03T10:00 A",
      "ACT LOAD CNSHA ALPHA 03-05T05:00 A",
      "ACT DEPA CNSHA ALPHA 03-05T12:00",
      "ACT ARRI CNSHA ALPHA 03-07T12:00",
      "ACT DISC CNSHA ALPHA 03-08T10:00 A",
      "ACT LOAD CNSHA ALPHA 03-12T10:00 A",
      "ACT DEPA CNSHA ALPHA 03-13T10:00",
      "EST ARRI USLAX ALPHA 04-02T10:00",
      "ACT ARRI USLAX ALPHA 04-02T12:00"
    ],
    alerts: [
      `3: ${G1} CNSHA`,
      `3: ${L1} CNSHA`,
      `4: ${D1} CNSHA`,
      `6: retracted ${L1} CNSHA`,
      `6: retracted ${D1} CNSHA`,
      `7: date.changed.${L1} CNSHA 173`,
      `7: !${L1} CNSHA`,
      `8: date.changed.${D1} CNSHA 190`,
      `8: !${D1} CNSHA`,
      `9: date.changed.${AF} USLAX 192`,
      `10: ${AF} USLAX`
    ]
  }
]
