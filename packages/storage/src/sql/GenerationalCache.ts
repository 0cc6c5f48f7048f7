/**
 * A cache of at most `capacity` values with an approximate LRU policy. A value that is read or written moves to the young
 * generation. When that holds half of the capacity, it becomes the old generation and the previous old one is dropped.
 * Each operation takes constant time; a `Map` that evicts its oldest key walks over all the keys deleted before.
 *
 * Where values differ in size, each has a weight, and the capacity is one of weights: a cache of values that callers make
 * is bounded in bytes and not in their number.
 */
export class GenerationalCache<A> {
  #young = new Map<string, A>()
  #old = new Map<string, A>()
  readonly #half: number
  readonly #weightOf: (key: string, value: A) => number
  #youngWeight = 0

  /**
   * @param capacity at least 2
   * @param weightOf the weight of a value, from 1 to half of the capacity; 1 by default
   */
  constructor(capacity: number, weightOf: (key: string, value: A) => number = () => 1) {
    this.#half = Math.floor(capacity / 2)
    this.#weightOf = weightOf
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
    const weight = this.#weightOf(key, value)
    const replaced = this.#young.get(key)
    if (replaced !== undefined) this.#youngWeight -= this.#weightOf(key, replaced)
    this.#young.delete(key)
    if (this.#young.size > 0 && this.#youngWeight + weight > this.#half) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngWeight = 0
    }
    this.#old.delete(key)
    this.#young.set(key, value)
    this.#youngWeight += weight
  }
}
