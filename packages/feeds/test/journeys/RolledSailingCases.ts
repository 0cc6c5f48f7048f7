import type { SentCase } from "./SentEvents.ts"

/** Rolled containers, blank sailings, split and shared bookings. Written with their alerts before the first run. */
export const ROLLED_SAILING_CASES: ReadonlyArray<SentCase> = [
  {
    title: "two blank sailings in a row: two weeks pass at the port of loading",
    events: [
      "PLN DEPA BRSSZ ALTAIR 03-05T10:00",
      "PLN ARRI ESALG ALTAIR 03-19T10:00",
      "ACT GTIN BRSSZ 03-02T09:00 A",
      "PLN DEPA BRSSZ BELLATRIX 03-12T10:00 rx=03-03T12:00",
      "PLN ARRI ESALG BELLATRIX 03-26T10:00",
      "PLN DEPA BRSSZ CAPELLA 03-19T10:00 rx=03-09T12:00",
      "PLN ARRI ESALG CAPELLA 04-02T10:00",
      "ACT DEPA BRSSZ BELLATRIX 03-12T13:00",
      "ACT LOAD BRSSZ CAPELLA 03-19T03:00 A",
      "ACT DEPA BRSSZ CAPELLA 03-19T12:00",
      "ACT ARRI ESALG BELLATRIX 03-26T11:00",
      "ACT ARRI ESALG CAPELLA 04-02T12:00",
      "ACT DISC ESALG CAPELLA 04-02T22:00 A"
    ],
    alerts: [
      "G1 BRSSZ 03-02T09:00",
      "~D1 BRSSZ 03-12T10:00 168",
      "~AF ESALG 03-26T10:00 168",
      "~D1 BRSSZ 03-19T10:00 168",
      "~AF ESALG 04-02T10:00 168",
      "L1 BRSSZ 03-19T03:00",
      "D1 BRSSZ 03-19T12:00",
      "AF ESALG 04-02T12:00",
      "DF ESALG 04-02T22:00"
    ]
  },
  {
    title: "rolled to the next week, and back to the first vessel a day later",
    events: [
      "PLN DEPA KRPUS DELTA 03-05T10:00 (A)",
      "PLN ARRI USLGB DELTA 03-16T10:00 (A)",
      "ACT GTIN KRPUS 03-03T09:00 A",
      "PLN DEPA KRPUS ECHO 03-12T10:00 (A) rx=03-03T20:00",
      "PLN ARRI USLGB ECHO 03-23T10:00 (A)",
      "EST DEPA KRPUS DELTA 03-05T14:00 (A) rx=03-04T09:00",
      "EST ARRI USLGB DELTA 03-16T14:00 (A)",
      "ACT LOAD KRPUS DELTA 03-05T08:00 A",
      "ACT DEPA KRPUS DELTA 03-05T16:00",
      "ACT ARRI USLGB DELTA 03-16T15:00",
      "ACT DISC USLGB DELTA 03-17T01:00 A"
    ],
    alerts: [
      "G1 KRPUS 03-03T09:00",
      "~D1 KRPUS 03-12T10:00 168",
      "~AF USLGB 03-23T10:00 168",
      "~D1 KRPUS 03-05T14:00 -164",
      "~AF USLGB 03-16T10:00 -168",
      "L1 KRPUS 03-05T08:00",
      "D1 KRPUS 03-05T16:00",
      "AF USLGB 03-16T15:00",
      "DF USLGB 03-17T01:00"
    ]
  },
  {
    title: "short-shipped: the sibling sails, and this container is named on the next voyage of the same vessel",
    tracks: "booking",
    events: [
      "PLN DEPA GHTEM SAHEL 03-05T10:00 voy=12N",
      "PLN ARRI ESALG SAHEL 03-14T10:00 voy=12N",
      "ACT GTIN GHTEM 03-03T09:00 A",
      "ACT GTIN GHTEM 03-03T09:20 B",
      "ACT LOAD GHTEM SAHEL 03-05T05:00 A voy=12N",
      "ACT DEPA GHTEM SAHEL 03-05T12:00 voy=12N",
      "PLN DEPA GHTEM SAHEL 04-02T10:00 voy=14N (B) rx=03-06T10:00",
      "PLN ARRI ESALG SAHEL 04-11T10:00 voy=14N (B)",
      "ACT ARRI ESALG SAHEL 03-14T12:00 voy=12N",
      "ACT DISC ESALG SAHEL 03-14T22:00 A voy=12N",
      "ACT LOAD GHTEM SAHEL 04-02T05:00 B voy=14N",
      "ACT DEPA GHTEM SAHEL 04-02T12:00 voy=14N",
      "ACT ARRI ESALG SAHEL 04-11T12:00 voy=14N",
      "ACT DISC ESALG SAHEL 04-11T22:00 B voy=14N"
    ],
    alerts: [
      "A G1 GHTEM 03-03T09:00",
      "B G1 GHTEM 03-03T09:20",
      "A L1 GHTEM 03-05T05:00",
      "A D1 GHTEM 03-05T12:00",
      "B ~D1 GHTEM 04-02T10:00 672",
      "B ~AF ESALG 04-11T10:00 672",
      "A AF ESALG 03-14T12:00",
      "A DF ESALG 03-14T22:00",
      "B L1 GHTEM 04-02T05:00",
      "B D1 GHTEM 04-02T12:00",
      "B AF ESALG 04-11T12:00",
      "B DF ESALG 04-11T22:00"
    ]
  },
  {
    title: "a booking of three containers on two vessels",
    tracks: "booking",
    events: [
      "PLN DEPA ZADUR KUDU 03-05T10:00",
      "PLN ARRI NLRTM KUDU 03-25T10:00",
      "ACT GTIN ZADUR 03-03T09:00 A",
      "ACT GTIN ZADUR 03-03T09:10 B",
      "ACT GTIN ZADUR 03-03T09:20 C",
      "ACT LOAD ZADUR KUDU 03-05T04:00 A",
      "ACT LOAD ZADUR KUDU 03-05T04:30 B",
      "ACT DEPA ZADUR KUDU 03-05T12:00",
      "PLN DEPA ZADUR ORYX 03-12T10:00 (C) rx=03-06T10:00",
      "PLN ARRI NLRTM ORYX 04-01T10:00 (C)",
      "ACT LOAD ZADUR ORYX 03-12T04:00 C",
      "ACT DEPA ZADUR ORYX 03-12T12:00",
      "ACT ARRI NLRTM KUDU 03-25T12:00",
      "ACT DISC NLRTM KUDU 03-25T20:00 A",
      "ACT DISC NLRTM KUDU 03-25T21:00 B",
      "ACT ARRI NLRTM ORYX 04-01T12:00",
      "ACT DISC NLRTM ORYX 04-01T20:00 C"
    ],
    alerts: [
      "A G1 ZADUR 03-03T09:00",
      "B G1 ZADUR 03-03T09:10",
      "C G1 ZADUR 03-03T09:20",
      "A L1 ZADUR 03-05T04:00",
      "B L1 ZADUR 03-05T04:30",
      "A D1 ZADUR 03-05T12:00",
      "B D1 ZADUR 03-05T12:00",
      "C ~D1 ZADUR 03-12T10:00 168",
      "C ~AF NLRTM 04-01T10:00 168",
      "C L1 ZADUR 03-12T04:00",
      "C D1 ZADUR 03-12T12:00",
      "A AF NLRTM 03-25T12:00",
      "B AF NLRTM 03-25T12:00",
      "A DF NLRTM 03-25T20:00",
      "B DF NLRTM 03-25T21:00",
      "C AF NLRTM 04-01T12:00",
      "C DF NLRTM 04-01T20:00"
    ]
  },
  {
    title: "split at the transhipment port: this container continues under a new booking to another port of discharge",
    tracks: "B",
    events: [
      "PLN ARRI MAPTM SOUSS 03-06T10:00",
      "PLN DEPA MAPTM ATLASIA 03-10T10:00",
      "PLN ARRI USNYC ATLASIA 03-20T10:00",
      ["ACT LOAD SNDKR SOUSS 03-01T05:00 A", "ACT LOAD SNDKR SOUSS 03-01T05:30 B"],
      "ACT DEPA SNDKR SOUSS 03-01T12:00",
      "ACT ARRI MAPTM SOUSS 03-06T12:00",
      ["ACT DISC MAPTM SOUSS 03-06T20:00 A", "ACT DISC MAPTM SOUSS 03-06T20:30 B"],
      "PLN DEPA MAPTM RIF 03-13T10:00 (B) bk=177BKG4799 rx=03-08T10:00",
      "PLN ARRI CAHAL RIF 03-22T10:00 (B) bk=177BKG4799",
      "ACT LOAD MAPTM ATLASIA 03-10T04:00 A",
      "ACT DEPA MAPTM ATLASIA 03-10T12:00",
      "EST ARRI USNYC ATLASIA 03-23T10:00",
      "ACT LOAD MAPTM RIF 03-13T04:00 B bk=177BKG4799",
      "ACT DEPA MAPTM RIF 03-13T12:00 bk=177BKG4799",
      "ACT ARRI CAHAL RIF 03-22T12:00 bk=177BKG4799",
      "ACT DISC CAHAL RIF 03-22T22:00 B bk=177BKG4799",
      "ACT ARRI USNYC ATLASIA 03-23T12:00"
    ],
    alerts: [
      "L1 SNDKR 03-01T05:30",
      "D1 SNDKR 03-01T12:00",
      "AT MAPTM 03-06T12:00",
      "DT MAPTM 03-06T20:30",
      "~VT MAPTM 03-13T10:00 72",
      "LT MAPTM 03-13T04:00",
      "VT MAPTM 03-13T12:00",
      "AF CAHAL 03-22T12:00",
      "DF CAHAL 03-22T22:00"
    ]
  },
  {
    title: "rolled at the transhipment port to a later vessel that arrives earlier",
    events: [
      "PLN ARRI LKCMB MEKONG 03-06T10:00",
      "PLN DEPA LKCMB SLOTH 03-10T10:00",
      "PLN ARRI ITGIT SLOTH 03-26T10:00",
      "ACT LOAD BDCGP MEKONG 03-02T05:00 A",
      "ACT DEPA BDCGP MEKONG 03-02T12:00",
      "ACT ARRI LKCMB MEKONG 03-06T12:00",
      "ACT DISC LKCMB MEKONG 03-06T20:00 A",
      "PLN DEPA LKCMB SWIFT 03-12T10:00 rx=03-09T10:00",
      "PLN ARRI ITGIT SWIFT 03-24T10:00",
      "ACT DEPA LKCMB SLOTH 03-10T12:00",
      "ACT LOAD LKCMB SWIFT 03-12T04:00 A",
      "ACT DEPA LKCMB SWIFT 03-12T12:00",
      "ACT ARRI ITGIT SWIFT 03-24T12:00",
      "ACT DISC ITGIT SWIFT 03-24T22:00 A",
      "ACT ARRI ITGIT SLOTH 03-26T11:00"
    ],
    alerts: [
      "L1 BDCGP 03-02T05:00",
      "D1 BDCGP 03-02T12:00",
      "AT LKCMB 03-06T12:00",
      "DT LKCMB 03-06T20:00",
      "~VT LKCMB 03-12T10:00 48",
      "~AF ITGIT 03-24T10:00 -48",
      "LT LKCMB 03-12T04:00",
      "VT LKCMB 03-12T12:00",
      "AF ITGIT 03-24T12:00",
      "DF ITGIT 03-24T22:00"
    ]
  },
  {
    title: "the next vessel takes over the call id of the planned one, a week later",
    events: [
      "PLN ARRI SGSIN MERANTI 03-06T10:00",
      "PLN DEPA SGSIN JAVA 03-10T10:00 #s2",
      "PLN ARRI AUADL JAVA 03-20T10:00 #a2",
      "ACT LOAD THLCH MERANTI 03-03T05:00 A",
      "ACT DEPA THLCH MERANTI 03-03T12:00",
      "ACT ARRI SGSIN MERANTI 03-06T12:00",
      "ACT DISC SGSIN MERANTI 03-06T20:00 A",
      "PLN DEPA SGSIN SUMATRA 03-17T10:00 #s2 rx=03-09T10:00",
      "PLN ARRI AUADL SUMATRA 03-27T10:00 #a2",
      "ACT LOAD SGSIN SUMATRA 03-17T04:00 #s2 A",
      "ACT DEPA SGSIN SUMATRA 03-17T12:00 #s2",
      "ACT ARRI AUADL SUMATRA 03-27T12:00 #a2",
      "ACT DISC AUADL SUMATRA 03-27T22:00 #a2 A"
    ],
    alerts: [
      "L1 THLCH 03-03T05:00",
      "D1 THLCH 03-03T12:00",
      "AT SGSIN 03-06T12:00",
      "DT SGSIN 03-06T20:00",
      "~VT SGSIN 03-17T10:00 168",
      "~AF AUADL 03-27T10:00 168",
      "LT SGSIN 03-17T04:00",
      "VT SGSIN 03-17T12:00",
      "AF AUADL 03-27T12:00",
      "DF AUADL 03-27T22:00"
    ]
  },
  {
    title: "one container of the booking is replaced by another before loading",
    tracks: "booking",
    events: [
      "PLN DEPA CNTAO LAOSHAN 03-05T10:00",
      "PLN ARRI CLVAP LAOSHAN 04-05T10:00",
      "ACT GTIN CNTAO 03-02T09:00 A",
      "ACT GTOT CNTAO TRUCK 03-03T09:00 A",
      "ACT GTIN CNTAO 03-04T09:00 C",
      "ACT LOAD CNTAO LAOSHAN 03-05T04:00 C",
      "ACT DEPA CNTAO LAOSHAN 03-05T12:00",
      "ACT ARRI CLVAP LAOSHAN 04-05T12:00",
      "ACT DISC CLVAP LAOSHAN 04-05T22:00 C"
    ],
    alerts: [
      "A G1 CNTAO 03-02T09:00",
      "C G1 CNTAO 03-04T09:00",
      "C L1 CNTAO 03-05T04:00",
      "C D1 CNTAO 03-05T12:00",
      "C AF CLVAP 04-05T12:00",
      "C DF CLVAP 04-05T22:00"
    ]
  },
  {
    title: "the train is two days late, so that the container misses its vessel",
    events: [
      "PLN DEPA CZPRG RAIL 03-01T10:00 A @RAMP",
      "PLN ARRI DEHAM RAIL 03-03T10:00 A",
      "PLN DEPA DEHAM ELBE 03-05T10:00",
      "PLN ARRI USNYC ELBE 03-15T10:00",
      "ACT DEPA CZPRG RAIL 03-03T12:00 A @RAMP",
      "EST ARRI DEHAM RAIL 03-05T12:00 A",
      "PLN DEPA DEHAM WESER 03-12T10:00 (A) rx=03-04T10:00",
      "PLN ARRI USNYC WESER 03-22T10:00 (A)",
      "ACT DEPA DEHAM ELBE 03-05T11:00",
      "ACT ARRI DEHAM RAIL 03-05T14:00 A",
      "ACT LOAD DEHAM WESER 03-12T04:00 A",
      "ACT DEPA DEHAM WESER 03-12T12:00",
      "ACT ARRI USNYC ELBE 03-15T12:00",
      "ACT ARRI USNYC WESER 03-22T12:00",
      "ACT DISC USNYC WESER 03-22T22:00 A"
    ],
    alerts: [
      "~D0 CZPRG 03-03T12:00 50",
      "D0 CZPRG 03-03T12:00",
      "~G1 DEHAM 03-05T12:00 50",
      "~D1 DEHAM 03-12T10:00 168",
      "~AF USNYC 03-22T10:00 168",
      "G1 DEHAM 03-05T14:00",
      "L1 DEHAM 03-12T04:00",
      "D1 DEHAM 03-12T12:00",
      "AF USNYC 03-22T12:00",
      "DF USNYC 03-22T22:00"
    ]
  },
  {
    title: "the vessel returns to the port of loading with a fault, and another one takes the container over",
    events: [
      "PLN DEPA PTLIS TEJO 03-05T10:00",
      "PLN ARRI BRSSZ TEJO 03-17T10:00",
      "ACT LOAD PTLIS TEJO 03-05T04:00 A",
      "ACT DEPA PTLIS TEJO 03-05T12:00",
      "ACT ARRI PTLIS TEJO 03-07T12:00 #back",
      "ACT DISC PTLIS TEJO 03-08T09:00 #back A",
      "PLN DEPA PTLIS DOURO 03-12T10:00 (A) rx=03-08T15:00",
      "PLN ARRI BRSSZ DOURO 03-24T10:00 (A)",
      "ACT LOAD PTLIS DOURO 03-12T04:00 A",
      "ACT DEPA PTLIS DOURO 03-12T12:00",
      "ACT ARRI BRSSZ DOURO 03-24T12:00",
      "ACT DISC BRSSZ DOURO 03-24T22:00 A"
    ],
    alerts: [
      "L1 PTLIS 03-05T04:00",
      "D1 PTLIS 03-05T12:00",
      "retracted L1 PTLIS",
      "retracted D1 PTLIS",
      "!~D1 PTLIS 03-12T10:00 166",
      "~AF BRSSZ 03-24T10:00 168",
      "~L1 PTLIS 03-12T04:00 168",
      "!L1 PTLIS 03-12T04:00",
      "D1 PTLIS 03-12T12:00",
      "AF BRSSZ 03-24T12:00",
      "DF BRSSZ 03-24T22:00"
    ]
  }
]
