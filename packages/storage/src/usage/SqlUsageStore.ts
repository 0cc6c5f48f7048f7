import { AccountId } from "@landfall/core/accounts/Account"
import { ConsumptionPeriod, monthOf, remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits, CreditsExhausted } from "@landfall/core/usage/Credits"
import { applyDebits, type Debit, hasPeriodFor } from "@landfall/core/usage/Debit"
import { UsageCount, UsageDay, UsageStore } from "@landfall/core/usage/Usage"
import { type DateTime, Effect, Layer, Option, Result, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ID_COLUMN, jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"
import { runWithDeferredSync } from "../sqlite/DeferredSync.ts"
import { makeDebitGroupCommit } from "./DebitGroupCommit.ts"

const CountRow = Schema.Struct({
  accountId: AccountId,
  day: UsageDay,
  operation: Schema.String,
  calls: Schema.Int,
  credits: Credits
}).pipe(Schema.decodeTo(UsageCount))

const PeriodRow = Schema.Struct({
  accountId: AccountId,
  startsAt: Schema.DateTimeUtcFromMillis,
  endsAt: Schema.DateTimeUtcFromMillis,
  granted: Credits,
  consumed: Credits
}).pipe(Schema.decodeTo(ConsumptionPeriod))

const COUNT_COLUMNS = jsonColumns({
  account_id: "TEXT",
  day: "TEXT",
  operation: "TEXT",
  calls: "BIGINT",
  credits: "BIGINT"
})

const PERIOD_COLUMNS = jsonColumns({ account_id: "TEXT", starts_at: "BIGINT", consumed: "BIGINT" })
const MONTH_COLUMNS = jsonColumns({ account_id: "TEXT", starts_at: "BIGINT", ends_at: "BIGINT" })

const PeriodAt = Schema.Struct({ accountId: AccountId, at: Schema.DateTimeUtcFromMillis })
const CreditsAt = Schema.Struct({ ...PeriodAt.fields, credits: Credits })
const RemainingRow = Schema.Struct({ remaining: Credits })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)

  const isPeriodAt = ({ accountId, at }: { readonly accountId: string; readonly at: number }) =>
    sql`account_id = ${accountId} AND starts_at <= ${at} AND ends_at > ${at}`

  const findPeriod = SqlSchema.findOneOption({
    Request: PeriodAt,
    Result: PeriodRow,
    execute: (request) => sql`SELECT * FROM consumption_period WHERE ${isPeriodAt(request)}`
  })
  const findPeriods = SqlSchema.findAll({
    Request: AccountId,
    Result: PeriodRow,
    execute: (accountId) =>
      sql`SELECT * FROM consumption_period WHERE account_id = ${accountId} ORDER BY starts_at DESC`
  })
  const lockPeriods = SqlSchema.findAll({
    Request: Schema.Struct({ accountIds: Schema.Array(AccountId), first: Schema.Int, last: Schema.Int }),
    Result: PeriodRow,
    execute: ({ accountIds, first, last }) =>
      sql`SELECT * FROM consumption_period
        WHERE account_id IN (SELECT id FROM ${jsonRows(
          sql,
          ID_COLUMN,
          accountIds.map((id) => [id])
        )} AS debited)
          AND starts_at <= ${last} AND ends_at > ${first}
        ORDER BY account_id, starts_at ${locks.forChange}`
  })
  // One statement checks and changes the period, so that no other debit can come between.
  const takeStatement = (credits: number, period: typeof PeriodAt.Encoded) =>
    sql`UPDATE consumption_period SET consumed = consumed + ${credits}
      WHERE ${isPeriodAt(period)} AND granted - consumed >= ${credits}
      RETURNING granted - consumed AS remaining`
  const take = SqlSchema.findOneOption({
    Request: CreditsAt,
    Result: RemainingRow,
    execute: ({ credits, ...period }) => takeStatement(credits, period)
  })
  const findCounts = SqlSchema.findAll({
    Request: Schema.Struct({ accountId: AccountId, first: UsageDay, last: UsageDay }),
    Result: CountRow,
    execute: ({ accountId, first, last }) =>
      sql`SELECT * FROM usage_count WHERE account_id = ${accountId} AND day >= ${first} AND day <= ${last}
        ORDER BY day, operation`
  })

  const insertMonths = (debits: ReadonlyArray<Pick<Debit, "accountId" | "at">>) => {
    const rows = debits.map(({ accountId, at }) => {
      const { startsAt, endsAt } = monthOf(at)
      return [accountId, startsAt.epochMilliseconds, endsAt.epochMilliseconds]
    })
    return sql`INSERT INTO consumption_period (account_id, starts_at, ends_at, granted, consumed)
      SELECT DISTINCT account_id, starts_at, ends_at, monthly_credits, 0
      FROM ${jsonRows(sql, MONTH_COLUMNS, rows)} AS opened JOIN account ON account.id = opened.account_id
      WHERE monthly_credits IS NOT NULL
      ORDER BY account_id, starts_at
      ON CONFLICT (account_id, starts_at) DO NOTHING`
  }
  const setConsumed = (periods: ReadonlyArray<ConsumptionPeriod>) => {
    if (periods.length === 0) return Effect.void
    const rows = periods.map(({ accountId, startsAt, consumed }) => [accountId, startsAt.epochMilliseconds, consumed])
    return sql`UPDATE consumption_period SET consumed = settled.consumed
      FROM ${jsonRows(sql, PERIOD_COLUMNS, rows)} AS settled
      WHERE consumption_period.account_id = settled.account_id AND consumption_period.starts_at = settled.starts_at`
  }

  /** The period that contains `at`; created if the account has monthly credits. */
  const openPeriod = Effect.fnUntraced(function* (accountId: AccountId, at: DateTime.Utc) {
    const existing = yield* findPeriod({ accountId, at })
    if (Option.isSome(existing)) return existing
    yield* insertMonths([{ accountId, at }])
    return yield* findPeriod({ accountId, at })
  })

  const add = Effect.fn("UsageStore.add")(function* (counts: ReadonlyArray<UsageCount>) {
    if (counts.length === 0) return
    const rows = counts.map(({ accountId, day, operation, calls, credits }) => [
      accountId,
      day,
      operation,
      calls,
      credits
    ])
    yield* sql`INSERT INTO usage_count (account_id, day, operation, calls, credits)
      SELECT account_id, day, operation, sum(calls), sum(credits)
      FROM ${jsonRows(sql, COUNT_COLUMNS, rows)} AS added
      GROUP BY account_id, day, operation
      ORDER BY account_id, day, operation
      ON CONFLICT (account_id, day, operation) DO UPDATE SET
        calls = usage_count.calls + excluded.calls, credits = usage_count.credits + excluded.credits`
  }, mapToStorageError("UsageStore.add"))

  const openAndTake = Effect.fnUntraced(function* (accountId: AccountId, credits: Credits, at: DateTime.Utc) {
    const period = yield* openPeriod(accountId, at)
    if (Option.isSome(period) && Option.isSome(yield* take({ accountId, credits, at }))) return
    return yield* new CreditsExhausted({
      accountId,
      needed: credits,
      remaining: Option.match(period, { onNone: () => Credits.make(0), onSome: remainingCredits })
    })
  })

  const debitPeriods = Effect.fnUntraced(function* (debits: ReadonlyArray<Debit>) {
    const times = debits.map(({ at }) => at.epochMilliseconds)
    const periods = yield* lockPeriods({
      accountIds: [...new Set(debits.map(({ accountId }) => accountId))],
      first: Math.min(...times),
      last: Math.max(...times)
    })
    const result = applyDebits(periods, debits)
    yield* setConsumed(result.changedPeriods)
    return { outcomes: result.outcomes, outside: debits.filter((debit) => !hasPeriodFor(periods, debit)) }
  })

  /** Fast path: one statement debits a group of one account and one month. Returns whether it did. */
  const debitAsOne = Effect.fnUntraced(function* (debits: ReadonlyArray<Debit>) {
    const [first] = debits
    if (first === undefined) return true
    const { startsAt, endsAt } = monthOf(first.at)
    const isSamePeriod = ({ accountId, at }: Debit) =>
      accountId === first.accountId &&
      startsAt.epochMilliseconds <= at.epochMilliseconds &&
      at.epochMilliseconds < endsAt.epochMilliseconds
    if (!debits.every(isSamePeriod)) return false
    const credits = debits.reduce((sum, debit) => sum + debit.credits, 0)
    const period = { accountId: first.accountId, at: first.at.epochMilliseconds }
    return (yield* runWithDeferredSync(sql)(takeStatement(credits, period))).length > 0
  })

  const commitGroup = Effect.fn("UsageStore.debit")(function* (debits: ReadonlyArray<Debit>) {
    if (yield* debitAsOne(debits)) return debits.map(() => Result.void)
    const { outcomes, outside } = yield* sql.withTransaction(debitPeriods(debits))
    if (outside.length === 0) return outcomes
    // The first debits of a month, or debits of accounts without monthly credits.
    yield* insertMonths(outside)
    const opened = yield* sql.withTransaction(debitPeriods(outside))
    const openedOutcomes = new Map(outside.map((debit, index) => [debit, opened.outcomes[index]]))
    return outcomes.map((outcome, index) => {
      const debit = debits[index]
      return (debit === undefined ? undefined : openedOutcomes.get(debit)) ?? outcome
    })
  }, mapToStorageError("UsageStore.debit"))
  const debitInGroup = makeDebitGroupCommit(commitGroup)

  const debitWithin = Effect.fnUntraced(function* (accountId: AccountId, credits: Credits, at: DateTime.Utc) {
    if (Option.isSome(yield* take({ accountId, credits, at }))) return
    yield* openAndTake(accountId, credits, at)
  }, mapToStorageError("UsageStore.debit"))

  const debit = (accountId: AccountId, credits: Credits, at: DateTime.Utc) =>
    credits === 0
      ? Effect.void
      : // Inside the transaction of another store, a debit is part of that transaction.
        Effect.flatMap(Effect.serviceOption(sql.transactionService), (around) =>
          Option.isSome(around) ? debitWithin(accountId, credits, at) : debitInGroup({ accountId, credits, at })
        )

  const currentPeriod = Effect.fn("UsageStore.currentPeriod")(function* (accountId: AccountId, at: DateTime.Utc) {
    const existing = yield* findPeriod({ accountId, at })
    return Option.isSome(existing) ? existing : yield* sql.withTransaction(openPeriod(accountId, at))
  }, mapToStorageError("UsageStore.currentPeriod"))

  return UsageStore.of({
    add,
    list: Effect.fn("UsageStore.list")(
      (accountId, first, last) => findCounts({ accountId, first, last }),
      mapToStorageError("UsageStore.list")
    ),
    debit,
    currentPeriod,
    periods: Effect.fn("UsageStore.periods")(findPeriods, mapToStorageError("UsageStore.periods"))
  })
})

/** `UsageStore` in the tables `usage_count` and `consumption_period`. */
export const layer = Layer.effect(UsageStore, make)
