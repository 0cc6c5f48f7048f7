import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { define, monthOf } from "../retention/MonthPartitions.ts"

/** The first partition ends at least this many months after the present one, and after every call. */
const MONTHS = 2

/** The end of the partition of all present calls, in milliseconds since the epoch. */
const findEnd = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row = []] = yield* sql`SELECT (extract(epoch FROM now()) * 1000)::BIGINT, max(started_at) FROM port_call`
    .values
  const [now, last] = row.map((value) => monthOf(DateTime.makeUnsafe(Number(value))))
  if (now === undefined || last === undefined) return yield* Effect.die("the clock of the database was not read")
  const ends = [DateTime.add(now, { months: MONTHS }), DateTime.add(last, { months: 1 })]
  return Math.max(...ends.map((end) => monthOf(end).epochMilliseconds))
})

const onPostgres = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* define(sql, "LOCK TABLE port_call IN ACCESS EXCLUSIVE MODE")
  const end = yield* findEnd(sql)
  const indexes = yield* sql`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
    AND tablename = 'port_call' AND indexname <> 'port_call_pkey' ORDER BY indexname`.values
  yield* define(sql, "ALTER TABLE port_call RENAME TO port_call_first")
  yield* define(sql, "ALTER TABLE port_call_first DROP CONSTRAINT port_call_pkey")
  for (const [name] of indexes) yield* define(sql, `ALTER INDEX ${name} RENAME TO ${name}_first`)
  yield* define(
    sql,
    `CREATE TABLE port_call (LIKE port_call_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (started_at)`
  )
  yield* define(sql, "ALTER TABLE port_call ADD CONSTRAINT port_call_pkey PRIMARY KEY (id, started_at)")
  for (const [, definition] of indexes) yield* define(sql, String(definition))
  yield* define(sql, `ALTER TABLE port_call ATTACH PARTITION port_call_first FOR VALUES FROM (MINVALUE) TO ('${end}')`)
  yield* define(sql, "CREATE TABLE port_call_default PARTITION OF port_call DEFAULT")
})

/** Port calls are stored by the month of their beginning on Postgres. */
export const portCallMonths = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({ pg: () => onPostgres(sql), orElse: () => Effect.void })
})
