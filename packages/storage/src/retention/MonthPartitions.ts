import { DateTime, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { firstMessageIdAt } from "../alerts/messages/MessageIdRange.ts"
import { rowLocks } from "../sql/RowLocks.ts"

/** A table whose rows Postgres stores by month. */
export interface PartitionedTable {
  readonly table: string
  /** The column that divides the rows: the id of a message, which begins with the time of its creation, or an instant. */
  readonly column: string
}

/** The tables that are partitioned by month on Postgres by the ids of messages. */
export const PARTITIONED_TABLES: ReadonlyArray<PartitionedTable> = [
  { table: "attempt", column: "message_id" },
  { table: "message", column: "id" }
]

/** A table that is partitioned by month on Postgres. */
interface MonthlyTable extends PartitionedTable {
  /** The least value of the column at an instant, as text. Texts are in the order of the instants. */
  readonly boundAt: (at: DateTime.Utc) => string
}

const MONTHLY_TABLES: ReadonlyArray<MonthlyTable> = [
  ...PARTITIONED_TABLES.map((partitioned) => ({
    ...partitioned,
    boundAt: (at: DateTime.Utc) => firstMessageIdAt(at.epochMilliseconds)
  })),
  // Milliseconds since the epoch have 13 digits from 2001 to 2286.
  { table: "port_call", column: "started_at", boundAt: (at) => String(at.epochMilliseconds) }
]

/** Partitions exist for the present month and this many after it. */
const MONTHS_AHEAD = 2

const LOCK_NAME = "month partitions"

/** Statements queue behind a change that waits for its lock. The limit is below `deadlock_timeout` of Postgres, which is 1 s. */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '500ms'"

export const monthOf = (at: DateTime.Utc): DateTime.Utc => DateTime.startOf(at, "month")

const monthsAfter = (month: DateTime.Utc, months: number): DateTime.Utc => monthOf(DateTime.add(month, { months }))

/** Runs a statement that defines tables, which takes no parameters. */
export const define = (sql: SqlClient.SqlClient, statement: string) => sql`${sql.literal(statement)}`.unprepared

interface Partition {
  readonly name: string
  /** The least value after those of the partition; undefined for the partition of all values that no other holds. */
  readonly end: string | undefined
}

const readPartitions = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(
    sql`SELECT c.relname, pg_get_expr(c.relpartbound, c.oid) FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(${table}) ORDER BY c.relname`.values,
    (rows) =>
      rows.map(([name, bound]): Partition => ({ name: String(name), end: /TO \('([^']*)'\)/.exec(String(bound))?.[1] }))
  )

const hasRows = (sql: SqlClient.SqlClient, partition: string, condition = sql`1 = 1`) =>
  Effect.map(sql`SELECT 1 FROM ${sql(partition)} WHERE ${condition} LIMIT 1`.values, (rows) => rows.length > 0)

/** A change of the partitions of a table, of which one process makes one at a time. */
const change = <A>(sql: SqlClient.SqlClient, make: Effect.Effect<A, SqlError.SqlError>) =>
  sql.withTransaction(
    Effect.andThen(Effect.andThen(rowLocks(sql).lockName(LOCK_NAME), define(sql, LOCK_TIMEOUT)), make)
  )

/** Creates the partition of a month, unless rows of it exist already: these stay in the default partition. */
const addMonth = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { table, column, boundAt }: MonthlyTable,
  month: DateTime.Utc
) {
  const from = boundAt(month)
  const to = boundAt(monthsAfter(month, 1))
  const partitions = yield* readPartitions(sql, table)
  if (partitions.some(({ end }) => end !== undefined && end >= to)) return
  const others = partitions.filter(({ end }) => end === undefined)
  const within = sql`${sql(column)} >= ${from} AND ${sql(column)} < ${to}`
  for (const { name } of others) if (yield* hasRows(sql, name, within)) return
  const name = `${table}_${DateTime.formatIsoDateUtc(month).slice(0, 7).replace("-", "_")}`
  yield* define(sql, `CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)`)
  // `ATTACH PARTITION` blocks only other changes of the table; `CREATE TABLE … PARTITION OF` would block its reads and writes.
  yield* define(sql, `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`)
})

/** Drops a partition that has no rows. The table is locked from the check to the drop, so that no row is inserted between. */
const dropEmpty = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, table: string, partition: string) {
  if (yield* hasRows(sql, partition)) return
  yield* define(sql, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  if (!(yield* hasRows(sql, partition))) yield* define(sql, `DROP TABLE ${partition}`)
})

/**
 * Creates the partitions of the next months, and drops those of expired months without a row. A message with an open delivery
 * is not pruned, so that its partition is not dropped; neither is one with port calls, which do not expire. A change that does not get its lock is tried again
 * in the next pass.
 *
 * @param before messages that were created before it have expired
 */
export const maintainMonths = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  now: DateTime.Utc,
  before: DateTime.Utc
) {
  const changes: Array<Effect.Effect<void, SqlError.SqlError>> = []
  for (const partitioned of MONTHLY_TABLES) {
    const { boundAt, table } = partitioned
    const partitions = yield* readPartitions(sql, table)
    if (partitions.length === 0) continue
    for (let months = 0; months <= MONTHS_AHEAD; months++) {
      changes.push(change(sql, addMonth(sql, partitioned, monthsAfter(now, months))))
    }
    const expired = partitions.filter(({ end }) => end !== undefined && end <= boundAt(before))
    for (const { name } of expired) changes.push(change(sql, dropEmpty(sql, table, name)))
  }
  for (const one of changes) {
    yield* Effect.catchTag(one, "SqlError", (error) =>
      Effect.logWarning(
        "A partition of a month could not be created or dropped; the next pass of retention tries again.",
        error
      )
    )
  }
})
