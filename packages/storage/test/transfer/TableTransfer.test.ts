import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Cells } from "../../src/sql/JsonRows.ts"
import { differingTables, makeRowChecksum } from "../../src/transfer/TableDigest.ts"
import { newestTableLayouts, parentsFirst, type TableLayout } from "../../src/transfer/TableLayout.ts"
import { nextPageRows } from "../../src/transfer/TablePages.ts"

const checksumOf = (rows: ReadonlyArray<Cells>): string => {
  const checksum = makeRowChecksum()
  for (const row of rows) checksum.add(row)
  return checksum.hex()
}

const table = (name: string, references: ReadonlyArray<string> = []): TableLayout => ({
  name,
  references,
  parents: {},
  columns: { id: "TEXT" },
  primaryKey: ["id"]
})

describe("the checksum of rows", () => {
  it("does not depend on their order", () => {
    const rows: ReadonlyArray<Cells> = [
      ["a", 1],
      ["b", null],
      ["c", 0.5]
    ]
    assert.strictEqual(checksumOf(rows), checksumOf([...rows].reverse()))
  })

  it("differs when a cell, a column or the number of a row differs", () => {
    const different = [
      [["a", 1]],
      [["a", "1"]],
      [["a", null]],
      [["a", ""]],
      [
        ["a", 1],
        ["a", 1]
      ],
      [
        ["a", 1],
        ["a", 1],
        ["a", 1]
      ],
      [[1, "a"]],
      []
    ] satisfies ReadonlyArray<ReadonlyArray<Cells>>
    assert.strictEqual(new Set(different.map(checksumOf)).size, different.length)
  })

  it("counts a character that Postgres cannot store as its replacement", () => {
    assert.strictEqual(checksumOf([["a\0b"]]), checksumOf([["a\uFFFDb"]]))
  })
})

describe("tables that differ", () => {
  it("are those with other rows or another checksum, and those that one side lacks", () => {
    const digest = (name: string, rows: number, checksum = "0") => ({ table: name, rows, checksum })
    const expected = [digest("same", 1), digest("count", 1), digest("content", 1, "a"), digest("gone", 0)]
    const actual = [digest("same", 1), digest("count", 2), digest("content", 1, "b"), digest("new", 0)]
    assert.deepStrictEqual(differingTables(expected, actual), ["count", "content", "gone", "new"])
  })
})

describe("the order of tables", () => {
  it("puts each table after those that it refers to", () => {
    const ordered = parentsFirst([table("c", ["b", "a"]), table("b", ["a"]), table("a")])
    assert.deepStrictEqual(
      ordered.map(({ name }) => name),
      ["a", "b", "c"]
    )
    assert.throws(() => parentsFirst([table("a", ["b"]), table("b", ["a"])]), /in a circle/)
  })

  it.effect("covers every table of the newest schema, without that of the migrations", () =>
    Effect.gen(function* () {
      const layouts = yield* newestTableLayouts
      const names = layouts.map(({ name }) => name)
      assert.includeMembers(names, ["account", "endpoint", "message", "delivery", "vessel"])
      assert.notInclude(names, "landfall_migration")
      for (const { name, references } of layouts) {
        for (const parent of references)
          assert.isBelow(names.indexOf(parent), names.indexOf(name), `${name}: ${parent}`)
      }
      const attempt = layouts.find(({ name }) => name === "attempt")
      assert.deepStrictEqual(attempt?.primaryKey, ["message_id", "endpoint_id", "number"])
    })
  )
})

describe("the size of a page", () => {
  it("grows with small rows up to a bound, and shrinks with large ones to one row", () => {
    const rowsOf = (count: number, length: number): ReadonlyArray<Cells> =>
      Array.from({ length: count }, () => ["x".repeat(length)])
    assert.strictEqual(nextPageRows(rowsOf(20, 10)), 100)
    assert.strictEqual(nextPageRows(rowsOf(500, 10)), 500)
    assert.strictEqual(nextPageRows(rowsOf(20, 100_000)), 10)
    assert.strictEqual(nextPageRows(rowsOf(1, 5_000_000)), 1)
  })
})
