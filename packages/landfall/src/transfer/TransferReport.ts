import { formatCount } from "@landfall/core/listing/Count"
import type { TableDigest } from "@landfall/storage/transfer/TableDigest"
import type { TableLayout } from "@landfall/storage/transfer/TableLayout"
import type { TablePosition } from "@landfall/storage/transfer/TablePages"
import { Console, Effect } from "effect"
import { showProgress } from "../terminal/Progress.ts"

/** Shows the progress of the copy of a table, on a terminal. */
export const showTableProgress = ({ name }: TableLayout, { rows }: TablePosition) =>
  showProgress(`${name}: ${rows} rows copied`.padEnd(60))

/** The digits of a checksum that a person compares. */
const SHOWN_DIGITS = 16

/** Prints the number of rows and the checksum of each table that has rows. */
export const printDigests = Effect.fnUntraced(function* (digests: ReadonlyArray<TableDigest>) {
  const filled = digests.filter(({ rows }) => rows > 0)
  const empty = digests.length - filled.length
  const width = Math.max(5, ...filled.map(({ table }) => table.length))
  yield* Console.log(`${"table".padEnd(width)}  ${"rows".padStart(10)}  checksum`)
  for (const { checksum, rows, table } of filled) {
    yield* Console.log(`${table.padEnd(width)}  ${String(rows).padStart(10)}  ${checksum.slice(0, SHOWN_DIGITS)}`)
  }
  if (empty > 0) yield* Console.log(`and ${formatCount(empty, "empty table")}`)
})
