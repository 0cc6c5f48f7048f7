import { Context, DateTime, type Effect, Option, Schema } from "effect"
import { AccountId, type AccountNotFound } from "../accounts/Account.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { Instant } from "../time/Instant.ts"
import type { ConsumptionPeriod } from "./ConsumptionPeriod.ts"
import type { Credits, CreditsExhausted, TopUpTooLarge } from "./Credits.ts"
import { UsageFigures, type UsageWindow } from "./UsageFigures.ts"

/** The calls of an operation by an account in one UTC hour, and the credits charged for them. */
export class UsageCount extends Schema.Class<UsageCount>("@landfall/core/usage/UsageCount")({
  accountId: AccountId,
  /** The first instant of the hour. */
  hour: Instant,
  operation: Schema.String,
  ...UsageFigures.fields
}) {}

/**
 * The counts that a meter stores at the same time. A meter numbers its batches from 1, and stores the next one when it knows that the
 * one before is stored: after a lost connection it stores the same batch again.
 */
export interface UsageBatch {
  /** The meter that counted the calls. Each start of a process is another one. */
  readonly meterId: string
  readonly number: number
  readonly counts: ReadonlyArray<UsageCount>
}

/**
 * The days for which a store retains the last batch of a meter that stores no more. A meter that repeats a batch after
 * that time would be counted twice.
 */
export const METER_RETENTION_DAYS = 30

/** Whether a batch is new: its number is above that of the last batch stored of its meter (0 for none). */
export const isNewBatch = ({ number }: Pick<UsageBatch, "number">, last: number): boolean => number > last

/** The instant before which the last batches of other meters are deleted when a batch is stored: with a meter's first. */
export const endedMetersBefore = (
  { number }: Pick<UsageBatch, "number">,
  at: DateTime.Utc
): Option.Option<DateTime.Utc> =>
  number === 1 ? Option.some(DateTime.subtract(at, { days: METER_RETENTION_DAYS })) : Option.none()

/** The usage of a calendar month (UTC), `2026-03`. */
export interface MonthlyUsage extends UsageFigures {
  readonly month: string
}

/** The usage of an operation, `portCongestion.get`. */
export interface OperationUsage extends UsageFigures {
  readonly operation: string
}

/** Stores calls and credits by account, hour and operation, and the credit periods of accounts. */
export class UsageStore extends Context.Service<
  UsageStore,
  {
    /** Adds counts to the stored ones, in one transaction. */
    readonly add: (counts: ReadonlyArray<UsageCount>) => Effect.Effect<void, StorageError>
    /**
     * Adds the counts of a batch to the stored ones and records the batch, in one transaction. A batch that is recorded
     * already changes nothing, so that it can be stored again when it is unknown whether it was stored.
     */
    readonly addBatch: (batch: UsageBatch, at: DateTime.Utc) => Effect.Effect<void, StorageError>
    /** The usage in a window by month, oldest first, without months that have none. */
    readonly monthlyUsage: (
      accountId: AccountId,
      window: UsageWindow
    ) => Effect.Effect<ReadonlyArray<MonthlyUsage>, StorageError>
    /** The usage in a window by operation, in the order of their names. */
    readonly operationUsage: (
      accountId: AccountId,
      window: UsageWindow
    ) => Effect.Effect<ReadonlyArray<OperationUsage>, StorageError>
    /**
     * Debits credits from the period that contains `at`, and opens it when the account receives credits. Debits all of
     * them or none: a period is never overdrawn. Notifies the account's endpoints of a level that the debit reaches, in the
     * same transaction.
     */
    readonly debit: (
      accountId: AccountId,
      credits: Credits,
      at: DateTime.Utc
    ) => Effect.Effect<void, CreditsExhausted | StorageError>
    /** Adds credits to the period that contains `at`, and opens it; returns the period. */
    readonly topUp: (
      accountId: AccountId,
      credits: Credits,
      at: DateTime.Utc
    ) => Effect.Effect<ConsumptionPeriod, AccountNotFound | TopUpTooLarge | StorageError>
    /**
     * Records that a call at `at` was rejected for lack of credits: notifies the account's endpoints, once per period,
     * that its credits are exhausted.
     */
    readonly recordRejection: (accountId: AccountId, at: DateTime.Utc) => Effect.Effect<void, StorageError>
    /** The period that contains `at`, opened when the account receives credits. */
    readonly currentPeriod: (
      accountId: AccountId,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<ConsumptionPeriod>, StorageError>
    /** Every period of the account, newest first. */
    readonly periods: (accountId: AccountId) => Effect.Effect<ReadonlyArray<ConsumptionPeriod>, StorageError>
  }
>()("@landfall/core/usage/UsageStore") {}
