/** A binary heap: the least item first. Mutable. */
export class Heap<A> {
  readonly #before: (a: A, b: A) => boolean
  readonly #items: Array<A> = []

  constructor(before: (a: A, b: A) => boolean) {
    this.#before = before
  }

  get size(): number {
    return this.#items.length
  }

  peek(): A | undefined {
    return this.#items[0]
  }

  push(item: A): void {
    const items = this.#items
    let at = items.length
    items.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent]
      if (above === undefined || !this.#before(item, above)) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): A | undefined {
    const items = this.#items
    const least = items[0]
    const last = items.pop()
    if (last !== undefined && items.length > 0) this.#sink(last)
    return least
  }

  /** Places an item at the root, and moves it down to its position. */
  #sink(item: A): void {
    const items = this.#items
    let at = 0
    while (true) {
      const child = this.#lesserChild(at)
      const below = items[child]
      if (below === undefined || !this.#before(below, item)) break
      items[at] = below
      at = child
    }
    items[at] = item
  }

  #lesserChild(at: number): number {
    const [left, right] = [this.#items[2 * at + 1], this.#items[2 * at + 2]]
    return left !== undefined && right !== undefined && this.#before(right, left) ? 2 * at + 2 : 2 * at + 1
  }
}
