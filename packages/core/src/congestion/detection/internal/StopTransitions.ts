import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import {
  DRIFT_KM,
  MIN_STOP_MINUTES,
  MIN_STOP_POSITIONS,
  MOVE_SPEED_KNOTS,
  STOP_SPEED_KNOTS,
  SWING_KM
} from "../DetectionThresholds.ts"
import { type CompactPosition, speedKnotsOf, statusCodeOf } from "./CompactPosition.ts"
import { classifyStay, isMoreConclusive } from "./StayClassification.ts"
import { distanceKm } from "./Track.ts"
import type { Stop } from "./Visit.ts"

const KNOTS_PER_KM_PER_SECOND = 3600 / 1.852

/** Over a longer time than this the way between two positions tells no speed. */
const MAX_DERIVED_SPEED_SECONDS = 3600

/** Speed in knots as the ship tells it, else from the position before; undefined when neither does. */
const reportedOrDerivedKnots = (fix: CompactPosition, last: CompactPosition | null): number | undefined => {
  const told = speedKnotsOf(fix)
  if (told !== undefined || last === null) return told
  const seconds = fix.at - last.at
  return seconds > 0 && seconds <= MAX_DERIVED_SPEED_SECONDS
    ? (distanceKm(last, fix) / seconds) * KNOTS_PER_KM_PER_SECOND
    : undefined
}

/** Whether a stop is more than a pause. */
export const isLasting = (stop: Stop): boolean =>
  stop.positions >= MIN_STOP_POSITIONS && stop.lastAt - stop.from >= MIN_STOP_MINUTES * 60

interface StopObservation {
  readonly fix: CompactPosition
  readonly last: CompactPosition | null
  readonly hits: ReadonlyArray<ZoneHit>
  readonly index: ZoneIndex
}

const beginStop = (at: CompactPosition, { hits, index, fix }: StopObservation, port: Unlocode | null): Stop => ({
  from: at.at,
  lastAt: fix.at,
  positions: at === fix ? 1 : MIN_STOP_POSITIONS,
  movingSince: 0,
  latitude: at.latitude,
  longitude: at.longitude,
  ...classifyStay(hits, port, statusCodeOf(fix), index),
  confirmed: false
})

const continueStop = (stop: Stop, { hits, index, fix }: StopObservation, port: Unlocode | null): Stop => {
  const lying = classifyStay(hits, port, statusCodeOf(fix), index)
  const known = isMoreConclusive(lying, stop) ? lying : stop
  const { kind, evidence, zone } = known
  return { ...stop, lastAt: fix.at, positions: stop.positions + 1, movingSince: 0, kind, evidence, zone }
}

const distanceFromStopKm = (stop: Stop, fix: CompactPosition): number =>
  distanceKm({ ...fix, latitude: stop.latitude, longitude: stop.longitude }, fix)

/** What a position makes of a stop: whether it ended, and the one that there is now. */
export interface StopTransition {
  readonly ended: boolean
  readonly stop: Stop | null
}

/**
 * Hysteresis in speed: a stop begins at 0.2 knots and ends above 0.5, once two positions in a row say so and the ship is
 * elsewhere, from the first of them on. `silentSince` is the position before, when the ship
 * has been silent in port for hours since: that is a stop as well.
 */
export const advanceStop = (
  stop: Stop | null,
  seen: StopObservation,
  port: Unlocode | null,
  silentSince: CompactPosition | null
): StopTransition => {
  const { fix, last } = seen
  const speed = reportedOrDerivedKnots(fix, last)
  const slow = speed !== undefined && speed <= STOP_SPEED_KNOTS
  if (stop === null) {
    const near = silentSince !== null && distanceKm(silentSince, fix) <= SWING_KM
    if (near) return { ended: false, stop: beginStop(silentSince, seen, port) }
    return { ended: false, stop: slow ? beginStop(fix, seen, port) : null }
  }
  const moving = speed !== undefined && speed > MOVE_SPEED_KNOTS
  const km = distanceFromStopKm(stop, fix)
  if (!moving && km <= SWING_KM) return { ended: false, stop: continueStop(stop, seen, port) }
  const movingSince = stop.movingSince === 0 ? fix.at : stop.movingSince
  if (km <= (movingSince < fix.at ? DRIFT_KM : SWING_KM)) return { ended: false, stop: { ...stop, movingSince } }
  return { ended: true, stop: slow ? beginStop(fix, seen, port) : null }
}
