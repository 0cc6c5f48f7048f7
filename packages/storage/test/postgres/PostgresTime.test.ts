import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layer, PostgresTime } from "../../src/postgres/PostgresTime.ts"
import { LeaseClock } from "../../src/sql/LeaseClock.ts"

const DAY_MILLIS = 86_400_000
const POSTGRES_MILLIS = 1_000 * DAY_MILLIS

/** A clock of a machine whose time can be set; its monotonic clock advances separately. */
const makeMachine = (testClock: Clock.Clock) => {
  const state = { millis: POSTGRES_MILLIS, nanos: 0n }
  const machine: Clock.Clock = {
    currentTimeMillisUnsafe: () => state.millis,
    currentTimeMillis: Effect.sync(() => state.millis),
    currentTimeNanosUnsafe: () => BigInt(state.millis) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(state.millis) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => state.nanos,
    monotonicTimeNanos: Effect.sync(() => state.nanos),
    sleep: (duration) => testClock.sleep(duration)
  }
  /** Advances both clocks. */
  const advance = (millis: number) => {
    state.millis += millis
    state.nanos += BigInt(millis) * 1_000_000n
  }
  return { state, machine, advance }
}

describe("the time of a process that shares a Postgres database", () => {
  it.effect("is that of the machine within 300 s of Postgres, and that of Postgres beyond", () =>
    Effect.gen(function* () {
      const { state, machine, advance } = makeMachine(yield* Clock.Clock)
      const time = new PostgresTime(machine)
      for (const [lead, used] of [
        [0, 0],
        [300_000, 300_000],
        [-300_000, -300_000],
        [300_001, 0],
        [91 * DAY_MILLIS, 0],
        [-91 * DAY_MILLIS, 0]
      ] as const) {
        state.millis = POSTGRES_MILLIS + lead
        time.setReference(POSTGRES_MILLIS)
        assert.strictEqual(time.currentTimeMillisUnsafe(), POSTGRES_MILLIS + used)
        advance(5_000)
        assert.strictEqual(time.currentTimeMillisUnsafe(), POSTGRES_MILLIS + used + 5_000)
        assert.strictEqual(time.currentTimeNanosUnsafe(), BigInt(POSTGRES_MILLIS + used + 5_000) * 1_000_000n)
      }
    })
  )

  it.effect(
    "is not changed by a clock of the machine that jumps, in either direction, before Postgres is read again",
    () =>
      Effect.gen(function* () {
        const { state, machine, advance } = makeMachine(yield* Clock.Clock)
        const time = new PostgresTime(machine)
        assert.strictEqual(time.currentTimeMillisUnsafe(), POSTGRES_MILLIS)
        time.setReference(POSTGRES_MILLIS)
        for (const jump of [91 * DAY_MILLIS, -182 * DAY_MILLIS, 91 * DAY_MILLIS]) {
          state.millis += jump
          advance(1_000)
        }
        assert.strictEqual(time.currentTimeMillisUnsafe(), POSTGRES_MILLIS + 3_000)
        state.millis -= 91 * DAY_MILLIS
        assert.strictEqual(time.currentTimeMillisUnsafe(), POSTGRES_MILLIS + 3_000)
      })
  )

  it.effect("is read from Postgres before anything else runs, and again every 15 s", () =>
    Effect.gen(function* () {
      const testClock = yield* Clock.Clock
      const { state, machine } = makeMachine(testClock)
      const time = new PostgresTime(machine)
      state.millis = 0
      let postgresMillis = POSTGRES_MILLIS
      const postgres = Layer.succeed(LeaseClock, { now: Effect.sync(() => postgresMillis) })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Layer.build(Layer.provide(layer, postgres))
          assert.strictEqual(yield* Clock.currentTimeMillis, POSTGRES_MILLIS)
          postgresMillis += DAY_MILLIS
          yield* Effect.provideService(TestClock.adjust("15 seconds"), Clock.Clock, testClock)
          assert.strictEqual(yield* Clock.currentTimeMillis, POSTGRES_MILLIS + DAY_MILLIS)
        }).pipe(Effect.provideService(Clock.Clock, time))
      )
    })
  )
})
