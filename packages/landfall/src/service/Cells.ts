import { servingCell } from "@landfall/core/cells/AccountMove"
import { CellDirectory } from "@landfall/core/cells/CellDirectory"
import type { CellName } from "@landfall/core/cells/CellName"
import { EmissionFactorStore } from "@landfall/core/co2/lanes/EmissionFactor"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { PortStore } from "@landfall/core/geo/PortStore"
import { type UsageCount, UsageStore } from "@landfall/core/usage/Usage"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import * as RegisteredSecrets from "@landfall/storage/cells/RegisteredSecrets"
import * as SqlCellDirectory from "@landfall/storage/cells/SqlCellDirectory"
import * as Stores from "@landfall/storage/Stores"
import * as SecretKeyCheck from "@landfall/storage/secrets/SecretKeyCheck"
import { LateUsage } from "@landfall/storage/usage/LateUsage"
import { Context, Effect, Layer, Option } from "effect"
import { type CellDatabase, continueMoves } from "../cells/CellMoves.ts"
import { mergedAccounts } from "../cells/MergedAccounts.ts"
import { cellClientLayer, sharedStorageLayer } from "../settings/Database.ts"
import type { ConfiguredCell } from "../settings/DatabaseLocation.ts"
import type { Settings } from "../settings/Settings.ts"

/** The stores of a cell. */
export type CellStores = Layer.Success<typeof Stores.layer>

/** A cell that this process has open. */
export interface OpenCell {
  readonly name: CellName
  readonly database: Context.Context<CellDatabase>
  readonly stores: Context.Context<CellStores>
  /** Whether this process does the background work of the cell, where it does any. */
  readonly works: boolean
}

/** The cells of this process; undefined in an installation of one database. */
export class Cells extends Context.Reference<
  | {
      readonly home: OpenCell
      readonly others: ReadonlyArray<OpenCell>
      readonly directory: CellDirectory["Service"]
    }
  | undefined
>("@landfall/landfall/service/Cells", { defaultValue: () => undefined }) {}

/** The interval at which counts of calls are passed on to the cells that their accounts have moved to. */
const FORWARD_INTERVAL = "500 millis"

/** The counts of accounts that have moved, until the cell that serves them has stored them. */
const makeLateUsage = () => {
  let waiting: ReadonlyArray<UsageCount> = []
  const add = (counts: ReadonlyArray<UsageCount>) =>
    Effect.sync(() => {
      waiting = [...waiting, ...counts]
    })

  const forward = (cells: ReadonlyArray<OpenCell>, directory: CellDirectory["Service"]) =>
    Effect.gen(function* () {
      const counts = waiting
      waiting = []
      for (const [accountId, ofAccount] of Map.groupBy(counts, (count) => count.accountId)) {
        const store = Effect.gen(function* () {
          const entry = yield* directory.findAccount(accountId)
          const name = Option.getOrUndefined(Option.flatMap(entry, servingCell))
          const cell = cells.find((one) => one.name === name)
          if (cell === undefined) return yield* add(ofAccount)
          yield* Context.get(cell.stores, UsageStore).add(ofAccount)
        })
        yield* Effect.catch(store, (error) =>
          Effect.andThen(
            Effect.annotateLogs(
              Effect.logWarning(
                "Usage counts of an account that has moved could not be stored; they are retained and stored later.",
                error
              ),
              { accountId }
            ),
            add(ofAccount)
          )
        )
      }
    })
  return { add, forward }
}

const openCell = Effect.fnUntraced(function* (
  { database, name }: ConfiguredCell,
  late: ReturnType<typeof makeLateUsage>,
  works: boolean
) {
  const layer = Layer.merge(Stores.layer, SecretKeyCheck.claimLayer).pipe(
    Layer.provideMerge(cellClientLayer(database)),
    Layer.provide(Layer.succeed(LateUsage, { add: late.add }))
  )
  const stores = yield* Effect.withLogSpan(Layer.build(Layer.fresh(layer)), name)
  return { name, database: stores, stores, works }
})

/** The stores of a cell, with registered keys and tokens, and the reference data of the home cell. */
const withHome = Effect.fnUntraced(function* (
  cell: OpenCell,
  home: Context.Context<CellStores>,
  directory: CellDirectory["Service"]
) {
  const registered = yield* Layer.build(Layer.fresh(RegisteredSecrets.layer)).pipe(
    Effect.provideContext(Context.add(cell.stores, CellDirectory, directory))
  )
  const reference = Context.pick(
    PortStore,
    VesselRegistry,
    VesselStateStore,
    PortCallLog,
    ZoneStore,
    EmissionFactorStore
  )(home)
  return { ...cell, stores: Context.merge(Context.merge(cell.stores, registered), reference) }
})

/** Opens every cell of the settings, and provides the stores of the home cell. */
export const layer = (settings: Settings, configured: ReadonlyArray<ConfiguredCell>) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const usage = makeLateUsage()
      const works = ({ name }: ConfiguredCell) =>
        Option.match(settings.workerCells, { onNone: () => true, onSome: (names) => names.includes(name) })
      const opened = yield* Effect.forEach(configured, (cell) => openCell(cell, usage, works(cell)))
      const [first] = opened
      if (first === undefined) return yield* Effect.die(new Error("LANDFALL_CELLS names no cell"))
      const directory = Context.get(
        yield* Layer.build(Layer.fresh(SqlCellDirectory.layer)).pipe(Effect.provideContext(first.stores)),
        CellDirectory
      )
      const cells = yield* Effect.forEach(opened, (cell) => withHome(cell, first.stores, directory))
      const [home = first, ...others] = cells
      yield* Effect.forkScoped(Effect.forever(Effect.delay(usage.forward(cells, directory), FORWARD_INTERVAL)))
      yield* Effect.addFinalizer(() => usage.forward(cells, directory))
      yield* Effect.forkScoped(continueMoves(cells))
      const stores = Context.merge(home.stores, mergedAccounts(home, others, directory))
      return Context.add(stores, Cells, { home, others, directory })
    })
  ).pipe(Layer.provideMerge(sharedStorageLayer(settings)))
