import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import {
  arrives,
  CONTAINER,
  departs,
  directVoyage,
  discharges,
  gatesIn,
  gatesOut,
  journeyOf,
  lines,
  loads,
  milestoneOf,
  ports,
  transhipment
} from "../fixtures.ts"

describe("ports and their roles", () => {
  it("a direct voyage runs from the first outbound to the last inbound port", () => {
    const journey = journeyOf(directVoyage())
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod NLRTM"])
    assert.deepStrictEqual(lines(journey), [
      "container.arrival.at.first.pol CNSHA 01-08 ACT",
      "container.loaded.at.first.pol CNSHA 01-10 ACT",
      "vessel.departure.from.first.pol CNSHA 01-11 ACT",
      "vessel.arrival.at.final.pod NLRTM 02-09 ACT",
      "container.discharge.at.final.pod NLRTM 02-10 ACT",
      "container.departure.from.final.pod NLRTM 02-12 ACT"
    ])
  })

  it("a port where the container changes vessels is a transhipment with an inbound and an outbound vessel", () => {
    const journey = journeyOf([...transhipment(), arrives({ port: "CNNGB", date: "01-24", vessel: "MONICA" })])
    assert.deepStrictEqual(ports(journey), ["first-pol CNTAO", "transhipment CNNGB", "final-pod PLGDN"])
    assert.deepStrictEqual(lines(journey).slice(3, 7), [
      "vessel.arrival.at.transhipment_port CNNGB 01-17 ACT",
      "container.discharge.at.transhipment_port CNNGB 01-18 ACT",
      "container.loaded.at.transhipment_port CNNGB 01-25T03:00 ACT",
      "vessel.departure.from.transhipment_port CNNGB 01-25T06:00 ACT"
    ])
    assert.deepStrictEqual(
      journey.legs.map((leg) => [
        Option.getOrThrow(leg.from).unlocode,
        Option.getOrThrow(leg.to).unlocode,
        Option.getOrThrow(Option.getOrThrow(leg.vessel).name)
      ]),
      [
        ["CNTAO", "CNNGB", "KALINA"],
        ["CNNGB", "PLGDN", "MONICA"]
      ]
    )
  })

  it("a change of vessels is derived from vessel movements alone", () => {
    const journey = journeyOf([
      departs({ port: "CNTAO", date: "01-11", vessel: "KALINA" }),
      arrives({ port: "CNNGB", date: "01-17", vessel: "KALINA" }),
      departs({ port: "CNNGB", date: "01-19", vessel: "KALINA" }),
      arrives({ port: "CNNGB", date: "01-24", vessel: "MONICA" }),
      departs({ port: "CNNGB", date: "01-25", vessel: "MONICA" }),
      arrives({ port: "PLGDN", date: "03-13", vessel: "MONICA" })
    ])
    assert.isTrue(Option.isNone(journey.container))
    assert.deepStrictEqual(lines(journey), [
      "vessel.departure.from.first.pol CNTAO 01-11 ACT",
      "vessel.arrival.at.transhipment_port CNNGB 01-17 ACT",
      "vessel.departure.from.transhipment_port CNNGB 01-25 ACT",
      "vessel.arrival.at.final.pod PLGDN 03-13 ACT"
    ])
  })

  it("a port at which the container stays on board is not part of the route", () => {
    const journey = journeyOf([
      ...directVoyage(),
      arrives({ port: "SGSIN", date: "01-18", vessel: "ATLAS" }),
      departs({ port: "SGSIN", date: "01-19", vessel: "ATLAS" })
    ])
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod NLRTM"])
  })

  it("calls of a vessel before loading and after discharge do not concern the container", () => {
    const journey = journeyOf([
      ...directVoyage(),
      departs({ port: "KRPUS", date: "01-07", vessel: "ATLAS" }),
      departs({ port: "NLRTM", date: "02-13", vessel: "ATLAS" }),
      arrives({ port: "DEHAM", date: "02-15", vessel: "ATLAS" }),
      arrives({ port: "SEGOT", date: "02-18", vessel: "ATLAS", is: "EST", received: "02-11" })
    ])
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod NLRTM"])
  })

  it("a port at which the vessel arrives before actual or planned loading is not a final POD", () => {
    for (const is of ["ACT", "EST", "PLN"] as const) {
      const journey = journeyOf([
        arrives({ port: "KRPUS", date: "01-05", vessel: "ATLAS" }),
        loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", is })
      ])
      assert.deepStrictEqual(ports(journey), ["first-pol CNSHA"])
    }
  })

  it("vessel dates alone decide without container events", () => {
    const journey = journeyOf([
      arrives({ port: "KRPUS", date: "01-05", vessel: "ATLAS" }),
      departs({ port: "CNSHA", date: "01-10", vessel: "ATLAS" })
    ])
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA"])
  })

  it("an actual arrival implies the departure, even if that is only estimated for later", () => {
    const journey = journeyOf([
      departs({ port: "CNSHA", date: "01-14", vessel: "KALINA", is: "EST" }),
      arrives({ port: "CNNGB", date: "01-13", vessel: "KALINA" })
    ])
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "final-pod CNNGB"])
  })

  it("a port with a discharge before the load is a transhipment, even if the previous port is unknown", () => {
    assert.deepStrictEqual(ports(journeyOf(transhipment().slice(4, 8))), ["transhipment CNNGB", "final-pod PLGDN"])
  })

  it("a discharge before the planned port is an unreported transhipment", () => {
    const journey = journeyOf([
      loads({ port: "CNTAO", date: "01-11", vessel: "KALINA" }),
      arrives({ port: "PLGDN", date: "02-20", vessel: "KALINA", is: "PLN" }),
      discharges({ port: "CNNGB", date: "01-18", vessel: "KALINA" })
    ])
    assert.deepStrictEqual(ports(journey), ["first-pol CNTAO", "transhipment CNNGB", "final-pod PLGDN"])
  })

  it("a port that the container left by the gate is the final POD, whatever was planned for its vessel", () => {
    const ATLAS = { vessel: "ATLAS" }
    const landed = [
      loads({ port: "CNSHA", date: "01-05", ...ATLAS }),
      departs({ port: "CNSHA", date: "01-05", ...ATLAS }),
      arrives({ port: "BEANR", date: "02-03", ...ATLAS }),
      discharges({ port: "BEANR", date: "02-03", ...ATLAS }),
      arrives({ port: "NLRTM", date: "02-05", ...ATLAS, is: "EST" }),
      discharges({ port: "NLRTM", date: "02-05", ...ATLAS, is: "EST" })
    ]
    assert.deepStrictEqual(ports(journeyOf(landed)).at(-1), "final-pod NLRTM")
    const gateOut = gatesOut({ port: "BEANR", date: "02-04" })
    assert.deepStrictEqual(ports(journeyOf([...landed, gateOut])), ["first-pol CNSHA", "final-pod BEANR"])
    const changed = gatesIn({ port: "BEANR", date: "02-04T06:00" })
    assert.deepStrictEqual(ports(journeyOf([...landed, gateOut, changed])).at(-1), "final-pod NLRTM")
  })

  it("a route has any number of transhipments", () => {
    const journey = journeyOf([
      loads({ port: "CNTAO", date: "01-02", vessel: "ONE" }),
      discharges({ port: "CNNGB", date: "01-05", vessel: "ONE" }),
      loads({ port: "CNNGB", date: "01-08", vessel: "TWO" }),
      discharges({ port: "SGSIN", date: "01-15", vessel: "TWO" }),
      loads({ port: "SGSIN", date: "01-20", vessel: "THREE" }),
      discharges({ port: "NLRTM", date: "02-20", vessel: "THREE" }),
      loads({ port: "NLRTM", date: "02-22", vessel: "FOUR" }),
      discharges({ port: "NOOSL", date: "02-25", vessel: "FOUR" })
    ])
    assert.deepStrictEqual(ports(journey), [
      "first-pol CNTAO",
      "transhipment CNNGB",
      "transhipment SGSIN",
      "transhipment NLRTM",
      "final-pod NOOSL"
    ])
    assert.strictEqual(journey.milestones.length, 8)
  })

  it("a port of discharge with another load is a transhipment, even if the next port is unknown", () => {
    const journey = journeyOf(transhipment().slice(0, 6))
    assert.deepStrictEqual(ports(journey), ["first-pol CNTAO", "transhipment CNNGB"])
    const open = journey.legs.at(-1)
    assert.isTrue(open !== undefined && Option.isNone(open.to))
  })

  it("the final POD is the last planned inbound port and may change", () => {
    const planned = [
      ...transhipment().slice(0, 7),
      arrives({ port: "PLGDN", date: "03-13", vessel: "MONICA", is: "PLN" })
    ]
    assert.deepStrictEqual(ports(journeyOf(planned)).at(-1), "final-pod PLGDN")
    const prolonged = [...planned, arrives({ port: "FIHEL", date: "03-17", vessel: "MONICA", is: "PLN" })]
    assert.deepStrictEqual(ports(journeyOf(prolonged)).at(-1), "final-pod FIHEL")
  })

  it("a delay reported for one port only does not reverse the order of ports", () => {
    const journey = journeyOf([
      departs({ port: "CNSHA", date: "01-14", vessel: "KALINA", is: "EST", created: "01-09T10:00" }),
      arrives({ port: "CNNGB", date: "01-11", vessel: "KALINA", is: "PLN", created: "01-01T10:00" }),
      departs({ port: "CNNGB", date: "01-15", vessel: "MONICA", is: "PLN", created: "01-01T10:00" }),
      arrives({ port: "PLGDN", date: "02-25", vessel: "MONICA", is: "PLN", created: "01-01T10:00" })
    ])
    assert.deepStrictEqual(ports(journey), ["first-pol CNSHA", "transhipment CNNGB", "final-pod PLGDN"])
  })

  it("a return to a port is a second visit, and both visits retain their keys", () => {
    const journey = journeyOf([
      loads({ port: "SGSIN", date: "01-02", vessel: "ONE" }),
      departs({ port: "SGSIN", date: "01-03", vessel: "ONE" }),
      discharges({ port: "MYPKG", date: "01-05", vessel: "ONE" }),
      loads({ port: "MYPKG", date: "01-08", vessel: "TWO" }),
      discharges({ port: "SGSIN", date: "01-10", vessel: "TWO" })
    ])
    assert.deepStrictEqual(ports(journey), ["first-pol SGSIN", "transhipment MYPKG", "final-pod SGSIN"])
    assert.strictEqual(
      milestoneOf(journey, "container.discharge.at.final.pod")?.key,
      `${CONTAINER}/container.discharge.at.final.pod/SGSIN/2`
    )
  })

  it("the key of a milestone does not change when an earlier transhipment is reported", () => {
    const direct = [
      loads({ port: "CNTAO", date: "01-11", vessel: "KALINA" }),
      arrives({ port: "NLRTM", date: "02-20", vessel: "MONICA", is: "EST" }),
      loads({ port: "NLRTM", date: "02-22", vessel: "FEEDER", is: "PLN" }),
      discharges({ port: "PLGDN", date: "02-26", vessel: "FEEDER", is: "PLN" })
    ]
    const inserted = [
      ...direct,
      discharges({ port: "CNNGB", date: "01-17", vessel: "KALINA", is: "EST" }),
      loads({ port: "CNNGB", date: "01-20", vessel: "MONICA", is: "EST" })
    ]
    const keys = (events: typeof direct) => journeyOf(events).milestones.map((milestone) => milestone.key)
    assert.includeMembers(keys(inserted), keys(direct))
    assert.strictEqual(keys(inserted).length, keys(direct).length + 2)
  })
})

describe("missing values", () => {
  it("a vessel with a name only is the vessel with that name and an IMO number", () => {
    const full = transhipment().map((event) => ({
      ...event,
      transportCall: Option.map(event.transportCall, (call) => ({
        ...call,
        vessel: Option.map(call.vessel, (vessel) => ({
          ...vessel,
          imo: Option.some(vessel.name._tag === "Some" && vessel.name.value === "KALINA" ? "9399026" : "9932050")
        }))
      }))
    }))
    const mixed = full.map((event, index) => (index % 2 === 0 ? event : (transhipment()[index] ?? event)))
    assert.deepStrictEqual(lines(journeyOf(mixed)), lines(journeyOf(full)))
  })

  it("a null vessel matches any vessel", () => {
    const nameless = transhipment().map((event) => ({
      ...event,
      transportCall: Option.map(event.transportCall, (call) => ({ ...call, vessel: Option.none() }))
    }))
    assert.deepStrictEqual(lines(journeyOf(nameless)), lines(journeyOf(transhipment())))
  })

  it("an event without place takes the place of its transport call", () => {
    const journey = journeyOf([
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", call: "SHA1" }),
      { ...departs({ port: "CNSHA", date: "01-11", vessel: "ATLAS", call: "SHA1" }), place: Option.none() }
    ])
    assert.strictEqual(lines(journey).at(-1), "vessel.departure.from.first.pol CNSHA 01-11 ACT")
  })

  it("an event without place and call has no effect", () => {
    const lost = { ...departs({ port: "CNSHA", date: "01-11" }), place: Option.none(), transportCall: Option.none() }
    assert.deepStrictEqual(deriveJourneys([lost]), [])
  })
})
