import { Context, type Effect, type Option, Schema } from "effect"
import { StorableText } from "../faults/StorableText.ts"
import type { StorageError } from "../faults/StorageError.ts"
import type { Page, PageRequest } from "../listing/Page.ts"
import { Plan } from "./Plan.ts"

/** The id of an account: `acc_` and a ULID. */
export const AccountId = Schema.String.pipe(Schema.check(Schema.isStartingWith("acc_")), Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** The name that an operator gives to an account or a key: 1 to 256 printable characters, not only blanks. */
export const AccountName = StorableText.pipe(
  Schema.check(
    Schema.isPattern(/\S/, { message: "must not be empty" }),
    Schema.makeFilter((name) => (/\p{Cc}/u.test(name) ? "must not contain control characters" : undefined)),
    Schema.isMaxLength(256, { message: "must have at most 256 characters" })
  )
)

/** More credits than any account needs, and few enough to add up without loss. */
const MAX_CREDITS = 1_000_000_000_000

const creditsFrom = (minimum: number) =>
  Schema.Int.pipe(
    Schema.check(
      Schema.isBetween(
        { minimum, maximum: MAX_CREDITS },
        { message: `must be a whole number from ${minimum} to ${MAX_CREDITS}` }
      )
    )
  )

/** The credits of a monthly grant. */
export const GrantedCredits = creditsFrom(0)

/** The credits of a top-up. */
export const TopUpCredits = creditsFrom(1)

/** The monthly grant of a new account for which the operator names none. */
export const defaultMonthlyCredits = (plan: Plan): number => (plan === "pay-as-you-go" ? 1_000_000 : 1_000)

/** A customer of the service, with API keys, credits, applications, endpoints and shipments. */
export class Account extends Schema.Class<Account>("@landfall/core/accounts/Account")({
  id: AccountId,
  name: Schema.NonEmptyString,
  plan: Plan,
  /** Credits granted at the start of every calendar month (UTC); none: no credit period is opened. */
  monthlyCredits: Schema.Option(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))),
  createdAt: Schema.DateTimeUtc
}) {}

/** New values of an account; absent ones stay as they are. */
export interface AccountChanges {
  readonly name?: string
  readonly plan?: Plan
  readonly monthlyCredits?: Option.Option<number>
}

/** The account with these changes. */
export const changeAccount = (account: Account, changes: AccountChanges): Account =>
  new Account({ ...account, ...changes })

/** No account has this id. */
export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", {
  id: Schema.String
}) {}

/** Stores accounts. */
export class AccountStore extends Context.Service<
  AccountStore,
  {
    /** Stores a new account. */
    readonly create: (account: Account) => Effect.Effect<void, StorageError>
    /** Stores the account unless one exists, and returns the first account. Of concurrent calls, one creates it. */
    readonly createFirst: (account: Account) => Effect.Effect<Account, StorageError>
    /** The account with this id. */
    readonly find: (id: AccountId) => Effect.Effect<Account, AccountNotFound | StorageError>
    /** Every account, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Account>, StorageError>
    /** A page of the accounts, by id: oldest first. */
    readonly listPage: (page: PageRequest) => Effect.Effect<Page<Account>, StorageError>
    /** The account that was created first; none when no account exists. */
    readonly first: Effect.Effect<Option.Option<Account>, StorageError>
    /** Changes an account and returns it. A concurrent change of other properties is retained. */
    readonly change: (id: AccountId, changes: AccountChanges) => Effect.Effect<Account, AccountNotFound | StorageError>
  }
>()("@landfall/core/accounts/AccountStore") {}
