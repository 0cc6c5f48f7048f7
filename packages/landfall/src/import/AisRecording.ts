import { type OpenWatch, openWatch } from "@landfall/core/congestion/detection/OpenWatch"
import type { PortCallChange } from "@landfall/core/congestion/detection/PortCall"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import {
  type DetectedBatch,
  type FleetWatched,
  VesselStateStore
} from "@landfall/core/congestion/detection/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import type { StorageError } from "@landfall/core/faults/StorageError"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import { makeWatcherId } from "../service/AisFeeds.ts"

/** Ships of so many reports are stored once, and what was detected at least this often. */
const REPORTS_AT_ONCE = 500_000
const STORED_EVERY_MILLIS = 5_000

/** Longer than storing what was detected takes. */
const LEASE_MILLIS = 120_000

/** A running server has the watch, so that records cannot go on where its ships stand. */
export class ServerWatches extends Schema.TaggedError<ServerWatches>()("ServerWatches", { watcher: Schema.String }) {
  override get message(): string {
    return `Ships are watched live by ${this.watcher}: stop it to import what goes on where it stands, or import older records with --history beside it.`
  }
}

/** What came of reading records. Instants are those of the reports. */
export interface Recorded {
  readonly ships: number
  readonly reports: number
  readonly first: Option.Option<Instant>
  readonly last: Option.Option<Instant>
  /** How many calls began, changed or ended, by port. */
  readonly calls: ReadonlyMap<Unlocode, number>
  /** When each port was heard last. */
  readonly heard: ReadonlyMap<Unlocode, Instant>
  /** Positions left out, by reason. */
  readonly anomalies: ReadonlyMap<string, number>
}

/** Takes records in, one after the other, as one history. */
export interface Recorder {
  readonly take: <E, R>(
    reports: Stream.Stream<VesselReport, E, R>,
    told: Effect.Effect<void>
  ) => Effect.Effect<void, E | StorageError | ServerWatches, R>
  readonly end: Effect.Effect<Recorded, StorageError | ServerWatches>
}

type Save = (batch: DetectedBatch) => Effect.Effect<ReadonlyArray<PortCallChange>, StorageError | ServerWatches>

const makeRecorder = ({ watch }: OpenWatch, save: Save, isHistory: boolean): Recorder => {
  let [reports, sinceStored, storedAt] = [0, 0, Number.NaN]
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const ships = new Set<number>()
  const callIds = new Map<string, Unlocode>()
  const heard = new Map<Unlocode, Instant>()

  const store = Effect.suspend(() => {
    const batch = watch.drain()
    sinceStored = 0
    for (const { port, lastHeardAt } of batch.coverage) {
      if (Option.isSome(lastHeardAt)) heard.set(port, Instant.make(Math.max(heard.get(port) ?? 0, lastHeardAt.value)))
    }
    return Effect.map(save(batch), (changes) => {
      for (const { after } of changes) callIds.set(after.id, after.port)
    })
  })

  const takeAll = (chunk: ReadonlyArray<VesselReport>, now: Instant): void => {
    for (const report of chunk) {
      watch.take(report, now)
      ships.add(report.mmsi)
      if (report.at < first) first = report.at
      if (report.at > last) last = report.at
    }
    reports += chunk.length
    sinceStored += chunk.length
  }

  const take: Recorder["take"] = (stream, told) =>
    Stream.runForEachArray(
      stream,
      Effect.fnUntraced(function* (chunk) {
        const now = Math.floor(yield* Clock.currentTimeMillis)
        if (Number.isNaN(storedAt)) storedAt = now
        takeAll(chunk, Instant.make(now))
        yield* told
        if (sinceStored < REPORTS_AT_ONCE && now - storedAt < STORED_EVERY_MILLIS) return
        yield* store
        storedAt = Math.floor(yield* Clock.currentTimeMillis)
      })
    )

  const end = Effect.suspend(() => {
    watch.finish()
    if (isHistory) watch.endOpenCalls()
    return store
  }).pipe(
    Effect.map((): Recorded => {
      const calls = new Map<Unlocode, number>()
      for (const port of callIds.values()) calls.set(port, (calls.get(port) ?? 0) + 1)
      return {
        ships: ships.size,
        reports,
        first: reports === 0 ? Option.none() : Option.some(Instant.make(first)),
        last: reports === 0 ? Option.none() : Option.some(Instant.make(last)),
        calls,
        heard,
        anomalies: watch.anomalies
      }
    })
  )
  return { take, end }
}

const taken = ({ watcher }: FleetWatched) => new ServerWatches({ watcher })

/** Goes on where detection stands with each ship: records are read oldest first, and again without harm. */
const continuing = Effect.gen(function* () {
  const store = yield* VesselStateStore
  const watcher = yield* makeWatcherId
  const claim = store
    .claim(watcher, LEASE_MILLIS)
    .pipe(Effect.catchTag("FleetWatched", (error) => Effect.fail(taken(error))))
  yield* Effect.acquireRelease(claim, () =>
    Effect.catch(store.release(watcher), (error) => Effect.logWarning("The watch was not given back.", error))
  )
  const { states } = yield* store.load
  const save: Save = (batch) =>
    Effect.andThen(
      claim,
      Effect.catchTag(store.save(batch, watcher), "FleetWatched", (error) => Effect.fail(taken(error)))
    )
  return makeRecorder(yield* openWatch(states), save, false)
})

/** Begins with no ship known, and leaves what is known of ships as it is: only calls are stored, and days. */
const history = Effect.gen(function* () {
  const log = yield* PortCallLog
  const save: Save = ({ calls, coverage }) => Effect.tap(log.put(calls), () => log.cover(coverage))
  return makeRecorder(yield* openWatch([]), save, true)
})

/** Opens a recorder; its scope gives the watch back. */
export const recorder = (isHistory: boolean) => (isHistory ? history : continuing)
