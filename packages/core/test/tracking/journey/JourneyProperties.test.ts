import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { Instant } from "../../../src/time/Instant.ts"
import { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { deduplicateEvents, eventKey, mergeDuplicates } from "../../../src/tracking/carriers/EventIdentity.ts"
import { diffJourneys } from "../../../src/tracking/changes/JourneyDiff.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { deriveShipmentJourneys, type TrackedNumber } from "../../../src/tracking/journey/ShipmentJourneys.ts"
import { NOTHING_NOTIFIED, NotifiedState } from "../../../src/tracking/shipments/NotifiedState.ts"
import { anyBag, anyEvent, anyOrder, repeat, shuffle } from "../eventArbitrary.ts"
import { BOX, directVoyage, on, transhipment } from "../fixtures.ts"

const many = { arbitrary: { runs: 200 } }

/** Stores events one by one as a store does: of each meaning the preferred. */
const stored = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<CarrierEvent> => {
  const bag = new Map<string, CarrierEvent>()
  for (const event of events) {
    const known = bag.get(eventKey(event))
    bag.set(eventKey(event), known === undefined ? event : mergeDuplicates(known, event))
  }
  return [...bag.values()]
}

describe("a bag of events", () => {
  it.prop(
    "gives the same journeys in any order",
    [anyBag, anyOrder],
    ([bag, order]) => {
      assert.deepStrictEqual(deriveJourneys(shuffle(bag, order)), deriveJourneys(bag))
    },
    many
  )

  it.prop(
    "gives the same journeys however often its events are repeated",
    [anyBag, anyOrder],
    ([bag, order]) => {
      assert.deepStrictEqual(deriveJourneys(shuffle(repeat(bag, order), order)), deriveJourneys(bag))
    },
    many
  )

  it.prop(
    "gives the same journeys when its events are heard again later",
    [anyBag],
    ([bag]) => {
      const again = bag.map((event) => ({ ...event, receivedAt: Instant.make(event.receivedAt + 86_400_000) }))
      assert.deepStrictEqual(deriveJourneys([...again, ...bag]), deriveJourneys(bag))
    },
    many
  )

  it.prop("gives the same journeys at once as grown event by event", [anyBag, anyOrder], ([bag, order]) => {
    const grown = stored(shuffle(bag, order))
    assert.deepStrictEqual(deriveJourneys(grown), deriveJourneys(bag))
    for (const [index] of bag.entries()) {
      const prefix = bag.slice(0, index)
      assert.deepStrictEqual(deriveJourneys(stored(shuffle(prefix, order))), deriveJourneys(prefix))
    }
  })

  it.prop(
    "gives each milestone of a container once",
    [anyBag],
    ([bag]) => {
      for (const journey of deriveJourneys(bag)) {
        const keys = journey.milestones.map((milestone) => milestone.key)
        assert.strictEqual(new Set(keys).size, keys.length)
      }
    },
    many
  )

  it.prop(
    "has at most one first POL and one final POD a journey, in that order",
    [anyBag],
    ([bag]) => {
      for (const { ports } of deriveJourneys(bag)) {
        assert.isTrue(ports.every((port, index) => port.role !== "first-pol" || index === 0))
        assert.isTrue(ports.every((port, index) => port.role !== "final-pod" || index === ports.length - 1))
      }
    },
    many
  )

  it.prop(
    "dates every milestone with a date of its own history",
    [anyBag],
    ([bag]) => {
      for (const milestone of deriveJourneys(bag).flatMap((journey) => journey.milestones)) {
        const told = milestone.history.some(
          (given) => given.date === milestone.date && given.classifier === milestone.classifier
        )
        assert.isTrue(told)
      }
    },
    many
  )
})

describe("the meaning of events", () => {
  it.prop(
    "preferred is commutative, associative and idempotent",
    [anyEvent, anyEvent, anyEvent],
    ([a, b, c]) => {
      const same = [a, b, c].map((event) => ({ ...event, eventDateTime: a.eventDateTime }))
      const [x = a, y = a, z = a] = same
      assert.deepStrictEqual(mergeDuplicates(x, y), mergeDuplicates(y, x))
      assert.deepStrictEqual(mergeDuplicates(mergeDuplicates(x, y), z), mergeDuplicates(x, mergeDuplicates(y, z)))
      assert.deepStrictEqual(mergeDuplicates(x, x), x)
    },
    many
  )

  it.prop(
    "distinct events have distinct meanings, and every meaning is kept",
    [anyBag],
    ([bag]) => {
      const keys = deduplicateEvents(bag).map(eventKey)
      assert.strictEqual(new Set(keys).size, keys.length)
      assert.deepStrictEqual(new Set(keys), new Set(bag.map(eventKey)))
    },
    many
  )

  it.prop("neither the id nor the times of writing and receipt change a meaning", [anyEvent, anyEvent], ([a, b]) => {
    const disguised = {
      ...a,
      sourceEventId: b.sourceEventId,
      createdDateTime: b.createdDateTime,
      receivedAt: b.receivedAt
    }
    assert.strictEqual(eventKey(disguised), eventKey(a))
  })

  it.prop("an event survives being stored as JSON", [anyEvent], ([event]) => {
    const json: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(CarrierEvent)(event)))
    assert.deepStrictEqual(Schema.decodeUnknownSync(CarrierEvent)(json), event)
  })
})

describe("alerts over a growing bag", () => {
  const followed: TrackedNumber = { number: BOX, type: Option.some("CT"), since: on("01-01") }
  const terms = { thresholdHours: 24, registeredAt: on("01-01"), firstResponse: false }

  it.prop("what was told survives being stored as JSON", [anyBag], ([bag]) => {
    const { notified } = diffJourneys(deriveJourneys(bag), NOTHING_NOTIFIED, terms)
    const json: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(NotifiedState)(notified)))
    assert.deepStrictEqual(Schema.decodeUnknownSync(NotifiedState)(json), notified)
  })

  it.prop(
    "the same journey a second time says nothing",
    [anyBag],
    ([bag]) => {
      const [journey] = deriveJourneys(bag)
      const journeys = journey === undefined ? [] : [journey]
      const { notified } = diffJourneys(journeys, NOTHING_NOTIFIED, terms)
      const again = diffJourneys(journeys, notified, terms)
      assert.deepStrictEqual(again, { alerts: [], notified, retractions: [] })
    },
    many
  )

  it.prop(
    "a milestone is told once, whatever the order in which a true journey is learnt",
    [anyOrder],
    ([order]) => {
      for (const voyage of [directVoyage(), transhipment()]) {
        const events = shuffle(repeat(voyage, order), order)
        let notified = NOTHING_NOTIFIED
        const told: Array<string> = []
        for (const [index] of events.entries()) {
          const journeys = deriveShipmentJourneys(followed, events.slice(0, index + 1))
          const diff = diffJourneys(journeys, notified, terms)
          notified = diff.notified
          told.push(
            ...diff.alerts.filter((alert) => alert._tag === "MilestoneReached").map((alert) => alert.milestone.key)
          )
        }
        assert.strictEqual(new Set(told).size, told.length)
        const truth = deriveShipmentJourneys(followed, voyage).flatMap((journey) =>
          journey.milestones.map((milestone) => milestone.key)
        )
        assert.includeMembers(told, truth)
      }
    },
    { arbitrary: { runs: 40 } }
  )
})
