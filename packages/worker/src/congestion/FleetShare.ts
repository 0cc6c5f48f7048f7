import { PortCallMetrics } from "@landfall/core/congestion/detection/PortCallMetrics"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { FleetDetector } from "@landfall/core/congestion/fleet/FleetDetector"
import type { FleetLeaseHeld } from "@landfall/core/congestion/fleet/FleetLease"
import type { FleetParts, PartsClaim } from "@landfall/core/congestion/fleet/FleetParts"
import type { DetectionBatch, StoredStates } from "@landfall/core/congestion/fleet/VesselStateStore"
import { formatCount } from "@landfall/core/listing/Count"
import type { Instant } from "@landfall/core/time/Instant"
import { Duration, Effect, Semaphore } from "effect"
import type { StorageOutage } from "../supervision/StorageOutage.ts"
import { type DetectorLeases, persistUnlessLeaseLost } from "./DetectorLeases.ts"
import { FleetPartMetrics } from "./FleetPartMetrics.ts"
import { PartReports } from "./PartReports.ts"
import { isUnconfirmed, VesselLimit, VesselLimitMetrics } from "./VesselLimit.ts"
import { makeVesselLimitLog } from "./VesselLimitLog.ts"

/** The time limit of the last store when the process ends. */
const FINAL_STORE_TIMEOUT = Duration.seconds(5)

const EMPTY_BATCH: DetectionBatch = { states: [], removed: [], calls: [], coverage: [] }

const nameParts = (parts: ReadonlyArray<number>, count: number): string =>
  parts.length === 0 ? "no part" : `${parts.length === 1 ? "part" : "parts"} ${parts.join(", ")} of ${count}`

/** The start of detection in the log: of the whole fleet, or of some parts. */
export const describeShare = ({ count, parts }: FleetParts): string =>
  count === 1 ? "Port-call detection" : `Port-call detection of ${nameParts(parts, count)}`

/** Warns of states that another version has stored. */
export const warnOfUnreadable = ({ unreadable }: StoredStates): Effect.Effect<void> =>
  unreadable === 0
    ? Effect.void
    : Effect.logWarning(`Discarded the state of ${formatCount(unreadable, "vessel")}, which another version stored.`)

/** The part of the fleet that a process detects, and stores while it holds the leases. */
export interface FleetShare {
  /** Detects a report of these parts; retains one of other parts. */
  readonly receive: (report: VesselReport, arrivedAt: Instant) => void
  /** The parts that this process detects. */
  readonly parts: () => ReadonlyArray<number>
  /** Renews the leases. Hands over the parts that exceed the share of this process, and takes over free ones. */
  readonly renew: Effect.Effect<void, FleetLeaseHeld>
  /** Stores the detections. */
  readonly store: Effect.Effect<void, FleetLeaseHeld>
  /** Stores the last detections and releases the leases, when the process ends. */
  readonly end: Effect.Effect<void>
}

/** The settings of a share. */
export interface FleetShareSettings {
  /** The time for which the reports of other parts are retained, in milliseconds. */
  readonly retainMillis: number
  /** The maximum number of vessels that this process follows. */
  readonly maxVessels: number
}

const isEmpty = ({ states, removed, calls, coverage }: DetectionBatch): boolean =>
  [states, removed, calls, coverage].every(({ length }) => length === 0)

/**
 * A batch without vessels of which only one position was received: in a flood, they would be most of the stored rows.
 */
const withoutUnconfirmed = (batch: DetectionBatch): DetectionBatch => ({
  ...batch,
  states: batch.states.filter((state) => !isUnconfirmed(state))
})

/** Makes the share of a process that has claimed its first parts, whose states `detector` contains. */
export const makeFleetShare = Effect.fnUntraced(function* (
  detector: FleetDetector,
  leases: DetectorLeases,
  outage: StorageOutage,
  first: FleetParts,
  { retainMillis, maxVessels }: FleetShareSettings
) {
  const { count } = first
  const recordChanges = yield* PortCallMetrics
  const recordParts = yield* FleetPartMetrics
  const recordVessels = yield* VesselLimitMetrics
  const limit = new VesselLimit(detector, maxVessels)
  const logLimit = makeVesselLimitLog(maxVessels)
  const lock = yield* Semaphore.make(1)
  const reports = new PartReports(count, retainMillis)
  let heldParts = first.parts
  /** A batch that could not be stored is stored first by the next attempt. */
  let unstored: DetectionBatch | undefined

  const holdParts = (parts: ReadonlyArray<number>) => {
    heldParts = parts
    if (count > 1) recordParts({ count, parts })
  }

  const saveBatch = (drain: () => DetectionBatch) =>
    Effect.suspend(() => {
      unstored ??= withoutUnconfirmed(drain())
      return isEmpty(unstored) ? Effect.succeed([]) : leases.save(unstored, heldParts)
    }).pipe(
      Effect.tap((changes) =>
        Effect.sync(() => {
          unstored = undefined
          recordChanges(changes)
        })
      )
    )
  const save = saveBatch(() => detector.drain())

  const receive = (report: VesselReport, arrivedAt: Instant): void => {
    if (limit.admits(report)) detector.receive(report, arrivedAt)
  }
  const reportLimit = Effect.suspend(() => {
    recordVessels(limit.counts)
    return logLimit(limit.counts)
  })

  const takeOver = Effect.fnUntraced(function* (parts: ReadonlyArray<number>) {
    const stored = yield* outage.persist(leases.load(parts))
    yield* warnOfUnreadable(stored)
    detector.add(stored.states)
    limit.trim()
    for (const { report, arrivedAt } of reports.add(parts)) receive(report, arrivedAt)
    holdParts([...heldParts, ...parts].toSorted((a, b) => a - b))
    yield* Effect.logInfo(
      `This process took over ${nameParts(parts, count)} with ${formatCount(stored.states.length, "vessel")} from storage.`
    )
  })

  const handOver = Effect.fnUntraced(function* (parts: ReadonlyArray<number>) {
    // Every detection is stored here, because `store` holds the lock until it succeeds.
    const drain = () => {
      reports.remove(parts)
      return detector.drainAndRemove({ count, parts })
    }
    yield* persistUnlessLeaseLost(outage, saveBatch(drain))
    // The store precedes the release, because the last store of an interrupted process has to name parts that it still
    // holds.
    holdParts(heldParts.filter((part) => !parts.includes(part)))
    yield* outage.persist(leases.releaseParts(parts))
    yield* Effect.logInfo(`This process handed over ${nameParts(parts, count)} to another one.`)
  })

  const adjust = Effect.fnUntraced(function* ({ parts, surplus }: PartsClaim) {
    const lostParts = heldParts.filter((part) => !parts.includes(part))
    // Fails with the holder of the lease.
    if (lostParts.length > 0) yield* persistUnlessLeaseLost(outage, leases.save(EMPTY_BATCH, lostParts))
    const gained = parts.filter((part) => !heldParts.includes(part))
    if (gained.length > 0) yield* takeOver(gained)
    if (surplus.length > 0) yield* handOver(surplus)
  })

  reports.add(heldParts)
  holdParts(heldParts)
  limit.trim()
  const share: FleetShare = {
    receive: (report, arrivedAt) => {
      if (reports.isDetected(report, arrivedAt)) receive(report, arrivedAt)
    },
    parts: () => heldParts,
    renew: lock.withPermit(Effect.flatMap(persistUnlessLeaseLost(outage, leases.claim), adjust)),
    store: Effect.andThen(reportLimit, lock.withPermit(Effect.asVoid(persistUnlessLeaseLost(outage, save)))),
    end: Effect.andThen(save, save).pipe(
      Effect.andThen(leases.release),
      Effect.timeout(FINAL_STORE_TIMEOUT),
      Effect.catch((error) => Effect.logWarning("The last detections before the stop could not be stored.", error)),
      Effect.ensuring(Effect.sync(() => holdParts([])))
    )
  }
  return share
})
