import { type PortCall, PortCallId } from "@landfall/core/congestion/detection/PortCall"
import type { VesselPosition } from "@landfall/core/eta/ArrivalPrediction"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { ImoNumber, imoCheckDigit } from "@landfall/core/vessels/ImoNumber"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Effect, Option, Random } from "effect"
import { sampleHour } from "../samples/CongestionSamples.ts"
import { positionAlong, type RouteLine, routeLineOf } from "./RouteLine.ts"

/** The parameters of a simulated liner service. The same plan gives the same voyages. */
export interface LinerPlan {
  readonly seed: string
  /** When the first vessel arrives at the first port; the others follow it by a week each. */
  readonly start: Instant
  readonly vessels: number
  /** The ports of one round, in order; the first follows the last. */
  readonly rotation: ReadonlyArray<string>
  readonly rounds: number
  /** The speed of the timetable. */
  readonly serviceKnots: number
  /** The standard deviation of the mean speed of a leg, as a share of the service speed. */
  readonly speedSpread: number
  /** The share of calls at which a vessel waits for a berth, and the mean wait. */
  readonly waitShare: number
  readonly meanWaitHours: number
  /** The standard deviation of the logarithm of the stay at berth. */
  readonly stayLogSpread: number
  readonly positionIntervalHours: number
  /** The share of departures and of approaches after which the carrier updates its dates. */
  readonly updateShare: number
  /**
   * The number of days before the arrival at which terminals confirm berths: from then on the carrier's date is near
   * the true one.
   */
  readonly confirmedDays: number
}

/** Asia to Europe and back: ten calls in about ten weeks, six vessels, four rounds. */
export const linerPlan = (changes: Partial<LinerPlan> = {}): LinerPlan => ({
  seed: "liner",
  start: sampleHour(0),
  vessels: 6,
  rotation: ["CNSHA", "CNNGB", "CNYTN", "SGSIN", "NLRTM", "DEHAM", "BEANR", "GBFXT", "AEJEA", "MYPKG"],
  rounds: 4,
  serviceKnots: 16,
  speedSpread: 0.08,
  waitShare: 0.35,
  meanWaitHours: 16,
  stayLogSpread: 0.35,
  positionIntervalHours: 6,
  updateShare: 0.7,
  confirmedDays: 2,
  ...changes
})

/** A date that a carrier reported for an arrival, as received. */
export interface ReportedArrival {
  readonly receivedAt: Instant
  /** The arrival at berth. */
  readonly date: Instant
}

/** A call with its true times and the estimates of the carrier. */
export interface LinerCall {
  readonly call: PortCall
  readonly berthedAt: Instant
  /** In order of receipt. */
  readonly estimates: ReadonlyArray<ReportedArrival>
}

/** The voyages of one vessel: calls and positions in order of time. */
export interface LinerVessel {
  readonly imo: ImoNumber
  readonly mmsi: MmsiInteger
  readonly calls: ReadonlyArray<LinerCall>
  readonly positions: ReadonlyArray<VesselPosition>
}

type RandomSource = () => number

/** A normal deviate, by Box and Muller. */
const normal = (draw: RandomSource): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())

interface Leg {
  readonly lengthNm: number
  readonly line: RouteLine
}

/** The timetable: hours of each leg with a buffer, and of each stay. */
const TIMETABLE_BUFFER = 1.06
const BUFFER_HOURS_IN_PORT = 4

interface PortHabits {
  readonly stayHours: number
}

interface Voyage {
  readonly plan: LinerPlan
  readonly ports: ReadonlyArray<Unlocode>
  readonly legs: ReadonlyArray<Leg>
  readonly habits: ReadonlyArray<PortHabits>
}

const at = <A>(items: ReadonlyArray<A>, index: number): A => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error("A liner service has at least two ports")
  return item
}

const legHours = ({ legs, plan }: Voyage, index: number): number =>
  (at(legs, index).lengthNm / plan.serviceKnots) * TIMETABLE_BUFFER

/** Positions on a leg whose second part is sailed at another speed than the first. */
const sail = (leg: Leg, departedAt: number, hours: number, early: number, { positionIntervalHours }: LinerPlan) => {
  const positions: Array<VesselPosition> = []
  const halfway = hours / (1 + early)
  for (let hour = positionIntervalHours; hour < hours; hour += positionIntervalHours) {
    const share = hour <= halfway ? (hour / halfway) * 0.5 : 0.5 + ((hour - halfway) / (hours - halfway)) * 0.5
    positions.push({
      position: positionAlong(leg.line, share),
      speedKnots: leg.lengthNm / 2 / (hour <= halfway ? halfway : hours - halfway),
      at: Instant.make(Math.round(departedAt + hour * HOUR_MILLIS))
    })
  }
  return positions
}

const portCallOf = (
  vessel: Pick<LinerVessel, "imo" | "mmsi">,
  port: Unlocode,
  arrived: number,
  berthed: number,
  departed: number
): PortCall => {
  const instant = (millis: number) => Instant.make(Math.round(millis))
  const place = { evidence: "zone", zone: Option.none(), latitude: 0, longitude: 0 } as const
  return {
    id: PortCallId.make(`${vessel.mmsi}-${Math.floor(arrived / 1000)}`),
    port,
    startedAt: instant(arrived),
    endedAt: Option.some(instant(departed)),
    ending: Option.some("left"),
    stays: [
      ...(berthed > arrived
        ? [{ ...place, kind: "anchorage" as const, from: instant(arrived), to: Option.some(instant(berthed)) }]
        : []),
      { ...place, kind: "berth", from: instant(berthed), to: Option.some(instant(departed)) }
    ],
    silences: [],
    lastReceivedAt: instant(departed),
    vessel: {
      mmsi: Option.some(vessel.mmsi),
      imo: Option.some(vessel.imo),
      name: Option.some(`LINER ${vessel.mmsi % 100}`),
      shipType: Option.none(),
      commercial: true,
      type: Option.some("cargo"),
      typeSource: "registry"
    },
    source: "ais"
  }
}

/** The calls ahead that the carrier updates when a vessel leaves a port. */
const CALLS_AHEAD = 10

/** The share of a delay that the carrier expects the vessel to recover until the next call. */
const EXPECTED_RECOVERY = 0.15

/** The carrier's dates of the next calls when a vessel leaves a port late: the timetable, and what remains of the delay. */
const estimatesAtDeparture = (voyage: Voyage, index: number, departedAt: number, delayHours: number) => {
  const dates: Array<readonly [call: number, date: number]> = []
  let date = departedAt
  for (let ahead = 1; ahead <= CALLS_AHEAD; ahead++) {
    date += legHours(voyage, index + ahead - 1) * HOUR_MILLIS
    const recovered = delayHours * (1 - (1 - EXPECTED_RECOVERY) ** ahead)
    dates.push([index + ahead, date - Math.max(0, recovered) * HOUR_MILLIS])
    date += (at(voyage.habits, index + ahead).stayHours + BUFFER_HOURS_IN_PORT) * HOUR_MILLIS
  }
  return dates
}

const sailRounds = (
  voyage: Voyage,
  vessel: Pick<LinerVessel, "imo" | "mmsi">,
  start: number,
  draw: RandomSource
): LinerVessel => {
  const { legs, plan, ports } = voyage
  const calls: Array<LinerCall> = []
  const positions: Array<VesselPosition> = []
  const estimates = new Map<number, Array<ReportedArrival>>()
  const report = (call: number, receivedAt: number, date: number) =>
    estimates.set(call, [
      ...(estimates.get(call) ?? []),
      { receivedAt: Instant.make(Math.round(receivedAt)), date: Instant.make(Math.round(date)) }
    ])
  let [arrived, timetable] = [start, start]
  for (let index = 0; index < ports.length * plan.rounds; index++) {
    const { stayHours } = at(voyage.habits, index)
    const waits = draw() < plan.waitShare
    const berthed = arrived + (waits ? -Math.log(1 - draw()) * plan.meanWaitHours * HOUR_MILLIS : 0)
    const departed = berthed + stayHours * Math.exp(plan.stayLogSpread * normal(draw)) * HOUR_MILLIS
    if (draw() < plan.updateShare)
      report(index, arrived - plan.confirmedDays * DAY_MILLIS, berthed + 5 * normal(draw) * HOUR_MILLIS)
    calls.push({
      call: portCallOf(vessel, at(ports, index), arrived, berthed, departed),
      berthedAt: Instant.make(Math.round(berthed)),
      estimates: []
    })
    timetable += (stayHours + BUFFER_HOURS_IN_PORT) * HOUR_MILLIS
    const delayHours = (departed - timetable) / HOUR_MILLIS
    if (draw() < plan.updateShare)
      for (const [call, date] of estimatesAtDeparture(voyage, index, departed, delayHours)) report(call, departed, date)
    const leg = at(legs, index)
    // A late vessel sails faster, within the power of its engine.
    const haste = Math.max(-0.05, Math.min(0.1, delayHours / 400))
    const knots = Math.max(9, plan.serviceKnots * (1 + haste + plan.speedSpread * normal(draw)))
    const hours = leg.lengthNm / knots
    positions.push(...sail(leg, departed, hours, 1 + plan.speedSpread * normal(draw), plan))
    arrived = departed + hours * HOUR_MILLIS
    timetable += legHours(voyage, index) * HOUR_MILLIS
  }
  return {
    ...vessel,
    calls: calls.map((call, index) => ({
      ...call,
      estimates: (estimates.get(index) ?? []).toSorted((a, b) => a.receivedAt - b.receivedAt)
    })),
    positions
  }
}

const seededRandom = (seed: string): Effect.Effect<RandomSource> =>
  Effect.map(
    Random.Random,
    (random): RandomSource =>
      () =>
        random.nextDoubleUnsafe()
  ).pipe(Random.withSeed(seed))

/**
 * Simulates a liner service over real sea routes: stays and waits of random length, legs of random speed, positions, and the
 * carrier's dates, which follow the timetable, expect the vessel to recover delays, and become accurate when terminals
 * confirm berths.
 */
export const simulateLinerService = Effect.fnUntraced(function* (plan: LinerPlan) {
  const router = yield* SeaRouter
  const draw = yield* seededRandom(plan.seed)
  const ports = plan.rotation.map((code) => Unlocode.make(code))
  const legs = yield* Effect.forEach(ports, (from, index) =>
    Effect.map(router.route({ from, to: at(ports, index + 1) }), (route) => ({
      lengthNm: route.lengthNm,
      line: routeLineOf(route)
    }))
  )
  const habits = ports.map(() => ({ stayHours: 14 + 24 * draw() }))
  const voyage: Voyage = { plan, ports, legs, habits }
  return Array.from({ length: plan.vessels }, (_, index): LinerVessel => {
    const six = String(930_000 + index)
    const vessel = {
      imo: ImoNumber.make(`${six}${imoCheckDigit(six)}`),
      mmsi: MmsiInteger.make(219_000_000 + index)
    }
    return sailRounds(voyage, vessel, plan.start + index * 7 * DAY_MILLIS, draw)
  })
})
