import { Option } from "effect"
import type { Position } from "../../geo/Position.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import {
  AGE_OUT_HOURS,
  type Anomaly,
  REORDER_WINDOW_SECONDS,
  SAMPLE_INTERVAL_SECONDS
} from "../detection/DetectionThresholds.ts"
import { type DetectedCall, type PortCall, type PortCallId, portCallOf } from "../detection/PortCall.ts"
import {
  type DetectionResult,
  detect,
  flushPositions,
  lastReceivedAtOf,
  newVesselState,
  openCallOf,
  type VesselState
} from "../detection/PortCallDetector.ts"
import {
  addCompletedCall,
  callingVesselOf,
  type StaticProfile,
  updateStaticProfile
} from "../detection/StaticProfile.ts"
import type { VesselReport } from "../detection/VesselReport.ts"
import { instantOfSeconds } from "../detection/Visit.ts"
import { type ZoneIndex, zonesAt } from "../zones/ZoneIndex.ts"
import { waitChanges, waitRecords } from "./AnchorageWait.ts"
import { type FleetParts, fleetPartOf } from "./FleetParts.ts"
import { PendingCoverage } from "./internal/PendingCoverage.ts"
import { likelyPort, NO_NAMING, type PortNaming } from "./LikelyPort.ts"
import type { DetectionBatch } from "./VesselStateStore.ts"

/** Looks up the registered type of a vessel. Synchronous, because it runs each time a call of the vessel changes. */
export type VesselTypeLookup = (mmsi: MmsiInteger, imo: Option.Option<ImoNumber>) => Option.Option<VesselType>

const EMPTY_DETECTION = { calls: [], anomalies: [], positionsInPort: [] }

/**
 * Detects the port calls of a whole fleet. Holds the state of every vessel in memory, and the changes since the last
 * `drain`, whose result must be passed to `VesselStateStore.save` before further reports are acknowledged.
 */
export class FleetDetector {
  readonly #states = new Map<MmsiInteger, VesselState>()
  readonly #changed = new Set<MmsiInteger>()
  readonly #removed = new Set<MmsiInteger>()
  readonly #calls = new Map<PortCallId, PortCall>()
  readonly #coverage = new PendingCoverage()
  readonly #anomalies = new Map<Anomaly, number>()
  readonly #registry: VesselTypeLookup
  readonly #naming: PortNaming
  #index: ZoneIndex
  #reorderSeconds = REORDER_WINDOW_SECONDS
  #lagOf: (mmsi: MmsiInteger) => number | undefined = () => undefined

  constructor(
    index: ZoneIndex,
    registry: VesselTypeLookup,
    states: Iterable<VesselState> = [],
    naming: PortNaming = NO_NAMING
  ) {
    this.#index = index
    this.#naming = naming
    this.#registry = registry
    this.add(states)
  }

  /** Adds the stored states of further vessels. */
  add(states: Iterable<VesselState>): void {
    for (const state of states) this.#states.set(state.mmsi, state)
  }

  /** Returns the changes as `drain`, and removes the vessels of some parts. */
  drainAndRemove({ count, parts }: FleetParts): DetectionBatch {
    const batch = this.drain()
    for (const mmsi of this.#states.keys()) if (parts.includes(fleetPartOf(mmsi, count))) this.#states.delete(mmsi)
    return batch
  }

  /** The number of vessels. */
  get size(): number {
    return this.#states.size
  }

  /** The states of the vessels, in the order of their first reports. */
  get states(): ReadonlyMap<MmsiInteger, VesselState> {
    return this.#states
  }

  /** The number of anomalies so far, by kind. */
  get anomalies(): ReadonlyMap<Anomaly, number> {
    return this.#anomalies
  }

  /** Replaces the zones for subsequent positions. An open call remains with the port to which it was credited. */
  useZones(index: ZoneIndex): void {
    this.#index = index
  }

  /** Sets how far behind the newest one of its vessel a position may arrive from now on, in seconds. */
  useReorderWindow(seconds: number): void {
    this.#reorderSeconds = seconds
  }

  /** Sets the lag of the source of each vessel, in whole seconds (`FeedLag`). Without it, no lag is known. */
  useLag(lagOf: (mmsi: MmsiInteger) => number | undefined): void {
    this.#lagOf = lagOf
  }

  /** The newest position of any vessel; the epoch without vessels. */
  get newestAt(): Instant {
    let newest = Instant.make(0)
    for (const state of this.#states.values()) {
      const at = lastReceivedAtOf(state)
      if (at > newest) newest = at
    }
    return newest
  }

  /** Processes a report. `now` is the server's time. */
  receive(report: VesselReport, now: Instant): void {
    const state = this.#states.get(report.mmsi) ?? newVesselState(report.mmsi)
    if (report._tag === "PositionReport") {
      this.#applyResult(state, detect(state, report, this.#index, now, this.#reorderSeconds))
      return
    }
    const profile = updateStaticProfile(state.profile, report)
    if (profile === state.profile) return
    this.#states.set(report.mmsi, { ...state, profile })
    this.#changed.add(report.mmsi)
    for (const call of Option.toArray(openCallOf(state))) this.#putCall(call, profile)
    for (const wait of waitRecords(state, this.#likelyPort(state, profile))) this.#putCall(wait, profile)
  }

  /**
   * Processes the positions from before `until` that are buffered for silent vessels, of which no earlier position is
   * expected. A vessel is silent when nothing of it arrives (`FeedLag.isSilent`): by the timestamps of its positions,
   * every vessel of a late source would be.
   */
  flushSilent(until: Instant, isSilent: (mmsi: MmsiInteger) => boolean): void {
    for (const state of this.#states.values()) {
      const { positions, unconfirmed } = state.reorderBuffer
      if (positions.length === 0 && unconfirmed === null) continue
      if (isSilent(state.mmsi)) this.#applyResult(state, flushPositions(state, until, this.#index))
    }
  }

  /**
   * Processes the buffered positions of each vessel up to its newest one, at the end of a recording. Processing a
   * recording that continues this one gives the same result as if there had been no end.
   */
  flushAll(): void {
    for (const state of this.#states.values()) {
      if (state.reorderBuffer.positions.length === 0) continue
      this.#applyResult(
        state,
        flushPositions(state, instantOfSeconds(state.reorderBuffer.newest + SAMPLE_INTERVAL_SECONDS), this.#index)
      )
    }
  }

  /**
   * Ends every open call as lost. Used for a historical recording, in which vessels are identified again by the next
   * one: its end is a silence of every vessel, not a departure.
   */
  loseOpenCalls(): void {
    for (const state of this.#states.values()) this.#endOpenCall(state, "lost")
  }

  /** A lost call ends when its vessel is no longer counted, any other at the last position. */
  #endOpenCall(state: VesselState, ending: "silent" | "lost"): void {
    const hours = ending === "lost" ? AGE_OUT_HOURS : 0
    const last = state.track.last?.at
    const at = last === undefined ? undefined : last + hours * 3600
    const likely = this.#likelyPort(state, state.profile)
    const ended = at === undefined ? [] : waitRecords(state, likely, { at, ending })
    for (const wait of ended) this.#putCall(wait, state.profile)
    const open = openCallOf(state)
    if (Option.isNone(open)) return
    const call = {
      ...open.value,
      endedAt: Option.some(Instant.make(open.value.lastReceivedAt + hours * HOUR_MILLIS)),
      ending: Option.some(ending)
    }
    this.#applyResult(state, { ...EMPTY_DETECTION, state, calls: [call] })
  }

  /**
   * Removes vessels silent since `before` and ends their open calls at their last position; `VesselStateStore.prune`
   * does the same in the store.
   */
  prune(before: Instant): void {
    for (const state of this.#states.values()) if (lastReceivedAtOf(state) < before) this.remove(state)
  }

  /** Removes a vessel and ends its open call at its last position. One that is not stored is not among the removed ones. */
  remove(state: VesselState, isStored = true): void {
    this.#endOpenCall(state, "silent")
    this.#states.delete(state.mmsi)
    this.#changed.delete(state.mmsi)
    if (isStored) this.#removed.add(state.mmsi)
  }

  /** Records that a position was skipped, for the coverage of the ports in which it is. */
  skip(position: Position, at: Instant): void {
    for (const { ports } of zonesAt(this.#index, position)) for (const port of ports) this.#coverage.skip(port, at)
  }

  #putCall(call: DetectedCall, profile: StaticProfile): void {
    const registered = this.#registry(call.mmsi, Option.fromNullOr(profile.imo))
    this.#calls.set(call.id, portCallOf(call, callingVesselOf(call.mmsi, profile, registered)))
  }

  /** The port that a vessel at a shared anchorage probably sails to. */
  #likelyPort({ mmsi, visit }: VesselState, profile: StaticProfile): Unlocode | undefined {
    if (visit === null || visit.port !== null) return undefined
    const { type } = callingVesselOf(mmsi, profile, this.#registry(mmsi, Option.fromNullOr(profile.imo)))
    return likelyPort(
      profile,
      visit.sharedPorts,
      this.#naming,
      (port) => Option.isNone(type) || this.#index.serves(port, type.value)
    )
  }

  #applyResult(before: VesselState, result: DetectionResult): void {
    const { state, calls, anomalies, positionsInPort } = result
    let { profile } = state
    for (const call of calls) {
      profile = addCompletedCall(profile, call, this.#index)
      this.#putCall(call, profile)
    }
    if (before.visit?.port === null || state.visit?.port === null) {
      const likely = this.#likelyPort(state.visit?.port === null ? state : before, profile)
      for (const wait of waitChanges(before, result, likely)) this.#putCall(wait, profile)
    }
    this.#states.set(state.mmsi, profile === state.profile ? state : { ...state, profile })
    this.#changed.add(state.mmsi)
    for (const kind of anomalies) this.#anomalies.set(kind, (this.#anomalies.get(kind) ?? 0) + 1)
    for (const { port, at } of positionsInPort) this.#coverage.add(port, at, this.#lagOf(state.mmsi))
  }

  /**
   * Returns the changes since the last `drain`: they must be stored in one transaction, which the caller repeats when
   * it fails.
   */
  drain(): DetectionBatch {
    const states = [...this.#changed].flatMap((mmsi) => Option.toArray(Option.fromUndefinedOr(this.#states.get(mmsi))))
    const calls = [...this.#calls.values()]
    const removed = [...this.#removed].filter((mmsi) => !this.#states.has(mmsi))
    this.#changed.clear()
    this.#removed.clear()
    this.#calls.clear()
    return { states, removed, calls, coverage: this.#coverage.drain() }
  }
}
