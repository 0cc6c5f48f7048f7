import { assert, describe, it } from "@effect/vitest"
import { deriveContainerJourneys } from "../../../src/tracking/journey/Journey.ts"
import { CONTAINER, OTHER_CONTAINER, on } from "../fixtures.ts"
import { alertsOf, eventOf } from "./EventLines.ts"

describe("events that name the container precede movements of vessels", () => {
  it("a container that was rolled does not leave with the vessel on which its sibling continues", () => {
    const events = [
      "PLN DEPA SGSIN CERES 02-12T10:00",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 B",
      "ACT DISC SGSIN ATLAS 02-08T20:00 A",
      "ACT DISC SGSIN ATLAS 02-08T21:00 B",
      "EST DEPA SGSIN DIONE 02-19T10:00 (B)",
      "ACT LOAD SGSIN CERES 02-12T05:00 A",
      "ACT DEPA SGSIN CERES 02-12T11:00",
      "ACT LOAD SGSIN DIONE 02-19T05:00 B",
      "ACT DEPA SGSIN DIONE 02-19T10:00"
    ]
    assert.deepStrictEqual(alertsOf(events, OTHER_CONTAINER), [
      "2: container.loaded.at.first.pol CNSHA",
      "4: container.discharge.at.transhipment_port SGSIN",
      "5: date.changed.vessel.departure.from.transhipment_port SGSIN 168",
      "8: container.loaded.at.transhipment_port SGSIN",
      "9: vessel.departure.from.transhipment_port SGSIN"
    ])
  })

  it("a container that was rolled at its port of loading does not leave with the vessel of its sibling", () => {
    const events = [
      "PLN DEPA CNSHA CERES 02-12T10:00",
      "EST DEPA CNSHA DIONE 02-19T10:00 (B)",
      "ACT LOAD CNSHA CERES 02-12T05:00 A",
      "ACT DEPA CNSHA CERES 02-12T11:00",
      "ACT LOAD CNSHA DIONE 02-19T05:00 B"
    ]
    assert.deepStrictEqual(alertsOf(events, OTHER_CONTAINER), [
      "2: date.changed.vessel.departure.from.first.pol CNSHA 168",
      "5: container.loaded.at.first.pol CNSHA"
    ])
  })

  it("the transhipment of a sibling is not part of the journey of a container that stayed on board", () => {
    const events = [
      "PLN ARRI NLRTM DIONE 03-20T10:00 (B)",
      "PLN DEPA MYPKG DIONE 02-15T10:00 (B)",
      "PLN ARRI MYPKG ATLAS 02-10T05:00 (B)",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 A",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 B",
      "ACT DEPA CNSHA ATLAS 02-01T10:00",
      "ACT ARRI SGSIN ATLAS 02-08T10:00",
      "ACT DISC SGSIN ATLAS 02-08T20:00 A",
      "ACT LOAD SGSIN CERES 02-12T05:00 A",
      "ACT ARRI MYPKG ATLAS 02-10T05:00",
      "ACT DISC MYPKG ATLAS 02-10T10:00 B",
      "ACT DEPA SGSIN CERES 02-12T11:00",
      "ACT LOAD MYPKG DIONE 02-15T05:00 B"
    ]
    assert.deepStrictEqual(alertsOf(events, OTHER_CONTAINER), [
      "5: container.loaded.at.first.pol CNSHA",
      "6: vessel.departure.from.first.pol CNSHA",
      "10: vessel.arrival.at.transhipment_port MYPKG",
      "11: container.discharge.at.transhipment_port MYPKG",
      "13: container.loaded.at.transhipment_port MYPKG"
    ])
  })

  it("a vessel still concerns every container where loadings are not reported for each", () => {
    const events = [
      "PLN ARRI NLRTM ATLAS 03-01T10:00",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 A",
      "ACT DEPA CNSHA ATLAS 02-01T10:00",
      "ACT ARRI NLRTM ATLAS 03-01T10:00"
    ]
    assert.deepStrictEqual(alertsOf(events, OTHER_CONTAINER), [
      "3: vessel.departure.from.first.pol CNSHA",
      "4: vessel.arrival.at.final.pod NLRTM"
    ])
  })

  it("a feeder takes the container to a vessel that passes the port of loading again", () => {
    const events = [
      "PLN DEPA NLRTM FEEDER 02-01T10:00",
      "PLN DEPA GBFXT BIG 02-05T10:00",
      "PLN DEPA NLRTM BIG 02-07T10:00",
      "PLN ARRI USNYC BIG 02-16T10:00",
      "ACT LOAD NLRTM FEEDER 02-01T05:00 A",
      "ACT ARRI GBFXT FEEDER 02-02T11:00",
      "ACT DISC GBFXT FEEDER 02-02T15:00 A"
    ]
    assert.deepStrictEqual(alertsOf(events), [
      "5: container.loaded.at.first.pol NLRTM",
      "6: vessel.arrival.at.transhipment_port GBFXT",
      "7: container.discharge.at.transhipment_port GBFXT"
    ])
  })

  it("a report by mistake is replaced by its correction", () => {
    const events = [
      "ACT LOAD CNSHA ATLAS 02-01T05:00 A",
      "PLN ARRI NLRTM ATLAS 03-01T10:00",
      "ACT DISC BEANR ATLAS 03-01T20:00 A",
      "ACT DISC NLRTM ATLAS 03-01T20:00 A",
      "ACT GTOT NLRTM 03-03T20:00 A"
    ]
    assert.deepStrictEqual(alertsOf(events), [
      "1: container.loaded.at.first.pol CNSHA",
      "3: container.discharge.at.final.pod BEANR",
      "4: container.discharge.at.final.pod NLRTM supersedes 3: container.discharge.at.final.pod BEANR",
      "5: container.departure.from.final.pod NLRTM"
    ])
  })
})

describe("repeated calls of a vessel", () => {
  const events = [
    "PLN DEPA CNSHA ATLAS 02-01T10:00 #1",
    "PLN DEPA CNSHA ATLAS 02-06T10:00 #2",
    "EST DEPA CNSHA ATLAS 02-01T12:00 #1",
    "EST DEPA CNSHA ATLAS 02-06T12:00 #2",
    "ACT LOAD CNSHA ATLAS 02-01T05:00 #1 A",
    "ACT DEPA CNSHA ATLAS 02-01T12:00 #1",
    "ACT DEPA CNSHA ATLAS 02-06T12:00 #2"
  ]

  it("are not changes of the date of the first", () => {
    assert.deepStrictEqual(alertsOf(events), [
      "5: container.loaded.at.first.pol CNSHA",
      "6: vessel.departure.from.first.pol CNSHA"
    ])
  })

  it("are not distinguished where each event has a separate call id", () => {
    const perEvent = [
      "PLN LOAD CNSHA ATLAS 02-01T08:00 #a A",
      "PLN DEPA CNSHA ATLAS 02-01T10:00 #b",
      "PLN DEPA CNSHA ATLAS 02-04T10:00 #c"
    ]
    assert.deepStrictEqual(alertsOf(perEvent), ["3: date.changed.vessel.departure.from.first.pol CNSHA 72"])
  })
})

describe("inland moves", () => {
  it("are neither before the first POL nor after the final POD while the container waits for its next vessel", () => {
    const events = [
      "PLN ARRI NLRTM CERES 03-13T10:00",
      "ACT LOAD CNSHA ATLAS 02-01T05:00 A",
      "ACT DISC SGSIN ATLAS 02-08T20:00 A",
      "ACT GTIN MYPGU TRUCK 02-10T12:00 A @OFFD"
    ]
    assert.deepStrictEqual(alertsOf(events), [
      "2: container.loaded.at.first.pol CNSHA",
      "3: container.discharge.at.transhipment_port SGSIN"
    ])
  })

  it("over a land bridge that was planned do not end the trip, also without a booking", () => {
    const events = [
      "PLN DEPA PAMIT CERES 02-14T10:00 no-booking",
      "ACT LOAD CLSAI ATLAS 02-01T05:00 A no-booking",
      "ACT DISC PABLB ATLAS 02-08T20:00 A no-booking",
      "ACT GTOT PABLB RAIL 02-10T05:00 A no-booking",
      "ACT GTIN PAMIT RAIL 02-10T12:00 A no-booking",
      "ACT LOAD PAMIT CERES 02-14T05:00 A no-booking"
    ]
    assert.deepStrictEqual(alertsOf(events), [
      "2: container.loaded.at.first.pol CLSAI",
      "3: container.discharge.at.transhipment_port PABLB",
      "6: container.loaded.at.transhipment_port PAMIT"
    ])
  })

  it("by barge or train to the first POL are the arrival there when no gate-in is reported", () => {
    const events = [
      "PLN DEPA NLRTM ATLAS 02-10T10:00",
      "ACT DEPA DEDUI BARGE 02-01T10:00 A",
      "ACT ARRI NLRTM BARGE 02-02T10:00 A"
    ]
    assert.deepStrictEqual(alertsOf(events), [
      "2: container.departure.from.pre.pol DEDUI",
      "3: container.arrival.at.first.pol NLRTM"
    ])
  })
})

describe("vessels that are not named yet", () => {
  it("are different vessels at two transhipments, however the carrier writes them", () => {
    for (const name of ["TBN", "TBA", "TBC", "UNKNOWN", "UNNAMED"]) {
      const events = [
        "PLN DEPA CNSHA ATLAS 02-01T10:00",
        "PLN ARRI SGSIN ATLAS 02-08T10:00",
        `PLN DEPA SGSIN ${name} 02-12T10:00 #1`,
        `PLN ARRI LKCMB ${name} 02-18T10:00 #2`,
        `PLN DEPA LKCMB ${name} 02-22T10:00 #3`,
        `PLN ARRI NLRTM ${name} 03-13T10:00 #4`
      ].map((line, index) => eventOf(line, on(`01-02T0${index}:00`)))
      const [journey] = deriveContainerJourneys(events, CONTAINER)
      assert.deepStrictEqual(
        journey?.ports.map(({ role, place }) => `${role} ${place.unlocode}`),
        ["first-pol CNSHA", "transhipment SGSIN", "transhipment LKCMB", "final-pod NLRTM"],
        name
      )
    }
  })
})
