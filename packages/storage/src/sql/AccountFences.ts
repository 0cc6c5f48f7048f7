import type { AccountId } from "@landfall/core/accounts/Account"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** The clients of databases that are cells, between which accounts move. */
const cells = new WeakSet<SqlClient.SqlClient>()

/** Marks the current database as a cell. */
export const layer = Layer.effectDiscard(Effect.map(SqlClient.SqlClient, (sql) => void cells.add(sql)))

const NONE: ReadonlySet<AccountId> = new Set()

/**
 * The accounts for which a cell starts no work, because they arrive, leave or have left: work that spans accounts skips
 * them. In an installation of one database there are none, and no statement changes.
 */
export const accountFences = (sql: SqlClient.SqlClient) => {
  const inCells = (condition: string) => sql.literal(cells.has(sql) ? condition : "")

  return {
    /** The condition, to follow another, that the account of a column is not fenced; empty outside cells. */
    andUnfenced: (column = "account_id") => inCells(`AND ${column} NOT IN (SELECT account_id FROM account_fence)`),

    /** As `andUnfenced`, for a column with the id of a row of a table that has the account. */
    andUnfencedIn: (table: "endpoint" | "shipment", column: string) =>
      inCells(
        `AND ${column} NOT IN (SELECT id FROM ${table} WHERE account_id IN (SELECT account_id FROM account_fence))`
      ),

    /** The fenced accounts; read without a statement outside cells. */
    fenced: Effect.suspend(() =>
      cells.has(sql)
        ? Effect.map(
            sql<{ readonly id: AccountId }>`SELECT account_id AS id FROM account_fence`,
            (rows): ReadonlySet<AccountId> => new Set(rows.map(({ id }) => id))
          )
        : Effect.succeed(NONE)
    )
  }
}
