import type { SentCase } from "./SentEvents.ts"

/** Missing, late and misdated events, and inland legs. Written with their alerts before the first run. */
export const PLACE_AND_DATE_CASES: ReadonlyArray<SentCase> = [
  {
    title: "the loading at the transhipment port is never reported",
    events: [
      "PLN ARRI PAMIT CONDOR 03-08T10:00",
      "PLN DEPA PAMIT QUETZAL 03-12T10:00",
      "PLN ARRI JMKIN QUETZAL 03-14T10:00",
      "ACT LOAD ECGYE CONDOR 03-04T05:00 A",
      "ACT DEPA ECGYE CONDOR 03-04T12:00",
      "ACT ARRI PAMIT CONDOR 03-08T12:00",
      "ACT DISC PAMIT CONDOR 03-08T20:00 A",
      "ACT DEPA PAMIT QUETZAL 03-12T12:00",
      "ACT ARRI JMKIN QUETZAL 03-14T12:00",
      "ACT DISC JMKIN QUETZAL 03-14T22:00 A"
    ],
    alerts: [
      "L1 ECGYE 03-04T05:00",
      "D1 ECGYE 03-04T12:00",
      "AT PAMIT 03-08T12:00",
      "DT PAMIT 03-08T20:00",
      "VT PAMIT 03-12T12:00",
      "AF JMKIN 03-14T12:00",
      "DF JMKIN 03-14T22:00"
    ]
  },
  {
    title: "the discharge at the transhipment port is never reported",
    events: [
      "PLN ARRI EGPSD CYGNUS 03-08T10:00",
      "PLN DEPA EGPSD AQUILA 03-12T10:00",
      "PLN ARRI ROCND AQUILA 03-16T10:00",
      "ACT LOAD AEJEA CYGNUS 02-28T05:00 A",
      "ACT DEPA AEJEA CYGNUS 02-28T12:00",
      "ACT ARRI EGPSD CYGNUS 03-08T12:00",
      "ACT LOAD EGPSD AQUILA 03-12T04:00 A",
      "ACT DEPA EGPSD AQUILA 03-12T12:00",
      "ACT ARRI ROCND AQUILA 03-16T12:00",
      "ACT DISC ROCND AQUILA 03-16T22:00 A"
    ],
    alerts: [
      "L1 AEJEA 02-28T05:00",
      "D1 AEJEA 02-28T12:00",
      "AT EGPSD 03-08T12:00",
      "LT EGPSD 03-12T04:00",
      "VT EGPSD 03-12T12:00",
      "AF ROCND 03-16T12:00",
      "DF ROCND 03-16T22:00"
    ]
  },
  {
    title: "neither the departure nor the discharge is reported: only gates and the loading",
    events: [
      "PLN DEPA PHMNL MANTA 03-05T10:00",
      "PLN ARRI SAJED MANTA 03-25T10:00",
      "ACT GTIN PHMNL 03-03T10:00 A",
      "ACT LOAD PHMNL MANTA 03-05T04:00 A",
      "ACT GTOT SAJED 03-28T10:00 A",
      "ACT GTIN SAJED 04-01T10:00 A EMPTY"
    ],
    alerts: ["G1 PHMNL 03-03T10:00", "L1 PHMNL 03-05T04:00", "GF SAJED 03-28T10:00"]
  },
  {
    title: "the loading arrives a week late, after the discharge at the transhipment port",
    events: [
      "PLN ARRI TZDAR NARWHAL 03-18T10:00",
      "PLN DEPA TZDAR BELUGA 03-22T10:00",
      "PLN ARRI MZBEW BELUGA 03-26T10:00",
      "ACT DEPA INMUN NARWHAL 03-08T12:00 A",
      "ACT ARRI TZDAR NARWHAL 03-18T12:00",
      "ACT DISC TZDAR NARWHAL 03-18T20:00 A",
      "ACT LOAD INMUN NARWHAL 03-08T05:00 A rx=03-19T10:00",
      "ACT LOAD TZDAR BELUGA 03-22T04:00 A",
      "ACT DEPA TZDAR BELUGA 03-22T12:00",
      "ACT ARRI MZBEW BELUGA 03-26T12:00",
      "ACT DISC MZBEW BELUGA 03-26T22:00 A"
    ],
    alerts: [
      "D1 INMUN 03-08T12:00",
      "AT TZDAR 03-18T12:00",
      "DT TZDAR 03-18T20:00",
      "L1 INMUN 03-08T05:00",
      "LT TZDAR 03-22T04:00",
      "VT TZDAR 03-22T12:00",
      "AF MZBEW 03-26T12:00",
      "DF MZBEW 03-26T22:00"
    ]
  },
  {
    title: "the discharge is dated a year too early, and then corrected",
    events: [
      "PLN ARRI FRLEH TITAN 03-20T10:00",
      "ACT LOAD MQFDF TITAN 03-08T05:00 A",
      "ACT DEPA MQFDF TITAN 03-08T12:00",
      "ACT ARRI FRLEH TITAN 03-20T12:00",
      "ACT DISC FRLEH TITAN 2025-03-20T20:00 A rx=03-20T21:00",
      "ACT DISC FRLEH TITAN 03-20T20:00 A rx=03-21T09:00",
      "ACT GTOT FRLEH 03-23T10:00 A"
    ],
    alerts: [
      "L1 MQFDF 03-08T05:00",
      "D1 MQFDF 03-08T12:00",
      "AF FRLEH 03-20T12:00",
      "DF FRLEH 03-20T20:00",
      "GF FRLEH 03-23T10:00"
    ]
  },
  {
    title: "estimates that are created at one bare date, in the order of their receipt, and exactly a day apart",
    events: [
      "PLN DEPA CAHAL ZEPHYR 03-03T10:00 cr=2026-02-10",
      "PLN ARRI PLGDY ZEPHYR 03-20T10:00 cr=2026-02-10",
      "ACT LOAD CAHAL ZEPHYR 03-03T05:00 A cr=2026-03-03",
      "EST ARRI PLGDY ZEPHYR 03-21T10:00 cr=2026-03-10",
      "EST ARRI PLGDY ZEPHYR 03-21T10:01 cr=2026-03-10",
      "EST ARRI PLGDY ZEPHYR 03-19T08:00 cr=2026-03-10",
      "ACT ARRI PLGDY ZEPHYR 03-19T09:00 cr=2026-03-19",
      "ACT DISC PLGDY ZEPHYR 03-19T19:00 A cr="
    ],
    alerts: [
      "L1 CAHAL 03-03T05:00",
      "~AF PLGDY 03-21T10:01 24.0167",
      "~AF PLGDY 03-19T08:00 -50.0167",
      "AF PLGDY 03-19T09:00",
      "DF PLGDY 03-19T19:00"
    ]
  },
  {
    title: "from the door by truck to an inland terminal, and on by rail to the port of loading",
    events: [
      "PLN DEPA ITSPE VIRGO 03-10T10:00",
      "PLN ARRI USHOU VIRGO 03-30T10:00",
      "ACT GTOT ITPMA 03-04T08:00 A @CLOC",
      "ACT GTIN ITMIL 03-04T14:00 A @INTE",
      "ACT LOAD ITMIL RAIL 03-06T03:00 A @INTE",
      "ACT DEPA ITMIL RAIL 03-06T06:00 A @INTE",
      "ACT ARRI ITSPE RAIL 03-06T20:00 A",
      "ACT GTIN ITSPE 03-06T21:00 A",
      "ACT LOAD ITSPE VIRGO 03-10T04:00 A",
      "ACT DEPA ITSPE VIRGO 03-10T14:00",
      "ACT ARRI USHOU VIRGO 03-30T09:00",
      "ACT DISC USHOU VIRGO 03-30T21:00 A"
    ],
    alerts: [
      "D0 ITPMA 03-04T08:00",
      "A0 ITMIL 03-04T14:00",
      "L0 ITMIL 03-06T03:00",
      "D0 ITMIL 03-06T06:00",
      "G1 ITSPE 03-06T20:00",
      "L1 ITSPE 03-10T04:00",
      "D1 ITSPE 03-10T14:00",
      "AF USHOU 03-30T09:00",
      "DF USHOU 03-30T21:00"
    ]
  },
  {
    title: "a land bridge by rail from the port of discharge to a ramp in another country",
    events: [
      "PLN ARRI CAPRR BOREALIS 03-15T10:00",
      "PLN DEPA CAPRR RAIL 03-18T10:00",
      "PLN ARRI USCHI RAIL 03-25T10:00 @RAMP",
      "ACT LOAD KRPUS BOREALIS 03-04T05:00 A",
      "ACT DEPA KRPUS BOREALIS 03-04T12:00",
      "ACT ARRI CAPRR BOREALIS 03-15T12:00",
      "ACT DISC CAPRR BOREALIS 03-16T01:00 A",
      "ACT LOAD CAPRR RAIL 03-18T05:00 A",
      "ACT DEPA CAPRR RAIL 03-18T12:00",
      "EST ARRI USCHI RAIL 03-27T10:00 @RAMP",
      "ACT ARRI USCHI RAIL 03-27T09:00 @RAMP",
      "ACT DISC USCHI RAIL 03-27T15:00 A @RAMP",
      "ACT GTOT USCHI 03-28T09:00 A @RAMP",
      "ACT GTIN USCHI 03-31T09:00 A EMPTY @DEPO"
    ],
    alerts: [
      "L1 KRPUS 03-04T05:00",
      "D1 KRPUS 03-04T12:00",
      "AF CAPRR 03-15T12:00",
      "DF CAPRR 03-16T01:00",
      "GF CAPRR 03-18T12:00",
      "~AP USCHI 03-27T10:00 48",
      "AP USCHI 03-27T09:00",
      "DP USCHI 03-27T15:00",
      "GP USCHI 03-28T09:00"
    ]
  }
]
