import { Effect } from "effect"

/**
 * The items of one slice. A rejected line of a registration takes up to 0.1 ms, so a slice takes at most some milliseconds;
 * the request of another account waits for a slice at each of its steps.
 */
const SLICE_ITEMS = 40

/**
 * Runs a function for each index below `count`, in order. It lets other requests run between slices, so that a large list
 * does not block the event loop.
 */
export const runInSlices = (count: number, run: (index: number) => void): Effect.Effect<void> => {
  const runSlice = (from: number): void => {
    const to = Math.min(count, from + SLICE_ITEMS)
    for (let index = from; index < to; index++) run(index)
  }
  if (count <= SLICE_ITEMS) return Effect.sync(() => runSlice(0))
  return Effect.gen(function* () {
    for (let from = 0; from < count; from += SLICE_ITEMS) {
      if (from > 0) yield* Effect.yieldNow
      runSlice(from)
    }
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
