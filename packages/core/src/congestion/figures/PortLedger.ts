import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS, HOUR_MILLIS, Instant } from "../../time/Instant.ts"
import type { VesselClass } from "../../vessels/VesselClass.ts"
import type { PortCall, PortCallId } from "../detection/PortCall.ts"
import { MEAN_DAYS, type PortCoverage } from "../detection/PortCoverage.ts"
import type { EncodedBerthHours } from "./internal/BerthHours.ts"
import { BerthHoursByClass, type BerthOccupancy } from "./internal/BerthHoursByClass.ts"
import { callAsOf, isAgedOut } from "./PortCallTimeline.ts"

/** Times in port are those of calls completed in so many days. */
export const TIME_IN_PORT_DAYS = 30
/** Completed calls are kept whole for so long: what a figure needs of them, and a day in which they may be corrected. */
const COMPLETED_RETENTION_MILLIS = (TIME_IN_PORT_DAYS + 1) * DAY_MILLIS

const dayOf = (instant: number): number => Math.floor(instant / DAY_MILLIS)

/** All that the figures of one port at one instant rest on. */
export interface CongestionInputs {
  readonly port: Unlocode
  readonly asOf: Instant
  /** Calls that have not ended, those of ships that were not heard for long included. */
  readonly open: ReadonlyArray<PortCall>
  /** Calls that ended in the last `TIME_IN_PORT_DAYS`. */
  readonly completed: ReadonlyArray<PortCall>
  readonly coveredDays: number
  readonly lastReceivedAt: Option.Option<Instant>
  readonly berthOccupancy: Readonly<Record<VesselClass, BerthOccupancy>>
}

/** All that a ledger holds, to be kept and made again. */
export interface LedgerContents {
  readonly port: Unlocode
  readonly open: ReadonlyArray<PortCall>
  readonly completed: ReadonlyArray<PortCall>
  readonly days: ReadonlyArray<number>
  readonly hasReports: boolean
  readonly lastReceivedAt: Option.Option<Instant>
  readonly berthHours: ReadonlyArray<readonly [VesselClass, EncodedBerthHours]>
}

/**
 * One port's calls, kept so that its figures are known at once: the calls that count one by one, and the rest as hours at
 * berth. Calls are put in as they change, in any order. 20 to 70 KB.
 */
export class PortLedger {
  readonly port: Unlocode
  readonly #open = new Map<PortCallId, PortCall>()
  readonly #completed = new Map<PortCallId, PortCall>()
  readonly #days = new Set<number>()
  #berths = new BerthHoursByClass()
  #hasReports = false
  #lastHeardAt: Option.Option<Instant> = Option.none()
  #history: { readonly hour: number; readonly of: CongestionInputs["berthOccupancy"] } | undefined

  constructor(port: Unlocode) {
    this.port = port
  }

  /** The ledger that `contents` has told of: it goes on as that one would. */
  static fromContents({
    port,
    open,
    completed,
    days,
    hasReports,
    lastReceivedAt,
    berthHours
  }: LedgerContents): PortLedger {
    const ledger = new PortLedger(port)
    for (const call of open) ledger.#open.set(call.id, call)
    for (const call of completed) ledger.#completed.set(call.id, call)
    for (const day of days) ledger.#days.add(day)
    ledger.#berths = BerthHoursByClass.decode(berthHours)
    ledger.#hasReports = hasReports
    ledger.#lastHeardAt = lastReceivedAt
    return ledger
  }

  /** What the ledger holds. Completed calls of more than a month ago are in its hours at berth alone. */
  contents(asOf: Instant): LedgerContents {
    this.#letGo(asOf)
    return {
      port: this.port,
      open: [...this.#open.values()],
      completed: [...this.#completed.values()],
      days: [...this.#days],
      hasReports: this.#hasReports,
      lastReceivedAt: this.#lastHeardAt,
      berthHours: this.#berths.encode()
    }
  }

  /** Whether nothing was ever heard of the port. */
  get isEmpty(): boolean {
    return this.#days.size === 0
  }

  /** Notes that the port was heard: at an instant, and on whole days. */
  addCoverage({ days, lastReceivedAt }: Omit<PortCoverage, "port">): void {
    const size = this.#days.size
    for (const day of days) this.#days.add(day)
    if (this.#days.size !== size) this.#history = undefined
    this.#hear(lastReceivedAt)
  }

  #hear(at: Option.Option<Instant>): void {
    if (Option.isSome(at) && !Option.exists(this.#lastHeardAt, (known) => known >= at.value)) this.#lastHeardAt = at
  }

  /**
   * Puts in a call as it is now, over what it was before. Of a call that ended more than a month ago the ledger itself no
   * longer knows what it was: `before` must say so.
   */
  put(call: PortCall, before: Option.Option<PortCall>): void {
    this.#history = undefined
    const known = Option.getOrUndefined(before) ?? this.#open.get(call.id) ?? this.#completed.get(call.id)
    if (known !== undefined) this.#remove(known)
    if (call.source === "report") {
      this.#hasReports = true
      for (const other of this.#callsLike(call)) this.#remove(other)
    } else if (this.#hasReports && this.#callsLike(call).length > 0) {
      return
    }
    this.#add(call)
  }

  /** Puts in calls none of which is there yet, and none of which outranks another. */
  putNew(calls: Iterable<PortCall>): void {
    this.#history = undefined
    for (const call of calls) {
      if (call.source === "report") this.#hasReports = true
      this.#add(call)
    }
  }

  #add(call: PortCall): void {
    if (Option.isNone(call.endedAt)) {
      this.#open.set(call.id, call)
    } else {
      this.#completed.set(call.id, call)
      this.#berths.addCompleted(call, 1)
    }
    if (call.source === "report") this.#coverReported(call)
  }

  /** The calls kept whole that are the same visit, told by another source. */
  #callsLike(call: PortCall): ReadonlyArray<PortCall> {
    return [...this.#open.values(), ...this.#completed.values()].filter(
      (other) => other.source !== call.source && isSameVisit(call, other)
    )
  }

  #remove(call: PortCall): void {
    this.#open.delete(call.id)
    this.#completed.delete(call.id)
    if (Option.isSome(call.endedAt)) this.#berths.addCompleted(call, -1)
  }

  /** Whoever reports calls hears of the port while they last. */
  #coverReported(call: PortCall): void {
    const last = Option.getOrElse(call.endedAt, () => call.lastHeardAt)
    for (let day = dayOf(call.startedAt); day <= dayOf(last); day++) this.#days.add(day)
    this.#hear(Option.some(last))
  }

  #letGo(asOf: Instant): void {
    for (const [id, { endedAt }] of this.#completed) {
      if (Option.exists(endedAt, (at) => at < asOf - COMPLETED_RETENTION_MILLIS)) this.#completed.delete(id)
    }
  }

  #historyAt(asOf: Instant): CongestionInputs["berthOccupancy"] {
    const hour = Math.floor(asOf / HOUR_MILLIS)
    if (this.#history?.hour === hour) return this.#history.of
    const covered = [...this.#days].filter((day) => day > dayOf(asOf) - MEAN_DAYS && day <= dayOf(asOf))
    const of = this.#berths.occupancyAt(asOf, this.#open.values(), covered)
    this.#history = { hour, of }
    return of
  }

  /** What the figures of this moment rest on. `asOf` must not be before what was put in last: see `ledgerAsOf`. */
  inputsAt(asOf: Instant): CongestionInputs {
    this.#letGo(asOf)
    const since = asOf - TIME_IN_PORT_DAYS * DAY_MILLIS
    const isRecent = ({ endedAt }: PortCall) => Option.exists(endedAt, (at) => at > since && at <= asOf)
    let coveredDays = 0
    for (const day of this.#days) if (day > dayOf(asOf) - MEAN_DAYS && day <= dayOf(asOf)) coveredDays++
    return {
      port: this.port,
      asOf,
      open: [...this.#open.values()],
      completed: [...this.#completed.values()].filter(isRecent),
      coveredDays,
      lastReceivedAt: this.#lastHeardAt,
      berthOccupancy: this.#historyAt(asOf)
    }
  }
}

const isSameShip = (a: PortCall, b: PortCall): boolean =>
  (Option.isSome(a.ship.imo) && Option.contains(b.ship.imo, a.ship.imo.value)) ||
  (Option.isSome(a.ship.mmsi) && Option.contains(b.ship.mmsi, a.ship.mmsi.value))

const isSameVisit = (a: PortCall, b: PortCall): boolean =>
  isSameShip(a, b) &&
  a.startedAt <= Option.getOrElse(b.endedAt, () => Number.POSITIVE_INFINITY) &&
  b.startedAt <= Option.getOrElse(a.endedAt, () => Number.POSITIVE_INFINITY)

const identifiersOf = ({ ship }: PortCall): ReadonlyArray<string | number> => [
  ...Option.toArray(ship.imo),
  ...Option.toArray(ship.mmsi)
]

/** The calls of one port without those found in positions that a reported call of the same ship and time outranks. */
export const removeOutranked = (calls: ReadonlyArray<PortCall>): ReadonlyArray<PortCall> => {
  const reported = new Map<string | number, Array<PortCall>>()
  for (const call of calls) {
    if (call.source !== "report") continue
    for (const name of identifiersOf(call)) reported.set(name, [...(reported.get(name) ?? []), call])
  }
  if (reported.size === 0) return calls
  const isOutranked = (call: PortCall): boolean =>
    identifiersOf(call).some((name) => reported.get(name)?.some((other) => isSameVisit(call, other)) === true)
  return calls.filter((call) => call.source === "report" || !isOutranked(call))
}

/** Whether a ship that had called by an instant was heard on the day of it or later. */
const coversDayOf = ({ startedAt, lastHeardAt }: PortCall, asOf: Instant): boolean =>
  startedAt <= asOf && dayOf(lastHeardAt) >= dayOf(asOf)

/**
 * When a port was heard, as it was known at an instant. Of a day it is known that the port was heard, not when: it was by
 * then where the day before was covered too, or a call was under way.
 */
const coverageAsOf = (
  { port, days, lastReceivedAt }: PortCoverage,
  calls: ReadonlyArray<PortCall>,
  asOf: Instant
): PortCoverage => {
  if (Option.exists(lastReceivedAt, (at) => at <= asOf)) {
    return { port, days: days.filter((day) => day <= dayOf(asOf)), lastReceivedAt: lastReceivedAt }
  }
  const today = dayOf(asOf)
  const isHeardToday = days.includes(today - 1) || calls.some((call) => coversDayOf(call, asOf))
  const then = days.filter((day) => day < today || (day === today && isHeardToday))
  if (then.length === 0) return { port, days: then, lastReceivedAt: Option.none() }
  // At the end of its newest day, or by now.
  const newest = then.reduce((latest, day) => Math.max(latest, day), 0)
  const end = Instant.make(Math.min(asOf, (newest + 1) * DAY_MILLIS))
  return { port, days: then, lastReceivedAt: Option.some(end) }
}

/** A ledger of a port's calls as they stood at an instant: the figures that it gives are those of then. */
export const ledgerAsOf = (coverage: PortCoverage, calls: ReadonlyArray<PortCall>, asOf: Instant): PortLedger => {
  const ledger = new PortLedger(coverage.port)
  const counting = removeOutranked(calls)
  ledger.addCoverage(coverageAsOf(coverage, counting, asOf))
  ledger.putNew(counting.flatMap((call) => Option.toArray(callAsOf(call, asOf))))
  return ledger
}

/**
 * What the figures of several instants rest on, each as `ledgerAsOf` has it. `times` are in order; a call is looked at
 * while it lasts alone, so that a year of days costs little more than one of them.
 */
export const inputsOver = (
  coverage: PortCoverage,
  calls: ReadonlyArray<PortCall>,
  times: ReadonlyArray<Instant>
): ReadonlyArray<CongestionInputs> => {
  const ledger = new PortLedger(coverage.port)
  const counting = removeOutranked(calls)
  const coming = counting.toSorted((a, b) => b.startedAt - a.startedAt)
  const present = new Map<PortCall, Option.Option<PortCall>>()
  return times.map((asOf) => {
    for (let next = coming.at(-1); next !== undefined && next.startedAt <= asOf; next = coming.at(-1)) {
      present.set(next, Option.none())
      coming.pop()
    }
    ledger.addCoverage(coverageAsOf(coverage, counting, asOf))
    for (const [call, before] of present) {
      const then = callAsOf(call, asOf)
      if (Option.isNone(then)) continue
      ledger.put(then.value, before)
      if (Option.exists(call.endedAt, (at) => at <= asOf)) present.delete(call)
      else present.set(call, then)
    }
    return ledger.inputsAt(asOf)
  })
}

/** Open calls whose ships were heard lately enough to be counted. */
export const callsInPort = ({ open, asOf }: Pick<CongestionInputs, "open" | "asOf">): ReadonlyArray<PortCall> =>
  open.filter((call) => call.ship.commercial && !isAgedOut(call, asOf))
