import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { Instant } from "../../../src/time/Instant.ts"
import { CarrierEvent, type EmptyIndicator } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { deduplicateEvents, eventKey, mergeDuplicates } from "../../../src/tracking/carriers/EventIdentity.ts"
import { diffJourneys } from "../../../src/tracking/changes/JourneyDiff.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { deriveShipmentJourneys, type TrackedNumber } from "../../../src/tracking/journey/ShipmentJourneys.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import { anyEvent, anyEvents, anyOrder, repeat, shuffle } from "../eventArbitrary.ts"
import { CONTAINER, directVoyage, on, transhipment } from "../fixtures.ts"

const propertyOptions = { arbitrary: { runs: 200 } }

/** Stores events one by one as a store does, merging duplicates. */
const stored = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<CarrierEvent> => {
  const byKey = new Map<string, CarrierEvent>()
  for (const event of events) {
    const existing = byKey.get(eventKey(event))
    byKey.set(eventKey(event), existing === undefined ? event : mergeDuplicates(existing, event))
  }
  return [...byKey.values()]
}

describe("a set of events", () => {
  it.prop(
    "gives the same journeys in any order",
    [anyEvents, anyOrder],
    ([events, order]) => {
      assert.deepStrictEqual(deriveJourneys(shuffle(events, order)), deriveJourneys(events))
    },
    propertyOptions
  )

  it.prop(
    "gives the same journeys however often its events are repeated",
    [anyEvents, anyOrder],
    ([events, order]) => {
      assert.deepStrictEqual(deriveJourneys(shuffle(repeat(events, order), order)), deriveJourneys(events))
    },
    propertyOptions
  )

  it.prop(
    "gives the same journeys when its events are received again later",
    [anyEvents],
    ([events]) => {
      const again = events.map((event) => ({ ...event, receivedAt: Instant.make(event.receivedAt + 86_400_000) }))
      assert.deepStrictEqual(deriveJourneys([...again, ...events]), deriveJourneys(events))
    },
    propertyOptions
  )

  it.prop("gives the same journeys in one derivation as event by event", [anyEvents, anyOrder], ([events, order]) => {
    const grown = stored(shuffle(events, order))
    assert.deepStrictEqual(deriveJourneys(grown), deriveJourneys(events))
    for (const [index] of events.entries()) {
      const prefix = events.slice(0, index)
      assert.deepStrictEqual(deriveJourneys(stored(shuffle(prefix, order))), deriveJourneys(prefix))
    }
  })

  it.prop(
    "gives each milestone of a container once",
    [anyEvents],
    ([events]) => {
      for (const journey of deriveJourneys(events)) {
        const keys = journey.milestones.map((milestone) => milestone.key)
        assert.strictEqual(new Set(keys).size, keys.length)
      }
    },
    propertyOptions
  )

  it.prop(
    "has at most one first POL and one final POD per journey, in that order",
    [anyEvents],
    ([events]) => {
      for (const { ports } of deriveJourneys(events)) {
        assert.isTrue(ports.every((port, index) => port.role !== "first-pol" || index === 0))
        assert.isTrue(ports.every((port, index) => port.role !== "final-pod" || index === ports.length - 1))
      }
    },
    propertyOptions
  )

  it.prop(
    "dates every milestone with a date of its history",
    [anyEvents],
    ([events]) => {
      for (const milestone of deriveJourneys(events).flatMap((journey) => journey.milestones)) {
        const isReported = milestone.history.some(
          (entry) => entry.date === milestone.date && entry.classifier === milestone.classifier
        )
        assert.isTrue(isReported)
      }
    },
    propertyOptions
  )
})

const LADEN: Option.Option<EmptyIndicator> = Option.some("LADEN")

/** A copy of an event: the same key, with what another event states beside it. */
const withContentOf = (event: CarrierEvent, other: CarrierEvent): CarrierEvent => {
  const { sourceEventId, createdDateTime, receivedAt, documents, references } = other
  const copy = { ...event, sourceEventId, createdDateTime, receivedAt, documents, references }
  if (copy._tag !== "EquipmentEvent") return copy
  return { ...copy, emptyIndicator: other._tag === "EquipmentEvent" ? other.emptyIndicator : LADEN }
}

describe("event identity", () => {
  it.prop(
    "mergeDuplicates is commutative and idempotent, and of events with one key associative",
    [anyEvent, anyEvent, anyEvent],
    ([a, b, c]) => {
      const later = { ...b, eventDateTime: a.eventDateTime }
      assert.deepStrictEqual(mergeDuplicates(a, later), mergeDuplicates(later, a))
      assert.deepStrictEqual(mergeDuplicates(a, a), a)
      const [x = a, y = a, z = a] = [a, b, c].map((event) => withContentOf(a, event))
      assert.deepStrictEqual(mergeDuplicates(x, y), mergeDuplicates(y, x))
      assert.deepStrictEqual(mergeDuplicates(mergeDuplicates(x, y), z), mergeDuplicates(x, mergeDuplicates(y, z)))
    },
    propertyOptions
  )

  it.prop(
    "deduplicated events have distinct keys, and every key remains",
    [anyEvents],
    ([events]) => {
      const keys = deduplicateEvents(events).map(eventKey)
      assert.strictEqual(new Set(keys).size, keys.length)
      assert.deepStrictEqual(new Set(keys), new Set(events.map(eventKey)))
    },
    propertyOptions
  )

  it.prop("id, creation and receipt do not change the key", [anyEvent, anyEvent], ([a, b]) => {
    const disguised = {
      ...a,
      sourceEventId: b.sourceEventId,
      createdDateTime: b.createdDateTime,
      receivedAt: b.receivedAt
    }
    assert.strictEqual(eventKey(disguised), eventKey(a))
  })

  it.prop("an event round-trips through JSON", [anyEvent], ([event]) => {
    const json: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(CarrierEvent)(event)))
    assert.deepStrictEqual(Schema.decodeUnknownSync(CarrierEvent)(json), event)
  })
})

describe("alerts over a growing set of events", () => {
  const followed: TrackedNumber = { number: CONTAINER, type: Option.some("CT"), since: on("01-01") }
  const terms = { thresholdHours: 24, registeredAt: on("01-01"), firstResponse: false }

  it.prop(
    "the same journey a second time emits nothing",
    [anyEvents],
    ([events]) => {
      const [journey] = deriveJourneys(events)
      const journeys = journey === undefined ? [] : [journey]
      const { notified } = diffJourneys(journeys, NOTHING_NOTIFIED, terms)
      const again = diffJourneys(journeys, notified, terms)
      assert.deepStrictEqual(again, { alerts: [], notified, retractions: [] })
    },
    propertyOptions
  )

  it.prop(
    "a milestone is notified once, whatever the order of a true journey's events",
    [anyOrder],
    ([order]) => {
      for (const voyage of [directVoyage(), transhipment()]) {
        const events = shuffle(repeat(voyage, order), order)
        let notified = NOTHING_NOTIFIED
        const keys: Array<string> = []
        for (const [index] of events.entries()) {
          const journeys = deriveShipmentJourneys(followed, events.slice(0, index + 1))
          const diff = diffJourneys(journeys, notified, terms)
          notified = diff.notified
          keys.push(
            ...diff.alerts.filter((alert) => alert._tag === "MilestoneReached").map((alert) => alert.milestone.key)
          )
        }
        assert.strictEqual(new Set(keys).size, keys.length)
        const truth = deriveShipmentJourneys(followed, voyage).flatMap((journey) =>
          journey.milestones.map((milestone) => milestone.key)
        )
        assert.includeMembers(keys, truth)
      }
    },
    { arbitrary: { runs: 40 } }
  )
})
