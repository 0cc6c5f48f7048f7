import { Option, Result } from "effect"
import type { PortCall } from "../../congestion/detection/PortCall.ts"
import { callAsOf } from "../../congestion/ledger/PortCallTimeline.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import type { ArrivalPrediction, NoPredictionReason, VesselPosition } from "../ArrivalPrediction.ts"
import { cargoCallsAt, PORT_CALLS_CONSIDERED, usualHoursInPort, usualHoursWaiting } from "../CallTimes.ts"
import { predictArrival, type RouteTable } from "../PredictArrival.ts"
import { vesselCallsOf } from "../VesselCalls.ts"
import { type ErrorFigures, errorFigures, LEAD_DAYS, type LeadDays } from "./EtaErrors.ts"

/** A date of an arrival at berth that a carrier stated. */
export interface StatedArrival {
  readonly receivedAt: Instant
  readonly date: Instant
}

/**
 * A call of the past with the dates that a carrier stated before, in order of receipt; empty where nothing is stored.
 */
export interface ReplayedCall {
  readonly call: PortCall
  readonly estimates: ReadonlyArray<StatedArrival>
}

/** The observations of one vessel, in order of time. */
export interface ReplayedVessel {
  readonly calls: ReadonlyArray<ReplayedCall>
  readonly positions: ReadonlyArray<VesselPosition>
}

/** A prediction of the past, and the carrier's date at the same instant, against the arrival at berth. Errors in hours. */
export interface ReplayedArrival {
  readonly leadDays: LeadDays
  /** Positive: the vessel arrived later than predicted. */
  readonly error: Result.Result<number, NoPredictionReason>
  /** Whether the arrival was within the interval; none without an interval. */
  readonly covered: Option.Option<boolean>
  readonly intervalHours: Option.Option<number>
  /** None where the carrier had stated no date. */
  readonly carrierError: Option.Option<number>
}

const berthOf = ({ startedAt, stays }: PortCall): Instant =>
  stays.find(({ kind }) => kind === "berth")?.from ?? startedAt

/** The newest item with an instant up to `at`, of items in order of time. */
const newestUntil = <A>(items: ReadonlyArray<A>, instantOf: (item: A) => Instant, at: Instant): A | undefined => {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && instantOf(item) <= at) low = middle + 1
    else high = middle
  }
  return items[low - 1]
}

const intervalFields = ({ interval }: ArrivalPrediction, berth: Instant) =>
  interval._tag === "Unknown"
    ? { covered: Option.none(), intervalHours: Option.none() }
    : {
        covered: Option.some(interval.low <= berth && berth <= interval.high),
        intervalHours: Option.some((interval.high - interval.low) / HOUR_MILLIS)
      }

/**
 * Replays the predictions of every call: `LEAD_DAYS` before each arrival at berth, with the calls and positions of all vessels
 * that had been received by then, and nothing later. Pure.
 *
 * @param skippedCalls the first calls of each vessel that are not predicted: its history begins with them
 */
export const replayArrivals = (
  vessels: ReadonlyArray<ReplayedVessel>,
  routes: RouteTable,
  skippedCalls: number
): ReadonlyArray<ReplayedArrival> => {
  const everyCall = vessels.flatMap(({ calls }) => calls.map(({ call }) => call))
  const byPort = Map.groupBy(
    everyCall.toSorted((a, b) => a.startedAt - b.startedAt),
    ({ port }) => port
  )
  const callsAsOf = (calls: ReadonlyArray<PortCall>, at: Instant): ReadonlyArray<PortCall> =>
    calls.flatMap((call) => (call.startedAt <= at ? Option.toArray(callAsOf(call, at)) : []))

  const replay = (vessel: ReplayedVessel, target: ReplayedCall, leadDays: LeadDays): ReplayedArrival => {
    const berth = berthOf(target.call)
    const now = Instant.make(berth - leadDays * DAY_MILLIS)
    const vesselCalls = vesselCallsOf(
      callsAsOf(
        vessel.calls.map(({ call }) => call),
        now
      )
    )
    const others = (port: PortCall["port"]) =>
      cargoCallsAt(
        callsAsOf(
          (byPort.get(port) ?? []).filter(({ startedAt }) => startedAt <= now).slice(-PORT_CALLS_CONSIDERED),
          now
        )
      )
    const predicted = predictArrival({
      now,
      destination: target.call.port,
      calls: vesselCalls,
      position: Option.fromUndefinedOr(newestUntil(vessel.positions, ({ at }) => at, now)),
      plan: Option.none(),
      routes,
      hoursInPort: (port) => usualHoursInPort(port, vesselCalls, others(port)),
      hoursWaiting: (port) => usualHoursWaiting(port, vesselCalls, others(port))
    })
    const estimate = newestUntil(target.estimates, ({ receivedAt }) => receivedAt, now)
    return {
      leadDays,
      error: Result.map(predicted, ({ eta }) => (berth - eta) / HOUR_MILLIS),
      ...Result.match(predicted, {
        onFailure: () => ({ covered: Option.none(), intervalHours: Option.none() }),
        onSuccess: (prediction) => intervalFields(prediction, berth)
      }),
      carrierError: Option.map(Option.fromUndefinedOr(estimate), ({ date }) => (berth - date) / HOUR_MILLIS)
    }
  }

  return vessels.flatMap((vessel) =>
    vessel.calls.slice(skippedCalls).flatMap((target) => LEAD_DAYS.map((leadDays) => replay(vessel, target, leadDays)))
  )
}

/** The figures of a replay at one lead time. */
export interface ReplayFigures {
  readonly leadDays: LeadDays
  /** The arrivals that were replayed. */
  readonly replayed: number
  /** The predictions. */
  readonly predicted: ErrorFigures
  /** The predictions and the carrier's dates of the arrivals that have both. */
  readonly compared: { readonly predicted: ErrorFigures; readonly carrier: ErrorFigures }
  /** The share of arrivals within the interval; null without intervals. */
  readonly coverage: number | null
  readonly intervals: number
  readonly meanIntervalHours: number | null
}

const mean = (values: ReadonlyArray<number>): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** The figures of a replay, by lead time. */
export const replayFigures = (arrivals: ReadonlyArray<ReplayedArrival>): ReadonlyArray<ReplayFigures> =>
  LEAD_DAYS.map((leadDays) => {
    const ofLead = arrivals.filter((arrival) => arrival.leadDays === leadDays)
    const predicted = ofLead.flatMap(({ error }) => (Result.isSuccess(error) ? [error.success] : []))
    const both = ofLead.flatMap(({ carrierError, error }) =>
      Result.isSuccess(error) && Option.isSome(carrierError)
        ? [{ predicted: error.success, carrier: carrierError.value }]
        : []
    )
    const covered = ofLead.flatMap((arrival) => Option.toArray(arrival.covered))
    const hours = mean(ofLead.flatMap(({ intervalHours }) => Option.toArray(intervalHours)))
    const coverage = mean(covered.map(Number))
    return {
      leadDays,
      replayed: ofLead.length,
      predicted: errorFigures(leadDays, predicted),
      compared: {
        predicted: errorFigures(
          leadDays,
          both.map((one) => one.predicted)
        ),
        carrier: errorFigures(
          leadDays,
          both.map((one) => one.carrier)
        )
      },
      coverage: coverage === null ? null : Math.round(coverage * 1000) / 1000,
      intervals: covered.length,
      meanIntervalHours: hours === null ? null : Math.round(hours * 10) / 10
    }
  })
