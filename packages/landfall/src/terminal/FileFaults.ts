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
