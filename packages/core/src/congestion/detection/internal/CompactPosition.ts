import { Option } from "effect"
import { NavigationStatus, type PositionReport } from "../VesselReport.ts"

/**
 * A position as detection holds it: whole numbers alone, since the engine keeps these without an object of their own.
 * Hundreds of thousands of ships have some of them waiting.
 */
export interface CompactPosition {
  /** Seconds since 1970. */
  readonly at: number
  /** Millionths of a degree. */
  readonly latitude: number
  readonly longitude: number
  /** Speed and status in one number: `speedOf` and `statusOf` read it. */
  readonly motion: number
}

export const DEGREES_PER_UNIT = 1e-6
const UNKNOWN_SPEED = 1023
const UNKNOWN_STATUS = 15
const STATUSES = 16

export const MOORED_STATUS = 5
export const AT_ANCHOR_STATUS = 1

const STATUS_CODES: ReadonlyMap<NavigationStatus, number> = new Map(
  NavigationStatus.literals.map((status, code) => [status, code])
)

/** Knots; undefined when not told. */
export const speedKnotsOf = ({ motion }: CompactPosition): number | undefined => {
  const tenths = Math.floor(motion / STATUSES)
  return tenths === UNKNOWN_SPEED ? undefined : tenths / 10
}

/** The code of the navigation status; 15 when not told. */
export const statusCodeOf = ({ motion }: CompactPosition): number => motion % STATUSES

const motionOf = ({ speed, status }: PositionReport): number => {
  const tenths = Option.isSome(speed) ? Math.min(UNKNOWN_SPEED - 1, Math.round(speed.value * 10)) : UNKNOWN_SPEED
  const code = Option.isSome(status) ? (STATUS_CODES.get(status.value) ?? UNKNOWN_STATUS) : UNKNOWN_STATUS
  return tenths * STATUSES + code
}

export const compactPositionOf = (report: PositionReport): CompactPosition => ({
  at: Math.floor(report.at / 1000),
  latitude: Math.round(report.position.latitude * 1e6),
  longitude: Math.round(report.position.longitude * 1e6),
  motion: motionOf(report)
})

/** By time, then by content: an order in which no two that differ are equal, so that it hangs on nothing else. */
export const comparePositions = (a: CompactPosition, b: CompactPosition): number =>
  a.at - b.at || a.latitude - b.latitude || a.longitude - b.longitude || a.motion - b.motion
