import { Stream } from "effect"
import { Zip } from "effect/encoding"

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${letters(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`

/** A cell as Excel writes it: numbers inline, texts shared, empty cells omitted. */
const cellXml = (value: string | number, reference: string, share: (text: string) => number): string => {
  if (value === "") return ""
  return typeof value === "number"
    ? `<c r="${reference}"><v>${value}</v></c>`
    : `<c r="${reference}" t="s"><v>${share(value)}</v></c>`
}

export type Sheet = ReadonlyArray<ReadonlyArray<string | number>>

/** A workbook as Excel and Apache POI write it, with sheets before shared texts; `first` is the first row number. */
export const workbook = (sheets: ReadonlyArray<Sheet>, first = 1): Stream.Stream<Uint8Array, Zip.ZipError> => {
  const texts: Array<string> = []
  const share = (text: string): number => {
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
  const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`
  const xml = sheets.map((rows) => {
    const body = rows.map((row, index) => {
      const cells = row.map((value, column) => cellXml(value, `${letters(column)}${index + first}`, share))
      return `<row r="${index + first}">${cells.join("")}</row>`
    })
    return `${head}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1"/><sheetData>\n${body.join("\n")}</sheetData></worksheet>`
  })
  const items = texts.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join("")
  const entries = [
    Zip.file("[Content_Types].xml", "<Types/>"),
    ...xml.map((sheet, index) => Zip.file(`xl/worksheets/sheet${index + 1}.xml`, sheet)),
    Zip.file("xl/sharedStrings.xml", `${head}<sst>${items}</sst>`)
  ]
  return Stream.fromIterable(entries).pipe(Stream.pipeThroughChannel(Zip.encode()))
}

/** A text in chunks of a few bytes, so that chunks end inside rows and characters. */
export const inPieces = (text: string, size = 7): Stream.Stream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  const count = Math.ceil(bytes.length / size)
  return Stream.fromIterable(
    Array.from({ length: count }, (_, index) => bytes.slice(index * size, (index + 1) * size))
  ).pipe(Stream.rechunk(1))
}
