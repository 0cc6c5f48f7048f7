import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { nextSlice } from "../../src/limits/SliceTurns.ts"
import { WorkOwner } from "../../src/limits/WorkOwner.ts"

const NANOS_PER_MILLI = 1_000_000n

/** Runs an effect on a clock that work moves. */
const onOwnClock = Effect.fnUntraced(function* <A, E>(run: (spend: (millis: bigint) => void) => Effect.Effect<A, E>) {
  let now = 0n
  const clock: Clock.Clock = Object.assign(Object.create(yield* Clock.Clock), { monotonicTimeNanosUnsafe: () => now })
  const spend = (millis: bigint) => {
    now += millis * NANOS_PER_MILLI
  }
  return yield* Effect.provideService(run(spend), Clock.Clock, clock)
})

describe("the turns of slices", () => {
  it.effect("give an account with one request its part of the time, however many another one has", () =>
    onOwnClock((spend) =>
      Effect.gen(function* () {
        const order: Array<string> = []
        const begin = (account: string, slices: number) =>
          Effect.forkChild(
            Effect.repeat(
              Effect.andThen(
                nextSlice,
                Effect.sync(() => {
                  order.push(account)
                  spend(5n)
                })
              ),
              { times: slices - 1 }
            ).pipe(Effect.provideService(WorkOwner, account)),
            { startImmediately: true }
          )
        const searching = yield* Effect.forEach(Array.from({ length: 20 }), () => begin("searching", 10))
        const other = yield* begin("other", 10)
        for (const fiber of [...searching, other]) yield* Fiber.join(fiber)
        assert.lengthOf(order, 210)
        assert.isAtMost(order.lastIndexOf("other"), 20)
      })
    )
  )

  it.effect("yield the event loop after some milliseconds", () =>
    onOwnClock((spend) =>
      Effect.gen(function* () {
        let others = 0
        const other = yield* Effect.forkChild(
          Effect.forever(
            Effect.andThen(
              Effect.sync(() => void others++),
              Effect.yieldNow
            )
          )
        )
        const slice = Effect.andThen(
          nextSlice,
          Effect.sync(() => spend(5n))
        )
        const slices = Effect.forEach(Array.from({ length: 8 }), () => slice, { concurrency: "unbounded" })
        yield* slices
        yield* Fiber.interrupt(other)
        assert.isAtLeast(others, 4)
      })
    )
  )

  it.effect("continue when a request ends before its turn", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(nextSlice, { startImmediately: true })
      const next = yield* Effect.forkChild(nextSlice, { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      yield* Fiber.join(next)
    })
  )
})
