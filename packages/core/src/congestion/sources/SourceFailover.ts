import { Array as Arr } from "effect"
import type { Instant } from "../../time/Instant.ts"

/**
 * Failover among sources of live AIS. A group is an ordered list: the first source is the primary, the others are its
 * stand-bys. A source delivers while vessel reports arrive, whatever the state of its connection. A stand-by starts when
 * every source before it is silent, and stops when one before it has delivered for a while.
 */

/** The times after which a source of a group is silent, and has recovered. */
export interface FailoverSettings {
  /** Milliseconds without a vessel report after which a running source is silent. */
  readonly silenceMillis: number
  /** Milliseconds for which a source delivers without a silence before its stand-bys stop. */
  readonly recoveryMillis: number
}

/** The time without a vessel report after which a stand-by takes over, in milliseconds. */
export const DEFAULT_SILENCE_MILLIS = 30_000

/**
 * The time without a vessel report after which a source without stand-bys is reported as silent, in milliseconds, where
 * the setting is shorter: one receiver beside quiet waters has pauses, and nothing can take over.
 */
const LONE_SILENCE_MILLIS = 5 * 60_000

/** The time for which a source delivers before its stand-bys stop, in milliseconds. */
export const RECOVERY_MILLIS = 60_000

/** The settings of a group with this many sources. */
export const failoverSettings = (silenceMillis: number, sources: number): FailoverSettings => ({
  silenceMillis: sources > 1 ? silenceMillis : Math.max(silenceMillis, LONE_SILENCE_MILLIS),
  recoveryMillis: RECOVERY_MILLIS
})

/** The state of a source in its group. */
export type SourceState =
  /** A stand-by that is not needed. */
  | { readonly _tag: "Stopped" }
  /** Started, without a vessel report so far. */
  | { readonly _tag: "Waiting"; readonly since: Instant }
  /** Vessel reports arrive: the first of them after the start or after a silence, and the newest. */
  | { readonly _tag: "Delivering"; readonly since: Instant; readonly lastReportAt: Instant }
  /** Running without vessel reports: the time of the last one, or of the start. */
  | { readonly _tag: "Silent"; readonly since: Instant }

/** A change by a check. `source` is the index in the group. */
export type FailoverStep =
  | { readonly _tag: "FellSilent"; readonly source: number; readonly silentMillis: number }
  | { readonly _tag: "Started"; readonly source: number }
  | { readonly _tag: "Stopped"; readonly source: number }

/** The result of a check: the next states and the changes, in the order in which to carry them out. */
export interface FailoverPlan {
  readonly states: ReadonlyArray<SourceState>
  readonly steps: ReadonlyArray<FailoverStep>
}

/** The states of a group at its start: the primary runs. */
export const startGroup = (sources: number, now: Instant): ReadonlyArray<SourceState> =>
  Arr.makeBy(sources, (index) => (index === 0 ? { _tag: "Waiting", since: now } : { _tag: "Stopped" }))

/** The state of a source after a vessel report. A report of a source that was just stopped changes nothing. */
export const receiveReport = (state: SourceState, now: Instant): SourceState => {
  switch (state._tag) {
    case "Stopped":
      return state
    case "Delivering":
      return state.lastReportAt === now ? state : { ...state, lastReportAt: now }
    case "Waiting":
    case "Silent":
      return { _tag: "Delivering", since: now, lastReportAt: now }
  }
}

const withSilence = (state: SourceState, now: Instant, silenceMillis: number): SourceState => {
  if (state._tag === "Waiting" && now - state.since >= silenceMillis) return { _tag: "Silent", since: state.since }
  if (state._tag === "Delivering" && now - state.lastReportAt >= silenceMillis) {
    return { _tag: "Silent", since: state.lastReportAt }
  }
  return state
}

/**
 * Checks a group: which sources fell silent, which stand-by starts and which stops. The primary never stops. Called at
 * least every second, it starts a stand-by at most a second after the silence.
 */
export const checkGroup = (
  states: ReadonlyArray<SourceState>,
  now: Instant,
  { silenceMillis, recoveryMillis }: FailoverSettings
): FailoverPlan => {
  const steps: Array<FailoverStep> = []
  const next: Array<SourceState> = []
  let isEachBeforeSilent = true
  let hasRecovered = false
  for (const [source, before] of states.entries()) {
    let state = withSilence(before, now, silenceMillis)
    if (state._tag === "Silent" && before._tag !== "Silent") {
      steps.push({ _tag: "FellSilent", source, silentMillis: now - state.since })
    }
    if (source > 0 && state._tag === "Stopped" && isEachBeforeSilent) {
      state = { _tag: "Waiting", since: now }
      steps.push({ _tag: "Started", source })
    } else if (source > 0 && state._tag !== "Stopped" && hasRecovered) {
      state = { _tag: "Stopped" }
      steps.push({ _tag: "Stopped", source })
    }
    isEachBeforeSilent &&= state._tag === "Silent"
    hasRecovered ||= state._tag === "Delivering" && now - state.since >= recoveryMillis
    next.push(state)
  }
  return { states: next, steps }
}
