import { Effect, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { firstMessageIdAt, ID_SLACK_MILLIS } from "../alerts/messages/MessageIdRange.ts"
import { type Cells, ID_COLUMN, jsonRows } from "../sql/JsonRows.ts"
import { nextPageRows } from "../transfer/TablePages.ts"

/** A period in milliseconds since the epoch: from `from`, before `until`. */
export interface ExportPeriod {
  readonly from: number
  readonly until: number
}

/** Receives the rows of a page. */
export type UseRows<E, R> = (rows: ReadonlyArray<Cells>) => Effect.Effect<void, E, R>

/** The columns of the rows of each kind, in the order of their cells. */
export const EXPORTED_COLUMNS = {
  messages: ["id", "account_id", "shipment_id", "type", "example", "created_at", "body"],
  attempts: [
    "account_id",
    "message_id",
    "endpoint_id",
    "number",
    "started_at",
    "duration_millis",
    "response_start_millis",
    "response_status",
    "failure_reason",
    "detail",
    "manual"
  ],
  usage: ["account_id", "hour", "operation", "success_calls", "client_error_calls", "server_error_calls", "credits"]
} as const

/** Rows of the first page, before the size of a row is known. */
const FIRST_PAGE_ROWS = 50

/** Owners whose rows are read by one statement. */
const OWNERS_PER_PAGE = 500

const toCell = (value: unknown): Cells[number] =>
  typeof value === "string" || typeof value === "number" || value === null ? value : Number(value)

/**
 * Reads pages until one has fewer rows than its limit. `read` selects the rows after a row, none for the first page, in the
 * order in which the next page continues.
 */
const forEachRow = Effect.fnUntraced(function* <E, R>(
  read: (after: Cells | undefined, limit: number) => Statement.Statement<unknown>,
  use: UseRows<E, R>
): Effect.fn.Return<void, E | SqlError.SqlError, R> {
  let after: Cells | undefined
  let limit = FIRST_PAGE_ROWS
  for (;;) {
    const rows = (yield* read(after, limit).values).map((row) => row.map(toCell))
    after = rows.at(-1)
    if (after === undefined) return
    yield* use(rows)
    if (rows.length < limit) return
    limit = nextPageRows(rows)
  }
})

/** The cell of a column. */
const cellOf = (columns: ReadonlyArray<string>, row: Cells, column: string): Cells[number] =>
  row[columns.indexOf(column)] ?? null

/** Passes on the messages that were created in a period, oldest first. */
export const forEachMessage = <E, R>(sql: SqlClient.SqlClient, { from, until }: ExportPeriod, use: UseRows<E, R>) => {
  const columns = EXPORTED_COLUMNS.messages
  // The ids are read in their order, which is that of their creation but for the slack.
  const first = firstMessageIdAt(from - ID_SLACK_MILLIS)
  const last = firstMessageIdAt(until + ID_SLACK_MILLIS)
  return forEachRow(
    (after, limit) =>
      sql`SELECT ${sql.literal(columns.join(", "))} FROM message
        WHERE id > ${after === undefined ? first : cellOf(columns, after, "id")} AND id < ${last}
          AND created_at >= ${from} AND created_at < ${until} ORDER BY id LIMIT ${limit}`,
    use
  )
}

/** Passes on the ids of a table, page by page. */
const forEachOwnerPage = Effect.fnUntraced(function* <E, R>(
  sql: SqlClient.SqlClient,
  table: "endpoint" | "account",
  use: (ids: ReadonlyArray<Cells>) => Effect.Effect<void, E, R>
): Effect.fn.Return<void, E | SqlError.SqlError, R> {
  let after = ""
  for (;;) {
    const rows = yield* sql`SELECT id FROM ${sql(table)} WHERE id > ${after} ORDER BY id LIMIT ${OWNERS_PER_PAGE}`
      .values
    const ids = rows.map(([id]) => [String(id)])
    const last = ids.at(-1)?.[0]
    if (last === undefined) return
    yield* use(ids)
    if (ids.length < OWNERS_PER_PAGE) return
    after = last
  }
})

/** Passes on the attempts that started in a period, by endpoint and time. */
export const forEachAttempt = <E, R>(sql: SqlClient.SqlClient, { from, until }: ExportPeriod, use: UseRows<E, R>) => {
  const columns = EXPORTED_COLUMNS.attempts
  const selected = columns.map((name) => (name === "account_id" ? "e.account_id" : `a.${name}`)).join(", ")
  const position = sql.literal("a.endpoint_id, a.started_at, a.message_id, a.number")
  const beyond = (after: Cells | undefined) =>
    after === undefined
      ? sql`1 = 1`
      : sql`(${position}) > ${sql.in(
          ["endpoint_id", "started_at", "message_id", "number"].map((column) => cellOf(columns, after, column))
        )}`
  return forEachOwnerPage(sql, "endpoint", (ids) =>
    forEachRow(
      (after, limit) =>
        sql`SELECT ${sql.literal(selected)} FROM ${jsonRows(sql, ID_COLUMN, ids)} AS owner
          JOIN endpoint AS e ON e.id = owner.id JOIN attempt AS a ON a.endpoint_id = e.id
          WHERE a.started_at >= ${from} AND a.started_at < ${until} AND ${beyond(after)}
          ORDER BY ${position} LIMIT ${limit}`,
      use
    )
  )
}

/** Passes on the counts of calls of the hours that began in a period, by account and hour. */
export const forEachUsageHour = <E, R>(sql: SqlClient.SqlClient, { from, until }: ExportPeriod, use: UseRows<E, R>) => {
  const columns = EXPORTED_COLUMNS.usage
  const position = sql.literal("account_id, hour, operation")
  const beyond = (after: Cells | undefined) =>
    after === undefined
      ? sql`1 = 1`
      : sql`(${position}) > ${sql.in(["account_id", "hour", "operation"].map((column) => cellOf(columns, after, column)))}`
  return forEachOwnerPage(sql, "account", (ids) =>
    forEachRow(
      (after, limit) =>
        sql`SELECT ${sql.literal(columns.join(", "))} FROM usage_hour
          WHERE account_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS owner)
            AND hour >= ${from} AND hour < ${until} AND ${beyond(after)} ORDER BY ${position} LIMIT ${limit}`,
      use
    )
  )
}

const EarliestRow = Schema.Tuple([Schema.Struct({ earliest: Schema.NullOr(Schema.Int) })])
const decodeEarliest = Schema.decodeUnknownEffect(EarliestRow)

/** An instant before every row of a kind, in milliseconds since the epoch; null without rows. */
export const earliestInstant = (
  sql: SqlClient.SqlClient,
  kind: keyof typeof EXPORTED_COLUMNS
): Effect.Effect<number | null, SqlError.SqlError | Schema.SchemaError> =>
  (kind === "usage"
    ? sql`SELECT min(hour) AS earliest FROM usage_hour`
    : // The first id is that of the oldest message but for the slack, and an attempt follows its message.
      sql`SELECT (SELECT created_at FROM message ORDER BY id LIMIT 1) - ${ID_SLACK_MILLIS} AS earliest`
  ).pipe(
    Effect.flatMap(decodeEarliest),
    Effect.map(([{ earliest }]) => earliest)
  )
