import { Prunable, RETENTION_DAYS, Retention } from "@landfall/core/alerts/operations/Retention"
import { formatCount } from "@landfall/core/listing/Count"
import { UNTRACKED_RETENTION_DAYS } from "@landfall/core/tracking/compaction/UntrackedEvents"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"

/** The retention of data, and the pace at which it is deleted. */
export interface PruningSettings {
  /** The number of days for which completed messages, hourly figures and tasks are retained. */
  readonly days: number
  /** The number of days for which carrier events that concern no shipment are retained. */
  readonly untrackedDays: number
  /** The maximum number of rows that one transaction inspects. */
  readonly limit: number
  /** The pause after each transaction, during which other work uses the storage. */
  readonly pause: Duration.Duration
  /** The time from the start to the first pass. */
  readonly firstAfter: Duration.Duration
  /** The interval from the end of a pass to the next. */
  readonly interval: Duration.Duration
}

/** The settings of a server. */
export const defaultPruningSettings: PruningSettings = {
  days: RETENTION_DAYS,
  untrackedDays: UNTRACKED_RETENTION_DAYS,
  limit: 200,
  pause: Duration.millis(100),
  firstAfter: Duration.minutes(1),
  interval: Duration.hours(1)
}

/** A pass prunes all kinds, one after another. */
const kinds = Prunable.literals
const nouns: Record<Prunable, string> = {
  messages: "message",
  hours: "hourly figure",
  tasks: "delivery task",
  responses: "stored response",
  events: "carrier event"
}

/** The number of days for which each kind is retained. Responses are stored with the instant at which they expire. */
const retainedDays = (kind: Prunable, { days, untrackedDays }: PruningSettings): number =>
  kind === "responses" ? 0 : kind === "events" ? untrackedDays : days

/** Prunes one page at each step, and stores the start of the next page. */
const pruningSteps = (retention: Retention["Service"], settings: PruningSettings) => {
  let kindIndex = 0
  let after = ""
  let removed = 0
  let now = Option.none<DateTime.Utc>()
  return Effect.gen(function* () {
    const kind = kinds[kindIndex] ?? kinds[0]
    if (kindIndex === 0 && after === "") now = yield* retention.now
    if (Option.isNone(now)) {
      yield* Effect.logWarning(
        "The clock is more than 24 hours ahead of the last pass that pruned. Nothing is pruned until it has advanced evenly for 24 hours. If it is correct, because no worker ran meanwhile or the clock was corrected, run: landfall retention trust-clock"
      )
      return settings.interval
    }
    const days = retainedDays(kind, settings)
    const expiry = DateTime.subtract(now.value, { days })
    const pruned = yield* retention.prune(kind, expiry, after, settings.limit)
    removed += pruned.removed
    after = Option.getOrElse(pruned.next, () => "")
    if (Option.isSome(pruned.next)) return settings.pause
    if (removed > 0) {
      const age = days === 0 ? "that expired" : `older than ${formatCount(days, "day")}`
      yield* Effect.logInfo(`Pruned ${formatCount(removed, nouns[kind])} ${age}.`)
    }
    removed = 0
    kindIndex = (kindIndex + 1) % kinds.length
    return kindIndex === 0 ? settings.interval : Duration.zero
  })
}

/** Deletes expired data while the layer lives. */
export const layer = (settings: PruningSettings): Layer.Layer<never, never, Retention> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const prunePage = pruningSteps(yield* Retention, settings)
      yield* backgroundLoop({ name: "message pruning", start: Effect.sleep(settings.firstAfter), step: prunePage })
    })
  )
