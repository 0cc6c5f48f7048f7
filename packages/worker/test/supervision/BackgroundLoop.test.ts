import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Clock, Duration, Effect, Latch, Logger } from "effect"
import { TestClock } from "effect/testing"
import { backgroundLoop } from "../../src/supervision/BackgroundLoop.ts"

/** Collects log lines. */
const logged = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(Array.isArray(message) ? message[0] : message)))
  return { lines, layer: Logger.layer([logger]) }
}

const unavailable = new StorageError({ operation: "Store.read", reason: "unavailable", cause: "down" })

/** A step that records when it runs, and then runs `act`. */
const recordingStep = (act: (run: number) => Effect.Effect<Duration.Input, StorageError>) => {
  const times: Array<number> = []
  const step = Effect.flatMap(Clock.currentTimeMillis, (now) => act(times.push(now)))
  return { times, step }
}

describe("a background loop", () => {
  it.effect("sleeps after each step for the duration that the step returns, and not at all after 0", () => {
    const pauses = [100, 0, "1 second", 50] as const
    const { times, step } = recordingStep((run) => Effect.succeed(pauses[run - 1] ?? Duration.infinity))
    return Effect.gen(function* () {
      yield* backgroundLoop({ name: "tests", step })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(times, [0, 100, 100, 1_100, 1_150])
    })
  })

  it.effect("begins the next step at a wake-up", () => {
    const wake = Latch.makeUnsafe()
    const { times, step } = recordingStep(() => Effect.as(wake.close, "1 hour"))
    return Effect.gen(function* () {
      yield* backgroundLoop({ name: "tests", step, wake: wake.await })
      yield* TestClock.adjust("10 minutes")
      yield* wake.open
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(times, [0, 600_000])
    })
  })

  it.effect(
    "repeats the step while the storage is unavailable, and logs the start and the end of the outage once",
    () => {
      const log = logged()
      const { times, step } = recordingStep((run) =>
        run < 20 ? Effect.fail(unavailable) : Effect.succeed(Duration.infinity)
      )
      return Effect.gen(function* () {
        yield* backgroundLoop({ name: "message pruning", step })
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual(times.length, 20)
        assert.strictEqual(log.lines[0], "Storage is unavailable (operation Store.read); message pruning waits.")
        assert.match(log.lines[1] ?? "", /^Storage is available again after \d+\.\d s; message pruning continues\.$/)
        assert.strictEqual(log.lines.length, 2)
      }).pipe(Effect.provide(log.layer))
    }
  )

  it.effect("logs a defect and restarts after a second", () => {
    const log = logged()
    const { times, step } = recordingStep((run) => (run <= 2 ? Effect.die("a bug") : Effect.succeed(Duration.infinity)))
    return Effect.gen(function* () {
      const start = Effect.sleep("10 seconds")
      yield* backgroundLoop({ name: "message pruning", start, step })
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(times, [10_000, 21_000, 32_000])
      assert.deepStrictEqual(log.lines, Array(2).fill("The loop for message pruning failed; it restarts in 1 s."))
    }).pipe(Effect.provide(log.layer))
  })
})
