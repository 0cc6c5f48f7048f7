import { formatCount } from "@landfall/core/listing/Count"
import { describeRowFault, type RowFault } from "@landfall/feeds/tables/RowFaults"
import { Console, Effect } from "effect"
import { printableText } from "./PrintableText.ts"

/** Faults that are printed one by one; the others are counted. */
export const MAX_PRINTED_FAULTS = 50

/** Faults that JSON output lists; the others are counted. */
export const MAX_LISTED_FAULTS = 1000

/** The faults of a file whose rows are read in order. The first are listed, and all are counted. */
export class FaultList<Fault> {
  /** The first faults of the file, at most `MAX_LISTED_FAULTS`. */
  readonly listed: Array<Fault> = []
  /** The number of all faults. */
  count = 0
  /** The number of rows that were rejected, each for one fault or several. */
  rejectedRows = 0
  private lastRejected: number | undefined

  /** Adds a fault of a row that is read all the same. */
  add(fault: Fault): void {
    this.count++
    if (this.listed.length < MAX_LISTED_FAULTS) this.listed.push(fault)
  }

  /** Adds a fault for which a row is rejected. `row` is its number. */
  reject(row: number, fault: Fault): void {
    this.add(fault)
    if (this.lastRejected !== row) this.rejectedRows++
    this.lastRejected = row
  }
}

/** Prints sentences about a file to standard error, at most `MAX_PRINTED_FAULTS` of `count`. */
export const printFaults = Effect.fnUntraced(function* (
  sentences: ReadonlyArray<string>,
  count = sentences.length,
  noun = "more fault"
) {
  for (const sentence of sentences.slice(0, MAX_PRINTED_FAULTS)) yield* Console.error(printableText(sentence))
  const hidden = count - MAX_PRINTED_FAULTS
  if (hidden > 0) yield* Console.error(`and ${formatCount(hidden, noun)}`)
})

/** Prints the faults of rows to standard error, each with its line number. `count` is the number of all faults. */
export const printRowFaults = (faults: ReadonlyArray<RowFault>, count?: number) =>
  printFaults(
    faults.slice(0, MAX_PRINTED_FAULTS).map((fault) => `line ${fault.line}: ${describeRowFault(fault)}`),
    count ?? faults.length
  )

/** Prints the faults of a table to standard error: those of its header, and those of its rows. */
export const printTableFaults = (ofHeader: ReadonlyArray<RowFault>, ofRows: FaultList<RowFault>) =>
  printRowFaults([...ofHeader, ...ofRows.listed], ofHeader.length + ofRows.count)

/** The faults of rows as JSON output has them. */
export const rowFaultViews = (faults: ReadonlyArray<RowFault>) =>
  faults.map((fault) => ({ line: fault.line, column: fault.column, message: describeRowFault(fault) }))

/** A fault of a record, which has no line in JSON. */
export interface RecordFault {
  /** The number of the record, from 1. */
  readonly record: number
  readonly message: string
}

/** Prints the faults of records to standard error, each with the number of the record. */
export const printRecordFaults = (faults: FaultList<RecordFault>) =>
  printFaults(
    faults.listed.map(({ record, message }) => `record ${record}: ${message}`),
    faults.count
  )
