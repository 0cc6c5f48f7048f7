/** What undoes a change. Run newest first, the undos of a transaction bring back what was before it. */
export type Undo = () => void

/**
 * A map that remembers how to take back what was done to it. Values are never changed in place, so what a reader holds
 * stays as it was.
 */
export class Table<K, V> {
  readonly #rows = new Map<K, V>()
  readonly #journal: Array<Undo>

  /** @param journal where the undo of every change is noted */
  constructor(journal: Array<Undo>) {
    this.#journal = journal
  }

  get size(): number {
    return this.#rows.size
  }

  get(key: K): V | undefined {
    return this.#rows.get(key)
  }

  has(key: K): boolean {
    return this.#rows.has(key)
  }

  /** Every row, in the order in which the keys were first set. */
  values(): Array<V> {
    return [...this.#rows.values()]
  }

  filter(keep: (row: V) => boolean): Array<V> {
    const kept: Array<V> = []
    for (const row of this.#rows.values()) if (keep(row)) kept.push(row)
    return kept
  }

  set(key: K, row: V): void {
    const known = this.#rows.get(key)
    this.#journal.push(known === undefined ? () => this.#rows.delete(key) : () => this.#rows.set(key, known))
    this.#rows.set(key, row)
  }

  delete(key: K): void {
    const known = this.#rows.get(key)
    if (known === undefined) return
    this.#journal.push(() => this.#rows.set(key, known))
    this.#rows.delete(key)
  }
}
