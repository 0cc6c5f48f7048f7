import type { AccountId } from "@landfall/core/accounts/Account"
import type { CellName } from "@landfall/core/cells/CellName"
import { DeliverySignal } from "@landfall/storage/alerts/queue/DeliverySignal"
import { accountTables } from "@landfall/storage/cells/AccountTables"
import { type MoveProgress, moveAccount } from "@landfall/storage/cells/MoveAccount"
import type { MovingCell } from "@landfall/storage/cells/MoveCells"
import { type MoveIntent, stalledMoves } from "@landfall/storage/cells/MoveRecord"
import { LeaseClock } from "@landfall/storage/sql/LeaseClock"
import { Context, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** The services of an open database that a mover uses. */
export type CellDatabase = SqlClient.SqlClient | LeaseClock | DeliverySignal

/** The database of a cell, by its name. */
export interface NamedDatabase {
  readonly name: CellName
  readonly database: Context.Context<CellDatabase>
}

/** The databases of all cells; the first is that of the home cell. */
export type CellDatabases = ReadonlyArray<NamedDatabase>

/** The interval at which a process searches for stopped moves. */
const SEARCH_INTERVAL = "2 seconds"

/** A database as a mover uses it. */
export const movingCell = (database: Context.Context<CellDatabase>): MovingCell => ({
  sql: Context.get(database, SqlClient.SqlClient),
  clock: Context.get(database, LeaseClock)
})

const homeOf = ([home]: CellDatabases): NamedDatabase => {
  if (home === undefined) throw new Error("There is no cell")
  return home
}

/** Moves an account between open cells, while servers may use cached entries of the directory. */
export const moveBetween = Effect.fnUntraced(function* (
  cells: CellDatabases,
  accountId: AccountId,
  intent: MoveIntent,
  {
    onProgress,
    verify
  }: { readonly verify: boolean; readonly onProgress: (progress: MoveProgress) => Effect.Effect<void> }
) {
  const home = homeOf(cells)
  const databaseOf = (name: CellName) => {
    const found = cells.find((cell) => cell.name === name)
    if (found === undefined) throw new Error(`LANDFALL_CELLS does not name ${name}`)
    return found.database
  }
  return yield* moveAccount({
    accountId,
    intent,
    home: home.name,
    cells: cells.map(({ name }) => name),
    tables: yield* accountTables,
    homeCell: movingCell(home.database),
    cellOf: (name) => movingCell(databaseOf(name)),
    awaitServers: true,
    verify,
    wake: (name) => Context.get(databaseOf(name), DeliverySignal).notify,
    onProgress
  })
})

/**
 * Continues moves whose process has ended, as long as this process runs, one at a time. Of several processes, the first
 * continues a move.
 */
export const continueMoves = (cells: CellDatabases) => {
  const { clock, sql } = movingCell(homeOf(cells).database)
  const problems = new Map<AccountId, string>()

  /** A continuing problem is logged once. */
  const report = (accountId: AccountId, error: { readonly message: string }) =>
    Effect.suspend(() => {
      if (problems.get(accountId) === error.message) return Effect.void
      problems.set(accountId, error.message)
      return Effect.annotateLogs(
        Effect.logWarning(
          `The move of ${accountId} could not be continued; the next attempt is in ${SEARCH_INTERVAL}.`,
          error
        ),
        { accountId }
      )
    })

  const continueMove = Effect.fnUntraced(function* (accountId: AccountId) {
    const options = { verify: false, onProgress: () => Effect.void }
    const { from, step, to } = yield* moveBetween(cells, accountId, { _tag: "Continue" }, options)
    problems.delete(accountId)
    const outcome = step === "cancel" ? `was cancelled; it is in ${from}` : `was continued; it is in ${to}`
    yield* Effect.annotateLogs(Effect.logInfo(`The move of ${accountId} ${outcome}.`), { accountId })
  })

  const continueAll = Effect.gen(function* () {
    for (const { accountId } of yield* stalledMoves(sql, clock)) {
      yield* continueMove(accountId).pipe(
        Effect.catchTag("MoveLeaseLost", () => Effect.void),
        Effect.catch((error) => report(accountId, error))
      )
    }
  })
  return continueAll.pipe(
    Effect.catch((error) => Effect.logWarning("The directory of cells cannot be read.", error)),
    Effect.repeat(Schedule.spaced(SEARCH_INTERVAL))
  )
}
