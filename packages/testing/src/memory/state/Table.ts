/** Reverts one change. Run newest first, the undos of a transaction restore the state before it. */
export type Undo = () => void

/**
 * A map that records an undo for every change. Values are never changed in place, so the rows of a reader do not change.
 */
export class Table<K, V> {
  readonly #rows = new Map<K, V>()
  readonly #journal: Array<Undo>

  /** @param journal receives the undo of every change */
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

  /** Every row with its key, in the order in which the keys were first set. */
  entries(): Array<[K, V]> {
    return [...this.#rows]
  }

  filter(matches: (row: V) => boolean): Array<V> {
    const rows: Array<V> = []
    for (const row of this.#rows.values()) if (matches(row)) rows.push(row)
    return rows
  }

  set(key: K, row: V): void {
    const previous = this.#rows.get(key)
    this.#journal.push(previous === undefined ? () => this.#rows.delete(key) : () => this.#rows.set(key, previous))
    this.#rows.set(key, row)
  }

  delete(key: K): void {
    const previous = this.#rows.get(key)
    if (previous === undefined) return
    this.#journal.push(() => this.#rows.set(key, previous))
    this.#rows.delete(key)
  }
}
