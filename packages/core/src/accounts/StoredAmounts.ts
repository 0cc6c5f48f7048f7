import { Context, type Effect } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { LimitName } from "../limits/Limits.ts"
import type { AccountId } from "./Account.ts"

/** The limits of what is stored for one account. */
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

/** How much of each limit an account uses. */
export type StoredAmounts = Readonly<Record<StoredLimit, number>>

/** Reads how much is stored for an account. */
export class StoredAmountReader extends Context.Service<
  StoredAmountReader,
  {
    /** What counts at an instant, in milliseconds since the epoch, against the limits of an account. */
    readonly read: (accountId: AccountId, now: number) => Effect.Effect<StoredAmounts, StorageError>
  }
>()("@landfall/core/accounts/StoredAmountReader") {}
