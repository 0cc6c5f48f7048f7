import { DEFAULT_MAX_LAG_SECONDS, STATE_RETENTION_DAYS } from "@landfall/core/congestion/detection/DetectionThresholds"
import { FeedLag, FeedLagMetrics } from "@landfall/core/congestion/detection/FeedLag"
import { PortCallMetrics } from "@landfall/core/congestion/detection/PortCallMetrics"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { type FleetDetector, openFleetDetector } from "@landfall/core/congestion/fleet/FleetDetector"
import type { DetectorId, FleetLeaseHeld } from "@landfall/core/congestion/fleet/FleetLease"
import { type DetectionBatch, VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import type { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { StorageError } from "@landfall/core/faults/StorageError"
import type { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { formatCount } from "@landfall/core/listing/Count"
import { DAY_MILLIS, Instant } from "@landfall/core/time/Instant"
import type { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { Clock, Duration, Effect, Layer, Stream } from "effect"
import { supervise } from "../supervision/BackgroundLoop.ts"
import { makeStorageOutage, type StorageOutage } from "../supervision/StorageOutage.ts"
import { type LagLog, makeLagLog } from "./LagLog.ts"

/** The settings of the loop that detects port calls in live AIS. */
export interface FleetDetectionSettings {
  readonly leaseHolder: DetectorId
  /** How long the fleet lease lasts without renewal; then another process may claim it. */
  readonly leaseMillis: number
  /** The interval between renewals of the lease, and between claims while another process holds it. */
  readonly claimInterval: Duration.Input
  /** The interval between stores. A crash repeats the detections since the last store, or loses them on a live feed. */
  readonly storeInterval: Duration.Input
  /** The interval between searches for vessels of which nothing arrives any more. */
  readonly silenceCheckInterval: Duration.Input
  /** The interval between measurements of how late the sources are. */
  readonly lagInterval: Duration.Input
  /** The longest difference between the lags of sources for which positions wait, in seconds (`FeedLag`). */
  readonly maxLagSeconds: number
  /** The interval between reads of the vessel registry; each also prunes the states of silent vessels. */
  readonly refreshInterval: Duration.Input
  /**
   * How many days the state of a silent vessel is retained, counted to the newest position of the fleet. Its port calls
   * remain, and end at its last position.
   */
  readonly retentionDays: number
}

/** The settings of a server. Each process needs a `leaseHolder` of its own. */
export const defaultFleetDetectionSettings = (leaseHolder: DetectorId): FleetDetectionSettings => ({
  leaseHolder,
  leaseMillis: 30_000,
  claimInterval: "5 seconds",
  storeInterval: "1 second",
  silenceCheckInterval: "1 minute",
  lagInterval: "1 second",
  maxLagSeconds: DEFAULT_MAX_LAG_SECONDS,
  refreshInterval: "10 minutes",
  retentionDays: STATE_RETENTION_DAYS
})

/** How long the last store may take when the process ends. */
const FINAL_STORE_TIMEOUT = Duration.seconds(5)

const now = Effect.map(Clock.currentTimeMillis, (millis) => Instant.make(Math.floor(millis)))

/** Waits while the storage is unavailable. Fails when another process holds the fleet lease. */
const persistUnlessLeaseLost = <A>(outage: StorageOutage, effect: Effect.Effect<A, FleetLeaseHeld | StorageError>) =>
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

const make = Effect.fnUntraced(function* (settings: FleetDetectionSettings, reports: Stream.Stream<VesselReport>) {
  const store = yield* VesselStateStore
  const context = yield* Effect.context<VesselStateStore | ZoneStore | VesselRegistry | Gazetteer>()
  const recordChanges = yield* PortCallMetrics
  const recordLag = yield* FeedLagMetrics
  const outage = makeStorageOutage("port-call detection")
  const { leaseHolder, leaseMillis } = settings

  const claim = persistUnlessLeaseLost(outage, store.claim(leaseHolder, leaseMillis))

  /** Waits until this process holds the fleet lease. */
  const waitForLease = Effect.gen(function* () {
    for (let logged = false; ; logged = true) {
      const result = yield* Effect.result(claim)
      if (result._tag === "Success") return
      if (!logged) yield* Effect.logInfo(`${result.failure.message} This process waits to take over.`)
      yield* Effect.sleep(settings.claimInterval)
    }
  })

  const open = Effect.gen(function* () {
    const { states, unreadable } = yield* store.load
    if (unreadable > 0) {
      yield* Effect.logWarning(`Dropped the state of ${formatCount(unreadable, "vessel")}, stored by another version.`)
    }
    return yield* openFleetDetector(states)
  }).pipe(Effect.provideContext(context))

  const receive = (detector: FleetDetector, lag: FeedLag) =>
    Stream.runForEachArray(reports, (chunk) =>
      Effect.map(now, (at) => {
        for (const report of chunk) {
          lag.receive(report, at)
          detector.receive(report, at)
        }
      })
    )

  /** Stores the detections. A batch that could not be stored is stored first by the next attempt. */
  const makeBatchStore = (detector: FleetDetector) => {
    let unstored: DetectionBatch | undefined
    const save = Effect.suspend(() => {
      unstored ??= detector.drain()
      return unstored.states.length === 0 && unstored.calls.length === 0
        ? Effect.succeed([])
        : store.save(unstored, leaseHolder)
    }).pipe(
      Effect.tap((changes) =>
        Effect.sync(() => {
          unstored = undefined
          recordChanges(changes)
        })
      )
    )
    const last = Effect.andThen(save, save).pipe(
      Effect.andThen(store.release(leaseHolder)),
      Effect.timeout(FINAL_STORE_TIMEOUT),
      Effect.catch((error) => Effect.logWarning("The last detections before the stop were not stored.", error))
    )
    return { now: persistUnlessLeaseLost(outage, save), last }
  }

  const every = <A, E>(interval: Duration.Input, work: Effect.Effect<A, E>): Effect.Effect<never, E> =>
    Effect.forever(Effect.andThen(Effect.sleep(interval), work))

  const measureLag = (detector: FleetDetector, lag: FeedLag, log: LagLog) =>
    Effect.flatMap(now, (at) => {
      detector.useReorderWindow(lag.update(at))
      recordLag(lag.sources)
      return log(lag.sources)
    })

  const flushSilent = (detector: FleetDetector, lag: FeedLag) =>
    Effect.map(now, (at) => {
      detector.flushSilent(at, (mmsi) => lag.isSilent(mmsi, at))
      lag.prune(at)
    })

  let waitsPrunedOn = -1

  // Not by the clock of the server: the vessels of a replayed record would be pruned while they are received.
  const prune = Effect.fnUntraced(function* (detector: FleetDetector) {
    const before = Instant.make(Math.max(0, detector.newestAt - settings.retentionDays * DAY_MILLIS))
    detector.prune(before)
    yield* outage.persist(store.prune(before))
    const day = Math.floor((yield* now) / DAY_MILLIS)
    if (day === waitsPrunedOn) return
    waitsPrunedOn = day
    const waits = Math.min(before, (yield* now) - STATE_RETENTION_DAYS * DAY_MILLIS)
    yield* outage.persist(store.pruneWaits(Instant.make(Math.max(0, waits))))
  })

  /** Detects until another process claims the fleet lease. */
  const detection = Effect.gen(function* () {
    yield* waitForLease
    const { detector, refreshZones, refreshRegistry } = yield* outage.persist(open)
    yield* Effect.logInfo(
      `Port-call detection started as ${leaseHolder} with ${formatCount(detector.size, "vessel")} from storage.`
    )
    const batchStore = makeBatchStore(detector)
    const lag = new FeedLag(yield* now, settings.maxLagSeconds)
    detector.useLag((mmsi) => lag.lagOfVessel(mmsi))
    const lagLog = makeLagLog(settings.maxLagSeconds)
    const lost = yield* Effect.raceAllFirst([
      Effect.andThen(receive(detector, lag), Effect.never),
      every(settings.claimInterval, claim),
      every(settings.storeInterval, Effect.andThen(batchStore.now, outage.persist(refreshZones))),
      every(settings.lagInterval, measureLag(detector, lag, lagLog)),
      every(settings.silenceCheckInterval, flushSilent(detector, lag)),
      every(settings.refreshInterval, Effect.andThen(outage.persist(refreshRegistry), prune(detector)))
    ]).pipe(
      Effect.onInterrupt(() => batchStore.last),
      Effect.flip
    )
    yield* Effect.logWarning(`${lost.message} It took over because this process did not renew its lease in time.`)
  })

  yield* Effect.forkScoped(supervise("port-call detection", detection))
})

/**
 * Detects port calls in live position reports, while the layer lives. It stores its detections and continues after a
 * restart where it stopped. Of several processes on one database only the holder of the fleet lease receives feeds.
 */
export const layer = (
  settings: FleetDetectionSettings,
  reports: Stream.Stream<VesselReport>
): Layer.Layer<never, never, VesselStateStore | ZoneStore | VesselRegistry | Gazetteer> =>
  Layer.effectDiscard(make(settings, reports))
