import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import * as Arbitrary from "effect/Arbitrary"
import { DEFAULT_LIMITS } from "../../../src/limits/Limits.ts"
import { Instant } from "../../../src/time/Instant.ts"
import type { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { storedEventKey } from "../../../src/tracking/carriers/EventIdentity.ts"
import { mergeReceived } from "../../../src/tracking/carriers/ReceivedEvents.ts"
import { diffJourneys } from "../../../src/tracking/changes/JourneyDiff.ts"
import {
  compactEvents,
  MAX_PRESERVED_SHIPMENTS,
  maxEventsOf,
  type PreservedShipment
} from "../../../src/tracking/compaction/EventCompaction.ts"
import type { Journey } from "../../../src/tracking/journey/Journey.ts"
import { deriveShipmentJourneys, type TrackedNumber } from "../../../src/tracking/journey/ShipmentJourneys.ts"
import type { ReferenceType } from "../../../src/tracking/references/ReferenceType.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import { eventsConcerning } from "../../../src/tracking/shipments/ShipmentEventMatching.ts"
import { anyEvents } from "../eventArbitrary.ts"
import {
  CONTAINER,
  directVoyage,
  discharges,
  gatesIn,
  lines,
  loads,
  OTHER_CONTAINER,
  on,
  picksUpEmpty,
  returnsEmpty,
  transport
} from "../fixtures.ts"

const propertyOptions = { arbitrary: { runs: 300 } }

const trackedOf = (number: string, type: ReferenceType, since = on("01-01")): TrackedNumber => ({
  number,
  type: Option.some(type),
  since
})

const TRACKED = [
  trackedOf(CONTAINER, "CT"),
  trackedOf(OTHER_CONTAINER, "CT", on("02-10")),
  trackedOf("ONE", "BK"),
  trackedOf("TWO", "BK")
]

const stored = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<CarrierEvent> => [...mergeReceived(events).values()]

const preservedOf = (events: ReadonlyArray<CarrierEvent>, tracked = TRACKED): ReadonlyArray<PreservedShipment> =>
  tracked.map((one) => ({ tracked: one, events: eventsConcerning(one, events) }))

const without = (events: ReadonlyArray<CarrierEvent>, keys: ReadonlySet<string>): ReadonlyArray<CarrierEvent> =>
  events.filter((event) => !keys.has(storedEventKey(event)))

/** The journeys of a shipment without the history of dates, which a compaction shortens. */
const journeysOf = (events: ReadonlyArray<CarrierEvent>, tracked: TrackedNumber): ReadonlyArray<Journey> =>
  deriveShipmentJourneys(tracked, eventsConcerning(tracked, events)).map((journey) => ({
    ...journey,
    milestones: journey.milestones.map((milestone) => ({ ...milestone, history: [] }))
  }))

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 }))
const anyLimit = Arbitrary.schema(Limit)

const keysOf = (events: ReadonlyArray<CarrierEvent>): ReadonlySet<string> => new Set(events.map(storedEventKey))

/** The estimates of one arrival, one for each hour. */
const estimates = (count: number): ReadonlyArray<CarrierEvent> =>
  Array.from({ length: count }, (_, hour) => ({
    ...transport("ARRI", { port: "NLRTM", date: "02-09", is: "EST", vessel: "ATLAS", container: CONTAINER }),
    eventDateTime: Instant.make(on("02-09") + ((hour * 7) % count) * 60_000),
    createdDateTime: Option.some(Instant.make(on("01-10T06:00") + hour * 3_600_000)),
    receivedAt: Instant.make(on("01-10T06:00") + hour * 3_600_000)
  }))

/** Former trips of a container, one in each month since 2010. */
const trips = (count: number): ReadonlyArray<CarrierEvent> =>
  Array.from({ length: count }, (_, index) => {
    const month = `${2010 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`
    return [
      picksUpEmpty({ port: "CNSHA", date: `${month}-03` }),
      loads({ port: "CNSHA", date: `${month}-05`, vessel: "BOREAS" }),
      discharges({ port: "SGSIN", date: `${month}-15`, vessel: "BOREAS" }),
      returnsEmpty({ port: "SGSIN", date: `${month}-20` })
    ]
  }).flat()

describe("the compaction of events", () => {
  it.prop(
    "leaves the journeys of every shipment that the events concern, and the alerts that follow from them",
    [anyEvents, anyLimit],
    ([generated, limit]) => {
      const events = stored(generated)
      const { dropped, rejected } = compactEvents(events, limit, preservedOf(events), new Set())
      assert.strictEqual(rejected.size, 0)
      const remaining = without(events, dropped)
      const terms = { thresholdHours: 24, registeredAt: on("01-01"), firstResponse: false }
      for (const tracked of TRACKED) {
        const [before, after] = [journeysOf(events, tracked), journeysOf(remaining, tracked)]
        assert.deepStrictEqual(after, before)
        assert.deepStrictEqual(
          diffJourneys(after, NOTHING_NOTIFIED, terms),
          diffJourneys(before, NOTHING_NOTIFIED, terms)
        )
      }
    },
    propertyOptions
  )

  it.prop(
    "leaves at most as many events as the limit, and rejects new ones only",
    [anyEvents, anyLimit],
    ([generated, limit]) => {
      const events = stored(generated)
      const added = keysOf(events.filter((_, index) => index % 3 === 0))
      const { dropped, rejected } = compactEvents(events, limit, preservedOf(events), added)
      for (const key of rejected) assert.isTrue(added.has(key) && !dropped.has(key))
      const remainingCount = events.length - dropped.size - rejected.size
      assert.isTrue(
        remainingCount <= limit ||
          added.size === [...added].filter((key) => dropped.has(key) || rejected.has(key)).length
      )
      const all = compactEvents(events, limit, preservedOf(events), keysOf(events))
      assert.isAtMost(events.length - all.dropped.size - all.rejected.size, limit)
    },
    propertyOptions
  )

  it.prop("changes nothing within the limit", [anyEvents], ([generated]) => {
    const events = stored(generated)
    const { dropped, rejected } = compactEvents(events, events.length, preservedOf(events), keysOf(events))
    assert.deepStrictEqual([dropped.size, rejected.size], [0, 0])
  })

  it("drops superseded dates, the oldest first, and retains the newest, the first and the last date", () => {
    const actuals = directVoyage().slice(0, 4)
    const events = [...actuals, ...estimates(200)]
    const shipment = trackedOf(CONTAINER, "CT")
    const { dropped, rejected } = compactEvents(events, 100, preservedOf(events, [shipment]), new Set())
    const remaining = without(events, dropped)
    assert.strictEqual(remaining.length, 75)
    assert.strictEqual(rejected.size, 0)
    for (const event of actuals) assert.include(remaining, event)
    const dates = estimates(200).map(({ eventDateTime }) => eventDateTime)
    const keptDates = new Set(remaining.map(({ eventDateTime }) => eventDateTime))
    assert.isTrue(keptDates.has(Instant.make(Math.max(...dates))) && keptDates.has(Instant.make(Math.min(...dates))))
    assert.include(remaining, events.at(-1))
    assert.deepStrictEqual(lines(journeysOf(remaining, shipment)[0]), lines(journeysOf(events, shipment)[0]))
  })

  it("drops the events of former trips before those of the trip that is tracked", () => {
    const current = directVoyage()
    const events = [...trips(40), ...current]
    const shipment = trackedOf(CONTAINER, "CT", on("01-02"))
    const { dropped, rejected } = compactEvents(events, 100, preservedOf(events, [shipment]), new Set())
    assert.strictEqual(rejected.size, 0)
    assert.isAbove(dropped.size, 0)
    const remaining = without(events, dropped)
    for (const event of current) assert.include(remaining, event)
    assert.deepStrictEqual(journeysOf(remaining, shipment), journeysOf(events, shipment))
  })

  it("rejects new events of a trip that has no room for them, the ones received last", () => {
    const gates = Array.from({ length: 130 }, (_, hour) => ({
      ...gatesIn({ port: "CNSHA", date: "01-10" }),
      eventDateTime: Instant.make(on("01-10") + hour * 3_600_000),
      receivedAt: Instant.make(on("02-01") + hour)
    }))
    const added = gates.slice(100)
    const crowd = Array.from({ length: MAX_PRESERVED_SHIPMENTS + 1 }, () => trackedOf(CONTAINER, "CT"))
    const { dropped, rejected } = compactEvents(gates, 120, preservedOf(gates, crowd), keysOf(added))
    assert.strictEqual(dropped.size, 0)
    assert.deepStrictEqual(rejected, keysOf(gates.slice(120)))
  })

  it("drops the oldest events of an untracked container, and never the newest", () => {
    const events = [...trips(40), ...estimates(100)]
    const { dropped, rejected } = compactEvents(events, 100, [], keysOf(events))
    assert.deepStrictEqual([events.length - dropped.size, rejected.size], [75, 0])
    assert.include(without(events, dropped), events.at(-1))
  })

  it("allows a document more events than a container", () => {
    assert.strictEqual(maxEventsOf({ type: Option.some("CT") }, DEFAULT_LIMITS), DEFAULT_LIMITS["container.events"])
    for (const type of [Option.some("BK" as const), Option.some("BL" as const), Option.none()]) {
      assert.strictEqual(maxEventsOf({ type }, DEFAULT_LIMITS), DEFAULT_LIMITS["document.events"])
    }
  })
})
