import { Clock, Context, Effect } from "effect"

/** The time in which one fault is logged once. */
const INTERVAL_NANOS = 10_000_000_000n

interface LoggedFault {
  readonly at: bigint
  skipped: number
}

/** The faults that were logged last, by their message. Messages contain nothing of a request, so that they are few. */
class RepeatedFaults {
  readonly #faults = new Map<string, LoggedFault>()

  /** The number of times that the fault was skipped since it was logged last; undefined when it is to be skipped again. */
  take(message: string, now: bigint): number | undefined {
    const logged = this.#faults.get(message)
    const age = logged === undefined ? -1n : now - logged.at
    if (logged !== undefined && age >= 0n && age < INTERVAL_NANOS) {
      logged.skipped++
      return undefined
    }
    this.#faults.set(message, { at: now, skipped: 0 })
    return logged?.skipped ?? 0
  }
}

/** Those of the process. */
const ProcessFaults = Context.Reference<RepeatedFaults>("@landfall/http/conventions/RepeatedFaults", {
  defaultValue: () => new RepeatedFaults()
})

/**
 * Logs a fault that callers can repeat at any rate while its cause lasts, such as a full disk: at most once in 10 s, with
 * the number of lines that were skipped. The others are logged at the level `Debug`.
 */
export const logRepeatedFault = (level: "Error" | "Warn", message: string, cause: unknown): Effect.Effect<void> =>
  Effect.gen(function* () {
    const faults = yield* ProcessFaults
    const clock = yield* Clock.Clock
    const skipped = faults.take(message, clock.monotonicTimeNanosUnsafe())
    if (skipped === undefined) return yield* Effect.logDebug(message, cause)
    const text = skipped === 0 ? message : `${message} The same fault was not logged ${skipped} times before.`
    yield* level === "Error" ? Effect.logError(text, cause) : Effect.logWarning(text, cause)
  })
