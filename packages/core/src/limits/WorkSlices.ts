import { Effect } from "effect"
import { nextSlice } from "./SliceTurns.ts"

/** The division of long work into slices. */
export interface Slices {
  readonly items: number
  /** Runs between two slices. */
  readonly pause: Effect.Effect<void>
}

/** A rejected line of a registration takes up to 0.1 ms, so a slice takes at most some milliseconds. */
const SLICES: Slices = { items: 40, pause: nextSlice }

/**
 * The slices inside a transaction, whose items take some 0.02 ms each. They are longer and wait for no turn, because every other
 * write waits for all of them.
 */
export const TRANSACTION_SLICES: Slices = { items: 600, pause: Effect.yieldNow }

/**
 * Runs a function for each index below `count`, in order. It lets other requests run between slices, so that a large list
 * does not block the event loop.
 *
 * @param itemsAt the weight of an index, once it has run: more than one where it is a list itself
 */
export const runInSlices = (
  count: number,
  run: (index: number) => void,
  itemsAt: (index: number) => number = () => 1,
  { items: sliceItems, pause } = SLICES
): Effect.Effect<void> => {
  /** Returns the start of the next slice. */
  const runSlice = (from: number): number => {
    let next = from
    for (let items = 0; next < count && items < sliceItems; next++) {
      run(next)
      items += Math.max(1, itemsAt(next))
    }
    return next
  }
  return Effect.gen(function* () {
    for (let from = runSlice(0); from < count; from = runSlice(from)) yield* pause
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
