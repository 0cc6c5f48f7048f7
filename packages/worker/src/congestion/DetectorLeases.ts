import type { DetectorId, FleetLeaseHeld } from "@landfall/core/congestion/fleet/FleetLease"
import type { PartsClaim } from "@landfall/core/congestion/fleet/FleetParts"
import type { DetectionBatch, VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Instant } from "@landfall/core/time/Instant"
import { Effect } from "effect"
import type { StorageOutage } from "../supervision/StorageOutage.ts"

/** The lease of a detector of the whole fleet, or of a share of its parts. */
export interface DetectorLeases {
  readonly claim: Effect.Effect<PartsClaim, ClaimError>
  readonly load: (parts: ReadonlyArray<number>) => VesselStateStore["Service"]["load"]
  readonly save: (
    batch: DetectionBatch,
    parts: ReadonlyArray<number>
  ) => ReturnType<VesselStateStore["Service"]["save"]>
  readonly releaseParts: (parts: ReadonlyArray<number>) => ReturnType<VesselStateStore["Service"]["release"]>
  readonly release: ReturnType<VesselStateStore["Service"]["release"]>
  readonly prune: (before: Instant, parts: ReadonlyArray<number>) => ReturnType<VesselStateStore["Service"]["prune"]>
  /** The newest position of any vessel of the fleet, of which this detector has seen `newestOfDetector`. */
  readonly newestAt: (newestOfDetector: () => Instant) => VesselStateStore["Service"]["newestAt"]
}

type ClaimError = Effect.Error<ReturnType<VesselStateStore["Service"]["claim"]>>

/** The claim of the whole fleet, as a claim of its only part. */
const WHOLE: PartsClaim = { parts: [1], surplus: [] }

/** The leases of a detector of the whole fleet. */
const leasesOfFleet = (
  store: VesselStateStore["Service"],
  detector: DetectorId,
  leaseMillis: number
): DetectorLeases => ({
  claim: Effect.as(store.claim(detector, leaseMillis), WHOLE),
  load: () => store.load,
  save: (batch) => store.save(batch, detector),
  releaseParts: () => Effect.void,
  release: store.release(detector),
  prune: (before) => store.prune(before),
  newestAt: (newestOfDetector) => Effect.sync(newestOfDetector)
})

/** The leases of a detector of some of `count` parts. */
const leasesOfParts = (
  store: VesselStateStore["Service"],
  detector: DetectorId,
  leaseMillis: number,
  count: number
): DetectorLeases => ({
  claim: store.claimParts(detector, leaseMillis, count),
  load: (parts) => store.loadParts({ count, parts }),
  save: (batch, parts) => store.save(batch, detector, { count, parts }),
  releaseParts: (parts) => store.releaseParts(detector, parts),
  release: store.releaseParts(detector),
  prune: (before, parts) => store.prune(before, { count, parts }),
  newestAt: (newestOfDetector) =>
    Effect.map(store.newestAt, (stored) => Instant.make(Math.max(stored, newestOfDetector())))
})

/** The leases of a detector, of a fleet that is divided into `count` parts; of the whole fleet with 1. */
export const makeDetectorLeases = (
  store: VesselStateStore["Service"],
  detector: DetectorId,
  leaseMillis: number,
  count: number
): DetectorLeases =>
  count === 1 ? leasesOfFleet(store, detector, leaseMillis) : leasesOfParts(store, detector, leaseMillis, count)

/** Repeats an effect while the storage is unavailable. Fails when another detector holds the lease. */
export const persistUnlessLeaseLost = <A>(
  outage: StorageOutage,
  effect: Effect.Effect<A, FleetLeaseHeld | StorageError>
): Effect.Effect<A, FleetLeaseHeld> =>
  Effect.flatMap(
    outage.persist(
      Effect.matchEffect(effect, {
        onSuccess: (value) => Effect.succeed(Effect.succeed(value)),
        onFailure: (error) =>
          error instanceof StorageError ? Effect.fail(error) : Effect.succeed(Effect.fail<FleetLeaseHeld>(error))
      })
    ),
    (outcome): Effect.Effect<A, FleetLeaseHeld> => outcome
  )
