import { Clock, Effect, Scheduler } from "effect"

/** The least time of the work of one kind in a turn of the event loop, in milliseconds. */
export const MIN_TURN_MILLIS = 2

/**
 * The longest time of that work: with 25 ms, requests that wait for several turns took twice as long beside a flood of
 * lists.
 */
export const MAX_TURN_MILLIS = 10

const NANOS_PER_MILLI = 1e6

/**
 * The time that one kind of work takes in a turn of the event loop; further work waits for the next turn.
 *
 * A turn lasts `MIN_TURN_MILLIS`, and longer where everything else took longer since the turn before: half as long as that,
 * `MAX_TURN_MILLIS` at most. So work with turns gets its part of a loop that is busy with other work. Mutable and synchronous.
 */
export class LoopTurn {
  // Between two turns the loop reads and writes its sockets, and other work runs. Requests and sends run until they
  // wait for something, and on SQLite a request waits for nothing: without turns, hundreds that one account has
  // waiting would run one after the other.
  readonly #now: () => number
  readonly #schedule: (work: () => void) => void
  #startedAt: number | undefined
  #endedAt: number
  #millis = MIN_TURN_MILLIS
  #next: (() => void) | undefined

  /**
   * @param now milliseconds of a monotonic clock
   * @param schedule calls a function in the next turn
   */
  constructor(now: () => number, schedule: (work: () => void) => void) {
    this.#now = now
    this.#schedule = schedule
    this.#endedAt = now()
  }

  /** A turn by the clock and the scheduler of the current fiber. */
  static readonly make: Effect.Effect<LoopTurn> = Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const dispatcher = (yield* Scheduler.Scheduler).makeDispatcher()
    return new LoopTurn(
      () => Number(clock.monotonicTimeNanosUnsafe()) / NANOS_PER_MILLI,
      (work) => dispatcher.scheduleTask(work, 0)
    )
  })

  /** Whether the turn has time for more work. The first work of a turn begins it. */
  hasTime(): boolean {
    if (this.#startedAt !== undefined) return this.#now() - this.#startedAt < this.#millis
    this.#begin()
    return true
  }

  /** Calls a function in the next turn; only the last one that was passed in this turn. */
  callNext(work: () => void): void {
    if (this.#startedAt === undefined) this.#begin()
    this.#next = work
  }

  #begin(): void {
    const now = this.#now()
    this.#millis = Math.min(MAX_TURN_MILLIS, Math.max(MIN_TURN_MILLIS, (now - this.#endedAt) / 2))
    this.#startedAt = now
    this.#schedule(() => this.#end())
  }

  #end(): void {
    this.#startedAt = undefined
    const work = this.#next
    this.#next = undefined
    work?.()
    this.#endedAt = this.#now()
  }
}
