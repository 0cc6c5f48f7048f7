import { assert, describe, it } from "@effect/vitest"
import type { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { diffRoute, portKey, type RouteAlert } from "../../../src/tracking/changes/RouteDiff.ts"
import type { NotifiedRoute } from "../../../src/tracking/shipments/NotifiedState.ts"
import { arrives, BOX, departs, journeyOf, loads, type Said } from "../fixtures.ts"

const plan = (said: Said): Said => ({ is: "PLN", box: BOX, ...said })
const leaves = (port: string, ship: string, date: string, more: Partial<Said> = {}) =>
  departs(plan({ port, ship, date, ...more }))
const comes = (port: string, ship: string, date: string, more: Partial<Said> = {}) =>
  arrives(plan({ port, ship, date, ...more }))

/** Shanghai to Rotterdam on one ship. */
const direct = (ship = "ATLAS", date = "02-10", more: Partial<Said> = {}) => [
  leaves("CNSHA", ship, date, more),
  comes("NLRTM", ship, "03-10", more)
]

const said = (alert: RouteAlert): string => {
  if (alert._tag === "RouteChanged") {
    return `${alert.previous.join(" ")} > ${alert.current.map(({ port }) => portKey(port)).join(" ")}`
  }
  const ships = `${alert.previous.name} > ${alert.current.name}`
  return alert._tag === "Rolled" ? `rolled ${ships} ${alert.hours}` : `ship ${ships}`
}

/** What is told of each bag in turn, the first of which is the journey so far. */
const told = (...bags: ReadonlyArray<ReadonlyArray<CarrierEvent>>): ReadonlyArray<ReadonlyArray<string>> => {
  let course: NotifiedRoute | undefined
  return bags
    .map((events) => {
      const diff = diffRoute(journeyOf(events), course)
      course = diff.notified
      return diff.alerts.map(said)
    })
    .slice(1)
}

describe("the route of a box", () => {
  const via = (port: string) => [
    leaves("CNSHA", "ATLAS", "02-10"),
    comes(port, "ATLAS", "02-16"),
    leaves(port, "BOREAS", "02-20"),
    comes("NLRTM", "BOREAS", "03-10")
  ]

  it("changes when a port is added, dropped, or gives way to another", () => {
    assert.deepStrictEqual(told(direct(), via("SGSIN"), via("LKCMB"), direct()), [
      ["CNSHA/1 NLRTM/1 > CNSHA/1 SGSIN/1 NLRTM/1"],
      ["CNSHA/1 SGSIN/1 NLRTM/1 > CNSHA/1 LKCMB/1 NLRTM/1"],
      ["CNSHA/1 LKCMB/1 NLRTM/1 > CNSHA/1 NLRTM/1"]
    ])
  })

  it("that becomes known for the first time is no change, nor is one of which an end is missing for a while", () => {
    const start = [leaves("CNSHA", "ATLAS", "02-10")]
    assert.deepStrictEqual(told(start, direct()), [[]])
    assert.deepStrictEqual(told(direct(), start, direct()), [[], []])
    assert.deepStrictEqual(told(direct(), start, via("SGSIN")), [[], ["CNSHA/1 NLRTM/1 > CNSHA/1 SGSIN/1 NLRTM/1"]])
  })

  it("stays the same however its dates move", () => {
    assert.deepStrictEqual(told(direct(), direct("ATLAS", "02-17")), [[]])
  })
})

describe("the ship of a box", () => {
  it("that leaves up to 24 hours later is another; later than that the box is rolled as well", () => {
    assert.deepStrictEqual(told(direct(), direct("BOREAS", "02-11")), [["ship ATLAS > BOREAS"]])
    assert.deepStrictEqual(told(direct(), direct("BOREAS", "02-11T00:01")), [
      ["ship ATLAS > BOREAS", "rolled ATLAS > BOREAS 24.0167"]
    ])
    assert.deepStrictEqual(told(direct(), direct("BOREAS", "02-05")), [["ship ATLAS > BOREAS"]])
  })

  it("that is late is the same, and the next is measured from when it was last to leave", () => {
    assert.deepStrictEqual(told(direct(), direct("ATLAS", "02-16"), direct("BOREAS", "02-16T12:00")), [
      [],
      ["ship ATLAS > BOREAS"]
    ])
  })

  it("that flaps is told each time, and a rolled box once unless it is put off further", () => {
    const [here, there] = [direct(), direct("BOREAS", "02-17")]
    assert.deepStrictEqual(told(here, there, here, there, direct("CERES", "02-24")), [
      ["ship ATLAS > BOREAS", "rolled ATLAS > BOREAS 168"],
      ["ship BOREAS > ATLAS"],
      ["ship ATLAS > BOREAS"],
      ["ship BOREAS > CERES", "rolled BOREAS > CERES 168"]
    ])
  })

  it("is the same by its IMO number, whatever it is called, and by its name where that is all", () => {
    const [departure, arrival] = direct()
    if (departure === undefined || arrival === undefined) throw new Error("no voyage")
    const named = (imo: string | null, name: string | null) => {
      const course = diffRoute(journeyOf([departure, arrival])).notified
      const ship = course.sailings["CNSHA/1"]
      if (ship === undefined) throw new Error("no ship")
      return { ...course, sailings: { "CNSHA/1": { ...ship, imo, name } } }
    }
    const now = journeyOf([departure, arrival])
    assert.deepStrictEqual(diffRoute(now, named("9399026", "ATLAS")).alerts, [])
    assert.deepStrictEqual(diffRoute(now, named("9399026", null)).alerts, [])
    assert.deepStrictEqual(diffRoute(now, named("0000000", "atlas")).alerts, [])
    assert.strictEqual(diffRoute(now, named(null, "BOREAS")).alerts.length, 1)
  })

  it("once loaded counts as it sails", () => {
    const loaded = [
      ...direct(),
      loads({ port: "CNSHA", ship: "BOREAS", date: "02-20" }),
      ...direct("BOREAS", "02-20T06:00")
    ]
    assert.deepStrictEqual(told(direct(), loaded), [["ship ATLAS > BOREAS", "rolled ATLAS > BOREAS 246"]])
  })
})
