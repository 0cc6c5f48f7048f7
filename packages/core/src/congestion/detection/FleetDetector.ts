import { Effect, Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import { Gazetteer } from "../../geo/Gazetteer.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS, type Instant } from "../../time/Instant.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import { VesselRegistry } from "../../vessels/VesselRegistry.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import { zonesInUse } from "../zones/DefaultPortAreas.ts"
import { makeZoneIndex, type ZoneIndex } from "../zones/ZoneIndex.ts"
import { ZoneStore } from "../zones/ZoneStore.ts"
import { type Anomaly, SAMPLE_INTERVAL_SECONDS } from "./DetectionThresholds.ts"
import { instantOfSeconds } from "./internal/Visit.ts"
import { type DetectedCall, type PortCall, type PortCallId, portCallOf } from "./PortCall.ts"
import {
  type DetectionResult,
  detect,
  flushPositions,
  newVesselState,
  openCallOf,
  type VesselState
} from "./PortCallDetector.ts"
import type { PortCoverage } from "./PortCoverage.ts"
import { callingShipOf, countTypedStays, type StaticProfile, updateStaticProfile } from "./StaticProfile.ts"
import type { VesselReport } from "./VesselReport.ts"
import type { DetectionBatch } from "./VesselStateStore.ts"

/** What the operator's registry says a ship is. Asked each time one of its calls changes, so it must know at once. */
export type VesselTypeLookup = (mmsi: MmsiInteger, imo: Option.Option<ImoNumber>) => Option.Option<VesselType>

const EMPTY_DETECTION = { calls: [], anomalies: [], positionsInPort: [] }

interface PendingCoverage {
  readonly days: Set<number>
  lastReceivedAt: Instant
}

/**
 * Every ship that is heard, in memory, and what has changed since it was stored last. Reports go in one by one; `drain`
 * answers what is to be stored, to be handed to `VesselStateStore.save` before more reports are acknowledged.
 */
export class FleetDetector {
  readonly #states = new Map<MmsiInteger, VesselState>()
  readonly #changed = new Set<MmsiInteger>()
  readonly #calls = new Map<PortCallId, PortCall>()
  readonly #heard = new Map<Unlocode, PendingCoverage>()
  readonly #anomalies = new Map<Anomaly, number>()
  readonly #registry: VesselTypeLookup
  #index: ZoneIndex

  constructor(index: ZoneIndex, registry: VesselTypeLookup, states: Iterable<VesselState> = []) {
    this.#index = index
    this.#registry = registry
    for (const state of states) this.#states.set(state.mmsi, state)
  }

  /** How many ships there are. */
  get size(): number {
    return this.#states.size
  }

  /** How many positions were left out so far, by reason. */
  get anomalies(): ReadonlyMap<Anomaly, number> {
    return this.#anomalies
  }

  /** Zones to go by from now on. Calls under way stay with the port that they were credited to. */
  useZones(index: ZoneIndex): void {
    this.#index = index
  }

  /** Takes a report in. `now` is the time by our own clock. */
  receive(report: VesselReport, now: Instant): void {
    const state = this.#states.get(report.mmsi) ?? newVesselState(report.mmsi)
    if (report._tag === "PositionReport") {
      this.#note(detect(state, report, this.#index, now))
      return
    }
    const said = updateStaticProfile(state.profile, report)
    if (said === state.profile) return
    this.#states.set(report.mmsi, { ...state, profile: said })
    this.#changed.add(report.mmsi)
    for (const call of Option.toArray(openCallOf(state))) this.#putCall(call, said)
  }

  /** Takes into account what waits of ships not heard since `until`: for each of them nothing older will come. */
  flushSilent(until: Instant): void {
    for (const state of this.#states.values()) {
      const { newest, positions, unconfirmed } = state.reorderBuffer
      const silent = newest * 1000 < until && (positions.length > 0 || unconfirmed !== null)
      if (silent) this.#note(flushPositions(state, until, this.#index))
    }
  }

  /**
   * At the end of a record: takes into account what waits of each ship up to its own newest position. A record that goes
   * on where this one ends is taken in as if there had been no end.
   */
  flushAll(): void {
    for (const state of this.#states.values()) {
      if (state.reorderBuffer.positions.length === 0) continue
      this.#note(
        flushPositions(state, instantOfSeconds(state.reorderBuffer.newest + SAMPLE_INTERVAL_SECONDS), this.#index)
      )
    }
  }

  /**
   * Ends every call that is open when its ship was last heard: for a history whose ships are known again from another
   * record. Reports taken in afterwards begin other calls.
   */
  endOpenCalls(): void {
    for (const state of this.#states.values()) {
      this.#endOpenCall(state)
    }
  }

  #endOpenCall(state: VesselState): void {
    const open = openCallOf(state)
    if (Option.isNone(open)) return
    const ended = {
      ...open.value,
      endedAt: Option.some(open.value.lastHeardAt),
      ending: Option.some("silent" as const)
    }
    this.#note({ ...EMPTY_DETECTION, state, calls: [ended] })
  }

  /**
   * Lets go of ships not heard since `before`, whose open calls ended when they were last heard; `VesselStateStore.prune`
   * does the same in the store.
   */
  prune(before: Instant): void {
    for (const [mmsi, state] of this.#states) {
      if (state.reorderBuffer.newest * 1000 >= before) continue
      this.#endOpenCall(state)
      this.#states.delete(mmsi)
    }
  }

  #putCall(call: DetectedCall, said: StaticProfile): void {
    const registered = this.#registry(call.mmsi, Option.fromNullOr(said.imo))
    this.#calls.set(call.id, portCallOf(call, callingShipOf(call.mmsi, said, registered)))
  }

  #note({ state, calls, anomalies, positionsInPort }: DetectionResult): void {
    let { profile } = state
    for (const call of calls) {
      profile = countTypedStays(profile, call, this.#index)
      this.#putCall(call, profile)
    }
    this.#states.set(state.mmsi, profile === state.profile ? state : { ...state, profile: profile })
    this.#changed.add(state.mmsi)
    for (const kind of anomalies) this.#anomalies.set(kind, (this.#anomalies.get(kind) ?? 0) + 1)
    for (const { port, at } of positionsInPort) {
      const known = this.#heard.get(port)
      const day = Math.floor(at / DAY_MILLIS)
      if (known === undefined) this.#heard.set(port, { days: new Set([day]), lastReceivedAt: at })
      else {
        known.days.add(day)
        if (at > known.lastReceivedAt) known.lastReceivedAt = at
      }
    }
  }

  /** What has changed since the last time: to be stored as one, and to be stored again when that fails. */
  drain(): DetectionBatch {
    const states = [...this.#changed].flatMap((mmsi) => Option.toArray(Option.fromUndefinedOr(this.#states.get(mmsi))))
    const coverage = [...this.#heard].map(
      ([port, { days, lastReceivedAt }]): PortCoverage => ({
        port,
        days: [...days],
        lastReceivedAt: Option.some(lastReceivedAt)
      })
    )
    const calls = [...this.#calls.values()]
    this.#changed.clear()
    this.#calls.clear()
    this.#heard.clear()
    return { states, calls, coverage }
  }
}

/** A watch that goes by what the operator has drawn and registered. */
export interface OpenFleetDetector {
  readonly detector: FleetDetector
  /** Goes by the zones as they are drawn now; nothing happens when none has changed. */
  readonly refreshZones: Effect.Effect<void, StorageError>
  /** Goes by what ships carry as it is registered now. */
  readonly refreshRegistry: Effect.Effect<void, StorageError>
}

/** The registry of ships in memory: a watch asks it between two positions. */
const makeVesselTypeLookup = Effect.gen(function* () {
  const registry = yield* VesselRegistry
  let byImo = new Map<string, VesselType>()
  let byMmsi = new Map<string, VesselType>()
  const typeOf: VesselTypeLookup = (mmsi, imo) =>
    Option.orElse(
      Option.flatMap(imo, (number) => Option.fromUndefinedOr(byImo.get(number))),
      () => Option.fromUndefinedOr(byMmsi.get(String(mmsi)))
    )
  const refresh = Effect.map(registry.listTyped, (ships) => {
    byImo = new Map(ships.flatMap(({ imo, type }) => (Option.isSome(imo) ? [[imo.value, type] as const] : [])))
    byMmsi = new Map(ships.flatMap(({ mmsi, type }) => (Option.isSome(mmsi) ? [[mmsi.value, type] as const] : [])))
  })
  return { typeOf, refresh }
})

/**
 * Opens a watch over ships that were left in these states: with the default areas of the gazetteer's ports, the zones
 * drawn, and the ships registered.
 */
export const openFleetDetector = Effect.fn("OpenWatch.open")(function* (states: ReadonlyArray<VesselState>) {
  const zones = yield* ZoneStore
  const ports = yield* (yield* Gazetteer).all
  const { typeOf, refresh } = yield* makeVesselTypeLookup
  yield* refresh
  const indexNow = Effect.map(zones.list(Option.none()), (drawn) => makeZoneIndex(zonesInUse(ports, drawn)))

  // Asked for before the zones: a change between the two is then seen twice rather than never.
  let revision = yield* zones.revision
  const watch = new FleetDetector(yield* indexNow, typeOf, states)

  const refreshZones = Effect.gen(function* () {
    const now = yield* zones.revision
    if (now === revision) return
    watch.useZones(yield* indexNow)
    revision = now
  })
  const open: OpenFleetDetector = { detector: watch, refreshZones, refreshRegistry: refresh }
  return open
})
