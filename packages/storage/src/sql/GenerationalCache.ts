/**
 * A cache of at most `capacity` values with an approximate LRU policy. A value that is read or written moves to the young
 * generation. When that holds half of the capacity, it becomes the old generation and the previous old one is dropped.
 * Each operation takes constant time; a `Map` that evicts its oldest key walks over all the keys deleted before.
 */
export class GenerationalCache<A> {
  #young = new Map<string, A>()
  #old = new Map<string, A>()
  readonly #half: number

  /** @param capacity at least 2 */
  constructor(capacity: number) {
    this.#half = Math.floor(capacity / 2)
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: string): A | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) {
      this.#old.delete(key)
      this.set(key, old)
    }
    return old
  }

  set(key: string, value: A): void {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#old.delete(key)
    this.#young.set(key, value)
  }
}
