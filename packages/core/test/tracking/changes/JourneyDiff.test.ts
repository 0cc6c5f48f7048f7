import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import type { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import {
  type AlertTerms,
  diffJourneys,
  initialNotifiedState,
  type MilestoneAlert
} from "../../../src/tracking/changes/JourneyDiff.ts"
import { deriveContainerJourneys, deriveJourneys, type Journey } from "../../../src/tracking/journey/Journey.ts"
import { NOTHING_NOTIFIED, type NotifiedState } from "../../../src/tracking/shipments/NotifiedState.ts"
import { arrives, CONTAINER, directVoyage, discharges, loads, on, shown, transhipment } from "../fixtures.ts"

const terms: AlertTerms = { thresholdHours: 24, registeredAt: on("01-01"), firstResponse: false }

/** An estimate of the arrival, created as number `n`. */
const eta = (date: string, n: number, is: "EST" | "ACT" = "EST"): CarrierEvent =>
  arrives({ port: "NLRTM", vessel: "ATLAS", date, is, created: `01-${String(10 + n)}T10:00` })

const loaded = loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS" })

const trips = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<Journey> =>
  deriveContainerJourneys(events, CONTAINER).slice(0, 1)

const describeAlert = (alert: MilestoneAlert): string =>
  alert._tag === "DateChanged"
    ? `${alert.type} ${shown(alert.previous)} > ${shown(alert.current)} ${alert.hours} ${alert.direction}`
    : `${alert.type} ${shown(alert.milestone.date)}`

/** The alerts of each added event, after the endpoint was notified of the journey so far. */
const alertsOf = (
  soFar: ReadonlyArray<CarrierEvent>,
  steps: ReadonlyArray<CarrierEvent>,
  changes: Partial<AlertTerms> = {}
): ReadonlyArray<ReadonlyArray<string>> => {
  let notified: NotifiedState = initialNotifiedState(trips(soFar), terms.registeredAt)
  return steps.map((_, index) => {
    const diff = diffJourneys(trips([...soFar, ...steps.slice(0, index + 1)]), notified, { ...terms, ...changes })
    notified = diff.notified
    return diff.alerts.map(describeAlert)
  })
}

describe("a change of date", () => {
  const planned = [loaded, eta("02-10", 0)]

  it("of exactly 24 hours is not notified; of one minute more it is, later or earlier", () => {
    assert.deepStrictEqual(alertsOf(planned, [eta("02-11", 1)]), [[]])
    assert.deepStrictEqual(alertsOf(planned, [eta("02-09", 1)]), [[]])
    assert.deepStrictEqual(alertsOf(planned, [eta("02-11T00:01", 1)]), [
      ["date.changed.vessel.arrival.at.final.pod 02-10 > 02-11T00:01 24.0167 later"]
    ])
    assert.deepStrictEqual(alertsOf(planned, [eta("02-08T23:59", 1)]), [
      ["date.changed.vessel.arrival.at.final.pod 02-10 > 02-08T23:59 -24.0167 earlier"]
    ])
  })

  it("accumulates: 12 and 13 hours exceed 24", () => {
    assert.deepStrictEqual(alertsOf(planned, [eta("02-10T12:00", 1), eta("02-11T01:00", 2)]), [
      [],
      ["date.changed.vessel.arrival.at.final.pod 02-10 > 02-11T01:00 25 later"]
    ])
  })

  it("is measured from the last notified date, and retains the first known date", () => {
    const steps = [eta("02-12", 1), eta("02-12T20:00", 2), eta("02-14", 3)]
    assert.deepStrictEqual(alertsOf(planned, steps), [
      ["date.changed.vessel.arrival.at.final.pod 02-10 > 02-12 48 later"],
      [],
      ["date.changed.vessel.arrival.at.final.pod 02-12 > 02-14 48 later"]
    ])
    const { notified } = diffJourneys(
      trips([...planned, ...steps]),
      initialNotifiedState(trips(planned), terms.registeredAt),
      terms
    )
    const [entry] = [...notified.milestones].filter(([key]) => key.includes("vessel.arrival"))
    assert.deepStrictEqual(entry?.[1].initial, on("02-10"))
  })

  it("that alternates within the threshold is never notified", () => {
    const flaps = [eta("02-10T20:00", 1), eta("02-09T20:00", 2), eta("02-10T23:00", 3), eta("02-10T01:00", 4)]
    assert.deepStrictEqual(alertsOf(planned, flaps), [[], [], [], []])
  })

  it("depends on the threshold of the endpoint", () => {
    const steps = [eta("02-10T13:00", 1)]
    assert.strictEqual(alertsOf(planned, steps, { thresholdHours: 12 })[0]?.length, 1)
    assert.strictEqual(alertsOf(planned, steps, { thresholdHours: 13 })[0]?.length, 0)
  })

  it("by an actual emits two alerts, the change first", () => {
    assert.deepStrictEqual(alertsOf(planned, [eta("02-13", 1, "ACT")]), [
      ["date.changed.vessel.arrival.at.final.pod 02-10 > 02-13 72 later", "vessel.arrival.at.final.pod 02-13"]
    ])
  })

  it("by an actual within the threshold emits the milestone alone, whose date becomes the last notified one", () => {
    const corrected = eta("02-11T20:00", 2, "ACT")
    assert.deepStrictEqual(alertsOf(planned, [eta("02-10T18:00", 1, "ACT"), corrected]), [
      ["vessel.arrival.at.final.pod 02-10T18:00"],
      ["date.changed.vessel.arrival.at.final.pod 02-10T18:00 > 02-11T20:00 26 later"]
    ])
  })

  it.prop(
    "is notified exactly when the date moved by more than the threshold",
    [
      Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: -6000, maximum: 6000 }))),
      Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 80 })))
    ],
    ([minutes, thresholdHours]) => {
      const moved = arrives({ port: "NLRTM", vessel: "ATLAS", date: "02-10", is: "EST", created: "01-20T10:00" })
      const later = { ...moved, eventDateTime: Instant.make(moved.eventDateTime + minutes * 60_000) }
      const [alerts] = alertsOf(planned, [later], { thresholdHours })
      assert.strictEqual(alerts?.length, Math.abs(minutes) > thresholdHours * 60 ? 1 : 0)
    }
  )
})

describe("a milestone", () => {
  it("is notified once, when it becomes actual", () => {
    const steps = [
      eta("02-10", 0),
      eta("02-10T04:00", 1, "ACT"),
      discharges({ port: "NLRTM", date: "02-11", vessel: "ATLAS" })
    ]
    assert.deepStrictEqual(alertsOf([loaded], steps), [
      [],
      ["vessel.arrival.at.final.pod 02-10T04:00"],
      ["container.discharge.at.final.pod 02-11"]
    ])
  })

  it("more than 72 hours before the registration is not notified; at exactly 72 hours it is", () => {
    const registered = (registeredAt: string) => alertsOf([], [loaded], { registeredAt: on(registeredAt) })
    assert.deepStrictEqual(registered("01-13T00:01"), [[]])
    assert.deepStrictEqual(registered("01-13"), [["container.loaded.at.first.pol 01-10"]])
  })

  it("in the first response of a polled source is not notified", () => {
    assert.deepStrictEqual(alertsOf([], [loaded], { firstResponse: true }), [[]])
  })

  it("of the journey so far is not notified again, but its next change is", () => {
    const soFar = directVoyage().slice(0, 5)
    const notified = initialNotifiedState(trips(soFar), on("02-09"))
    assert.deepStrictEqual(diffJourneys(trips(soFar), notified, terms).alerts, [])
    const next = diffJourneys(trips(directVoyage().slice(0, 6)), notified, terms)
    assert.deepStrictEqual(next.alerts.map(describeAlert), ["container.discharge.at.final.pod 02-10"])
  })

  it("notified before the booking had containers is not notified again for its containers", () => {
    const vessels = transhipment().filter((event) => event._tag === "TransportEvent")
    const before = diffJourneys(deriveJourneys(vessels), NOTHING_NOTIFIED, terms)
    assert.strictEqual(before.alerts.length, 4)
    const after = diffJourneys(deriveJourneys(transhipment()), before.notified, terms)
    assert.deepStrictEqual(after.alerts.map(describeAlert), [
      "container.arrival.at.first.pol 01-09",
      "container.loaded.at.first.pol 01-11T06:00",
      "container.discharge.at.transhipment_port 01-18",
      "container.loaded.at.transhipment_port 01-25T03:00",
      "container.discharge.at.final.pod 03-14",
      "container.departure.from.final.pod 03-16"
    ])
  })
})

describe("a retraction", () => {
  const arrived = [loaded, eta("02-10", 1, "ACT")]
  const notified = diffJourneys(trips(arrived), NOTHING_NOTIFIED, terms).notified

  it("of a notified actual is emitted once", () => {
    const diff = diffJourneys(trips([loaded, eta("02-10", 0)]), notified, terms)
    assert.deepStrictEqual(diff.alerts, [])
    assert.deepStrictEqual(
      diff.retractions.map(({ key }) => key),
      [`${CONTAINER}/vessel.arrival.at.final.pod/NLRTM/1`]
    )
    assert.deepStrictEqual(diffJourneys(trips([loaded]), diff.notified, terms).retractions, [])
  })

  it("that is reversed does not change the last notified date", () => {
    const retracted = diffJourneys(trips([loaded]), notified, terms).notified
    const back = diffJourneys(trips([loaded, eta("02-10T20:00", 2, "ACT")]), retracted, terms)
    assert.deepStrictEqual(back.alerts, [])
    const next = diffJourneys(trips([loaded, eta("02-11T06:00", 3, "ACT")]), back.notified, terms)
    assert.deepStrictEqual(next.alerts.map(describeAlert), [
      "date.changed.vessel.arrival.at.final.pod 02-10 > 02-11T06:00 30 later"
    ])
  })

  it("that is reversed emits nothing; an actual with another date is notified again", () => {
    const retracted = diffJourneys(trips([loaded]), notified, terms).notified
    assert.deepStrictEqual(diffJourneys(trips(arrived), retracted, terms).alerts, [])
    const later = diffJourneys(trips([loaded, eta("02-15", 2, "ACT")]), retracted, terms)
    assert.deepStrictEqual(later.alerts.map(describeAlert), [
      "date.changed.vessel.arrival.at.final.pod 02-10 > 02-15 120 later",
      "vessel.arrival.at.final.pod 02-15"
    ])
  })
})

describe("the next trip of the same container", () => {
  it("is notified from the beginning, at the same ports or others", () => {
    const first = directVoyage()
    const year = 365 * 24 * HOUR_MILLIS
    const second = first.map((event) => ({ ...event, eventDateTime: Instant.make(event.eventDateTime + year) }))
    const ended = diffJourneys(trips(first), NOTHING_NOTIFIED, terms)
    const [, next] = deriveContainerJourneys([...first, ...second], CONTAINER)
    const again = diffJourneys(next === undefined ? [] : [next], ended.notified, terms)
    assert.deepStrictEqual(
      again.alerts.map((alert) => alert.type),
      ended.alerts.map((alert) => alert.type)
    )
    assert.deepStrictEqual(again.retractions, [])
  })
})
