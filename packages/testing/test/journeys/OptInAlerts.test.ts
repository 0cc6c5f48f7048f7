import { assert, describe, it } from "@effect/vitest"
import { isDefaultEventType, OptInEventType } from "@landfall/core/alerts/EventType"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import { isoOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { journeysOf } from "@landfall/core/tracking/changes/ShipmentDecisions"
import type { Journey } from "@landfall/core/tracking/journey/Journey"
import { isActual } from "@landfall/core/tracking/journey/Milestone"
import { DateTime, Effect, Option, Schema, SchemaRepresentation } from "effect"
import {
  type DisruptionRates,
  HEAVY_DISRUPTIONS,
  NO_DISRUPTIONS,
  type SimulatedJourney,
  simulateJourney
} from "../../src/journeys/Simulation.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"
import { ALL_TYPES, endpointAsking, type Heard, listening } from "./Listener.ts"
import { Seed } from "./Seed.ts"

const many = { arbitrary: { runs: 40 } }
const asking = endpointAsking(1)
const silent = endpointAsking(2, { filterTypes: Option.none() })
const isOptIn = Schema.is(OptInEventType)

interface Round {
  readonly at: DateTime.Utc
  readonly events: ReadonlyArray<CarrierEvent>
}

const answers = ({ responses }: SimulatedJourney): ReadonlyArray<Round> => responses
const pushes = ({ pushes }: SimulatedJourney): ReadonlyArray<Round> =>
  pushes.map(({ receivedAt }, index) => ({ at: DateTime.makeUnsafe(receivedAt), events: pushes.slice(0, index + 1) }))

type PortVisit = { readonly unlocode: string; readonly visit: number }

/** What a receiver believes, from nothing but what it heard. */
class Receiver {
  route: string | undefined = undefined
  readonly ships = new Map<string, string>()
  readonly actual = new Map<string, string>()
  completed = 0

  hear({ type, data }: Heard): void {
    if (type === "shipment.route.changed") {
      const ports = data.current.map((port: PortVisit) => `${port.unlocode}/${port.visit}`)
      assert.notStrictEqual(ports.join(), this.route, "a route that it knows already")
      this.route = ports.join()
      for (const { unlocode, visit } of data.dropped) this.ships.delete(`${unlocode}/${visit}`)
      for (const { unlocode, visit } of data.added) {
        const port = data.current.find((port: PortVisit) => port.unlocode === unlocode && port.visit === visit)
        if (port.vessel !== null) this.ships.set(`${unlocode}/${visit}`, port.vessel.imo)
      }
    }
    if (type === "shipment.vessel.changed") {
      const port = `${data.location.unlocode}/${data.location.visit}`
      assert.notStrictEqual(data.current.vessel.imo, data.previous.vessel.imo)
      const known = this.ships.get(port)
      if (known !== undefined) assert.strictEqual(data.previous.vessel.imo, known, "from the ship last told")
      this.ships.set(port, data.current.vessel.imo)
    }
    if (type === "shipment.milestone.retracted") {
      const key = `${data.milestone} ${data.location.unlocode}`
      assert.strictEqual(this.actual.get(key), data.date, "nothing is taken back that was not told")
      assert.isNotNull(data.toldFrom)
      this.actual.delete(key)
    }
    if (data.classifier === "ACT" && type === `date.changed.${data.milestone}`) {
      const key = `${data.milestone} ${data.location.unlocode}`
      if (this.actual.has(key)) this.actual.set(key, data.date)
    }
    if (data.classifier === "ACT" && type === data.milestone) {
      const key = `${data.milestone} ${data.location.unlocode}`
      assert.isFalse(this.actual.has(key), `${key} is told twice`)
      this.actual.set(key, data.date)
    }
    if (type === "shipment.completed") this.completed++
  }
}

const routeOf = (journeys: ReadonlyArray<Journey>): string | undefined => {
  const ports = journeys[0]?.ports ?? []
  const isWhole = ports.length > 1 && ports[0]?.role === "first-pol" && ports.at(-1)?.role === "final-pod"
  return isWhole ? ports.map(({ place, visit }) => `${place.unlocode}/${visit}`).join() : undefined
}

const shipFrom = (journeys: ReadonlyArray<Journey>, port: string): string | null | undefined => {
  const leg = journeys[0]?.legs.find(({ from }) => Option.isSome(from) && `${from.value.unlocode}/1` === port)
  return leg === undefined || Option.isNone(leg.vessel) ? undefined : Option.getOrNull(leg.vessel.value.imo)
}

const actuals = (journeys: ReadonlyArray<Journey>): ReadonlyArray<string> =>
  journeys.flatMap(({ milestones }) =>
    milestones.filter(isActual).map(({ type, place }) => `${type} ${place.unlocode}`)
  )

/** Plays a journey to one endpoint that asked for everything and one that asked for nothing, in so many rounds. */
const play = (journey: SimulatedJourney, rounds: ReadonlyArray<Round>) => {
  const listener = listening(journey.consignment.container, [asking, silent])
  const receiver = new Receiver()
  const heard: Array<Heard> = []
  for (const { at, events } of rounds) {
    const outbox = listener.receive(events, at)
    for (const { recipients, type } of outbox) {
      if (isOptIn(type))
        assert.deepStrictEqual(
          recipients.map(({ endpointId }) => endpointId),
          [asking.id]
        )
    }
    assert.isTrue(listener.heardBy(outbox, silent).every(({ type }) => isDefaultEventType(type)))
    const news = listener.heardBy(outbox, asking)
    const journeys = journeysOf(listener.snapshot())
    const before = receiver.route
    for (const alert of news) receiver.hear(alert)
    const now = routeOf(journeys)
    if (before === undefined) receiver.route ??= now
    if (now !== undefined) assert.strictEqual(receiver.route, now, "the route told is the route derived")
    for (const [port, imo] of receiver.ships) {
      const ship = shipFrom(journeys, port)
      if (ship !== undefined && ship !== null) assert.strictEqual(imo, ship, "the ship told is the ship derived")
    }
    assert.deepStrictEqual([...receiver.actual.keys()].toSorted(), actuals(journeys).toSorted())
    heard.push(...news)
    assert.deepStrictEqual(listener.receive(events, at), [], "hearing the same again changes nothing")
  }
  return { listener, heard, receiver }
}

const count = (heard: ReadonlyArray<Heard>, type: string): number => heard.filter((alert) => alert.type === type).length

describe("who asked for everything", () => {
  for (const [how, rounds] of [
    ["polled", answers],
    ["pushed", pushes]
  ] as const) {
    for (const [what, mishaps] of [
      ["much that goes wrong", HEAVY_DISRUPTIONS],
      ["what is lost", { ...HEAVY_DISRUPTIONS, losses: 0.3 }]
    ] as const) {
      it.effect.prop(
        `knows route, ships and milestones as derived after every round, ${how}, with ${what}; nobody else hears`,
        [Seed],
        ([seed]) =>
          Effect.gen(function* () {
            const journey = yield* simulateJourney(seed, mishaps)
            play(journey, rounds(journey))
          }),
        how === "polled" ? many : { arbitrary: { runs: 25 } }
      )
    }
  }

  it.effect.prop(
    "hears once of a rolled box, and never of one that was not",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const mishaps: DisruptionRates = { ...NO_DISRUPTIONS, delays: 0.7 }
        const rolled = yield* simulateJourney(seed, { ...mishaps, rollOvers: 1 })
        const told = play(rolled, rolled.responses).heard
        assert.strictEqual(count(told, "shipment.rolled"), 1)
        const [roll] = told.filter(({ type }) => type === "shipment.rolled")
        assert.include(rolled.ports, roll?.data.location.unlocode)
        assert.isAbove(roll?.data.hours, 24)
        const punctual = yield* simulateJourney(seed, mishaps)
        const { heard } = play(punctual, punctual.responses)
        for (const type of ["shipment.rolled", "shipment.vessel.changed", "shipment.route.changed"]) {
          assert.strictEqual(count(heard, type), 0, type)
        }
        assert.strictEqual(count(heard, "shipment.milestone.retracted"), 0)
      }),
    many
  )

  it.effect.prop(
    "hears once that the trip is over, and with it the event that ended it",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed)
        for (const rounds of [answers(journey), pushes(journey)]) {
          const { heard, listener } = play(journey, rounds)
          const completed = heard.filter(({ type }) => type === "shipment.completed")
          assert.strictEqual(completed.length, 1)
          const end = journeysOf(listener.snapshot()).flatMap(({ end }) => Option.toArray(end))[0]
          assert.strictEqual(completed[0]?.data.endedAt, end === undefined ? undefined : isoOf(end.at))
          assert.isNotNull(completed[0]?.data.sourceEvent)
          assert.strictEqual(listener.shipment().status, "completed")
        }
      }),
    { arbitrary: { runs: 25 } }
  )

  it.effect.prop(
    "hears nothing of the first answer, whatever it holds, and all that follows",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed)
        for (const { at, events } of journey.responses) {
          const listener = listening(journey.consignment.container, [asking])
          assert.deepStrictEqual(
            listener.receive(events, at, true).filter(({ type }) => isOptIn(type)),
            []
          )
          assert.deepStrictEqual(listener.receive(events, at), [])
          const late = listening(journey.consignment.container, [])
          late.receive(events, at)
          assert.deepStrictEqual(
            late.register(asking, at).map(({ type }) => type),
            ["shipment.added.to.endpoint"]
          )
          assert.deepStrictEqual(late.receive(events, at), [])
        }
      }),
    { arbitrary: { runs: 25 } }
  )

  it.effect.prop(
    "gets what the published schema of its type says",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed, { ...HEAVY_DISRUPTIONS, losses: 0.2 })
        const { heard, listener } = play(journey, answers(journey))
        const reviewed = listener.review(DateTime.add(SAMPLE_TIME, { days: 300 }))
        for (const alert of [...heard, ...listener.heardBy(reviewed, asking)]) {
          const fits = published.get(alert.type)
          assert.isTrue(fits?.(alert), `${alert.type} ${JSON.stringify(alert)}`)
        }
      }),
    { arbitrary: { runs: 50 } }
  )
})

/** Whether JSON is what the schema of each type says, read back from the JSON Schema that is published. */
const published = new Map<string, (json: unknown) => boolean>(
  eventCatalogue().map(({ type, schema }) => {
    const read = SchemaRepresentation.fromJsonSchemaDocument({
      dialect: "draft-2020-12",
      schema,
      definitions: {}
    })
    return [type, Schema.is(read)]
  })
)

describe("the catalogue", () => {
  it("has every type once: the 33 first, then the opt-in ones, then the operational ones", () => {
    const entries = eventCatalogue()
    assert.deepStrictEqual(
      entries.map(({ type }) => type),
      [...ALL_TYPES]
    )
    assert.deepStrictEqual(
      entries.map(({ family }) => family),
      [
        ...Array.from({ length: 33 }, () => "catalogue"),
        ...Array.from({ length: 8 }, () => "opt-in"),
        ...Array.from({ length: 3 }, () => "operational")
      ]
    )
  })

  it("has an example of each that fits its schema, and no other", () => {
    for (const { type, example } of eventCatalogue()) {
      for (const [other, fits] of published) assert.strictEqual(fits(example), other === type, `${type} as ${other}`)
    }
  })
})
