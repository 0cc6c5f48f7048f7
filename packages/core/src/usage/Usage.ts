import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import type { StorageError } from "../faults/StorageError.ts"
import type { ConsumptionPeriod } from "./ConsumptionPeriod.ts"
import { Credits, type CreditsExhausted } from "./Credits.ts"

/** A day of the UTC calendar: `2026-03-01`. */
export const UsageDay = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)),
  Schema.brand("UsageDay")
)
export type UsageDay = typeof UsageDay.Type

/** The calls of an operation by an account on one day, and the credits charged for them. */
export class UsageCount extends Schema.Class<UsageCount>("@landfall/core/usage/UsageCount")({
  accountId: AccountId,
  day: UsageDay,
  operation: Schema.String,
  calls: Schema.Int,
  credits: Credits
}) {}

/** Stores calls and credits by account, day and operation. */
export class UsageStore extends Context.Service<
  UsageStore,
  {
    /** Adds counts to the stored ones, in one transaction. */
    readonly add: (counts: ReadonlyArray<UsageCount>) => Effect.Effect<void, StorageError>
    /** The counts of the days from `first` to `last`, both included, by day and operation. */
    readonly list: (
      accountId: AccountId,
      first: UsageDay,
      last: UsageDay
    ) => Effect.Effect<ReadonlyArray<UsageCount>, StorageError>
    /**
     * Debits credits from the period that contains `at`, and opens it when the account has a monthly grant. Debits all of
     * them or none: a period is never overdrawn.
     */
    readonly debit: (
      accountId: AccountId,
      credits: Credits,
      at: DateTime.Utc
    ) => Effect.Effect<void, CreditsExhausted | StorageError>
    /** The period that contains `at`, opened when the account has a monthly grant. */
    readonly currentPeriod: (
      accountId: AccountId,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<ConsumptionPeriod>, StorageError>
    /** Every period of the account, newest first. */
    readonly periods: (accountId: AccountId) => Effect.Effect<ReadonlyArray<ConsumptionPeriod>, StorageError>
  }
>()("@landfall/core/usage/UsageStore") {}
