import { Clock, Context, Effect, Layer, Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import type { PortCall } from "../detection/PortCall.ts"
import { MEAN_DAYS } from "../detection/PortCoverage.ts"
import { PortCallLog, type PortChanges } from "../ledger/PortCallLog.ts"
import { listedCalls, removeSuperseded } from "../ledger/PortCallTimeline.ts"
import { inputsOver, ledgerAsOf, PortLedger, TIME_IN_PORT_DAYS } from "../ledger/PortLedger.ts"
import { decodePortLedger, encodePortLedger } from "../ledger/PortLedgerCodec.ts"
import { anchorageIdsOf, areaOriginOf, PortAreaSource } from "../zones/PortAreas.ts"
import { type BerthCapacity, ZoneStore } from "../zones/ZoneStore.ts"
import { type BerthSettings, computeCongestion } from "./ComputeCongestion.ts"
import type { CongestionAggregate } from "./CongestionAggregate.ts"

/** The time in milliseconds that figures may lag behind what other processes have stored. */
const CACHE_MILLIS = 1000

/** The maximum number of cached ports, 20 to 100 KB each. */
const MAX_CACHED_PORTS = 2000

/** The cached state of a port. */
interface CachedPort {
  readonly ledger: PortLedger
  readonly revision: number
  readonly settings: BerthSettings
  readonly settingsRevision: number
  readonly checkedAt: number
  /** Its figures at `checkedAt`; none without data. */
  readonly figures: Option.Option<CongestionAggregate>
}

/** A ledger built from more calls than this is stored, so that the next process reads fewer. */
const MAX_UNSAVED_CALLS = 100

/** A ledger, its revision, and the number of calls read to build it. */
interface LoadedLedger {
  readonly ledger: PortLedger
  readonly revision: number
  readonly callsRead: number
}

const berthsByClass = (berths: ReadonlyArray<BerthCapacity>): BerthSettings["berths"] =>
  Object.fromEntries(berths.map((capacity) => [capacity.vesselClass, capacity.berths]))

/** The start of the history that figures depend on: calls that ended before it do not change them. */
const historyStart = (instant: Instant): Instant => Instant.make(instant - (MEAN_DAYS + 1) * DAY_MILLIS)

/**
 * A ledger no longer holds the details of older calls, nor which calls a report supersedes: when one of those changes,
 * the ledger is built again.
 */
const isCorrection = ({ calls }: PortChanges, now: Instant): boolean =>
  calls.some(
    ({ endedAt, source }) =>
      source === "report" || Option.exists(endedAt, (at) => at < now - TIME_IN_PORT_DAYS * DAY_MILLIS)
  )

/** Caches the state of a port as the newest, and removes the oldest beyond the limit. */
const cachePort = (cache: Map<Unlocode, CachedPort>, port: Unlocode, state: CachedPort): void => {
  cache.delete(port)
  cache.set(port, state)
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED_PORTS) break
    cache.delete(oldest)
  }
}

/** The period of calls, and at least that from `from` to `to`. */
const spanOf = (calls: ReadonlyArray<PortCall>, from: Instant, to: Instant): readonly [from: Instant, to: Instant] => {
  const ends = calls.map(({ endedAt, lastReceivedAt }) => Option.getOrElse(endedAt, () => lastReceivedAt))
  const first = calls.reduce((least, { startedAt }) => Math.min(least, startedAt), Number(from))
  return [Instant.make(first), Instant.make(ends.reduce((most, end) => Math.max(most, end), Number(to)))]
}

/** Computes the figures of ports from the port call log, with a cache. */
export class PortCongestion extends Context.Service<
  PortCongestion,
  {
    /** Returns the present figures of a port, at most a second behind the log; none without data. */
    readonly now: (port: Unlocode) => Effect.Effect<Option.Option<CongestionAggregate>, StorageError>
    /** Returns the figures of a port as they were at an instant; none before its data. */
    readonly asOf: (port: Unlocode, asOf: Instant) => Effect.Effect<Option.Option<CongestionAggregate>, StorageError>
    /** Returns the figures of a port at several instants in ascending order, without those before its data. */
    readonly history: (
      port: Unlocode,
      times: ReadonlyArray<Instant>
    ) => Effect.Effect<ReadonlyArray<CongestionAggregate>, StorageError>
    /** Stores the present ledger of a port, so that the first request of another process is fast. */
    readonly saveLedger: (port: Unlocode) => Effect.Effect<void, StorageError>
    /**
     * Returns the calls open at any time from `from` to `to`, oldest first, without those that a reported call
     * supersedes.
     */
    readonly calls: (port: Unlocode, from: Instant, to: Instant) => Effect.Effect<ReadonlyArray<PortCall>, StorageError>
  }
>()("@landfall/core/congestion/figures/PortCongestion") {
  static readonly layer = Layer.effect(
    PortCongestion,
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const zones = yield* ZoneStore
      const areas = yield* PortAreaSource
      const cache = new Map<Unlocode, CachedPort>()

      const readSettings = Effect.fnUntraced(function* (port: Unlocode) {
        const operatorZones = yield* zones.list(Option.some(port))
        const settings: BerthSettings = {
          berths: berthsByClass(yield* zones.berths(port)),
          hasBerthZones: operatorZones.some(({ kind, status }) => kind === "BERTH" && status === "accepted"),
          area: areaOriginOf(port, yield* areas, operatorZones),
          anchorages: anchorageIdsOf(port, yield* areas, operatorZones)
        }
        return settings
      })

      const buildLedger = Effect.fnUntraced(function* (port: Unlocode, now: Instant) {
        const { revision, coverage, calls } = yield* log.changes(port, 0, historyStart(now))
        const current: LoadedLedger = { revision, ledger: ledgerAsOf(coverage, calls, now), callsRead: calls.length }
        return current
      })

      const updateLedger = Effect.fnUntraced(function* (
        port: Unlocode,
        cached: Omit<LoadedLedger, "callsRead">,
        now: Instant
      ) {
        const changes = yield* log.changes(port, cached.revision, historyStart(now))
        if (isCorrection(changes, now)) return yield* buildLedger(port, now)
        cached.ledger.addCoverage(changes.coverage)
        for (const call of changes.calls) cached.ledger.put(call, Option.none())
        const current: LoadedLedger = {
          revision: changes.revision,
          ledger: cached.ledger,
          callsRead: changes.calls.length
        }
        return current
      })

      /**
       * Loads the stored ledger and applies the changes since; builds it from every call of a year when none is stored.
       */
      const loadLedger = Effect.fnUntraced(function* (port: Unlocode, now: Instant) {
        const stored = Option.getOrUndefined(yield* log.findLedger(port))
        const contents = stored === undefined ? undefined : Option.getOrUndefined(decodePortLedger(stored.text))
        return stored === undefined || contents === undefined
          ? yield* buildLedger(port, now)
          : yield* updateLedger(port, { ledger: PortLedger.fromContents(contents), revision: stored.revision }, now)
      })

      const store = (port: Unlocode, { revision, ledger }: LoadedLedger, now: Instant) =>
        log.saveLedger(port, { revision, text: encodePortLedger(ledger.contents(now)) })

      /** Loads a ledger for the first request, and stores it when many calls were read. */
      const loadAndStore = Effect.fnUntraced(function* (port: Unlocode, now: Instant) {
        const current = yield* loadLedger(port, now)
        if (current.callsRead > MAX_UNSAVED_CALLS) {
          yield* Effect.catch(store(port, current, now), (error) =>
            Effect.logWarning(
              `Could not store the ledger of ${port}; every process rebuilds it from the port calls.`,
              error
            )
          )
        }
        return current
      })

      const readFigures = Effect.fnUntraced(function* (port: Unlocode, now: Instant) {
        const cached = cache.get(port)
        const settingsRevision = yield* zones.revision
        const settings = cached?.settingsRevision === settingsRevision ? cached.settings : yield* readSettings(port)
        const state = yield* cached === undefined ? loadAndStore(port, now) : updateLedger(port, cached, now)
        const figures = state.ledger.isEmpty
          ? Option.none()
          : Option.some(computeCongestion(state.ledger.inputsAt(now), settings))
        cachePort(cache, port, { ...state, settings, settingsRevision, checkedAt: now, figures })
        return figures
      })

      // Nearly every request finds current figures, so that this is written without generators.
      const now = (port: Unlocode) =>
        Effect.flatMap(Clock.currentTimeMillis, (millis) => {
          const cached = cache.get(port)
          return cached !== undefined && millis - cached.checkedAt < CACHE_MILLIS
            ? Effect.succeed(cached.figures)
            : readFigures(port, Instant.make(millis))
        })

      const history = Effect.fn("PortCongestion.history")(function* (port: Unlocode, times: ReadonlyArray<Instant>) {
        const [first] = times
        if (first === undefined) return []
        const { coverage, calls } = yield* log.changes(port, 0, historyStart(first))
        const settings = yield* readSettings(port)
        return inputsOver(coverage, calls, times).flatMap((inputs) =>
          inputs.coveredDays + inputs.open.length + inputs.waits.length === 0
            ? []
            : [computeCongestion(inputs, settings)]
        )
      })

      /** A call that extends beyond the interval may be superseded by one outside it. */
      const calls = Effect.fn("PortCongestion.calls")(function* (port: Unlocode, from: Instant, to: Instant) {
        const underWay = listedCalls(yield* log.calls(port, from, to), to)
        const [first, last] = spanOf(underWay, from, to)
        if (first === from && last === to) return removeSuperseded(underWay)
        const requested = new Set(underWay.map(({ id }) => id))
        return removeSuperseded(yield* log.calls(port, first, last)).filter(({ id }) => requested.has(id))
      })

      const saveLedger = Effect.fn("PortCongestion.saveLedger")(function* (port: Unlocode) {
        const instant = Instant.make(Math.floor(yield* Clock.currentTimeMillis))
        yield* store(port, yield* loadLedger(port, instant), instant)
      })

      return PortCongestion.of({
        saveLedger,
        now,
        asOf: (port, asOf) => Effect.map(history(port, [asOf]), ([aggregate]) => Option.fromUndefinedOr(aggregate)),
        history,
        calls
      })
    })
  )
}
