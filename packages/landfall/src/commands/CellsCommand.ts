import { AccountId } from "@landfall/core/accounts/Account"
import { CellDirectory } from "@landfall/core/cells/CellDirectory"
import { CellName } from "@landfall/core/cells/CellName"
import { formatCount } from "@landfall/core/listing/Count"
import { cancelMove, type MoveProgress } from "@landfall/storage/cells/MoveAccount"
import { MoveRejected } from "@landfall/storage/cells/MoveRecord"
import * as SqlCellDirectory from "@landfall/storage/cells/SqlCellDirectory"
import { Console, Context, Effect, Layer, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SqlError } from "effect/sql"
import { moveBetween, movingCell } from "../cells/CellMoves.ts"
import { cellClientLayer, sharedStorageLayer } from "../settings/Database.ts"
import { type ConfiguredCell, formatDatabase } from "../settings/DatabaseLocation.ts"
import { CELL_CREATION_COMMAND, requireExistingDatabase } from "../settings/ExistingDatabase.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { reasonOf } from "../transfer/TransferFailed.ts"

const requireCells = ({ cells }: Settings) =>
  Option.match(cells, {
    onNone: () =>
      Effect.fail(
        new MoveRejected({
          message:
            "This installation has one database. To divide accounts among several, set LANDFALL_CELLS to NAME=URL of each, the current one first (docs/scaling.md)."
        })
      ),
    onSome: Effect.succeed
  })

/** Opens the database of a cell, brought up to date. Closes with the scope. */
const open = ({ database }: ConfiguredCell) => Layer.build(Layer.fresh(cellClientLayer(database)))

const accountArgument = Argument.String("account").pipe(
  Argument.withSchema(AccountId),
  Argument.withDescription("Id of the account, acc_…")
)

/** The settings with their cells, and the home cell. */
const readCells = Effect.gen(function* () {
  const settings = yield* readSettings
  const cells = yield* requireCells(settings)
  const [home] = cells
  if (home === undefined) return yield* new MoveRejected({ message: "LANDFALL_CELLS names no cell" })
  const shared = yield* Layer.build(sharedStorageLayer(settings))
  return { cells, home, shared }
})

/** Fails when the database of a cell does not exist. */
const requireDatabases = (cells: ReadonlyArray<ConfiguredCell>) =>
  Effect.forEach(cells, ({ database }) => requireExistingDatabase(database, CELL_CREATION_COMMAND), { discard: true })

/** The settings with their cells, whose databases exist. */
const readExistingCells = Effect.gen(function* () {
  yield* requireDatabases(yield* requireCells(yield* readSettings))
  return yield* readCells
})

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    // A cell that is not prepared yet is listed too.
    yield* requireDatabases((yield* requireCells(yield* readSettings)).slice(0, 1))
    const { cells, home, shared } = yield* readCells
    const context = yield* Effect.provideContext(open(home), shared)
    const directory = yield* Layer.build(SqlCellDirectory.layer).pipe(Effect.provideContext(context))
    const entries = yield* Context.get(directory, CellDirectory).list
    const rows = cells.map(({ database, name }) => ({
      cell: name,
      home: name === home.name,
      database: formatDatabase(database),
      accounts: entries
        .filter((entry) => entry.cell === name)
        .map(({ accountId, move }) => ({ account: accountId, move: Option.getOrNull(move) }))
    }))
    if (json) return yield* printJson(rows)
    for (const { accounts, cell, database, home: isHome } of rows) {
      yield* Console.log(`${cell}  ${database}${isHome ? "  (home: every account that no other cell has)" : ""}`)
      for (const { account, move } of accounts) {
        yield* Console.log(
          move === null ? `  ${account}` : `  ${account}  moves from ${move.from} to ${move.to}, step ${move.step}`
        )
      }
    }
  }, Effect.scoped)
).pipe(Command.withDescription("List the cells with the accounts of each, and the moves that are not finished"))

const openAll = ({ cells, shared }: Effect.Success<typeof readCells>) =>
  Effect.forEach(cells, (cell) =>
    Effect.map(Effect.provideContext(open(cell), shared), (database) => ({ name: cell.name, database }))
  )

const isConnectionLost = (error: unknown): error is SqlError.SqlError =>
  SqlError.isSqlError(error) && error.reason._tag === "ConnectionError"

/** Prints each step of a move when it begins. */
const printSteps = (json: boolean) => {
  let lastLine = ""
  return ({ changes, rows, step }: MoveProgress) =>
    Effect.suspend(() => {
      if (json || step === lastLine) return Effect.void
      lastLine = step
      return Console.error(`${step}: ${formatCount(rows, "row")} copied, ${formatCount(changes, "change")} applied`)
    })
}

const move = Command.make(
  "move",
  {
    account: accountArgument,
    to: Flag.String("to").pipe(Flag.withSchema(CellName), Flag.withDescription("Name of the cell to move it to")),
    verify: Flag.Boolean("verify").pipe(
      Flag.withDescription("Compare the content of every row before the switch, and not only the number of rows"),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ account, json, to, verify }) {
    const cells = yield* openAll(yield* readExistingCells)
    const options = { verify, onProgress: printSteps(json) }
    const result = yield* Effect.catchIf(
      moveBetween(cells, account, { _tag: "Move", to }, options),
      isConnectionLost,
      (error) =>
        new MoveRejected({
          message: `The connection to a database was lost (${reasonOf(error)}): a server or worker continues the move of ${account}. Show its progress with: landfall cells list`
        })
    )
    if (json) return yield* printJson(result)
    const fenced = result.fencedMillis === undefined ? "" : `; for ${result.fencedMillis} ms its requests got 503`
    yield* Console.log(
      `${account} is in ${to}: ${formatCount(result.rows, "row")}, ${formatCount(result.changes, "change")} meanwhile${fenced}.`
    )
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Move an account to another cell while both serve requests; after an interruption a server or worker continues it"
  )
)

const cancel = Command.make(
  "cancel",
  { account: accountArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ account, json }) {
    const opened = yield* readExistingCells
    const { cells, home, shared } = opened
    const database = movingCell(yield* Effect.provideContext(open(home), shared))
    const request = { accountId: account, home: home.name, cells: cells.map(({ name }) => name) }
    const { from, to } = yield* cancelMove(database, request)
    if (!json) yield* Console.error(`${account} stays in ${from}; its rows in ${to} are deleted`)
    const undone = Effect.gen(function* () {
      yield* moveBetween(
        yield* openAll(opened),
        account,
        { _tag: "Continue" },
        { verify: false, onProgress: () => Effect.void }
      )
      return true
    })
    // A server or worker can revert the move before this command does.
    const isDone = yield* Effect.catchTag(undone, ["MoveRejected", "MoveLeaseLost"], () => Effect.succeed(false))
    if (json) return yield* printJson({ account, cell: from, done: isDone })
    yield* Console.log(
      isDone
        ? `The move of ${account} is cancelled.`
        : `The move of ${account} is cancelled; a server or worker reverts its changes.`
    )
  }, Effect.scoped)
).pipe(Command.withDescription("Cancel a move before the other cell has the account: it stays where it is"))

const add = Command.make(
  "add",
  {},
  Effect.fnUntraced(function* () {
    const { cells, shared } = yield* readCells
    for (const cell of cells) {
      yield* Effect.provideContext(open(cell), shared)
      yield* Console.log(`${cell.name}: the database ${formatDatabase(cell.database)} is up to date.`)
    }
    yield* Console.log(
      "Restart every server and worker with this LANDFALL_CELLS, then move accounts with `landfall cells move`."
    )
  }, Effect.scoped)
).pipe(Command.withDescription("Prepare the database of every cell of LANDFALL_CELLS, and check that it can be used"))

export const cellsCommand = Command.make("cells").pipe(Command.withSubcommands([list, add, move, cancel]))
