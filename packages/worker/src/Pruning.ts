import { Prunable, RETENTION_DAYS, Retention } from "@landfall/core/alerts/operations/Retention"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { makeStorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

/** How what is past its time is removed. */
export interface PruningSettings {
  /** How many days what is finished is kept. */
  readonly days: number
  /** The most that one transaction looks at. */
  readonly limit: number
  /** The rest after each step, in which others have the storage to themselves. */
  readonly pause: Duration.Duration
  /** How long after the start the first pass begins, and the next after each. */
  readonly firstAfter: Duration.Duration
  readonly every: Duration.Duration
}

export const defaultPruningSettings: PruningSettings = {
  days: RETENTION_DAYS,
  limit: 200,
  pause: Duration.millis(100),
  firstAfter: Duration.minutes(1),
  every: Duration.hours(1)
}

const passes = Effect.fnUntraced(function* (settings: PruningSettings) {
  const retention = yield* Retention
  const outage = makeStorageOutage("Old messages are kept")
  const { days, limit, pause, firstAfter, every } = settings

  const pass = Effect.fnUntraced(function* (what: Prunable, before: DateTime.Utc) {
    let removed = 0
    for (let after = Option.some(""); Option.isSome(after); ) {
      const pruned = yield* outage.persist(retention.prune(what, before, after.value, limit))
      removed += pruned.removed
      after = pruned.next
      if (Option.isSome(after)) yield* Effect.sleep(pause)
    }
    return removed
  })

  yield* Effect.sleep(firstAfter)
  while (true) {
    const before = DateTime.subtract(yield* DateTime.now, { days })
    for (const what of Prunable.literals) {
      const removed = yield* pass(what, before)
      if (removed > 0) yield* Effect.logInfo(`${removed} ${what} of more than ${days} days ago were removed.`)
    }
    yield* Effect.sleep(every)
  }
})

/** Removes what is past its time while the layer lives, a small step at a time. */
export const layer = (settings: PruningSettings): Layer.Layer<never, never, Retention> =>
  Layer.effectDiscard(Effect.forkScoped(supervised("Removing old messages", passes(settings))))
