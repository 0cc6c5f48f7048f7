import { type CompactPosition, comparePositions } from "./CompactPosition.ts"
import {
  type Anomaly,
  CLOCK_JUMP_SECONDS,
  MAX_CLOCK_AHEAD_SECONDS,
  REORDER_WINDOW_SECONDS,
  SAMPLE_INTERVAL_SECONDS
} from "./DetectionThresholds.ts"

/**
 * Puts late position reports of one vessel in order of time. Each position is held until no earlier one can still
 * arrive, that is, until a position newer by the reorder window has arrived (`REORDER_WINDOW_SECONDS`, or more while
 * sources are late by different times). The watermark follows the timestamps of the vessel. Time is divided into
 * samples of `SAMPLE_INTERVAL_SECONDS`, each with one position at most.
 */
export interface ReorderBuffer {
  // Never the clock of the server, so that a constant lag of a source changes nothing.
  /** The time of the newest position in seconds since 1970; 0 before the first. */
  readonly newest: number
  /** The first sample that has not been released: a position of an earlier sample is late. */
  readonly watermark: number
  /** The buffered positions in order of time, one per sample. */
  readonly positions: ReadonlyArray<CompactPosition>
  /** A position hours ahead of all others, held until another confirms its clock. */
  readonly unconfirmed: CompactPosition | null
}

/** The result of adding a position or of flushing: the next buffer and the positions that left it. */
export interface ReorderResult {
  readonly buffer: ReorderBuffer
  /** The positions to process now, in order of time. */
  readonly released: ReadonlyArray<CompactPosition>
  readonly anomaly: Anomaly | null
}

/** The buffer of a vessel without positions. */
export const EMPTY_BUFFER: ReorderBuffer = { newest: 0, watermark: 0, positions: [], unconfirmed: null }

const NO_POSITIONS: ReadonlyArray<CompactPosition> = []
const SECONDS_PER_DAY = 86_400

const sampleIndexOf = (at: number): number => Math.floor(at / SAMPLE_INTERVAL_SECONDS)

const rejectPosition = (buffer: ReorderBuffer, anomaly: Anomaly): ReorderResult => ({
  buffer,
  released: NO_POSITIONS,
  anomaly
})

/**
 * Inserts a position in order of time. Of the positions of one sample the first by `comparePositions` stays, so that
 * the order of arrival does not matter.
 */
const insertInOrder = (
  positions: ReadonlyArray<CompactPosition>,
  position: CompactPosition
): ReadonlyArray<CompactPosition> => {
  const sample = sampleIndexOf(position.at)
  let index = positions.length
  while (index > 0) {
    const before = positions[index - 1]
    if (before === undefined || sampleIndexOf(before.at) < sample) break
    if (sampleIndexOf(before.at) === sample)
      return comparePositions(position, before) < 0 ? positions.with(index - 1, position) : positions
    index--
  }
  return index === positions.length ? [...positions, position] : positions.toSpliced(index, 0, position)
}

/** Releases the positions of all samples before `watermark`. */
const releaseBefore = (
  newest: number,
  watermark: number,
  positions: ReadonlyArray<CompactPosition>,
  unconfirmed: CompactPosition | null
): ReorderResult => {
  let count = 0
  for (const position of positions) {
    if (sampleIndexOf(position.at) >= watermark) break
    count++
  }
  const released = count === 0 ? NO_POSITIONS : positions.slice(0, count)
  return {
    buffer: { newest, watermark, positions: count === 0 ? positions : positions.slice(count), unconfirmed },
    released,
    anomaly: null
  }
}

const accept = (
  buffer: ReorderBuffer,
  position: CompactPosition,
  unconfirmed: CompactPosition | null,
  windowSeconds: number
): ReorderResult => {
  const positions = insertInOrder(buffer.positions, position)
  const newest = Math.max(buffer.newest, position.at)
  return releaseBefore(
    newest,
    Math.max(buffer.watermark, sampleIndexOf(newest - windowSeconds)),
    positions,
    unconfirmed
  )
}

const combine = (first: ReorderResult, second: ReorderResult): ReorderResult => ({
  buffer: second.buffer,
  released: first.released.length === 0 ? second.released : [...first.released, ...second.released],
  anomaly: first.anomaly ?? second.anomaly
})

const withAnomaly = (result: ReorderResult, anomaly: Anomaly): ReorderResult => ({ ...result, anomaly })

const holdUnconfirmed = (buffer: ReorderBuffer, unconfirmed: CompactPosition): ReorderResult => ({
  buffer: { ...buffer, unconfirmed },
  released: NO_POSITIONS,
  anomaly: null
})

/** Holds a position hours ahead of the newest one until a second position confirms its clock. */
const handleClockJump = (buffer: ReorderBuffer, position: CompactPosition, windowSeconds: number): ReorderResult => {
  const { unconfirmed } = buffer
  if (unconfirmed === null) return holdUnconfirmed(buffer, position)
  if (comparePositions(unconfirmed, position) === 0) return rejectPosition(buffer, "duplicate")
  if (sampleIndexOf(position.at) === sampleIndexOf(unconfirmed.at))
    return holdUnconfirmed(buffer, comparePositions(position, unconfirmed) < 0 ? position : unconfirmed)
  if (position.at < unconfirmed.at - windowSeconds) return withAnomaly(holdUnconfirmed(buffer, position), "clock_wrong")
  if (position.at > unconfirmed.at + CLOCK_JUMP_SECONDS) {
    const first = accept(buffer, unconfirmed, null, windowSeconds)
    return combine(first, holdUnconfirmed(first.buffer, position))
  }
  const [earlier, later] = position.at < unconfirmed.at ? [position, unconfirmed] : [unconfirmed, position]
  const first = accept(buffer, earlier, null, windowSeconds)
  return combine(first, accept(first.buffer, later, null, windowSeconds))
}

const isDuplicate = (positions: ReadonlyArray<CompactPosition>, position: CompactPosition): boolean =>
  positions.some((other) => other.at === position.at && comparePositions(other, position) === 0)

/**
 * Handles a position before the watermark: `late` within a day of the newest one; further behind `clock_wrong`, since
 * one of the two clocks must be wrong.
 */
const handleLatePosition = (
  buffer: ReorderBuffer,
  position: CompactPosition,
  nothingReleased: boolean
): ReorderResult => {
  if (position.at >= buffer.newest - SECONDS_PER_DAY) return rejectPosition(buffer, "late")
  // The first position of a vessel is itself unconfirmed, so it is replaced while it is the only one. Later ones are
  // not, or every further position with the same clock would restart the buffer.
  const isFirst = nothingReleased && buffer.positions.length === 1 && buffer.unconfirmed === null
  return isFirst
    ? withAnomaly(accept(EMPTY_BUFFER, position, null, REORDER_WINDOW_SECONDS), "clock_wrong")
    : rejectPosition(buffer, "clock_wrong")
}

/**
 * Adds a position, and releases those before which no other can arrive. `latest` is the server's time in seconds;
 * `nothingReleased` is true if no position of the vessel has been released yet. `windowSeconds` is the reorder window.
 */
export const bufferPosition = (
  buffer: ReorderBuffer,
  position: CompactPosition,
  latest: number,
  nothingReleased = false,
  windowSeconds = REORDER_WINDOW_SECONDS
): ReorderResult => {
  if (position.at > latest + MAX_CLOCK_AHEAD_SECONDS) return rejectPosition(buffer, "clock_wrong")
  const { newest, watermark, positions, unconfirmed } = buffer
  if (newest === 0) return accept(buffer, position, null, windowSeconds)
  if (position.at > newest + CLOCK_JUMP_SECONDS) return handleClockJump(buffer, position, windowSeconds)
  if (sampleIndexOf(position.at) < watermark) return handleLatePosition(buffer, position, nothingReleased)
  if (isDuplicate(positions, position)) return rejectPosition(buffer, "duplicate")
  if (unconfirmed === null) return accept(buffer, position, null, windowSeconds)
  const first = accept(buffer, position, null, windowSeconds)
  return position.at >= unconfirmed.at - windowSeconds
    ? combine(first, accept(first.buffer, unconfirmed, null, windowSeconds))
    : withAnomaly(first, "clock_wrong")
}

/**
 * Releases the positions from before `until` (seconds), once no earlier position is expected. The watermark advances
 * past the newest position of the vessel at most: of a source that is late, later positions are still to come.
 */
export const flushBuffer = (buffer: ReorderBuffer, until: number): ReorderResult => {
  const { newest, watermark, positions, unconfirmed } = buffer
  if (newest === 0) return releaseBefore(newest, watermark, positions, unconfirmed)
  const confirmed = unconfirmed !== null && sampleIndexOf(unconfirmed.at) < sampleIndexOf(until)
  const lastAt = confirmed ? unconfirmed.at : newest
  return releaseBefore(
    lastAt,
    Math.max(watermark, Math.min(sampleIndexOf(until), sampleIndexOf(lastAt) + 1)),
    confirmed ? insertInOrder(positions, unconfirmed) : positions,
    confirmed ? null : unconfirmed
  )
}
