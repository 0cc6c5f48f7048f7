import type { SentCase } from "./SentEvents.ts"

/** Rail, barge and truck before and after the sea, twin calls, empty legs and the next use of a container. Written with their alerts before the first run. */
export const INLAND_LEG_CASES: ReadonlyArray<SentCase> = [
  {
    title: "down the river in two barges, with a change in between",
    events: [
      "PLN DEPA CNSHA YANGTZE 03-12T10:00",
      "PLN ARRI BEANR YANGTZE 04-12T10:00",
      "ACT GTIN CNCKG 03-01T09:00 A @INTE",
      "ACT LOAD CNCKG BARGE 03-02T08:00 A @INTE",
      "ACT DEPA CNCKG BARGE 03-02T12:00 A @INTE",
      "ACT ARRI CNWUH BARGE 03-05T12:00 A @INTE",
      "ACT DISC CNWUH BARGE 03-05T18:00 A @INTE",
      "ACT LOAD CNWUH BARGE 03-06T08:00 A @INTE",
      "ACT DEPA CNWUH BARGE 03-06T12:00 A @INTE",
      "ACT ARRI CNSHA BARGE 03-09T12:00 A",
      "ACT LOAD CNSHA YANGTZE 03-12T04:00 A",
      "ACT DEPA CNSHA YANGTZE 03-12T12:00",
      "ACT ARRI BEANR YANGTZE 04-12T12:00",
      "ACT DISC BEANR YANGTZE 04-12T22:00 A"
    ],
    alerts: [
      "A0 CNCKG 03-01T09:00",
      "L0 CNCKG 03-02T08:00",
      "D0 CNCKG 03-02T12:00",
      "A0 CNWUH 03-05T12:00",
      "L0 CNWUH 03-06T08:00",
      "D0 CNWUH 03-06T12:00",
      "G1 CNSHA 03-09T12:00",
      "L1 CNSHA 03-12T04:00",
      "D1 CNSHA 03-12T12:00",
      "AF BEANR 04-12T12:00",
      "DF BEANR 04-12T22:00"
    ]
  },
  {
    title: "a truck replaces the planned barge to the port of loading",
    events: [
      "PLN DEPA DEDUI BARGE 03-01T10:00 A @INTE",
      "PLN ARRI NLRTM BARGE 03-02T10:00 A",
      "PLN DEPA NLRTM RHINE 03-06T10:00",
      "PLN ARRI BRSSZ RHINE 03-22T10:00",
      "ACT GTOT DEDUI TRUCK 03-03T10:00 A @INTE",
      "ACT GTIN NLRTM TRUCK 03-03T18:00 A",
      "ACT LOAD NLRTM RHINE 03-06T04:00 A",
      "ACT DEPA NLRTM RHINE 03-06T12:00",
      "ACT ARRI BRSSZ RHINE 03-22T12:00",
      "ACT DISC BRSSZ RHINE 03-22T22:00 A"
    ],
    alerts: [
      "~D0 DEDUI 03-03T10:00 48",
      "D0 DEDUI 03-03T10:00",
      "~G1 NLRTM 03-03T18:00 32",
      "G1 NLRTM 03-03T18:00",
      "L1 NLRTM 03-06T04:00",
      "D1 NLRTM 03-06T12:00",
      "AF BRSSZ 03-22T12:00",
      "DF BRSSZ 03-22T22:00"
    ]
  },
  {
    title: "over the mini land bridge by rail, and from the ramp by truck",
    events: [
      "PLN ARRI USLAX PACIFICA 03-15T10:00",
      "ACT LOAD CNYTN PACIFICA 03-01T05:00 A",
      "ACT DEPA CNYTN PACIFICA 03-01T12:00",
      "ACT ARRI USLAX PACIFICA 03-15T12:00",
      "ACT DISC USLAX PACIFICA 03-15T22:00 A",
      "ACT LOAD USLAX RAIL 03-18T08:00 A",
      "ACT DEPA USLAX RAIL 03-18T14:00 A",
      "ACT ARRI USCHI RAIL 03-22T14:00 A @RAMP",
      "ACT DISC USCHI RAIL 03-22T20:00 A @RAMP",
      "ACT GTOT USCHI TRUCK 03-23T10:00 A @RAMP",
      "ACT GTIN USCHI TRUCK 03-26T10:00 A EMPTY @DEPO"
    ],
    alerts: [
      "L1 CNYTN 03-01T05:00",
      "D1 CNYTN 03-01T12:00",
      "AF USLAX 03-15T12:00",
      "DF USLAX 03-15T22:00",
      "GF USLAX 03-18T14:00",
      "AP USCHI 03-22T14:00",
      "DP USCHI 03-22T20:00",
      "GP USCHI 03-23T10:00"
    ]
  },
  {
    title: "a train is planned from the port, which is evidence of the port of discharge, and leaves two days late",
    events: [
      "ACT LOAD CNNGB COSMO 03-01T05:00 A",
      "ACT DEPA CNNGB COSMO 03-01T12:00",
      "PLN DEPA GRPIR RAIL 03-28T10:00 A rx=03-20T10:00",
      "PLN ARRI HUBUD RAIL 03-30T10:00 A @RAMP",
      "ACT ARRI GRPIR COSMO 03-25T12:00",
      "ACT DISC GRPIR COSMO 03-25T20:00 A",
      "ACT DEPA GRPIR RAIL 03-30T12:00 A",
      "ACT ARRI HUBUD RAIL 04-01T12:00 A @RAMP",
      "ACT GTOT HUBUD TRUCK 04-02T09:00 A @RAMP",
      "ACT GTIN HUBUD TRUCK 04-05T09:00 A EMPTY @DEPO"
    ],
    alerts: [
      "L1 CNNGB 03-01T05:00",
      "D1 CNNGB 03-01T12:00",
      "AF GRPIR 03-25T12:00",
      "DF GRPIR 03-25T20:00",
      "~GF GRPIR 03-30T12:00 50",
      "GF GRPIR 03-30T12:00",
      "~AP HUBUD 04-01T12:00 50",
      "AP HUBUD 04-01T12:00",
      "GP HUBUD 04-02T09:00"
    ]
  },
  {
    title: "a barge takes the container to another seaport, where its delivery is",
    events: [
      "PLN ARRI NLRTM ANTILLES 03-20T10:00",
      "PLN DEPA NLRTM BARGE 03-22T10:00 A",
      "PLN ARRI BEANR BARGE 03-23T10:00 A",
      "ACT LOAD CRMOB ANTILLES 03-08T05:00 A",
      "ACT DEPA CRMOB ANTILLES 03-08T12:00",
      "ACT ARRI NLRTM ANTILLES 03-20T12:00",
      "ACT DISC NLRTM ANTILLES 03-20T20:00 A",
      "ACT LOAD NLRTM BARGE 03-22T08:00 A",
      "ACT DEPA NLRTM BARGE 03-22T12:00 A",
      "ACT ARRI BEANR BARGE 03-23T12:00 A",
      "ACT DISC BEANR BARGE 03-23T18:00 A",
      "ACT GTOT BEANR TRUCK 03-24T10:00 A"
    ],
    alerts: [
      "L1 CRMOB 03-08T05:00",
      "D1 CRMOB 03-08T12:00",
      "AF NLRTM 03-20T12:00",
      "DF NLRTM 03-20T20:00",
      "GF NLRTM 03-22T12:00",
      "AP BEANR 03-23T12:00",
      "DP BEANR 03-23T18:00",
      "GP BEANR 03-24T10:00"
    ]
  },
  {
    title: "gated in between two calls of the vessel at the port of loading",
    events: [
      "PLN DEPA CNNGB PENDULUM 03-01T10:00 #n1",
      "PLN DEPA KRPUS PENDULUM 03-04T10:00 #p1",
      "PLN DEPA CNNGB PENDULUM 03-07T10:00 #n2",
      "PLN ARRI MXZLO PENDULUM 03-22T10:00 #z1",
      "ACT DEPA CNNGB PENDULUM 03-01T12:00 #n1",
      "ACT DEPA KRPUS PENDULUM 03-04T12:00 #p1",
      "ACT GTIN CNNGB 03-05T09:00 A",
      "EST DEPA CNNGB PENDULUM 03-07T18:00 #n2",
      "ACT LOAD CNNGB PENDULUM 03-07T14:00 #n2 A",
      "ACT DEPA CNNGB PENDULUM 03-07T20:00 #n2",
      "ACT ARRI MXZLO PENDULUM 03-22T12:00 #z1",
      "ACT DISC MXZLO PENDULUM 03-22T22:00 #z1 A"
    ],
    alerts: [
      "G1 CNNGB 03-05T09:00",
      "L1 CNNGB 03-07T14:00",
      "D1 CNNGB 03-07T20:00",
      "AF MXZLO 03-22T12:00",
      "DF MXZLO 03-22T22:00"
    ]
  },
  {
    title: "the vessel calls twice at the port of transhipment, and the next vessel sails between the calls",
    events: [
      "PLN ARRI AEJEA FALCON 03-06T10:00 #f1",
      "PLN DEPA AEJEA FALCON 03-07T10:00 #f1",
      "PLN ARRI AEJEA FALCON 03-12T10:00 #f2",
      "PLN DEPA AEJEA KESTREL 03-10T10:00",
      "PLN ARRI KWSWK KESTREL 03-12T10:00",
      "ACT LOAD INNSA FALCON 03-03T05:00 A",
      "ACT DEPA INNSA FALCON 03-03T12:00",
      "ACT ARRI AEJEA FALCON 03-06T12:00 #f1",
      "ACT DISC AEJEA FALCON 03-06T20:00 #f1 A",
      "ACT DEPA AEJEA FALCON 03-07T12:00 #f1",
      "EST ARRI AEJEA FALCON 03-14T10:00 #f2",
      "ACT LOAD AEJEA KESTREL 03-10T04:00 A",
      "ACT DEPA AEJEA KESTREL 03-10T12:00",
      "ACT ARRI KWSWK KESTREL 03-12T12:00",
      "ACT DISC KWSWK KESTREL 03-12T20:00 A",
      "ACT ARRI AEJEA FALCON 03-14T12:00 #f2"
    ],
    alerts: [
      "L1 INNSA 03-03T05:00",
      "D1 INNSA 03-03T12:00",
      "AT AEJEA 03-06T12:00",
      "DT AEJEA 03-06T20:00",
      "LT AEJEA 03-10T04:00",
      "VT AEJEA 03-10T12:00",
      "AF KWSWK 03-12T12:00",
      "DF KWSWK 03-12T20:00"
    ]
  },
  {
    title: "loaded again for export by its consignee, without an empty return",
    events: [
      "PLN ARRI NLRTM HOLLAND 03-20T10:00",
      "ACT LOAD BRSSZ HOLLAND 03-05T05:00 A",
      "ACT DEPA BRSSZ HOLLAND 03-05T12:00",
      "ACT ARRI NLRTM HOLLAND 03-20T12:00",
      "ACT DISC NLRTM HOLLAND 03-20T22:00 A",
      "ACT GTOT NLRTM TRUCK 03-23T10:00 A",
      "ACT GTIN NLRTM TRUCK 03-29T10:00 A bk=177BKG4888",
      "PLN DEPA NLRTM ZEELAND 04-02T10:00 bk=177BKG4888",
      "PLN ARRI USNYC ZEELAND 04-12T10:00 bk=177BKG4888",
      "ACT LOAD NLRTM ZEELAND 04-02T04:00 A bk=177BKG4888",
      "ACT DEPA NLRTM ZEELAND 04-02T12:00 bk=177BKG4888",
      "ACT ARRI USNYC ZEELAND 04-12T12:00 bk=177BKG4888",
      "ACT DISC USNYC ZEELAND 04-12T22:00 A bk=177BKG4888"
    ],
    alerts: [
      "L1 BRSSZ 03-05T05:00",
      "D1 BRSSZ 03-05T12:00",
      "AF NLRTM 03-20T12:00",
      "DF NLRTM 03-20T22:00",
      "GF NLRTM 03-23T10:00"
    ]
  },
  {
    title:
      "picked up empty in another port, brought by barge to the shipper's place, stuffed, and railed to the port of loading",
    events: [
      "ACT GTOT NLRTM 02-20T09:00 A EMPTY @DEPO",
      "ACT LOAD NLRTM BARGE 02-20T15:00 A EMPTY",
      "ACT DISC CHBSL BARGE 02-24T15:00 A EMPTY @INTE",
      "ACT GTIN CHBSL TRUCK 02-27T09:00 A @INTE",
      "ACT DEPA CHBSL RAIL 02-28T09:00 A @INTE",
      "PLN DEPA ITGOA LIGURIA 03-05T10:00",
      "PLN ARRI ARBUE LIGURIA 03-25T10:00",
      "ACT ARRI ITGOA RAIL 03-02T09:00 A",
      "ACT LOAD ITGOA LIGURIA 03-05T04:00 A",
      "ACT DEPA ITGOA LIGURIA 03-05T12:00",
      "ACT ARRI ARBUE LIGURIA 03-25T12:00",
      "ACT DISC ARBUE LIGURIA 03-25T22:00 A"
    ],
    alerts: [
      "A0 CHBSL 02-27T09:00",
      "D0 CHBSL 02-28T09:00",
      "G1 ITGOA 03-02T09:00",
      "L1 ITGOA 03-05T04:00",
      "D1 ITGOA 03-05T12:00",
      "AF ARBUE 03-25T12:00",
      "DF ARBUE 03-25T22:00"
    ]
  },
  {
    title: "the port of discharge is omitted, and a barge brings the container there from the port before",
    events: [
      "PLN ARRI BEANR SCHELDT 03-22T10:00",
      "ACT LOAD COCTG SCHELDT 03-08T05:00 A",
      "ACT DEPA COCTG SCHELDT 03-08T12:00",
      "ACT ARRI NLRTM SCHELDT 03-20T12:00",
      "ACT DISC NLRTM SCHELDT 03-20T22:00 A",
      "ACT LOAD NLRTM BARGE 03-23T08:00 A",
      "ACT DEPA NLRTM BARGE 03-23T12:00 A",
      "ACT ARRI BEANR BARGE 03-24T12:00 A",
      "ACT GTOT BEANR TRUCK 03-25T10:00 A"
    ],
    alerts: [
      "L1 COCTG 03-08T05:00",
      "D1 COCTG 03-08T12:00",
      "AT NLRTM 03-20T12:00",
      "DT NLRTM 03-20T22:00",
      "!AF NLRTM 03-20T12:00",
      "!DF NLRTM 03-20T22:00",
      "GF NLRTM 03-23T12:00",
      "AP BEANR 03-24T12:00",
      "GP BEANR 03-25T10:00"
    ]
  }
]
