import type { AccountId } from "@landfall/core/accounts/Account"
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { type Cells, type ColumnTypes, jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { makeRowChecksum, type TableDigest } from "../transfer/TableDigest.ts"
import { nextPageRows, toCell } from "../transfer/TablePages.ts"
import type { AccountTable } from "./AccountTables.ts"

/** The rows of the first page, before the size of a row is known. */
const FIRST_PAGE_ROWS = 100

const quoted = (names: ReadonlyArray<string>, of = ""): string => names.map((name) => `${of}"${name}"`).join(", ")

const columnsOf = ({ layout }: AccountTable): ReadonlyArray<string> => Object.keys(layout.columns)

/** The rows of an account, as `copied`. */
const rowsOf = (sql: SqlClient.SqlClient, { column, layout, parent }: AccountTable, id: AccountId) =>
  parent === undefined
    ? sql`FROM ${sql(layout.name)} AS copied WHERE copied.${sql(column)} = ${id}`
    : sql`FROM ${sql(parent)} AS owner_row JOIN ${sql(layout.name)} AS copied ON copied.${sql(column)} = owner_row.id
        WHERE owner_row.account_id = ${id}`

const readPage = (
  sql: SqlClient.SqlClient,
  table: AccountTable,
  id: AccountId,
  after: Cells | null,
  limit: number
): Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError.SqlError> => {
  const key = sql.literal(quoted(table.layout.primaryKey, "copied."))
  const further = after === null ? sql`` : sql`AND (${key}) > ${sql.in(after)}`
  // The parent begins the key: its rows before that of the last page are skipped.
  const ofParents = after === null || table.parent === undefined ? sql`` : sql`AND owner_row.id >= ${after[0] ?? null}`
  return sql`SELECT ${sql.literal(quoted(columnsOf(table), "copied."))} ${rowsOf(sql, table, id)} ${ofParents} ${further}
    ORDER BY ${key} LIMIT ${limit}`.values
}

/** Passes on the rows of an account in a table after a key, page by page, each with the key of its last row. */
export const forEachAccountPage = Effect.fnUntraced(function* <E, R>(
  sql: SqlClient.SqlClient,
  table: AccountTable,
  id: AccountId,
  start: Cells | null,
  use: (rows: ReadonlyArray<Cells>, last: Cells) => Effect.Effect<void, E, R>
) {
  const names = columnsOf(table)
  const keyIndexes = table.layout.primaryKey.map((name) => names.indexOf(name))
  let after = start
  let limit = FIRST_PAGE_ROWS
  for (;;) {
    const rows = (yield* readPage(sql, table, id, after, limit)).map((row) => row.map(toCell))
    const last = rows.at(-1)
    if (last === undefined) return
    after = keyIndexes.map((index) => last[index] ?? null)
    yield* use(rows, after)
    if (rows.length < limit) return
    limit = nextPageRows(rows)
  }
})

/** Inserts or replaces rows of an account, except those whose parent is missing: these were added after the copy of the parents began. */
export const upsertRows = (
  sql: SqlClient.SqlClient,
  { layout }: AccountTable,
  id: AccountId,
  rows: ReadonlyArray<Cells>
): Effect.Effect<void, SqlError.SqlError> => {
  if (rows.length === 0) return Effect.void
  const names = Object.keys(layout.columns)
  const others = names.filter((name) => !layout.primaryKey.includes(name))
  const into = sql.literal(`${layout.name} (${quoted(names)})`)
  const onConflict = sql.literal(
    `ON CONFLICT (${quoted(layout.primaryKey)}) DO ${others.length === 0 ? "NOTHING" : `UPDATE SET ${others.map((name) => `"${name}" = excluded."${name}"`).join(", ")}`}`
  )
  const parents = Object.entries(layout.parents)
  const exists = (parent: string, value: Statement.Fragment) => {
    const owned = parent === "account" ? sql`1 = 1` : sql`parent_row.account_id = ${id}`
    return sql`(${value} IS NULL OR EXISTS (
      SELECT 1 FROM ${sql(parent)} AS parent_row WHERE ${owned} AND parent_row.id = ${value}))`
  }
  return sql.onDialectOrElse({
    pg: () => {
      const conditions = parents.map(([column, parent]) => exists(parent, sql`added.${sql(column)}`))
      return Effect.asVoid(
        sql`INSERT INTO ${into} SELECT ${sql.literal(quoted(names, "added."))}
          FROM ${jsonRows(sql, jsonColumns(layout.columns), rows)} AS added WHERE ${sql.and(conditions)} ${onConflict}`
      )
    },
    // Bound as values: SQLite does not read every decimal text back to the same floating-point number.
    orElse: () =>
      Effect.forEach(
        rows,
        (row) => {
          const conditions = parents.map(([column, parent]) =>
            exists(parent, sql`${row[names.indexOf(column)] ?? null}`)
          )
          return sql`INSERT INTO ${into} SELECT ${sql.csv(row.map((cell) => sql`${cell}`))}
            WHERE ${sql.and(conditions)} ${onConflict}`
        },
        { discard: true }
      )
  })
}

const keyTypes = ({ layout }: AccountTable): ColumnTypes =>
  Object.fromEntries(layout.primaryKey.map((name) => [name, layout.columns[name] ?? "TEXT"]))

const keysIn = (sql: SqlClient.SqlClient, table: AccountTable, keys: ReadonlyArray<Cells>) =>
  sql`(${sql.literal(quoted(table.layout.primaryKey, "copied."))}) IN
    (SELECT ${sql.literal(quoted(table.layout.primaryKey))} FROM ${jsonRows(sql, jsonColumns(keyTypes(table)), keys)} AS named)`

/** The rows of an account with these keys. */
export const readRows = (sql: SqlClient.SqlClient, table: AccountTable, id: AccountId, keys: ReadonlyArray<Cells>) =>
  Effect.map(
    sql`SELECT ${sql.literal(quoted(columnsOf(table), "copied."))} ${rowsOf(sql, table, id)} AND ${keysIn(sql, table, keys)}`
      .values,
    (rows) => rows.map((row) => row.map(toCell))
  )

/** Deletes the rows of an account with these keys. The keys of a table with a parent were read by its rows. */
export const deleteRows = (
  sql: SqlClient.SqlClient,
  table: AccountTable,
  id: AccountId,
  keys: ReadonlyArray<Cells>
) => {
  if (keys.length === 0) return Effect.void
  const owned = table.parent === undefined ? sql`copied.${sql(table.column)} = ${id}` : sql`1 = 1`
  return Effect.asVoid(
    sql`DELETE FROM ${sql.literal(`${table.layout.name} AS copied`)} WHERE ${owned} AND ${keysIn(sql, table, keys)}`
  )
}

/** The key of a row. */
export const keyOf = (table: AccountTable, row: Cells): Cells => {
  const names = columnsOf(table)
  return table.layout.primaryKey.map((name) => row[names.indexOf(name)] ?? null)
}

/** The number of rows of an account in a table. */
export const countRows = (sql: SqlClient.SqlClient, table: AccountTable, id: AccountId) =>
  Effect.map(sql`SELECT count(*) ${rowsOf(sql, table, id)}`.values, (rows) => Number(rows[0]?.[0] ?? 0))

/** Counts the rows of an account in a table and computes their checksum. */
export const digestRows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: AccountTable, id: AccountId) {
  const checksum = makeRowChecksum()
  let count = 0
  yield* forEachAccountPage(sql, table, id, null, (rows) =>
    Effect.sync(() => {
      count += rows.length
      for (const row of rows) checksum.add(row)
    })
  )
  const digest: TableDigest = { table: table.layout.name, rows: count, checksum: checksum.hex() }
  return digest
})

const Key = Schema.fromJsonString(Schema.Array(Schema.Union([Schema.String, Schema.Number, Schema.Null])))

const decode = Schema.decodeUnknownEffect(Key)

/** Decodes a stored key. */
export const decodeKey = (text: unknown) => decode(text)
