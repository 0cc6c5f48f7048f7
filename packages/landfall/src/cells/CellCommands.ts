import type { AccountId } from "@landfall/core/accounts/Account"
import { servingCell } from "@landfall/core/cells/AccountMove"
import { CellDirectory } from "@landfall/core/cells/CellDirectory"
import type { CellName } from "@landfall/core/cells/CellName"
import * as RegisteredSecrets from "@landfall/storage/cells/RegisteredSecrets"
import * as SqlCellDirectory from "@landfall/storage/cells/SqlCellDirectory"
import { Context, Effect, Layer, Option } from "effect"
import { type Absence, cellClientLayer, commandLayer, sharedStorageLayer } from "../settings/Database.ts"
import type { ConfiguredCell } from "../settings/DatabaseLocation.ts"
import { CELL_CREATION_COMMAND, requireExistingDatabase } from "../settings/ExistingDatabase.ts"
import type { Settings } from "../settings/Settings.ts"
import { CellUnavailable, type InCell, type Selection, services, stores } from "./AccountServices.ts"

/** The stores and services of a cell; new accounts and keys are added to the directory first. */
const cellLayer = (settings: Settings, { database, name }: ConfiguredCell, isHome: boolean) => {
  const registered = isHome
    ? RegisteredSecrets.keysLayer
    : Layer.merge(RegisteredSecrets.keysLayer, RegisteredSecrets.accountsLayer(name))
  return services.pipe(
    Layer.provideMerge(registered),
    Layer.provideMerge(stores),
    Layer.provide(cellClientLayer(database)),
    Layer.provide(sharedStorageLayer(settings)),
    Layer.fresh
  )
}

/** Finds the cell that has an account. */
const findCell = Effect.fnUntraced(function* (directory: CellDirectory["Service"], home: CellName, id: AccountId) {
  const entry = yield* directory.findAccount(id)
  if (Option.isNone(entry)) return home
  const cell = servingCell(entry.value)
  if (Option.isSome(cell)) return cell.value
  return yield* new CellUnavailable({ message: `${id} moves to another cell: run the command again in a second` })
})

interface CellSelection {
  readonly selection: Selection
  readonly absence: Absence
}

/** Runs a command in the selected cells of an installation. */
export const runInCells = <A, E, R>(
  settings: Settings,
  cells: ReadonlyArray<ConfiguredCell>,
  { absence, selection }: CellSelection,
  command: (has: (account: AccountId) => boolean) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const [home] = cells
    if (home === undefined) return yield* new CellUnavailable({ message: "LANDFALL_CELLS names no cell" })
    const requirePresence = ({ database }: ConfiguredCell) =>
      absence === "create" ? Effect.void : requireExistingDatabase(database, CELL_CREATION_COMMAND)
    yield* requirePresence(home)
    const context = yield* Layer.build(
      SqlCellDirectory.layer.pipe(
        Layer.provide(cellClientLayer(home.database)),
        Layer.provide(sharedStorageLayer(settings)),
        Layer.fresh
      )
    )
    const directory = Context.get(context, CellDirectory)

    const selected = Effect.gen(function* () {
      switch (selection._tag) {
        case "Home":
          return home.name
        case "Named":
          return selection.cell
        case "OfAccount":
          return yield* findCell(directory, home.name, selection.account)
        case "All":
          return undefined
      }
    })
    const name = yield* selected
    const chosen = cells.filter((cell) => name === undefined || cell.name === name)
    if (chosen.length === 0) {
      return yield* new CellUnavailable({
        message: `There is no cell ${name}: LANDFALL_CELLS names ${cells.map((cell) => cell.name).join(", ")}`
      })
    }
    yield* Effect.forEach(chosen, requirePresence, { discard: true })
    const owners = new Map((yield* directory.list).map((entry) => [entry.accountId, entry.cell]))
    return yield* Effect.forEach(chosen, (cell) => {
      const has = (account: AccountId) => (owners.get(account) ?? home.name) === cell.name
      const layer = cellLayer(settings, cell, cell.name === home.name)
      return Effect.map(
        Effect.provide(command(has), Layer.provide(layer, Layer.succeedContext(context))),
        (result): InCell<A> => ({ cell: Option.some(cell.name), result })
      )
    })
  }).pipe(Effect.scoped, Effect.provide(commandLayer(settings)))
