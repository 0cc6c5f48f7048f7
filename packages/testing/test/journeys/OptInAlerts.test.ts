import { assert, describe, it } from "@effect/vitest"
import { isDefaultEventType, OptInEventType } from "@landfall/core/alerts/EventType"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import { instantOf, isoOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { journeysOf } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import type { Journey } from "@landfall/core/tracking/journey/Journey"
import { isActual } from "@landfall/core/tracking/journey/Milestone"
import { DateTime, Effect, JsonSchema, Option, Schema, SchemaRepresentation } from "effect"
import {
  type DisruptionRates,
  HEAVY_DISRUPTIONS,
  NO_DISRUPTIONS,
  type SimulatedJourney,
  simulateJourney
} from "../../src/journeys/Simulation.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"
import { Seed } from "./Seed.ts"
import { ALL_TYPES, type ReceivedAlert, subscribingEndpoint, trackShipment } from "./TrackedShipment.ts"

const propertyOptions = { arbitrary: { runs: 40 } }
/** A discharge of this journey is notified as one at a transhipment, and no vessel is planned from there afterwards. */
const SEED_WITH_LOST_PLAN = Seed.make(818904)
// Every actual is notified as soon as it is derived.
const subscriber = subscribingEndpoint(1, { finalPod: "eager" })
const unsubscribed = subscribingEndpoint(2, { filterTypes: Option.none(), finalPod: "eager" })
const isOptIn = Schema.is(OptInEventType)

interface Round {
  readonly at: DateTime.Utc
  readonly events: ReadonlyArray<CarrierEvent>
}

const responses = ({ responses }: SimulatedJourney): ReadonlyArray<Round> => responses
const pushes = ({ pushes }: SimulatedJourney): ReadonlyArray<Round> =>
  pushes.map(({ receivedAt }, index) => ({ at: DateTime.makeUnsafe(receivedAt), events: pushes.slice(0, index + 1) }))

type PortVisit = { readonly unlocode: string; readonly visit: number }

/** The state that a receiver rebuilds from its alerts alone. */
class Receiver {
  route: string | undefined = undefined
  readonly vessels = new Map<string, string>()
  readonly actual = new Map<string, string>()
  readonly sent = new Set<string>()
  completed = 0

  apply({ id, type, data }: ReceivedAlert): void {
    this.sent.add(id)
    if (type === "shipment.route.changed") {
      const ports = data.current.map((port: PortVisit) => `${port.unlocode}/${port.visit}`)
      assert.notStrictEqual(ports.join(), this.route, "a new route")
      this.route = ports.join()
      for (const { unlocode, visit } of data.removed) this.vessels.delete(`${unlocode}/${visit}`)
      for (const { unlocode, visit } of data.added) {
        const port = data.current.find((port: PortVisit) => port.unlocode === unlocode && port.visit === visit)
        if (port.vessel !== null) this.vessels.set(`${unlocode}/${visit}`, port.vessel.imo)
      }
    }
    if (type === "shipment.vessel.changed") {
      const port = `${data.location.unlocode}/${data.location.visit}`
      assert.notStrictEqual(data.current.vessel.imo, data.previous.vessel.imo)
      const vesselAtPort = this.vessels.get(port)
      if (vesselAtPort !== undefined)
        assert.strictEqual(data.previous.vessel.imo, vesselAtPort, "from the last notified vessel")
      this.vessels.set(port, data.current.vessel.imo)
    }
    if (type === "shipment.milestone.retracted") {
      const key = `${data.milestone} ${data.location.unlocode}`
      assert.strictEqual(this.actual.get(key), data.date, "only notified milestones are retracted")
      assert.isNotNull(data.notifiedFrom)
      this.actual.delete(key)
    }
    if (data.supersedes !== undefined && type !== "shipment.milestone.retracted") this.supersede(data)
    if (data.classifier === "ACT" && type === `date.changed.${data.milestone}`) {
      const key = `${data.milestone} ${data.location.unlocode}`
      if (this.actual.has(key)) this.actual.set(key, data.date)
    }
    if (data.classifier === "ACT" && type === data.milestone) {
      const key = `${data.milestone} ${data.location.unlocode}`
      assert.isFalse(this.actual.has(key), `${key} is notified twice`)
      this.actual.set(key, data.date)
    }
    if (type === "shipment.completed") this.completed++
  }

  /** An alert that is superseded no longer holds; a later date of the same milestone takes its place. */
  private supersede({ supersedes, milestone, location, classifier }: ReceivedAlert["data"]): void {
    const wrong = `${supersedes.type.replace("date.changed.", "")} ${supersedes.location.unlocode}`
    assert.isTrue(this.sent.has(supersedes.id), "only alerts that were sent are superseded")
    const isCorrectedDate = wrong === `${milestone} ${location.unlocode}` && classifier === "ACT"
    if (!isCorrectedDate) this.actual.delete(wrong)
  }
}

const routeOf = (journeys: ReadonlyArray<Journey>): string | undefined => {
  const ports = journeys[0]?.ports ?? []
  const isWhole = ports.length > 1 && ports[0]?.role === "first-pol" && ports.at(-1)?.role === "final-pod"
  return isWhole ? ports.map(({ place, visit }) => `${place.unlocode}/${visit}`).join() : undefined
}

const vesselFrom = (journeys: ReadonlyArray<Journey>, port: string): string | null | undefined => {
  const leg = journeys[0]?.legs.find(({ from }) => Option.isSome(from) && `${from.value.unlocode}/1` === port)
  return leg === undefined || Option.isNone(leg.vessel) ? undefined : Option.getOrNull(leg.vessel.value.imo)
}

const actuals = (journeys: ReadonlyArray<Journey>): ReadonlyArray<string> =>
  journeys.flatMap(({ milestones }) =>
    milestones.filter(isActual).map(({ type, place }) => `${type} ${place.unlocode}`)
  )

/** Milestones on land up to the first POL: they are not retracted while the carrier has withdrawn its plans, so that no first POL is known. */
const LAND_BEFORE_SEA = /\.(arrival\.at\.first\.pol|pre\.pol) /

/** The milestones that a receiver was notified of, without those that stay while no first POL is known. */
const comparable = (notified: Iterable<string>, journeys: ReadonlyArray<Journey>): ReadonlyArray<string> => {
  const derived = actuals(journeys)
  const hasFirstPol = journeys.some(({ ports }) => ports.some(({ role }) => role === "first-pol"))
  return [...notified].filter((key) => hasFirstPol || derived.includes(key) || !LAND_BEFORE_SEA.test(key))
}

/** Plays a journey in rounds to one endpoint that subscribes to every type and one without filter. */
const play = (journey: SimulatedJourney, rounds: ReadonlyArray<Round>) => {
  const tracked = trackShipment(journey.consignment.container, [subscriber, unsubscribed])
  const receiver = new Receiver()
  const received: Array<ReceivedAlert> = []
  for (const { at, events } of rounds) {
    const outbox = tracked.receive(events, at)
    for (const { recipients, type } of outbox) {
      if (isOptIn(type))
        assert.deepStrictEqual(
          recipients.map(({ endpointId }) => endpointId),
          [subscriber.id]
        )
    }
    assert.isTrue(tracked.receivedBy(outbox, unsubscribed).every(({ type }) => isDefaultEventType(type)))
    const newAlerts = tracked.receivedBy(outbox, subscriber)
    const journeys = journeysOf(tracked.snapshot(), instantOf(at))
    const before = receiver.route
    for (const alert of newAlerts) receiver.apply(alert)
    const now = routeOf(journeys)
    if (before === undefined) receiver.route ??= now
    if (now !== undefined) assert.strictEqual(receiver.route, now, "the notified route is the derived route")
    for (const [port, imo] of receiver.vessels) {
      const vessel = vesselFrom(journeys, port)
      if (vessel !== undefined && vessel !== null)
        assert.strictEqual(imo, vessel, "the notified vessel is the derived vessel")
    }
    const milestones = comparable(receiver.actual.keys(), journeys)
    assert.deepStrictEqual(milestones.toSorted(), actuals(journeys).toSorted())
    received.push(...newAlerts)
    assert.deepStrictEqual(tracked.receive(events, at), [], "the same events again emit nothing")
  }
  return { tracked, received, receiver }
}

const count = (received: ReadonlyArray<ReceivedAlert>, type: string): number =>
  received.filter((alert) => alert.type === type).length

describe("an endpoint that subscribes to every type", () => {
  for (const [how, rounds] of [
    ["polled", responses],
    ["pushed", pushes]
  ] as const) {
    for (const [title, rates] of [
      ["many disruptions", HEAVY_DISRUPTIONS],
      ["losses", { ...HEAVY_DISRUPTIONS, losses: 0.3 }]
    ] as const) {
      it.effect.prop(
        `can rebuild route, vessels and milestones after every round, ${how}, with ${title}; other endpoints receive none`,
        [Seed],
        ([seed]) =>
          Effect.gen(function* () {
            const journey = yield* simulateJourney(seed, rates)
            play(journey, rounds(journey))
          }),
        how === "polled" ? propertyOptions : { arbitrary: { runs: 25 } }
      )
    }
  }

  it.effect.prop(
    "receives shipment.rolled once for a rolled container, and never for another",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const rates: DisruptionRates = { ...NO_DISRUPTIONS, delays: 0.7 }
        const rolled = yield* simulateJourney(seed, { ...rates, rollOvers: 1 })
        const alerts = play(rolled, rolled.responses).received
        assert.strictEqual(count(alerts, "shipment.rolled"), 1)
        const [roll] = alerts.filter(({ type }) => type === "shipment.rolled")
        assert.include(rolled.ports, roll?.data.location.unlocode)
        assert.isAbove(roll?.data.hours, 24)
        const punctual = yield* simulateJourney(seed, rates)
        const { received } = play(punctual, punctual.responses)
        for (const type of ["shipment.rolled", "shipment.vessel.changed", "shipment.route.changed"]) {
          assert.strictEqual(count(received, type), 0, type)
        }
        assert.strictEqual(count(received, "shipment.milestone.retracted"), 0)
      }),
    propertyOptions
  )

  it.effect.prop(
    "receives shipment.completed once, with the event that ended the trip",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed)
        for (const rounds of [responses(journey), pushes(journey)]) {
          const { received, tracked } = play(journey, rounds)
          const completed = received.filter(({ type }) => type === "shipment.completed")
          assert.strictEqual(completed.length, 1)
          const end = journeysOf(tracked.snapshot(), instantOf(journey.responses.at(-1)?.at ?? SAMPLE_TIME)).flatMap(
            ({ end }) => Option.toArray(end)
          )[0]
          assert.strictEqual(completed[0]?.data.endedAt, end === undefined ? undefined : isoOf(end.at))
          assert.isNotNull(completed[0]?.data.sourceEvent)
          assert.strictEqual(tracked.shipment().status, "completed")
        }
      }),
    { arbitrary: { runs: 25 } }
  )

  it.effect.prop(
    "is not notified of the first response",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed)
        for (const { at, events } of journey.responses) {
          const tracked = trackShipment(journey.consignment.container, [subscriber])
          assert.deepStrictEqual(
            tracked.receive(events, at, true).filter(({ type }) => isOptIn(type)),
            []
          )
          assert.deepStrictEqual(tracked.receive(events, at), [])
          const late = trackShipment(journey.consignment.container, [])
          late.receive(events, at)
          assert.deepStrictEqual(
            late.register(subscriber, at).map(({ type }) => type),
            ["shipment.added.to.endpoint"]
          )
          assert.deepStrictEqual(late.receive(events, at), [])
        }
      }),
    { arbitrary: { runs: 25 } }
  )

  it.effect("is notified of the final POD immediately where the plan beyond a transhipment is lost", () =>
    Effect.gen(function* () {
      const journey = yield* simulateJourney(SEED_WITH_LOST_PLAN, { ...HEAVY_DISRUPTIONS, losses: 0.2 })
      const types = play(journey, responses(journey)).received.map(({ type }) => type)
      assert.include(types, "container.discharge.at.final.pod")
    })
  )

  it.effect.prop(
    "receives bodies that match the published schema of their type",
    [Seed],
    ([seed]) =>
      Effect.gen(function* () {
        const journey = yield* simulateJourney(seed, { ...HEAVY_DISRUPTIONS, losses: 0.2 })
        const { received, tracked } = play(journey, responses(journey))
        const reviewed = tracked.review(DateTime.add(SAMPLE_TIME, { days: 300 }))
        for (const alert of [...received, ...tracked.receivedBy(reviewed, subscriber)]) {
          const fits = published.get(alert.type)
          assert.isTrue(fits?.(alert), `${alert.type} ${JSON.stringify(alert)}`)
        }
      }),
    { arbitrary: { runs: 50 } }
  )
})

/** Checks JSON against the published JSON Schema of each type. */
const published = new Map<string, (json: unknown) => boolean>(
  eventCatalogue().map(({ type, schema }) => {
    const read = SchemaRepresentation.fromJsonSchemaDocument(JsonSchema.fromSchemaDraft2020_12(schema))
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
        ...Array.from({ length: 16 }, () => "opt-in"),
        ...Array.from({ length: 5 }, () => "operational")
      ]
    )
  })

  it("has an example of each type that matches only its own schema", () => {
    for (const { type, example } of eventCatalogue()) {
      for (const [other, fits] of published) assert.strictEqual(fits(example), other === type, `${type} as ${other}`)
    }
  })
})
