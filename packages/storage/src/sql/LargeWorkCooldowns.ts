/** A transaction of fewer milliseconds delays others too little to count. */
const COUNTED_MILLIS = 10
/** A transaction of more milliseconds is noticed by a request of another owner that waits for it alone. */
const LONG_MILLIS = 50

/**
 * The longest cooldowns after long transactions, as multiples of them. Where all others wait, the owner has at least a fortieth of
 * the time: of the requests of others, one in forty waits for such a transaction then. With one in twenty, their 95th percentile was
 * its length.
 */
const EXCLUSIVE_MULTIPLE = 39
const CONCURRENT_MULTIPLE = 19

/** The cooldown after a shorter transaction for which all others wait: its owner has a quarter of the time. */
const SHORT_MULTIPLE = 3

const NANOS_PER_MILLI = 1e6

/** A transaction or statement of an owner that runs. */
export interface RunningWork {
  readonly owner: string
  /** The instant of its start, in nanoseconds of a monotonic clock. */
  startedAt: bigint
  /** The transactions and statements of other owners that have begun since then. */
  others: number
  /** Those of the service itself. */
  ofService: number
}

/**
 * The time for which owners wait before their next large work. A transaction of 10,000 lines takes a second, in which
 * on SQLite all others wait, and turns alone are not sufficient: whenever no other waits, its owner begins the next
 * one. Its owner therefore has a cooldown after it, as long as it took for each transaction of others that began meanwhile, up to
 * 19 times. Where all others wait, a single one of another owner is sufficient for 39 times, and for 3 times after a transaction of
 * less than 50 ms. So an owner that repeats large work delays others for a fortieth of the time, or often and briefly for a
 * quarter, and has no cooldown while no other owner works.
 */
export class LargeWorkCooldowns {
  /** When the cooldown of each owner ends, in nanoseconds. */
  readonly #until = new Map<string, bigint>()
  readonly #running = new Set<RunningWork>()
  readonly #delaysAll: boolean

  /** @param delaysAll whether all others wait while one works, as for the writer of SQLite */
  constructor(delaysAll: boolean) {
    this.#delaysAll = delaysAll
  }

  /** Records that work of an owner begins; undefined for the service itself. */
  begin(owner: string | undefined): void {
    for (const work of this.#running) {
      if (owner === undefined) work.ofService++
      else if (work.owner !== owner) work.others++
    }
  }

  run(work: RunningWork): void {
    this.#running.add(work)
  }

  end(work: RunningWork, now: bigint): void {
    this.#running.delete(work)
    const { owner, startedAt } = work
    const elapsed = now - startedAt
    const multiple = this.#multipleAfter(work, elapsed)
    if (multiple === 0) return
    const start = this.#until.get(owner) ?? now
    for (const [idle, until] of this.#until) if (until <= now) this.#until.delete(idle)
    this.#until.set(owner, (start > now ? start : now) + elapsed * BigInt(multiple))
  }

  /** The cooldown after work that took so many nanoseconds, as a multiple of them. */
  #multipleAfter({ others, ofService }: RunningWork, elapsed: bigint): number {
    const isLong = elapsed >= LONG_MILLIS * NANOS_PER_MILLI
    if (!this.#delaysAll) return isLong ? Math.min(CONCURRENT_MULTIPLE, others + ofService) : 0
    if (others === 0) return isLong ? Math.min(EXCLUSIVE_MULTIPLE, ofService) : 0
    if (isLong) return EXCLUSIVE_MULTIPLE
    return elapsed >= COUNTED_MILLIS * NANOS_PER_MILLI ? SHORT_MULTIPLE : 0
  }

  /** The remaining milliseconds of the cooldown of an owner. */
  millisLeft(owner: string, now: bigint): number {
    return Math.max(0, Math.ceil(Number((this.#until.get(owner) ?? now) - now) / NANOS_PER_MILLI))
  }
}
