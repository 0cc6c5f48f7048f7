import { type OpenFleetDetector, openFleetDetector } from "@landfall/core/congestion/detection/FleetDetector"
import type { PortCallChange } from "@landfall/core/congestion/detection/PortCall"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import {
  type DetectionBatch,
  type FleetLeaseHeld,
  VesselStateStore
} from "@landfall/core/congestion/detection/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import type { StorageError } from "@landfall/core/faults/StorageError"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import { makeDetectorId } from "../service/AisFeeds.ts"

/** Ships of so many reports are stored once, and what was detected at least this often. */
const REPORTS_PER_STORE = 500_000
const STORE_INTERVAL_MILLIS = 5_000

/** Longer than storing what was detected takes. */
const LEASE_MILLIS = 120_000

/** A running server has the watch, so that records cannot go on where its ships stand. */
export class LiveDetectionActive extends Schema.TaggedError<LiveDetectionActive>()("LiveDetectionActive", {
  watcher: Schema.String
}) {
  override get message(): string {
    return `Ships are watched live by ${this.watcher}: stop it to import what goes on where it stands, or import older records with --history beside it.`
  }
}

/** What came of reading records. Instants are those of the reports. */
export interface RecordingSummary {
  readonly ships: number
  readonly reports: number
  readonly first: Option.Option<Instant>
  readonly last: Option.Option<Instant>
  /** How many calls began, changed or ended, by port. */
  readonly calls: ReadonlyMap<Unlocode, number>
  /** When each port was heard last. */
  readonly lastReceived: ReadonlyMap<Unlocode, Instant>
  /** Positions left out, by reason. */
  readonly anomalies: ReadonlyMap<string, number>
}

/** Takes records in, one after the other, as one history. */
export interface AisRecorder {
  readonly record: <E, R>(
    reports: Stream.Stream<VesselReport, E, R>,
    told: Effect.Effect<void>
  ) => Effect.Effect<void, E | StorageError | LiveDetectionActive, R>
  readonly finish: Effect.Effect<RecordingSummary, StorageError | LiveDetectionActive>
}

type SaveBatch = (
  batch: DetectionBatch
) => Effect.Effect<ReadonlyArray<PortCallChange>, StorageError | LiveDetectionActive>

const makeRecorder = ({ detector }: OpenFleetDetector, save: SaveBatch, isHistory: boolean): AisRecorder => {
  let [reports, sinceStored, storedAt] = [0, 0, Number.NaN]
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const ships = new Set<number>()
  const callIds = new Map<string, Unlocode>()
  const heard = new Map<Unlocode, Instant>()

  const store = Effect.suspend(() => {
    const batch = detector.drain()
    sinceStored = 0
    for (const { port, lastReceivedAt } of batch.coverage) {
      if (Option.isSome(lastReceivedAt))
        heard.set(port, Instant.make(Math.max(heard.get(port) ?? 0, lastReceivedAt.value)))
    }
    return Effect.map(save(batch), (changes) => {
      for (const { after } of changes) callIds.set(after.id, after.port)
    })
  })

  const takeAll = (chunk: ReadonlyArray<VesselReport>, now: Instant): void => {
    for (const report of chunk) {
      detector.receive(report, now)
      ships.add(report.mmsi)
      if (report.at < first) first = report.at
      if (report.at > last) last = report.at
    }
    reports += chunk.length
    sinceStored += chunk.length
  }

  const take: AisRecorder["record"] = (stream, told) =>
    Stream.runForEachArray(
      stream,
      Effect.fnUntraced(function* (chunk) {
        const now = Math.floor(yield* Clock.currentTimeMillis)
        if (Number.isNaN(storedAt)) storedAt = now
        takeAll(chunk, Instant.make(now))
        yield* told
        if (sinceStored < REPORTS_PER_STORE && now - storedAt < STORE_INTERVAL_MILLIS) return
        yield* store
        storedAt = Math.floor(yield* Clock.currentTimeMillis)
      })
    )

  const end = Effect.suspend(() => {
    detector.flushAll()
    if (isHistory) detector.endOpenCalls()
    return store
  }).pipe(
    Effect.map((): RecordingSummary => {
      const calls = new Map<Unlocode, number>()
      for (const port of callIds.values()) calls.set(port, (calls.get(port) ?? 0) + 1)
      return {
        ships: ships.size,
        reports,
        first: reports === 0 ? Option.none() : Option.some(Instant.make(first)),
        last: reports === 0 ? Option.none() : Option.some(Instant.make(last)),
        calls,
        lastReceived: heard,
        anomalies: detector.anomalies
      }
    })
  )
  return { record: take, finish: end }
}

const toLiveDetectionActive = ({ watcher }: FleetLeaseHeld) => new LiveDetectionActive({ watcher })

/** Goes on where detection stands with each ship: records are read oldest first, and again without harm. */
const openContinuingRecorder = Effect.gen(function* () {
  const store = yield* VesselStateStore
  const watcher = yield* makeDetectorId
  const claim = store
    .claim(watcher, LEASE_MILLIS)
    .pipe(Effect.catchTag("FleetLeaseHeld", (error) => Effect.fail(toLiveDetectionActive(error))))
  yield* Effect.acquireRelease(claim, () =>
    Effect.catch(store.release(watcher), (error) => Effect.logWarning("The watch was not given back.", error))
  )
  const { states } = yield* store.load
  const save: SaveBatch = (batch) =>
    Effect.andThen(
      claim,
      Effect.catchTag(store.save(batch, watcher), "FleetLeaseHeld", (error) =>
        Effect.fail(toLiveDetectionActive(error))
      )
    )
  return makeRecorder(yield* openFleetDetector(states), save, false)
})

/** Begins with no ship known, and leaves what is known of ships as it is: only calls are stored, and days. */
const openHistoryRecorder = Effect.gen(function* () {
  const log = yield* PortCallLog
  const save: SaveBatch = ({ calls, coverage }) => Effect.tap(log.put(calls), () => log.addCoverage(coverage))
  return makeRecorder(yield* openFleetDetector([]), save, true)
})

/** Opens a recorder; its scope gives the watch back. */
export const openRecorder = (isHistory: boolean) => (isHistory ? openHistoryRecorder : openContinuingRecorder)
