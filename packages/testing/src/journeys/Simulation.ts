import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { DateTime, Effect, Random } from "effect"
import { containerOf } from "../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../samples/Samples.ts"
import { carrierEvent } from "./CarrierEvents.ts"
import { type Consignment, callId, type Happening } from "./DcsaEvents.ts"
import { type JourneyPlace, places, type Ship, ships } from "./Places.ts"
import { type Delay, type Leg, plus, seaHappenings, timesOf } from "./Schedule.ts"
import { type TrueMilestone, trueMilestones, truePorts } from "./TrueJourney.ts"
import { firstDepartureOf, type Telling, tellings, type VoyagePlan } from "./Voyage.ts"

/** How likely each thing goes wrong, from 0 (never) to 1 (whenever it can). */
export interface Mishaps {
  /** A leg takes longer or shorter than its timetable, and its carrier tells on the way. */
  readonly delays: number
  /** The box misses a ship and goes a week later on another; what was planned is withdrawn. */
  readonly rollOvers: number
  /** An event reaches us late, after later ones. */
  readonly disorder: number
  /** An event reaches us again, days later. */
  readonly repeats: number
  /** A push never comes; an answer lacks an event that is there again in the next. */
  readonly losses: number
}

export const NO_MISHAPS: Mishaps = { delays: 0, rollOvers: 0, disorder: 0, repeats: 0, losses: 0 }

/** Much goes wrong and nothing is lost, so that in the end everything is known. */
export const MUCH_GOES_WRONG: Mishaps = { delays: 0.7, rollOvers: 0.5, disorder: 0.5, repeats: 0.3, losses: 0 }

/** A whole answer of a carrier that is polled. */
export interface SimulatedAnswer {
  readonly at: DateTime.Utc
  readonly events: ReadonlyArray<CarrierEvent>
}

/** A box's journey: what its carrier says of it, and what is true. */
export interface SimulatedJourney {
  readonly consignment: Consignment
  /** Every answer of a carrier that is asked after each thing it tells. What was withdrawn is not in it any more. */
  readonly answers: ReadonlyArray<SimulatedAnswer>
  /** Every event of a carrier that pushes, in order of receipt: late, again, and what was withdrawn later too. */
  readonly pushes: ReadonlyArray<CarrierEvent>
  /** The ports at which the box is loaded or discharged. */
  readonly ports: ReadonlyArray<string>
  readonly milestones: ReadonlyArray<TrueMilestone>
}

const HOURS_ROLLED = 7 * 24
/** A rolled box is told of before it would have been loaded. */
const ROLLED_BEFORE_HOURS = 12
const LATEST_HOURS = 72
const AGAIN_HOURS = 240

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
      (days): Leg => ({
        from: ports[index] ?? to,
        to,
        ship: fleet[index] ?? ships.mscGulsun,
        voyage: `${100 + index}W`,
        transitHours: days * 24
      })
    )
  )

const delayOf = Effect.fnUntraced(function* ({ transitHours }: Leg, leg: number) {
  const afterDays = yield* between(1, Math.floor(transitHours / 48))
  const hours = yield* between(-Math.floor(transitHours / 4), 200)
  return { leg, afterDays, hours, reason: hours > 0 ? "WEA" : undefined } satisfies Delay
})

const drawPlan = Effect.fnUntraced(function* (mishaps: Mishaps) {
  const count = yield* between(1, 3)
  const ports = (yield* Random.shuffle(SEA_PORTS)).slice(0, count + 1)
  const fleet = yield* Random.shuffle(Object.values<Ship>(ships))
  const [first, ...rest] = yield* legsBetween(ports, fleet)
  if (first === undefined) return yield* Effect.die("a journey has a leg")
  const legs = [first, ...rest] as const
  const delays: Array<Delay> = []
  for (const [index, leg] of legs.entries()) if (yield* chance(mishaps.delays)) delays.push(yield* delayOf(leg, index))
  const plan: VoyagePlan = {
    container: containerOf(yield* between(0, 999_999)),
    booking: `BKG${yield* between(100_000, 999_999)}`,
    start: plus(SAMPLE_TIME, yield* between(0, 24 * 30)),
    legs,
    delays,
    origin: (yield* chance(0.3)) ? places.suzhou : undefined,
    destination: (yield* chance(0.3)) ? places.duisburg : undefined
  }
  const rolled = (yield* chance(mishaps.rollOvers)) ? yield* between(0, legs.length - 1) : undefined
  return { plan, rolled, spare: fleet.at(-1) ?? ships.everAce }
})

/** The plan after the box was moved from the ship of one leg to a later one. */
const rolledPlan = (plan: VoyagePlan, rolled: number, ship: Ship): VoyagePlan => {
  const move = (leg: Leg, index: number): Leg =>
    index === rolled ? { ...leg, ship, voyage: `9${leg.voyage}`, rolledHours: HOURS_ROLLED } : leg
  const [first, ...rest] = plan.legs
  return { ...plan, legs: [move(first, 0), ...rest.map((leg, index) => move(leg, index + 1))] }
}

interface StoryTelling extends Telling {
  /** The legs whose plans are withdrawn at this moment. */
  readonly withdrawn?: ReadonlyArray<Leg>
}

interface Story {
  /** The plan as it comes true. */
  readonly plan: VoyagePlan
  readonly told: ReadonlyArray<StoryTelling>
}

const isBefore = (a: DateTime.Utc, b: DateTime.Utc): boolean => DateTime.isLessThan(a, b)

/** What is told when the box is rolled: the old plan until then, a new plan, and that the old ship has sailed without the box. */
const rolledStory = (plan: VoyagePlan, rolled: number, ship: Ship): Story => {
  const known = (plan.delays ?? []).filter(({ leg }) => leg < rolled)
  const missed = timesOf(plan.legs, firstDepartureOf(plan), known)[rolled]
  const leg = plan.legs[rolled]
  if (missed === undefined || leg === undefined) return { plan, told: tellings(plan) }
  const after = rolledPlan(plan, rolled, ship)
  const at = plus(missed.departsAt, -ROLLED_BEFORE_HOURS)
  const times = timesOf(after.legs, firstDepartureOf(plan), known)
  const news = after.legs.flatMap((next, index) => {
    const legTimes = times[index]
    return index < rolled || legTimes === undefined ? [] : seaHappenings(next, legTimes, "EST")
  })
  const sailed = seaHappenings(leg, missed, "ACT").filter(({ code }) => code === "DEPA")
  const told: ReadonlyArray<StoryTelling> = [
    ...tellings(plan).filter((telling) => isBefore(telling.at, at)),
    { at, title: "Rolled to a later ship", happenings: news, withdrawn: plan.legs.slice(rolled) },
    ...tellings(after).filter((telling) => !isBefore(telling.at, at)),
    { at: plus(missed.departsAt, 1), title: `${leg.ship.name} has sailed without the box`, happenings: sailed }
  ]
  return { plan: after, told: told.toSorted((a, b) => DateTime.Order(a.at, b.at)) }
}

interface Statement {
  readonly happening: Happening
  readonly writtenAt: DateTime.Utc
}

const keyOf = ({ code, classifier, call, empty }: Happening, keepsHistory: boolean): string =>
  [code, callId(call), call.facilityType, String(empty), keepsHistory ? classifier : ""].join(" ")

const isOnLeg = ({ call, classifier }: Happening, legs: ReadonlyArray<Leg>): boolean =>
  classifier !== "ACT" &&
  legs.some(({ ship, voyage }) => call.ship === ship && (call.exportVoyage ?? call.importVoyage) === voyage)

const drawAnswers = Effect.fnUntraced(function* ({ plan, told }: Story, mishaps: Mishaps) {
  const keepsHistory = yield* chance(0.5)
  const standing = new Map<string, Statement>()
  const answers: Array<SimulatedAnswer> = []
  for (const [index, telling] of told.entries()) {
    for (const [key, { happening }] of standing) {
      if (isOnLeg(happening, telling.withdrawn ?? [])) standing.delete(key)
    }
    for (const happening of telling.happenings) {
      standing.set(keyOf(happening, keepsHistory), { happening, writtenAt: telling.at })
    }
    const at = plus(telling.at, 0.2)
    const events: Array<CarrierEvent> = []
    for (const { happening, writtenAt } of standing.values()) {
      const lost = index < told.length - 1 && (yield* chance(mishaps.losses))
      if (!lost) events.push(carrierEvent(plan, happening, writtenAt, at))
    }
    answers.push({ at, events })
  }
  return answers
})

const drawPushes = Effect.fnUntraced(function* ({ plan, told }: Story, mishaps: Mishaps) {
  const pushes: Array<CarrierEvent> = []
  for (const { at, happenings } of told) {
    for (const happening of happenings) {
      if (yield* chance(mishaps.losses)) continue
      const late = (yield* chance(mishaps.disorder)) ? yield* between(1, LATEST_HOURS) : 0
      pushes.push(carrierEvent(plan, happening, at, plus(at, late)))
      if (yield* chance(mishaps.repeats)) {
        pushes.push(carrierEvent(plan, happening, at, plus(at, late + (yield* between(1, AGAIN_HOURS)))))
      }
    }
  }
  return pushes.toSorted((a, b) => a.receivedAt - b.receivedAt)
})

/**
 * A box's journey over one to three ships, with what goes wrong on the way and what is true all the same. The same seed
 * gives the same journey.
 */
export const simulateJourney = (seed: number, mishaps: Mishaps = MUCH_GOES_WRONG): Effect.Effect<SimulatedJourney> =>
  Effect.gen(function* () {
    const { plan, rolled, spare } = yield* drawPlan(mishaps)
    const story: Story = rolled === undefined ? { plan, told: tellings(plan) } : rolledStory(plan, rolled, spare)
    return {
      consignment: { container: plan.container, booking: plan.booking },
      answers: yield* drawAnswers(story, mishaps),
      pushes: yield* drawPushes(story, mishaps),
      ports: truePorts(story.plan),
      milestones: trueMilestones(story.plan)
    }
  }).pipe(Random.withSeed(seed))
