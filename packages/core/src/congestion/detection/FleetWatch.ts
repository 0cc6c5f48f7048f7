import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS, type Instant } from "../../time/Instant.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import type { ZoneIndex } from "../zones/ZoneIndex.ts"
import { type Anomaly, STEP_SECONDS } from "./Detection.ts"
import { instantOfSeconds } from "./internal/Visit.ts"
import { type DetectedCall, type PortCall, type PortCallId, portCallOf } from "./PortCall.ts"
import { type Detected, detect, newVessel, openCallOf, settle, type VesselState } from "./PortCallDetector.ts"
import type { PortCoverage } from "./PortCoverage.ts"
import { afterCall, callingShip, hearShip, type ShipSaid } from "./ShipSaid.ts"
import type { VesselReport } from "./VesselReport.ts"
import type { DetectedBatch } from "./VesselStateStore.ts"

/** What the operator's registry says a ship is. Asked each time one of its calls changes, so it must know at once. */
export type TypeInRegistry = (mmsi: MmsiInteger, imo: Option.Option<ImoNumber>) => Option.Option<VesselType>

const NOTHING_DETECTED = { calls: [], anomalies: [], heard: [] }

interface Heard {
  readonly days: Set<number>
  at: Instant
}

/**
 * Every ship that is heard, in memory, and what has changed since it was stored last. Reports go in one by one; `drain`
 * answers what is to be stored, to be handed to `VesselStateStore.save` before more reports are acknowledged.
 */
export class FleetWatch {
  readonly #states = new Map<MmsiInteger, VesselState>()
  readonly #changed = new Set<MmsiInteger>()
  readonly #calls = new Map<PortCallId, PortCall>()
  readonly #heard = new Map<Unlocode, Heard>()
  readonly #anomalies = new Map<Anomaly, number>()
  readonly #registry: TypeInRegistry
  #index: ZoneIndex

  constructor(index: ZoneIndex, registry: TypeInRegistry, states: Iterable<VesselState> = []) {
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
  take(report: VesselReport, now: Instant): void {
    const state = this.#states.get(report.mmsi) ?? newVessel(report.mmsi)
    if (report._tag === "PositionReport") {
      this.#note(detect(state, report, this.#index, now))
      return
    }
    const said = hearShip(state.said, report)
    if (said === state.said) return
    this.#states.set(report.mmsi, { ...state, said })
    this.#changed.add(report.mmsi)
    for (const call of Option.toArray(openCallOf(state))) this.#putCall(call, said)
  }

  /** Takes into account what waits of ships not heard since `until`: for each of them nothing older will come. */
  settle(until: Instant): void {
    for (const state of this.#states.values()) {
      const { newest, fixes, leap } = state.waiting
      const silent = newest * 1000 < until && (fixes.length > 0 || leap !== null)
      if (silent) this.#note(settle(state, until, this.#index))
    }
  }

  /**
   * At the end of a record: takes into account what waits of each ship up to its own newest position. A record that goes
   * on where this one ends is taken in as if there had been no end.
   */
  finish(): void {
    for (const state of this.#states.values()) {
      if (state.waiting.fixes.length === 0) continue
      this.#note(settle(state, instantOfSeconds(state.waiting.newest + STEP_SECONDS), this.#index))
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
    this.#note({ ...NOTHING_DETECTED, state, calls: [ended] })
  }

  /**
   * Lets go of ships not heard since `before`, whose open calls ended when they were last heard; `VesselStateStore.forget`
   * does the same in the store.
   */
  forget(before: Instant): void {
    for (const [mmsi, state] of this.#states) {
      if (state.waiting.newest * 1000 >= before) continue
      this.#endOpenCall(state)
      this.#states.delete(mmsi)
    }
  }

  #putCall(call: DetectedCall, said: ShipSaid): void {
    const registered = this.#registry(call.mmsi, Option.fromNullOr(said.imo))
    this.#calls.set(call.id, portCallOf(call, callingShip(call.mmsi, said, registered)))
  }

  #note({ state, calls, anomalies, heard }: Detected): void {
    let { said } = state
    for (const call of calls) {
      said = afterCall(said, call, this.#index)
      this.#putCall(call, said)
    }
    this.#states.set(state.mmsi, said === state.said ? state : { ...state, said })
    this.#changed.add(state.mmsi)
    for (const kind of anomalies) this.#anomalies.set(kind, (this.#anomalies.get(kind) ?? 0) + 1)
    for (const { port, at } of heard) {
      const known = this.#heard.get(port)
      const day = Math.floor(at / DAY_MILLIS)
      if (known === undefined) this.#heard.set(port, { days: new Set([day]), at })
      else {
        known.days.add(day)
        if (at > known.at) known.at = at
      }
    }
  }

  /** What has changed since the last time: to be stored as one, and to be stored again when that fails. */
  drain(): DetectedBatch {
    const states = [...this.#changed].flatMap((mmsi) => Option.toArray(Option.fromUndefinedOr(this.#states.get(mmsi))))
    const coverage = [...this.#heard].map(
      ([port, { days, at }]): PortCoverage => ({ port, days: [...days], lastHeardAt: Option.some(at) })
    )
    const calls = [...this.#calls.values()]
    this.#changed.clear()
    this.#calls.clear()
    this.#heard.clear()
    return { states, calls, coverage }
  }
}
