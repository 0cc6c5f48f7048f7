import { formatCount } from "@landfall/core/listing/Count"
import { describeRowFault, type RowFault } from "@landfall/feeds/tables/RowFaults"
import { Console, Effect } from "effect"

/** Faults that are printed one by one; the others are counted. */
export const MAX_PRINTED_FAULTS = 50

const printFaults = Effect.fnUntraced(function* (sentences: ReadonlyArray<string>) {
  for (const sentence of sentences.slice(0, MAX_PRINTED_FAULTS)) yield* Console.error(sentence)
  const hidden = sentences.length - MAX_PRINTED_FAULTS
  if (hidden > 0) yield* Console.error(`and ${formatCount(hidden, "more fault")}`)
})

/** Prints the faults of rows to standard error, each with its line number. */
export const printRowFaults = (faults: ReadonlyArray<RowFault>) =>
  printFaults(faults.map((fault) => `line ${fault.line}: ${describeRowFault(fault)}`))

/** The faults of rows as JSON output has them. */
export const rowFaultViews = (faults: ReadonlyArray<RowFault>) =>
  faults.map((fault) => ({ line: fault.line, column: fault.column, message: describeRowFault(fault) }))

/** Prints the faults of records to standard error, each with the number of the record: a JSON record has no line. */
export const printRecordFaults = (faults: ReadonlyArray<{ readonly record: number; readonly message: string }>) =>
  printFaults(faults.map(({ record, message }) => `record ${record}: ${message}`))
