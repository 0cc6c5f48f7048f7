import type { AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Accounts } from "@landfall/core/accounts/Accounts"
import type { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import type { CellName } from "@landfall/core/cells/CellName"
import type { UsageStore } from "@landfall/core/usage/Usage"
import * as SqlAccountStore from "@landfall/storage/accounts/SqlAccountStore"
import * as SqlApiKeyStore from "@landfall/storage/accounts/SqlApiKeyStore"
import * as SqlUsageStore from "@landfall/storage/usage/SqlUsageStore"
import { Layer, type Option, Schema } from "effect"

/** The services of the commands about accounts and keys. */
export type AccountServices = AccountStore | ApiKeyStore | UsageStore | Accounts | ApiKeys

/** A cell that a command names does not exist, or no cell serves the account now. */
export class CellUnavailable extends Schema.TaggedError<CellUnavailable>()("CellUnavailable", {
  message: Schema.String
}) {}

/** The stores of accounts, of keys and of usage. */
export const stores = Layer.mergeAll(SqlAccountStore.layer, SqlApiKeyStore.layer, SqlUsageStore.layer)

/** The services on these stores. */
export const services = Layer.merge(Accounts.layer, ApiKeys.layer)

/** The cells that a command works in. */
export type Selection =
  | { readonly _tag: "Home" }
  | { readonly _tag: "Named"; readonly cell: CellName }
  | { readonly _tag: "OfAccount"; readonly account: AccountId }
  | { readonly _tag: "All" }

/** A result, with the cell that it is from; none in an installation of one database. */
export interface InCell<A> {
  readonly cell: Option.Option<CellName>
  readonly result: A
}
