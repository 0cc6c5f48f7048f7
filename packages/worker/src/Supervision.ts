import { Duration, Effect } from "effect"

/** The pause before a loop that broke off begins anew. */
const PAUSE = Duration.seconds(1)

/** Keeps a background loop going: a defect in it is logged and it begins anew; an interruption ends it. */
export const supervised = <A, R>(name: string, loop: Effect.Effect<A, never, R>): Effect.Effect<never, never, R> =>
  loop.pipe(
    Effect.catchDefect((defect) =>
      Effect.logError(`${name} broke off and begins anew.`, defect).pipe(Effect.andThen(Effect.sleep(PAUSE)))
    ),
    Effect.forever
  )
