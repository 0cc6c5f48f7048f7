import type { RowFault } from "@landfall/feeds/tables/TableRow"
import { Console, Effect } from "effect"

/** As many faults are told one by one; the rest are counted. */
export const MAX_PRINTED_FAULTS = 50

const printFaults = Effect.fnUntraced(function* (sentences: ReadonlyArray<string>) {
  for (const sentence of sentences.slice(0, MAX_PRINTED_FAULTS)) yield* Console.error(sentence)
  const left = sentences.length - MAX_PRINTED_FAULTS
  if (left > 0) yield* Console.error(`and ${left} more faults`)
})

/** Tells on standard error what is wrong with rows of a file, by line. */
export const printRowFaults = (faults: ReadonlyArray<RowFault>) =>
  printFaults(faults.map(({ line, message }) => `line ${line}: ${message}`))

/** As `printRowFaults`, by the number of the record: a record of JSON has no line. */
export const printRecordFaults = (faults: ReadonlyArray<{ readonly record: number; readonly message: string }>) =>
  printFaults(faults.map(({ record, message }) => `record ${record}: ${message}`))
