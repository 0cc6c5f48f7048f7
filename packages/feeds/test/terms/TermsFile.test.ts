import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import type { TermsRow } from "@landfall/core/tracking/TermsImport"
import { Effect, Stream } from "effect"
import { describeRowFault } from "../../src/tables/RowFaults.ts"
import { readTermsFile, type TermsRowResult } from "../../src/terms/TermsFile.ts"
import { inPieces, workbook } from "../tables/workbooks.ts"

const readRows = <E>(file: Stream.Stream<Uint8Array, E>) => Stream.runCollect(readTermsFile(file))
const rowsIn = (read: ReadonlyArray<TermsRowResult>) => read.flatMap((one) => (one._tag === "Read" ? [one.row] : []))
const faultsIn = (read: ReadonlyArray<TermsRowResult>) =>
  read.flatMap((one) =>
    one._tag === "Rejected" ? [`${one.fault.line} ${one.fault.column}: ${describeRowFault(one.fault)}`] : []
  )

describe("a table of terms", () => {
  it.effect("gives what each row states, from CSV and workbooks alike; an empty cell states nothing", () =>
    Effect.gen(function* () {
      const rows = [
        ["number", "container", "lastFreeDay", "availableAt", "holds"],
        ["MSKU7194304", "", "2027-03-14", "2027-03-10T06:00:00+01:00", "freight; customs-inspection"],
        ["912345678", "TCLU4265726", "", "", "none"],
        ["MSKU7194304", "", "None", "none", ""]
      ]
      const expected: ReadonlyArray<TermsRow> = [
        {
          line: 2,
          number: "MSKU7194304",
          terms: {
            lastFreeDay: "2027-03-14",
            availableAt: Instant.make(Date.parse("2027-03-10T05:00:00Z")),
            holds: ["customs-inspection", "freight"]
          }
        },
        { line: 3, number: "912345678", container: "TCLU4265726", terms: { holds: [] } },
        { line: 4, number: "MSKU7194304", terms: { lastFreeDay: null, availableAt: null } }
      ]
      assert.deepStrictEqual(rowsIn(yield* readRows(inPieces(rows.map((row) => row.join(",")).join("\n")))), expected)
      assert.deepStrictEqual(rowsIn(yield* readRows(workbook([rows]))), expected)
    })
  )

  it.effect("rejects a row with a fault, or without terms, and reads the others", () =>
    Effect.gen(function* () {
      const read = yield* readRows(
        inPieces("Holds,Number,LastFreeDay\nFREIGHT!,A1,\n,A2,14 March\n,A3,\n,,2027-03-14\n,A5,2027-03-14\n")
      )
      assert.deepStrictEqual(
        rowsIn(read).map(({ number }) => number),
        ["A5"]
      )
      const faults = faultsIn(read)
      assert.deepStrictEqual(
        faults.map((fault) => fault.split(":")[0]),
        ["2 holds", "3 lastFreeDay", "4 ", "5 number"]
      )
      assert.match(faults[2] ?? "", /must state at least one of lastFreeDay, availableAt and holds/)
    })
  )

  it.effect("needs a header with the column number", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(readRows(inPieces("container,holds\nMSKU7194304,freight\n")))
      assert.match(String(failure), /number must be among them/)
    })
  )
})
