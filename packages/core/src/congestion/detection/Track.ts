import { planarDistanceKm } from "../zones/Outline.ts"
import { type CompactPosition, DEGREES_PER_UNIT } from "./CompactPosition.ts"
import { type Anomaly, MAX_PLAUSIBLE_KNOTS, POSITION_TOLERANCE_KM } from "./DetectionThresholds.ts"

/** Rejects implausible positions of one vessel: errors, and the positions of a second vessel with the same MMSI. */
export interface Track {
  /** The newest accepted position. */
  readonly last: CompactPosition | null
  /** The number of accepted positions, counted up to `ESTABLISHED_POSITIONS`. */
  readonly length: number
  /** The newest position that the vessel could not have reached. */
  readonly outlier: CompactPosition | null
  /** The number of consecutive positions on the other track since the last accepted one, and the time of the first. */
  readonly outlierStreak: number
  readonly outlierSince: number
}

/** The track of a vessel without positions. */
export const EMPTY_TRACK: Track = { last: null, length: 0, outlier: null, outlierStreak: 0, outlierSince: 0 }

/** The positions after which a track is established, and a single jump no longer replaces it. */
const ESTABLISHED_POSITIONS = 3

/** The other track replaces the vessel's after this many consecutive positions over this many seconds. */
const TAKEOVER_STREAK = 3
const TAKEOVER_SECONDS = 1800

const KM_PER_SECOND = (MAX_PLAUSIBLE_KNOTS * 1.852) / 3600

/** Distance between two positions in kilometres. */
export const distanceKm = (from: CompactPosition, to: CompactPosition): number =>
  planarDistanceKm(
    from.latitude * DEGREES_PER_UNIT,
    from.longitude * DEGREES_PER_UNIT,
    to.latitude * DEGREES_PER_UNIT,
    to.longitude * DEGREES_PER_UNIT
  )

const isReachable = (from: CompactPosition, to: CompactPosition): boolean =>
  distanceKm(from, to) <= POSITION_TOLERANCE_KM + KM_PER_SECOND * Math.max(0, to.at - from.at)

/** The verdict on a position: accepted, or rejected with a reason. */
export interface TrackUpdate {
  readonly track: Track
  readonly accepted: boolean
  readonly anomaly: Anomaly | null
}

const extendTrack = (track: Track, position: CompactPosition): Track =>
  track.outlierStreak === 0 && track.length === ESTABLISHED_POSITIONS
    ? { ...track, last: position }
    : {
        last: position,
        length: Math.min(ESTABLISHED_POSITIONS, track.length + 1),
        outlier: track.outlier,
        outlierStreak: 0,
        outlierSince: 0
      }

/** Checks the next position of a vessel, in order of time. */
export const updateTrack = (track: Track, position: CompactPosition): TrackUpdate => {
  const { last, length, outlier } = track
  if (last === null || isReachable(last, position))
    return { track: extendTrack(track, position), accepted: true, anomaly: null }
  const isOnOtherTrack = outlier !== null && isReachable(outlier, position)
  const outlierStreak = isOnOtherTrack ? track.outlierStreak + 1 : 1
  const outlierSince = outlierStreak === 1 ? position.at : track.outlierSince
  const isTakeover = outlierStreak >= TAKEOVER_STREAK && position.at - outlierSince >= TAKEOVER_SECONDS
  if (isTakeover || (outlierStreak > 1 && length < ESTABLISHED_POSITIONS)) {
    return { track: { ...EMPTY_TRACK, last: position, length: 1 }, accepted: true, anomaly: "impossible_jump" }
  }
  return {
    track: { last, length, outlier: position, outlierStreak, outlierSince },
    accepted: false,
    anomaly: isOnOtherTrack ? "shared_mmsi" : "impossible_jump"
  }
}
