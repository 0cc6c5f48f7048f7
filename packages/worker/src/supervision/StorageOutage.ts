import { StorageError } from "@landfall/core/faults/StorageError"
import { Clock, Effect, Option, Random } from "effect"

const FIRST_WAIT_MILLIS = 100
const LONGEST_WAIT_MILLIS = 5_000

/** A random part, at least half, of a wait that doubles from 100 ms up to 5 s. `random` is from 0 to 1. */
const backoffMillis = (failures: number, random: number): number =>
  Math.min(FIRST_WAIT_MILLIS * 2 ** (failures - 1), LONGEST_WAIT_MILLIS) * (0.5 + random / 2)

/** A defect in a storage adapter counts as a fault of an unknown operation. */
const defect = { operation: "unknown, because of a defect", reason: "fault" } as const

/** Handles an outage of the storage of a background loop: the loop waits, logs the outage once, and continues by itself. */
export interface StorageOutage {
  /** Repeats the effect until it succeeds. Logs the start of an outage, and its end. */
  readonly persist: <A, R>(effect: Effect.Effect<A, StorageError, R>) => Effect.Effect<A, never, R>
  /** As `persist`, but fails with a fault (not an unavailable storage) that remains for `attempts` attempts. */
  readonly persistUnlessFault: <A, R>(
    effect: Effect.Effect<A, StorageError, R>,
    attempts: number
  ) => Effect.Effect<A, StorageError, R>
  /** Since when the storage has been unavailable, in milliseconds since the epoch; none while it works. */
  readonly since: () => Option.Option<number>
}

/** @param work the work that waits during an outage, as the log names it: "delivery" */
export const makeStorageOutage = (work: string): StorageOutage => {
  let unavailableSince: Option.Option<number> = Option.none()

  const failed = Effect.fnUntraced(function* (error: StorageError) {
    if (Option.isSome(unavailableSince)) return
    unavailableSince = Option.some(yield* Clock.currentTimeMillis)
    const state = error.reason === "unavailable" ? "is unavailable" : "fails"
    yield* Effect.logError(`Storage ${state} (operation ${error.operation}); ${work} waits.`, error)
  })

  const succeeded = Effect.fnUntraced(function* (since: number) {
    unavailableSince = Option.none()
    const seconds = ((yield* Clock.currentTimeMillis) - since) / 1000
    yield* Effect.logInfo(`Storage is available again after ${seconds.toFixed(1)} s; ${work} continues.`)
  })

  const persistUnlessFault = Effect.fnUntraced(function* <A, R>(
    effect: Effect.Effect<A, StorageError, R>,
    attempts: number
  ) {
    const attempt = Effect.result(Effect.catchDefect(effect, (cause) => new StorageError({ ...defect, cause })))
    for (let failures = 0; ; ) {
      const result = yield* attempt
      if (result._tag === "Success") {
        if (Option.isSome(unavailableSince)) yield* succeeded(unavailableSince.value)
        return result.success
      }
      failures++
      if (result.failure.reason === "fault" && failures >= attempts) return yield* result.failure
      yield* failed(result.failure)
      yield* Effect.sleep(backoffMillis(failures, yield* Random.next))
    }
  })

  return {
    persist: (effect) => Effect.orDie(persistUnlessFault(effect, Number.POSITIVE_INFINITY)),
    persistUnlessFault,
    since: () => unavailableSince
  }
}
