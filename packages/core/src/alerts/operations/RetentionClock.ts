import { Duration, Option } from "effect"

/**
 * The longest time between two passes of pruning at which the clock is trusted without more. A longer one is a process that
 * was stopped, or a clock that was set ahead: which of them cannot be known immediately.
 */
const MAX_STEP_MILLIS = Duration.toMillis("24 hours")

/** The time for which a clock that has jumped must advance evenly before it is trusted again. */
const CONFIRMATION_MILLIS = Duration.toMillis("24 hours")

/** The longest time between two passes of a clock that advances evenly; passes run every hour. */
const MAX_EVEN_STEP_MILLIS = Duration.toMillis("3 hours")

/** The stored record of the clock of retention. Instants in milliseconds since the epoch. */
export interface ClockRecord {
  /** The last trusted instant; none before the first pass. */
  readonly trustedAt: Option.Option<number>
  /** The first and the last instant of the clock that is not trusted. */
  readonly suspect: Option.Option<{ readonly since: number; readonly at: number }>
}

/** An observed clock: its new record, and whether data may expire by it. */
export interface ClockObservation {
  readonly record: ClockRecord
  readonly isTrusted: boolean
}

/** The record of a clock that is trusted at an instant, also when an operator has confirmed it. */
export const trustedClock = (now: number): ClockRecord => ({ trustedAt: Option.some(now), suspect: Option.none() })

const trust = (now: number): ClockObservation => ({ record: trustedClock(now), isTrusted: true })

/**
 * Decides whether data may expire by a clock. A clock that jumped ahead would let everything expire immediately, and what is
 * pruned cannot be restored: it is trusted again when it has advanced evenly for a day. A clock that was set back retains
 * more, which is harmless.
 */
export const observeClock = ({ trustedAt, suspect }: ClockRecord, now: number): ClockObservation => {
  const hasJumped = Option.exists(trustedAt, (at) => now - at > MAX_STEP_MILLIS)
  if (!hasJumped) return trust(now)
  const since = Option.match(suspect, {
    onNone: () => now,
    onSome: (last) => (now >= last.at && now - last.at <= MAX_EVEN_STEP_MILLIS ? last.since : now)
  })
  return now - since >= CONFIRMATION_MILLIS
    ? trust(now)
    : { record: { trustedAt, suspect: Option.some({ since, at: now }) }, isTrusted: false }
}
