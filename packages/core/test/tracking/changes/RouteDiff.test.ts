import { assert, describe, it } from "@effect/vitest"
import type { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { diffRoute, portKey, type RouteAlert } from "../../../src/tracking/changes/RouteDiff.ts"
import type { NotifiedRoute } from "../../../src/tracking/shipments/NotifiedState.ts"
import { arrives, CONTAINER, departs, type EventFields, journeyOf, loads } from "../fixtures.ts"

const plan = (fields: EventFields): EventFields => ({ is: "PLN", container: CONTAINER, ...fields })
const leaves = (port: string, vessel: string, date: string, more: Partial<EventFields> = {}) =>
  departs(plan({ port, vessel, date, ...more }))
const comes = (port: string, vessel: string, date: string, more: Partial<EventFields> = {}) =>
  arrives(plan({ port, vessel, date, ...more }))

/** Shanghai to Rotterdam on one vessel. */
const direct = (vessel = "ATLAS", date = "02-10", more: Partial<EventFields> = {}) => [
  leaves("CNSHA", vessel, date, more),
  comes("NLRTM", vessel, "03-10", more)
]

const describeAlert = (alert: RouteAlert): string => {
  if (alert._tag === "RouteChanged") {
    return `${alert.previous.join(" ")} > ${alert.current.map(({ port }) => portKey(port)).join(" ")}`
  }
  const vessels = `${alert.previous.name} > ${alert.current.name}`
  return alert._tag === "Rolled" ? `rolled ${vessels} ${alert.hours}` : `vessel ${vessels}`
}

/** The alerts of each set of events in turn. The first set is the journey so far. */
const alertsOf = (...eventSets: ReadonlyArray<ReadonlyArray<CarrierEvent>>): ReadonlyArray<ReadonlyArray<string>> => {
  let route: NotifiedRoute | undefined
  return eventSets
    .map((events) => {
      const diff = diffRoute(journeyOf(events), route)
      route = diff.notified
      return diff.alerts.map(describeAlert)
    })
    .slice(1)
}

describe("the route of a container", () => {
  const via = (port: string) => [
    leaves("CNSHA", "ATLAS", "02-10"),
    comes(port, "ATLAS", "02-16"),
    leaves(port, "BOREAS", "02-20"),
    comes("NLRTM", "BOREAS", "03-10")
  ]

  it("changes when a port is added, dropped or replaced", () => {
    assert.deepStrictEqual(alertsOf(direct(), via("SGSIN"), via("LKCMB"), direct()), [
      ["CNSHA/1 NLRTM/1 > CNSHA/1 SGSIN/1 NLRTM/1"],
      ["CNSHA/1 SGSIN/1 NLRTM/1 > CNSHA/1 LKCMB/1 NLRTM/1"],
      ["CNSHA/1 LKCMB/1 NLRTM/1 > CNSHA/1 NLRTM/1"]
    ])
  })

  it("does not change when it is first known, or while an end is missing", () => {
    const start = [leaves("CNSHA", "ATLAS", "02-10")]
    assert.deepStrictEqual(alertsOf(start, direct()), [[]])
    assert.deepStrictEqual(alertsOf(direct(), start, direct()), [[], []])
    assert.deepStrictEqual(alertsOf(direct(), start, via("SGSIN")), [[], ["CNSHA/1 NLRTM/1 > CNSHA/1 SGSIN/1 NLRTM/1"]])
  })

  it("does not change when dates change", () => {
    assert.deepStrictEqual(alertsOf(direct(), direct("ATLAS", "02-17")), [[]])
  })
})

describe("the vessel of a container", () => {
  it("changes with a departure up to 24 hours later; beyond that the container is also rolled", () => {
    assert.deepStrictEqual(alertsOf(direct(), direct("BOREAS", "02-11")), [["vessel ATLAS > BOREAS"]])
    assert.deepStrictEqual(alertsOf(direct(), direct("BOREAS", "02-11T00:01")), [
      ["vessel ATLAS > BOREAS", "rolled ATLAS > BOREAS 24.0167"]
    ])
    assert.deepStrictEqual(alertsOf(direct(), direct("BOREAS", "02-05")), [["vessel ATLAS > BOREAS"]])
  })

  it("does not change when it is late; the next vessel is compared with its last departure", () => {
    assert.deepStrictEqual(alertsOf(direct(), direct("ATLAS", "02-16"), direct("BOREAS", "02-16T12:00")), [
      [],
      ["vessel ATLAS > BOREAS"]
    ])
  })

  it("is notified on each change; a roll-over is notified once unless the departure moves further", () => {
    const [onAtlas, onBoreas] = [direct(), direct("BOREAS", "02-17")]
    assert.deepStrictEqual(alertsOf(onAtlas, onBoreas, onAtlas, onBoreas, direct("CERES", "02-24")), [
      ["vessel ATLAS > BOREAS", "rolled ATLAS > BOREAS 168"],
      ["vessel BOREAS > ATLAS"],
      ["vessel ATLAS > BOREAS"],
      ["vessel BOREAS > CERES", "rolled BOREAS > CERES 168"]
    ])
  })

  it("is identified by its IMO number, or by its name where no IMO number is known", () => {
    const [departure, arrival] = direct()
    if (departure === undefined || arrival === undefined) throw new Error("no voyage")
    const named = (imo: string | null, name: string | null) => {
      const route = diffRoute(journeyOf([departure, arrival])).notified
      const vessel = route.sailings["CNSHA/1"]
      if (vessel === undefined) throw new Error("no vessel")
      return { ...route, sailings: { "CNSHA/1": { ...vessel, imo, name } } }
    }
    const now = journeyOf([departure, arrival])
    assert.deepStrictEqual(diffRoute(now, named("9399026", "ATLAS")).alerts, [])
    assert.deepStrictEqual(diffRoute(now, named("9399026", null)).alerts, [])
    assert.deepStrictEqual(diffRoute(now, named("0000000", "atlas")).alerts, [])
    assert.strictEqual(diffRoute(now, named(null, "BOREAS")).alerts.length, 1)
  })

  it("after loading is the vessel of the actual load", () => {
    const loaded = [
      ...direct(),
      loads({ port: "CNSHA", vessel: "BOREAS", date: "02-20" }),
      ...direct("BOREAS", "02-20T06:00")
    ]
    assert.deepStrictEqual(alertsOf(direct(), loaded), [["vessel ATLAS > BOREAS", "rolled ATLAS > BOREAS 246"]])
  })
})
