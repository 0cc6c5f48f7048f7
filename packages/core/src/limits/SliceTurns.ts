import { Clock, Effect, Scheduler } from "effect"
import { LoopTurn } from "./LoopTurn.ts"
import { UsedTime } from "./UsedTime.ts"
import { WorkOwner } from "./WorkOwner.ts"

const NANOS_PER_MILLI = 1e6

type Owner = string | undefined

/**
 * The slices of long work that wait for their turn of the event loop. Slices of one turn take a few milliseconds together, however
 * many requests have some; the owner that has used the least time comes next, and its oldest slice.
 */
class SliceTurns {
  readonly #clock: Clock.Clock
  readonly #turn: LoopTurn
  readonly #times = new UsedTime<Owner>()
  readonly #waiting = new Map<Owner, Array<() => void>>()

  constructor(clock: Clock.Clock, turn: LoopTurn) {
    this.#clock = clock
    this.#turn = turn
  }

  add(owner: Owner, start: () => void): void {
    const queue = this.#waiting.get(owner)
    if (queue === undefined) this.#waiting.set(owner, [start])
    else queue.push(start)
    this.#turn.callNext(this.#startWaiting)
  }

  /** A slice of an interrupted fiber starts nothing. */
  readonly #startWaiting = (): void => {
    while (this.#waiting.size > 0 && this.#turn.hasTime()) {
      const [owner, queue] = [...this.#waiting].reduce((least, entry) =>
        this.#times.of(entry[0]) < this.#times.of(least[0]) ? entry : least
      )
      const start = queue.shift()
      this.#waiting.delete(owner)
      if (queue.length > 0) this.#waiting.set(owner, queue)
      this.#times.serve(owner)
      const startedAt = this.#clock.monotonicTimeNanosUnsafe()
      start?.()
      this.#times.add(owner, Number(this.#clock.monotonicTimeNanosUnsafe() - startedAt) / NANOS_PER_MILLI)
    }
    if (this.#waiting.size > 0) this.#turn.callNext(this.#startWaiting)
  }
}

/** Those of a process: its fibers have one scheduler and one clock, and the fibers of a test have their own. */
const turns = new WeakMap<Scheduler.Scheduler, WeakMap<Clock.Clock, SliceTurns>>()

/** Waits for the turn of the next slice of long work, which is that of the account for which it is done. */
export const nextSlice: Effect.Effect<void> = Effect.gen(function* () {
  const [scheduler, clock] = [yield* Scheduler.Scheduler, yield* Clock.Clock]
  const byClock = turns.get(scheduler) ?? new WeakMap<Clock.Clock, SliceTurns>()
  turns.set(scheduler, byClock)
  const all = byClock.get(clock) ?? new SliceTurns(clock, yield* LoopTurn.make)
  byClock.set(clock, all)
  const owner = yield* WorkOwner
  yield* Effect.callback<void>((resume) => all.add(owner, () => resume(Effect.void)))
})
