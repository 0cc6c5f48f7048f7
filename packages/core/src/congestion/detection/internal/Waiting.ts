import { AHEAD_SECONDS, type Anomaly, LEAP_SECONDS, STEP_SECONDS, WINDOW_SECONDS } from "../Detection.ts"
import { compareFixes, type Fix } from "./Fix.ts"

/** The positions of one ship that wait for those that may still come before them. */
export interface Waiting {
  /** The second of the newest position; 0 before the first. */
  readonly newest: number
  /** Steps before this one have been handed on: what comes for them is late. */
  readonly floor: number
  /** In order, one for each step. */
  readonly fixes: ReadonlyArray<Fix>
  /** A position hours ahead of all others, which nothing has confirmed yet. */
  readonly leap: Fix | null
}

/** What one position brought about. */
export interface Intake {
  readonly waiting: Waiting
  /** To be looked at now, in order. */
  readonly due: ReadonlyArray<Fix>
  readonly anomaly: Anomaly | null
}

export const NONE_WAITING: Waiting = { newest: 0, floor: 0, fixes: [], leap: null }

const NO_FIXES: ReadonlyArray<Fix> = []
const DAY_SECONDS = 86_400

const stepOf = (at: number): number => Math.floor(at / STEP_SECONDS)

const unchanged = (waiting: Waiting, anomaly: Anomaly): Intake => ({ waiting, due: NO_FIXES, anomaly })

/** Puts a fix in its place. Of the same step the first stays; a fix said before changes nothing. */
const insert = (fixes: ReadonlyArray<Fix>, fix: Fix): ReadonlyArray<Fix> => {
  const step = stepOf(fix.at)
  let place = fixes.length
  while (place > 0) {
    const before = fixes[place - 1]
    if (before === undefined || stepOf(before.at) < step) break
    if (stepOf(before.at) === step) return compareFixes(fix, before) < 0 ? fixes.with(place - 1, fix) : fixes
    place--
  }
  return place === fixes.length ? [...fixes, fix] : fixes.toSpliced(place, 0, fix)
}

/** Hands on the fixes of all steps before `floor`. */
const release = (newest: number, floor: number, fixes: ReadonlyArray<Fix>, leap: Fix | null): Intake => {
  let count = 0
  for (const fix of fixes) {
    if (stepOf(fix.at) >= floor) break
    count++
  }
  const due = count === 0 ? NO_FIXES : fixes.slice(0, count)
  return { waiting: { newest, floor, fixes: count === 0 ? fixes : fixes.slice(count), leap }, due, anomaly: null }
}

const accept = (waiting: Waiting, fix: Fix, leap: Fix | null): Intake => {
  const fixes = insert(waiting.fixes, fix)
  const newest = Math.max(waiting.newest, fix.at)
  return release(newest, Math.max(waiting.floor, stepOf(newest - WINDOW_SECONDS)), fixes, leap)
}

const both = (first: Intake, second: Intake): Intake => ({
  waiting: second.waiting,
  due: first.due.length === 0 ? second.due : [...first.due, ...second.due],
  anomaly: first.anomaly ?? second.anomaly
})

const withAnomaly = (intake: Intake, anomaly: Anomaly): Intake => ({ ...intake, anomaly })

const hold = (waiting: Waiting, leap: Fix): Intake => ({ waiting: { ...waiting, leap }, due: NO_FIXES, anomaly: null })

/** A fix hours ahead of the newest counts once another confirms its clock. */
const takeLeap = (waiting: Waiting, fix: Fix): Intake => {
  const { leap } = waiting
  if (leap === null) return hold(waiting, fix)
  if (compareFixes(leap, fix) === 0) return unchanged(waiting, "duplicate")
  if (stepOf(fix.at) === stepOf(leap.at)) return hold(waiting, compareFixes(fix, leap) < 0 ? fix : leap)
  if (fix.at < leap.at - WINDOW_SECONDS) return withAnomaly(hold(waiting, fix), "clock_wrong")
  if (fix.at > leap.at + LEAP_SECONDS) {
    const first = accept(waiting, leap, null)
    return both(first, hold(first.waiting, fix))
  }
  const [earlier, later] = fix.at < leap.at ? [fix, leap] : [leap, fix]
  const first = accept(waiting, earlier, null)
  return both(first, accept(first.waiting, later, null))
}

const isKnown = (fixes: ReadonlyArray<Fix>, fix: Fix): boolean =>
  fixes.some((known) => known.at === fix.at && compareFixes(known, fix) === 0)

/** A fix behind all steps that wait: days behind, one of the two clocks is wrong. */
const takeLate = (waiting: Waiting, fix: Fix, unproven: boolean): Intake => {
  if (fix.at >= waiting.newest - DAY_SECONDS) return unchanged(waiting, "late")
  // Nothing has confirmed the first position of a ship: were its clock right, the next would begin anew once more.
  const isFirst = unproven && waiting.fixes.length === 1 && waiting.leap === null
  return isFirst ? withAnomaly(accept(NONE_WAITING, fix, null), "clock_wrong") : unchanged(waiting, "clock_wrong")
}

/**
 * Takes a fix in. `latest` is the greatest second that a right clock can show; `unproven` says that nothing was handed on
 * of the ship yet.
 */
export const intake = (waiting: Waiting, fix: Fix, latest: number, unproven = false): Intake => {
  if (fix.at > latest + AHEAD_SECONDS) return unchanged(waiting, "clock_wrong")
  const { newest, floor, fixes, leap } = waiting
  if (newest === 0) return accept(waiting, fix, null)
  if (fix.at > newest + LEAP_SECONDS) return takeLeap(waiting, fix)
  if (stepOf(fix.at) < floor) return takeLate(waiting, fix, unproven)
  if (isKnown(fixes, fix)) return unchanged(waiting, "duplicate")
  if (leap === null) return accept(waiting, fix, null)
  const first = accept(waiting, fix, null)
  return fix.at >= leap.at - WINDOW_SECONDS
    ? both(first, accept(first.waiting, leap, null))
    : withAnomaly(first, "clock_wrong")
}

/** Hands on what has waited since before `until`, when nothing newer may come. */
export const handOver = (waiting: Waiting, until: number): Intake => {
  const { newest, floor, fixes, leap } = waiting
  const steps = Math.max(floor, stepOf(until))
  const confirmed = leap !== null && stepOf(leap.at) < steps
  return release(
    confirmed ? leap.at : newest,
    newest === 0 ? floor : steps,
    confirmed ? insert(fixes, leap) : fixes,
    confirmed ? null : leap
  )
}
