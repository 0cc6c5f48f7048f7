import { isExpired, type PruneResult } from "@landfall/core/alerts/operations/Retention"
import type { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../sql/JsonRows.ts"

export interface IdRow {
  readonly id: string
}

export interface DatedRow extends IdRow {
  /** When it was created or ended, in milliseconds since the epoch; null while it is open. */
  readonly at: number | null
}

/** One step over rows in the order of their ids. Instants in milliseconds since the epoch. */
export type PruneBatch = (
  before: number,
  after: string,
  limit: number
) => Effect.Effect<PruneResult, SqlError.SqlError | Schema.SchemaError>

export const idOf = ({ id }: IdRow): string => id

/** The ids of the rows that expired before an instant. */
export const expiredIds = (rows: ReadonlyArray<DatedRow>, before: number): ReadonlyArray<string> =>
  rows.filter(({ at }) => at !== null && isExpired(at, before)).map(idOf)

/** Ids as a table with the column `id`. */
export const idTable = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  jsonRows(
    sql,
    ID_COLUMN,
    ids.map((id) => [id])
  )
