import {
  type Anomaly,
  CLOCK_JUMP_SECONDS,
  MAX_CLOCK_AHEAD_SECONDS,
  REORDER_WINDOW_SECONDS,
  SAMPLE_INTERVAL_SECONDS
} from "../DetectionThresholds.ts"
import { type CompactPosition, comparePositions } from "./CompactPosition.ts"

/** The positions of one ship that wait for those that may still come before them. */
export interface ReorderBuffer {
  /** The second of the newest position; 0 before the first. */
  readonly newest: number
  /** Steps before this one have been handed on: what comes for them is late. */
  readonly watermark: number
  /** In order, one for each step. */
  readonly positions: ReadonlyArray<CompactPosition>
  /** A position hours ahead of all others, which nothing has confirmed yet. */
  readonly unconfirmed: CompactPosition | null
}

/** What one position brought about. */
export interface ReorderResult {
  readonly buffer: ReorderBuffer
  /** To be looked at now, in order. */
  readonly released: ReadonlyArray<CompactPosition>
  readonly anomaly: Anomaly | null
}

export const EMPTY_BUFFER: ReorderBuffer = { newest: 0, watermark: 0, positions: [], unconfirmed: null }

const NO_POSITIONS: ReadonlyArray<CompactPosition> = []
const DAY_SECONDS = 86_400

const sampleIndexOf = (at: number): number => Math.floor(at / SAMPLE_INTERVAL_SECONDS)

const rejectPosition = (waiting: ReorderBuffer, anomaly: Anomaly): ReorderResult => ({
  buffer: waiting,
  released: NO_POSITIONS,
  anomaly
})

/** Puts a fix in its place. Of the same step the first stays; a fix said before changes nothing. */
const insertInOrder = (fixes: ReadonlyArray<CompactPosition>, fix: CompactPosition): ReadonlyArray<CompactPosition> => {
  const step = sampleIndexOf(fix.at)
  let place = fixes.length
  while (place > 0) {
    const before = fixes[place - 1]
    if (before === undefined || sampleIndexOf(before.at) < step) break
    if (sampleIndexOf(before.at) === step) return comparePositions(fix, before) < 0 ? fixes.with(place - 1, fix) : fixes
    place--
  }
  return place === fixes.length ? [...fixes, fix] : fixes.toSpliced(place, 0, fix)
}

/** Hands on the fixes of all steps before `floor`. */
const releaseBefore = (
  newest: number,
  floor: number,
  fixes: ReadonlyArray<CompactPosition>,
  leap: CompactPosition | null
): ReorderResult => {
  let count = 0
  for (const fix of fixes) {
    if (sampleIndexOf(fix.at) >= floor) break
    count++
  }
  const due = count === 0 ? NO_POSITIONS : fixes.slice(0, count)
  return {
    buffer: { newest, watermark: floor, positions: count === 0 ? fixes : fixes.slice(count), unconfirmed: leap },
    released: due,
    anomaly: null
  }
}

const accept = (waiting: ReorderBuffer, fix: CompactPosition, leap: CompactPosition | null): ReorderResult => {
  const fixes = insertInOrder(waiting.positions, fix)
  const newest = Math.max(waiting.newest, fix.at)
  return releaseBefore(newest, Math.max(waiting.watermark, sampleIndexOf(newest - REORDER_WINDOW_SECONDS)), fixes, leap)
}

const combine = (first: ReorderResult, second: ReorderResult): ReorderResult => ({
  buffer: second.buffer,
  released: first.released.length === 0 ? second.released : [...first.released, ...second.released],
  anomaly: first.anomaly ?? second.anomaly
})

const withAnomaly = (intake: ReorderResult, anomaly: Anomaly): ReorderResult => ({ ...intake, anomaly })

const holdUnconfirmed = (waiting: ReorderBuffer, leap: CompactPosition): ReorderResult => ({
  buffer: { ...waiting, unconfirmed: leap },
  released: NO_POSITIONS,
  anomaly: null
})

/** A fix hours ahead of the newest counts once another confirms its clock. */
const handleClockJump = (waiting: ReorderBuffer, fix: CompactPosition): ReorderResult => {
  const { unconfirmed } = waiting
  if (unconfirmed === null) return holdUnconfirmed(waiting, fix)
  if (comparePositions(unconfirmed, fix) === 0) return rejectPosition(waiting, "duplicate")
  if (sampleIndexOf(fix.at) === sampleIndexOf(unconfirmed.at))
    return holdUnconfirmed(waiting, comparePositions(fix, unconfirmed) < 0 ? fix : unconfirmed)
  if (fix.at < unconfirmed.at - REORDER_WINDOW_SECONDS) return withAnomaly(holdUnconfirmed(waiting, fix), "clock_wrong")
  if (fix.at > unconfirmed.at + CLOCK_JUMP_SECONDS) {
    const first = accept(waiting, unconfirmed, null)
    return combine(first, holdUnconfirmed(first.buffer, fix))
  }
  const [earlier, later] = fix.at < unconfirmed.at ? [fix, unconfirmed] : [unconfirmed, fix]
  const first = accept(waiting, earlier, null)
  return combine(first, accept(first.buffer, later, null))
}

const isDuplicate = (fixes: ReadonlyArray<CompactPosition>, fix: CompactPosition): boolean =>
  fixes.some((known) => known.at === fix.at && comparePositions(known, fix) === 0)

/** A fix behind all steps that wait: days behind, one of the two clocks is wrong. */
const handleLatePosition = (waiting: ReorderBuffer, fix: CompactPosition, unproven: boolean): ReorderResult => {
  if (fix.at >= waiting.newest - DAY_SECONDS) return rejectPosition(waiting, "late")
  // Nothing has confirmed the first position of a ship: were its clock right, the next would begin anew once more.
  const isFirst = unproven && waiting.positions.length === 1 && waiting.unconfirmed === null
  return isFirst ? withAnomaly(accept(EMPTY_BUFFER, fix, null), "clock_wrong") : rejectPosition(waiting, "clock_wrong")
}

/**
 * Takes a fix in. `latest` is the greatest second that a right clock can show; `unproven` says that nothing was handed on
 * of the ship yet.
 */
export const bufferPosition = (
  waiting: ReorderBuffer,
  fix: CompactPosition,
  latest: number,
  unproven = false
): ReorderResult => {
  if (fix.at > latest + MAX_CLOCK_AHEAD_SECONDS) return rejectPosition(waiting, "clock_wrong")
  const { newest, watermark, positions, unconfirmed } = waiting
  if (newest === 0) return accept(waiting, fix, null)
  if (fix.at > newest + CLOCK_JUMP_SECONDS) return handleClockJump(waiting, fix)
  if (sampleIndexOf(fix.at) < watermark) return handleLatePosition(waiting, fix, unproven)
  if (isDuplicate(positions, fix)) return rejectPosition(waiting, "duplicate")
  if (unconfirmed === null) return accept(waiting, fix, null)
  const first = accept(waiting, fix, null)
  return fix.at >= unconfirmed.at - REORDER_WINDOW_SECONDS
    ? combine(first, accept(first.buffer, unconfirmed, null))
    : withAnomaly(first, "clock_wrong")
}

/** Hands on what has waited since before `until`, when nothing newer may come. */
export const flushBuffer = (waiting: ReorderBuffer, until: number): ReorderResult => {
  const { newest, watermark, positions, unconfirmed } = waiting
  const steps = Math.max(watermark, sampleIndexOf(until))
  const confirmed = unconfirmed !== null && sampleIndexOf(unconfirmed.at) < steps
  return releaseBefore(
    confirmed ? unconfirmed.at : newest,
    newest === 0 ? watermark : steps,
    confirmed ? insertInOrder(positions, unconfirmed) : positions,
    confirmed ? null : unconfirmed
  )
}
