import { StorageError } from "@landfall/core/faults/StorageError"
import { Clock, Effect, Option, Random } from "effect"

const FIRST_WAIT_MILLIS = 100
const LONGEST_WAIT_MILLIS = 5_000

/** Between half and the whole of a wait that doubles from 100 ms up to 5 s. */
const backoffMillis = (failures: number, spread: number): number =>
  Math.min(FIRST_WAIT_MILLIS * 2 ** (failures - 1), LONGEST_WAIT_MILLIS) * (0.5 + spread / 2)

/** What a defect in a storage adapter counts as. */
const broken = { operation: "an adapter of a store broke off", reason: "fault" } as const

/** How a background loop lives through a storage that is away: it waits, says so once, and goes on by itself. */
export interface StorageOutage {
  /** Tries until it works. The first failure of an outage is logged, and so is its end. */
  readonly persist: <A>(effect: Effect.Effect<A, StorageError>) => Effect.Effect<A>
  /** As `persist`, but a fault (not an absence) that stays for `attempts` tries is given to the caller. */
  readonly persistUnlessFault: <A>(
    effect: Effect.Effect<A, StorageError>,
    attempts: number
  ) => Effect.Effect<A, StorageError>
  /** Since when the storage has been away, in milliseconds since the epoch; none while it works. */
  readonly since: () => Option.Option<number>
}

/** @param work what waits meanwhile, as the log says it: "Deliveries wait" */
export const makeStorageOutage = (work: string): StorageOutage => {
  let away: Option.Option<number> = Option.none()

  const failed = Effect.fnUntraced(function* (error: StorageError) {
    if (Option.isSome(away)) return
    away = Option.some(yield* Clock.currentTimeMillis)
    yield* Effect.logError(`${work}: the storage does not answer (${error.operation}).`, error)
  })

  const worked = Effect.fnUntraced(function* (since: number) {
    away = Option.none()
    const seconds = ((yield* Clock.currentTimeMillis) - since) / 1000
    yield* Effect.logInfo(`The storage answers again after ${seconds.toFixed(1)} s.`)
  })

  const persistUnlessFault = Effect.fnUntraced(function* <A>(effect: Effect.Effect<A, StorageError>, attempts: number) {
    const attempt = Effect.result(Effect.catchDefect(effect, (cause) => new StorageError({ ...broken, cause })))
    for (let failures = 0; ; ) {
      const result = yield* attempt
      if (result._tag === "Success") {
        if (Option.isSome(away)) yield* worked(away.value)
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
    since: () => away
  }
}
