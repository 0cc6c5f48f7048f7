import { assert, describe, it } from "@effect/vitest"
import { DEFAULT_THRESHOLD_HOURS, ThresholdHours } from "@landfall/core/alerts/ThresholdHours"
import { instantOf } from "@landfall/core/time/Instant"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { DateTime, Effect, Option } from "effect"
import { HEAVY_DISRUPTIONS, NO_DISRUPTIONS, simulateJourney } from "../../src/journeys/Simulation.ts"
import { equipmentEventOf, hoursLater, transportEventOf } from "../../src/samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"
import { ALL_TYPES, type ReceivedAlert, subscribingEndpoint, trackShipment } from "./TrackedShipment.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = SAMPLE_TIME.epochMilliseconds
const subscriber = subscribingEndpoint(1, {
  filterTypes: Option.some(ALL_TYPES.filter((type) => type !== "shipment.arrival.overdue"))
})
const unsubscribed = subscribingEndpoint(2, { filterTypes: Option.none() })
const at = (millis: number): DateTime.Utc => DateTime.makeUnsafe(START + millis)
const iso = (millis: number): string => DateTime.formatIso(at(millis))
const types = (alerts: ReadonlyArray<ReceivedAlert>): ReadonlyArray<string> => alerts.map(({ type }) => type)

/** Runs every review until `end`. Returns the alerts of the subscriber and the number of reviews. */
const reviewUntil = (tracked: ReturnType<typeof trackShipment>, end: DateTime.Utc) => {
  const alerts: Array<ReceivedAlert> = []
  for (let reviews = 0; ; reviews++) {
    const due = tracked.shipment().reviewAt
    if (Option.isNone(due) || DateTime.isGreaterThan(due.value, end)) return { alerts, reviews }
    assert.isBelow(reviews, 20, "a review sets the next one later")
    alerts.push(...tracked.receivedBy(tracked.review(due.value), subscriber))
  }
}

describe("a shipment without data", () => {
  it("is in error 24 hours after its registration, once, with the reason", () => {
    const tracked = trackShipment("MSCU0000010", [subscriber, unsubscribed])
    assert.deepStrictEqual(tracked.review(at(24 * HOUR - 1)), [])
    const { alerts } = reviewUntil(tracked, at(400 * DAY))
    assert.deepStrictEqual(types(alerts), ["shipment.in.error"])
    assert.deepInclude(alerts[0], { timestamp: iso(24 * HOUR) })
    assert.deepInclude(alerts[0]?.data, {
      reason: "no_data",
      since: iso(0),
      rule: "no-data-for-24-hours",
      sourceEvent: null
    })
  })

  it("is in error for each endpoint 24 hours after the registration of that endpoint", () => {
    const tracked = trackShipment("MSCU0000010", [unsubscribed])
    tracked.register(subscriber, at(10 * HOUR))
    const { alerts } = reviewUntil(tracked, at(400 * DAY))
    assert.deepStrictEqual(
      alerts.map(({ type, timestamp }) => [type, timestamp]),
      [["shipment.in.error", iso(34 * HOUR)]]
    )
  })

  it("has no review while no endpoint subscribes to data gaps", () => {
    const tracked = trackShipment("MSCU0000010", [unsubscribed])
    assert.isAtMost(reviewUntil(tracked, at(400 * DAY)).reviews, 1)
    assert.isTrue(Option.isNone(tracked.shipment().reviewAt))
  })
})

describe("a shipment in progress", () => {
  it.effect("is stale 14 days after the last new event, once for each gap", () =>
    Effect.gen(function* () {
      const { responses, consignment } = yield* simulateJourney(3, NO_DISRUPTIONS)
      const [first, second] = responses
      if (first === undefined || second === undefined) return assert.fail("a journey has more than one response")
      const tracked = trackShipment(consignment.container, [subscriber, unsubscribed])
      tracked.receive(first.events, first.at)
      const silence = DateTime.add(first.at, { days: 14 })
      const { alerts } = reviewUntil(tracked, DateTime.add(first.at, { days: 400 }))
      assert.deepStrictEqual(types(alerts), ["shipment.stale"])
      assert.strictEqual(alerts[0]?.timestamp, DateTime.formatIso(silence))
      assert.deepInclude(alerts[0]?.data, { days: 14, lastEventReceivedAt: DateTime.formatIso(first.at) })
      assert.strictEqual(alerts[0]?.data.next.milestone, "container.loaded.at.first.pol")
      const secondAt = DateTime.add(second.at, { days: 30 })
      const receivedAt = instantOf(secondAt)
      const newEvents = second.events.map((event) => ({ ...event, receivedAt }))
      assert.notInclude(types(tracked.receivedBy(tracked.receive(newEvents, secondAt), subscriber)), "shipment.stale")
      assert.deepStrictEqual(
        reviewUntil(tracked, DateTime.add(secondAt, { days: 400 })).alerts.map(({ type, timestamp }) => [
          type,
          timestamp
        ]),
        [["shipment.stale", DateTime.formatIso(DateTime.add(secondAt, { days: 14 }))]]
      )
    })
  )
})

describe("a completed shipment", () => {
  it.effect("stops 7 days after completion, with the reason, and emits no data gaps", () =>
    Effect.gen(function* () {
      const { responses, consignment } = yield* simulateJourney(5, HEAVY_DISRUPTIONS)
      const tracked = trackShipment(consignment.container, [subscriber])
      for (const { at, events } of responses) tracked.receive(events, at)
      const over = responses.at(-1)?.at ?? SAMPLE_TIME
      const shipment = tracked.shipment()
      assert.deepStrictEqual(
        [shipment.status, Option.map(shipment.completedAt, DateTime.toEpochMillis)],
        ["completed", Option.some(DateTime.toEpochMillis(over))]
      )
      assert.deepStrictEqual(reviewUntil(tracked, DateTime.add(over, { days: 7, milliseconds: -1 })).alerts, [])
      assert.strictEqual(tracked.shipment().status, "completed")
      assert.deepStrictEqual(reviewUntil(tracked, DateTime.add(over, { days: 7 })).alerts, [])
      const { status, stopReason, reviewAt } = tracked.shipment()
      assert.deepStrictEqual([status, stopReason, reviewAt], ["stopped", Option.some("completed"), Option.none()])
    })
  )

  it.effect("is not completed while a container waits for its next trip; a booking has no next trip", () =>
    Effect.gen(function* () {
      const { responses, consignment } = yield* simulateJourney(5, NO_DISRUPTIONS)
      const { at: over, events } = responses.at(-1) ?? { at: SAMPLE_TIME, events: [] }
      const trackedSince = DateTime.add(over, { days: 10 })
      const statusOf = (number: string, type: ReferenceType) => {
        const tracked = trackShipment(number, [], { trackedSince, type: Option.some(type) })
        tracked.receive(events, trackedSince)
        tracked.register(subscribingEndpoint(3), trackedSince)
        return tracked.shipment().status
      }
      assert.deepStrictEqual(
        [statusOf(consignment.container, "CT"), statusOf(consignment.booking, "BK")],
        ["tracking", "completed"]
      )
    })
  )

  it.effect("whose end is retracted is tracked again", () =>
    Effect.gen(function* () {
      const { responses, consignment } = yield* simulateJourney(5, NO_DISRUPTIONS)
      const tracked = trackShipment(consignment.container, [subscriber])
      for (const { at, events } of responses) tracked.receive(events, at)
      const [open, whole] = responses.slice(-2)
      if (open === undefined || whole === undefined) return assert.fail("a journey has more than one response")
      const again = DateTime.add(whole.at, { days: 2 })
      tracked.receive(open.events, again)
      assert.deepStrictEqual([tracked.shipment().status, tracked.shipment().completedAt], ["tracking", Option.none()])
      const back = tracked.receivedBy(tracked.receive(whole.events, DateTime.add(again, { days: 1 })), subscriber)
      assert.deepStrictEqual(types(back), [], "the same end is notified once")
      reviewUntil(tracked, DateTime.add(whole.at, { days: 8 }))
      assert.strictEqual(tracked.shipment().status, "completed", "a new week begins")
    })
  )
})

describe("the threshold of an endpoint", () => {
  it.effect("applies to its registrations, and a change applies from then on", () =>
    Effect.gen(function* () {
      const changes = (thresholds: readonly [number, number]) =>
        Effect.gen(function* () {
          const { responses, consignment } = yield* simulateJourney(12, { ...NO_DISRUPTIONS, delays: 1 })
          const tracked = trackShipment(consignment.container, [
            subscribingEndpoint(1, { dateChangeThresholdHours: ThresholdHours.make(thresholds[0]) })
          ])
          const alerts: Array<ReceivedAlert> = []
          for (const [index, { at, events }] of responses.entries()) {
            if (index === 1) {
              tracked.change(subscribingEndpoint(1, { dateChangeThresholdHours: ThresholdHours.make(thresholds[1]) }))
            }
            alerts.push(...tracked.receivedBy(tracked.receive(events, at), subscriber))
          }
          return alerts.filter(({ type }) => type.startsWith("date.changed."))
        })
      const all = yield* changes([0, 0])
      assert.isAbove(all.length, 0)
      assert.isTrue(all.every(({ data }) => data.thresholdHours === 0))
      assert.deepStrictEqual(yield* changes([720, 0]), all)
      assert.strictEqual((yield* changes([0, 720])).length, 0)
      assert.isAtMost((yield* changes([DEFAULT_THRESHOLD_HOURS, DEFAULT_THRESHOLD_HOURS])).length, all.length)
    })
  )
})

describe("an arrival whose date had passed before the registration", () => {
  const overdue = subscribingEndpoint(3, { filterTypes: Option.some(["shipment.arrival.overdue"] as const) })
  const sailed = [
    equipmentEventOf("MSCU0000010", { eventDateTime: hoursLater(-30 * 24), receivedAt: hoursLater(1) }),
    transportEventOf({
      eventDateTime: hoursLater(-48),
      receivedAt: hoursLater(1),
      equipmentReference: Option.some("MSCU0000010")
    })
  ]

  it("is overdue a minute after the first response of the carrier, once", () => {
    const tracked = trackShipment("MSCU0000010", [overdue])
    assert.deepStrictEqual(tracked.receive(sailed, at(HOUR), true), [])
    const alerts = tracked.receivedBy(tracked.review(at(HOUR + 60_000)), overdue)
    assert.deepStrictEqual(types(alerts), ["shipment.arrival.overdue"])
    assert.deepStrictEqual(tracked.receivedBy(tracked.review(at(3 * HOUR)), overdue), [])
  })

  it("is overdue a minute after an endpoint is registered for it", () => {
    const tracked = trackShipment("MSCU0000010", [unsubscribed])
    tracked.receive(sailed, at(HOUR), true)
    tracked.register(overdue, at(2 * HOUR))
    assert.deepStrictEqual(tracked.shipment().reviewAt, Option.some(at(2 * HOUR + 60_000)))
    assert.strictEqual(tracked.receivedBy(tracked.review(at(2 * HOUR + 60_000)), overdue).length, 1)
    assert.strictEqual(tracked.receivedBy(tracked.review(at(3 * HOUR)), overdue).length, 0)
  })
})
