import { AccountId } from "@landfall/core/accounts/Account"
import { type ApiKeyHash, hashApiKey } from "@landfall/core/accounts/ApiKey"
import type { Listener } from "@landfall/core/alerts/egress/Listener"
import { type CellEntry, DIRECTORY_TTL_MILLIS, isLasting } from "@landfall/core/cells/AccountMove"
import type { CellDirectory } from "@landfall/core/cells/CellDirectory"
import type { CellName } from "@landfall/core/cells/CellName"
import { type CellHandler, OtherCells } from "@landfall/http/cells/OtherCells"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { Cells, type OpenCell } from "./Cells.ts"
import * as LandfallServer from "./LandfallServer.ts"
import * as LandfallWorker from "./LandfallWorker.ts"
import * as NodeDigest from "./NodeDigest.ts"

/** The maximum number of secrets whose cell is cached. */
const MAX_CACHED = 10_000
const NANOS_PER_MILLI = 1e6

interface CachedEntry {
  readonly entry: Option.Option<CellEntry>
  /** When the look-up began, in milliseconds of a monotonic clock. */
  readonly readAt: number
}

/** Finds the cell of a secret. Entries that do not change are used for at most `DIRECTORY_TTL_MILLIS`. */
const makeFindSecret = Effect.fnUntraced(function* (directory: CellDirectory["Service"]) {
  const clock = yield* Clock.Clock
  const digest = yield* Layer.build(NodeDigest.layer)
  const cache = new Map<string, CachedEntry>()
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / NANOS_PER_MILLI

  const read = Effect.fnUntraced(function* (hash: ApiKeyHash) {
    const readAt = now()
    const entry = yield* directory.findSecret(hash)
    cache.delete(hash)
    if (Option.isSome(entry) && !isLasting(entry.value)) return entry
    const [oldest] = cache.keys()
    if (oldest !== undefined && cache.size >= MAX_CACHED) cache.delete(oldest)
    cache.set(hash, { entry, readAt })
    return entry
  })

  return Effect.fnUntraced(function* (secret: string) {
    const hash = yield* Effect.provideContext(hashApiKey(secret), digest)
    const cached = cache.get(hash)
    const isFresh = cached !== undefined && now() - cached.readAt < DIRECTORY_TTL_MILLIS
    return isFresh ? cached.entry : yield* read(hash)
  })
})

/** Builds a layer of one cell on its stores. Cells share no part of it, because each has a separate memo map. */
const buildIn = <A, E, R>(layer: Layer.Layer<A, E, R>, { stores }: OpenCell) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const memoMap = yield* Layer.makeMemoMap
    return yield* Layer.buildWithMemoMap(layer, memoMap, scope)
  }).pipe(Effect.provideContext(stores))

const handlerOf = Effect.fnUntraced(function* (options: LandfallServer.ServerOptions, cell: OpenCell) {
  const built = yield* buildIn(LandfallServer.cellLayer({ ...options, worker: options.worker && cell.works }), cell)
  return Context.get(built, LandfallServer.OperationHandler)
})

/** The other cells of this process, for the server of its home cell. Nothing in an installation of one database. */
export const otherCellsLayer = (options: LandfallServer.ServerOptions) =>
  Layer.effect(
    OtherCells,
    Effect.gen(function* () {
      const cells = yield* Cells
      if (cells === undefined) return undefined
      const { directory, home, others } = cells
      const handlers = new Map<CellName, CellHandler>()
      const announcements: Array<(listener: Listener) => Effect.Effect<void>> = []
      for (const cell of others) {
        const { announce, handler } = yield* handlerOf(options, cell)
        handlers.set(cell.name, handler)
        announcements.push(announce)
      }
      return {
        home: home.name,
        handlers,
        findSecret: yield* makeFindSecret(directory),
        findAccount: (id: string) => directory.findAccount(AccountId.make(id)),
        announce: (listener: Listener) =>
          Effect.forEach(announcements, (announce) => announce(listener), { discard: true })
      }
    })
  )

/** The background work of the other cells in a process without a server. */
export const otherWorkersLayer = (options: LandfallWorker.WorkerOptions) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const cells = yield* Cells
      for (const cell of cells?.others.filter(({ works }) => works) ?? []) {
        yield* buildIn(LandfallWorker.cellLayer(options), cell)
      }
    })
  )
