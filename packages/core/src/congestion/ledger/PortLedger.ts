import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { VesselClass } from "../../vessels/VesselClass.ts"
import { STATE_RETENTION_DAYS } from "../detection/DetectionThresholds.ts"
import type { PortCall, PortCallId } from "../detection/PortCall.ts"
import { latestLag, MEAN_DAYS, type PortCoverage } from "../detection/PortCoverage.ts"
import type { EncodedBerthHours } from "./BerthHours.ts"
import { BerthHoursByClass, type BerthOccupancy } from "./BerthHoursByClass.ts"
import { coverageAsOf } from "./CoverageAsOf.ts"
import { callAsOf, isAgedOut, isSameVisit, knownCalls, removeSuperseded } from "./PortCallTimeline.ts"

/** Times in port are those of calls completed in this many days. */
export const TIME_IN_PORT_DAYS = 30
/** The retention of completed calls in a ledger: the days that the figures need, and one in which calls may be corrected. */
const COMPLETED_RETENTION_MILLIS = (TIME_IN_PORT_DAYS + 1) * DAY_MILLIS

const dayOf = (instant: number): number => Math.floor(instant / DAY_MILLIS)

/** The inputs of the figures of one port at one instant. */
export interface CongestionInputs {
  readonly port: Unlocode
  readonly asOf: Instant
  /** Open calls, including those of silent vessels. */
  readonly open: ReadonlyArray<PortCall>
  /** Waits at shared anchorages, of vessels whose port is unknown. */
  readonly waits: ReadonlyArray<PortCall>
  /** Calls completed in the last `TIME_IN_PORT_DAYS`. */
  readonly completed: ReadonlyArray<PortCall>
  readonly coveredDays: number
  /** Whether positions were received in the port, rather than reported calls alone. */
  readonly hasPositions: boolean
  readonly lastReceivedAt: Option.Option<Instant>
  /** The lag of the positions of the port, in seconds; none where it is unknown, and of the past. */
  readonly lagSeconds: Option.Option<number>
  /** The newest position in the port that was skipped; none of the past. */
  readonly skippedAt: Option.Option<Instant>
  readonly berthOccupancy: Readonly<Record<VesselClass, BerthOccupancy>>
}

/** The contents of a ledger, for storage. */
export interface LedgerContents {
  readonly port: Unlocode
  readonly open: ReadonlyArray<PortCall>
  readonly completed: ReadonlyArray<PortCall>
  readonly days: ReadonlyArray<number>
  readonly hasReports: boolean
  readonly hasPositions: boolean
  readonly lastReceivedAt: Option.Option<Instant>
  readonly berthHours: ReadonlyArray<readonly [VesselClass, EncodedBerthHours]>
}

/**
 * An incremental summary of one port's calls, from which its figures are computed immediately: recent calls individually,
 * and older ones as hours at berth. Calls can be put in any order. 20 to 70 KB.
 */
export class PortLedger {
  readonly port: Unlocode
  readonly #open = new Map<PortCallId, PortCall>()
  readonly #waits = new Map<PortCallId, PortCall>()
  readonly #completed = new Map<PortCallId, PortCall>()
  readonly #days = new Set<number>()
  #berths = new BerthHoursByClass()
  #hasReports = false
  #hasPositions = false
  #lastReceivedAt: Option.Option<Instant> = Option.none()
  #lag: ReturnType<typeof latestLag> = {}
  #occupancyCache: { readonly hour: number; readonly of: CongestionInputs["berthOccupancy"] } | undefined

  constructor(port: Unlocode) {
    this.port = port
  }

  /** Restores a ledger from its contents. */
  static fromContents({
    port,
    open,
    completed,
    days,
    hasReports,
    hasPositions,
    lastReceivedAt,
    berthHours
  }: LedgerContents): PortLedger {
    const ledger = new PortLedger(port)
    for (const call of open) (call.assignment === "shared" ? ledger.#waits : ledger.#open).set(call.id, call)
    for (const call of completed) ledger.#completed.set(call.id, call)
    for (const day of days) ledger.#days.add(day)
    ledger.#berths = BerthHoursByClass.decode(berthHours)
    ledger.#hasReports = hasReports
    ledger.#hasPositions = hasPositions
    ledger.#lastReceivedAt = lastReceivedAt
    return ledger
  }

  /**
   * Returns the contents of the ledger. Completed calls of more than a month ago are included in the hours at berth
   * alone.
   */
  contents(asOf: Instant): LedgerContents {
    this.#pruneCompleted(asOf)
    return {
      port: this.port,
      open: [...this.#open.values(), ...this.#waits.values()],
      completed: [...this.#completed.values()],
      days: [...this.#days],
      hasReports: this.#hasReports,
      hasPositions: this.#hasPositions,
      lastReceivedAt: this.#lastReceivedAt,
      berthHours: this.#berths.encode()
    }
  }

  /** True without a position in the port and a wait for it. */
  get isEmpty(): boolean {
    return this.#days.size + this.#open.size + this.#waits.size === 0
  }

  /** Adds covered days, and advances the time of the last position. */
  addCoverage(coverage: Omit<PortCoverage, "port">): void {
    const { days, lastReceivedAt } = coverage
    const size = this.#days.size
    this.#hasPositions ||= days.length > 0
    for (const day of days) this.#days.add(day)
    if (this.#days.size !== size) this.#occupancyCache = undefined
    this.#lag = latestLag({ lastReceivedAt: this.#lastReceivedAt, ...this.#lag }, coverage)
    this.#advanceLastReceived(lastReceivedAt)
  }

  #advanceLastReceived(at: Option.Option<Instant>): void {
    if (Option.isSome(at) && !Option.exists(this.#lastReceivedAt, (last) => last >= at.value)) this.#lastReceivedAt = at
  }

  /**
   * Stores a call, replacing its earlier form. For a call that ended more than a month ago the ledger no longer holds
   * the earlier form, so `before` must give it.
   */
  put(call: PortCall, before: Option.Option<PortCall>): void {
    this.#occupancyCache = undefined
    const previous =
      Option.getOrUndefined(before) ??
      this.#open.get(call.id) ??
      this.#waits.get(call.id) ??
      this.#completed.get(call.id)
    if (previous !== undefined) this.#remove(previous)
    if (call.source === "report") {
      this.#hasReports = true
      for (const other of this.#sameVisits(call)) this.#remove(other)
    } else if (this.#hasReports && this.#sameVisits(call).length > 0) {
      return
    }
    this.#add(call)
  }

  /** Stores calls that are neither present nor superseded by one another. */
  putNew(calls: Iterable<PortCall>): void {
    this.#occupancyCache = undefined
    for (const call of calls) {
      if (call.source === "report") this.#hasReports = true
      this.#add(call)
    }
  }

  /** Adds a call, or the wait of a vessel that is still there: a wait that has ended is not a call. */
  #add(call: PortCall): void {
    if (call.assignment !== undefined) {
      if (call.assignment === "withdrawn" || Option.isSome(call.endedAt)) return
      const calls = call.assignment === "likely" ? this.#open : this.#waits
      calls.set(call.id, call)
      return
    }
    if (Option.isNone(call.endedAt)) {
      this.#open.set(call.id, call)
    } else {
      this.#completed.set(call.id, call)
      this.#berths.addCompleted(call, 1)
    }
    if (call.source === "report") this.#addReportedCoverage(call)
  }

  /** The retained calls from the other source that are the same visit. */
  #sameVisits(call: PortCall): ReadonlyArray<PortCall> {
    return [...this.#open.values(), ...this.#waits.values(), ...this.#completed.values()].filter(
      (other) => other.source !== call.source && isSameVisit(call, other)
    )
  }

  #remove(call: PortCall): void {
    this.#open.delete(call.id)
    this.#waits.delete(call.id)
    this.#completed.delete(call.id)
    if (Option.isSome(call.endedAt) && call.assignment === undefined) this.#berths.addCompleted(call, -1)
  }

  /** A reported call covers the days from its start to its end. */
  #addReportedCoverage(call: PortCall): void {
    const last = Option.getOrElse(call.endedAt, () => call.lastReceivedAt)
    for (let day = dayOf(call.startedAt); day <= dayOf(last); day++) this.#days.add(day)
    this.#advanceLastReceived(Option.some(last))
  }

  #pruneCompleted(asOf: Instant): void {
    for (const [id, { endedAt }] of this.#completed) {
      if (Option.exists(endedAt, (at) => at < asOf - COMPLETED_RETENTION_MILLIS)) this.#completed.delete(id)
    }
    // Their records may have been withdrawn and deleted before this ledger saw it.
    for (const calls of [this.#waits, this.#open])
      for (const [id, { assignment, lastReceivedAt }] of calls)
        if (assignment !== undefined && lastReceivedAt < asOf - STATE_RETENTION_DAYS * DAY_MILLIS) calls.delete(id)
  }

  #occupancyAt(asOf: Instant): CongestionInputs["berthOccupancy"] {
    const hour = Math.floor(asOf / HOUR_MILLIS)
    if (this.#occupancyCache?.hour === hour) return this.#occupancyCache.of
    const covered = [...this.#days].filter((day) => day > dayOf(asOf) - MEAN_DAYS && day <= dayOf(asOf))
    const of = this.#berths.occupancyAt(asOf, this.#open.values(), covered)
    this.#occupancyCache = { hour, of }
    return of
  }

  /**
   * Returns the inputs of the figures at `asOf`, which must not be before the last change; `ledgerAsOf` gives those of
   * the past.
   */
  inputsAt(asOf: Instant): CongestionInputs {
    this.#pruneCompleted(asOf)
    const since = asOf - TIME_IN_PORT_DAYS * DAY_MILLIS
    const isRecent = ({ endedAt, ending }: PortCall) =>
      Option.exists(endedAt, (at) => at > since && at <= asOf) && !Option.contains(ending, "lost")
    let coveredDays = 0
    for (const day of this.#days) if (day > dayOf(asOf) - MEAN_DAYS && day <= dayOf(asOf)) coveredDays++
    return {
      port: this.port,
      asOf,
      open: [...this.#open.values()],
      waits: [...this.#waits.values()],
      completed: [...this.#completed.values()].filter(isRecent),
      coveredDays,
      hasPositions: this.#hasPositions,
      lastReceivedAt: this.#lastReceivedAt,
      lagSeconds: Option.fromUndefinedOr(this.#lag.lagSeconds),
      skippedAt: Option.fromUndefinedOr(this.#lag.skippedAt),
      berthOccupancy: this.#occupancyAt(asOf)
    }
  }
}

/** Builds the ledger of a port as it was at an instant. */
export const ledgerAsOf = (coverage: PortCoverage, calls: ReadonlyArray<PortCall>, asOf: Instant): PortLedger => {
  const ledger = new PortLedger(coverage.port)
  const relevant = knownCalls(removeSuperseded(calls), asOf)
  ledger.addCoverage(coverageAsOf(coverage, relevant, asOf))
  ledger.putNew(relevant.flatMap((call) => Option.toArray(callAsOf(call, asOf))))
  return ledger
}

/**
 * Returns the inputs of the figures at several instants in ascending order, each as `ledgerAsOf` gives them. Each call
 * is evaluated only while it is open, so a year of days costs little more than one of them.
 */
export const inputsOver = (
  coverage: PortCoverage,
  calls: ReadonlyArray<PortCall>,
  times: ReadonlyArray<Instant>
): ReadonlyArray<CongestionInputs> => {
  const ledger = new PortLedger(coverage.port)
  const relevant = removeSuperseded(calls)
  const upcoming = relevant.toSorted((a, b) => b.startedAt - a.startedAt)
  const present = new Map<PortCall, Option.Option<PortCall>>()
  return times.map((asOf) => {
    for (let next = upcoming.at(-1); next !== undefined && next.startedAt <= asOf; next = upcoming.at(-1)) {
      present.set(next, Option.none())
      upcoming.pop()
    }
    ledger.addCoverage(coverageAsOf(coverage, knownCalls(relevant, asOf), asOf))
    const presentCalls = new Set(knownCalls([...present.keys()], asOf))
    for (const [call, before] of present) {
      if (!presentCalls.has(call)) continue
      const snapshot = callAsOf(call, asOf)
      if (Option.isNone(snapshot)) continue
      ledger.put(snapshot.value, before)
      if (Option.exists(call.endedAt, (at) => at <= asOf)) present.delete(call)
      else present.set(call, snapshot)
    }
    return ledger.inputsAt(asOf)
  })
}

/** Waits of commercial vessels whose port is unknown and that are not aged out. */
export const waitsUnassigned = ({ asOf, waits }: Pick<CongestionInputs, "waits" | "asOf">): ReadonlyArray<PortCall> =>
  waits.filter((call) => call.vessel.commercial && !isAgedOut(call, asOf))

/** Open calls of commercial vessels that are not aged out. */
export const callsInPort = ({ open, asOf }: Pick<CongestionInputs, "open" | "asOf">): ReadonlyArray<PortCall> =>
  open.filter((call) => call.vessel.commercial && !isAgedOut(call, asOf))
