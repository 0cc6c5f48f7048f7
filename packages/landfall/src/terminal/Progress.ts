import { Clock, Effect } from "effect"

/** Shows progress on one line of standard error, when that is a terminal. */
export const showProgress = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    if (process.stderr.isTTY) process.stderr.write(`\r${text}`)
  })

/** Ends the line of progress. */
export const endProgress: Effect.Effect<void> = Effect.sync(() => {
  if (process.stderr.isTTY) process.stderr.write("\n")
})

/** The shortest time between two updates of the line. */
const REDRAW_MILLIS = 100

const BAR_WIDTH = 24

const progressBar = (share: number): string => {
  const done = Math.round(BAR_WIDTH * share)
  return `[${"#".repeat(done)}${"-".repeat(BAR_WIDTH - done)}] ${String(Math.floor(100 * share)).padStart(3)} %`
}

/** Shows the share of a file that has been read, or the megabytes read when its size is unknown, on a terminal. */
export const makeFileProgress = (totalBytes: number | undefined) => {
  let drawnAt = Number.NEGATIVE_INFINITY
  return (bytes: number, text: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - drawnAt < REDRAW_MILLIS) return Effect.void
      drawnAt = now
      const share = totalBytes === undefined || totalBytes === 0 ? undefined : Math.min(1, bytes / totalBytes)
      return showProgress(`${share === undefined ? `${Math.round(bytes / 1e6)} MB` : progressBar(share)}  ${text}   `)
    })
}
