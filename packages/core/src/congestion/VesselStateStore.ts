import { Context, type Effect } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { Instant } from "../tracking/Instant.ts"
import type { PortCall } from "./PortCall.ts"
import type { VesselState } from "./PortCallDetector.ts"
import type { PortCallChange } from "./PortCallLog.ts"
import type { PortCoverage } from "./PortLedger.ts"

/** What a batch of reports brought about: where each ship of it stands now, its calls that changed, the ports heard. */
export interface DetectedBatch {
  readonly states: ReadonlyArray<VesselState>
  readonly calls: ReadonlyArray<PortCall>
  readonly coverage: ReadonlyArray<PortCoverage>
}

/** Where detection stands with every ship, so that it goes on after a stop or a crash. */
export class VesselStateStore extends Context.Service<
  VesselStateStore,
  {
    /** Stores a batch: states, calls and coverage commit together, so that after a crash they belong together. */
    readonly save: (batch: DetectedBatch) => Effect.Effect<ReadonlyArray<PortCallChange>, StorageError>
    /** Every state; `unreadable` counts those of another version, whose ships begin anew. */
    readonly load: Effect.Effect<
      { readonly states: ReadonlyArray<VesselState>; readonly unreadable: number },
      StorageError
    >
    /** Drops the states of ships not heard since `before`; answers how many. Their calls stay. */
    readonly forget: (before: Instant) => Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/VesselStateStore") {}
