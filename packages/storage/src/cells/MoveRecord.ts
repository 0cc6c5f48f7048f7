import type { AccountId } from "@landfall/core/accounts/Account"
import {
  type AccountMove,
  type CellEntry,
  continuationRejection,
  type MoveStep,
  moveRejection
} from "@landfall/core/cells/AccountMove"
import type { CellName } from "@landfall/core/cells/CellName"
import { Effect, Option, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { LeaseClock } from "../sql/LeaseClock.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { ENTRY_COLUMNS, entriesOf } from "./SqlCellDirectory.ts"

/** An account cannot be moved. `message` states why, and what to do. */
export class MoveRejected extends Schema.TaggedError<MoveRejected>()("MoveRejected", { message: Schema.String }) {}

/** Another process runs the move of an account. */
export class MoveLeaseLost extends Schema.TaggedError<MoveLeaseLost>()("MoveLeaseLost", { message: Schema.String }) {}

/** The time for which a stopped mover prevents others from continuing its move. */
const LEASE_MILLIS = 10_000

/** The interval at which a mover renews its lease. */
export const RENEWAL_INTERVAL = "2 seconds"

/**
 * The requested action on the move of an account. `Move`: begins a move, or continues a stopped one. `Continue`:
 * continues any stopped move. `Cancel`: takes the move over from its mover, and reverts it.
 */
export type MoveIntent =
  | { readonly _tag: "Move"; readonly to: CellName }
  | { readonly _tag: "Continue" }
  | { readonly _tag: "Cancel" }

/** The request of a mover. */
export interface MoveRequest {
  readonly accountId: AccountId
  readonly intent: MoveIntent
  /** The cell of accounts without an entry. */
  readonly home: CellName
  /** The names of all cells. */
  readonly cells: ReadonlyArray<CellName>
}

/** A move, as one mover runs it. */
export interface BegunMove extends AccountMove {
  /** The number of the mover, greater than that of every earlier one of the account. */
  readonly number: number
}

/** Another mover has taken the move over. */
export const moveLeaseLost = (accountId: AccountId) =>
  new MoveLeaseLost({
    message: `Another process continues the move of ${accountId}: this one has ended. Show its progress with: landfall cells list`
  })

const rejectionOf = (entry: CellEntry, intent: MoveIntent, cells: ReadonlyArray<CellName>): string | undefined => {
  const id = entry.accountId
  const sentence = (subject: string, reason: string | undefined) =>
    reason === undefined ? undefined : `${subject}: ${reason}`
  switch (intent._tag) {
    case "Move":
      return sentence(`${id} cannot move to ${intent.to}`, moveRejection(entry, intent.to, cells))
    case "Continue":
      return sentence(`The move of ${id} cannot be continued`, continuationRejection(entry, false, cells))
    case "Cancel":
      return sentence(`The move of ${id} cannot be cancelled`, continuationRejection(entry, true, cells))
  }
}

/** The move that a mover carries out. */
const moveOf = ({ cell, move }: CellEntry, intent: MoveIntent): AccountMove => {
  const current = Option.getOrElse(move, () => ({
    from: cell,
    to: intent._tag === "Move" ? intent.to : cell,
    step: "copy" as const
  }))
  return intent._tag === "Cancel" ? { ...current, step: "cancel" } : current
}

/** Begins a move, or takes over one that is not finished. */
export const beginMove = (
  sql: SqlClient.SqlClient,
  clock: LeaseClock["Service"],
  { accountId, cells, home, intent }: MoveRequest
) => {
  /** Rejects while another mover works on the account. */
  const rejectOther = Effect.fnUntraced(function* (now: number) {
    const [row] = yield* sql`SELECT leased_until FROM cell_account
      WHERE account_id = ${accountId} AND leased_until > ${now}`.values
    if (row === undefined) return
    const seconds = Math.ceil((Number(row[0]) - now) / 1_000)
    return yield* new MoveLeaseLost({
      message: `Another process moves ${accountId} now. If it has ended, a server or worker continues the move in ${seconds} s. Show its progress with: landfall cells list`
    })
  })

  /** Rejects while another account leaves the same cell: triggers are of one account. */
  const rejectSecond = Effect.fnUntraced(function* (from: CellName) {
    const [row] = yield* sql`SELECT account_id FROM cell_account
      WHERE account_id <> ${accountId} AND moves_from = ${from} AND step IS NOT NULL ORDER BY account_id`.values
    if (row === undefined) return
    return yield* new MoveRejected({
      message: `One account leaves a cell at a time, and ${String(row[0])} leaves ${from}: move ${accountId} when that has ended. Show its progress with: landfall cells list`
    })
  })

  return Effect.gen(function* () {
    yield* rowLocks(sql).lockName("account moves")
    const columns = sql.literal(ENTRY_COLUMNS)
    const [found] = yield* entriesOf(yield* sql`SELECT ${columns} FROM cell_account WHERE account_id = ${accountId}`)
    const entry: CellEntry = found ?? { accountId, cell: home, move: Option.none() }
    const message = rejectionOf(entry, intent, cells)
    if (message !== undefined) return yield* new MoveRejected({ message })
    const { from, step, to } = moveOf(entry, intent)
    const now = yield* clock.now
    if (intent._tag !== "Cancel") yield* rejectOther(now)
    if (Option.isNone(entry.move)) yield* rejectSecond(from)
    // Numbers grow even where the home cell was restored from a backup.
    const [row] = yield* sql`INSERT INTO cell_account
      (account_id, cell, moves_from, moves_to, step, mover_number, leased_until)
      VALUES (${accountId}, ${entry.cell}, ${from}, ${to}, ${step}, ${now}, ${now + LEASE_MILLIS})
      ON CONFLICT (account_id) DO UPDATE SET moves_from = excluded.moves_from, moves_to = excluded.moves_to,
        step = excluded.step, leased_until = excluded.leased_until,
        mover_number = CASE WHEN excluded.mover_number > cell_account.mover_number THEN excluded.mover_number
          ELSE cell_account.mover_number + 1 END
      RETURNING mover_number`.values
    const started: BegunMove = { from, to, step, number: Number(row?.[0]) }
    return started
  }).pipe(sql.withTransaction)
}

/** The accounts whose move has stopped: no process holds its lease. */
export const stalledMoves = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, clock: LeaseClock["Service"]) {
  const now = yield* clock.now
  const columns = sql.literal(ENTRY_COLUMNS)
  return yield* entriesOf(
    yield* sql`SELECT ${columns} FROM cell_account WHERE step IS NOT NULL AND leased_until <= ${now} ORDER BY account_id`
  )
})

/** The record of a move in the directory, as one mover changes it. Every change fails when another mover has taken over. */
export const makeMoveRecord = (
  sql: SqlClient.SqlClient,
  clock: LeaseClock["Service"],
  accountId: AccountId,
  { number, to }: BegunMove
) => {
  const change = (update: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
    Effect.flatMap(update, (rows) => (rows.length === 0 ? Effect.fail(moveLeaseLost(accountId)) : Effect.void))
  const own = sql`account_id = ${accountId} AND mover_number = ${number} AND step IS NOT NULL`

  return {
    renew: Effect.flatMap(clock.now, (now) =>
      change(sql`UPDATE cell_account SET leased_until = ${now + LEASE_MILLIS} WHERE ${own} RETURNING account_id`.values)
    ),

    setStep: (step: MoveStep) =>
      change(sql`UPDATE cell_account SET step = ${step} WHERE ${own} RETURNING account_id`.values),

    /** Makes the target serve the account. */
    decide: change(
      sql`UPDATE cell_account SET cell = ${to}, step = 'clean' WHERE ${own} AND step = 'fence' RETURNING account_id`
        .values
    ),

    /** Ends the move; the account stays in the cell that the record names. */
    end: change(
      sql`UPDATE cell_account SET moves_from = NULL, moves_to = NULL, step = NULL, leased_until = NULL
      WHERE ${own} RETURNING account_id`.values
    ),

    /** Releases the lease, so that others can continue immediately. */
    release: Effect.asVoid(sql`UPDATE cell_account SET leased_until = 0 WHERE ${own}`)
  }
}

/** The move of an account in the directory of the home cell, which one mover at a time changes. */
export type MoveRecord = ReturnType<typeof makeMoveRecord>
