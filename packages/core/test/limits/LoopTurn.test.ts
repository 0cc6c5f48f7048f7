import { assert, describe, it } from "@effect/vitest"
import { LoopTurn, MAX_TURN_MILLIS, MIN_TURN_MILLIS } from "../../src/limits/LoopTurn.ts"

/** A turn with a clock and an event loop that the test moves on. */
const makeLoop = () => {
  let now = 0
  let scheduled: Array<() => void> = []
  const turn = new LoopTurn(
    () => now,
    (work) => void scheduled.push(work)
  )
  return {
    turn,
    pass: (millis: number): void => {
      now += millis
    },
    /** Runs what is scheduled, as the loop does once it has read its sockets. */
    next: (): void => {
      const work = scheduled
      scheduled = []
      for (const run of work) run()
    }
  }
}

describe("a turn of the event loop", () => {
  it("has time for work until it has lasted its time, and again in the next", () => {
    const { turn, pass, next } = makeLoop()
    assert.isTrue(turn.hasTime())
    pass(MIN_TURN_MILLIS - 0.1)
    assert.isTrue(turn.hasTime())
    pass(0.1)
    assert.isFalse(turn.hasTime())
    next()
    assert.isTrue(turn.hasTime())
  })

  it("runs the work of the next turn once, however often it is scheduled", () => {
    const { turn, next } = makeLoop()
    let calls = 0
    const work = () => void calls++
    turn.callNext(work)
    turn.callNext(work)
    assert.strictEqual(calls, 0)
    next()
    assert.strictEqual(calls, 1)
    next()
    assert.strictEqual(calls, 1)
  })

  it("continues with further work in turn after turn, each no longer than its time", () => {
    const { turn, pass, next } = makeLoop()
    let remaining = 10
    const turns: Array<number> = []
    const work = (): void => {
      let done = 0
      for (; remaining > 0 && turn.hasTime(); remaining--, done++) pass(1)
      turns.push(done)
      if (remaining > 0) turn.callNext(work)
    }
    work()
    while (remaining > 0) next()
    assert.deepStrictEqual(
      turns,
      Array.from({ length: 10 / MIN_TURN_MILLIS }, () => MIN_TURN_MILLIS)
    )
  })

  it("lasts half as long as everything else took since the turn before, and never longer than its bound", () => {
    for (const [others, expected] of [
      [20, 10],
      [1_000, MAX_TURN_MILLIS]
    ] as const) {
      const { turn, pass, next } = makeLoop()
      turn.hasTime()
      next()
      pass(others)
      assert.isTrue(turn.hasTime())
      pass(expected - 0.1)
      assert.isTrue(turn.hasTime())
      pass(0.1)
      assert.isFalse(turn.hasTime())
    }
  })
})
