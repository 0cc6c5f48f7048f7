import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { fleetPartOf } from "@landfall/core/congestion/fleet/FleetParts"
import type { Instant } from "@landfall/core/time/Instant"

/** A report and when it arrived. */
export interface TimedReport {
  readonly report: VesselReport
  readonly arrivedAt: Instant
}

/** The maximum number of reports of other parts that are retained; with more, the oldest are discarded early. */
const MAX_RETAINED = 1_000_000

/**
 * Divides the reports of a feed into those of the parts that this process detects and the others, which it retains for
 * a time: when it takes over a part, it processes the reports whose detections the former process may not have stored.
 */
export class PartReports {
  readonly #count: number
  readonly #retainMillis: number
  readonly #detected = new Set<number>()
  // Two generations: the older one is discarded as a whole when the newer one is as old as reports have to be retained.
  #older: Array<TimedReport> = []
  #newer: Array<TimedReport> = []
  #newerSince = 0

  /** `count` is the number of parts; 1 for a fleet that is not divided, of which every report is detected. */
  constructor(count: number, retainMillis: number) {
    this.#count = count
    this.#retainMillis = retainMillis
  }

  /** Tests whether this process detects a report; retains it otherwise. */
  isDetected(report: VesselReport, arrivedAt: Instant): boolean {
    if (this.#count === 1 || this.#detected.has(fleetPartOf(report.mmsi, this.#count))) return true
    if (arrivedAt - this.#newerSince >= this.#retainMillis || this.#newer.length >= MAX_RETAINED / 2) {
      this.#older = this.#newer
      this.#newer = []
      this.#newerSince = arrivedAt
    }
    this.#newer.push({ report, arrivedAt })
    return false
  }

  /** Detects the reports of further parts from here on. Returns the retained ones in the order of their arrival. */
  add(parts: ReadonlyArray<number>): ReadonlyArray<TimedReport> {
    for (const part of parts) this.#detected.add(part)
    const isOfParts = ({ report }: TimedReport) => parts.includes(fleetPartOf(report.mmsi, this.#count))
    const retained = [...this.#older, ...this.#newer].filter(isOfParts)
    this.#older = this.#older.filter((arrived) => !isOfParts(arrived))
    this.#newer = this.#newer.filter((arrived) => !isOfParts(arrived))
    return retained
  }

  /** Retains the reports of these parts from here on. */
  remove(parts: ReadonlyArray<number>): void {
    for (const part of parts) this.#detected.delete(part)
  }
}
