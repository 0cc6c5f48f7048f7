/** A cache of at most `capacity` values that evicts the least recently used one. */
export class LruCache<A> {
  readonly #values = new Map<string, A>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.#values.size
  }

  get(key: string): A | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    // A Map iterates in the order of insertion: inserting the value again makes it the most recent.
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: A): void {
    this.#values.delete(key)
    const oldest = this.#values.size >= this.#capacity ? this.#values.keys().next() : undefined
    if (oldest?.done === false) this.#values.delete(oldest.value)
    this.#values.set(key, value)
  }
}
