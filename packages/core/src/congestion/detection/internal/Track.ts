import { planarDistanceKm } from "../../zones/Outline.ts"
import { type Anomaly, MAX_PLAUSIBLE_KNOTS, POSITION_TOLERANCE_KM } from "../DetectionThresholds.ts"
import { type CompactPosition, DEGREES_PER_UNIT } from "./CompactPosition.ts"

/** The positions of one ship that can be told apart from those of a second one and from errors. */
export interface Track {
  /** The newest position of the ship. */
  readonly last: CompactPosition | null
  /** How many positions the track has, counted up to `ESTABLISHED_POSITIONS`. */
  readonly length: number
  /** The newest position that the ship could not have reached. */
  readonly outlier: CompactPosition | null
  /** How many in a row were on the other track since the ship's own was heard, and since when. */
  readonly outlierStreak: number
  readonly outlierSince: number
}

export const EMPTY_TRACK: Track = { last: null, length: 0, outlier: null, outlierStreak: 0, outlierSince: 0 }

/** A track of so many positions is not given up lightly. */
const ESTABLISHED_POSITIONS = 3

/** The other track is the ship's once it alone was heard for so many positions and seconds. */
const TAKEOVER_STREAK = 3
const TAKEOVER_SECONDS = 1800

const KM_PER_SECOND = (MAX_PLAUSIBLE_KNOTS * 1.852) / 3600

/** Kilometres between two fixes. */
export const distanceKm = (from: CompactPosition, to: CompactPosition): number =>
  planarDistanceKm(
    from.latitude * DEGREES_PER_UNIT,
    from.longitude * DEGREES_PER_UNIT,
    to.latitude * DEGREES_PER_UNIT,
    to.longitude * DEGREES_PER_UNIT
  )

const isReachable = (from: CompactPosition, to: CompactPosition): boolean =>
  distanceKm(from, to) <= POSITION_TOLERANCE_KM + KM_PER_SECOND * Math.max(0, to.at - from.at)

/** What became of a position: it is the ship's, or it is left out for a reason. */
export interface TrackUpdate {
  readonly track: Track
  readonly accepted: boolean
  readonly anomaly: Anomaly | null
}

const extendTrack = (track: Track, fix: CompactPosition): Track =>
  track.outlierStreak === 0 && track.length === ESTABLISHED_POSITIONS
    ? { ...track, last: fix }
    : {
        last: fix,
        length: Math.min(ESTABLISHED_POSITIONS, track.length + 1),
        outlier: track.outlier,
        outlierStreak: 0,
        outlierSince: 0
      }

/** Takes the next position of a ship in the order of time. */
export const updateTrack = (track: Track, fix: CompactPosition): TrackUpdate => {
  const { last, length, outlier } = track
  if (last === null || isReachable(last, fix)) return { track: extendTrack(track, fix), accepted: true, anomaly: null }
  const second = outlier !== null && isReachable(outlier, fix)
  const streak = second ? track.outlierStreak + 1 : 1
  const since = streak === 1 ? fix.at : track.outlierSince
  const lasting = streak >= TAKEOVER_STREAK && fix.at - since >= TAKEOVER_SECONDS
  if (lasting || (streak > 1 && length < ESTABLISHED_POSITIONS)) {
    return { track: { ...EMPTY_TRACK, last: fix, length: 1 }, accepted: true, anomaly: "impossible_jump" }
  }
  return {
    track: { last, length, outlier: fix, outlierStreak: streak, outlierSince: since },
    accepted: false,
    anomaly: second ? "shared_mmsi" : "impossible_jump"
  }
}
