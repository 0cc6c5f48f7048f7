import { Option, Result } from "effect"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import { checkFleetLease, claimFleetLease, DetectorId, type FleetLease, type FleetLeaseHeld } from "./FleetLease.ts"

/** The maximum number of parts into which a fleet is divided. */
export const MAX_FLEET_PARTS = 64

/** Some of the parts, numbered from 1, of a fleet that is divided by MMSI into `count`. */
export interface FleetParts {
  readonly count: number
  readonly parts: ReadonlyArray<number>
}

/** The multiplier of `fleetPartOf`, 2^32 divided by the golden ratio. */
export const PART_MULTIPLIER = 0x9e3779b1

/** The part of a vessel: bits 16 to 31 of `mmsi * PART_MULTIPLIER`, modulo `count`, from 1. */
export const fleetPartOf = (mmsi: MmsiInteger, count: number): number =>
  ((Math.imul(mmsi, PART_MULTIPLIER) >>> 16) % count) + 1

/**
 * Leases by name: `fleet`, and for a fleet that is divided `part N`, and `detector ID` for each detector that competes
 * for parts.
 */
export type FleetLeases = ReadonlyMap<string, FleetLease>

/** The name of the lease of the whole fleet. */
export const FLEET_LEASE = "fleet"

const DETECTOR_PREFIX = "detector "

const partLeaseOf = (part: number): string => `part ${part}`

/** The holder of the fleet lease while detectors share the fleet. */
const divisionOf = (count: number): DetectorId => DetectorId.make(`processes that divide the fleet into ${count} parts`)

/** The number of parts that the holder of the fleet lease divides the fleet into; none for a detector of the whole. */
export const divisionCountOf = (holder: DetectorId): Option.Option<number> =>
  Option.map(Option.fromNullOr(/^processes that divide the fleet into (\d+) parts$/.exec(holder)), ([, count]) =>
    Number(count)
  )

const leaseOf = (leases: FleetLeases, name: string) => Option.fromUndefinedOr(leases.get(name))

/** Claims or renews the lease of the whole fleet by the rule of `claimFleetLease`. Returns all leases. */
export const claimWholeFleet = (
  current: FleetLeases,
  detector: DetectorId,
  now: number,
  leaseMillis: number
): Result.Result<FleetLeases, FleetLeaseHeld> =>
  Result.map(
    claimFleetLease(leaseOf(current, FLEET_LEASE), detector, now, leaseMillis),
    (fleet) => new Map([[FLEET_LEASE, fleet]])
  )

/** A claim: the parts that the detector holds, and those of them that it has to release because they exceed its share. */
export interface PartsClaim {
  readonly parts: ReadonlyArray<number>
  readonly surplus: ReadonlyArray<number>
}

/**
 * Renews the parts of a detector, and claims free and expired ones up to its share, which is equal for all detectors but
 * for a remainder. Returns all leases. Fails while the fleet lease is held by a detector of the whole, or by detectors
 * that divide it into another number of parts; once it has expired, it passes on, and all leases of parts end.
 */
export const claimFleetParts = (
  current: FleetLeases,
  detector: DetectorId,
  count: number,
  now: number,
  leaseMillis: number
): Result.Result<PartsClaim & { readonly leases: FleetLeases }, FleetLeaseHeld> =>
  Result.map(claimFleetLease(leaseOf(current, FLEET_LEASE), divisionOf(count), now, leaseMillis), (fleet) => {
    const isSame = current.get(FLEET_LEASE)?.holder === fleet.holder
    const leases = new Map<string, FleetLease>(
      [...(isSame ? current : [])].filter(
        ([name, { expiresAt }]) => !name.startsWith(DETECTOR_PREFIX) || expiresAt > now
      )
    )
    const fleetOfDetector = { ...fleet, holder: detector }
    leases.set(FLEET_LEASE, fleet).set(DETECTOR_PREFIX + detector, fleetOfDetector)
    const detectors = [...leases.keys()].filter((name) => name.startsWith(DETECTOR_PREFIX)).sort()
    const rank = detectors.indexOf(DETECTOR_PREFIX + detector)
    const share = Math.max(0, Math.ceil((count - rank) / detectors.length))
    const all = Array.from({ length: count }, (_, index) => index + 1)
    const heldParts = all.filter((part) => leases.get(partLeaseOf(part))?.holder === detector)
    const free = all.filter((part) => {
      const lease = leases.get(partLeaseOf(part))
      return lease === undefined || (lease.holder !== detector && lease.expiresAt <= now)
    })
    const parts = [...heldParts, ...free.slice(0, Math.max(0, share - heldParts.length))]
    for (const part of parts) leases.set(partLeaseOf(part), fleetOfDetector)
    return { leases, parts, surplus: parts.slice(share) }
  })

/** Fails when the detector has lost one of the parts or, without `parts`, the whole fleet, or when the division has changed. */
export const checkFleetParts = (
  current: FleetLeases,
  detector: DetectorId,
  parts: FleetParts | undefined
): Result.Result<void, FleetLeaseHeld> =>
  leaseNamesOf(parts).reduce<Result.Result<void, FleetLeaseHeld>>((result, name) => {
    const holder = parts !== undefined && name === FLEET_LEASE ? divisionOf(parts.count) : detector
    return Result.isFailure(result) ? result : checkFleetLease(leaseOf(current, name), holder)
  }, Result.void)

/** Returns the leases without those parts of a detector; without `parts`, without all that it holds. */
export const releaseFleetParts = (
  current: FleetLeases,
  detector: DetectorId,
  parts?: ReadonlyArray<number>
): FleetLeases => {
  const released = parts?.map(partLeaseOf)
  const remaining = [...current].filter(
    ([name, { holder }]) => holder !== detector || (released !== undefined && !released.includes(name))
  )
  const isDivided = Option.exists(leaseOf(current, FLEET_LEASE), ({ holder }) => Option.isSome(divisionCountOf(holder)))
  // The division ends with its last detector.
  return new Map(isDivided && !remaining.some(([name]) => name.startsWith(DETECTOR_PREFIX)) ? [] : remaining)
}

/** The names of the leases that a transaction of a detector has to read, in the order of locks. Without `parts`, it detects all. */
export const leaseNamesOf = (parts: FleetParts | undefined): ReadonlyArray<string> => [
  FLEET_LEASE,
  ...(parts?.parts.map(partLeaseOf) ?? [])
]

/** The detector of each part of a divided fleet, from part 1 on; none for a part whose lease has expired. */
export const partHoldersOf = (leases: FleetLeases, now: number): ReadonlyArray<Option.Option<DetectorId>> => {
  const current = (name: string) => Option.filter(leaseOf(leases, name), ({ expiresAt }) => expiresAt > now)
  const count = Option.flatMap(current(FLEET_LEASE), ({ holder }) => divisionCountOf(holder))
  return Array.from({ length: Option.getOrElse(count, () => 0) }, (_, index) =>
    Option.map(current(partLeaseOf(index + 1)), ({ holder }) => holder)
  )
}
