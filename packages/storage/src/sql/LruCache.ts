/** A map of at most `capacity` values: what was used longest ago makes room. */
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
    // A Map keeps the order of insertion: putting the value back makes it the youngest.
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: A): void {
    this.#values.delete(key)
    const eldest = this.#values.size >= this.#capacity ? this.#values.keys().next() : undefined
    if (eldest?.done === false) this.#values.delete(eldest.value)
    this.#values.set(key, value)
  }
}
