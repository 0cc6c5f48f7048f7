import { Context, type Effect, Schema } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Instant } from "../../time/Instant.ts"
import type { PortCall, PortCallChange } from "./PortCall.ts"
import type { VesselState } from "./PortCallDetector.ts"
import type { PortCoverage } from "./PortCoverage.ts"

/**
 * The changes of a batch of reports, which must be stored together: states of ships, calls, and the coverage of ports.
 */
export interface DetectionBatch {
  readonly states: ReadonlyArray<VesselState>
  readonly calls: ReadonlyArray<PortCall>
  readonly coverage: ReadonlyArray<PortCoverage>
}

/** Identifies a detector process for operators: 1 to 200 characters, unique per process. */
export const DetectorId = Schema.String.pipe(
  Schema.check(Schema.isBetweenLength(1, 200, { message: "must be the id of a detector: 1 to 200 characters" })),
  Schema.brand("DetectorId")
)
export type DetectorId = typeof DetectorId.Type

/** Stands for the watcher of a fleet that nobody has claimed. */
export const NO_DETECTOR = DetectorId.make("nobody: it was given back")

/** Another process watches the fleet. Two would each go on from what the other has not yet stored. */
export class FleetLeaseHeld extends Schema.TaggedError<FleetLeaseHeld>()("FleetLeaseHeld", { watcher: DetectorId }) {
  override get message(): string {
    return `Another process watches the fleet on this database: ${this.watcher}.`
  }
}

/** Stores the detection state of every ship, so that detection continues after a restart. */
export class VesselStateStore extends Context.Service<
  VesselStateStore,
  {
    /**
     * Makes `watcher` the only one that saves, for so many milliseconds from now, or prolongs it. While another has that
     * right, fails with who it is.
     */
    readonly claim: (watcher: DetectorId, leaseMillis: number) => Effect.Effect<void, FleetLeaseHeld | StorageError>
    /** Gives the right back; nothing happens when another has it by now. */
    readonly release: (watcher: DetectorId) => Effect.Effect<void, StorageError>
    /**
     * Stores a batch of the watcher that claimed last, even after its time, as long as no other has claimed: states, calls
     * and coverage commit together, so that after a crash they belong together.
     */
    readonly save: (
      batch: DetectionBatch,
      watcher: DetectorId
    ) => Effect.Effect<ReadonlyArray<PortCallChange>, FleetLeaseHeld | StorageError>
    /**
     * Returns every state; `unreadable` counts those of another encoding version, whose ships begin with an empty
     * state.
     */
    readonly load: Effect.Effect<
      { readonly states: ReadonlyArray<VesselState>; readonly unreadable: number },
      StorageError
    >
    /** Deletes the states of ships silent since `before` and returns their number. Their calls remain. */
    readonly prune: (before: Instant) => Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/detection/VesselStateStore") {}
