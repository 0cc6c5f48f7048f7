import type { StorageError } from "@landfall/core/faults/StorageError"
import { Duration, Effect, type Scope } from "effect"
import { makeStorageOutage, type StorageOutage } from "./StorageOutage.ts"

/** The pause before a loop restarts after a defect. */
const RESTART_PAUSE = Duration.seconds(1)

/** Repeats a loop until it is interrupted: a defect is logged, and the loop restarts. */
export const supervise = <A, R>(name: string, loop: Effect.Effect<A, never, R>): Effect.Effect<never, never, R> =>
  loop.pipe(
    Effect.catchDefect((defect) =>
      Effect.logError(`The loop for ${name} failed; it restarts in 1 s.`, defect).pipe(
        Effect.andThen(Effect.sleep(RESTART_PAUSE))
      )
    ),
    Effect.forever
  )

export interface BackgroundLoop<R> {
  /** The work of the loop as the log names it: "message pruning". */
  readonly name: string
  /** Runs before the first step, and again after a restart. */
  readonly start?: Effect.Effect<void, StorageError, R>
  /** One step, which returns the sleep after it. It is repeated while the storage is unavailable. */
  readonly step: Effect.Effect<Duration.Input, StorageError, R>
  /** Ends a sleep early; may complete without a reason. */
  readonly wake?: Effect.Effect<void>
  /** For a loop whose other fibers use the storage too. */
  readonly outage?: StorageOutage
}

/** Repeats an effect while the storage is unavailable; passes its defects on to the supervision. */
const persistUnlessDefect = <A, R>(outage: StorageOutage, effect: Effect.Effect<A, StorageError, R>) =>
  Effect.flatten(
    outage.persist(
      Effect.catchDefect(Effect.map(effect, Effect.succeed), (defect) => Effect.succeed(Effect.die(defect)))
    )
  )

/** Runs steps one after the other in the background, until the scope closes. */
export const backgroundLoop = <R>(loop: BackgroundLoop<R>): Effect.Effect<void, never, R | Scope.Scope> => {
  const { name, start = Effect.void, step, wake = Effect.never, outage = makeStorageOutage(name) } = loop
  const steps = Effect.gen(function* () {
    yield* persistUnlessDefect(outage, start)
    while (true) {
      const pause = Duration.fromInputUnsafe(yield* persistUnlessDefect(outage, step))
      if (Duration.isPositive(pause)) yield* Effect.raceFirst(Effect.sleep(pause), wake)
    }
  })
  return Effect.asVoid(Effect.forkScoped(supervise(name, steps)))
}
