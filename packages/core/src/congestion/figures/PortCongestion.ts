import { Clock, Context, Effect, Layer, Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS, Instant } from "../../time/Instant.ts"
import type { PortCall } from "../detection/PortCall.ts"
import { MEAN_DAYS } from "../detection/PortCoverage.ts"
import { type BerthCapacity, ZoneStore } from "../zones/ZoneStore.ts"
import { type BerthSettings, computeCongestion } from "./ComputeCongestion.ts"
import type { CongestionAggregate } from "./CongestionAggregate.ts"
import { PortCallLog, type PortChanges } from "./PortCallLog.ts"
import { inputsOver, ledgerAsOf, PortLedger, removeOutranked, TIME_IN_PORT_DAYS } from "./PortLedger.ts"
import { decodePortLedger, encodePortLedger } from "./PortLedgerCodec.ts"

/** How long an answer may be behind what other processes have stored. */
const CACHE_MILLIS = 1000

/** As many ports are kept ready, 20 to 100 KB each. */
const MAX_CACHED_PORTS = 2000

/** A port as it was when it was looked at last. */
interface CachedPort {
  readonly ledger: PortLedger
  readonly revision: number
  readonly settings: BerthSettings
  readonly settingsRevision: number
  readonly checkedAt: number
  /** Its figures at `checkedAt`; none when it was never heard. */
  readonly figures: Option.Option<CongestionAggregate>
}

/** With so many calls to be read one by one, a ledger is worth being kept anew. */
const MAX_UNSAVED_CALLS = 100

/** A ledger, the revision that it is of, and how many calls were read for it. */
interface LoadedLedger {
  readonly ledger: PortLedger
  readonly revision: number
  readonly callsRead: number
}

const settingsOf = (berths: ReadonlyArray<BerthCapacity>, hasBerthZones: boolean): BerthSettings => ({
  berths: Object.fromEntries(berths.map((capacity) => [capacity.vesselClass, capacity.berths])),
  hasBerthZones
})

/** Calls that began earlier than the year that figures rest on, and ended before it, change nothing. */
const historyStart = (instant: Instant): Instant => Instant.make(instant - (MEAN_DAYS + 1) * DAY_MILLIS)

/** The figures of ports and the calls behind them, from the log. */
export class PortCongestion extends Context.Service<
  PortCongestion,
  {
    /** How congested a port is now, at most a second behind the log; none when it was never heard. */
    readonly now: (port: Unlocode) => Effect.Effect<Option.Option<CongestionAggregate>, StorageError>
    /** How congested it was at an instant; none when it had not been heard by then. */
    readonly asOf: (port: Unlocode, asOf: Instant) => Effect.Effect<Option.Option<CongestionAggregate>, StorageError>
    /** How congested it was at several instants, given in order; those before it was first heard are left out. */
    readonly history: (
      port: Unlocode,
      times: ReadonlyArray<Instant>
    ) => Effect.Effect<ReadonlyArray<CongestionAggregate>, StorageError>
    /** Keeps the port's ledger in the log as it is now, so that whoever asks first is answered at once. */
    readonly saveLedger: (port: Unlocode) => Effect.Effect<void, StorageError>
    /** The calls that count, oldest first: those under way at any time from `from` to `to`. */
    readonly calls: (port: Unlocode, from: Instant, to: Instant) => Effect.Effect<ReadonlyArray<PortCall>, StorageError>
  }
>()("@landfall/core/congestion/figures/PortCongestion") {
  static readonly layer = Layer.effect(
    PortCongestion,
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const zones = yield* ZoneStore
      const known = new Map<Unlocode, CachedPort>()

      const readSettings = Effect.fnUntraced(function* (port: Unlocode) {
        const drawn = yield* zones.list(Option.some(port))
        const hasBerths = drawn.some(({ kind, status }) => kind === "BERTH" && status === "accepted")
        return settingsOf(yield* zones.berths(port), hasBerths)
      })

      const remember = (port: Unlocode, state: CachedPort): CachedPort => {
        known.delete(port)
        known.set(port, state)
        for (const oldest of known.keys()) {
          if (known.size <= MAX_CACHED_PORTS) break
          known.delete(oldest)
        }
        return state
      }

      /**
       * A ledger forgets what older calls were, and which ones a report outranks: one of them that changes has it made
       * again.
       */
      const isCorrection = ({ calls }: PortChanges, now: Instant): boolean =>
        calls.some(
          ({ endedAt, source }) =>
            source === "report" || Option.exists(endedAt, (at) => at < now - TIME_IN_PORT_DAYS * DAY_MILLIS)
        )

      const everything = Effect.fnUntraced(function* (port: Unlocode, now: Instant) {
        const { revision, coverage, calls } = yield* log.changes(port, 0, historyStart(now))
        const current: LoadedLedger = { revision, ledger: ledgerAsOf(coverage, calls, now), callsRead: calls.length }
        return current
      })

      const upToDate = Effect.fnUntraced(function* (
        port: Unlocode,
        before: Omit<LoadedLedger, "callsRead">,
        now: Instant
      ) {
        const changes = yield* log.changes(port, before.revision, historyStart(now))
        if (isCorrection(changes, now)) return yield* everything(port, now)
        before.ledger.addCoverage(changes.coverage)
        for (const call of changes.calls) before.ledger.put(call, Option.none())
        const current: LoadedLedger = {
          revision: changes.revision,
          ledger: before.ledger,
          callsRead: changes.calls.length
        }
        return current
      })

      /** From the ledger that is kept and what has changed since; from every call of a year where there is none. */
      const load = Effect.fnUntraced(function* (port: Unlocode, now: Instant) {
        const kept = Option.getOrUndefined(yield* log.findLedger(port))
        const contents = kept === undefined ? undefined : Option.getOrUndefined(decodePortLedger(kept.text))
        return kept === undefined || contents === undefined
          ? yield* everything(port, now)
          : yield* upToDate(port, { ledger: PortLedger.fromContents(contents), revision: kept.revision }, now)
      })

      const store = (port: Unlocode, { revision, ledger }: LoadedLedger, now: Instant) =>
        log.saveLedger(port, { revision, text: encodePortLedger(ledger.contents(now)) })

      /** As `load` for whoever asks first: the next to do so will not read as much again. */
      const loadFirst = Effect.fnUntraced(function* (port: Unlocode, now: Instant) {
        const current = yield* load(port, now)
        if (current.callsRead > MAX_UNSAVED_CALLS) {
          yield* Effect.catch(store(port, current, now), (error) =>
            Effect.logWarning(`The ledger of ${port} was not kept: it is made again each time.`, error)
          )
        }
        return current
      })

      const look = Effect.fnUntraced(function* (port: Unlocode, now: Instant) {
        const before = known.get(port)
        if (before !== undefined && now - before.checkedAt < CACHE_MILLIS) return before
        const settingsRevision = yield* zones.revision
        const settings = before?.settingsRevision === settingsRevision ? before.settings : yield* readSettings(port)
        const state = yield* before === undefined ? loadFirst(port, now) : upToDate(port, before, now)
        const figures = state.ledger.isEmpty
          ? Option.none()
          : Option.some(computeCongestion(state.ledger.inputsAt(now), settings))
        return remember(port, { ...state, settings, settingsRevision, checkedAt: now, figures })
      })

      const now = Effect.fnUntraced(function* (port: Unlocode) {
        const instant = Instant.make(yield* Clock.currentTimeMillis)
        const { figures } = yield* look(port, instant)
        return figures
      })

      const history = Effect.fn("PortCongestion.history")(function* (port: Unlocode, times: ReadonlyArray<Instant>) {
        const [first] = times
        if (first === undefined) return []
        const { coverage, calls } = yield* log.changes(port, 0, historyStart(first))
        const settings = yield* readSettings(port)
        return inputsOver(coverage, calls, times).flatMap((facts) =>
          facts.coveredDays === 0 ? [] : [computeCongestion(facts, settings)]
        )
      })

      /** Of a call that reaches out of the time, what outranks it may lie outside. */
      const calls = Effect.fn("PortCongestion.calls")(function* (port: Unlocode, from: Instant, to: Instant) {
        const underWay = yield* log.calls(port, from, to)
        const first = underWay.reduce((least, { startedAt }) => Math.min(least, startedAt), Number(from))
        const ends = underWay.map(({ endedAt, lastHeardAt }) => Option.getOrElse(endedAt, () => lastHeardAt))
        const last = ends.reduce((most, end) => Math.max(most, end), Number(to))
        if (first === from && last === to) return removeOutranked(underWay)
        const asked = new Set(underWay.map(({ id }) => id))
        return removeOutranked(yield* log.calls(port, Instant.make(first), Instant.make(last))).filter(({ id }) =>
          asked.has(id)
        )
      })

      const keep = Effect.fn("PortCongestion.keep")(function* (port: Unlocode) {
        const instant = Instant.make(Math.floor(yield* Clock.currentTimeMillis))
        yield* store(port, yield* load(port, instant), instant)
      })

      return PortCongestion.of({
        saveLedger: keep,
        now,
        asOf: (port, asOf) => Effect.map(history(port, [asOf]), ([aggregate]) => Option.fromUndefinedOr(aggregate)),
        history,
        calls
      })
    })
  )
}
