import { Context, type Effect } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { LimitName } from "../limits/Limits.ts"
import type { AccountId } from "./Account.ts"

/** The limits of stored data of one account. */
export type StoredLimit = Extract<
  LimitName,
  | "account.applications"
  | "account.createdKeys"
  | "account.endpoints"
  | "account.idempotentBytes"
  | "account.keys"
  | "account.openTasks"
  | "account.portWatches"
  | "account.removedEndpoints"
  | "account.shipments"
  | "account.tokens"
  | "account.untrackedBytes"
  | "account.untrackedEvents"
>

/** The usage of each limit by an account. */
export type StoredAmounts = Readonly<Record<StoredLimit, number>>

/** Reads the stored amounts of an account. */
export class StoredAmountReader extends Context.Service<
  StoredAmountReader,
  {
    /** The amounts that count against the limits of an account at an instant, in milliseconds since the epoch. */
    readonly read: (accountId: AccountId, now: number) => Effect.Effect<StoredAmounts, StorageError>
  }
>()("@landfall/core/accounts/StoredAmountReader") {}
