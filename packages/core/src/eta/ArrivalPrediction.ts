import { type Option, Schema } from "effect"
import type { NauticalMiles } from "../geo/Distance.ts"
import type { Position } from "../geo/Position.ts"
import type { Unlocode } from "../geo/Unlocode.ts"
import type { Instant } from "../time/Instant.ts"
import type { TimeBasis } from "./CallTimes.ts"
import type { RemainingCalls } from "./RemainingCalls.ts"
import type { SailingSpeed } from "./SailingSpeed.ts"

/**
 * The classifier of a predicted date. Carriers' dates have the classifiers of DCSA (`ACT`, `EST`, `PLN`); a prediction is
 * never one of them, and no journey contains it.
 */
export const PredictionClassifier = Schema.Literal("PRE")
export type PredictionClassifier = typeof PredictionClassifier.Type

/** The share of arrivals that the interval of a prediction is to contain. */
export const INTERVAL_LEVEL = 0.8

/** A prediction needs a position of at most this age, in days. */
export const MAX_POSITION_AGE_DAYS = 7

/** The reason of a missing prediction. */
export const NoPredictionReason = Schema.Literals([
  "not_at_sea",
  "vessel_unknown",
  "mmsi_unknown",
  "destination_unknown",
  "port_unknown",
  "arrived",
  "no_position",
  "position_old",
  "last_port_unknown",
  "calls_unknown",
  "no_route",
  "off_route",
  "speed_unknown"
])
export type NoPredictionReason = typeof NoPredictionReason.Type

const REASONS: Readonly<Record<NoPredictionReason, string>> = {
  not_at_sea: "No container of the shipment is on a vessel.",
  vessel_unknown: "The carrier does not state a valid IMO number of the vessel.",
  mmsi_unknown:
    "The MMSI of the vessel is unknown: neither the vessel registry, AIS nor the port-call log has one for its IMO number.",
  destination_unknown: "The carrier states no port at which the vessel arrives with the container.",
  port_unknown: "The port has no sea access, or its UN/LOCODE is unknown.",
  arrived: "The vessel has already arrived at the port.",
  no_position: "No position of the vessel was received.",
  position_old: `The last position of the vessel is more than ${MAX_POSITION_AGE_DAYS} days old.`,
  last_port_unknown: "The port that the vessel left last is unknown.",
  calls_unknown:
    "The calls before the port are unknown: the carrier's plan does not name them, and the port-call log has no round of the vessel from its last port to this one.",
  no_route: "No sea route connects the remaining ports.",
  off_route: "The vessel is too far from every route to its next usual call.",
  speed_unknown: "No plausible speed of the vessel is known."
}

/** The reason as a sentence. */
export const describeNoPrediction = (reason: NoPredictionReason): string => REASONS[reason]

/** The reason of a missing interval. */
export const NoIntervalReason = Schema.Literals(["too_few_legs", "too_few_calls"])
export type NoIntervalReason = typeof NoIntervalReason.Type

/** The last position of a vessel. */
export interface VesselPosition {
  readonly position: Position
  /** Speed over ground; undefined when not available. */
  readonly speedKnots: number | undefined
  readonly at: Instant
}

/** The usual duration of a part of a call, and its basis. */
export interface UsualHours {
  readonly hours: number
  readonly basis: TimeBasis
  readonly calls: number
}

/** A call that remains. */
export interface PredictedCall {
  readonly port: Unlocode
  readonly arrival: Instant
  /** The usual hours in port, the wait included; none at the destination. */
  readonly inPort: Option.Option<UsualHours>
}

/** When a vessel is expected at a berth of a port. */
export interface ArrivalPrediction {
  readonly port: Unlocode
  /** The arrival at berth: the arrival at the port, and the usual wait there. */
  readonly eta: Instant
  /** The arrival at the port, at anchor or at berth. */
  readonly portArrival: Instant
  /** The times between which the vessel berths with a probability of `INTERVAL_LEVEL`, or the reason without them. */
  readonly interval:
    | { readonly _tag: "Known"; readonly low: Instant; readonly high: Instant }
    | { readonly _tag: "Unknown"; readonly reason: NoIntervalReason }
  /** The usual wait at the port. */
  readonly waiting: UsualHours
  /** The port where the vessel is or that it left last. */
  readonly lastPort: Unlocode
  readonly inPort: boolean
  /** In order, the port itself at the end. */
  readonly calls: ReadonlyArray<PredictedCall>
  readonly callsKnownBy: Omit<RemainingCalls, "ports">
  /** The miles that remain over all legs. */
  readonly distanceNm: NauticalMiles
  readonly speed: SailingSpeed
  readonly position: Option.Option<VesselPosition>
  readonly predictedAt: Instant
}
