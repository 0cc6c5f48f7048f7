import { FORGET_DAYS } from "@landfall/core/congestion/detection/Detection"
import type { FleetWatch } from "@landfall/core/congestion/detection/FleetWatch"
import { openWatch } from "@landfall/core/congestion/detection/OpenWatch"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import {
  type DetectedBatch,
  type FleetWatched,
  VesselStateStore,
  type WatcherId
} from "@landfall/core/congestion/detection/VesselStateStore"
import type { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { StorageError } from "@landfall/core/faults/StorageError"
import type { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { DAY_MILLIS, Instant } from "@landfall/core/time/Instant"
import type { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { Clock, Duration, Effect, Layer, Stream } from "effect"
import { makeStorageOutage, type StorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

export interface FleetWatcherSettings {
  readonly watcher: WatcherId
  /** How long the watch is this process's without a sign of life. Another one goes on after as long. */
  readonly leaseMillis: number
  /** How often the watch is prolonged, and asked for while another process has it. */
  readonly claimEvery: Duration.Input
  /** How often what was detected is stored: after a crash so much is detected again, or lost where the feed is live. */
  readonly storeEvery: Duration.Input
  /** How often ships that fell silent are looked at, and how long after their last position. */
  readonly settleEvery: Duration.Input
  readonly settleAfter: Duration.Input
  /** How often what ships carry is read again from the registry, and ships are forgotten. */
  readonly refreshEvery: Duration.Input
  /** How long a ship is remembered that is not heard. Its calls stay, and end when it was heard last. */
  readonly rememberDays: number
}

export const defaultFleetWatcherSettings = (watcher: WatcherId): FleetWatcherSettings => ({
  watcher,
  leaseMillis: 30_000,
  claimEvery: "5 seconds",
  storeEvery: "1 second",
  settleEvery: "1 minute",
  // Positions wait for those before them for ten minutes (`WINDOW_SECONDS`).
  settleAfter: "10 minutes",
  refreshEvery: "10 minutes",
  rememberDays: FORGET_DAYS
})

/** How long what is left may take to be stored when the process ends. */
const LAST_STORE = Duration.seconds(5)

const now = Effect.map(Clock.currentTimeMillis, (millis) => Instant.make(Math.floor(millis)))

/** A failure that is an outcome: it is handed on while an outage of the storage is waited for. */
const persistUnlessWatched = <A>(outage: StorageOutage, effect: Effect.Effect<A, FleetWatched | StorageError>) =>
  Effect.flatMap(
    outage.persist(
      Effect.matchEffect(effect, {
        onSuccess: (value) => Effect.succeed(Effect.succeed(value)),
        onFailure: (error) =>
          error instanceof StorageError ? Effect.fail(error) : Effect.succeed(Effect.fail<FleetWatched>(error))
      })
    ),
    (outcome): Effect.Effect<A, FleetWatched> => outcome
  )

const make = Effect.fnUntraced(function* (settings: FleetWatcherSettings, reports: Stream.Stream<VesselReport>) {
  const store = yield* VesselStateStore
  const context = yield* Effect.context<VesselStateStore | ZoneStore | VesselRegistry | Gazetteer>()
  const outage = makeStorageOutage("What ships did waits")
  const { watcher, leaseMillis } = settings

  const claim = persistUnlessWatched(outage, store.claim(watcher, leaseMillis))

  /** Waits until the watch is this process's. */
  const claimed = Effect.gen(function* () {
    for (let told = false; ; told = true) {
      const refused = yield* Effect.result(claim)
      if (refused._tag === "Success") return
      if (!told) yield* Effect.logInfo(`${refused.failure.message} This one is ready to go on in its place.`)
      yield* Effect.sleep(settings.claimEvery)
    }
  })

  const open = Effect.gen(function* () {
    const { states, unreadable } = yield* store.load
    if (unreadable > 0) yield* Effect.logWarning(`${unreadable} ships are of another version and begin anew.`)
    return yield* openWatch(states)
  }).pipe(Effect.provideContext(context))

  const listen = (watch: FleetWatch) =>
    Stream.runForEachArray(reports, (chunk) =>
      Effect.map(now, (at) => {
        for (const report of chunk) watch.take(report, at)
      })
    )

  /** Stores what a watch has detected; what could not be stored is the next to be. */
  const storing = (watch: FleetWatch) => {
    let unstored: DetectedBatch | undefined
    const save = Effect.suspend(() => {
      unstored ??= watch.drain()
      return unstored.states.length === 0 && unstored.calls.length === 0
        ? Effect.succeed([])
        : store.save(unstored, watcher)
    }).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          unstored = undefined
        })
      )
    )
    const last = Effect.andThen(save, save).pipe(
      Effect.andThen(store.release(watcher)),
      Effect.timeout(LAST_STORE),
      Effect.catch((error) => Effect.logWarning("What ships did last was not stored.", error))
    )
    return { now: persistUnlessWatched(outage, save), last }
  }

  const every = <A, E>(interval: Duration.Input, work: Effect.Effect<A, E>): Effect.Effect<never, E> =>
    Effect.forever(Effect.andThen(Effect.sleep(interval), work))

  const settle = (watch: FleetWatch) =>
    Effect.map(now, (at) => watch.settle(Instant.make(at - Duration.toMillis(settings.settleAfter))))

  const forget = Effect.fnUntraced(function* (watch: FleetWatch) {
    const before = Instant.make((yield* now) - settings.rememberDays * DAY_MILLIS)
    watch.forget(before)
    yield* outage.persist(store.forget(before))
  })

  /** Watches until another process does. */
  const watching = Effect.gen(function* () {
    yield* claimed
    const { watch, refreshZones, refreshShips } = yield* outage.persist(open)
    yield* Effect.logInfo(`Watching ${watch.size} ships known from before, as ${watcher}.`)
    const stored = storing(watch)
    const taken = yield* Effect.raceAllFirst([
      Effect.andThen(listen(watch), Effect.never),
      every(settings.claimEvery, claim),
      every(settings.storeEvery, Effect.andThen(stored.now, outage.persist(refreshZones))),
      every(settings.settleEvery, settle(watch)),
      every(settings.refreshEvery, Effect.andThen(outage.persist(refreshShips), forget(watch)))
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
  settings: FleetWatcherSettings,
  reports: Stream.Stream<VesselReport>
): Layer.Layer<never, never, VesselStateStore | ZoneStore | VesselRegistry | Gazetteer> =>
  Layer.effectDiscard(make(settings, reports))
