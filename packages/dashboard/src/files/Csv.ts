/** A line of a table in a text: its number, from 1, and its cells. */
export interface CsvLine {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

const SEPARATOR = /[,;\t]/
const QUOTED = /[^\S\r\n\t]*"((?:[^"]|"")*)"[^\S\r\n\t]*(?=[,;\t\r\n]|$)/y
const UNQUOTED = /[^,;\t\r\n]*/y
const LINE_END = /\r\n|\r|\n/y

/**
 * The lines of a CSV text (RFC 4180) that have content. The first comma, semicolon or tab of a line separates all cells of that
 * line, so that `MSKU7194304;MAEU;PO 1, 2` has three. A quote that is not closed is a character like any other.
 */
export const readCsv = (text: string): ReadonlyArray<CsvLine> => {
  const lines: Array<CsvLine> = []
  let at = text.startsWith("\uFEFF") ? 1 : 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) at = pattern.lastIndex
    return found
  }
  for (let line = 1; at < text.length; ) {
    const cells: Array<string> = []
    let separator = ""
    let lineBreaks = 0
    for (;;) {
      const quoted = take(QUOTED)
      let cell = quoted?.[1]?.replaceAll('""', '"') ?? take(UNQUOTED)?.[0] ?? ""
      lineBreaks += quoted === null ? 0 : cell.split(/\r\n|\r|\n/).length - 1
      // Another separator than that of the line belongs to the cell.
      while (separator !== "" && text[at] !== separator && SEPARATOR.test(text[at] ?? "")) {
        cell += text[at]
        at += 1
        cell += take(UNQUOTED)?.[0] ?? ""
      }
      cells.push(cell.trim())
      if (!SEPARATOR.test(text[at] ?? "")) break
      separator = text[at] ?? ""
      at += 1
    }
    take(LINE_END)
    if (cells.some((cell) => cell !== "")) lines.push({ line, cells })
    line += 1 + lineBreaks
  }
  return lines
}

/** The first of the columns with one of these names, or -1. */
export const columnOf = (header: ReadonlyArray<string>, names: RegExp): number =>
  header.findIndex((name) => names.test(name))

/** The text of a file: UTF-8, UTF-16 with its mark, or else the code page of Windows, in all of which spreadsheets store CSV. */
export const readTextFile = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** The beginnings of formulas, after blanks, control characters and marks that spreadsheets skip, and in their wide forms. */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** A cell of a CSV file. A text that spreadsheets would read as a formula begins with an apostrophe. */
export const csvCell = (value: string | number): string => {
  if (typeof value === "number") return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
