import type { SentCase } from "./SentEvents.ts"

/** Placeholders, port complexes, terminals, former and next trips. Written with their alerts before the first run. */
export const PLACEHOLDER_CASES: ReadonlyArray<SentCase> = [
  {
    title: "by truck between two ports to a feeder that is to be advised",
    events: [
      "PLN ARRI DEBRV THOR 03-20T10:00",
      "PLN ARRI DKAAR 03-28T10:00 name=TO_BE_ADVISED no-imo no-id",
      "ACT LOAD MXVER THOR 03-02T05:00 A",
      "ACT DEPA MXVER THOR 03-02T12:00",
      "ACT ARRI DEBRV THOR 03-20T12:00",
      "ACT DISC DEBRV THOR 03-20T20:00 A",
      "ACT GTOT DEBRV TRUCK 03-22T08:00 A",
      "ACT GTIN DEHAM TRUCK 03-22T14:00 A",
      "ACT LOAD DEHAM FREYA 03-26T05:00 A",
      "ACT DEPA DEHAM FREYA 03-26T12:00",
      "ACT ARRI DKAAR FREYA 03-28T12:00",
      "ACT DISC DKAAR FREYA 03-28T18:00 A"
    ],
    alerts: [
      "L1 MXVER 03-02T05:00",
      "D1 MXVER 03-02T12:00",
      "AT DEBRV 03-20T12:00",
      "DT DEBRV 03-20T20:00",
      "LT DEHAM 03-26T05:00",
      "VT DEHAM 03-26T12:00",
      "AF DKAAR 03-28T12:00",
      "DF DKAAR 03-28T18:00"
    ]
  },
  {
    title: "two transhipments on vessels that are to be nominated, and are named when they load",
    events: [
      "PLN DEPA ZACPT ARIES 03-01T10:00",
      "PLN ARRI ESALG ARIES 03-15T10:00",
      "PLN DEPA ESALG 03-18T10:00 name=To_Be_Nominated no-imo no-id",
      "PLN ARRI ITGIT 03-22T10:00 name=To_Be_Nominated no-imo no-id",
      "PLN DEPA ITGIT 03-25T10:00 name=FEEDER_TBN no-imo no-id",
      "PLN ARRI TRMER 03-29T10:00 name=FEEDER_TBN no-imo no-id",
      "ACT LOAD ZACPT ARIES 03-01T05:00 A",
      "ACT DEPA ZACPT ARIES 03-01T12:00",
      "ACT ARRI ESALG ARIES 03-15T12:00",
      "ACT DISC ESALG ARIES 03-15T20:00 A",
      "ACT LOAD ESALG BALTIC 03-18T05:00 A",
      "ACT DEPA ESALG BALTIC 03-18T12:00",
      "ACT ARRI ITGIT BALTIC 03-22T12:00",
      "ACT DISC ITGIT BALTIC 03-22T20:00 A",
      "ACT LOAD ITGIT CORAL 03-25T05:00 A",
      "ACT DEPA ITGIT CORAL 03-25T12:00",
      "ACT ARRI TRMER CORAL 03-29T12:00",
      "ACT DISC TRMER CORAL 03-29T20:00 A"
    ],
    alerts: [
      "L1 ZACPT 03-01T05:00",
      "D1 ZACPT 03-01T12:00",
      "AT ESALG 03-15T12:00",
      "DT ESALG 03-15T20:00",
      "LT ESALG 03-18T05:00",
      "VT ESALG 03-18T12:00",
      "AT ITGIT 03-22T12:00",
      "DT ITGIT 03-22T20:00",
      "LT ITGIT 03-25T05:00",
      "VT ITGIT 03-25T12:00",
      "AF TRMER 03-29T12:00",
      "DF TRMER 03-29T20:00"
    ]
  },
  {
    title: "loaded in Newark, and the vessel leaves New York; then planned to Shanghai, and discharged in Yangshan",
    events: [
      "PLN DEPA USNYC GANYMEDE 03-05T10:00",
      "PLN ARRI CNSHA GANYMEDE 04-10T10:00",
      "ACT GTIN USEWR 03-03T09:00 A",
      "ACT LOAD USEWR GANYMEDE 03-05T03:00 A",
      "ACT DEPA USNYC GANYMEDE 03-05T12:00",
      "EST ARRI CNSHA GANYMEDE 04-12T10:00",
      "ACT ARRI CNYSN GANYMEDE 04-12T12:00",
      "ACT DISC CNYSN GANYMEDE 04-12T22:00 A",
      "ACT GTOT CNYSN 04-15T10:00 A"
    ],
    alerts: [
      "G1 USEWR 03-03T09:00",
      "L1 USEWR 03-05T03:00",
      "D1 USNYC 03-05T12:00",
      "~AF CNSHA 04-12T10:00 48",
      "AF CNYSN 04-12T12:00",
      "DF CNYSN 04-12T22:00",
      "GF CNYSN 04-15T10:00"
    ]
  },
  {
    title: "the discharge is reported by two terminals of the port two hours apart",
    events: [
      "PLN ARRI NLRTM VEGA 03-20T10:00",
      "ACT LOAD UYMVD VEGA 03-02T05:00 A",
      "ACT DEPA UYMVD VEGA 03-02T12:00",
      "ACT ARRI NLRTM VEGA 03-20T12:00",
      "ACT DISC NLRTM VEGA 03-20T20:00 A facility=APMII #v1",
      "ACT DISC NLRTM VEGA 03-20T22:00 A facility=RWG #v2",
      "ACT GTOT NLRTM 03-23T10:00 A facility=RWG"
    ],
    alerts: [
      "L1 UYMVD 03-02T05:00",
      "D1 UYMVD 03-02T12:00",
      "AF NLRTM 03-20T12:00",
      "DF NLRTM 03-20T20:00",
      "GF NLRTM 03-23T10:00"
    ]
  },
  {
    title: "the last port known turns out to be a transhipment three days after the hold",
    events: [
      "ACT LOAD ZADUR COMET 03-02T05:00 A",
      "ACT DEPA ZADUR COMET 03-02T12:00",
      "ACT ARRI MUPLU COMET 03-07T12:00",
      "ACT DISC MUPLU COMET 03-07T20:00 A",
      "PLN DEPA MUPLU METEOR 03-14T10:00 rx=03-11T10:00",
      "PLN ARRI INNSA METEOR 03-22T10:00",
      "ACT LOAD MUPLU METEOR 03-14T05:00 A",
      "ACT DEPA MUPLU METEOR 03-14T12:00",
      "ACT ARRI INNSA METEOR 03-22T12:00",
      "ACT DISC INNSA METEOR 03-22T20:00 A",
      "ACT GTOT INNSA 03-25T10:00 A"
    ],
    alerts: [
      "L1 ZADUR 03-02T05:00",
      "D1 ZADUR 03-02T12:00",
      "AF MUPLU 03-07T12:00",
      "DF MUPLU 03-07T20:00",
      "!AT MUPLU 03-07T12:00",
      "!DT MUPLU 03-07T20:00",
      "LT MUPLU 03-14T05:00",
      "VT MUPLU 03-14T12:00",
      "AF INNSA 03-22T12:00",
      "DF INNSA 03-22T20:00",
      "GF INNSA 03-25T10:00"
    ]
  },
  {
    title: "tracked after an earlier trip had ended, whose events come in the first request",
    since: "03-10T00:00",
    events: [
      [
        "ACT LOAD VNHPH GRUS 01-20T05:00 A bk=OLD1001",
        "ACT DISC DEHAM GRUS 02-22T05:00 A bk=OLD1001",
        "ACT GTOT DEHAM 02-24T05:00 A bk=OLD1001",
        "ACT GTIN DEHAM 02-27T05:00 A EMPTY bk=OLD1001",
        "ACT GTOT DEHAM 03-05T05:00 A EMPTY",
        "PLN DEPA DEHAM LYRA 03-14T10:00",
        "PLN ARRI USORF LYRA 03-27T10:00"
      ],
      "ACT GTIN DEHAM 03-12T09:00 A",
      "ACT LOAD DEHAM LYRA 03-14T05:00 A",
      "ACT DEPA DEHAM LYRA 03-14T13:00",
      "ACT ARRI USORF LYRA 03-28T12:00",
      "ACT DISC USORF LYRA 03-28T22:00 A"
    ],
    alerts: [
      "G1 DEHAM 03-12T09:00",
      "L1 DEHAM 03-14T05:00",
      "D1 DEHAM 03-14T13:00",
      "~AF USORF 03-28T12:00 26",
      "AF USORF 03-28T12:00",
      "DF USORF 03-28T22:00"
    ]
  },
  {
    title: "the next trip begins without a reported empty return, under another booking",
    events: [
      "PLN ARRI GBFXT NEBULA 03-20T10:00",
      "ACT LOAD VNSGN NEBULA 02-20T05:00 A",
      "ACT DEPA VNSGN NEBULA 02-20T12:00",
      "ACT ARRI GBFXT NEBULA 03-20T12:00",
      "ACT DISC GBFXT NEBULA 03-20T20:00 A",
      "ACT GTOT GBFXT 03-22T08:00 A",
      "ACT GTOT GBDNC 03-28T08:00 A EMPTY @DEPO bk=NEXT2002",
      "ACT GTIN GBSOU 03-30T08:00 A bk=NEXT2002",
      "PLN DEPA GBSOU PULSAR 04-02T10:00 bk=NEXT2002",
      "PLN ARRI USCHS PULSAR 04-14T10:00 bk=NEXT2002",
      "ACT LOAD GBSOU PULSAR 04-02T05:00 A bk=NEXT2002",
      "ACT DEPA GBSOU PULSAR 04-02T12:00 bk=NEXT2002"
    ],
    alerts: [
      "L1 VNSGN 02-20T05:00",
      "D1 VNSGN 02-20T12:00",
      "AF GBFXT 03-20T12:00",
      "DF GBFXT 03-20T20:00",
      "GF GBFXT 03-22T08:00"
    ]
  },
  {
    title: "a booking whose containers become known after its first delay",
    tracks: "booking",
    events: [
      "PLN DEPA KHKOS MEKONG 03-05T10:00",
      "PLN ARRI JPYOK MEKONG 03-17T10:00",
      "EST DEPA KHKOS MEKONG 03-07T10:00",
      "EST ARRI JPYOK MEKONG 03-19T10:00",
      "ACT GTIN KHKOS 03-05T10:00 A",
      "ACT GTIN KHKOS 03-05T15:00 B",
      "ACT LOAD KHKOS MEKONG 03-07T03:00 A",
      "ACT LOAD KHKOS MEKONG 03-07T03:30 B",
      "ACT DEPA KHKOS MEKONG 03-07T12:00"
    ],
    alerts: [
      "- ~D1 KHKOS 03-07T10:00 48",
      "- ~AF JPYOK 03-19T10:00 48",
      "A G1 KHKOS 03-05T10:00",
      "B G1 KHKOS 03-05T15:00",
      "A L1 KHKOS 03-07T03:00",
      "B L1 KHKOS 03-07T03:30",
      "A D1 KHKOS 03-07T12:00",
      "B D1 KHKOS 03-07T12:00"
    ]
  },
  {
    title: "registered a few hours after the discharge, and the whole voyage comes in the first request",
    since: "03-20T02:00",
    events: [
      [
        "PLN ARRI SIKOP ADRIA 03-18T10:00",
        "ACT LOAD ILASH ADRIA 03-12T05:00 A",
        "ACT DEPA ILASH ADRIA 03-12T12:00",
        "ACT ARRI SIKOP ADRIA 03-19T20:00",
        "ACT DISC SIKOP ADRIA 03-19T23:00 A"
      ],
      "ACT GTOT SIKOP 03-21T09:00 A"
    ],
    alerts: ["AF SIKOP 03-19T20:00", "DF SIKOP 03-19T23:00", "GF SIKOP 03-21T09:00"]
  }
]
