import { type Page, type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Effect, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** How a list runs by its ids, which are made in the order of time. */
export type ListOrder = "oldest first" | "newest first"

interface PageQuery {
  /** The rows on the asked side of the cursor, as a condition on `id`. */
  readonly where: Statement.Fragment
  /** The order in which they are read, nearest to the cursor first, and one more than asked for. */
  readonly orderAndLimit: Statement.Fragment
}

const pageQuery = (sql: SqlClient.SqlClient, request: PageRequest, direction: ListOrder): PageQuery => {
  const backwards = Option.exists(request.cursor, (cursor) => cursor.direction === "before")
  const ascending = (direction === "oldest first") !== backwards
  return {
    where: Option.match(request.cursor, {
      onNone: () => sql`1 = 1`,
      onSome: ({ key }) => (ascending ? sql`id > ${key}` : sql`id < ${key}`)
    }),
    orderAndLimit: ascending
      ? sql`ORDER BY id ASC LIMIT ${request.limit + 1}`
      : sql`ORDER BY id DESC LIMIT ${request.limit + 1}`
  }
}

/** Reads one page of a list: `read` selects with the given condition and order. */
export const listPage = <A extends { readonly id: string }, E, R>(
  sql: SqlClient.SqlClient,
  request: PageRequest,
  direction: ListOrder,
  read: (cut: PageQuery) => Effect.Effect<ReadonlyArray<A>, E, R>
): Effect.Effect<Page<A>, E, R> =>
  Effect.map(read(pageQuery(sql, request, direction)), (rows) => pageOf(rows, request, (row) => row.id))
