import type { SentCase } from "./SentEvents.ts"

/** By barge, truck and across the date line. Written with their alerts before the first run. */
export const BARGE_AND_TRUCK_CASES: ReadonlyArray<SentCase> = [
  {
    title: "by barge from another port terminal to the port of loading",
    events: [
      "PLN DEPA NLRTM KRAKEN 03-10T10:00",
      "PLN ARRI USCHS KRAKEN 03-22T10:00",
      "ACT GTIN BEANR 03-06T08:00 A",
      "ACT LOAD BEANR BARGE 03-07T05:00 A",
      "ACT DEPA BEANR BARGE 03-07T10:00 A",
      "ACT ARRI NLRTM BARGE 03-08T04:00 A",
      "ACT DISC NLRTM BARGE 03-08T08:00 A",
      "ACT LOAD NLRTM KRAKEN 03-10T04:00 A",
      "ACT DEPA NLRTM KRAKEN 03-10T12:00",
      "ACT ARRI USCHS KRAKEN 03-22T12:00",
      "ACT DISC USCHS KRAKEN 03-22T22:00 A"
    ],
    alerts: [
      "A0 BEANR 03-06T08:00",
      "L0 BEANR 03-07T05:00",
      "D0 BEANR 03-07T10:00",
      "G1 NLRTM 03-08T04:00",
      "L1 NLRTM 03-10T04:00",
      "D1 NLRTM 03-10T12:00",
      "AF USCHS 03-22T12:00",
      "DF USCHS 03-22T22:00"
    ]
  },
  {
    title: "by barge up the river from the port of discharge, a day late",
    events: [
      "PLN ARRI NLRTM FENRIR 03-20T10:00",
      "PLN DEPA NLRTM BARGE 03-23T10:00 (A)",
      "PLN ARRI CHBSL BARGE 03-28T10:00 (A) @INTE",
      "ACT LOAD SGSIN FENRIR 02-25T05:00 A",
      "ACT DEPA SGSIN FENRIR 02-25T12:00",
      "ACT ARRI NLRTM FENRIR 03-20T12:00",
      "ACT DISC NLRTM FENRIR 03-20T20:00 A",
      "ACT LOAD NLRTM BARGE 03-23T06:00 A",
      "ACT DEPA NLRTM BARGE 03-23T12:00 A",
      "ACT ARRI CHBSL BARGE 03-29T12:00 A @INTE",
      "ACT DISC CHBSL BARGE 03-29T16:00 A @INTE",
      "ACT GTOT CHBSL 03-31T09:00 A @INTE"
    ],
    alerts: [
      "L1 SGSIN 02-25T05:00",
      "D1 SGSIN 02-25T12:00",
      "AF NLRTM 03-20T12:00",
      "DF NLRTM 03-20T20:00",
      "GF NLRTM 03-23T12:00",
      "~AP CHBSL 03-29T12:00 26",
      "AP CHBSL 03-29T12:00",
      "DP CHBSL 03-29T16:00",
      "GP CHBSL 03-31T09:00"
    ]
  },
  {
    title: "the destination changes while the container waits at the transhipment port",
    events: [
      "PLN ARRI SGSIN HYDRA 03-05T10:00",
      "PLN DEPA SGSIN KIWI 03-10T10:00",
      "PLN ARRI AUSYD KIWI 03-20T10:00",
      "ACT LOAD CNXMN HYDRA 02-28T05:00 A",
      "ACT DEPA CNXMN HYDRA 02-28T12:00",
      "ACT ARRI SGSIN HYDRA 03-05T12:00",
      "ACT DISC SGSIN HYDRA 03-05T20:00 A",
      "PLN DEPA SGSIN EMU 03-12T10:00 (A) rx=03-08T10:00",
      "PLN ARRI AUMEL EMU 03-23T10:00 (A)",
      "ACT LOAD SGSIN EMU 03-12T04:00 A",
      "ACT DEPA SGSIN EMU 03-12T12:00",
      "ACT ARRI AUSYD KIWI 03-20T11:00",
      "ACT ARRI AUMEL EMU 03-23T12:00",
      "ACT DISC AUMEL EMU 03-23T22:00 A"
    ],
    alerts: [
      "L1 CNXMN 02-28T05:00",
      "D1 CNXMN 02-28T12:00",
      "AT SGSIN 03-05T12:00",
      "DT SGSIN 03-05T20:00",
      "~VT SGSIN 03-12T10:00 48",
      "LT SGSIN 03-12T04:00",
      "VT SGSIN 03-12T12:00",
      "AF AUMEL 03-23T12:00",
      "DF AUMEL 03-23T22:00"
    ]
  },
  {
    title: "by truck across a border from the port of transhipment to that of the next vessel",
    events: [
      "PLN ARRI HKHKG PEARL 03-05T10:00",
      "PLN DEPA CNYTN JADE 03-10T10:00",
      "PLN ARRI USLAX JADE 03-25T10:00",
      "ACT LOAD VNSGN PEARL 03-02T05:00 A",
      "ACT DEPA VNSGN PEARL 03-02T12:00",
      "ACT ARRI HKHKG PEARL 03-05T12:00",
      "ACT DISC HKHKG PEARL 03-05T20:00 A",
      "ACT GTOT HKHKG TRUCK 03-07T08:00 A",
      "ACT GTIN CNYTN TRUCK 03-07T14:00 A",
      "ACT LOAD CNYTN JADE 03-10T04:00 A",
      "ACT DEPA CNYTN JADE 03-10T12:00",
      "ACT ARRI USLAX JADE 03-25T12:00",
      "ACT DISC USLAX JADE 03-26T02:00 A",
      "ACT GTOT USLAX 03-28T10:00 A"
    ],
    alerts: [
      "L1 VNSGN 03-02T05:00",
      "D1 VNSGN 03-02T12:00",
      "AT HKHKG 03-05T12:00",
      "DT HKHKG 03-05T20:00",
      "LT CNYTN 03-10T04:00",
      "VT CNYTN 03-10T12:00",
      "AF USLAX 03-25T12:00",
      "DF USLAX 03-26T02:00",
      "GF USLAX 03-28T10:00"
    ]
  },
  {
    title: "across the date line in local times sent as UTC: the arrival is dated before the departure",
    events: [
      "PLN DEPA WSAPW TALOFA 03-05T20:00",
      "PLN ARRI ASPPG TALOFA 03-05T04:00",
      "ACT LOAD WSAPW TALOFA 03-05T15:00 A rx=03-05T02:30",
      "ACT DEPA WSAPW TALOFA 03-05T20:00 rx=03-05T08:00",
      "ACT ARRI ASPPG TALOFA 03-05T04:00 rx=03-05T16:00",
      "ACT DISC ASPPG TALOFA 03-05T09:00 A rx=03-05T21:00",
      "ACT GTOT ASPPG 03-06T09:00 A rx=03-06T21:00"
    ],
    alerts: [
      "L1 WSAPW 03-05T15:00",
      "D1 WSAPW 03-05T20:00",
      "AF ASPPG 03-05T04:00",
      "DF ASPPG 03-05T09:00",
      "GF ASPPG 03-06T09:00"
    ]
  }
]
