import type { SentCase } from "./SentEvents.ts"

/** Evidence of the final POD, and events of the container before those of a vessel: the shortest sequences that show each. */
export const EVIDENCE_CASES: ReadonlyArray<SentCase> = [
  {
    title: "the mainliner was planned to call at the port of loading on its way",
    events: [
      "PLN DEPA NLRTM FEEDER 02-01T10:00",
      "PLN DEPA GBFXT BIG 02-05T10:00",
      "PLN DEPA NLRTM BIG 02-07T10:00",
      "PLN ARRI USNYC BIG 02-16T10:00",
      "ACT LOAD NLRTM FEEDER 02-01T05:00 A",
      "ACT ARRI GBFXT FEEDER 02-02T11:00"
    ],
    alerts: ["L1 NLRTM 02-01T05:00", "AT GBFXT 02-02T11:00"]
  },
  {
    title: "no onward plan, and a transhipment by the description of MSC",
    events: [
      "ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A",
      "ACT DISC BEANR VAISHNAVI 02-14T14:00 A desc=Full_Transshipment_Discharged"
    ],
    alerts: ["L1 CRMOB 02-01T05:00", "DT BEANR 02-14T14:00"]
  },
  {
    title: "no onward plan, and a transhipment by the location type of CMA CGM",
    events: ["ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A", "ACT DISC BEANR VAISHNAVI 02-14T14:00 A role=PTS"],
    alerts: ["L1 CRMOB 02-01T05:00", "DT BEANR 02-14T14:00"]
  },
  {
    title: "no onward plan, and a transhipment by the phase of CMA CGM",
    events: ["ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A", "ACT DISC BEANR VAISHNAVI 02-14T14:00 A phase=TRANSSHIPMENT"],
    alerts: ["L1 CRMOB 02-01T05:00", "DT BEANR 02-14T14:00"]
  },
  {
    title: "no onward plan, and a transhipment by isTransshipmentMove of the standard",
    events: ["ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A", "ACT DISC BEANR VAISHNAVI 02-14T14:00 A is-transhipment"],
    alerts: ["L1 CRMOB 02-01T05:00", "DT BEANR 02-14T14:00"]
  },
  {
    title: "no onward plan and no hint: held, and then notified with a confidence",
    events: ["ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A", "ACT DISC BEANR VAISHNAVI 02-14T14:00 A"],
    alerts: ["L1 CRMOB 02-01T05:00", "DF BEANR 02-14T14:00"]
  },
  {
    title: "no onward plan by sea, and an open rail plan from another port",
    events: [
      "PLN DEPA NLRTM RAIL 02-20T10:00 A",
      "ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A",
      "ACT DISC BEANR VAISHNAVI 02-14T14:00 A"
    ],
    alerts: ["L1 CRMOB 02-01T05:00", "DT BEANR 02-14T14:00"]
  },
  {
    title: "an open rail plan from another port, and a truck takes the container there",
    events: [
      "PLN DEPA NLRTM RAIL 02-20T10:00 A",
      "ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A",
      "ACT DISC BEANR VAISHNAVI 02-14T14:00 A",
      "ACT GTOT BEANR TRUCK 02-16T10:00 A",
      "ACT DEPA NLRTM RAIL 02-20T11:00 A"
    ],
    alerts: [
      "L1 CRMOB 02-01T05:00",
      "DT BEANR 02-14T14:00",
      "!DF BEANR 02-14T14:00",
      "GF BEANR 02-16T10:00",
      "GP NLRTM 02-20T11:00"
    ]
  },
  {
    title: "an open rail plan from an inland ramp is none from another port",
    events: [
      "PLN DEPA BEBRU RAIL 02-20T10:00 A @RAMP",
      "ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A",
      "ACT DISC BEANR VAISHNAVI 02-14T14:00 A"
    ],
    alerts: ["L1 CRMOB 02-01T05:00", "DF BEANR 02-14T14:00"]
  },
  {
    title: "a depot in the middle of a transhipment",
    events: [
      "PLN ARRI NLRTM CERES 03-13T10:00",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 A",
      "ACT DISC SGSIN ATLAS 02-08T20:00 A",
      "ACT GTIN MYPGU 02-10T12:00 A @OFFD"
    ],
    alerts: ["L1 CNSHA 02-01T05:00", "DT SGSIN 02-08T20:00"]
  },
  {
    title: "a truck from one port to another, where a planned feeder takes the container",
    events: [
      "PLN DEPA NLRTM FEEDER 02-11T14:00",
      "PLN ARRI GBHUL FEEDER 02-12T10:00",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 A",
      "ACT DISC BEANR ATLAS 02-08T20:00 A",
      "ACT GTOT BEANR TRUCK 02-09T05:00 A",
      "ACT GTIN NLRTM TRUCK 02-09T12:00 A",
      "ACT LOAD NLRTM FEEDER 02-11T12:00 A",
      "ACT DISC GBHUL FEEDER 02-12T12:00 A"
    ],
    alerts: ["L1 CNSHA 02-01T05:00", "DT BEANR 02-08T20:00", "LT NLRTM 02-11T12:00", "DF GBHUL 02-12T12:00"]
  },
  {
    title: "a land bridge without documents",
    events: [
      "PLN DEPA PAMIT CERES 02-14T10:00 (A) no-papers",
      "ACT LOAD CLSAI ATLAS 02-01T05:00 A no-papers",
      "ACT DISC PABLB ATLAS 02-08T20:00 A no-papers",
      "ACT GTOT PABLB RAIL 02-10T05:00 A no-papers",
      "ACT GTIN PAMIT RAIL 02-10T12:00 A no-papers"
    ],
    alerts: ["L1 CLSAI 02-01T05:00", "DT PABLB 02-08T20:00"]
  },
  {
    title: "rolled at the port of transhipment: the planned vessel sails with the sibling",
    tracks: "B",
    events: [
      "PLN DEPA SGSIN CERES 02-12T10:00",
      "ACT DISC SGSIN ATLAS 02-08T21:00 B",
      "EST DEPA SGSIN DIONE 02-19T10:00 (B)",
      "ACT LOAD SGSIN CERES 02-12T05:00 A",
      "ACT DEPA SGSIN CERES 02-12T11:00"
    ],
    alerts: ["DT SGSIN 02-08T21:00", "~VT SGSIN 02-19T10:00 168"]
  },
  {
    title: "rolled at the port of transhipment, and tracked by its booking",
    tracks: "booking",
    events: [
      "PLN DEPA SGSIN CERES 02-12T10:00",
      "ACT DISC SGSIN ATLAS 02-08T21:00 B",
      "EST DEPA SGSIN DIONE 02-19T10:00 (B)",
      "ACT LOAD SGSIN CERES 02-12T05:00 A",
      "ACT DEPA SGSIN CERES 02-12T11:00"
    ],
    alerts: [
      "B DT SGSIN 02-08T21:00",
      "B ~VT SGSIN 02-19T10:00 168",
      "A L1 SGSIN 02-12T05:00",
      "A D1 SGSIN 02-12T11:00"
    ]
  },
  {
    title: "rolled at the port of loading: the planned vessel sails with the sibling",
    tracks: "B",
    events: [
      "PLN DEPA SGSIN CERES 02-12T10:00",
      "ACT GTIN SGSIN 02-10T21:00 B",
      "EST DEPA SGSIN DIONE 02-19T10:00 (B)",
      "ACT LOAD SGSIN CERES 02-12T05:00 A",
      "ACT DEPA SGSIN CERES 02-12T11:00",
      "ACT LOAD SGSIN DIONE 02-19T05:00 B"
    ],
    alerts: ["G1 SGSIN 02-10T21:00", "~D1 SGSIN 02-19T10:00 168", "L1 SGSIN 02-19T05:00"]
  },
  {
    title: "a sibling's transhipment is not that of this container",
    tracks: "B",
    events: [
      "PLN DEPA MYPKG DIONE 02-15T10:00",
      "PLN DEPA SGSIN CERES 02-12T10:00",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 A",
      "ACT LOAD CNSHA ATLAS 02-01T06:00 B",
      "ACT DISC SGSIN ATLAS 02-08T20:00 A",
      "ACT DISC MYPKG ATLAS 02-10T10:00 B",
      "ACT LOAD SGSIN CERES 02-12T05:00 A",
      "ACT DEPA SGSIN CERES 02-12T11:00"
    ],
    alerts: ["L1 CNSHA 02-01T06:00", "DT MYPKG 02-10T10:00"]
  },
  {
    title: "a split booking: the vessel of the former booking sails, is delayed and arrives",
    tracks: "B",
    events: [
      "PLN DEPA CNSHA ATLAS 02-01T10:00",
      "PLN ARRI NLRTM ATLAS 03-01T10:00",
      "ACT GTIN CNSHA 01-28T10:00 B",
      "ACT LOAD CNSHA BOREAS 02-04T05:00 B bk=BOOK2222",
      "PLN ARRI NLRTM BOREAS 03-04T10:00 bk=BOOK2222",
      "ACT DEPA CNSHA ATLAS 02-05T10:00",
      "EST ARRI NLRTM ATLAS 03-09T10:00",
      "ACT ARRI NLRTM ATLAS 03-09T11:00"
    ],
    alerts: ["G1 CNSHA 01-28T10:00", "L1 CNSHA 02-04T05:00", "~AF NLRTM 03-04T10:00 72"]
  },
  {
    title: "two routes on one bill: an ETA of the second vessel is not a change of the first",
    events: [
      "PLN DEPA CNSHA ATLAS 02-01T10:00",
      "PLN ARRI NLRTM ATLAS 03-01T10:00",
      "PLN DEPA CNSHA BOREAS 02-04T10:00",
      "PLN ARRI NLRTM BOREAS 03-04T10:00",
      "ACT GTIN CNSHA 01-28T10:00 A",
      "EST ARRI NLRTM ATLAS 03-01T12:00",
      "EST ARRI NLRTM BOREAS 03-04T12:00",
      "EST ARRI NLRTM ATLAS 03-01T14:00"
    ],
    alerts: ["G1 CNSHA 01-28T10:00"]
  },
  {
    title: "two calls at the port of loading with their own ids",
    events: [
      "PLN DEPA CNSHA ATLAS 02-01T10:00 #1",
      "PLN DEPA CNSHA ATLAS 02-06T10:00 #2",
      "ACT GTIN CNSHA 01-28T10:00 A",
      "EST DEPA CNSHA ATLAS 02-01T12:00 #1",
      "EST DEPA CNSHA ATLAS 02-06T12:00 #2",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 #1 A",
      "ACT DEPA CNSHA ATLAS 02-01T12:00 #1",
      "ACT DEPA CNSHA ATLAS 02-06T12:00 #2"
    ],
    alerts: ["G1 CNSHA 01-28T10:00", "L1 CNSHA 02-01T05:00", "D1 CNSHA 02-01T12:00"]
  },
  {
    title: "a pushed error is corrected while it is held",
    events: [
      "ACT LOAD CNSHA ATLAS 02-01T05:00 A",
      "PLN ARRI NLRTM ATLAS 03-01T10:00",
      "ACT DISC BEANR ATLAS 03-01T20:00 A",
      "ACT DISC NLRTM ATLAS 03-01T20:00 A",
      "ACT GTOT NLRTM 03-03T20:00 A"
    ],
    alerts: ["L1 CNSHA 02-01T05:00", "DF NLRTM 03-01T20:00", "GF NLRTM 03-03T20:00"]
  },
  {
    title: "two codes of one port",
    events: [
      "PLN ARRI CNSHA ATLAS 03-20T10:00",
      "ACT LOAD USLGB ATLAS 03-01T05:00 A",
      "ACT ARRI CNYSN ATLAS 03-20T12:00",
      "ACT DISC CNYSN ATLAS 03-20T22:00 A",
      "ACT GTOT CNSHA 03-24T09:00 A"
    ],
    alerts: ["L1 USLGB 03-01T05:00", "AF CNYSN 03-20T12:00", "DF CNYSN 03-20T22:00", "GF CNSHA 03-24T09:00"]
  },
  {
    title: "by train to the first port of loading, without a gate-in",
    events: [
      "PLN DEPA NLRTM ATLAS 02-10T10:00",
      "ACT DEPA DEDUI RAIL 02-01T10:00 A @RAMP",
      "ACT ARRI NLRTM RAIL 02-02T10:00 A"
    ],
    alerts: ["D0 DEDUI 02-01T10:00", "G1 NLRTM 02-02T10:00"]
  }
]
