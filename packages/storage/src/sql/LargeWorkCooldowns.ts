/** A transaction of fewer milliseconds delays others too little to count. */
const LONG_MILLIS = 50
/**
 * The longest cooldown, in multiples of the transaction before it: its owner has at least a fortieth of the time. Of the requests of
 * others, one in forty waits for such a transaction then; with one in twenty, their 95th percentile was its length.
 */
const MAX_MULTIPLE = 39

const NANOS_PER_MILLI = 1e6

/** A transaction or statement of an owner that runs. */
export interface RunningWork {
  readonly owner: string
  /** The instant of its start, in nanoseconds of a monotonic clock. */
  startedAt: bigint
  /** How much work of others has begun since then, as a multiple of the cooldown. */
  others: number
}

/**
 * The time for which owners wait before their next large work. A transaction of 10,000 lines takes a second, in which
 * on SQLite all others wait, and turns alone are not sufficient: whenever no other waits, its owner begins the next
 * one. Its owner therefore has a cooldown after it: 39 times as long as it took if another owner began work meanwhile, and
 * otherwise as long as it took for each transaction of the service itself, such as those of the dispatcher, 39 times at most.
 * So an owner that repeats large work delays others for a fortieth of the time, and works faster while no other owner does.
 */
export class LargeWorkCooldowns {
  /** When the cooldown of each owner ends, in nanoseconds. */
  readonly #until = new Map<string, bigint>()
  readonly #running = new Set<RunningWork>()

  /** Records that work of an owner begins; undefined for the service itself. */
  begin(owner: string | undefined): void {
    const multiple = owner === undefined ? 1 : MAX_MULTIPLE
    for (const work of this.#running) if (work.owner !== owner) work.others += multiple
  }

  run(work: RunningWork): void {
    this.#running.add(work)
  }

  end(work: RunningWork, now: bigint): void {
    this.#running.delete(work)
    const { others, owner, startedAt } = work
    const elapsed = now - startedAt
    if (others === 0 || elapsed < LONG_MILLIS * NANOS_PER_MILLI) return
    const start = this.#until.get(owner) ?? now
    for (const [idle, until] of this.#until) if (until <= now) this.#until.delete(idle)
    this.#until.set(owner, (start > now ? start : now) + elapsed * BigInt(Math.min(MAX_MULTIPLE, others)))
  }

  /** The remaining milliseconds of the cooldown of an owner. */
  millisLeft(owner: string, now: bigint): number {
    return Math.max(0, Math.ceil(Number((this.#until.get(owner) ?? now) - now) / NANOS_PER_MILLI))
  }
}
