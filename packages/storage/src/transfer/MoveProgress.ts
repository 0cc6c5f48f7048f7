import { Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { hasMoveTable, MOVE_TABLE } from "../Migrations.ts"
import type { TableLayout } from "./TableLayout.ts"
import { TABLE_START, type TablePosition } from "./TablePages.ts"

/** The row that names the source. */
const SOURCE_ROW = ""

const Row = Schema.Struct({
  tableName: Schema.String,
  copied: Schema.Number,
  detail: Schema.String
})

const Key = Schema.fromJsonString(
  Schema.NullOr(Schema.Array(Schema.Union([Schema.String, Schema.Number, Schema.Null])))
)

/** The progress of a move, in a table of the target. While the table exists, no server starts on the target. */
export interface MoveProgress {
  /** The database that is moved, without its password. */
  readonly source: string
  readonly positions: ReadonlyMap<string, TablePosition>
}

/** The progress of an unfinished move into a database; none when there is no such move. */
export const readMoveProgress = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if (!(yield* hasMoveTable(sql))) return Option.none<MoveProgress>()
  const find = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Row,
    execute: () => sql`SELECT table_name, copied, detail FROM ${sql(MOVE_TABLE)}`
  })
  const rows = yield* find()
  const positions = new Map<string, TablePosition>()
  for (const { tableName, copied, detail } of rows) {
    if (tableName === SOURCE_ROW) continue
    positions.set(tableName, { rows: copied, key: yield* Schema.decodeEffect(Key)(detail) })
  }
  const source = rows.find(({ tableName }) => tableName === SOURCE_ROW)?.detail ?? ""
  return Option.some<MoveProgress>({ source, positions })
})

/** The position at which the copy of a table continues. */
export const positionOf = ({ positions }: MoveProgress, { name }: TableLayout): TablePosition =>
  positions.get(name) ?? TABLE_START

/** Marks the beginning of a move from a source: from now on, the target is not usable until the move is finished. */
export const beginMove = (sql: SqlClient.SqlClient, source: string) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`DROP TABLE IF EXISTS ${sql(MOVE_TABLE)}`
      yield* sql`CREATE TABLE ${sql(MOVE_TABLE)} (
        table_name TEXT NOT NULL PRIMARY KEY, copied BIGINT NOT NULL, detail TEXT NOT NULL)`
      yield* sql`INSERT INTO ${sql(MOVE_TABLE)} (table_name, copied, detail) VALUES (${SOURCE_ROW}, 0, ${source})`
    })
  )

/** Records the position of the copy of a table. */
export const recordMove = (sql: SqlClient.SqlClient, { name }: TableLayout, { key, rows }: TablePosition) =>
  sql`INSERT INTO ${sql(MOVE_TABLE)} (table_name, copied, detail) VALUES (${name}, ${rows}, ${JSON.stringify(key)})
    ON CONFLICT (table_name) DO UPDATE SET copied = excluded.copied, detail = excluded.detail`.pipe(Effect.asVoid)

/** Ends a move: the target is usable now. */
export const finishMove = (sql: SqlClient.SqlClient) => sql`DROP TABLE ${sql(MOVE_TABLE)}`.pipe(Effect.asVoid)
