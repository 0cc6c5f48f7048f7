import { type Account, AccountStore } from "@landfall/core/accounts/Account"
import { type ApiKeyId, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import type { CellDirectory } from "@landfall/core/cells/CellDirectory"
import type { CellName } from "@landfall/core/cells/CellName"
import { type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Context, Effect, Option, Order } from "effect"

/** The stores of accounts and keys of a cell. */
export interface CellAccounts {
  readonly name: CellName
  readonly stores: Context.Context<AccountStore | ApiKeyStore>
}

const byId = Order.mapInput(Order.String, ({ id }: Account) => id)

/**
 * The stores of the home cell by which an operator manages the accounts and keys of every cell: the list of accounts is that
 * of all cells, and a key is revoked wherever it is. Everything else is as in the home cell.
 *
 * @param cells the home cell first
 */
export const mergedAccounts = (
  home: CellAccounts,
  others: ReadonlyArray<CellAccounts>,
  directory: CellDirectory["Service"]
) => {
  const cells = [home, ...others]
  const accountsOfHome = Context.get(home.stores, AccountStore)
  const keysOfHome = Context.get(home.stores, ApiKeyStore)

  const readOwners = Effect.map(directory.list, (entries) => {
    const owners = new Map(entries.map(({ accountId, cell }) => [accountId, cell]))
    return {
      moving: entries.filter(({ move }) => Option.isSome(move)).length,
      owns: ({ name }: CellAccounts, id: Account["id"]) => (owners.get(id) ?? home.name) === name
    }
  })

  const listPage = Effect.fnUntraced(function* (request: PageRequest) {
    const { moving, owns } = yield* readOwners
    // A moving account can be in two cells, of which one is skipped.
    const wide = { ...request, limit: request.limit + 1 + moving }
    const pages = yield* Effect.forEach(cells, (cell) =>
      Effect.map(Context.get(cell.stores, AccountStore).listPage(wide), ({ data }) =>
        data.filter(({ id }) => owns(cell, id))
      )
    )
    const backwards = Option.exists(request.cursor, ({ direction }) => direction === "before")
    const nearestFirst = pages.flat().sort(backwards ? Order.flip(byId) : byId)
    return pageOf(nearestFirst.slice(0, request.limit + 1), request, ({ id }) => id)
  })

  const revoke = Effect.fnUntraced(function* (id: ApiKeyId, at: number) {
    const { owns } = yield* readOwners
    for (const cell of cells) {
      const keys = Context.get(cell.stores, ApiKeyStore)
      const accountKey = yield* keys.findById(id)
      if (Option.exists(accountKey, ({ account }) => owns(cell, account.id))) return yield* keys.revoke(id, at)
    }
    return yield* keysOfHome.revoke(id, at)
  })

  return Context.make(AccountStore, AccountStore.of({ ...accountsOfHome, listPage })).pipe(
    Context.add(ApiKeyStore, ApiKeyStore.of({ ...keysOfHome, revoke }))
  )
}
