import type { SentCase } from "./SentEvents.ts"

/** Voyages in the forms in which carriers publish their events, written with their alerts before the first run. */
export const CARRIER_VOYAGES: ReadonlyArray<SentCase> = [
  {
    title: "MSC: each event is created at its own date, so that an estimate that becomes earlier is created earlier",
    events: [
      "ACT GTOT CNSHA TRUCK 10-28T01:38 A EMPTY cr=date desc=Empty_to_Shipper #CNSHATRB",
      "ACT GTIN CNSHA TRUCK 11-06T11:59 A cr=date desc=Export_received_at_CY #CNSHATRB",
      "EST ARRI CLVAP COCHRANE 12-24T04:00 cr=date desc=Estimated_Time_of_Arrival #CLVAP2246W voy=2246W",
      "ACT DEPA CNSHA NAVARINO 11-10T08:00 cr=date desc=Vessel_Departure #CNSHAUK244A",
      "ACT LOAD CNSHA NAVARINO 11-10T10:04 A cr=date desc=Export_Loaded_on_Vessel #CNSHAUK244A voy=UK244A",
      "EST ARRI CLVAP COCHRANE 12-22T02:00 cr=date desc=Estimated_Time_of_Arrival #CLVAP2246W voy=2246W",
      "ACT ARRI KRPUS NAVARINO 11-17T04:00 cr=date desc=Vessel_Arrival #KRPUSUK244A",
      "ACT DISC KRPUS NAVARINO 11-17T08:50 A cr=date desc=Full_Transshipment_Discharged #KRPUSUK244A voy=UK244A",
      "ACT LOAD KRPUS COCHRANE 11-25T06:00 A cr=date desc=Full_Transshipment_Loaded #KRPUS2246W",
      "ACT DEPA KRPUS COCHRANE 11-25T14:00 cr=date desc=Vessel_Departure #KRPUS2246W",
      "EST ARRI CLVAP COCHRANE 12-26T04:00 cr=date desc=Estimated_Time_of_Arrival #CLVAP2246W voy=2246W",
      "ACT ARRI CLVAP COCHRANE 12-26T05:00 cr=date desc=Vessel_Arrival #CLVAP2246W",
      "ACT DISC CLVAP COCHRANE 12-26T20:00 A cr=date desc=Import_Discharged_from_Vessel #CLVAP2246W",
      "ACT GTOT CLVAP TRUCK 12-28T10:00 A cr=date desc=Import_to_consignee #CLVAPTRB",
      "ACT GTIN CLVAP TRUCK 12-30T10:00 A EMPTY cr=date desc=Empty_received_at_CY #CLVAPTRB"
    ],
    alerts: [
      "G1 CNSHA 11-06T11:59",
      "D1 CNSHA 11-10T08:00",
      "L1 CNSHA 11-10T10:04",
      "~AF CLVAP 12-22T02:00 -50",
      "AT KRPUS 11-17T04:00",
      "DT KRPUS 11-17T08:50",
      "LT KRPUS 11-25T06:00",
      "VT KRPUS 11-25T14:00",
      "~AF CLVAP 12-26T04:00 98",
      "AF CLVAP 12-26T05:00",
      "DF CLVAP 12-26T20:00",
      "GF CLVAP 12-28T10:00"
    ]
  },
  {
    title: "MSC: positioned between terminals of the transhipment port, and its discharge reported under two voyages",
    events: [
      "ACT LOAD PKKHI MSC_ARICA 03-26T10:00 A cr=date desc=Export_Loaded_on_Vessel",
      "ACT DEPA PKKHI MSC_ARICA 03-27T02:00 cr=date desc=Vessel_Departure",
      "ACT DISC LKCMB MSC_ARICA 04-04T10:00 A cr=date desc=Full_Transshipment_Discharged #LKCMBIV610A voy=IV610A",
      "ACT DISC LKCMB MSC_ARICA 04-04T10:00 A cr=date desc=Full_Transshipment_Discharged #LKCMBOB610R voy=OB610R",
      "ACT GTOT LKCMB TRUCK 04-05T18:00 A cr=date desc=Full_Transshipment_Positioned_Out",
      "ACT GTIN LKCMB TRUCK 04-05T20:00 A cr=date desc=Full_Transshipment_Positioned_In",
      "ACT LOAD LKCMB MSC_ISABELLA 04-07T09:00 A cr=date desc=Full_Transshipment_Loaded",
      "EST ARRI ITNAP MSC_ISABELLA 05-01T06:00 cr=date desc=Estimated_Time_of_Arrival",
      "ACT ARRI ITNAP MSC_ISABELLA 05-02T09:00 cr=date desc=Vessel_Arrival",
      "ACT DISC ITNAP MSC_ISABELLA 05-02T22:00 A cr=date desc=Import_Discharged_from_Vessel"
    ],
    alerts: [
      "L1 PKKHI 03-26T10:00",
      "D1 PKKHI 03-27T02:00",
      "DT LKCMB 04-04T10:00",
      "LT LKCMB 04-07T09:00",
      "~AF ITNAP 05-02T09:00 27",
      "AF ITNAP 05-02T09:00",
      "DF ITNAP 05-02T22:00"
    ]
  },
  {
    title: "Hapag-Lloyd: movements of vessels name nothing but their call, and are posted alone",
    events: [
      [
        "PLN LOAD USCHS BUDAPEST_EXPRESS 02-28T08:00 #h1 no-imo A",
        "PLN DEPA USCHS BUDAPEST_EXPRESS 02-28T18:00 #h1 no-imo no-papers",
        "PLN ARRI DEHAM BUDAPEST_EXPRESS 03-14T05:00 #h2 no-imo no-papers",
        "PLN DISC DEHAM BUDAPEST_EXPRESS 03-14T20:00 #h2 no-imo A",
        "PLN LOAD DEHAM IDA_RAMBOW 03-19T19:00 #h3 no-imo A",
        "PLN DEPA DEHAM IDA_RAMBOW 03-20T00:45 #h3 no-imo no-papers",
        "PLN ARRI NOOSL IDA_RAMBOW 03-23T07:00 #h4 no-imo no-papers",
        "PLN DISC NOOSL IDA_RAMBOW 03-23T19:00 #h4 no-imo A"
      ],
      "ACT LOAD USCHS BUDAPEST_EXPRESS 03-02T10:00 #h1 no-imo A",
      "ACT DEPA USCHS BUDAPEST_EXPRESS 03-02T22:00 #h1 no-imo no-papers",
      "ACT ARRI DEHAM BUDAPEST_EXPRESS 03-15T06:00 #h2 no-imo no-papers",
      "ACT DISC DEHAM BUDAPEST_EXPRESS 03-15T19:00 #h2 no-imo A",
      "ACT LOAD DEHAM IDA_RAMBOW 03-19T20:00 #h3 no-imo A",
      "ACT DEPA DEHAM IDA_RAMBOW 03-20T01:00 #h3 no-imo no-papers",
      "EST ARRI NOOSL IDA_RAMBOW 03-24T12:00 #h4 no-imo no-papers",
      "ACT ARRI NOOSL IDA_RAMBOW 03-24T13:00 #h4 no-imo no-papers",
      "ACT DISC NOOSL IDA_RAMBOW 03-24T20:00 #h4 no-imo A",
      "ACT GTOT NOOSL 03-26T09:00 A"
    ],
    alerts: [
      "~L1 USCHS 03-02T10:00 50",
      "L1 USCHS 03-02T10:00",
      "~D1 USCHS 03-02T22:00 52",
      "D1 USCHS 03-02T22:00",
      "~AT DEHAM 03-15T06:00 25",
      "AT DEHAM 03-15T06:00",
      "DT DEHAM 03-15T19:00",
      "LT DEHAM 03-19T20:00",
      "VT DEHAM 03-20T01:00",
      "~AF NOOSL 03-24T12:00 29",
      "AF NOOSL 03-24T13:00",
      "~DF NOOSL 03-24T20:00 25",
      "DF NOOSL 03-24T20:00",
      "GF NOOSL 03-26T09:00"
    ]
  },
  {
    title: "CMA CGM: location types, local offsets, and containers in references",
    events: [
      "PLN DEPA CNSHK CMA_CGM_AMERIGO_VESPUCCI 03-01T22:00:00+08:00 (A) role=POL phase=Export cr=02-10T09:00",
      "PLN ARRI NGLKK CMA_CGM_AMERIGO_VESPUCCI 04-01T08:00:00+01:00 (A) role=PTS phase=Transshipment cr=02-10T09:00",
      "PLN DEPA NGLKK LAGOS_FEEDER 04-06T10:00:00+01:00 (A) role=PTS phase=Transshipment cr=02-10T09:00",
      "PLN ARRI TGLFW LAGOS_FEEDER 04-08T08:00:00Z (A) role=POD phase=Import cr=02-10T09:00",
      "ACT LOAD CNSHK CMA_CGM_AMERIGO_VESPUCCI 03-01T12:00:00+08:00 A role=POL phase=Export cr=03-01T05:00",
      "ACT DEPA CNSHK CMA_CGM_AMERIGO_VESPUCCI 03-02T01:00:00+08:00 (A) role=POL phase=Export cr=03-01T18:00",
      "EST ARRI NGLKK CMA_CGM_AMERIGO_VESPUCCI 04-03T08:00:00+01:00 (A) role=PTS phase=Transshipment cr=03-20T18:00",
      "ACT ARRI NGLKK CMA_CGM_AMERIGO_VESPUCCI 04-03T10:00:00+01:00 (A) role=PTS phase=Transshipment cr=04-03T10:00",
      "ACT DISC NGLKK CMA_CGM_AMERIGO_VESPUCCI 04-03T22:00:00+01:00 A role=PTS phase=Transshipment cr=04-03T22:00",
      "ACT LOAD NGLKK LAGOS_FEEDER 04-06T03:00:00+01:00 A role=PTS phase=Transshipment cr=04-06T03:00",
      "ACT DEPA NGLKK LAGOS_FEEDER 04-06T11:00:00+01:00 (A) role=PTS phase=Transshipment cr=04-06T11:00",
      "ACT ARRI TGLFW LAGOS_FEEDER 04-08T12:00:00Z (A) role=POD phase=Import cr=04-08T13:00",
      "ACT DISC TGLFW LAGOS_FEEDER 04-08T23:00:00Z A role=POD phase=Import cr=04-09T00:00",
      "ACT GTOT TGLFW TRUCK 04-12T09:00:00Z A role=POD phase=Import cr=04-12T10:00"
    ],
    alerts: [
      "L1 CNSHK 03-01T04:00",
      "D1 CNSHK 03-01T17:00",
      "~AT NGLKK 04-03T07:00 48",
      "AT NGLKK 04-03T09:00",
      "DT NGLKK 04-03T21:00",
      "LT NGLKK 04-06T02:00",
      "VT NGLKK 04-06T10:00",
      "AF TGLFW 04-08T12:00",
      "DF TGLFW 04-08T23:00",
      "GF TGLFW 04-12T09:00"
    ]
  },
  {
    title: "CMA CGM: the discharge on the way is of type PTS, and no plan names the port beyond",
    events: [
      "ACT LOAD BRSSZ CMA_CGM_BAHIA 03-01T12:00 A role=POL",
      "ACT DEPA BRSSZ CMA_CGM_BAHIA 03-02T01:00 (A) role=POL",
      "ACT ARRI MAPTM CMA_CGM_BAHIA 03-13T10:00 (A) role=PTS",
      "ACT DISC MAPTM CMA_CGM_BAHIA 03-13T22:00 A role=PTS",
      "ACT LOAD MAPTM CMA_CGM_KAPRIFOL 03-18T03:00 A role=PTS",
      "ACT ARRI EGALY CMA_CGM_KAPRIFOL 03-25T12:00 (A) role=POD",
      "ACT DISC EGALY CMA_CGM_KAPRIFOL 03-25T23:00 A role=POD"
    ],
    alerts: [
      "L1 BRSSZ 03-01T12:00",
      "D1 BRSSZ 03-02T01:00",
      "AT MAPTM 03-13T10:00",
      "DT MAPTM 03-13T22:00",
      "LT MAPTM 03-18T03:00",
      "AF EGALY 03-25T12:00",
      "DF EGALY 03-25T23:00"
    ]
  },
  {
    title: "ONE: import and export voyages differ at one call, and calls have no ids",
    events: [
      "PLN DEPA IDJKT ONE_MATRIX 03-04T10:00 voy=018N",
      "PLN ARRI SGSIN ONE_MATRIX 03-06T10:00 voy=018N",
      "PLN DEPA SGSIN ONE_MODERN 03-12T10:00 voy=072E",
      "PLN ARRI USLGB ONE_MODERN 04-02T10:00 voy=072E",
      "ACT GTIN IDJKT 03-03T08:00 A",
      "ACT LOAD IDJKT ONE_MATRIX 03-04T06:00 A voy=018N",
      "ACT DEPA IDJKT ONE_MATRIX 03-04T14:00 voy=018N",
      "ACT ARRI SGSIN ONE_MATRIX 03-06T18:00 voy=018S",
      "ACT DISC SGSIN ONE_MATRIX 03-07T02:00 A voy=018S",
      "EST DEPA SGSIN ONE_MODERN 03-14T10:00 voy=073E",
      "ACT LOAD SGSIN ONE_MODERN 03-14T02:00 A voy=073E",
      "ACT DEPA SGSIN ONE_MODERN 03-14T12:00 voy=073E",
      "EST ARRI USLGB ONE_MODERN 04-05T10:00 voy=073E",
      "ACT ARRI USLGB ONE_MODERN 04-05T08:00 voy=073E",
      "ACT DISC USLGB ONE_MODERN 04-06T04:00 A voy=073E",
      "ACT GTOT USLGB 04-08T09:00 A"
    ],
    alerts: [
      "G1 IDJKT 03-03T08:00",
      "L1 IDJKT 03-04T06:00",
      "D1 IDJKT 03-04T14:00",
      "AT SGSIN 03-06T18:00",
      "DT SGSIN 03-07T02:00",
      "~VT SGSIN 03-14T10:00 48",
      "LT SGSIN 03-14T02:00",
      "VT SGSIN 03-14T12:00",
      "~AF USLGB 04-05T10:00 72",
      "AF USLGB 04-05T08:00",
      "DF USLGB 04-06T04:00",
      "GF USLGB 04-08T09:00"
    ]
  },
  {
    title: "Evergreen: dates without times, vessels without numbers, and the estimate of the last arrival alone",
    events: [
      "ACT GTOT IDSUB 03-01 A EMPTY",
      "ACT GTIN IDSUB 03-04 A",
      "EST ARRI USTIW EVER_LIVING 04-10 no-imo voy=0941-098E",
      "ACT LOAD IDSUB UNI_ARISE 03-06 A no-imo voy=0312-201N",
      "ACT DISC TWKHH UNI_ARISE 03-14 A no-imo voy=0312-201N",
      "EST ARRI USTIW EVER_LIVING 04-12 no-imo voy=0941-098E",
      "ACT LOAD TWKHH EVER_LIVING 03-24 A no-imo voy=0941-098E",
      "ACT ARRI USTIW EVER_LIVING 04-12 no-imo voy=0941-098E",
      "ACT DISC USTIW EVER_LIVING 04-13 A no-imo voy=0941-098E",
      "ACT GTOT USTIW 04-15 A",
      "ACT GTIN USTIW 04-18 A EMPTY"
    ],
    alerts: [
      "G1 IDSUB 03-04T00:00",
      "L1 IDSUB 03-06T00:00",
      "DT TWKHH 03-14T00:00",
      "~AF USTIW 04-12T00:00 48",
      "LT TWKHH 03-24T00:00",
      "AF USTIW 04-12T00:00",
      "DF USTIW 04-13T00:00",
      "GF USTIW 04-15T00:00"
    ]
  }
]
