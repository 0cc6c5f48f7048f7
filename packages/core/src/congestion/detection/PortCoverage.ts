import { Option } from "effect"
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
  /**
   * The lag of the positions of its source, in whole seconds: the median time from timestamp to arrival. Absent for
   * records, and for sources without timestamps.
   */
  readonly lagSeconds?: number
  /** The newest position in the port that was skipped, because there were too many vessels. */
  readonly skippedAt?: Instant
}

/** The later of two times of a last position; positions of several sources may arrive in any order. */
export const latestReceived = (a: Option.Option<Instant>, b: Option.Option<Instant>): Option.Option<Instant> =>
  Option.isSome(a) && Option.isSome(b) ? (a.value >= b.value ? a : b) : Option.orElse(a, () => b)

/** The newest position of a port, and its lag. */
export type LastReception = Pick<PortCoverage, "lastReceivedAt" | "lagSeconds" | "skippedAt">

/** The lag of the newer of two receptions, of the second where they are equal, and the later skipped position. */
export const latestLag = (a: LastReception, b: LastReception): Pick<PortCoverage, "lagSeconds" | "skippedAt"> => {
  const isNewer = Option.exists(b.lastReceivedAt, (at) => !Option.exists(a.lastReceivedAt, (other) => other > at))
  const { lagSeconds } = isNewer ? b : a
  const skippedAt = (a.skippedAt ?? 0) > (b.skippedAt ?? 0) ? a.skippedAt : b.skippedAt
  return {
    ...(lagSeconds === undefined ? {} : { lagSeconds }),
    ...(skippedAt === undefined ? {} : { skippedAt })
  }
}

/** Combines coverage into one entry per port: each day once, and the latest time of a last position with its lag. */
export const combineCoverage = (coverage: ReadonlyArray<PortCoverage>): ReadonlyArray<PortCoverage> => {
  const combined = new Map<Unlocode, PortCoverage>()
  for (const added of coverage) {
    const { port, days, lastReceivedAt } = added
    const existing = combined.get(port)
    combined.set(port, {
      port,
      days: [...new Set([...(existing?.days ?? []), ...days])],
      lastReceivedAt: latestReceived(existing?.lastReceivedAt ?? Option.none(), lastReceivedAt),
      ...latestLag(existing ?? { lastReceivedAt: Option.none() }, added)
    })
  }
  return [...combined.values()]
}
