import { Context, type DateTime, type Effect, type Option } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { StorageError } from "../faults/StorageError.ts"
import type { CellEntry } from "./AccountMove.ts"
import type { CellName } from "./CellName.ts"

/** The hash of an API key or a token. */
export interface DirectorySecret {
  readonly hash: string
  /** When it expires; the directory may remove it then. None for API keys. */
  readonly expiresAt: Option.Option<DateTime.Utc>
}

/** The cells of accounts, and the accounts of API keys and tokens. It is stored in the home cell. */
export class CellDirectory extends Context.Service<
  CellDirectory,
  {
    /** The entry of an account; none: it is in the home cell. */
    readonly findAccount: (id: AccountId) => Effect.Effect<Option.Option<CellEntry>, StorageError>
    /** The entry of the account of an API key or a token by its hash; none: the home cell serves it. */
    readonly findSecret: (hash: string) => Effect.Effect<Option.Option<CellEntry>, StorageError>
    /** Every entry, by account. */
    readonly list: Effect.Effect<ReadonlyArray<CellEntry>, StorageError>
    /** Puts a new account into a cell, before the cell stores it. */
    readonly place: (id: AccountId, cell: CellName) => Effect.Effect<void, StorageError>
    /** Adds API keys and tokens of an account, before its cell stores them. Those of the home cell need none. */
    readonly addSecrets: (id: AccountId, secrets: ReadonlyArray<DirectorySecret>) => Effect.Effect<void, StorageError>
  }
>()("@landfall/core/cells/CellDirectory") {}
