import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import { DRIFT_KM, MIN_FIXES, MIN_STOP_MINUTES, MOVE_KNOTS, STOP_KNOTS, SWING_KM } from "../Detection.ts"
import { type Fix, speedOf, statusOf } from "./Fix.ts"
import { lyingAt, tellsMore } from "./Place.ts"
import { apartKm } from "./Track.ts"
import type { Stop } from "./Visit.ts"

const KNOTS_PER_KM_PER_SECOND = 3600 / 1.852

/** Over a longer time than this the way between two positions tells no speed. */
const DERIVABLE_SECONDS = 3600

/** Speed in knots as the ship tells it, else from the position before; undefined when neither does. */
const knotsOf = (fix: Fix, last: Fix | null): number | undefined => {
  const told = speedOf(fix)
  if (told !== undefined || last === null) return told
  const seconds = fix.at - last.at
  return seconds > 0 && seconds <= DERIVABLE_SECONDS
    ? (apartKm(last, fix) / seconds) * KNOTS_PER_KM_PER_SECOND
    : undefined
}

/** Whether a stop is more than a pause. */
export const isLasting = (stop: Stop): boolean =>
  stop.fixes >= MIN_FIXES && stop.last - stop.from >= MIN_STOP_MINUTES * 60

interface Seen {
  readonly fix: Fix
  readonly last: Fix | null
  readonly hits: ReadonlyArray<ZoneHit>
  readonly index: ZoneIndex
}

const begin = (at: Fix, { hits, index, fix }: Seen, port: Unlocode | null): Stop => ({
  from: at.at,
  last: fix.at,
  fixes: at === fix ? 1 : MIN_FIXES,
  movingSince: 0,
  latitude: at.latitude,
  longitude: at.longitude,
  ...lyingAt(hits, port, statusOf(fix), index),
  confirmed: false
})

const goOn = (stop: Stop, { hits, index, fix }: Seen, port: Unlocode | null): Stop => {
  const lying = lyingAt(hits, port, statusOf(fix), index)
  const known = tellsMore(lying, stop) ? lying : stop
  const { kind, evidence, zone } = known
  return { ...stop, last: fix.at, fixes: stop.fixes + 1, movingSince: 0, kind, evidence, zone }
}

const fromStopKm = (stop: Stop, fix: Fix): number =>
  apartKm({ ...fix, latitude: stop.latitude, longitude: stop.longitude }, fix)

/** What a position makes of a stop: whether it ended, and the one that there is now. */
export interface NextStop {
  readonly ended: boolean
  readonly stop: Stop | null
}

/**
 * Hysteresis in speed: a stop begins at 0.2 knots and ends above 0.5, once two positions in a row say so and the ship is
 * elsewhere, from the first of them on. `silentSince` is the position before, when the ship
 * has been silent in port for hours since: that is a stop as well.
 */
export const nextStop = (stop: Stop | null, seen: Seen, port: Unlocode | null, silentSince: Fix | null): NextStop => {
  const { fix, last } = seen
  const speed = knotsOf(fix, last)
  const slow = speed !== undefined && speed <= STOP_KNOTS
  if (stop === null) {
    const near = silentSince !== null && apartKm(silentSince, fix) <= SWING_KM
    if (near) return { ended: false, stop: begin(silentSince, seen, port) }
    return { ended: false, stop: slow ? begin(fix, seen, port) : null }
  }
  const moving = speed !== undefined && speed > MOVE_KNOTS
  const km = fromStopKm(stop, fix)
  if (!moving && km <= SWING_KM) return { ended: false, stop: goOn(stop, seen, port) }
  const movingSince = stop.movingSince === 0 ? fix.at : stop.movingSince
  if (km <= (movingSince < fix.at ? DRIFT_KM : SWING_KM)) return { ended: false, stop: { ...stop, movingSince } }
  return { ended: true, stop: slow ? begin(fix, seen, port) : null }
}
