import { STATE_RETENTION_DAYS } from "@landfall/core/congestion/detection/DetectionThresholds"
import { type FleetDetector, openFleetDetector } from "@landfall/core/congestion/detection/FleetDetector"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import {
  type DetectionBatch,
  type DetectorId,
  type FleetLeaseHeld,
  VesselStateStore
} from "@landfall/core/congestion/detection/VesselStateStore"
import type { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { StorageError } from "@landfall/core/faults/StorageError"
import type { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { DAY_MILLIS, Instant } from "@landfall/core/time/Instant"
import type { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { Clock, Duration, Effect, Layer, Stream } from "effect"
import { makeStorageOutage, type StorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

export interface FleetDetectionSettings {
  readonly leaseHolder: DetectorId
  /** How long the watch is this process's without a sign of life. Another one goes on after as long. */
  readonly leaseMillis: number
  /** How often the watch is prolonged, and asked for while another process has it. */
  readonly claimInterval: Duration.Input
  /** How often what was detected is stored: after a crash so much is detected again, or lost where the feed is live. */
  readonly storeInterval: Duration.Input
  /** How often ships that fell silent are looked at, and how long after their last position. */
  readonly silenceCheckInterval: Duration.Input
  readonly silenceDelay: Duration.Input
  /** How often what ships carry is read again from the registry, and ships are forgotten. */
  readonly refreshInterval: Duration.Input
  /** How long a ship is remembered that is not heard. Its calls stay, and end when it was heard last. */
  readonly retentionDays: number
}

export const defaultFleetDetectionSettings = (watcher: DetectorId): FleetDetectionSettings => ({
  leaseHolder: watcher,
  leaseMillis: 30_000,
  claimInterval: "5 seconds",
  storeInterval: "1 second",
  silenceCheckInterval: "1 minute",
  // Positions wait for those before them for ten minutes (`REORDER_WINDOW_SECONDS`).
  silenceDelay: "10 minutes",
  refreshInterval: "10 minutes",
  retentionDays: STATE_RETENTION_DAYS
})

/** How long what is left may take to be stored when the process ends. */
const FINAL_STORE_TIMEOUT = Duration.seconds(5)

const now = Effect.map(Clock.currentTimeMillis, (millis) => Instant.make(Math.floor(millis)))

/** A failure that is an outcome: it is handed on while an outage of the storage is waited for. */
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
  const outage = makeStorageOutage("What ships did waits")
  const { leaseHolder, leaseMillis } = settings

  const claim = persistUnlessLeaseLost(outage, store.claim(leaseHolder, leaseMillis))

  /** Waits until the watch is this process's. */
  const claimed = Effect.gen(function* () {
    for (let told = false; ; told = true) {
      const refused = yield* Effect.result(claim)
      if (refused._tag === "Success") return
      if (!told) yield* Effect.logInfo(`${refused.failure.message} This one is ready to go on in its place.`)
      yield* Effect.sleep(settings.claimInterval)
    }
  })

  const open = Effect.gen(function* () {
    const { states, unreadable } = yield* store.load
    if (unreadable > 0) yield* Effect.logWarning(`${unreadable} ships are of another version and begin anew.`)
    return yield* openFleetDetector(states)
  }).pipe(Effect.provideContext(context))

  const listen = (watch: FleetDetector) =>
    Stream.runForEachArray(reports, (chunk) =>
      Effect.map(now, (at) => {
        for (const report of chunk) watch.receive(report, at)
      })
    )

  /** Stores what a watch has detected; what could not be stored is the next to be. */
  const storing = (watch: FleetDetector) => {
    let unstored: DetectionBatch | undefined
    const save = Effect.suspend(() => {
      unstored ??= watch.drain()
      return unstored.states.length === 0 && unstored.calls.length === 0
        ? Effect.succeed([])
        : store.save(unstored, leaseHolder)
    }).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          unstored = undefined
        })
      )
    )
    const last = Effect.andThen(save, save).pipe(
      Effect.andThen(store.release(leaseHolder)),
      Effect.timeout(FINAL_STORE_TIMEOUT),
      Effect.catch((error) => Effect.logWarning("What ships did last was not stored.", error))
    )
    return { now: persistUnlessLeaseLost(outage, save), last }
  }

  const every = <A, E>(interval: Duration.Input, work: Effect.Effect<A, E>): Effect.Effect<never, E> =>
    Effect.forever(Effect.andThen(Effect.sleep(interval), work))

  const settle = (watch: FleetDetector) =>
    Effect.map(now, (at) => watch.flushSilent(Instant.make(at - Duration.toMillis(settings.silenceDelay))))

  const forget = Effect.fnUntraced(function* (watch: FleetDetector) {
    const before = Instant.make((yield* now) - settings.retentionDays * DAY_MILLIS)
    watch.prune(before)
    yield* outage.persist(store.prune(before))
  })

  /** Watches until another process does. */
  const watching = Effect.gen(function* () {
    yield* claimed
    const { detector, refreshZones, refreshRegistry } = yield* outage.persist(open)
    yield* Effect.logInfo(`Watching ${detector.size} ships known from before, as ${leaseHolder}.`)
    const stored = storing(detector)
    const taken = yield* Effect.raceAllFirst([
      Effect.andThen(listen(detector), Effect.never),
      every(settings.claimInterval, claim),
      every(settings.storeInterval, Effect.andThen(stored.now, outage.persist(refreshZones))),
      every(settings.silenceCheckInterval, settle(detector)),
      every(settings.refreshInterval, Effect.andThen(outage.persist(refreshRegistry), forget(detector)))
    ]).pipe(
      Effect.onInterrupt(() => stored.last),
      Effect.flip
    )
    yield* Effect.logWarning(`${taken.message} It has taken the watch over, for this one gave no sign of life.`)
  })

  yield* Effect.forkScoped(supervised("The watch over ships", watching))
})

/**
 * Detects port calls in what is heard live, while the layer lives: stores what ships did as it goes, and goes on where it
 * stopped. Of several processes on one database one does so at a time; the feeds are listened to by that one alone.
 */
export const layer = (
  settings: FleetDetectionSettings,
  reports: Stream.Stream<VesselReport>
): Layer.Layer<never, never, VesselStateStore | ZoneStore | VesselRegistry | Gazetteer> =>
  Layer.effectDiscard(make(settings, reports))
