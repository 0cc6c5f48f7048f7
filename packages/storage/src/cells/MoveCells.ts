import type { AccountId } from "@landfall/core/accounts/Account"
import { MAX_FENCED_CHANGES } from "@landfall/core/cells/AccountMove"
import type { DirectorySecret } from "@landfall/core/cells/CellDirectory"
import { DateTime, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Cells } from "../sql/JsonRows.ts"
import type { LeaseClock } from "../sql/LeaseClock.ts"
import {
  countRows,
  decodeKey,
  deleteRows,
  digestRows,
  forEachAccountPage,
  keyOf,
  readRows,
  upsertRows
} from "./AccountCopy.ts"
import type { AccountTable } from "./AccountTables.ts"
import { moveLeaseLost } from "./MoveRecord.ts"
import { addTriggers, dropTriggers } from "./MoveTriggers.ts"

/** The database of a cell, as a mover uses it. */
export interface MovingCell {
  readonly sql: SqlClient.SqlClient
  readonly clock: LeaseClock["Service"]
}

/** The account that is moved, and its mover. */
export interface MovingAccount {
  readonly id: AccountId
  /** The number of the mover. */
  readonly number: number
  readonly tables: ReadonlyArray<AccountTable>
}

/** The maximum number of changes that are applied in one transaction. */
const CHANGES_PER_STEP = 500

const ChangeRow = Schema.Struct({ number: Schema.Number, tableName: Schema.String, rowKey: Schema.String })
const decodeChanges = Schema.decodeUnknownEffect(Schema.Array(ChangeRow))

type FenceState = "arriving" | "held" | "fenced" | "left"

/** Marks an account in a cell. */
const setFence = ({ sql }: MovingCell, { id }: MovingAccount, state: FenceState) =>
  sql`INSERT INTO account_fence (account_id, state) VALUES (${id}, ${state})
    ON CONFLICT (account_id) DO UPDATE SET state = excluded.state`

/** Takes a cell over from every earlier mover of the account, whose further changes there are not committed. */
const claim = ({ sql }: MovingCell, { id, number }: MovingAccount) =>
  Effect.flatMap(
    sql`INSERT INTO account_mover (account_id, number) VALUES (${id}, ${number})
      ON CONFLICT (account_id) DO UPDATE SET number = excluded.number WHERE account_mover.number <= excluded.number
      RETURNING account_id`.values,
    (rows) => (rows.length === 0 ? Effect.fail(moveLeaseLost(id)) : Effect.void)
  )

/** Runs changes of a cell in a transaction, unless a later mover has taken it over. */
const transactionOf =
  ({ sql }: MovingCell, { id, number }: MovingAccount) =>
  <A, E, R>(change: Effect.Effect<A, E, R>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const current = yield* sql`UPDATE account_mover SET number = number
          WHERE account_id = ${id} AND number = ${number} RETURNING account_id`.values
        if (current.length === 0) return yield* moveLeaseLost(id)
        return yield* change
      })
    )

/** The operations of a mover in the source. */
export const makeSource = (cell: MovingCell, account: MovingAccount) => {
  const { clock, sql } = cell
  const { id, tables } = account
  const asMover = transactionOf(cell, account)
  const exempt = sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT set_config('landfall.mover', 'on', true)`),
    orElse: () => dropTriggers(sql, asMover, "fence", tables)
  })

  const deletePage = Effect.fnUntraced(function* (table: AccountTable, rows: ReadonlyArray<Cells>) {
    yield* exempt
    yield* deleteRows(
      sql,
      table,
      id,
      rows.map((row) => keyOf(table, row))
    )
  })

  const removeTriggers = Effect.gen(function* () {
    yield* dropTriggers(sql, asMover, "fence", tables)
    yield* dropTriggers(sql, asMover, "capture", tables)
    yield* asMover(sql`DELETE FROM account_change WHERE account_id = ${id}`)
  })

  return {
    claim: claim(cell, account),

    /** Records the keys of rows that change from now on. */
    capture: addTriggers(sql, asMover, "capture", tables, id),

    /** Stops the start of further work for the account. */
    hold: asMover(setFence(cell, account, "held")),

    /** Rejects every change of the account from now on. */
    fence: Effect.andThen(asMover(setFence(cell, account, "fenced")), addTriggers(sql, asMover, "fence", tables, id)),

    /** The recorded changes, counted up to one more than may be left to the fence. */
    countChanges: Effect.map(
      sql`SELECT count(*) FROM (SELECT 1 FROM account_change WHERE account_id = ${id} LIMIT ${MAX_FENCED_CHANGES + 1}) AS recorded`
        .values,
      (rows) => Number(rows[0]?.[0] ?? 0)
    ),

    /** The deliveries that are being sent. */
    countInFlight: Effect.gen(function* () {
      const now = yield* clock.now
      const rows = yield* sql`SELECT count(*) FROM endpoint AS e JOIN delivery AS d ON d.endpoint_id = e.id
        AND d.state = 'leased' AND d.due_at > ${now} WHERE e.account_id = ${id}`.values
      return Number(rows[0]?.[0] ?? 0)
    }),

    /** The oldest recorded changes. */
    readChanges: Effect.flatMap(
      sql`SELECT number, table_name, row_key FROM account_change WHERE account_id = ${id}
        ORDER BY number LIMIT ${CHANGES_PER_STEP}`,
      decodeChanges
    ),

    deleteChanges: (numbers: ReadonlyArray<number>) =>
      asMover(sql`DELETE FROM account_change WHERE ${sql.in("number", numbers)}`),

    /** The hashes of the API keys and tokens of the account. */
    readSecrets: Effect.map(
      sql`SELECT hash, NULL AS expires_at FROM api_key WHERE account_id = ${id}
        UNION ALL SELECT hash, expires_at FROM dashboard_token WHERE account_id = ${id}`.values,
      (rows) =>
        rows.map(
          ([hash, expiresAt]): DirectorySecret => ({
            hash: String(hash),
            expiresAt: expiresAt === null ? Option.none() : DateTime.make(Number(expiresAt))
          })
        )
    ),

    /** Deletes the rows of the account, children first, and its entry in the cell. */
    clean: Effect.gen(function* () {
      yield* asMover(setFence(cell, account, "left"))
      for (const table of tables.toReversed()) {
        yield* forEachAccountPage(sql, table, id, null, (rows) => asMover(deletePage(table, rows)))
      }
      yield* removeTriggers
    }),

    /** Reverts the preparation of a move: the cell works for the account again. */
    resume: Effect.andThen(removeTriggers, asMover(sql`DELETE FROM account_fence WHERE account_id = ${id}`))
  }
}

/** The cell that an account leaves. Its methods fail with `SqlError`. */
export type Source = ReturnType<typeof makeSource>

/** The operations of a mover in the target. */
export const makeTarget = (cell: MovingCell, account: MovingAccount) => {
  const { sql } = cell
  const { id, tables } = account
  const asMover = transactionOf(cell, account)

  const positions = Effect.gen(function* () {
    const rows = yield* sql`SELECT table_name, last_key FROM account_copy WHERE account_id = ${id}`.values
    const positions = new Map<string, Cells>()
    for (const [table, key] of rows) positions.set(String(table), yield* decodeKey(key))
    return positions
  })

  const clear = Effect.gen(function* () {
    for (const table of tables.toReversed()) {
      yield* forEachAccountPage(sql, table, id, null, (rows) =>
        asMover(
          deleteRows(
            sql,
            table,
            id,
            rows.map((row) => keyOf(table, row))
          )
        )
      )
    }
    yield* asMover(sql`DELETE FROM account_copy WHERE account_id = ${id}`)
  })

  return {
    claim: claim(cell, account),

    /** Prepares the cell: it starts no work for the account. */
    prepare: asMover(setFence(cell, account, "arriving")),

    /** The key of the last row that was copied, for each table that was begun. */
    positions,

    /** Writes a page of a table, and its position. */
    writePage: (table: AccountTable, rows: ReadonlyArray<Cells>, last: Cells) =>
      asMover(
        Effect.andThen(
          upsertRows(sql, table, id, rows),
          sql`INSERT INTO account_copy (account_id, table_name, copied, last_key)
            VALUES (${id}, ${table.layout.name}, ${rows.length}, ${JSON.stringify(last)})
            ON CONFLICT (account_id, table_name) DO UPDATE
              SET copied = account_copy.copied + excluded.copied, last_key = excluded.last_key`
        )
      ),

    /** Applies changes: the rows as they are now, and the keys of deleted ones. */
    applyChanges: (
      changes: ReadonlyArray<{
        readonly table: AccountTable
        readonly rows: ReadonlyArray<Cells>
        readonly deleted: ReadonlyArray<Cells>
      }>
    ) =>
      asMover(
        Effect.gen(function* () {
          for (const { table, deleted } of changes.toReversed()) yield* deleteRows(sql, table, id, deleted)
          for (const { table, rows } of changes) yield* upsertRows(sql, table, id, rows)
        })
      ),

    /** Deletes the rows of the account in the target. */
    clear,

    /** Records that the cell has no further rows of the account. */
    markEmpty: Effect.andThen(clear, asMover(setFence(cell, account, "left"))),

    /** Records that this cell works for the account from now on. */
    open: asMover(
      Effect.andThen(
        sql`DELETE FROM account_copy WHERE account_id = ${id}`,
        sql`DELETE FROM account_fence WHERE account_id = ${id}`
      )
    )
  }
}

/** The cell to which an account moves. Its methods fail with `SqlError`. */
export type Target = ReturnType<typeof makeTarget>

/** The tables in which the rows of an account differ: in number, or in content too. */
export const compareCells = Effect.fnUntraced(function* (
  source: MovingCell,
  target: MovingCell,
  { id, tables }: MovingAccount,
  content: boolean
) {
  const differing: Array<string> = []
  for (const table of tables) {
    const [sourceDigest, targetDigest] = yield* Effect.all(
      [source, target].map(({ sql }) =>
        content
          ? Effect.map(digestRows(sql, table, id), ({ checksum, rows }) => `${rows} ${checksum}`)
          : countRows(sql, table, id)
      ),
      { concurrency: 2 }
    )
    if (sourceDigest !== targetDigest) differing.push(table.layout.name)
  }
  return differing
})

/** The changes of a batch by table, parents first, with the rows as they are now. */
export const readChanged = Effect.fnUntraced(function* (
  { sql }: MovingCell,
  { id, tables }: MovingAccount,
  changes: ReadonlyArray<typeof ChangeRow.Type>
) {
  const byTable = Map.groupBy(changes, ({ tableName }) => tableName)
  const changedTables: Array<{ table: AccountTable; rows: ReadonlyArray<Cells>; deleted: ReadonlyArray<Cells> }> = []
  for (const table of tables) {
    const texts = new Set(byTable.get(table.layout.name)?.map(({ rowKey }) => rowKey))
    if (texts.size === 0) continue
    const keys = yield* Effect.forEach([...texts], decodeKey)
    const rows = yield* readRows(sql, table, id, keys)
    const present = new Set(rows.map((row) => JSON.stringify(keyOf(table, row))))
    changedTables.push({ table, rows, deleted: keys.filter((key) => !present.has(JSON.stringify(key))) })
  }
  return changedTables
})
