/**
 * The meaning of the old timestamps of a live source: `undecided` until there is evidence; `record` when a record is
 * replayed, whose timestamps are right; `clock_off` when the clock of a station is wrong, so that its reports are
 * current.
 */
export type ReplayVerdict = "undecided" | "record" | "clock_off"

/** A replay is recognised when its timestamps advance this much more than the clock of the server. */
const AHEAD_MILLIS = 120_000

/** The time after which old timestamps that advance no faster than the clock of the server are a wrong clock. */
const MAX_UNDECIDED_MILLIS = 60_000

/** The longest step between two timestamps of one record. */
const MAX_STEP_MILLIS = 3_600_000

/** Distinguishes a replayed record from a wrong clock. */
export interface ReplayTest {
  /** Considers a timestamp that is too old to be a delay. */
  readonly old: (stampedMillis: number, arrivedAt: number) => ReplayVerdict
  /** Considers a current timestamp: the source is live, and older timestamps are those of a wrong clock. */
  readonly current: () => void
  /** Ends an undecided test: the clock is wrong. */
  readonly end: () => void
  readonly verdict: () => ReplayVerdict
  /** True while old timestamps have been seen whose meaning is undecided. */
  readonly isPending: () => boolean
}

/**
 * Makes the test of one source. The timestamps of a record advance faster than the clock of the server, unless it is
 * replayed at the original speed: then the time of arrival gives the same calls, later by a constant time.
 */
export const makeReplayTest = (): ReplayTest => {
  let verdict: ReplayVerdict = "undecided"
  let [latest, progress, since] = [Number.NaN, 0, 0]
  const giveUp = () => {
    if (verdict === "undecided") verdict = "clock_off"
  }
  return {
    old: (stampedMillis, arrivedAt) => {
      if (verdict !== "undecided") return verdict
      if (Number.isNaN(latest)) {
        latest = stampedMillis
        since = arrivedAt
        return verdict
      }
      const advanceMillis = stampedMillis - latest
      if (Math.abs(advanceMillis) > MAX_STEP_MILLIS) verdict = "clock_off"
      else if (advanceMillis > 0) {
        progress += advanceMillis
        latest = stampedMillis
      }
      const elapsed = arrivedAt - since
      if (verdict === "undecided" && progress > elapsed + AHEAD_MILLIS) verdict = "record"
      if (verdict === "undecided" && elapsed > MAX_UNDECIDED_MILLIS) verdict = "clock_off"
      return verdict
    },
    current: giveUp,
    end: giveUp,
    verdict: () => verdict,
    isPending: () => verdict === "undecided" && !Number.isNaN(latest)
  }
}
