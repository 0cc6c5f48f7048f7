import { DEFAULT_MAX_LAG_SECONDS, STATE_RETENTION_DAYS } from "@landfall/core/congestion/detection/DetectionThresholds"
import { FeedLag, FeedLagMetrics, type SourceLag } from "@landfall/core/congestion/detection/FeedLag"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { FleetDetector } from "@landfall/core/congestion/fleet/FleetDetector"
import type { DetectorId, FleetLeaseHeld } from "@landfall/core/congestion/fleet/FleetLease"
import { divisionCountOf } from "@landfall/core/congestion/fleet/FleetParts"
import { openFleetDetector } from "@landfall/core/congestion/fleet/OpenFleetDetector"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import type { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import type { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { formatCount } from "@landfall/core/listing/Count"
import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import type { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { Clock, type Duration, Effect, Layer, Option, Stream } from "effect"
import { supervise } from "../supervision/BackgroundLoop.ts"
import { makeStorageOutage } from "../supervision/StorageOutage.ts"
import { DEFAULT_MAX_VESSELS } from "./DefaultMaxVessels.ts"
import { makeDetectorLeases, persistUnlessLeaseLost } from "./DetectorLeases.ts"
import { describeShare, type FleetShare, makeFleetShare, warnOfUnreadable } from "./FleetShare.ts"
import { type LagLog, makeLagLog } from "./LagLog.ts"

/** The settings of the loop that detects port calls in live AIS. */
export interface FleetDetectionSettings {
  readonly leaseHolder: DetectorId
  /** The time after which the fleet lease expires without renewal; then another process may claim it. */
  readonly leaseMillis: number
  /** The interval between renewals of the lease, and between claims while another process holds it. */
  readonly claimInterval: Duration.Input
  /**
   * The number of parts into which the fleet is divided by MMSI, the same in every process; 1 for a fleet that one
   * process detects.
   */
  readonly parts: number
  /** The interval between stores. A crash repeats the detections since the last store, or loses them on a live feed. */
  readonly storeInterval: Duration.Input
  /** The interval between searches for vessels without further positions. */
  readonly silenceCheckInterval: Duration.Input
  /** The interval between measurements of the lags of the sources. */
  readonly lagInterval: Duration.Input
  /** The longest difference between the lags of sources for which positions wait, in seconds (`FeedLag`). */
  readonly maxLagSeconds: number
  /** The maximum number of vessels that a process follows (`VesselLimit`). */
  readonly maxVessels: number
  /** The interval between reads of the vessel registry; each also prunes the states of silent vessels. */
  readonly refreshInterval: Duration.Input
  /**
   * The number of days for which the state of a silent vessel is retained, counted to the newest position of the fleet.
   * Its port calls remain, and end at its last position.
   */
  readonly retentionDays: number
}

/** The settings of a server. Each process needs another `leaseHolder`. */
export const defaultFleetDetectionSettings = (leaseHolder: DetectorId): FleetDetectionSettings => ({
  leaseHolder,
  leaseMillis: 30_000,
  claimInterval: "5 seconds",
  parts: 1,
  storeInterval: "1 second",
  silenceCheckInterval: "1 minute",
  lagInterval: "1 second",
  maxLagSeconds: DEFAULT_MAX_LAG_SECONDS,
  maxVessels: DEFAULT_MAX_VESSELS,
  refreshInterval: "10 minutes",
  retentionDays: STATE_RETENTION_DAYS
})

/**
 * The time for which the reports of other parts are retained, in lengths of a lease: a lease expires within one length,
 * and is then claimed.
 */
const RETAINED_LEASES = 2

const now = Effect.map(Clock.currentTimeMillis, (millis) => Instant.make(Math.floor(millis)))

/** The reason for which a process waits, as a line of the log. */
const waitLine = ({ holder, message }: FleetLeaseHeld, count: number) =>
  count === 1 && !Option.exists(holder, (id) => Option.isSome(divisionCountOf(id)))
    ? Effect.logInfo(`${message} This process waits to take over.`)
    : Effect.logWarning(
        `${message} ${count === 1 ? "This process does not divide the fleet" : `This process divides it into ${count} parts`} (LANDFALL_AIS_PARTS): set the same number for every process. This process waits until the others have stopped.`
      )

/** Repeats work after each interval. */
const every = <A, E>(interval: Duration.Input, work: Effect.Effect<A, E>): Effect.Effect<never, E> =>
  Effect.forever(Effect.andThen(Effect.sleep(interval), work))

/** Measures the lags of the sources, and adapts the time for which late positions are awaited. */
const measureLag = (
  detector: FleetDetector,
  lag: FeedLag,
  record: (sources: ReadonlyArray<SourceLag>) => void,
  log: LagLog
) =>
  Effect.flatMap(now, (at) => {
    detector.useReorderWindow(lag.update(at))
    record(lag.sources)
    return log(lag.sources)
  })

/** Processes the last positions of vessels that have become silent. */
const flushSilent = (detector: FleetDetector, lag: FeedLag) =>
  Effect.map(now, (at) => {
    detector.flushSilent(at, (mmsi) => lag.isSilent(mmsi, at))
    lag.prune(at)
  })

const make = Effect.fnUntraced(function* (settings: FleetDetectionSettings, reports: Stream.Stream<VesselReport>) {
  const store = yield* VesselStateStore
  const context = yield* Effect.context<VesselStateStore | ZoneStore | VesselRegistry | Gazetteer>()
  const recordLag = yield* FeedLagMetrics
  const outage = makeStorageOutage("port-call detection")
  const { leaseHolder, leaseMillis, parts: count } = settings
  const leases = makeDetectorLeases(store, leaseHolder, leaseMillis, count)

  /** Waits until this process holds the fleet lease, or takes part in its division. Returns its parts. */
  const waitForLease = Effect.gen(function* () {
    for (let logged = false; ; logged = true) {
      const result = yield* Effect.result(persistUnlessLeaseLost(outage, leases.claim))
      if (result._tag === "Success") return result.success.parts
      if (!logged) yield* waitLine(result.failure, count)
      yield* Effect.sleep(settings.claimInterval)
    }
  })

  const open = Effect.fnUntraced(function* (parts: ReadonlyArray<number>) {
    const stored = yield* leases.load(parts)
    yield* warnOfUnreadable(stored)
    return yield* openFleetDetector(stored.states)
  }, Effect.provideContext(context))

  const receive = (share: FleetShare, lag: FeedLag) =>
    Stream.runForEachArray(reports, (chunk) =>
      Effect.map(now, (at) => {
        for (const report of chunk) {
          // The reports of every part, so that all processes measure the same lag.
          lag.receive(report, at)
          share.receive(report, at)
        }
      })
    )

  let waitsPrunedOn = -1

  // The clock of the server would prune the vessels of a replayed record while their reports are received.
  const prune = Effect.fnUntraced(function* (detector: FleetDetector, share: FleetShare) {
    const newestAt = yield* outage.persist(leases.newestAt(() => detector.newestAt))
    const retentionStart = Instant.make(Math.max(0, newestAt - settings.retentionDays * DAY_MILLIS))
    detector.prune(retentionStart)
    yield* outage.persist(leases.prune(retentionStart, share.parts()))
    const day = Math.floor((yield* now) / DAY_MILLIS)
    if (day === waitsPrunedOn) return
    waitsPrunedOn = day
    const waits = Math.min(retentionStart, (yield* now) - STATE_RETENTION_DAYS * DAY_MILLIS)
    yield* outage.persist(store.pruneWaits(Instant.make(Math.max(0, waits))))
  })

  /** Detects until another process claims the fleet lease. */
  const detection = Effect.gen(function* () {
    const first = { count, parts: yield* waitForLease }
    const { detector, refreshZones, refreshRegistry } = yield* outage.persist(open(first.parts))
    yield* Effect.logInfo(
      `${describeShare(first)} started as ${leaseHolder} with ${formatCount(detector.size, "vessel")} from storage.`
    )
    const { maxVessels } = settings
    const retainMillis = RETAINED_LEASES * leaseMillis
    const share = yield* makeFleetShare(detector, leases, outage, first, { retainMillis, maxVessels })
    const lag = new FeedLag(yield* now, settings.maxLagSeconds, maxVessels)
    detector.useLag((mmsi) => lag.lagOfVessel(mmsi))
    const lagLog = makeLagLog(settings.maxLagSeconds)
    const leaseLoss = yield* Effect.raceAllFirst([
      Effect.andThen(receive(share, lag), Effect.never),
      every(settings.claimInterval, share.renew),
      every(settings.storeInterval, Effect.andThen(share.store, outage.persist(refreshZones))),
      every(settings.lagInterval, measureLag(detector, lag, recordLag, lagLog)),
      every(settings.silenceCheckInterval, flushSilent(detector, lag)),
      every(settings.refreshInterval, Effect.andThen(outage.persist(refreshRegistry), prune(detector, share)))
    ]).pipe(
      Effect.onInterrupt(() => share.end),
      Effect.flip
    )
    yield* Effect.logWarning(`${leaseLoss.message} It took over because this process did not renew its lease in time.`)
  })

  yield* Effect.forkScoped(supervise("port-call detection", detection))
})

/**
 * Detects port calls in live position reports, while the layer lives. It stores its detections and continues from them
 * after a restart. Of several processes on one database only the holder of the fleet lease receives feeds; with several
 * parts all do, and each detects its share.
 */
export const layer = (
  settings: FleetDetectionSettings,
  reports: Stream.Stream<VesselReport>
): Layer.Layer<never, never, VesselStateStore | ZoneStore | VesselRegistry | Gazetteer> =>
  Layer.effectDiscard(make(settings, reports))
