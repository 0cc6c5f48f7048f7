import type { RowFault } from "@landfall/feeds/tables/TableRow"
import { Console, Effect } from "effect"

/** As many faults are told one by one; the rest are counted. */
export const MAX_TOLD = 50

const tell = Effect.fnUntraced(function* (sentences: ReadonlyArray<string>) {
  for (const sentence of sentences.slice(0, MAX_TOLD)) yield* Console.error(sentence)
  const left = sentences.length - MAX_TOLD
  if (left > 0) yield* Console.error(`and ${left} more faults`)
})

/** Tells on standard error what is wrong with rows of a file, by line. */
export const tellFaults = (faults: ReadonlyArray<RowFault>) =>
  tell(faults.map(({ line, message }) => `line ${line}: ${message}`))

/** As `tellFaults`, by the number of the record: a record of JSON has no line. */
export const tellRecordFaults = (faults: ReadonlyArray<{ readonly record: number; readonly message: string }>) =>
  tell(faults.map(({ record, message }) => `record ${record}: ${message}`))

/** Shows how far long work has come, on a terminal alone, in the same place. */
export const showProgress = (text: string): Effect.Effect<void> =>
  Effect.sync(() => {
    if (process.stderr.isTTY) process.stderr.write(`\r${text}`)
  })

const BAR_WIDTH = 24

/** How much of something is done, as a bar and in percent. */
export const progressBar = (done: number, whole: number): string => {
  const share = whole === 0 ? 1 : Math.min(done / whole, 1)
  const filled = Math.round(share * BAR_WIDTH)
  return `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %`
}

/** Leaves the line of the progress. */
export const endProgress: Effect.Effect<void> = Effect.sync(() => {
  if (process.stderr.isTTY) process.stderr.write("\n")
})
