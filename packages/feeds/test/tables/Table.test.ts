import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema, Stream } from "effect"
import { Csv, Zip } from "effect/encoding"
import { readTable } from "../../src/tables/Table.ts"
import { inPieces, workbook } from "./workbooks.ts"

const rows = <E>(file: Stream.Stream<Uint8Array, E>) => Stream.runCollect(readTable(file))
const cellsOf = <E>(file: Stream.Stream<Uint8Array, E>) =>
  Effect.map(rows(file), (read) => read.map(({ cells }) => cells))

const sheetOf = (xml: string) =>
  Stream.succeed(Zip.file("xl/worksheets/sheet1.xml", xml)).pipe(Stream.pipeThroughChannel(Zip.encode()))

const Cell = Schema.String.check(Schema.isMaxLength(12))
const Table = Arbitrary.array(Arbitrary.array(Arbitrary.schema(Cell), { minLength: 2, maxLength: 4 }), { maxLength: 6 })

describe("a table in a CSV file", () => {
  it.effect("is read with the separator of its first line: commas, semicolons or tabs", () =>
    Effect.gen(function* () {
      for (const delimiter of [",", ";", "\t"]) {
        const file = [
          ["imo", "name", "teu"],
          ["9321483", '"A,B;C\tD"', "1"]
        ]
          .map((row) => row.join(delimiter))
          .join("\n")
        assert.deepStrictEqual(yield* cellsOf(inPieces(file)), [
          ["imo", "name", "teu"],
          ["9321483", "A,B;C\tD", "1"]
        ])
      }
    })
  )

  it.effect(
    "has correct line numbers after blank lines and multi-line cells, with any line ends and a byte order mark",
    () =>
      Effect.gen(function* () {
        const read = yield* rows(inPieces('\uFEFFimo,name\r\n\r\n1,"two\r\nlines"\r\n\r\n2,x'))
        assert.deepStrictEqual(
          read.map(({ line, cells }) => [line, cells[0]]),
          [
            [1, "imo"],
            [3, "1"],
            [6, "2"]
          ]
        )
      })
  )

  it.effect.prop("has the cells that were written, without surrounding spaces", [Table], ([table]) =>
    Effect.gen(function* () {
      const named = [
        ["first", "second"],
        ...table.map((row) => row.map((cell) => cell.toWellFormed().replaceAll("\uFFFD", "?")))
      ]
      const written = Stream.fromIterable(named).pipe(Stream.pipeThroughChannel(Csv.encode()))
      const expected = named
        .map((row) => row.map((cell) => cell.trim()))
        .filter((row) => row.some((cell) => cell !== ""))
      assert.deepStrictEqual(yield* cellsOf(written), expected)
    })
  )

  it.effect("fails with the line of an unclosed quote, after the rows before it", () =>
    Effect.gen(function* () {
      const read: Array<string> = []
      const fault = yield* readTable(inPieces('imo,name\n1,a\n2,"b\n3,c\n')).pipe(
        Stream.runForEach(({ cells }) => Effect.sync(() => read.push(cells[0] ?? ""))),
        Effect.flip
      )
      assert.deepStrictEqual(read, ["imo", "1"])
      assert.match(fault.message, /^line 3: /u)
    })
  )

  it.effect("fails with the line that is not UTF-8, and that has more columns than a table", () =>
    Effect.gen(function* () {
      const latin = Uint8Array.from([...new TextEncoder().encode("imo,name\n1,a\n2,M"), 0xdc, 0x4c])
      const faultOf = (bytes: Uint8Array) => Effect.map(Effect.flip(rows(Stream.make(bytes))), ({ message }) => message)
      assert.strictEqual(
        yield* faultOf(latin),
        "line 3 has bytes that are not UTF-8, or the character U+FFFD; save the file as CSV in UTF-8"
      )
      assert.match(yield* faultOf(Uint8Array.from([0xff, 0xfe, 0x69, 0])), /^line 1 has bytes that are not UTF-8/u)
      const wide = new TextEncoder().encode(`imo\n${",".repeat(1024)}x`)
      assert.strictEqual(yield* faultOf(wide), "line 2 has 1025 columns; a table has at most 1024")
    })
  )
})

describe("a table in a workbook", () => {
  it.effect("has numbers, texts and gaps in their columns, and the row numbers of the sheet", () =>
    Effect.gen(function* () {
      const read = yield* rows(
        workbook(
          [
            [
              ["a & <b>", "", 3.5],
              ["", ""],
              [9321483, "Größe", "x"]
            ]
          ],
          4
        )
      )
      assert.deepStrictEqual(read, [
        { line: 4, cells: ["a & <b>", "", "3.5"] },
        { line: 6, cells: ["9321483", "Größe", "x"] }
      ])
    })
  )

  it.effect("has the rows of every sheet, and more than 26 columns", () =>
    Effect.gen(function* () {
      const wide = Array.from({ length: 60 }, (_, column) => `c${column}`)
      assert.deepStrictEqual(yield* cellsOf(workbook([[wide], [["second"]]])), [wide, ["second"]])
    })
  )

  it.effect("reads texts in place and in runs of several styles", () =>
    Effect.gen(function* () {
      const sheet = `<worksheet><sheetData><row><c t="inlineStr"><is><t>in place</t></is></c><c t="s"><v>0</v></c><c t="str"><v>made</v></c><c t="s"><v>9</v></c></row></sheetData></worksheet>`
      const shared = "<sst><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>sound</t></rPh></si></sst>"
      const file = Stream.fromIterable([
        Zip.file("xl/worksheets/sheet1.xml", sheet),
        Zip.file("xl/sharedStrings.xml", shared)
      ]).pipe(Stream.pipeThroughChannel(Zip.encode()))
      assert.deepStrictEqual(yield* rows(file), [{ line: 1, cells: ["in place", "two runs", "made", ""] }])
    })
  )

  it.effect("fails with the fix when it is truncated, or its sheet is not XML", () =>
    Effect.gen(function* () {
      const bytes = yield* Stream.runCollect(workbook([[["a", "b"]]]))
      const whole = bytes.flatMap((chunk) => [...chunk])
      const cut = yield* Effect.flip(rows(Stream.make(Uint8Array.from(whole.slice(0, whole.length / 3)))))
      assert.match(cut.message, /^the workbook is damaged .*: save it again as an Excel workbook/u)
      const wrong = Stream.fromIterable([
        Zip.file("xl/worksheets/sheet1.xml", "<worksheet><sheetData><row></cell>")
      ]).pipe(Stream.pipeThroughChannel(Zip.encode()))
      assert.match((yield* Effect.flip(rows(wrong))).message, /^a sheet of the workbook cannot be read/u)
    })
  )

  it.effect("ignores cells beyond the columns of a table, and does not pad a row up to them", () =>
    Effect.gen(function* () {
      const far = '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c><c r="ZZZZZZZZ1"><v>3</v></c></row>'
      const last = '<row r="0"><c r="AMJ2"><v>4</v></c></row>'
      const read = yield* rows(sheetOf(`<worksheet><sheetData>${far}${last}</sheetData></worksheet>`))
      assert.deepStrictEqual(
        read.map(({ line, cells }) => [line, cells.length, cells.at(-1)]),
        [
          [1, 1, "1"],
          [2, 1024, "4"]
        ]
      )
    })
  )

  it.effect("fails at a row and at shared texts that take too much memory, however small the file is", () =>
    Effect.gen(function* () {
      const row = `<row>${"<c><v>1</v></c>".repeat(400_000)}</row>`
      const wide = yield* Effect.flip(rows(sheetOf(`<worksheet><sheetData>${row}</sheetData></worksheet>`)))
      assert.match(wide.message, /^a sheet of the workbook cannot be read \(element <row> exceeds/u)
      const item = `<si><t>${"A".repeat(1_000_000)}</t></si>`
      const shared = [Zip.file("xl/sharedStrings.xml", `<sst>${item.repeat(68)}</sst>`)]
      const texts = Stream.fromIterable(shared).pipe(Stream.pipeThroughChannel(Zip.encode()))
      assert.match((yield* Effect.flip(rows(texts))).message, /^the workbook has more text than can be read/u)
    })
  )
})
