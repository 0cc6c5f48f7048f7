import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import { deriveShipmentJourneys } from "../../../src/tracking/journey/ShipmentJourneys.ts"
import type { ReferenceType } from "../../../src/tracking/references/ReferenceType.ts"
import { arrives, CONTAINER, departs, directVoyage, gatesIn, loads, OTHER_CONTAINER, on, ports } from "../fixtures.ts"

const YEAR = 365 * 24 * HOUR_MILLIS

/** The trip of a year before, of another booking. */
const lastYear = directVoyage().map((event) => ({ ...event, eventDateTime: Instant.make(event.eventDateTime - YEAR) }))
const nextTrip = [
  loads({ port: "NLRTM", date: "03-06", vessel: "CERES" }),
  arrives({ port: "USNYC", date: "03-17", vessel: "CERES", is: "EST" })
]

const followed = (
  since: string,
  type: Option.Option<ReferenceType> = Option.some("CT"),
  number: string = CONTAINER
) => ({
  number,
  type,
  since: on(since)
})

describe("the trip of a shipment", () => {
  const all = [...lastYear, ...directVoyage(), ...nextTrip]

  it("is the one in progress when tracking began", () => {
    const [journey] = deriveShipmentJourneys(followed("01-05"), all)
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod NLRTM"])
    assert.deepStrictEqual(journey?.startsAt, Option.some(on("01-03")))
  })

  it("is the one that ended up to 72 hours before tracking began", () => {
    assert.deepStrictEqual(ports(deriveShipmentJourneys(followed("02-18"), all)[0]), [
      "first-pol CNSHA",
      "final-pod NLRTM"
    ])
    assert.deepStrictEqual(ports(deriveShipmentJourneys(followed("02-20"), all)[0]), [
      "first-pol NLRTM",
      "final-pod USNYC"
    ])
  })

  it("is the last one when all have ended, until the next begins", () => {
    const [journey] = deriveShipmentJourneys(followed("06-01"), [...lastYear, ...directVoyage()])
    assert.deepStrictEqual(journey?.startsAt, Option.some(on("01-03")))
  })

  it("is the one whose events name the booking, whatever its dates", () => {
    const booked = lastYear.map((event) => ({ ...event, documents: [{ type: "BKG", value: "BOOKED1" }] }))
    const [journey, ...others] = deriveShipmentJourneys(followed("06-01", Option.some("BK"), "BOOKED1"), [
      ...booked,
      ...directVoyage()
    ])
    assert.deepStrictEqual(journey?.startsAt, Option.some(Instant.make(on("01-03") - YEAR)))
    assert.deepStrictEqual(others, [])
  })
})

describe("the containers of a shipment", () => {
  const events = [
    departs({ port: "CNSHA", date: "01-11", vessel: "ATLAS" }),
    gatesIn({ port: "CNSHA", date: "01-09" }),
    gatesIn({ port: "CNSHA", date: "01-09", container: OTHER_CONTAINER })
  ]

  it("a container has only its own journey", () => {
    const journeys = deriveShipmentJourneys(followed("01-01"), events)
    assert.deepStrictEqual(
      journeys.map((journey) => journey.container),
      [Option.some(CONTAINER)]
    )
  })

  it("a booking or bill of lading has one journey for each container", () => {
    const types: ReadonlyArray<Option.Option<ReferenceType>> = [Option.some("BK"), Option.some("BL"), Option.none()]
    for (const type of types) {
      const journeys = deriveShipmentJourneys(followed("01-01", type, "BOOKED1"), events)
      assert.deepStrictEqual(
        journeys.map((journey) => journey.container),
        [Option.some(CONTAINER), Option.some(OTHER_CONTAINER)]
      )
    }
  })

  it("a container without events has an empty journey, a booking none", () => {
    assert.deepStrictEqual(
      deriveShipmentJourneys(followed("01-01"), []).map((journey) => journey.milestones.length),
      [0]
    )
    assert.deepStrictEqual(deriveShipmentJourneys(followed("01-01", Option.some("BK"), "BOOKED1"), []), [])
  })
})
