import type { AccountId } from "@landfall/core/accounts/Account"
import { type CellEntry, type MoveStep, moveRejection } from "@landfall/core/cells/AccountMove"
import type { CellName } from "@landfall/core/cells/CellName"
import { Effect, Option, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { LeaseClock } from "../sql/LeaseClock.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { ENTRY_COLUMNS, entriesOf } from "./SqlCellDirectory.ts"

/** An account cannot be moved. `message` states why, and what to do. */
export class MoveRejected extends Schema.TaggedError<MoveRejected>()("MoveRejected", { message: Schema.String }) {}

/** How long a mover that has stopped keeps others from continuing its move. */
const LEASE_MILLIS = 10_000

/** How often a mover renews its lease. */
export const RENEWAL_INTERVAL = "2 seconds"

/** What a mover asks for. */
export interface MoveRequest {
  readonly accountId: AccountId
  readonly to: CellName
  /** The cell of accounts without an entry. */
  readonly home: CellName
  /** The names of all cells. */
  readonly cells: ReadonlyArray<CellName>
  /** Identifies this mover. */
  readonly mover: string
}

/** The record of moves in the directory, as one mover changes it. Every change fails when another mover has taken over. */
export const makeMoveRecord = (
  sql: SqlClient.SqlClient,
  clock: LeaseClock["Service"],
  { accountId, cells, home, mover, to }: MoveRequest
) => {
  const locks = rowLocks(sql)
  const columns = sql.literal(ENTRY_COLUMNS)

  const takenOver = new MoveRejected({
    message: `Another process continues the move of ${accountId}: this one has ended. Show how far it is with: landfall cells list`
  })

  const change = (update: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
    Effect.flatMap(update, (rows) => (rows.length === 0 ? Effect.fail(takenOver) : Effect.void))

  /** Rejects while another mover works on the account, or moves another one out of the same cell. */
  const rejectOthers = Effect.fnUntraced(function* (from: CellName, now: number) {
    const rows = yield* sql`SELECT account_id, leased_until FROM cell_account
      WHERE (account_id = ${accountId} AND mover <> ${mover} AND leased_until > ${now})
        OR (account_id <> ${accountId} AND moves_from = ${from} AND step IS NOT NULL) ORDER BY account_id`.values
    for (const [id, until] of rows) {
      const seconds = Math.ceil((Number(until) - now) / 1_000)
      const message =
        id === accountId
          ? `Another process moves ${accountId} now. If it has ended, try again in ${seconds} s`
          : `One account leaves a cell at a time, and ${String(id)} leaves ${from}: finish that move first, with: landfall cells move`
      return yield* new MoveRejected({ message })
    }
  })

  const begin = Effect.gen(function* () {
    yield* locks.lockName("account moves")
    const [found] = yield* entriesOf(yield* sql`SELECT ${columns} FROM cell_account WHERE account_id = ${accountId}`)
    const entry: CellEntry = found ?? { accountId, cell: home, move: Option.none() }
    const rejection = moveRejection(entry, to, cells)
    if (rejection !== undefined)
      return yield* new MoveRejected({ message: `${accountId} cannot move to ${to}: ${rejection}` })
    const { from, step } = Option.getOrElse(entry.move, () => ({ from: entry.cell, step: "copy" as const }))
    const now = yield* clock.now
    yield* rejectOthers(from, now)
    yield* sql`INSERT INTO cell_account (account_id, cell, moves_from, moves_to, step, mover, leased_until)
      VALUES (${accountId}, ${entry.cell}, ${from}, ${to}, ${step}, ${mover}, ${now + LEASE_MILLIS})
      ON CONFLICT (account_id) DO UPDATE SET moves_from = excluded.moves_from, moves_to = excluded.moves_to,
        step = excluded.step, mover = excluded.mover, leased_until = excluded.leased_until`
    return { from, step }
  }).pipe(sql.withTransaction)

  return {
    /** Begins a move, or continues one that has stopped. Returns its source and its step. */
    begin,

    renew: Effect.flatMap(clock.now, (now) =>
      change(
        sql`UPDATE cell_account SET leased_until = ${now + LEASE_MILLIS}
        WHERE account_id = ${accountId} AND mover = ${mover} RETURNING account_id`.values
      )
    ),

    setStep: (step: MoveStep) =>
      change(
        sql`UPDATE cell_account SET step = ${step}
        WHERE account_id = ${accountId} AND mover = ${mover} AND moves_to = ${to} RETURNING account_id`.values
      ),

    /** Makes the target answer. */
    decide: change(
      sql`UPDATE cell_account SET cell = ${to}, step = 'clean'
      WHERE account_id = ${accountId} AND mover = ${mover} AND moves_to = ${to} AND step = 'fence' RETURNING account_id`
        .values
    ),

    /** Ends the move; the account stays in the cell that the record names. */
    end: change(
      sql`UPDATE cell_account SET moves_from = NULL, moves_to = NULL, step = NULL, mover = NULL, leased_until = NULL
      WHERE account_id = ${accountId} AND mover = ${mover} RETURNING account_id`.values
    ),

    /** Lets others continue at once. */
    release: Effect.asVoid(
      sql`UPDATE cell_account SET leased_until = 0 WHERE account_id = ${accountId} AND mover = ${mover}`
    )
  }
}

/** The move of an account in the directory of the home cell, which one mover at a time changes. */
export type MoveRecord = ReturnType<typeof makeMoveRecord>
