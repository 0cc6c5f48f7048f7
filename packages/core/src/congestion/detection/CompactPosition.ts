import { Option } from "effect"
import { NavigationStatus, type PositionReport } from "./VesselReport.ts"

/**
 * A position report in whole numbers, as detection buffers it: the engine stores small integers without an object each,
 * and hundreds of thousands of vessels have buffered positions.
 */
export interface CompactPosition {
  /** Seconds since 1970. */
  readonly at: number
  /** Millionths of a degree. */
  readonly latitude: number
  readonly longitude: number
  /** Speed and navigation status packed into one number, read by `speedKnotsOf` and `statusCodeOf`. */
  readonly motion: number
}

/** Degrees per unit of a stored latitude or longitude. */
export const DEGREES_PER_UNIT = 1e-6
const UNKNOWN_SPEED = 1023
const UNKNOWN_STATUS = 15
const STATUSES = 16

/** The navigation status "moored" (ITU-R M.1371-5, table 45). */
export const MOORED_STATUS = 5
/** The navigation status "at anchor" (ITU-R M.1371-5, table 45). */
export const AT_ANCHOR_STATUS = 1

const STATUS_CODES: ReadonlyMap<NavigationStatus, number> = new Map(
  NavigationStatus.literals.map((status, code) => [status, code])
)

/** Speed over ground in knots; undefined when not available. */
export const speedKnotsOf = ({ motion }: CompactPosition): number | undefined => {
  const tenths = Math.floor(motion / STATUSES)
  return tenths === UNKNOWN_SPEED ? undefined : tenths / 10
}

/** The code of the navigation status; 15 when not available. */
export const statusCodeOf = ({ motion }: CompactPosition): number => motion % STATUSES

const motionOf = ({ speed, status }: PositionReport): number => {
  const tenths = Option.isSome(speed) ? Math.min(UNKNOWN_SPEED - 1, Math.round(speed.value * 10)) : UNKNOWN_SPEED
  const code = Option.isSome(status) ? (STATUS_CODES.get(status.value) ?? UNKNOWN_STATUS) : UNKNOWN_STATUS
  return tenths * STATUSES + code
}

/** Packs a position report. */
export const compactPositionOf = (report: PositionReport): CompactPosition => ({
  at: Math.floor(report.at / 1000),
  latitude: Math.round(report.position.latitude * 1e6),
  longitude: Math.round(report.position.longitude * 1e6),
  motion: motionOf(report)
})

/**
 * Orders positions by time, then by content. Distinct positions never compare as equal, so the result does not depend
 * on the order of arrival.
 */
export const comparePositions = (a: CompactPosition, b: CompactPosition): number =>
  a.at - b.at || a.latitude - b.latitude || a.longitude - b.longitude || a.motion - b.motion
