import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { DateTime, Effect, Random } from "effect"
import { containerOf } from "../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../samples/Samples.ts"
import { carrierEventOf } from "./CarrierEvents.ts"
import { type Consignment, callId, type JourneyEvent } from "./DcsaEvents.ts"
import { type JourneyPlace, places, type Ship, ships } from "./Places.ts"
import { addHours, type Delay, type JourneyLeg, legTimesOf, seaEvents } from "./Schedule.ts"
import { type TrueMilestone, trueMilestones, truePorts } from "./TrueJourney.ts"
import { type CarrierUpdate, carrierUpdates, firstDepartureOf, type VoyagePlan } from "./Voyage.ts"

/** How likely each thing goes wrong, from 0 (never) to 1 (whenever it can). */
export interface DisruptionRates {
  /** A leg takes longer or shorter than its timetable, and its carrier tells on the way. */
  readonly delays: number
  /** The box misses a ship and goes a week later on another; what was planned is withdrawn. */
  readonly rollOvers: number
  /** An event reaches us late, after later ones. */
  readonly lateReceipts: number
  /** An event reaches us again, days later. */
  readonly repeats: number
  /** A push never comes; an answer lacks an event that is there again in the next. */
  readonly losses: number
}

export const NO_DISRUPTIONS: DisruptionRates = { delays: 0, rollOvers: 0, lateReceipts: 0, repeats: 0, losses: 0 }

/** Much goes wrong and nothing is lost, so that in the end everything is known. */
export const HEAVY_DISRUPTIONS: DisruptionRates = {
  delays: 0.7,
  rollOvers: 0.5,
  lateReceipts: 0.5,
  repeats: 0.3,
  losses: 0
}

/** A whole answer of a carrier that is polled. */
export interface SimulatedResponse {
  readonly at: DateTime.Utc
  readonly events: ReadonlyArray<CarrierEvent>
}

/** A box's journey: what its carrier says of it, and what is true. */
export interface SimulatedJourney {
  readonly consignment: Consignment
  /** Every answer of a carrier that is asked after each thing it tells. What was withdrawn is not in it any more. */
  readonly responses: ReadonlyArray<SimulatedResponse>
  /** Every event of a carrier that pushes, in order of receipt: late, again, and what was withdrawn later too. */
  readonly pushes: ReadonlyArray<CarrierEvent>
  /** The ports at which the box is loaded or discharged. */
  readonly ports: ReadonlyArray<string>
  readonly milestones: ReadonlyArray<TrueMilestone>
}

const ROLL_OVER_HOURS = 7 * 24
/** A rolled box is told of before it would have been loaded. */
const ROLL_OVER_NOTICE_HOURS = 12
const MAX_LATE_HOURS = 72
const MAX_REPEAT_HOURS = 240

const SEA_PORTS: ReadonlyArray<JourneyPlace> = [
  places.shanghai,
  places.singapore,
  places.rotterdam,
  places.hamburg,
  places.newYork
]

const chance = (probability: number) => Effect.map(Random.next, (drawn) => drawn < probability)
const between = (least: number, most: number) => Random.nextIntBetween(least, most)

const legsBetween = (ports: ReadonlyArray<JourneyPlace>, fleet: ReadonlyArray<Ship>) =>
  Effect.forEach(ports.slice(1), (to, index) =>
    Effect.map(
      between(4, 36),
      (days): JourneyLeg => ({
        from: ports[index] ?? to,
        to,
        ship: fleet[index] ?? ships.mscGulsun,
        voyage: `${100 + index}W`,
        transitHours: days * 24
      })
    )
  )

const drawDelay = Effect.fnUntraced(function* ({ transitHours }: JourneyLeg, leg: number) {
  const afterDays = yield* between(1, Math.floor(transitHours / 48))
  const hours = yield* between(-Math.floor(transitHours / 4), 200)
  return { leg, afterDays, hours, reason: hours > 0 ? "WEA" : undefined } satisfies Delay
})

const drawPlan = Effect.fnUntraced(function* (mishaps: DisruptionRates) {
  const count = yield* between(1, 3)
  const ports = (yield* Random.shuffle(SEA_PORTS)).slice(0, count + 1)
  const fleet = yield* Random.shuffle(Object.values<Ship>(ships))
  const [first, ...rest] = yield* legsBetween(ports, fleet)
  if (first === undefined) return yield* Effect.die("a journey has a leg")
  const legs = [first, ...rest] as const
  const delays: Array<Delay> = []
  for (const [index, leg] of legs.entries())
    if (yield* chance(mishaps.delays)) delays.push(yield* drawDelay(leg, index))
  const plan: VoyagePlan = {
    container: containerOf(yield* between(0, 999_999)),
    booking: `BKG${yield* between(100_000, 999_999)}`,
    start: addHours(SAMPLE_TIME, yield* between(0, 24 * 30)),
    legs,
    delays,
    origin: (yield* chance(0.3)) ? places.suzhou : undefined,
    destination: (yield* chance(0.3)) ? places.duisburg : undefined
  }
  const rolled = (yield* chance(mishaps.rollOvers)) ? yield* between(0, legs.length - 1) : undefined
  return { plan, rolled, spare: fleet.at(-1) ?? ships.everAce }
})

/** The plan after the box was moved from the ship of one leg to a later one. */
const planAfterRollOver = (plan: VoyagePlan, rolled: number, ship: Ship): VoyagePlan => {
  const move = (leg: JourneyLeg, index: number): JourneyLeg =>
    index === rolled ? { ...leg, ship, voyage: `9${leg.voyage}`, rolledHours: ROLL_OVER_HOURS } : leg
  const [first, ...rest] = plan.legs
  return { ...plan, legs: [move(first, 0), ...rest.map((leg, index) => move(leg, index + 1))] }
}

interface ScenarioUpdate extends CarrierUpdate {
  /** The legs whose plans are withdrawn at this moment. */
  readonly withdrawn?: ReadonlyArray<JourneyLeg>
}

interface JourneyScenario {
  /** The plan as it comes true. */
  readonly plan: VoyagePlan
  readonly updates: ReadonlyArray<ScenarioUpdate>
}

const isBefore = (a: DateTime.Utc, b: DateTime.Utc): boolean => DateTime.isLessThan(a, b)

/** What is told when the box is rolled: the old plan until then, a new plan, and that the old ship has sailed without the box. */
const rollOverScenario = (plan: VoyagePlan, rolled: number, ship: Ship): JourneyScenario => {
  const known = (plan.delays ?? []).filter(({ leg }) => leg < rolled)
  const missed = legTimesOf(plan.legs, firstDepartureOf(plan), known)[rolled]
  const leg = plan.legs[rolled]
  if (missed === undefined || leg === undefined) return { plan, updates: carrierUpdates(plan) }
  const after = planAfterRollOver(plan, rolled, ship)
  const at = addHours(missed.departsAt, -ROLL_OVER_NOTICE_HOURS)
  const times = legTimesOf(after.legs, firstDepartureOf(plan), known)
  const news = after.legs.flatMap((next, index) => {
    const legTimes = times[index]
    return index < rolled || legTimes === undefined ? [] : seaEvents(next, legTimes, "EST")
  })
  const sailed = seaEvents(leg, missed, "ACT").filter(({ code }) => code === "DEPA")
  const told: ReadonlyArray<ScenarioUpdate> = [
    ...carrierUpdates(plan).filter((telling) => isBefore(telling.at, at)),
    { at, title: "Rolled to a later ship", events: news, withdrawn: plan.legs.slice(rolled) },
    ...carrierUpdates(after).filter((telling) => !isBefore(telling.at, at)),
    { at: addHours(missed.departsAt, 1), title: `${leg.ship.name} has sailed without the box`, events: sailed }
  ]
  return { plan: after, updates: told.toSorted((a, b) => DateTime.Order(a.at, b.at)) }
}

interface RetainedEvent {
  readonly event: JourneyEvent
  readonly writtenAt: DateTime.Utc
}

const eventKeyOf = ({ code, classifier, call, empty }: JourneyEvent, keepsHistory: boolean): string =>
  [code, callId(call), call.facilityType, String(empty), keepsHistory ? classifier : ""].join(" ")

const isOnLeg = ({ call, classifier }: JourneyEvent, legs: ReadonlyArray<JourneyLeg>): boolean =>
  classifier !== "ACT" &&
  legs.some(({ ship, voyage }) => call.ship === ship && (call.exportVoyage ?? call.importVoyage) === voyage)

const drawResponses = Effect.fnUntraced(function* ({ plan, updates }: JourneyScenario, mishaps: DisruptionRates) {
  const keepsHistory = yield* chance(0.5)
  const standing = new Map<string, RetainedEvent>()
  const answers: Array<SimulatedResponse> = []
  for (const [index, telling] of updates.entries()) {
    for (const [key, { event }] of standing) {
      if (isOnLeg(event, telling.withdrawn ?? [])) standing.delete(key)
    }
    for (const happening of telling.events) {
      standing.set(eventKeyOf(happening, keepsHistory), { event: happening, writtenAt: telling.at })
    }
    const at = addHours(telling.at, 0.2)
    const events: Array<CarrierEvent> = []
    for (const { event, writtenAt } of standing.values()) {
      const lost = index < updates.length - 1 && (yield* chance(mishaps.losses))
      if (!lost) events.push(carrierEventOf(plan, event, writtenAt, at))
    }
    answers.push({ at, events })
  }
  return answers
})

const drawPushes = Effect.fnUntraced(function* ({ plan, updates }: JourneyScenario, mishaps: DisruptionRates) {
  const pushes: Array<CarrierEvent> = []
  for (const { at, events } of updates) {
    for (const happening of events) {
      if (yield* chance(mishaps.losses)) continue
      const late = (yield* chance(mishaps.lateReceipts)) ? yield* between(1, MAX_LATE_HOURS) : 0
      pushes.push(carrierEventOf(plan, happening, at, addHours(at, late)))
      if (yield* chance(mishaps.repeats)) {
        pushes.push(carrierEventOf(plan, happening, at, addHours(at, late + (yield* between(1, MAX_REPEAT_HOURS)))))
      }
    }
  }
  return pushes.toSorted((a, b) => a.receivedAt - b.receivedAt)
})

/**
 * A box's journey over one to three ships, with what goes wrong on the way and what is true all the same. The same seed
 * gives the same journey.
 */
export const simulateJourney = (
  seed: number,
  mishaps: DisruptionRates = HEAVY_DISRUPTIONS
): Effect.Effect<SimulatedJourney> =>
  Effect.gen(function* () {
    const { plan, rolled, spare } = yield* drawPlan(mishaps)
    const story: JourneyScenario =
      rolled === undefined ? { plan, updates: carrierUpdates(plan) } : rollOverScenario(plan, rolled, spare)
    return {
      consignment: { container: plan.container, booking: plan.booking },
      responses: yield* drawResponses(story, mishaps),
      pushes: yield* drawPushes(story, mishaps),
      ports: truePorts(story.plan),
      milestones: trueMilestones(story.plan)
    }
  }).pipe(Random.withSeed(seed))
