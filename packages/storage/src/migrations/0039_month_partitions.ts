import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { firstMessageIdAt } from "../alerts/messages/MessageIdRange.ts"
import { define, monthOf, PARTITIONED_TABLES, type PartitionedTable } from "../retention/MonthPartitions.ts"

/** The first partition ends at least this many months after the present one, and after every message. */
const MONTHS = 2
const MAX_MONTHS = 1200

/** The end of the partition of all present rows; undefined when ids exist that no ULID of a century precedes. */
const findEnd = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row = []] = yield* sql`SELECT (extract(epoch FROM now()) * 1000)::BIGINT,
    greatest((SELECT max(id) FROM message), (SELECT max(message_id) FROM attempt))`.values
  const [now, newest] = row
  const month = monthOf(DateTime.makeUnsafe(Number(now)))
  for (let months = MONTHS; months < MAX_MONTHS; months++) {
    const end = firstMessageIdAt(monthOf(DateTime.add(month, { months })).epochMilliseconds)
    if (newest === null || String(newest) < end) return end
  }
  return undefined
})

/** Makes a table the first partition of one with its name, indexes and constraints. */
const partition = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { table, column }: PartitionedTable,
  end: string
) {
  const constraints = yield* sql`SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = to_regclass(${table}) AND contype IN ('p', 'f') ORDER BY contype DESC, conname`.values
  const named = new Set(constraints.map(([name]) => name))
  const all = yield* sql`SELECT indexname, indexdef FROM pg_indexes
    WHERE schemaname = current_schema() AND tablename = ${table} ORDER BY indexname`.values
  const first = `${table}_first`
  yield* define(sql, `ALTER TABLE ${table} RENAME TO ${first}`)
  for (const [name] of all) yield* define(sql, `ALTER INDEX ${name} RENAME TO ${name}_first`)
  yield* define(
    sql,
    `CREATE TABLE ${table} (LIKE ${first} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (${column})`
  )
  for (const [name, definition] of constraints) {
    yield* define(sql, `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  for (const [name, definition] of all) if (!named.has(name)) yield* define(sql, String(definition))
  yield* define(sql, `ALTER TABLE ${table} ATTACH PARTITION ${first} FOR VALUES FROM (MINVALUE) TO ('${end}')`)
  yield* define(sql, `CREATE TABLE ${table}_default PARTITION OF ${table} DEFAULT`)
})

const onPostgres = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const end = yield* findEnd(sql)
  if (end === undefined) return
  // Postgres plans the check of a key that refers to partitions again for each row, and deliveries are inserted by thousands.
  // A message is inserted with its deliveries, locked while another one is added, and deleted with them.
  yield* define(sql, "ALTER TABLE delivery DROP CONSTRAINT delivery_message_id_fkey")
  for (const partitioned of PARTITIONED_TABLES) yield* partition(sql, partitioned, end)
})

/** Messages and attempts are stored by month on Postgres. Ids of messages ascend with the time of creation. */
export const monthPartitions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({ pg: () => onPostgres(sql), orElse: () => Effect.void })
})
