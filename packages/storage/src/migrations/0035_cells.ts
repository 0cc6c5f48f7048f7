import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Accounts in several databases. The directory is in the home cell; the other tables have rows in a cell while an
 * account moves, and record the accounts that have left.
 */
export const cells = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // moves_to and step: of a move that is not finished. mover: the process that moves it, until leased_until.
  yield* sql`CREATE TABLE cell_account (
    account_id TEXT NOT NULL PRIMARY KEY,
    cell TEXT NOT NULL,
    moves_from TEXT,
    moves_to TEXT,
    step TEXT,
    mover TEXT,
    leased_until BIGINT
  )`

  // The hash of an API key or a token.
  yield* sql`CREATE TABLE cell_secret (hash TEXT NOT NULL PRIMARY KEY, account_id TEXT NOT NULL)`
  yield* sql`CREATE INDEX cell_secret_of_account ON cell_secret (account_id)`

  // The accounts for which this cell starts no work: they arrive, are held or fenced, or have left.
  yield* sql`CREATE TABLE account_fence (
    account_id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    mover TEXT NOT NULL
  )`

  // How far the tables of an arriving account are copied.
  yield* sql`CREATE TABLE account_copy (
    account_id TEXT NOT NULL,
    table_name TEXT NOT NULL,
    copied BIGINT NOT NULL,
    last_key TEXT NOT NULL,
    PRIMARY KEY (account_id, table_name)
  )`

  // The rows of a moving account that have changed, by their keys as JSON arrays.
  const number = sql.onDialectOrElse({
    pg: () => sql.literal("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    orElse: () => sql.literal("INTEGER PRIMARY KEY AUTOINCREMENT")
  })
  yield* sql`CREATE TABLE account_change (
    number ${number},
    account_id TEXT NOT NULL,
    table_name TEXT NOT NULL,
    row_key TEXT NOT NULL
  )`
})
