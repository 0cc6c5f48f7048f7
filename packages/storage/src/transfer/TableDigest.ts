import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Cells, toJson } from "../sql/JsonRows.ts"
import type { TableLayout } from "./TableLayout.ts"
import { forEachPage, TABLE_START } from "./TablePages.ts"

/** The number of rows in a table and their checksum, by which two copies of it are compared. */
export interface TableDigest {
  readonly table: string
  readonly rows: number
  /** 64 hexadecimal digits. */
  readonly checksum: string
}

const LANES = 8

/**
 * The checksum of a set of rows, in any order: the SHA-256 digests of the rows, added as eight 32-bit numbers. A row is its
 * JSON text, which both dialects give alike; characters that Postgres cannot store count as their replacement.
 */
export const makeRowChecksum = () => {
  const sums = new Uint32Array(LANES)
  return {
    add: (row: Cells): void => {
      const digest = createHash("sha256")
        .update(toJson([row]))
        .digest()
      for (let lane = 0; lane < LANES; lane++) sums[lane] = (sums[lane] ?? 0) + digest.readUInt32BE(lane * 4)
    },
    hex: (): string => Array.from(sums, (sum) => sum.toString(16).padStart(8, "0")).join("")
  }
}

/** Counts the rows of a table and computes their checksum. */
export const digestTable = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: TableLayout) {
  const checksum = makeRowChecksum()
  const { rows } = yield* forEachPage(sql, table, TABLE_START, (page) =>
    Effect.sync(() => {
      for (const row of page) checksum.add(row)
    })
  )
  const digest: TableDigest = { table: table.name, rows, checksum: checksum.hex() }
  return digest
})

/** The digest of every table, in their order. */
export const digestTables = (sql: SqlClient.SqlClient, tables: ReadonlyArray<TableLayout>) =>
  Effect.forEach(tables, (table) => digestTable(sql, table))

/** The tables whose rows differ between two lists of digests, with both. A table that one list lacks differs. */
export const differingTables = (
  expected: ReadonlyArray<TableDigest>,
  actual: ReadonlyArray<TableDigest>
): ReadonlyArray<string> => {
  const actualByTable = new Map(actual.map((digest) => [digest.table, digest]))
  const names = new Set([...expected, ...actual].map(({ table }) => table))
  const expectedByTable = new Map(expected.map((digest) => [digest.table, digest]))
  return [...names].filter((name) => {
    const [one, other] = [expectedByTable.get(name), actualByTable.get(name)]
    return one === undefined || other === undefined || one.rows !== other.rows || one.checksum !== other.checksum
  })
}
