import { Context, type Effect, type Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Instant } from "../../time/Instant.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { PortCall, PortCallChange } from "../detection/PortCall.ts"
import type { VesselState } from "../detection/PortCallDetector.ts"
import type { PortCoverage } from "../detection/PortCoverage.ts"
import type { DetectorId, FleetLeaseHeld } from "./FleetLease.ts"
import type { FleetParts, PartsClaim } from "./FleetParts.ts"

/**
 * The changes of a batch of reports, which must be stored together: states of vessels, calls, and the coverage of
 * ports.
 */
export interface DetectionBatch {
  readonly states: ReadonlyArray<VesselState>
  /** Vessels whose states are deleted. */
  readonly removed: ReadonlyArray<MmsiInteger>
  readonly calls: ReadonlyArray<PortCall>
  readonly coverage: ReadonlyArray<PortCoverage>
}

/** Stored states, without the `unreadable` ones. */
export interface StoredStates {
  readonly states: ReadonlyArray<VesselState>
  readonly unreadable: number
}

/** Stores the detection state of every vessel, so that detection continues after a restart. */
export class VesselStateStore extends Context.Service<
  VesselStateStore,
  {
    /**
     * Claims or renews the fleet lease for `leaseMillis`, by the rule of `claimWholeFleet`. Fails while another
     * detector holds it, or detectors that divide the fleet.
     */
    readonly claim: (detector: DetectorId, leaseMillis: number) => Effect.Effect<void, FleetLeaseHeld | StorageError>
    /** Releases the lease; does nothing when the detector no longer holds it. */
    readonly release: (detector: DetectorId) => Effect.Effect<void, StorageError>
    /** Claims or renews the detector's share of a fleet that is divided into `count` parts, by the rule of `claimFleetParts`. */
    readonly claimParts: (
      detector: DetectorId,
      leaseMillis: number,
      count: number
    ) => Effect.Effect<PartsClaim, FleetLeaseHeld | StorageError>
    /** Releases these parts of the detector; without `parts`, all of its parts. */
    readonly releaseParts: (detector: DetectorId, parts?: ReadonlyArray<number>) => Effect.Effect<void, StorageError>
    /** Returns the detector of each part of a divided fleet (`partHoldersOf`); nothing for a fleet that is not divided. */
    readonly partHolders: Effect.Effect<ReadonlyArray<Option.Option<DetectorId>>, StorageError>
    /**
     * Stores a batch of the detector that holds the lease, expired or not, or those of the given parts: states, calls and
     * coverage commit together, so that they are consistent after a crash. Returns the calls that changed.
     */
    readonly save: (
      batch: DetectionBatch,
      detector: DetectorId,
      parts?: FleetParts
    ) => Effect.Effect<ReadonlyArray<PortCallChange>, FleetLeaseHeld | StorageError>
    /**
     * Returns every state; `unreadable` counts those of another encoding version, whose vessels begin with an empty
     * state.
     */
    readonly load: Effect.Effect<StoredStates, StorageError>
    /** Returns the states of the vessels of some parts, as `load`. */
    readonly loadParts: (parts: FleetParts) => Effect.Effect<StoredStates, StorageError>
    /** Returns the time of the newest stored position of any vessel; the epoch without vessels. */
    readonly newestAt: Effect.Effect<Instant, StorageError>
    /** Returns the state of a vessel; none when it is unknown, or stored in another encoding version. */
    readonly find: (mmsi: MmsiInteger) => Effect.Effect<Option.Option<VesselState>, StorageError>
    /**
     * Returns the state of the vessel whose static data has an IMO number, of several the one received last; none when no
     * vessel has transmitted the number.
     */
    readonly findByImo: (imo: ImoNumber) => Effect.Effect<Option.Option<VesselState>, StorageError>
    /**
     * Deletes the states of vessels silent since `before`, of some parts or of all, and returns their number. Their calls
     * remain.
     */
    readonly prune: (before: Instant, parts?: FleetParts) => Effect.Effect<number, StorageError>
    /**
     * Deletes the withdrawn waits that ended before an instant (`isPrunableWait`) and returns their number. No figure, of
     * the present or of the past, contains them. `before` is at least `STATE_RETENTION_DAYS` ago, after which no ledger
     * contains the wait any more.
     */
    readonly pruneWaits: (before: Instant) => Effect.Effect<number, StorageError>
  }
>()("@landfall/core/congestion/fleet/VesselStateStore") {}
