import { assert, describe, it } from "@effect/vitest"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { heldEventsAt } from "@landfall/core/tracking/carriers/FutureActuals"
import { DateTime, Option } from "effect"
import {
  equipmentEventOf,
  hoursLater,
  placeOf,
  transportCallAt,
  transportEventOf
} from "../../src/samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"
import { subscribingEndpoint, trackShipment } from "./TrackedShipment.ts"

const CONTAINER = "MSCU0000010"
const subscriber = subscribingEndpoint(1)
const at = (hours: number): DateTime.Utc => DateTime.add(SAMPLE_TIME, { hours })

const load = equipmentEventOf(CONTAINER, { eventDateTime: hoursLater(10), receivedAt: hoursLater(11) })
const estimate = transportEventOf({
  equipmentReference: Option.some(CONTAINER),
  eventDateTime: hoursLater(400),
  receivedAt: hoursLater(20)
})
/** A discharge that was reported 410 hours after the start, with a date so many hours after it. */
const discharged = (date: number, received = 410): CarrierEvent =>
  equipmentEventOf(CONTAINER, {
    code: "DISC",
    place: Option.some(placeOf("NLRTM")),
    transportCall: Option.some(transportCallAt("NLRTM")),
    eventDateTime: hoursLater(date),
    receivedAt: hoursLater(received)
  })

/** Receives the events, each when it was received, and runs every review until the end. Returns `hour: type` of the alerts. */
const play = (received: ReadonlyArray<CarrierEvent>, until: number): ReadonlyArray<string> => {
  const tracked = trackShipment(CONTAINER, [subscriber])
  const alerts: Array<string> = []
  const add = (outbox: ReturnType<typeof tracked.review>, now: DateTime.Utc) => {
    const hour = (now.epochMilliseconds - SAMPLE_TIME.epochMilliseconds) / 3_600_000
    for (const { type, data } of tracked.receivedBy(outbox, subscriber)) {
      if (/^(container|vessel|date\.changed|shipment\.milestone)/.test(type))
        alerts.push(`${hour}: ${type}${data.supersedes === undefined ? "" : " supersedes"}`)
    }
  }
  const reviewUntil = (end: DateTime.Utc) => {
    for (;;) {
      const due = tracked.shipment().reviewAt
      if (Option.isNone(due) || DateTime.isGreaterThan(due.value, end)) return
      add(tracked.review(due.value), due.value)
    }
  }
  for (const [index, { receivedAt }] of received.entries()) {
    const now = DateTime.makeUnsafe(receivedAt)
    reviewUntil(now)
    add(tracked.receive(received.slice(0, index + 1), now), now)
  }
  reviewUntil(at(until))
  return alerts
}

const BEFORE = ["11: container.loaded.at.first.pol"]

describe("an actual discharge that is dated 10 days ahead", () => {
  it("emits nothing and changes no date before its date, and is emitted then", () => {
    assert.deepStrictEqual(play([load, estimate, discharged(650)], 649), BEFORE)
    assert.deepStrictEqual(play([load, estimate, discharged(650)], 700), [
      ...BEFORE,
      "650: container.discharge.at.final.pod"
    ])
  })

  it("is emitted once with its correct date after the correction, and contradicts no alert", () => {
    const mistake = discharged(650)
    const events = [load, estimate, mistake, discharged(409, 430)]
    assert.deepStrictEqual(play(events, 2000), [...BEFORE, "430: container.discharge.at.final.pod"])
    assert.deepStrictEqual(heldEventsAt(events.slice(0, 3), hoursLater(411)), [mistake])
    assert.deepStrictEqual(heldEventsAt(events, hoursLater(431)), [])
  })

  it("changes nothing after the correct report", () => {
    const events = [load, estimate, discharged(409), discharged(650, 430)]
    assert.deepStrictEqual(play(events, 2000), [...BEFORE, "410: container.discharge.at.final.pod"])
  })

  it("is emitted immediately when a time zone explains its date", () => {
    assert.deepStrictEqual(play([load, estimate, discharged(424)], 2000), [
      ...BEFORE,
      "410: container.discharge.at.final.pod"
    ])
  })
})
