import type { AccountId } from "@landfall/core/accounts/Account"
import type { CellName } from "@landfall/core/cells/CellName"
import { Effect, Layer, Option } from "effect"
import { type Absence, withExistingStores, withStores } from "../settings/Database.ts"
import { readSettings } from "../settings/Settings.ts"
import {
  type AccountServices,
  CellUnavailable,
  type InCell,
  type Selection,
  services,
  stores
} from "./AccountServices.ts"

/**
 * Runs a command in the selected cells; in an installation of one database, on that. `absence` states what happens when
 * its database does not exist.
 */
const runIn = <A, E, R>(
  selection: Selection,
  absence: Absence,
  command: (has: (account: AccountId) => boolean) => Effect.Effect<A, E, R | AccountServices>
) =>
  Effect.gen(function* () {
    const settings = yield* readSettings
    if (Option.isSome(settings.cells)) {
      // Loaded where there are cells: other commands start without it.
      const { runInCells } = yield* Effect.promise(() => import("./CellCommands.ts"))
      return yield* runInCells(settings, settings.cells.value, { selection, absence }, command)
    }
    if (selection._tag === "Named") {
      return yield* new CellUnavailable({
        message: `There is no cell ${selection.cell}: this installation has one database, because LANDFALL_CELLS is not set`
      })
    }
    const providing = absence === "create" ? withStores : withExistingStores
    const result = yield* providing(Layer.provideMerge(services, stores))(command(() => true))
    const results: ReadonlyArray<InCell<A>> = [{ cell: Option.none(), result }]
    return results
  })

const first = <A>(results: ReadonlyArray<InCell<A>>) => {
  const [one] = results
  if (one === undefined) throw new Error("no cell was selected")
  return one.result
}

/** Runs a command on the stores of the cell of an account; without one, of the home cell. */
export const inCellOf =
  (account: Option.Option<AccountId>) =>
  <A, E, R>(command: Effect.Effect<A, E, R | AccountServices>) =>
    Effect.map(
      runIn(
        Option.match(account, {
          onNone: (): Selection => ({ _tag: "Home" }),
          onSome: (id): Selection => ({ _tag: "OfAccount", account: id })
        }),
        "fail",
        () => command
      ),
      first
    )

/** Runs a command on the stores of a cell, by default the home cell, whose database is created where it does not exist. */
export const inCell =
  (cell: Option.Option<CellName>) =>
  <A, E, R>(command: Effect.Effect<A, E, R | AccountServices>) =>
    Effect.map(
      runIn(
        Option.match(cell, {
          onNone: (): Selection => ({ _tag: "Home" }),
          onSome: (name): Selection => ({ _tag: "Named", cell: name })
        }),
        "create",
        () => command
      ),
      first
    )

/** Runs a command on the stores of each cell. `has` states whether the cell has an account: one that moves is in two. */
export const inEveryCell = <A, E, R>(
  command: (has: (account: AccountId) => boolean) => Effect.Effect<A, E, R | AccountServices>
) => runIn({ _tag: "All" }, "fail", command)
