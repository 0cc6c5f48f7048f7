/**
 * The largest ratio of a holder's share to the free part. Alone, a holder gets 3/4 of a capacity; `n` holders that all
 * want more get 3 / (1 + 3n) of it each, and about a third of one of these shares stays free for the next holder.
 */
const FREE_FACTOR = 3

// Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998: no share is planned ahead, what no other holder
// requests is used, and a part stays free for holders that have less.
/**
 * Whether a holder may take one more unit. Its share is a multiple of what is free, the dynamic threshold of shared
 * buffers. A holder of nothing may take the last unit.
 *
 * @param free the free units
 * @param weight the units of the holder, weighted: a unit that is held for long counts more than once
 */
export const mayTake = (free: number, weight: number): boolean => weight < FREE_FACTOR * free

/** The further units of weight 1 that `mayTake` grants a holder, one after another. */
export const remainingShare = (free: number, weight: number): number =>
  Math.max(0, Math.ceil((FREE_FACTOR * free - weight) / (1 + FREE_FACTOR)))

/**
 * A capacity that holders share by `mayTake`: an account's part of the send lanes, of the connections of one origin, of
 * look-ups. Mutable and synchronous. A holder of nothing is not retained.
 */
export class SharedCapacity<Holder> {
  readonly #capacity: number
  readonly #weights = new Map<Holder, number>()
  #taken = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The units that are held. */
  get taken(): number {
    return this.#taken
  }
  get free(): number {
    return Math.max(0, this.#capacity - this.#taken)
  }

  /** Whether the holder may take one more unit. */
  admits(holder: Holder): boolean {
    return mayTake(this.free, this.#weights.get(holder) ?? 0)
  }

  /** The further units of weight 1 that the holder may take. */
  room(holder: Holder): number {
    return remainingShare(this.free, this.#weights.get(holder) ?? 0)
  }

  take(holder: Holder, weight = 1): void {
    this.#taken++
    this.#weigh(holder, weight)
  }

  /** Changes the weight of a unit that the holder keeps. */
  reweigh(holder: Holder, change: number): void {
    this.#weigh(holder, change)
  }

  /** Returns a unit, with the weight that it has now. */
  release(holder: Holder, weight = 1): void {
    this.#taken--
    this.#weigh(holder, -weight)
  }

  #weigh(holder: Holder, change: number): void {
    const weight = (this.#weights.get(holder) ?? 0) + change
    if (weight <= 0) this.#weights.delete(holder)
    else this.#weights.set(holder, weight)
  }
}

/** An account with waiting requests. */
export interface WaitingAccount<Account> {
  readonly account: Account
  /** The weight of its running requests. */
  readonly weight: number
  /** The time that its requests have used. */
  readonly used: number
}

/**
 * The account whose oldest waiting request runs next: of those that may take a slot, the one that has used the least time, of
 * these the one whose running requests count least, and of these the first. Undefined when none may.
 */
export const nextAccount = <Account>(free: number, waiting: Iterable<WaitingAccount<Account>>): Account | undefined => {
  let next: WaitingAccount<Account> | undefined
  for (const entry of waiting) {
    if (!mayTake(free, entry.weight)) continue
    const isNext =
      next === undefined || entry.used < next.used || (entry.used === next.used && entry.weight < next.weight)
    if (isNext) next = entry
  }
  return next?.account
}
