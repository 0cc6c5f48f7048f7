import { formatCount } from "@landfall/core/listing/Count"
import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import {
  type CarrierHealth,
  type CarrierPoll,
  healthAfterPoll,
  isFailing,
  isFailure,
  NEVER_POLLED
} from "@landfall/core/tracking/polling/CarrierHealth"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect, Option } from "effect"

/** A continuing failure is logged again after this time. */
const REMINDER_INTERVAL_MILLIS = HOUR_MILLIS

/** The last line of the log about a carrier. */
interface LogState {
  readonly health: CarrierHealth
  /** When its failure was last logged, in milliseconds since the epoch. */
  readonly loggedAt: number
}

interface LogLine {
  readonly level: "Debug" | "Info" | "Warn"
  readonly text: string
}

const describe = (scac: Scac, { outcome, message }: CarrierPoll): string =>
  Option.getOrElse(message, () => `${scac}: ${outcome}.`)

/** The line for a poll: the start, the change or the continuation of a failure; its end; the start of a pause. */
const lineFor = (scac: Scac, before: LogState, poll: CarrierPoll, requests: number, now: number): LogLine => {
  const text = describe(scac, poll)
  const { health, loggedAt } = before
  const isNew = !Option.exists(health.lastPoll, ({ outcome }) => outcome === poll.outcome)
  if (isFailure(poll.outcome)) {
    if (!isFailing(health) || isNew) return { level: "Warn", text }
    if (now - loggedAt < REMINDER_INTERVAL_MILLIS) return { level: "Debug", text }
    const since = Option.match(health.failingSince, { onNone: () => "", onSome: (at) => ` since ${isoOf(at)}` })
    return { level: "Warn", text: `${text} ${formatCount(health.failures + 1, "poll")} failed${since}.` }
  }
  // A query that this process has deferred itself shows nothing about the carrier.
  if (poll.outcome === "throttled") return { level: isNew && requests > 0 ? "Info" : "Debug", text }
  return isFailing(health)
    ? { level: "Info", text: `${scac} responds again after ${formatCount(health.failures, "failed poll")}.` }
    : { level: "Debug", text }
}

/** Logs how carriers respond, without a line for every poll. */
export interface CarrierLog {
  /** @param requests sent for this poll */
  readonly record: (scac: Scac, poll: CarrierPoll, requests: number, now: number) => Effect.Effect<void>
}

export const makeCarrierLog = (): CarrierLog => {
  const states = new Map<Scac, LogState>()
  return {
    record: (scac, poll, requests, now) =>
      Effect.suspend(() => {
        const previous = states.get(scac) ?? { health: NEVER_POLLED, loggedAt: 0 }
        const line = lineFor(scac, previous, poll, requests, now)
        const health = healthAfterPoll(previous.health, poll, Instant.make(now))
        states.set(scac, { health, loggedAt: line.level === "Warn" ? now : previous.loggedAt })
        const log = { Debug: Effect.logDebug, Info: Effect.logInfo, Warn: Effect.logWarning }[line.level]
        return Effect.annotateLogs(log(line.text), { carrier: scac, outcome: poll.outcome })
      })
  }
}
