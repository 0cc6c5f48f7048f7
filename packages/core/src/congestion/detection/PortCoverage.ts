import type { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"

/** Means and capacities are those of so many days, at most. */
export const MEAN_DAYS = 365

/** What is known of one port besides its calls. */
export interface PortCoverage {
  readonly port: Unlocode
  /** The days on which a ship was heard in the port, as whole days since 1970-01-01 UTC, in no order. */
  readonly days: ReadonlyArray<number>
  /** The newest position heard in the port. */
  readonly lastReceivedAt: Option.Option<Instant>
}
