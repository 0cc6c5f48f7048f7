import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import {
  arrives,
  departs,
  directVoyage,
  discharges,
  gatesIn,
  gatesOut,
  lines,
  loads,
  picksUpEmpty,
  ports,
  returnsEmpty,
  shown
} from "../fixtures.ts"

/** The next trip of the container, from Rotterdam to New York. */
const nextTrip = [
  picksUpEmpty({ port: "NLRTM", date: "03-01" }),
  gatesIn({ port: "NLRTM", date: "03-04" }),
  loads({ port: "NLRTM", date: "03-06", vessel: "CERES" }),
  departs({ port: "NLRTM", date: "03-07", vessel: "CERES" }),
  arrives({ port: "USNYC", date: "03-17", vessel: "CERES", is: "EST" })
]

const expected = deriveJourneys(directVoyage())[0]

describe("the end of a trip", () => {
  it("is the empty return after a discharge", () => {
    const [journey, ...others] = deriveJourneys(directVoyage())
    assert.deepStrictEqual(others, [])
    const end = Option.getOrThrow(journey?.end ?? Option.none())
    assert.deepStrictEqual([shown(end.at), end.reason], ["02-16", "returned-empty"])
  })

  it("is not an empty gate-in before any discharge", () => {
    const [journey, ...others] = deriveJourneys([returnsEmpty({ port: "CNSHA", date: "01-01" }), ...directVoyage()])
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(lines(journey), lines(expected))
  })

  it("is the empty return even if the discharge was not reported, and the next trip is separate", () => {
    const withoutDischarge = directVoyage().filter(({ code }) => code !== "DISC")
    const next = [
      picksUpEmpty({ port: "NLRTM", date: "02-24" }),
      gatesIn({ port: "NLRTM", date: "02-26" }),
      loads({ port: "NLRTM", date: "02-28", vessel: "BOREAS" })
    ]
    const back = returnsEmpty({ port: "NLRTM", date: "02-20" })
    const [journey, following, ...others] = deriveJourneys([...withoutDischarge, back, ...next])
    assert.deepStrictEqual(others, [])
    assert.strictEqual(Option.getOrThrow(journey?.end ?? Option.none()).reason, "returned-empty")
    assert.deepStrictEqual(ports(journey).at(-1), "final-pod NLRTM")
    assert.deepStrictEqual(ports(following), ["first-pol NLRTM"])
  })

  it("is not set by plans under another booking while the container is at sea", () => {
    const one = directVoyage()
      .filter(({ code }) => code !== "DISC" && code !== "GTOT")
      .map((event) => ({ ...event, documents: [{ type: "BKG", value: "ONE" }] }))
    const next = [
      departs({ port: "NLRTM", date: "03-25", vessel: "BOREAS", is: "PLN", booking: "TWO" }),
      arrives({ port: "USNYC", date: "04-05", vessel: "BOREAS", is: "PLN", booking: "TWO" })
    ]
    const [journey, following, ...others] = deriveJourneys([...one, ...next])
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(lines(journey), lines(deriveJourneys(one)[0]))
    assert.deepStrictEqual(ports(following), ["first-pol NLRTM", "final-pod USNYC"])
  })

  it("is not a planned empty return", () => {
    const planned = returnsEmpty({ port: "NLRTM", date: "02-16", is: "PLN" })
    const [journey] = deriveJourneys([...directVoyage().slice(0, 7), planned])
    assert.deepStrictEqual(journey?.end, Option.none())
  })

  it("voids plans that the trip never reached", () => {
    const [journey] = deriveJourneys([
      ...directVoyage(),
      loads({ port: "NLRTM", date: "02-14", vessel: "FEEDER", is: "PLN" }),
      discharges({ port: "SEGOT", date: "02-15", vessel: "FEEDER", is: "PLN" })
    ])
    assert.deepStrictEqual(lines(journey), lines(expected))
  })
})

describe("the next trip is separate", () => {
  it("after an empty return", () => {
    const [first, second] = deriveJourneys([...directVoyage(), ...nextTrip])
    assert.deepStrictEqual(first, expected)
    assert.deepStrictEqual(ports(second), ["first-pol NLRTM", "final-pod USNYC"])
  })

  it("after an empty return, when the next trip is only planned", () => {
    const planned = [
      departs({ port: "NLRTM", date: "03-07", vessel: "CERES", is: "PLN" }),
      arrives({ port: "USNYC", date: "03-17", vessel: "CERES", is: "PLN" })
    ]
    const [first, second] = deriveJourneys([...directVoyage(), ...planned])
    assert.deepStrictEqual(first, expected)
    assert.deepStrictEqual(ports(second), ["first-pol NLRTM", "final-pod USNYC"])
  })

  it("on the same vessel, later", () => {
    const sameVessel = [
      loads({ port: "NLRTM", date: "03-06", vessel: "ATLAS" }),
      departs({ port: "NLRTM", date: "03-07", vessel: "ATLAS" })
    ].map((event) => ({
      ...event,
      transportCall: Option.map(event.transportCall, (call) => ({ ...call, exportVoyage: Option.some("ATL2") }))
    }))
    const [first] = deriveJourneys([...directVoyage(), ...sameVessel])
    assert.deepStrictEqual(first, expected)
  })

  const delivered = directVoyage().slice(0, 7)

  it("after a delivery without an empty return, when the container is picked up empty", () => {
    const [first, second] = deriveJourneys([...delivered, ...nextTrip])
    assert.deepStrictEqual(lines(first), lines(expected))
    assert.deepStrictEqual(ports(second), ["first-pol NLRTM", "final-pod USNYC"])
    const end = Option.getOrThrow(first?.end ?? Option.none())
    assert.deepStrictEqual([shown(end.at), end.reason], ["03-01", "next-trip"])
  })

  it("after a delivery, without any empty movements", () => {
    const [first, second] = deriveJourneys([...delivered, ...nextTrip.slice(1)])
    assert.deepStrictEqual(lines(first), lines(expected))
    assert.deepStrictEqual(ports(second), ["first-pol NLRTM", "final-pod USNYC"])
  })

  it("after a delivery, from another port", () => {
    const elsewhere = [
      gatesIn({ port: "DEHAM", date: "02-14" }),
      loads({ port: "DEHAM", date: "02-16", vessel: "CERES" }),
      discharges({ port: "USNYC", date: "02-27", vessel: "CERES" })
    ]
    const [first, second] = deriveJourneys([...delivered, ...elsewhere])
    assert.deepStrictEqual(lines(first), lines(expected))
    assert.deepStrictEqual(ports(second), ["first-pol DEHAM", "final-pod USNYC"])
  })

  it("after a delivery, by another booking", () => {
    const booked = delivered.map((event) => ({ ...event, documents: [{ type: "BKG", value: "ONE" }] }))
    const next = gatesIn({ port: "DEHAM", date: "02-14", booking: "TWO" })
    const [first, second] = deriveJourneys([...booked, next])
    assert.deepStrictEqual(lines(first), lines(expected))
    assert.strictEqual(second?.documents.has("TWO"), true)
  })

  it("after a delivery, under another bill of lading", () => {
    const billed = delivered.map((event) => ({ ...event, documents: [{ type: "TRD", value: "ONE" }] }))
    const next = { ...gatesIn({ port: "DEHAM", date: "02-14" }), documents: [{ type: "TRD", value: "TWO" }] }
    const [first, second] = deriveJourneys([...billed, next])
    assert.deepStrictEqual(lines(first), lines(expected))
    assert.strictEqual(second?.documents.has("TWO"), true)
  })

  it("when it is planned after the delivery", () => {
    const planned = [
      departs({ port: "NLRTM", date: "03-07", vessel: "CERES", is: "PLN", received: "02-20" }),
      arrives({ port: "USNYC", date: "03-17", vessel: "CERES", is: "PLN", received: "02-20" })
    ]
    const [first, second] = deriveJourneys([...delivered, ...planned])
    assert.deepStrictEqual(lines(first), lines(expected))
    assert.deepStrictEqual(ports(second), ["first-pol NLRTM", "final-pod USNYC"])
  })
})

describe("a trip includes", () => {
  it("a laden return to the port of discharge within 72 hours and the next vessel, as a change of terminal", () => {
    const journeys = deriveJourneys([
      ...directVoyage().slice(0, 7),
      gatesIn({ port: "NLRTM", date: "02-13" }),
      loads({ port: "NLRTM", date: "02-20", vessel: "FEEDER" }),
      discharges({ port: "SEGOT", date: "02-23", vessel: "FEEDER" })
    ])
    assert.strictEqual(journeys.length, 1)
    assert.deepStrictEqual(ports(journeys[0]), ["first-pol CNSHA", "transhipment NLRTM", "final-pod SEGOT"])
  })

  it("a plan reported before the container left the terminal", () => {
    const journeys = deriveJourneys([
      ...directVoyage().slice(0, 7),
      loads({ port: "NLRTM", date: "02-20", vessel: "FEEDER", is: "PLN", received: "02-01" }),
      discharges({ port: "SEGOT", date: "02-23", vessel: "FEEDER", is: "PLN", received: "02-01" })
    ])
    assert.deepStrictEqual(ports(journeys[0]), ["first-pol CNSHA", "transhipment NLRTM", "final-pod SEGOT"])
  })

  it("movements after the final POD until the empty return, with an empty pick-up in between", () => {
    const journeys = deriveJourneys([
      ...directVoyage().slice(0, 7),
      gatesIn({ port: "DEDUI", date: "02-13" }),
      picksUpEmpty({ port: "DEDUI", date: "02-15" }),
      returnsEmpty({ port: "NLRTM", date: "02-16" })
    ])
    assert.strictEqual(journeys.length, 1)
    assert.strictEqual(lines(journeys[0]).at(-1), "container.arrival.at.post.pod DEDUI 02-13 ACT")
  })

  it("movements of its vessels after the delivery, with or without voyage", () => {
    const voyageless = (vessel?: string) => ({
      ...departs({
        port: "NLRTM",
        date: "02-13",
        ...(vessel === undefined ? {} : { vessel }),
        mode: "VESSEL",
        received: "02-20"
      }),
      transportCall: Option.map(departs({ port: "NLRTM", date: "02-13" }).transportCall, (call) => ({
        ...call,
        mode: "VESSEL" as const,
        vessel: vessel === undefined ? Option.none() : Option.some({ imo: Option.none(), name: Option.some(vessel) })
      }))
    })
    for (const event of [voyageless("ATLAS"), voyageless()]) {
      const journeys = deriveJourneys([...directVoyage().slice(0, 7), event])
      assert.strictEqual(journeys.length, 1)
      assert.deepStrictEqual(journeys[0]?.end, Option.none())
    }
  })

  it("movements that name one of its transport calls, voyages or bookings, whenever received", () => {
    const late = { date: "02-18", received: "02-20", is: "EST" } as const
    const called = directVoyage()
      .slice(0, 7)
      .map((event, index) => ({
        ...event,
        documents: [{ type: "BKG", value: "ONE" }],
        transportCall: Option.map(event.transportCall, (call) => ({ ...call, id: Option.some(`call-${index}`) }))
      }))
    const later = [
      departs({ ...late, port: "NLRTM", vessel: "ATLAS II", call: "call-5" }),
      departs({ ...late, port: "DEHAM", vessel: "ATLAS", call: "elsewhere" }),
      departs({ ...late, port: "DEHAM", vessel: "CERES", call: "elsewhere", booking: "ONE" })
    ]
    for (const event of later) {
      assert.strictEqual(deriveJourneys([...called, event]).length, 1)
      assert.strictEqual(deriveJourneys([...called, returnsEmpty({ port: "NLRTM", date: "02-16" }), event]).length, 1)
    }
  })

  it("discharge, gate-out and empty return of one day in that order", () => {
    const sameDay = [
      ...directVoyage().slice(0, 5),
      discharges({ port: "NLRTM", date: "02-10", vessel: "ATLAS" }),
      returnsEmpty({ port: "NLRTM", date: "02-10" }),
      gatesOut({ port: "NLRTM", date: "02-10" })
    ]
    const journeys = deriveJourneys(sameDay)
    assert.strictEqual(journeys.length, 1)
    assert.strictEqual(lines(journeys[0]).at(-1), "container.departure.from.final.pod NLRTM 02-10 ACT")
  })
})

describe("a source that begins during the previous trip", () => {
  it("does not make laden movements before the empty return pre-POL", () => {
    const tail = [gatesOut({ port: "DEHAM", date: "01-01" }), returnsEmpty({ port: "DEHAM", date: "01-02" })]
    const journeys = deriveJourneys([...tail, ...directVoyage()])
    assert.deepStrictEqual(lines(journeys.at(-1)), lines(expected))
  })

  it("makes them pre-POL when the booking continues", () => {
    const booked = [
      gatesOut({ port: "CNSZH", date: "01-01", booking: "ONE" }),
      returnsEmpty({ port: "CNSZH", date: "01-02", booking: "ONE" }),
      ...directVoyage().map((event) => ({ ...event, documents: [{ type: "BKG", value: "ONE" }] }))
    ]
    const [first] = deriveJourneys(booked)
    assert.strictEqual(lines(first)[0], "container.departure.from.pre.pol CNSZH 01-01 ACT")
  })
})
