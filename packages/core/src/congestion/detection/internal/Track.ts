import { nearDistanceKm } from "../../zones/Outline.ts"
import { type Anomaly, MAX_KNOTS, SLACK_KM } from "../Detection.ts"
import { DEGREES_PER_UNIT, type Fix } from "./Fix.ts"

/** The positions of one ship that can be told apart from those of a second one and from errors. */
export interface Track {
  /** The newest position of the ship. */
  readonly last: Fix | null
  /** How many positions the track has, counted up to `ESTABLISHED`. */
  readonly length: number
  /** The newest position that the ship could not have reached. */
  readonly other: Fix | null
  /** How many in a row were on the other track since the ship's own was heard, and since when. */
  readonly otherStreak: number
  readonly otherSince: number
}

export const NO_TRACK: Track = { last: null, length: 0, other: null, otherStreak: 0, otherSince: 0 }

/** A track of so many positions is not given up lightly. */
const ESTABLISHED = 3

/** The other track is the ship's once it alone was heard for so many positions and seconds. */
const TAKEOVER_STREAK = 3
const TAKEOVER_SECONDS = 1800

const KM_PER_SECOND = (MAX_KNOTS * 1.852) / 3600

/** Kilometres between two fixes. */
export const apartKm = (from: Fix, to: Fix): number =>
  nearDistanceKm(
    from.latitude * DEGREES_PER_UNIT,
    from.longitude * DEGREES_PER_UNIT,
    to.latitude * DEGREES_PER_UNIT,
    to.longitude * DEGREES_PER_UNIT
  )

const reachable = (from: Fix, to: Fix): boolean =>
  apartKm(from, to) <= SLACK_KM + KM_PER_SECOND * Math.max(0, to.at - from.at)

/** What became of a position: it is the ship's, or it is left out for a reason. */
export interface Sieved {
  readonly track: Track
  readonly accepted: boolean
  readonly anomaly: Anomaly | null
}

const follow = (track: Track, fix: Fix): Track =>
  track.otherStreak === 0 && track.length === ESTABLISHED
    ? { ...track, last: fix }
    : { last: fix, length: Math.min(ESTABLISHED, track.length + 1), other: track.other, otherStreak: 0, otherSince: 0 }

/** Takes the next position of a ship in the order of time. */
export const sieve = (track: Track, fix: Fix): Sieved => {
  const { last, length, other } = track
  if (last === null || reachable(last, fix)) return { track: follow(track, fix), accepted: true, anomaly: null }
  const second = other !== null && reachable(other, fix)
  const streak = second ? track.otherStreak + 1 : 1
  const since = streak === 1 ? fix.at : track.otherSince
  const lasting = streak >= TAKEOVER_STREAK && fix.at - since >= TAKEOVER_SECONDS
  if (lasting || (streak > 1 && length < ESTABLISHED)) {
    return { track: { ...NO_TRACK, last: fix, length: 1 }, accepted: true, anomaly: "impossible_jump" }
  }
  return {
    track: { last, length, other: fix, otherStreak: streak, otherSince: since },
    accepted: false,
    anomaly: second ? "shared_mmsi" : "impossible_jump"
  }
}
