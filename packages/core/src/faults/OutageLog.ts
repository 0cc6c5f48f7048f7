import { Effect } from "effect"

/**
 * Logs the first of failures that follow each other, and the success after them: work that repeats every second would
 * otherwise fill the log during an outage.
 *
 * @param failure the line of the first failure, a warning
 * @param recovery the line of the success after it
 */
export const makeOutageLog = (failure: string, recovery: string) => {
  let hasFailed = false
  return {
    failed: (error: unknown): Effect.Effect<void> =>
      Effect.suspend(() => {
        if (hasFailed) return Effect.void
        hasFailed = true
        return Effect.logWarning(failure, error)
      }),
    succeeded: Effect.suspend(() => {
      if (!hasFailed) return Effect.void
      hasFailed = false
      return Effect.logInfo(recovery)
    })
  }
}
