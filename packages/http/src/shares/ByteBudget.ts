/** The largest ratio of a holder's share to the remaining free part, as in `FairShare.ts`. */
const FREE_FACTOR = 3

/**
 * Whether a holder may reserve `bytes`: `FairShare.mayTake` for units of any size. Alone, a holder gets three quarters
 * of a budget; a holder of nothing may reserve what is free.
 */
export const mayReserve = (free: number, held: number, bytes: number): boolean =>
  bytes <= free && (held === 0 || held + bytes <= FREE_FACTOR * (free - bytes))

/** Bytes in memory that holders share by `mayReserve`. Mutable and synchronous. A holder of nothing is not retained. */
export class ByteBudget<Holder> {
  readonly #held = new Map<Holder, number>()
  #free: number

  constructor(capacity: number) {
    this.#free = capacity
  }

  get free(): number {
    return this.#free
  }

  heldBy(holder: Holder): number {
    return this.#held.get(holder) ?? 0
  }

  /** Reserves bytes for a holder; false when it may not have them now. */
  reserve(holder: Holder, bytes: number): boolean {
    const held = this.heldBy(holder)
    if (!mayReserve(this.#free, held, bytes)) return false
    this.#free -= bytes
    this.#held.set(holder, held + bytes)
    return true
  }

  release(holder: Holder, bytes: number): void {
    this.#free += bytes
    const held = this.heldBy(holder) - bytes
    if (held <= 0) this.#held.delete(holder)
    else this.#held.set(holder, held)
  }
}
