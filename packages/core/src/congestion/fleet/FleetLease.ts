import { Option, Result, Schema } from "effect"

/** Identifies a detector process for operators: 1 to 200 characters, unique per process. */
export const DetectorId = Schema.String.pipe(
  Schema.check(Schema.isBetweenLength(1, 200, { message: "must be the id of a detector: 1 to 200 characters" })),
  Schema.brand("DetectorId")
)
export type DetectorId = typeof DetectorId.Type

/**
 * The right of one detector to store detection results. Two detectors at the same time would each continue from states that the
 * other has not stored yet. A lease that has expired stays valid until another detector claims it.
 */
export interface FleetLease {
  readonly holder: DetectorId
  /** Milliseconds since 1970, by the clock of the store. */
  readonly expiresAt: number
}

/** The detector does not hold the fleet lease: another one does, or none after a release. */
export class FleetLeaseHeld extends Schema.TaggedError<FleetLeaseHeld>()("FleetLeaseHeld", {
  holder: Schema.Option(DetectorId)
}) {
  override get message(): string {
    return Option.match(this.holder, {
      onNone: () => "The fleet lease of this database has been released.",
      onSome: (holder) => `Another process holds the fleet lease of this database: ${holder}.`
    })
  }
}

const leaseHeld = (current: Option.Option<FleetLease>): FleetLeaseHeld =>
  new FleetLeaseHeld({ holder: Option.map(current, ({ holder }) => holder) })

/** Tests whether a detector holds the lease, expired or not. */
export const holdsFleetLease = (current: Option.Option<FleetLease>, detector: DetectorId): boolean =>
  Option.exists(current, ({ holder }) => holder === detector)

/**
 * Claims or renews the lease for `leaseMillis` from `now`. Fails while another detector holds a lease that has not
 * expired.
 */
export const claimFleetLease = (
  current: Option.Option<FleetLease>,
  detector: DetectorId,
  now: number,
  leaseMillis: number
): Result.Result<FleetLease, FleetLeaseHeld> =>
  !holdsFleetLease(current, detector) && Option.exists(current, ({ expiresAt }) => expiresAt > now)
    ? Result.fail(leaseHeld(current))
    : Result.succeed({ holder: detector, expiresAt: now + leaseMillis })

/** Fails when the detector has lost the lease, that is, when another has claimed it or it was released. */
export const checkFleetLease = (
  current: Option.Option<FleetLease>,
  detector: DetectorId
): Result.Result<void, FleetLeaseHeld> =>
  holdsFleetLease(current, detector) ? Result.void : Result.fail(leaseHeld(current))
