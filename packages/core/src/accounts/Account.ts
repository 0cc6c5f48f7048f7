import { Context, type Effect, type Option, Schema } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import { Plan } from "./Plan.ts"

/** The id of an account: `acc_` and a ULID. */
export const AccountId = Schema.String.pipe(Schema.check(Schema.isStartingWith("acc_")), Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** A customer of the service, with API keys, credits, applications, endpoints and shipments. */
export class Account extends Schema.Class<Account>("@landfall/core/accounts/Account")({
  id: AccountId,
  name: Schema.NonEmptyString,
  plan: Plan,
  /** Credits granted at the start of every calendar month (UTC); none: no credit period is opened. */
  monthlyCredits: Schema.Option(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))),
  createdAt: Schema.DateTimeUtc
}) {}

export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", { id: AccountId }) {}

export class AccountStore extends Context.Service<
  AccountStore,
  {
    readonly create: (account: Account) => Effect.Effect<void, StorageError>
    /** Stores the account unless one exists, and returns the first account. Of concurrent calls, one creates it. */
    readonly createFirst: (account: Account) => Effect.Effect<Account, StorageError>
    readonly find: (id: AccountId) => Effect.Effect<Account, AccountNotFound | StorageError>
    /** Every account, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Account>, StorageError>
    /** The account that was created first; none when no account exists. */
    readonly first: Effect.Effect<Option.Option<Account>, StorageError>
    readonly update: (account: Account) => Effect.Effect<void, AccountNotFound | StorageError>
  }
>()("@landfall/core/accounts/AccountStore") {}
