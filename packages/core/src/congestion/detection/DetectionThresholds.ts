import { Schema } from "effect"

/** A ship comes to a stop at this speed in knots or below (Global Fishing Watch, port events). */
export const STOP_SPEED_KNOTS = 0.2

/** A stop lasts until the ship is faster than this, in knots (the same source). */
export const MOVE_SPEED_KNOTS = 0.5

/** A silence of more than this many hours in one port is a stop there, told or not (the same source). */
export const GAP_HOURS = 4

/** A stop needs as many positions, the silence of `GAP_HOURS` apart. */
export const MIN_STOP_POSITIONS = 2

/**
 * And this many minutes from the first to the last of them: less is a ship that waits for a lock, a pilot or a bridge.
 * Own choice.
 */
export const MIN_STOP_MINUTES = 10

/** Nor does a stop end while the ship is this near to where it began: antennas and anchored ships swing. Own choice. */
export const DRIFT_KM = 0.3

/** A ship that weighs anchor and comes to its port within so many hours is on the same call. Own choice. */
export const MAX_TRANSFER_HOURS = 6

/** Two stops of one kind at one place belong together when no more than this lies between. Own choice. */
export const STAY_MERGE_MINUTES = 60

/** A ship that lies still further away than this from where its stop began has moved, whatever its speed says. */
export const SWING_KM = 1

/** Nothing that calls at ports is faster: fast ferries reach 58 knots. */
export const MAX_PLAUSIBLE_KNOTS = 60

/** How far a position can be beyond what speed allows: the error of positions and of clocks. */
export const POSITION_TOLERANCE_KM = 2

/** How far positions may come out of order and still count, in seconds. */
export const REORDER_WINDOW_SECONDS = 600

/** Of positions in the same so many seconds the first counts: a berth is not taken faster. */
export const SAMPLE_INTERVAL_SECONDS = 120

/** A position that is so much later than the one before waits for another to confirm its clock. */
export const CLOCK_JUMP_SECONDS = 6 * 3600

/** How far a source's clock may be ahead of ours. */
export const MAX_CLOCK_AHEAD_SECONDS = 600

/** A ship in port that is not heard for so many hours is counted no longer, until it is heard again. Own choice. */
export const AGE_OUT_HOURS = 24

/**
 * A ship that is not heard for so many days is forgotten: a call that was open then ended when the ship was last heard.
 * Own choice.
 */
export const STATE_RETENTION_DAYS = 60

/** What was wrong with a position. None of it is fatal: the position is left out, and counted by its kind. */
export const Anomaly = Schema.Literals([
  /** Said again, word for word. */
  "duplicate",
  /** Further behind the newest than `REORDER_WINDOW_SECONDS`. */
  "late",
  /** In the future, days in the past, or hours ahead of all that came after it. */
  "clock_wrong",
  /** Not to be reached from the position before at `MAX_PLAUSIBLE_KNOTS`. */
  "impossible_jump",
  /** On a track of its own beside the ship's: two ships with one MMSI. */
  "shared_mmsi",
  /** A stop at an anchorage of several ports, none of which the ship then entered. */
  "anchorage_without_port"
])
export type Anomaly = typeof Anomaly.Type
