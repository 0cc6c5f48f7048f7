import type { PortCallChange, PortCallId } from "@landfall/core/congestion/detection/PortCall"
import { latestReceived } from "@landfall/core/congestion/detection/PortCoverage"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { DetectorId, FleetLeaseHeld } from "@landfall/core/congestion/fleet/FleetLease"
import { type OpenFleetDetector, openFleetDetector } from "@landfall/core/congestion/fleet/OpenFleetDetector"
import { type DetectionBatch, VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Clock, Effect, Option, Schema, Stream } from "effect"

/** A batch is stored after this many reports, or after this time, whichever comes first. */
const REPORTS_PER_BATCH = 500_000
const STORE_INTERVAL_MILLIS = 5_000

/** The fleet lease is longer than storing a batch takes; each batch renews it. */
const LEASE_MILLIS = 120_000

/** The maximum number of vessels of a recording, with those that are stored: about 1.7 GB of memory. Chosen here. */
const MAX_RECORDED_VESSELS = 1_000_000

/** The result of a recording. Instants are those of the reports. */
export interface RecordingSummary {
  readonly vessels: number
  readonly reports: number
  /** The earliest and the latest instant of the reports. */
  readonly first: Option.Option<Instant>
  readonly last: Option.Option<Instant>
  /** The number of port calls that began, changed or ended, by port. */
  readonly calls: ReadonlyMap<Unlocode, number>
  /** The number of vessels that wait at an anchorage that ports share, without a call yet. */
  readonly waiting: number
  /** The instant of the last position in each port. */
  readonly lastReceived: ReadonlyMap<Unlocode, Instant>
  /** The number of positions that detection skipped, and of reports of vessels beyond the limit, by reason. */
  readonly anomalies: ReadonlyMap<string, number>
}

/** Records AIS reports of the past: detects port calls in them, by the instants of the reports, and stores the calls. */
export interface AisRecorder {
  /**
   * Records reports, oldest first; `onProgress` runs after each chunk. Several streams are recorded one after the other,
   * as one history.
   */
  readonly record: <E, R>(
    reports: Stream.Stream<VesselReport, E, R>,
    onProgress: Effect.Effect<void>
  ) => Effect.Effect<void, E | RecordingError, R>
  /** Detects the calls that wait for later positions, stores the remaining detections, and returns the summary. */
  readonly finish: Effect.Effect<RecordingSummary, RecordingError>
}

/** A recording of history contains a day that the log of a port contains already. */
export class HistoryOverlap extends Schema.TaggedError<HistoryOverlap>()("HistoryOverlap", {
  port: Unlocode,
  day: Schema.String
}) {
  override get message(): string {
    return `The port ${this.port} has positions of ${this.day} already, and its vessels would be counted twice: import only days before or after them with --history, or import without --history, which skips known positions.`
  }
}

/** After every instant. */
const MAX_INSTANT = Instant.make(8_640_000_000_000_000)

type RecordingError = StorageError | FleetLeaseHeld | HistoryOverlap

type SaveBatch = (batch: DetectionBatch) => Effect.Effect<ReadonlyArray<PortCallChange>, RecordingError>

const countByPort = (ports: Iterable<Unlocode>): ReadonlyMap<Unlocode, number> => {
  const counts = new Map<Unlocode, number>()
  for (const port of ports) counts.set(port, (counts.get(port) ?? 0) + 1)
  return counts
}

/** The counts of a recording. */
class RecordingTally {
  reports = 0
  readonly #vessels = new Set<MmsiInteger>()
  readonly #portOfCall = new Map<PortCallId, Unlocode>()
  readonly #waits = new Set<MmsiInteger>()
  readonly #lastReceived = new Map<Unlocode, Instant>()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  addReport({ at, mmsi }: VesselReport): void {
    this.reports += 1
    this.#vessels.add(mmsi)
    if (at < this.#first) this.#first = at
    if (at > this.#last) this.#last = at
  }

  addCoverage({ coverage }: DetectionBatch): void {
    for (const { port, lastReceivedAt } of coverage) {
      const latest = latestReceived(Option.fromUndefinedOr(this.#lastReceived.get(port)), lastReceivedAt)
      if (Option.isSome(latest)) this.#lastReceived.set(port, latest.value)
    }
  }

  addChanges(changes: ReadonlyArray<PortCallChange>): void {
    for (const { after } of changes) {
      const { assignment, endedAt, id, port, vessel } = after
      if (assignment === undefined) this.#portOfCall.set(id, port)
      else if (assignment !== "withdrawn" && Option.isSome(vessel.mmsi)) {
        if (Option.isNone(endedAt)) this.#waits.add(vessel.mmsi.value)
        else this.#waits.delete(vessel.mmsi.value)
      }
    }
  }

  summary(anomalies: ReadonlyMap<string, number>): RecordingSummary {
    const isEmpty = this.reports === 0
    return {
      vessels: this.#vessels.size,
      reports: this.reports,
      first: isEmpty ? Option.none() : Option.some(Instant.make(this.#first)),
      last: isEmpty ? Option.none() : Option.some(Instant.make(this.#last)),
      calls: countByPort(this.#portOfCall.values()),
      waiting: this.#waits.size,
      lastReceived: this.#lastReceived,
      anomalies
    }
  }
}

const makeRecorder = (
  { detector }: OpenFleetDetector,
  save: SaveBatch,
  beforeFinish: Effect.Effect<void>,
  maxVessels: number
) => {
  const tally = new RecordingTally()
  let skippedReports = 0
  let storedReports = 0
  let storedAt: number | undefined

  const store = Effect.suspend(() => {
    const batch = detector.drain()
    storedReports = tally.reports
    tally.addCoverage(batch)
    return Effect.map(save(batch), (changes) => tally.addChanges(changes))
  })

  const recordChunk = Effect.fnUntraced(function* (chunk: ReadonlyArray<VesselReport>) {
    const now = Instant.make(Math.floor(yield* Clock.currentTimeMillis))
    storedAt ??= now
    for (const report of chunk) {
      if (detector.size >= maxVessels && !detector.states.has(report.mmsi)) {
        skippedReports++
        continue
      }
      detector.receive(report, now)
      tally.addReport(report)
    }
    return tally.reports - storedReports >= REPORTS_PER_BATCH || now - storedAt >= STORE_INTERVAL_MILLIS
  })

  const recorder: AisRecorder = {
    record: (reports, onProgress) =>
      Stream.runForEachArray(
        reports,
        Effect.fnUntraced(function* (chunk) {
          const isBatchDue = yield* recordChunk(chunk)
          yield* onProgress
          if (!isBatchDue) return
          yield* store
          storedAt = Math.floor(yield* Clock.currentTimeMillis)
        })
      ),
    finish: Effect.gen(function* () {
      detector.flushAll()
      yield* beforeFinish
      yield* store
      return tally.summary(
        skippedReports === 0
          ? detector.anomalies
          : new Map([...detector.anomalies, ["too_many_vessels", skippedReports]])
      )
    })
  }
  return recorder
}

/**
 * Opens a recorder that continues from the stored state of each vessel, as live detection does: positions older than
 * that state are skipped, so that recording the same file again counts nothing twice. Holds the fleet lease until the
 * scope closes; fails with `FleetLeaseHeld` while another process, such as a server with live AIS, holds it. Reports of
 * vessels beyond `maxVessels` are skipped and counted.
 */
export const openContinuingRecorder = Effect.fn("AisRecorder.openContinuing")(function* (
  detectorId: DetectorId,
  maxVessels = MAX_RECORDED_VESSELS
) {
  const store = yield* VesselStateStore
  const claim = store.claim(detectorId, LEASE_MILLIS)
  yield* Effect.acquireRelease(claim, () =>
    Effect.catch(store.release(detectorId), (error) =>
      Effect.logWarning("The fleet lease could not be released; it expires after 2 minutes.", error)
    )
  )
  const { states } = yield* store.load
  const save: SaveBatch = (batch) => Effect.andThen(claim, store.save(batch, detectorId))
  return makeRecorder(yield* openFleetDetector(states), save, Effect.void, maxVessels)
})

/**
 * Opens a recorder of older history: every vessel begins without state, and the stored states remain unchanged, so that
 * live detection is not affected. Calls that are open at the end of the recording are lost: the departure is unknown.
 * Fails with `HistoryOverlap` when a port has positions of the same day already.
 */
export const openHistoryRecorder = Effect.gen(function* () {
  const log = yield* PortCallLog
  const open = yield* openFleetDetector([])
  const daysByPort = new Map<Unlocode, ReadonlySet<number>>()
  const storedDaysOf = Effect.fnUntraced(function* (port: Unlocode) {
    const days = daysByPort.get(port) ?? new Set((yield* log.changes(port, 0, MAX_INSTANT)).coverage.days)
    daysByPort.set(port, days)
    return days
  })
  /** The log must not contain a day of the recording: its vessels would be counted twice. */
  const rejectKnownDays = Effect.fnUntraced(function* (coverage: DetectionBatch["coverage"]) {
    for (const { days, port } of coverage) {
      const stored = yield* storedDaysOf(port)
      const day = days.find((one) => stored.has(one))
      if (day !== undefined)
        return yield* new HistoryOverlap({ port, day: isoOf(Instant.make(day * DAY_MILLIS)).slice(0, 10) })
    }
  })
  const save: SaveBatch = ({ calls, coverage }) =>
    Effect.andThen(
      rejectKnownDays(coverage),
      Effect.tap(log.put(calls), () => log.addCoverage(coverage))
    )
  return makeRecorder(
    open,
    save,
    Effect.sync(() => open.detector.loseOpenCalls()),
    MAX_RECORDED_VESSELS
  )
})
