import { Clock, Effect } from "effect"

/** Shows how far long work has come, on a terminal alone, in the same place. */
export const showProgress = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    if (process.stderr.isTTY) process.stderr.write(`\r${text}`)
  })

/** Leaves the line of the progress. */
export const endProgress: Effect.Effect<void> = Effect.sync(() => {
  if (process.stderr.isTTY) process.stderr.write("\n")
})

/** A terminal is written to this often at most. */
const REDRAW_MILLIS = 100

const BAR_WIDTH = 24

const progressBar = (share: number): string => {
  const done = Math.round(BAR_WIDTH * share)
  return `[${"#".repeat(done)}${"-".repeat(BAR_WIDTH - done)}] ${String(Math.floor(100 * share)).padStart(3)} %`
}

/** Shows how far a file is read, on a terminal alone; of a length that is not known what was read of it. */
export const makeFileProgress = (totalBytes: number | undefined) => {
  let drawn = Number.NEGATIVE_INFINITY
  return (bytes: number, text: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - drawn < REDRAW_MILLIS) return Effect.void
      drawn = now
      const share = totalBytes === undefined || totalBytes === 0 ? undefined : Math.min(1, bytes / totalBytes)
      return showProgress(`${share === undefined ? `${Math.round(bytes / 1e6)} MB` : progressBar(share)}  ${text}   `)
    })
}
