import { AccountId } from "@landfall/core/accounts/Account"
import { type AccountMove, type CellEntry, MoveStep } from "@landfall/core/cells/AccountMove"
import { CellDirectory, type DirectorySecret } from "@landfall/core/cells/CellDirectory"
import { CellName } from "@landfall/core/cells/CellName"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

/** A row of `cell_account`. */
const EntryRow = Schema.Struct({
  accountId: AccountId,
  cell: CellName,
  movesFrom: Schema.NullOr(CellName),
  movesTo: Schema.NullOr(CellName),
  step: Schema.NullOr(MoveStep)
})

const moveOf = ({ movesFrom, movesTo, step }: typeof EntryRow.Type): Option.Option<AccountMove> =>
  movesFrom === null || movesTo === null || step === null
    ? Option.none()
    : Option.some({ from: movesFrom, to: movesTo, step })

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(EntryRow))

/** The entries that a SELECT on `cell_account` returns. */
export const entriesOf = (rows: ReadonlyArray<unknown>) =>
  Effect.map(decodeRows(rows), (decoded) =>
    decoded.map((row): CellEntry => ({ accountId: row.accountId, cell: row.cell, move: moveOf(row) }))
  )

/** The columns of an entry in the table `cell_account`. */
export const ENTRY_COLUMNS =
  "cell_account.account_id, cell_account.cell, cell_account.moves_from, cell_account.moves_to, cell_account.step"

const SECRET_COLUMNS = jsonColumns({ hash: "TEXT", expires_at: "BIGINT" })

/** The time for which an expired token stays in the directory: its cell rejects it as expired, and clocks differ. */
const EXPIRED_MILLIS = 24 * 60 * 60 * 1000

/** Adds API keys and tokens of an account to the directory, and removes its tokens that have expired. */
export const addSecrets = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  id: AccountId,
  secrets: ReadonlyArray<DirectorySecret>
) {
  if (secrets.length === 0) return
  const rows = secrets.map(({ hash, expiresAt }) => [
    hash,
    Option.match(expiresAt, { onNone: () => null, onSome: ({ epochMilliseconds }) => epochMilliseconds })
  ])
  const expiredBefore = (yield* Clock.currentTimeMillis) - EXPIRED_MILLIS
  yield* sql`DELETE FROM cell_secret WHERE account_id = ${id} AND expires_at < ${expiredBefore}`
  yield* sql`INSERT INTO cell_secret (hash, account_id, expires_at)
    SELECT hash, ${id}, expires_at FROM ${jsonRows(sql, SECRET_COLUMNS, rows)} AS added WHERE true
    ON CONFLICT (hash) DO NOTHING`
})

/** Every entry, by account. */
export const readEntries = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(sql`SELECT ${sql.literal(ENTRY_COLUMNS)} FROM cell_account ORDER BY account_id`, entriesOf)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(ENTRY_COLUMNS)
  const first = (rows: ReadonlyArray<CellEntry>) => Option.fromUndefinedOr(rows[0])

  return CellDirectory.of({
    findAccount: Effect.fn("CellDirectory.findAccount")(function* (id) {
      return first(yield* entriesOf(yield* sql`SELECT ${columns} FROM cell_account WHERE account_id = ${id}`))
    }, mapToStorageError("CellDirectory.findAccount")),
    findSecret: Effect.fnUntraced(function* (hash) {
      const rows = yield* sql`SELECT ${columns} FROM cell_secret
        JOIN cell_account ON cell_account.account_id = cell_secret.account_id WHERE cell_secret.hash = ${hash}`
      return first(yield* entriesOf(rows))
    }, mapToStorageError("CellDirectory.findSecret")),
    list: mapToStorageError("CellDirectory.list")(readEntries(sql)),
    place: Effect.fn("CellDirectory.place")(
      (id, cell) => Effect.asVoid(sql`INSERT INTO cell_account (account_id, cell) VALUES (${id}, ${cell})`),
      mapToStorageError("CellDirectory.place")
    ),
    addSecrets: Effect.fn("CellDirectory.addSecrets")(
      (id, secrets) => addSecrets(sql, id, secrets),
      mapToStorageError("CellDirectory.addSecrets")
    )
  })
})

/** `CellDirectory` in the tables `cell_account` and `cell_secret` of the home cell. */
export const layer = Layer.effect(CellDirectory, make)
