import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { DateTime, Effect, Random } from "effect"
import { containerOf } from "../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../samples/Samples.ts"
import { carrierEventOf } from "./CarrierEvents.ts"
import { type Consignment, callId, type JourneyEvent } from "./DcsaEvents.ts"
import { type JourneyPlace, type JourneyVessel, places, vessels } from "./Places.ts"
import { addHours, type Delay, type JourneyLeg, legTimesOf, seaEvents } from "./Schedule.ts"
import { type TrueMilestone, trueMilestones, truePorts } from "./TrueJourney.ts"
import { type CarrierUpdate, carrierUpdates, firstDepartureOf, type VoyagePlan } from "./Voyage.ts"

/** The probability of each disruption, from 0 (never) to 1 (whenever possible). */
export interface DisruptionRates {
  /** A leg takes longer or shorter than scheduled, and the carrier reports it during the leg. */
  readonly delays: number
  /** The container is rolled to another vessel a week later; the carrier retracts the old plan. */
  readonly rollOvers: number
  /** An event is received late, after newer ones. */
  readonly lateReceipts: number
  /** An event is received again, days later. */
  readonly repeats: number
  /** A pushed event is lost; a response lacks an event that the next one contains again. */
  readonly losses: number
}

/** Every leg is on time, and every event is received once and in order. */
export const NO_DISRUPTIONS: DisruptionRates = { delays: 0, rollOvers: 0, lateReceipts: 0, repeats: 0, losses: 0 }

/** Many disruptions without losses, so that every event is received in the end. */
export const HEAVY_DISRUPTIONS: DisruptionRates = {
  delays: 0.7,
  rollOvers: 0.5,
  lateReceipts: 0.5,
  repeats: 0.3,
  losses: 0
}

/** A complete response of a polled carrier. */
export interface SimulatedResponse {
  readonly at: DateTime.Utc
  readonly events: ReadonlyArray<CarrierEvent>
}

/** A container's journey: the reports of the carrier, and the true milestones. */
export interface SimulatedJourney {
  readonly consignment: Consignment
  /** The responses of a carrier that is polled after each update. They lack retracted events. */
  readonly responses: ReadonlyArray<SimulatedResponse>
  /** The events of a carrier that pushes, in order of receipt, with late, repeated and later retracted ones. */
  readonly pushes: ReadonlyArray<CarrierEvent>
  /** The ports at which the container is loaded or discharged. */
  readonly ports: ReadonlyArray<string>
  readonly milestones: ReadonlyArray<TrueMilestone>
}

const ROLL_OVER_HOURS = 7 * 24
/** The carrier reports a roll-over this many hours before the planned departure. */
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

const chance = (probability: number) => Effect.map(Random.next, (value) => value < probability)
const between = (minimum: number, maximum: number) => Random.nextIntBetween(minimum, maximum)

const legsBetween = (ports: ReadonlyArray<JourneyPlace>, fleet: ReadonlyArray<JourneyVessel>) =>
  Effect.forEach(ports.slice(1), (to, index) =>
    Effect.map(
      between(4, 36),
      (days): JourneyLeg => ({
        from: ports[index] ?? to,
        to,
        vessel: fleet[index] ?? vessels.mscGulsun,
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

const drawPlan = Effect.fnUntraced(function* (rates: DisruptionRates) {
  const count = yield* between(1, 3)
  const ports = (yield* Random.shuffle(SEA_PORTS)).slice(0, count + 1)
  const fleet = yield* Random.shuffle(Object.values<JourneyVessel>(vessels))
  const [first, ...rest] = yield* legsBetween(ports, fleet)
  if (first === undefined) return yield* Effect.die("a journey has at least one leg")
  const legs = [first, ...rest] as const
  const delays: Array<Delay> = []
  for (const [index, leg] of legs.entries()) if (yield* chance(rates.delays)) delays.push(yield* drawDelay(leg, index))
  const plan: VoyagePlan = {
    container: containerOf(yield* between(0, 999_999)),
    booking: `BKG${yield* between(100_000, 999_999)}`,
    start: addHours(SAMPLE_TIME, yield* between(0, 24 * 30)),
    legs,
    delays,
    origin: (yield* chance(0.3)) ? places.suzhou : undefined,
    destination: (yield* chance(0.3)) ? places.duisburg : undefined
  }
  const rolled = (yield* chance(rates.rollOvers)) ? yield* between(0, legs.length - 1) : undefined
  return { plan, rolled, spare: fleet.at(-1) ?? vessels.everAce }
})

/** The plan after the container is moved from the vessel of one leg to a later vessel. */
const planAfterRollOver = (plan: VoyagePlan, rolled: number, vessel: JourneyVessel): VoyagePlan => {
  const move = (leg: JourneyLeg, index: number): JourneyLeg =>
    index === rolled ? { ...leg, vessel, voyage: `9${leg.voyage}`, rolledHours: ROLL_OVER_HOURS } : leg
  const [first, ...rest] = plan.legs
  return { ...plan, legs: [move(first, 0), ...rest.map((leg, index) => move(leg, index + 1))] }
}

interface ScenarioUpdate extends CarrierUpdate {
  /** The legs whose plans this update retracts. */
  readonly retracted?: ReadonlyArray<JourneyLeg>
}

/** A voyage as it is carried out, and the reports of the carrier. */
interface JourneyScenario {
  /** The plan that is carried out. */
  readonly plan: VoyagePlan
  readonly updates: ReadonlyArray<ScenarioUpdate>
}

const isBefore = (a: DateTime.Utc, b: DateTime.Utc): boolean => DateTime.isLessThan(a, b)

/** The updates of a roll-over: the old plan, then a new plan, then the departure of the planned vessel. */
const rollOverScenario = (plan: VoyagePlan, rolled: number, vessel: JourneyVessel): JourneyScenario => {
  const earlierDelays = (plan.delays ?? []).filter(({ leg }) => leg < rolled)
  const plannedTimes = legTimesOf(plan.legs, firstDepartureOf(plan), earlierDelays)[rolled]
  const leg = plan.legs[rolled]
  if (plannedTimes === undefined || leg === undefined) return { plan, updates: carrierUpdates(plan) }
  const after = planAfterRollOver(plan, rolled, vessel)
  const at = addHours(plannedTimes.departsAt, -ROLL_OVER_NOTICE_HOURS)
  const times = legTimesOf(after.legs, firstDepartureOf(plan), earlierDelays)
  const replanned = after.legs.flatMap((next, index) => {
    const legTimes = times[index]
    return index < rolled || legTimes === undefined ? [] : seaEvents(next, legTimes, "EST")
  })
  const sailed = seaEvents(leg, plannedTimes, "ACT").filter(({ code }) => code === "DEPA")
  const updates: ReadonlyArray<ScenarioUpdate> = [
    ...carrierUpdates(plan).filter((update) => isBefore(update.at, at)),
    { at, title: "Rolled to a later vessel", events: replanned, retracted: plan.legs.slice(rolled) },
    ...carrierUpdates(after).filter((update) => !isBefore(update.at, at)),
    {
      at: addHours(plannedTimes.departsAt, 1),
      title: `${leg.vessel.name} sailed without the container`,
      events: sailed
    }
  ]
  return { plan: after, updates: updates.toSorted((a, b) => DateTime.Order(a.at, b.at)) }
}

/** An event that the carrier's responses contain. */
interface CurrentEvent {
  readonly event: JourneyEvent
  readonly createdAt: DateTime.Utc
}

const eventKeyOf = ({ code, classifier, call, empty }: JourneyEvent, keepsHistory: boolean): string =>
  [code, callId(call), call.facilityType, String(empty), keepsHistory ? classifier : ""].join(" ")

const isOnLeg = ({ call, classifier }: JourneyEvent, legs: ReadonlyArray<JourneyLeg>): boolean =>
  classifier !== "ACT" &&
  legs.some(({ vessel, voyage }) => call.vessel === vessel && (call.exportVoyage ?? call.importVoyage) === voyage)

const drawResponses = Effect.fnUntraced(function* ({ plan, updates }: JourneyScenario, rates: DisruptionRates) {
  const keepsHistory = yield* chance(0.5)
  const current = new Map<string, CurrentEvent>()
  const responses: Array<SimulatedResponse> = []
  for (const [index, update] of updates.entries()) {
    for (const [key, { event }] of current) {
      if (isOnLeg(event, update.retracted ?? [])) current.delete(key)
    }
    for (const event of update.events) {
      current.set(eventKeyOf(event, keepsHistory), { event, createdAt: update.at })
    }
    const at = addHours(update.at, 0.2)
    const events: Array<CarrierEvent> = []
    for (const { event, createdAt } of current.values()) {
      const isLost = index < updates.length - 1 && (yield* chance(rates.losses))
      if (!isLost) events.push(carrierEventOf(plan, event, createdAt, at))
    }
    responses.push({ at, events })
  }
  return responses
})

const drawPushes = Effect.fnUntraced(function* ({ plan, updates }: JourneyScenario, rates: DisruptionRates) {
  const pushes: Array<CarrierEvent> = []
  for (const { at, events } of updates) {
    for (const event of events) {
      if (yield* chance(rates.losses)) continue
      const late = (yield* chance(rates.lateReceipts)) ? yield* between(1, MAX_LATE_HOURS) : 0
      pushes.push(carrierEventOf(plan, event, at, addHours(at, late)))
      if (yield* chance(rates.repeats)) {
        pushes.push(carrierEventOf(plan, event, at, addHours(at, late + (yield* between(1, MAX_REPEAT_HOURS)))))
      }
    }
  }
  return pushes.toSorted((a, b) => a.receivedAt - b.receivedAt)
})

/**
 * Simulates a container's journey over one to three vessels, with disruptions and the true milestones. The same seed
 * gives the same journey.
 */
export const simulateJourney = (
  seed: number,
  rates: DisruptionRates = HEAVY_DISRUPTIONS
): Effect.Effect<SimulatedJourney> =>
  Effect.gen(function* () {
    const { plan, rolled, spare } = yield* drawPlan(rates)
    const scenario: JourneyScenario =
      rolled === undefined ? { plan, updates: carrierUpdates(plan) } : rollOverScenario(plan, rolled, spare)
    return {
      consignment: { container: plan.container, booking: plan.booking },
      responses: yield* drawResponses(scenario, rates),
      pushes: yield* drawPushes(scenario, rates),
      ports: truePorts(scenario.plan),
      milestones: trueMilestones(scenario.plan)
    }
  }).pipe(Random.withSeed(seed))
