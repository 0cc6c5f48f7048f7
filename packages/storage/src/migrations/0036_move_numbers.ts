import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Movers are numbered: a later one takes each cell over, and further changes of an earlier one there are not committed.
 */
export const moveNumbers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The number of the process that last began or continued a move of the account; it grows.
  yield* sql`ALTER TABLE cell_account ADD COLUMN mover_number BIGINT NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE cell_account DROP COLUMN mover`
  yield* sql`ALTER TABLE account_fence DROP COLUMN mover`

  // The number of the mover that may change the rows of an account in this cell.
  yield* sql`CREATE TABLE account_mover (
    account_id TEXT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
  )`
})
