import { DEGREES_PER_UNIT } from "@landfall/core/congestion/detection/CompactPosition"
import { AGE_OUT_HOURS } from "@landfall/core/congestion/detection/DetectionThresholds"
import type { VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { FleetDetector } from "@landfall/core/congestion/fleet/FleetDetector"
import { positionOf } from "@landfall/core/geo/Position"
import { Instant } from "@landfall/core/time/Instant"
import { Context, Option } from "effect"

/** Vessels are dropped this share of the limit at a time, because each search reads all of them. */
const DROPPED_SHARE = 1 / 64

/** A vessel is confirmed by positions in two sampling intervals: an invented MMSI seldom sends twice. */
const CONFIRMING_POSITIONS = 2

/** Whether only one position of a vessel was received, or none. Such a vessel is not stored. */
export const isUnconfirmed = ({ track, reorderBuffer }: VesselState): boolean =>
  track.last === null && reorderBuffer.positions.length < CONFIRMING_POSITIONS

/** Whether a vessel has stopped in a port or at an anchorage, and has not left it. */
const isInPort = ({ visit }: VesselState): boolean => visit !== null && visit.startedAt > 0

const SECONDS_PER_HOUR = 3600

const hourOf = ({ reorderBuffer }: VesselState): number => Math.floor(reorderBuffer.newest / SECONDS_PER_HOUR)

/** The vessels that were unseen longest, to the hour, at most `count`. */
const unseenLongest = (states: ReadonlyArray<VesselState>, count: number): ReadonlyArray<VesselState> => {
  if (states.length <= count) return states
  const vesselsOfHour = new Map<number, number>()
  for (const state of states) vesselsOfHour.set(hourOf(state), (vesselsOfHour.get(hourOf(state)) ?? 0) + 1)
  let [before, until] = [0, 0]
  for (const [hour, vessels] of [...vesselsOfHour].toSorted(([a], [b]) => a - b)) {
    if (before + vessels > count) {
      until = hour
      break
    }
    before += vessels
  }
  const lastHour = states.filter((state) => hourOf(state) === until).slice(0, count - before)
  return [...states.filter((state) => hourOf(state) < until), ...lastHour]
}

/**
 * The vessels to drop where there are too many, at most `count`: first those of which one position was received, in the
 * order of their arrival; then those under way, unseen longest; then those in port of which no position was received for
 * `AGE_OUT_HOURS`, which no figure counts. Other vessels in ports and at anchorages are not dropped.
 */
export const vesselsToDrop = (states: Iterable<VesselState>, count: number): ReadonlyArray<VesselState> => {
  const unconfirmed: Array<VesselState> = []
  const underWay: Array<VesselState> = []
  const inPort: Array<VesselState> = []
  let newestHour = 0
  for (const state of states) {
    newestHour = Math.max(newestHour, hourOf(state))
    if (isUnconfirmed(state)) {
      unconfirmed.push(state)
      if (unconfirmed.length >= count) return unconfirmed
    } else if (isInPort(state)) inPort.push(state)
    else underWay.push(state)
  }
  const dropped = [...unconfirmed, ...unseenLongest(underWay, count - unconfirmed.length)]
  const agedOut = inPort.filter((state) => hourOf(state) < newestHour - AGE_OUT_HOURS)
  return [...dropped, ...unseenLongest(agedOut, count - dropped.length)]
}

/** The number of vessels that a process follows, and the exclusions by the limit since its start. */
export interface VesselCounts {
  readonly vessels: number
  /** The vessels that were dropped. */
  readonly dropped: number
  /** The reports of further vessels that were skipped, because all vessels are in ports. */
  readonly skippedReports: number
}

/** Receives the counts of this process each time it stores; discards them unless the composition provides another function. */
export const VesselLimitMetrics = Context.Reference<(counts: VesselCounts) => void>(
  "@landfall/worker/congestion/VesselLimitMetrics",
  { defaultValue: () => () => undefined }
)

/** Bounds the number of vessels that a detector follows, whatever MMSIs its sources send. */
export class VesselLimit {
  readonly #detector: FleetDetector
  readonly #maxVessels: number
  readonly #step: number
  #dropped = 0
  #skippedReports = 0
  /** The reports that are skipped before the next search, after one that found too few vessels. */
  #untilSearch = 0

  constructor(detector: FleetDetector, maxVessels: number) {
    this.#detector = detector
    this.#maxVessels = maxVessels
    this.#step = Math.max(1, Math.floor(maxVessels * DROPPED_SHARE))
  }

  get counts(): VesselCounts {
    return { vessels: this.#detector.size, dropped: this.#dropped, skippedReports: this.#skippedReports }
  }

  /** Drops vessels beyond the limit, such as those that were stored under a higher one. */
  trim(): void {
    const excess = this.#detector.size - this.#maxVessels
    if (excess > 0) this.#drop(excess)
  }

  /** Tests whether the detector may process a report: of a vessel that it follows, or of another one while there is room. */
  admits(report: VesselReport): boolean {
    if (this.#detector.size < this.#maxVessels || this.#detector.states.has(report.mmsi)) return true
    if (this.#untilSearch === 0) {
      this.#drop(this.#step + this.#detector.size - this.#maxVessels)
      if (this.#detector.size < this.#maxVessels) return true
      this.#untilSearch = this.#step
    }
    this.#untilSearch--
    this.#skippedReports++
    if (report._tag === "PositionReport") this.#detector.skip(report.position, report.at)
    return false
  }

  #drop(count: number): void {
    const dropped = vesselsToDrop(this.#detector.states.values(), count)
    for (const state of dropped) {
      this.#skipLastPosition(state)
      this.#detector.remove(state, !isUnconfirmed(state))
    }
    this.#dropped += dropped.length
  }

  #skipLastPosition({ reorderBuffer, track }: VesselState): void {
    const last = reorderBuffer.positions.at(-1) ?? track.last
    if (last === null) return
    const position = positionOf(last.latitude * DEGREES_PER_UNIT, last.longitude * DEGREES_PER_UNIT)
    if (Option.isSome(position)) this.#detector.skip(position.value, Instant.make(last.at * 1000))
  }
}
