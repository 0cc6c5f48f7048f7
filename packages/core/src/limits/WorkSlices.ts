import { Effect } from "effect"

/**
 * The items of one slice. A rejected line of a registration takes up to 0.1 ms, so a slice takes at most some milliseconds;
 * the request of another account waits for a slice at each of its steps.
 */
const SLICE_ITEMS = 40

/**
 * The items of one slice inside a transaction, each of which takes some 0.02 ms. The slices are longer, because every other
 * write waits for all of them.
 */
export const TRANSACTION_SLICE_ITEMS = 600

/**
 * Runs a function for each index below `count`, in order. It lets other requests run between slices, so that a large list
 * does not block the event loop.
 *
 * @param itemsAt what an index counts as, once it has run: more than one where it is a list itself
 * @param sliceItems the items of one slice
 */
export const runInSlices = (
  count: number,
  run: (index: number) => void,
  itemsAt: (index: number) => number = () => 1,
  sliceItems = SLICE_ITEMS
): Effect.Effect<void> => {
  /** Returns where the next slice begins. */
  const runSlice = (from: number): number => {
    let next = from
    for (let items = 0; next < count && items < sliceItems; next++) {
      run(next)
      items += Math.max(1, itemsAt(next))
    }
    return next
  }
  return Effect.gen(function* () {
    for (let from = runSlice(0); from < count; from = runSlice(from)) yield* Effect.yieldNow
  })
}

/** Maps a list by `runInSlices`. */
export const mapInSlices = <A, B>(
  items: ReadonlyArray<A>,
  map: (item: A, index: number) => B
): Effect.Effect<ReadonlyArray<B>> =>
  Effect.suspend(() => {
    const mapped: Array<B> = []
    return Effect.as(
      runInSlices(items.length, (index) => {
        const item = items[index]
        if (item !== undefined) mapped.push(map(item, index))
      }),
      mapped
    )
  })
