import { Context, type Effect, type Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Instant } from "../../time/Instant.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { PortCall, PortCallChange } from "../detection/PortCall.ts"
import type { VesselState } from "../detection/PortCallDetector.ts"
import type { PortCoverage } from "../detection/PortCoverage.ts"
import type { DetectorId, FleetLeaseHeld } from "./FleetLease.ts"

/**
 * The changes of a batch of reports, which must be stored together: states of vessels, calls, and the coverage of
 * ports.
 */
export interface DetectionBatch {
  readonly states: ReadonlyArray<VesselState>
  readonly calls: ReadonlyArray<PortCall>
  readonly coverage: ReadonlyArray<PortCoverage>
}

/** Stores the detection state of every vessel, so that detection continues after a restart. */
export class VesselStateStore extends Context.Service<
  VesselStateStore,
  {
    /**
     * Claims or renews the fleet lease for so many milliseconds, by the rule of `claimFleetLease`. Fails while another
     * detector holds it.
     */
    readonly claim: (detector: DetectorId, leaseMillis: number) => Effect.Effect<void, FleetLeaseHeld | StorageError>
    /** Releases the lease; does nothing when the detector no longer holds it. */
    readonly release: (detector: DetectorId) => Effect.Effect<void, StorageError>
    /**
     * Stores a batch of the detector that holds the lease, expired or not: states, calls and coverage commit together,
     * so that they are consistent after a crash. Returns the calls that changed.
     */
    readonly save: (
      batch: DetectionBatch,
      detector: DetectorId
    ) => Effect.Effect<ReadonlyArray<PortCallChange>, FleetLeaseHeld | StorageError>
    /**
     * Returns every state; `unreadable` counts those of another encoding version, whose vessels begin with an empty
     * state.
     */
    readonly load: Effect.Effect<
      { readonly states: ReadonlyArray<VesselState>; readonly unreadable: number },
      StorageError
    >
    /** Returns the state of a vessel; none when it is unknown, or stored in another encoding version. */
    readonly find: (mmsi: MmsiInteger) => Effect.Effect<Option.Option<VesselState>, StorageError>
    /**
     * Returns the state of the vessel whose static data has an IMO number, of several the one received last; none when no
     * vessel has transmitted the number.
     */
    readonly findByImo: (imo: ImoNumber) => Effect.Effect<Option.Option<VesselState>, StorageError>
    /** Deletes the states of vessels silent since `before` and returns their number. Their calls remain. */
    readonly prune: (before: Instant) => Effect.Effect<number, StorageError>
    /**
     * Deletes the withdrawn waits that ended before an instant (`isPrunableWait`) and returns their number. No figure, of
     * the present or of the past, contains them. `before` is at least `STATE_RETENTION_DAYS` ago, after which no ledger
     * contains the wait any more.
     */
    readonly pruneWaits: (before: Instant) => Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/fleet/VesselStateStore") {}
