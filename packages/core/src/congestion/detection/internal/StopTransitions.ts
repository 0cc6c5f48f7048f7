import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import { type CompactPosition, speedKnotsOf, statusCodeOf } from "../CompactPosition.ts"
import {
  DRIFT_KM,
  MIN_STOP_MINUTES,
  MIN_STOP_POSITIONS,
  MOVE_SPEED_KNOTS,
  STOP_SPEED_KNOTS,
  SWING_KM
} from "../DetectionThresholds.ts"
import { distanceKm } from "../Track.ts"
import type { Stop } from "../Visit.ts"
import { classifyStay, isMoreConclusive } from "./StayClassification.ts"

const KNOTS_PER_KM_PER_SECOND = 3600 / 1.852

/** Two positions further apart in time than this do not give a speed, in seconds. */
const MAX_DERIVED_SPEED_SECONDS = 3600

/**
 * Speed over ground in knots: as reported, else derived from the previous position; undefined when neither is
 * available.
 */
const reportedOrDerivedKnots = (position: CompactPosition, last: CompactPosition | null): number | undefined => {
  const reported = speedKnotsOf(position)
  if (reported !== undefined || last === null) return reported
  const seconds = position.at - last.at
  return seconds > 0 && seconds <= MAX_DERIVED_SPEED_SECONDS
    ? (distanceKm(last, position) / seconds) * KNOTS_PER_KM_PER_SECOND
    : undefined
}

/** Tests whether a vessel is stationary at a position. */
export const isStationary = (position: CompactPosition, last: CompactPosition | null): boolean => {
  const speed = reportedOrDerivedKnots(position, last)
  return speed !== undefined && speed <= STOP_SPEED_KNOTS
}

/** Tests whether a stop is longer than a pause. */
export const isLasting = (stop: Stop): boolean =>
  stop.positions >= MIN_STOP_POSITIONS && stop.lastAt - stop.from >= MIN_STOP_MINUTES * 60

/** A position of a vessel, the one before it, and the zones around it. */
interface StopObservation {
  readonly position: CompactPosition
  readonly last: CompactPosition | null
  readonly hits: ReadonlyArray<ZoneHit>
  readonly index: ZoneIndex
}

const beginStop = (at: CompactPosition, { hits, index, position }: StopObservation, port: Unlocode | null): Stop => ({
  from: at.at,
  lastAt: position.at,
  positions: at === position ? 1 : MIN_STOP_POSITIONS,
  movingSince: 0,
  latitude: at.latitude,
  longitude: at.longitude,
  ...classifyStay(hits, port, statusCodeOf(position), index),
  confirmed: false
})

const continueStop = (stop: Stop, { hits, index, position }: StopObservation, port: Unlocode | null): Stop => {
  const classified = classifyStay(hits, port, statusCodeOf(position), index)
  const conclusive = isMoreConclusive(classified, stop) ? classified : stop
  const { kind, evidence, zone } = conclusive
  return { ...stop, lastAt: position.at, positions: stop.positions + 1, movingSince: 0, kind, evidence, zone }
}

const distanceFromStopKm = (stop: Stop, position: CompactPosition): number =>
  distanceKm({ ...position, latitude: stop.latitude, longitude: stop.longitude }, position)

/** The effect of a position on a stop: whether the stop ended, and the present stop. */
export interface StopTransition {
  readonly ended: boolean
  readonly stop: Stop | null
}

/**
 * Advances the stop of a vessel by one position. Speed has hysteresis: a stop begins at 0.2 knots and ends above 0.5
 * knots, once two consecutive positions exceed it and the vessel has moved away, counted from the first of them.
 * `silentSince` is the previous position when the vessel has been silent in port for hours since: that is a stop as
 * well.
 */
export const advanceStop = (
  stop: Stop | null,
  observation: StopObservation,
  port: Unlocode | null,
  silentSince: CompactPosition | null
): StopTransition => {
  const { position, last } = observation
  const speed = reportedOrDerivedKnots(position, last)
  const slow = speed !== undefined && speed <= STOP_SPEED_KNOTS
  if (stop === null) {
    const near = silentSince !== null && distanceKm(silentSince, position) <= SWING_KM
    if (near) return { ended: false, stop: beginStop(silentSince, observation, port) }
    return { ended: false, stop: slow ? beginStop(position, observation, port) : null }
  }
  const moving = speed !== undefined && speed > MOVE_SPEED_KNOTS
  const km = distanceFromStopKm(stop, position)
  if (!moving && km <= SWING_KM) return { ended: false, stop: continueStop(stop, observation, port) }
  const movingSince = stop.movingSince === 0 ? position.at : stop.movingSince
  if (km <= (movingSince < position.at ? DRIFT_KM : SWING_KM)) return { ended: false, stop: { ...stop, movingSince } }
  return { ended: true, stop: slow ? beginStop(position, observation, port) : null }
}
