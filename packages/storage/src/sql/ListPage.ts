import { type Page, type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Effect, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { rowsThatFit } from "./PageSize.ts"

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

/**
 * Reads one page of a list: as many rows as are requested and fit into a page. `select` reads the rows with the given condition and
 * order.
 */
export const listPage = <Row extends object, A extends { readonly id: string }, E1, E2>(
  sql: SqlClient.SqlClient,
  request: PageRequest,
  order: ListOrder,
  select: (query: PageQuery) => Effect.Effect<ReadonlyArray<Row>, E1>,
  decode: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E2>
): Effect.Effect<Page<A>, E1 | E2> =>
  Effect.gen(function* () {
    const { isCut, rows } = rowsThatFit(yield* select(pageQuery(sql, request, order)))
    const decoded = yield* decode(rows)
    return pageOf(decoded, request, ({ id }) => id, isCut ? decoded.at(-1)?.id : undefined)
  })
