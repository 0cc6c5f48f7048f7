import { Schema } from "effect"

/** A vessel stops at this speed in knots or below (Global Fishing Watch, port events). */
export const STOP_SPEED_KNOTS = 0.2

/** A stop ends above this speed in knots (same source). */
export const MOVE_SPEED_KNOTS = 0.5

/** No position for more than this many hours within one port counts as a stop (same source). */
export const GAP_HOURS = 4

/** The fewest positions of a stop, unless it was inferred from a silence of `GAP_HOURS`. */
export const MIN_STOP_POSITIONS = 2

/**
 * The shortest time from the first to the last position of a stop, in minutes: a shorter pause is a vessel waiting for
 * a lock, a pilot or a bridge. Chosen here.
 */
export const MIN_STOP_MINUTES = 10

/**
 * A stop does not end while the vessel is within this distance of its start, in kilometres: antennas and anchored
 * vessels swing. Chosen here.
 */
export const DRIFT_KM = 0.3

/** A vessel that weighs anchor and enters its port within this many hours is on the same port call. Chosen here. */
export const MAX_TRANSFER_HOURS = 6

/** Two stops of the same kind at the same place merge when at most this many minutes separate them. Chosen here. */
export const STAY_MERGE_MINUTES = 60

/**
 * A stationary vessel farther than this from the start of its stop has moved, whatever speed it reports, in kilometres.
 */
export const SWING_KM = 1

/** The highest plausible speed in knots: fast ferries reach 58. */
export const MAX_PLAUSIBLE_KNOTS = 60

/**
 * The distance that a position may exceed what the highest speed allows, in kilometres: the error of positions and of
 * clocks.
 */
export const POSITION_TOLERANCE_KM = 2

/**
 * The window in which late positions are reordered, in seconds: a position may be this much older than the newest one
 * of its vessel. It grows while sources are late by different times (`FeedLag`).
 */
export const REORDER_WINDOW_SECONDS = 600

/** A source whose reports arrive this much later than their timestamps is reported as late, in seconds. Chosen here. */
export const LATE_SOURCE_SECONDS = 600

/**
 * The longest difference between the lags of sources for which positions wait by default, in seconds. Chosen here:
 * shore stations that forward in batches are minutes late; satellites are hours late.
 */
export const DEFAULT_MAX_LAG_SECONDS = 3600

/**
 * The sampling interval in seconds: of the positions of a vessel in one interval the first counts. No berth is reached
 * faster.
 */
export const SAMPLE_INTERVAL_SECONDS = 120

/**
 * A position this much later than the newest one of its vessel is held until a second one confirms its clock, in
 * seconds.
 */
export const CLOCK_JUMP_SECONDS = 6 * 3600

/** The furthest that the clock of a source may be ahead of the server's, in seconds. */
export const MAX_CLOCK_AHEAD_SECONDS = 600

/** The number of last calls of a vessel that are stored, as evidence of where it sails next. Chosen here. */
export const MAX_LAST_PORTS = 4

/** A vessel in port that has been silent for this many hours is not counted until its next position. Chosen here. */
export const AGE_OUT_HOURS = 24

/**
 * The state of a vessel that has been silent for this many days is deleted, and its open call ends at its last
 * position. Chosen here.
 */
export const STATE_RETENTION_DAYS = 60

/** The reason for skipping a position, or discarding a stop. None is an error: detection counts them by kind. */
export const Anomaly = Schema.Literals([
  /** Identical to a position already received. */
  "duplicate",
  /** Older than the newest position of the vessel by more than the reorder window. */
  "late",
  /** In the future, days in the past, or hours ahead of every later position. */
  "clock_wrong",
  /** Not reachable from the previous position at `MAX_PLAUSIBLE_KNOTS`. */
  "impossible_jump",
  /** On a second track in parallel with the vessel's: two vessels transmit the same MMSI. */
  "shared_mmsi",
  /** A stop at an anchorage that several ports share, without a later visit to any of them. */
  "anchorage_without_port"
])
export type Anomaly = typeof Anomaly.Type
