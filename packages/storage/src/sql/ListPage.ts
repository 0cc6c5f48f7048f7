import { type Page, type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Effect, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** The order of a list by id. Ids are ULIDs, so this is the order of creation. */
export type ListOrder = "oldest first" | "newest first"

export interface PageQuery {
  /** Whether the ids of the rows ascend. */
  readonly ascending: boolean
  /** The condition on `id` that selects the rows on the requested side of the cursor. */
  readonly where: Statement.Fragment
  /** Nearest to the cursor first; one row more than requested, which shows whether another page follows. */
  readonly orderAndLimit: Statement.Fragment
}

/** The conditions of one page of a list. */
export const pageQuery = (sql: SqlClient.SqlClient, request: PageRequest, order: ListOrder): PageQuery => {
  const backwards = Option.exists(request.cursor, (cursor) => cursor.direction === "before")
  const ascending = (order === "oldest first") !== backwards
  return {
    ascending,
    where: Option.match(request.cursor, {
      onNone: () => sql`1 = 1`,
      onSome: ({ key }) => (ascending ? sql`id > ${key}` : sql`id < ${key}`)
    }),
    orderAndLimit: ascending
      ? sql`ORDER BY id ASC LIMIT ${request.limit + 1}`
      : sql`ORDER BY id DESC LIMIT ${request.limit + 1}`
  }
}

/** Reads one page of a list. `read` selects rows with the given condition and order. */
export const listPage = <A extends { readonly id: string }, E, R>(
  sql: SqlClient.SqlClient,
  request: PageRequest,
  order: ListOrder,
  read: (query: PageQuery) => Effect.Effect<ReadonlyArray<A>, E, R>
): Effect.Effect<Page<A>, E, R> =>
  Effect.map(read(pageQuery(sql, request, order)), (rows) => pageOf(rows, request, (row) => row.id))
