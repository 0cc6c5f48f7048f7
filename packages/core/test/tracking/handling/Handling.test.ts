import { assert, describe, it } from "@effect/vitest"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import type { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { overdueInstants, updateOverdue } from "../../../src/tracking/changes/ArrivalOverdue.ts"
import { termsEvent } from "../../../src/tracking/handling/CollectionTermsEvent.ts"
import { type HandlingTerms, updateContainers, updateHandling } from "../../../src/tracking/handling/HandlingChanges.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import {
  arrives,
  CONTAINER,
  departs,
  directVoyage,
  equipment,
  gatesIn,
  loads,
  OTHER_CONTAINER,
  on,
  picksUpEmpty
} from "../fixtures.ts"

const received = (event: CarrierEvent, at: string): CarrierEvent => ({ ...event, receivedAt: on(at) })
const voyage = directVoyage().map((event) => ({ ...event, receivedAt: event.eventDateTime }))

/** The handling alerts of an endpoint, when events arrive one by one: `type value`. */
const alertsOf = (events: ReadonlyArray<CarrierEvent>, changes: Partial<HandlingTerms> = {}): ReadonlyArray<string> => {
  let notified = NOTHING_NOTIFIED
  return events.flatMap((event, index) => {
    const eventsSoFar = events.slice(0, index + 1)
    const now = Instant.make(event.receivedAt + HOUR_MILLIS)
    const terms = { now, registeredAt: on("01-01"), firstResponse: false, receives: () => true, ...changes }
    const diff = updateHandling(deriveJourneys(eventsSoFar).slice(-1), eventsSoFar, notified, terms)
    notified = diff.notified
    return diff.alerts.map((alert) => {
      if (alert._tag === "HandlingReached")
        return `${alert.type} ${new Date(alert.fact.date).toISOString().slice(5, 10)}`
      return alert._tag === "HoldsChanged"
        ? `${alert.type} ${alert.holds.join()}`
        : `${alert.type} ${alert.lastFreeDay}`
    })
  })
}

const terms = (at: string, value: Parameters<typeof termsEvent>[1]) =>
  termsEvent({ container: CONTAINER, documents: [] }, value, on(at))

describe("the handling of a container", () => {
  it("begins with the empty pick-up and ends with the empty return, each notified once", () => {
    assert.deepStrictEqual(alertsOf([...voyage, received(voyage[0] ?? terms("01-03", {}), "01-04")]), [
      "container.empty.picked.up 01-03",
      "container.empty.returned 02-16"
    ])
  })

  it("a date of availability, a last free day and holds are notified when they change", () => {
    const events = [
      ...voyage.slice(0, 6),
      received(equipment("AVPU", { port: "NLRTM", date: "02-11", is: "EST" }), "02-10T01:00"),
      received(equipment("AVPU", { port: "NLRTM", date: "02-12" }), "02-12"),
      terms("02-12T01:00", { lastFreeDay: "2026-02-15", holds: ["freight"] }),
      terms("02-12T02:00", { lastFreeDay: "2026-02-15", holds: ["freight"] }),
      received(equipment("CUSI", { port: "NLRTM", date: "02-12T03:00" }), "02-12T03:00"),
      terms("02-12T04:00", { lastFreeDay: "2026-02-17" }),
      received(equipment("CUSR", { port: "NLRTM", date: "02-12T05:00" }), "02-12T05:00"),
      terms("02-12T06:00", { holds: [] })
    ]
    assert.deepStrictEqual(alertsOf(events).slice(1), [
      "container.available.for.pickup 02-11",
      "container.available.for.pickup 02-12",
      "container.last.free.day.changed 2026-02-15",
      "container.holds.changed freight",
      "container.holds.changed customs-inspection,freight",
      "container.last.free.day.changed 2026-02-17",
      "container.holds.changed freight",
      "container.holds.changed "
    ])
  })

  it("retains the terms that a later statement does not name, and notifies the removal of a last free day once", () => {
    const events = [
      ...voyage.slice(0, 6),
      received(equipment("AVPU", { port: "NLRTM", date: "02-11" }), "02-11"),
      terms("02-12T01:00", { lastFreeDay: null }),
      terms("02-12T02:00", { lastFreeDay: "2026-02-15", availableAt: on("02-13") }),
      terms("02-12T03:00", { holds: ["freight"] }),
      terms("02-12T04:00", { lastFreeDay: null, availableAt: null }),
      terms("02-12T05:00", { lastFreeDay: null }),
      terms("02-12T06:00", { lastFreeDay: "2026-02-15" })
    ]
    assert.deepStrictEqual(alertsOf(events).slice(1), [
      "container.available.for.pickup 02-11",
      "container.available.for.pickup 02-13",
      "container.last.free.day.changed 2026-02-15",
      "container.holds.changed freight",
      "container.available.for.pickup 02-11",
      "container.last.free.day.changed null",
      "container.last.free.day.changed 2026-02-15"
    ])
  })

  it("is not notified of a type that the endpoint does not name, of a date known before, or of an old one", () => {
    assert.deepStrictEqual(alertsOf(voyage, { receives: (type) => type === "container.empty.returned" }), [
      "container.empty.returned 02-16"
    ])
    assert.deepStrictEqual(alertsOf(voyage, { firstResponse: true }), [])
    assert.deepStrictEqual(alertsOf(voyage, { now: on("03-01") }), [])
    assert.deepStrictEqual(alertsOf(voyage, { registeredAt: on("02-01") }), ["container.empty.returned 02-16"])
  })

  it("of a later trip starts without the state of the trip before", () => {
    const next = received(picksUpEmpty({ port: "NLRTM", date: "02-20" }), "02-20")
    const gateIn = received(gatesIn({ port: "NLRTM", date: "02-22" }), "02-22")
    assert.deepStrictEqual(alertsOf([...voyage, next, gateIn]), [
      "container.empty.picked.up 01-03",
      "container.empty.returned 02-16",
      "container.empty.picked.up 02-20"
    ])
  })
})

describe("a container of a booking", () => {
  it("is notified when it becomes known, and not those known at the registration", () => {
    const booking = { booking: "BK1" }
    const first = deriveJourneys([loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", ...booking })])
    const both = deriveJourneys([
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", ...booking }),
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS", container: OTHER_CONTAINER, ...booking })
    ])
    const registered = updateContainers(first, NOTHING_NOTIFIED, true)
    assert.deepStrictEqual(registered.alerts, [])
    const added = updateContainers(both, registered.notified, false)
    assert.deepStrictEqual(
      added.alerts.map(({ container }) => container),
      [OTHER_CONTAINER]
    )
    assert.deepStrictEqual(updateContainers(both, added.notified, false), { alerts: [], notified: added.notified })
  })
})

describe("an overdue arrival", () => {
  const sailed = [
    loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS" }),
    departs({ port: "CNSHA", date: "01-11", vessel: "ATLAS" }),
    arrives({ port: "NLRTM", date: "02-09", vessel: "ATLAS", is: "EST", created: "01-12T01:00" })
  ]

  it("is notified once for each date, 12 hours after it", () => {
    const journeys = deriveJourneys(sailed)
    assert.deepStrictEqual(overdueInstants(journeys, NOTHING_NOTIFIED), [on("02-09T12:00")])
    assert.deepStrictEqual(updateOverdue(journeys, NOTHING_NOTIFIED, on("02-09T11:59")).alerts, [])
    const { alerts, notified } = updateOverdue(journeys, NOTHING_NOTIFIED, on("02-09T12:00"))
    assert.deepStrictEqual(
      alerts.map(({ hours, milestone }) => [hours, milestone.place.unlocode]),
      [[12, Unlocode.make("NLRTM")]]
    )
    assert.deepStrictEqual(updateOverdue(journeys, notified, on("02-15")).alerts, [])
    const moved = arrives({ port: "NLRTM", date: "02-14", vessel: "ATLAS", is: "EST", created: "02-10T01:00" })
    assert.strictEqual(updateOverdue(deriveJourneys([...sailed, moved]), notified, on("02-15")).alerts.length, 1)
  })

  it("is not notified once the vessel has arrived, or the container was discharged", () => {
    const arrived = arrives({ port: "NLRTM", date: "02-10", vessel: "ATLAS" })
    const discharged = equipment("DISC", { port: "NLRTM", date: "02-10", vessel: "ATLAS" })
    for (const event of [arrived, discharged]) {
      assert.deepStrictEqual(overdueInstants(deriveJourneys([...sailed, event]), NOTHING_NOTIFIED), [])
    }
  })
})
