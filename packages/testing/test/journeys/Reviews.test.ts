import { assert, describe, it } from "@effect/vitest"
import { DEFAULT_THRESHOLD_HOURS, ThresholdHours } from "@landfall/core/alerts/ThresholdHours"
import { instantOf } from "@landfall/core/time/Instant"
import type { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { DateTime, Effect, Option } from "effect"
import { HEAVY_DISRUPTIONS, NO_DISRUPTIONS, simulateJourney } from "../../src/journeys/Simulation.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"
import { endpointAsking, type Heard, listening } from "./Listener.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = SAMPLE_TIME.epochMilliseconds
const asking = endpointAsking(1)
const silent = endpointAsking(2, { filterTypes: Option.none() })
const at = (millis: number): DateTime.Utc => DateTime.makeUnsafe(START + millis)
const iso = (millis: number): string => DateTime.formatIso(at(millis))
const types = (heard: ReadonlyArray<Heard>): ReadonlyArray<string> => heard.map(({ type }) => type)

/** Reviews a shipment whenever it is due, until a moment; what its endpoint hears and when. */
const reviewUntil = (listener: ReturnType<typeof listening>, end: DateTime.Utc) => {
  const heard: Array<Heard> = []
  for (let reviews = 0; ; reviews++) {
    const due = listener.shipment().reviewAt
    if (Option.isNone(due) || DateTime.isGreaterThan(due.value, end)) return { heard, reviews }
    assert.isBelow(reviews, 20, "a review sets the next one later")
    heard.push(...listener.heardBy(listener.review(due.value), asking))
  }
}

describe("a shipment of which nothing is known", () => {
  it("is in error 24 hours after its registration, once, with the reason", () => {
    const listener = listening("MSCU0000010", [asking, silent])
    assert.deepStrictEqual(listener.review(at(24 * HOUR - 1)), [])
    const { heard } = reviewUntil(listener, at(400 * DAY))
    assert.deepStrictEqual(types(heard), ["shipment.in.error"])
    assert.deepInclude(heard[0], { timestamp: iso(24 * HOUR) })
    assert.deepInclude(heard[0]?.data, {
      reason: "no_data",
      since: iso(0),
      rule: "no-data-for-24-hours",
      sourceEvent: null
    })
  })

  it("is in error for each endpoint a day after that one's own registration", () => {
    const listener = listening("MSCU0000010", [silent])
    listener.register(asking, at(10 * HOUR))
    const { heard } = reviewUntil(listener, at(400 * DAY))
    assert.deepStrictEqual(
      heard.map(({ type, timestamp }) => [type, timestamp]),
      [["shipment.in.error", iso(34 * HOUR)]]
    )
  })

  it("is looked at no more while nobody asks for it", () => {
    const listener = listening("MSCU0000010", [silent])
    assert.isAtMost(reviewUntil(listener, at(400 * DAY)).reviews, 1)
    assert.isTrue(Option.isNone(listener.shipment().reviewAt))
  })
})

describe("a shipment under way", () => {
  it.effect("is stale 14 days after the last news, once for each silence", () =>
    Effect.gen(function* () {
      const { responses, consignment } = yield* simulateJourney(3, NO_DISRUPTIONS)
      const [first, second] = responses
      if (first === undefined || second === undefined) return assert.fail("a journey has more than one answer")
      const listener = listening(consignment.container, [asking, silent])
      listener.receive(first.events, first.at)
      const silence = DateTime.add(first.at, { days: 14 })
      const { heard } = reviewUntil(listener, DateTime.add(first.at, { days: 400 }))
      assert.deepStrictEqual(types(heard), ["shipment.stale"])
      assert.strictEqual(heard[0]?.timestamp, DateTime.formatIso(silence))
      assert.deepInclude(heard[0]?.data, { days: 14, lastNewsAt: DateTime.formatIso(first.at) })
      assert.strictEqual(heard[0]?.data.next.milestone, "container.loaded.at.first.pol")
      const newsAt = DateTime.add(second.at, { days: 30 })
      const receivedAt = instantOf(newsAt)
      const news = second.events.map((event) => ({ ...event, receivedAt }))
      assert.notInclude(types(listener.heardBy(listener.receive(news, newsAt), asking)), "shipment.stale")
      assert.deepStrictEqual(
        reviewUntil(listener, DateTime.add(newsAt, { days: 400 })).heard.map(({ type, timestamp }) => [
          type,
          timestamp
        ]),
        [["shipment.stale", DateTime.formatIso(DateTime.add(newsAt, { days: 14 }))]]
      )
    })
  )
})

describe("a completed shipment", () => {
  it.effect("is removed 7 days after it was known to be over, with the reason, and hears of silence no more", () =>
    Effect.gen(function* () {
      const { responses, consignment } = yield* simulateJourney(5, HEAVY_DISRUPTIONS)
      const listener = listening(consignment.container, [asking])
      for (const { at, events } of responses) listener.receive(events, at)
      const over = responses.at(-1)?.at ?? SAMPLE_TIME
      const shipment = listener.shipment()
      assert.deepStrictEqual(
        [shipment.status, Option.map(shipment.completedAt, DateTime.toEpochMillis)],
        ["completed", Option.some(DateTime.toEpochMillis(over))]
      )
      assert.deepStrictEqual(reviewUntil(listener, DateTime.add(over, { days: 7, milliseconds: -1 })).heard, [])
      assert.strictEqual(listener.shipment().status, "completed")
      assert.deepStrictEqual(reviewUntil(listener, DateTime.add(over, { days: 7 })).heard, [])
      const { status, stopReason, reviewAt } = listener.shipment()
      assert.deepStrictEqual([status, stopReason, reviewAt], ["stopped", Option.some("completed"), Option.none()])
    })
  )

  it.effect("is none while a container waits for its next trip; a booking has no next", () =>
    Effect.gen(function* () {
      const { responses, consignment } = yield* simulateJourney(5, NO_DISRUPTIONS)
      const { at: over, events } = responses.at(-1) ?? { at: SAMPLE_TIME, events: [] }
      const trackedSince = DateTime.add(over, { days: 10 })
      const statusOf = (number: string, type: ReferenceType) => {
        const listener = listening(number, [], { trackedSince, type: Option.some(type) })
        listener.receive(events, trackedSince)
        listener.register(endpointAsking(3), trackedSince)
        return listener.shipment().status
      }
      assert.deepStrictEqual(
        [statusOf(consignment.container, "CT"), statusOf(consignment.booking, "BK")],
        ["tracking", "completed"]
      )
    })
  )

  it.effect("whose end is taken back is tracked on", () =>
    Effect.gen(function* () {
      const { responses, consignment } = yield* simulateJourney(5, NO_DISRUPTIONS)
      const listener = listening(consignment.container, [asking])
      for (const { at, events } of responses) listener.receive(events, at)
      const [open, whole] = responses.slice(-2)
      if (open === undefined || whole === undefined) return assert.fail("a journey has more than one answer")
      const again = DateTime.add(whole.at, { days: 2 })
      listener.receive(open.events, again)
      assert.deepStrictEqual([listener.shipment().status, listener.shipment().completedAt], ["tracking", Option.none()])
      const back = listener.heardBy(listener.receive(whole.events, DateTime.add(again, { days: 1 })), asking)
      assert.deepStrictEqual(types(back), [], "the same end is not told twice")
      reviewUntil(listener, DateTime.add(whole.at, { days: 8 }))
      assert.strictEqual(listener.shipment().status, "completed", "the week begins anew")
    })
  )
})

describe("the threshold of an endpoint", () => {
  it.effect("holds for its registrations, and a change of it from then on", () =>
    Effect.gen(function* () {
      const changes = (thresholds: readonly [number, number]) =>
        Effect.gen(function* () {
          const { responses, consignment } = yield* simulateJourney(12, { ...NO_DISRUPTIONS, delays: 1 })
          const listener = listening(consignment.container, [
            endpointAsking(1, { dateChangeThresholdHours: ThresholdHours.make(thresholds[0]) })
          ])
          const heard: Array<Heard> = []
          for (const [index, { at, events }] of responses.entries()) {
            if (index === 1) {
              listener.change(endpointAsking(1, { dateChangeThresholdHours: ThresholdHours.make(thresholds[1]) }))
            }
            heard.push(...listener.heardBy(listener.receive(events, at), asking))
          }
          return heard.filter(({ type }) => type.startsWith("date.changed."))
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
