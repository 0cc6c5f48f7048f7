import type { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"

/** The period of means and capacities in days, at most. */
export const MEAN_DAYS = 365

/** The AIS coverage of one port. */
export interface PortCoverage {
  readonly port: Unlocode
  /** The days with a position in the port, as whole days since 1970-01-01 UTC, in no particular order. */
  readonly days: ReadonlyArray<number>
  /** The newest position in the port. */
  readonly lastReceivedAt: Option.Option<Instant>
}
