import { AccountId } from "@landfall/core/accounts/Account"
import { CellDirectory } from "@landfall/core/cells/CellDirectory"
import { CellName } from "@landfall/core/cells/CellName"
import { DeliverySignal } from "@landfall/storage/alerts/queue/DeliverySignal"
import { accountTables } from "@landfall/storage/cells/AccountTables"
import { moveAccount } from "@landfall/storage/cells/MoveAccount"
import type { MovingCell } from "@landfall/storage/cells/MoveCells"
import { MoveRejected } from "@landfall/storage/cells/MoveRecord"
import * as SqlCellDirectory from "@landfall/storage/cells/SqlCellDirectory"
import { LeaseClock } from "@landfall/storage/sql/LeaseClock"
import { Console, Context, Effect, Layer, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { cellClientLayer, sharedStorageLayer } from "../settings/Database.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { type ConfiguredCell, formatDatabase } from "../settings/SettingValues.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"

const requireCells = ({ cells }: Settings) =>
  Option.match(cells, {
    onNone: () =>
      Effect.fail(
        new MoveRejected({
          message:
            "This installation has one database. To divide accounts among several, set LANDFALL_CELLS to NAME=URL of each, the present one first (docs/scaling.md)"
        })
      ),
    onSome: Effect.succeed
  })

/** Opens the database of a cell, brought up to date. Closes with the scope. */
const open = ({ database }: ConfiguredCell) => Layer.build(Layer.fresh(cellClientLayer(database)))

const movingCell = (context: Context.Context<SqlClient.SqlClient | LeaseClock>): MovingCell => ({
  sql: Context.get(context, SqlClient.SqlClient),
  clock: Context.get(context, LeaseClock)
})

/** The settings with their cells, and the open home cell. */
const openHome = Effect.gen(function* () {
  const settings = yield* readSettings
  const cells = yield* requireCells(settings)
  const [home] = cells
  if (home === undefined) return yield* new MoveRejected({ message: "LANDFALL_CELLS names no cell" })
  const shared = yield* Layer.build(sharedStorageLayer(settings))
  return { cells, home, shared }
})

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const { cells, home, shared } = yield* openHome
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

const move = Command.make(
  "move",
  {
    account: Argument.String("account").pipe(
      Argument.withSchema(AccountId),
      Argument.withDescription("Id of the account, acc_…")
    ),
    to: Flag.String("to").pipe(Flag.withSchema(CellName), Flag.withDescription("Name of the cell to move it to")),
    verify: Flag.Boolean("verify").pipe(
      Flag.withDescription("Compare the content of every row before the switch, and not only the number of rows"),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ account, json, to, verify }) {
    const { cells, home, shared } = yield* openHome
    const contexts = yield* Effect.forEach(cells, (cell) =>
      Effect.map(Effect.provideContext(open(cell), shared), (context) => [cell.name, context] as const)
    )
    const cellOf = (name: CellName) => {
      const found = contexts.find(([other]) => other === name)
      if (found === undefined) throw new Error(`LANDFALL_CELLS does not name ${name}`)
      return found[1]
    }
    const random = yield* SecureRandom.SecureRandom
    let shown = ""
    const result = yield* moveAccount({
      accountId: account,
      to,
      home: home.name,
      cells: cells.map(({ name }) => name),
      mover: yield* random.uuidV4(),
      tables: yield* accountTables,
      homeCell: movingCell(cellOf(home.name)),
      cellOf: (name) => movingCell(cellOf(name)),
      awaitServers: true,
      verify,
      wake: Effect.suspend(() =>
        contexts.some(([name]) => name === to) ? Context.get(cellOf(to), DeliverySignal).notify : Effect.void
      ),
      onProgress: ({ changes, rows, step }) =>
        Effect.suspend(() => {
          if (json || step === shown) return Effect.void
          shown = step
          return Console.error(`${step}: ${rows} rows copied, ${changes} changes applied`)
        })
    })
    if (json) return yield* printJson(result)
    const fenced = result.fencedMillis === undefined ? "" : `; for ${result.fencedMillis} ms its requests got 503`
    yield* Console.log(`${account} is in ${to}: ${result.rows} rows, ${result.changes} changes meanwhile${fenced}.`)
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Move an account to another cell while both serve requests; run it again after an interruption to continue"
  )
)

const add = Command.make(
  "add",
  {},
  Effect.fnUntraced(function* () {
    const { cells, shared } = yield* openHome
    for (const cell of cells) {
      yield* Effect.provideContext(open(cell), shared)
      yield* Console.log(`${cell.name}: the database ${formatDatabase(cell.database)} is up to date.`)
    }
    yield* Console.log(
      "Restart every server and worker with this LANDFALL_CELLS, then move accounts with `landfall cells move`."
    )
  }, Effect.scoped)
).pipe(Command.withDescription("Prepare the database of every cell of LANDFALL_CELLS, and check that it can be used"))

export const cellsCommand = Command.make("cells").pipe(Command.withSubcommands([list, add, move]))
