import { assert, describe, it } from "@effect/vitest"
import { rowsThatFit } from "../../src/sql/PageSize.ts"

const rowsOf = (count: number, row: (n: number) => object) => Array.from({ length: count }, (_, n) => row(n))

const labels = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`label-${n}`, "x".repeat(length)]))

describe("the rows of a page", () => {
  it("are all of them when they are of ordinary size", () => {
    const rows = rowsOf(251, (n) => ({ id: `${n}`, url: "u".repeat(100), metadata: JSON.stringify(labels(5, 20)) }))
    assert.deepStrictEqual(rowsThatFit(rows), { rows, isCut: false })
  })

  it("are the first that fit when they are large, whether the database returns JSON as text or as values", () => {
    for (const row of [labels(50, 50), JSON.stringify(labels(50, 50))]) {
      const rows = rowsOf(251, () => ({ metadata: row }))
      const { rows: fitting, isCut } = rowsThatFit(rows)
      assert.isTrue(isCut)
      assert.isAtMost(fitting.length, 60)
      assert.deepStrictEqual(fitting, rows.slice(0, fitting.length))
    }
  })

  it("are few when each has many short labels, which take as long to check as long ones", () => {
    const rows = rowsOf(251, () => ({ metadata: JSON.stringify(labels(50, 1)) }))
    assert.isAtMost(rowsThatFit(rows).rows.length, 80)
  })

  it("are at least one, however large", () => {
    const rows = rowsOf(3, () => ({ body: "x".repeat(1_000_000) }))
    assert.deepStrictEqual(rowsThatFit(rows), { rows: rows.slice(0, 1), isCut: true })
  })
})
