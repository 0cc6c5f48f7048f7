import { assert, describe, it } from "@effect/vitest"
import { type Instant, instantOf, isoOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { eventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import { diffJourneys } from "@landfall/core/tracking/changes/JourneyDiff"
import { deriveJourneys, type Journey } from "@landfall/core/tracking/journey/Journey"
import { isActual, type Milestone } from "@landfall/core/tracking/journey/Milestone"
import { deriveShipmentJourneys, type TrackedNumber } from "@landfall/core/tracking/journey/ShipmentJourneys"
import { NOTHING_NOTIFIED } from "@landfall/core/tracking/shipments/NotifiedState"
import { Effect, Option, Random, Schema } from "effect"
import {
  type DisruptionRates,
  HEAVY_DISRUPTIONS,
  NO_DISRUPTIONS,
  type SimulatedJourney,
  simulateJourney
} from "../../src/journeys/Simulation.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"
import { Seed } from "./Seed.ts"

const propertyOptions = { arbitrary: { runs: 200 } }

/** A milestone in one line. */
const line = (type: string, unlocode: string, date: Instant): string => `${isoOf(date)} ${unlocode} ${type}`

const lineOf = ({ type, place, date }: Milestone): string => line(type, place.unlocode, date)
const truth = ({ milestones }: SimulatedJourney): ReadonlyArray<string> =>
  milestones.map(({ type, unlocode, date }) => line(type, unlocode, date))
const actual = (journeys: ReadonlyArray<Journey>): ReadonlyArray<string> =>
  journeys.flatMap(({ milestones }) => milestones.filter(isActual).map(lineOf))

const derived = (journey: SimulatedJourney, events: ReadonlyArray<CarrierEvent>): ReadonlyArray<Journey> => {
  const tracked: TrackedNumber = {
    number: journey.consignment.container,
    type: Option.some("CT"),
    since: instantOf(SAMPLE_TIME)
  }
  return deriveShipmentJourneys(tracked, events)
}

/** The milestones that an endpoint is notified of over successive sets of events. */
const notifiedMilestones = (journey: SimulatedJourney, eventSets: ReadonlyArray<ReadonlyArray<CarrierEvent>>) => {
  const terms = { thresholdHours: 24, registeredAt: instantOf(SAMPLE_TIME), firstResponse: false }
  let notified = NOTHING_NOTIFIED
  const milestones: Array<string> = []
  for (const eventSet of eventSets) {
    const diff = diffJourneys(derived(journey, eventSet), notified, terms)
    notified = diff.notified
    milestones.push(
      ...diff.alerts.flatMap((alert) => (alert._tag === "MilestoneReached" ? [lineOf(alert.milestone)] : []))
    )
  }
  return milestones
}

const prefixes = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.map((_, index) => items.slice(0, index + 1))

describe("a simulated journey", () => {
  it.effect.prop("is the same for the same seed, and different for another", [Seed], ([seed]) =>
    Effect.gen(function* () {
      const journey = yield* simulateJourney(seed)
      assert.deepStrictEqual(yield* simulateJourney(seed), journey)
      assert.notDeepEqual(yield* simulateJourney(seed + 1), journey)
    })
  )

  it.effect("has disruptions at the given rates, and none at rate 0", () =>
    Effect.gen(function* () {
      const seeds = Array.from({ length: 200 }, (_, seed) => seed)
      const journeysOf = (rates: DisruptionRates) => Effect.forEach(seeds, (seed) => simulateJourney(seed, rates))
      const isOutOfOrder = ({ pushes }: SimulatedJourney) =>
        pushes.some((event, index) => {
          const before = pushes[index - 1]
          const [written, earlier] = [event, before].map((one) =>
            Option.getOrUndefined(one?.createdDateTime ?? Option.none())
          )
          return written !== undefined && earlier !== undefined && written < earlier
        })
      const isRepeated = ({ pushes }: SimulatedJourney) => new Set(pushes.map(eventKey)).size < pushes.length
      const isRolled = ({ responses }: SimulatedJourney) => {
        const last = new Set(responses.at(-1)?.events.map(eventKey))
        const vessels = (events: ReadonlyArray<CarrierEvent>) =>
          new Set(
            events.flatMap((event) =>
              "transportCall" in event && Option.isSome(event.transportCall)
                ? Option.toArray(event.transportCall.value.id)
                : []
            )
          )
        const [first, final] = [vessels(responses[0]?.events ?? []), vessels(responses.at(-1)?.events ?? [])]
        return last.size > 0 && [...first].some((call) => !final.has(call))
      }
      const quiet = yield* journeysOf(NO_DISRUPTIONS)
      assert.isFalse(quiet.some((journey) => isOutOfOrder(journey) || isRepeated(journey) || isRolled(journey)))
      const disrupted = yield* journeysOf(HEAVY_DISRUPTIONS)
      for (const wrong of [isOutOfOrder, isRepeated, isRolled]) assert.isAbove(disrupted.filter(wrong).length, 50)
      const lossy = yield* journeysOf({ ...NO_DISRUPTIONS, losses: 0.5 })
      const count = (journeys: ReadonlyArray<SimulatedJourney>) =>
        journeys.reduce((sum, { pushes }) => sum + pushes.length, 0)
      assert.closeTo(count(lossy) / count(quiet), 0.5, 0.05)
    })
  )
})

describe("the derivation", () => {
  it.effect.prop(
    "ends with the true milestones from all pushed events",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed)
        const journeys = derived(journey, journey.pushes)
        assert.deepStrictEqual(actual(journeys).toSorted(), truth(journey).toSorted())
        assert.deepStrictEqual(
          journeys.flatMap(({ ports }) => ports.map(({ place }) => place.unlocode)),
          journey.ports
        )
      }),
    propertyOptions
  )

  it.effect.prop(
    "ends with the true milestones from the last response alone",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed)
        const journeys = derived(journey, journey.responses.at(-1)?.events ?? [])
        assert.deepStrictEqual(actual(journeys).toSorted(), truth(journey).toSorted())
      }),
    propertyOptions
  )

  it.effect.prop(
    "gives the same journeys for the same events in any order, however often repeated",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const { pushes } = yield* simulateJourney(seed)
        const shuffled = yield* Random.shuffle([...pushes, ...pushes.slice(0, 7)]).pipe(Random.withSeed(seed))
        assert.deepStrictEqual(deriveJourneys(shuffled), deriveJourneys(pushes))
      }),
    propertyOptions
  )

  it.effect.prop(
    "notifies every true milestone once and no other, over the responses of a polled carrier",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed)
        const milestones = notifiedMilestones(
          journey,
          journey.responses.map(({ events }) => events)
        )
        assert.deepStrictEqual(milestones.toSorted(), truth(journey).toSorted())
      }),
    propertyOptions
  )

  // A roll-over that is reported late cannot be known before.
  const notifiesTruth = Effect.fnUntraced(function* (seed: number, calm: "lateReceipts" | "rollOvers") {
    const journey = yield* simulateJourney(seed, { ...HEAVY_DISRUPTIONS, rollOvers: 1, [calm]: 0 })
    const milestones = notifiedMilestones(journey, prefixes(journey.pushes))
    assert.deepStrictEqual(milestones.toSorted(), truth(journey).toSorted())
  })

  it.effect.prop(
    "notifies every true milestone once and no other, over events pushed late, repeated, or with roll-overs",
    [Seed, Schema.Literals(["lateReceipts", "rollOvers"])],
    ([seed, calm]) => notifiesTruth(seed, calm),
    { arbitrary: { runs: 60 } }
  )

  // Here the container is to be discharged at a transhipment port after the former date of its next vessel.
  it.effect.each([216, 347, 713, 746])("notifies them in journey %i, where a plan of the next vessel is late", (seed) =>
    notifiesTruth(seed, "rollOvers")
  )

  it.effect.prop(
    "never dates an actual milestone with anything but an actual event there, whatever is lost",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed, { ...HEAVY_DISRUPTIONS, losses: 0.4 })
        const knownIds = new Set(
          journey.pushes.flatMap((event) =>
            event.classifier === "ACT" && event._tag !== "ShipmentEvent" && Option.isSome(event.place)
              ? [`${event.place.value.unlocode} ${event.eventDateTime}`]
              : []
          )
        )
        for (const { milestones } of derived(journey, journey.pushes)) {
          assert.strictEqual(new Set(milestones.map(({ key }) => key)).size, milestones.length)
          for (const { place, date } of milestones.filter(isActual))
            assert.isTrue(knownIds.has(`${place.unlocode} ${date}`))
        }
      }),
    propertyOptions
  )
})
