import { Effect, Stream } from "effect"
import { Xml, Zip } from "effect/encoding"
import { FileUnreadable, MAX_COLUMNS, type TableRow } from "./TableRow.ts"

const SHARED_STRINGS = "xl/sharedStrings.xml"
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/u

type Node = Xml.Element | string

const isElement = (node: Node): node is Xml.Element => typeof node !== "string"

const children = (element: Xml.Element, name: string): ReadonlyArray<Xml.Element> =>
  element.children.filter(isElement).filter((child) => child.name === name)

const elementText = (element: Xml.Element): string =>
  element.children.map((node) => (isElement(node) ? elementText(node) : node)).join("")

/** The text of a string item: plain, or in runs of one style each, without its phonetic reading. */
const stringItemText = (item: Xml.Element): string =>
  [...children(item, "t"), ...children(item, "r").flatMap((run) => children(run, "t"))].map(elementText).join("")

/** The column index of a cell, from 0, by the letters of its reference: A1 is 0, AA7 is 26. */
const columnIndexOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]+/u.exec(reference)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** The largest size of a row and of a shared string, in UTF-16 code units of its elements and text. */
const MAX_ELEMENT_SIZE = 1024 * 1024

/** The most that the shared strings of a workbook take in memory: their UTF-16 code units, and 32 for each string. */
const MAX_SHARED_SIZE = 64 * 1024 * 1024
const STRING_SIZE = 32

const cellText = (cell: Xml.Element, shared: ReadonlyArray<string>): string => {
  const type = cell.attributes.t
  if (type === "inlineStr") return children(cell, "is").map(stringItemText).join("")
  const value = children(cell, "v").map(elementText).join("")
  return type === "s" ? (shared[Number(value)] ?? "") : value
}

/** Cells beyond `MAX_COLUMNS` are ignored: they are no part of a table, and Excel saves formats of such cells. */
const rowOf = (row: Xml.Element, previous: number, shared: ReadonlyArray<string>): TableRow => {
  const cells: Array<string> = []
  for (const cell of children(row, "c")) {
    const reference = cell.attributes.r
    const column = reference === undefined ? cells.length : columnIndexOf(reference)
    if (column < 0 || column >= MAX_COLUMNS) continue
    while (cells.length < column) cells.push("")
    cells[column] = cellText(cell, shared).trim()
  }
  const line = Number(row.attributes.r)
  return { line: Number.isSafeInteger(line) && line > 0 ? line : previous + 1, cells }
}

const elementsIn = <E, R>(body: Stream.Stream<Uint8Array, E, R>, path: ReadonlyArray<string>) =>
  body.pipe(
    Stream.pipeThroughChannel(Xml.decode()),
    Stream.pipeThroughChannel(Xml.elements(path, { maxElementSize: MAX_ELEMENT_SIZE }))
  )

const ADVICE = "save it again as an Excel workbook (.xlsx), or as CSV"

/** Converts errors of the workbook to `FileUnreadable`; an error of the byte stream is unchanged. */
const toFileError = <E>(error: E | Zip.ZipError | Xml.XmlError): E | FileUnreadable => {
  if (Zip.isZipError(error))
    return new FileUnreadable({ reason: `the workbook is damaged (${error.message}): ${ADVICE}` })
  if (Xml.isXmlError(error))
    return new FileUnreadable({ reason: `a sheet of the workbook cannot be read (${error.message}): ${ADVICE}` })
  return error
}

/** Fails when the strings together are too large to be retained. */
const boundStrings = <E, R>(strings: Stream.Stream<string, E, R>): Stream.Stream<string, E | FileUnreadable, R> =>
  Stream.mapAccumEffect(
    strings,
    () => 0,
    (size: number, text) => {
      const total = size + text.length + STRING_SIZE
      return total <= MAX_SHARED_SIZE
        ? Effect.succeed([total, [text]] as const)
        : Effect.fail(
            new FileUnreadable({ reason: "the workbook has more text than can be read: save its sheet as CSV" })
          )
    }
  )

/**
 * Reads the rows of every sheet of a workbook (Office Open XML, ECMA-376), one sheet after another. `file` is run twice,
 * because the shared strings can follow the sheets. Only these strings and one row are in memory; both are bounded.
 */
export const readXlsxTable = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<TableRow, E | FileUnreadable, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const shared = yield* entriesOf(file).pipe(
        Stream.filter(({ header }) => header.path === SHARED_STRINGS),
        Stream.flatMap(({ body }) => elementsIn(body, ["sst", "si"])),
        Stream.map(stringItemText),
        boundStrings,
        Stream.runCollect,
        Effect.mapError(toFileError)
      )
      return entriesOf(file).pipe(
        Stream.filter(({ header }) => SHEET.test(header.path)),
        Stream.flatMap(({ body }) => rowsOf(body, shared)),
        Stream.mapError(toFileError)
      )
    })
  )

const entriesOf = <E, R>(file: Stream.Stream<Uint8Array, E, R>) => Stream.pipeThroughChannel(file, Zip.decode())

const rowsOf = <E, R>(body: Stream.Stream<Uint8Array, E, R>, shared: ReadonlyArray<string>) =>
  elementsIn(body, ["worksheet", "sheetData", "row"]).pipe(
    Stream.mapAccum(
      () => 0,
      (previous: number, element: Xml.Element) => {
        const row = rowOf(element, previous, shared)
        return [row.line, row.cells.some((cell) => cell !== "") ? [row] : []] as const
      }
    )
  )
