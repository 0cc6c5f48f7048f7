import { Option } from "effect"
import { NavigationStatus, type PositionReport } from "../VesselReport.ts"

/**
 * A position as detection holds it: whole numbers alone, since the engine keeps these without an object of their own.
 * Hundreds of thousands of ships have some of them waiting.
 */
export interface Fix {
  /** Seconds since 1970. */
  readonly at: number
  /** Millionths of a degree. */
  readonly latitude: number
  readonly longitude: number
  /** Tenths of a knot; -1 when not told. */
  readonly speed: number
  /** The code of the navigation status; 15 when not told. */
  readonly status: number
}

export const DEGREES_PER_UNIT = 1e-6
export const UNKNOWN_SPEED = -1
const UNKNOWN_STATUS = 15

export const MOORED = 5
export const AT_ANCHOR = 1

const STATUS_CODES: ReadonlyMap<NavigationStatus, number> = new Map(
  NavigationStatus.literals.map((status, code) => [status, code])
)

export const fixOf = (report: PositionReport): Fix => ({
  at: Math.floor(report.at / 1000),
  latitude: Math.round(report.position.latitude * 1e6),
  longitude: Math.round(report.position.longitude * 1e6),
  speed: Option.isSome(report.speed) ? Math.round(report.speed.value * 10) : UNKNOWN_SPEED,
  status: Option.isSome(report.status) ? (STATUS_CODES.get(report.status.value) ?? UNKNOWN_STATUS) : UNKNOWN_STATUS
})

/** By time, then by content: an order in which no two that differ are equal, so that it hangs on nothing else. */
export const compareFixes = (a: Fix, b: Fix): number =>
  a.at - b.at || a.latitude - b.latitude || a.longitude - b.longitude || a.speed - b.speed || a.status - b.status
