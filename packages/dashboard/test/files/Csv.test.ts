import { assert, describe, it } from "vitest"
import { csvCell, readCsv, readTextFile } from "../../src/files/Csv.ts"

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

describe("a CSV text", () => {
  it("has the separator of each line: its first comma, semicolon or tab", () => {
    assert.deepStrictEqual(cellsOf("a,b\r\nc;d, e\rf\tg;h\n"), [
      ["a", "b"],
      ["c", "d, e"],
      ["f", "g;h"]
    ])
  })

  it("has quoted cells with separators, quotes and line breaks, and counts the lines of the file", () => {
    assert.deepStrictEqual(readCsv('"a, 1","say ""x"""\n"two\nlines";b\nc'), [
      { line: 1, cells: ["a, 1", 'say "x"'] },
      { line: 2, cells: ["two\nlines", "b"] },
      { line: 4, cells: ["c"] }
    ])
  })

  it("takes a quote that is not closed as a character, and ignores empty lines and a byte order mark", () => {
    assert.deepStrictEqual(readCsv('\uFEFFa,"b\n\n , \nc,5" pipe'), [
      { line: 1, cells: ["a", '"b'] },
      { line: 4, cells: ["c", '5" pipe'] }
    ])
  })

  it("reads 10,000 lines whose quotes are not closed", () => {
    assert.strictEqual(readCsv('a,"b\n'.repeat(10_000)).length, 10_000)
  })
})

describe("the text of a file", () => {
  const utf16 = (text: string) =>
    new Uint8Array(new Uint16Array([0xfeff, ...[...text].map((c) => c.charCodeAt(0))]).buffer)

  it("is UTF-8, UTF-16 with its mark, or the code page of Windows", async () => {
    assert.strictEqual(await readTextFile(new Blob(["\uFEFFKöln"])), "Köln")
    assert.strictEqual(await readTextFile(new Blob([utf16("Köln")])), "Köln")
    assert.strictEqual(await readTextFile(new Blob([utf16("Köln").map((_, i, bytes) => bytes[i ^ 1] ?? 0)])), "Köln")
    assert.strictEqual(await readTextFile(new Blob([new Uint8Array([0x4b, 0xf6, 0x6c, 0x6e])])), "Köln")
  })
})

describe("a cell of a CSV file", () => {
  it("is no formula, whatever precedes its first character", () => {
    for (const formula of [
      "=1+1",
      "+1",
      "-1",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      "\n=1",
      "  =1",
      "\u00A0=1",
      "\u200B=1",
      "\uFF1D1"
    ]) {
      assert.match(csvCell(formula), /^"?'/, JSON.stringify(formula))
    }
    for (const text of ["NLRTM", "PO-1", "a=b", "9811000", ""]) assert.strictEqual(csvCell(text), text)
    assert.strictEqual(csvCell(-1.5), "-1.5")
  })
})
