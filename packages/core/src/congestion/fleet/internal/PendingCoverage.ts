import { Option } from "effect"
import type { Unlocode } from "../../../geo/Unlocode.ts"
import { DAY_MILLIS } from "../../../time/Durations.ts"
import type { Instant } from "../../../time/Instant.ts"
import type { PortCoverage } from "../../detection/PortCoverage.ts"

interface Received {
  readonly days: Set<number>
  lastReceivedAt: Instant
  /** The lag of the source of that position. */
  lagSeconds: number | undefined
}

/** The coverage of ports that a detector has not stored yet. Entries are mutable, because most positions only advance one. */
export class PendingCoverage {
  readonly #received = new Map<Unlocode, Received>()
  readonly #skipped = new Map<Unlocode, Instant>()

  /** Adds a position in a port. */
  add(port: Unlocode, at: Instant, lagSeconds: number | undefined): void {
    const existing = this.#received.get(port)
    const day = Math.floor(at / DAY_MILLIS)
    if (existing === undefined) {
      this.#received.set(port, { days: new Set([day]), lastReceivedAt: at, lagSeconds })
      return
    }
    existing.days.add(day)
    if (at <= existing.lastReceivedAt) return
    existing.lastReceivedAt = at
    existing.lagSeconds = lagSeconds
  }

  /** Adds a skipped position in a port. */
  skip(port: Unlocode, at: Instant): void {
    this.#skipped.set(port, at)
  }

  /** Removes and returns the coverage. */
  drain(): ReadonlyArray<PortCoverage> {
    const received = [...this.#received].map(
      ([port, { days, lagSeconds, lastReceivedAt }]): PortCoverage => ({
        port,
        days: [...days],
        lastReceivedAt: Option.some(lastReceivedAt),
        ...(lagSeconds === undefined ? {} : { lagSeconds })
      })
    )
    const skipped = [...this.#skipped].map(
      ([port, at]): PortCoverage => ({ port, days: [], lastReceivedAt: Option.some(at), skippedAt: at })
    )
    this.#received.clear()
    this.#skipped.clear()
    return [...received, ...skipped]
  }
}
