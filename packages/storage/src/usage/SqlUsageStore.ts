import { type AccountId, AccountNotFound } from "@landfall/core/accounts/Account"
import { monthOf, periodAt, topUp } from "@landfall/core/usage/ConsumptionPeriod"
import { EXHAUSTED_LEVEL } from "@landfall/core/usage/CreditLevel"
import { noticeOfRejection } from "@landfall/core/usage/CreditNotice"
import type { Credits } from "@landfall/core/usage/Credits"
import { applyDebits, type Debit, debitsWithoutPeriod } from "@landfall/core/usage/Debit"
import { type UsageBatch, UsageStore } from "@landfall/core/usage/Usage"
import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { makeOutboxRows } from "../alerts/messages/OutboxRows.ts"
import { accountFences } from "../sql/AccountFences.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"
import { runWithDeferredSync } from "../sqlite/DeferredSync.ts"
import { makeCreditMessages } from "./CreditMessages.ts"
import { makeDebitGroupCommit } from "./DebitGroupCommit.ts"
import { LateUsage } from "./LateUsage.ts"
import { makePeriodOpenings } from "./PeriodOpenings.ts"
import { makePeriodRows } from "./PeriodRows.ts"
import { makeUsageHours } from "./UsageHours.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const hours = makeUsageHours(sql)
  const { fenced } = accountFences(sql)
  const late = yield* LateUsage
  const periods = makePeriodRows(sql)
  const openPeriod = yield* makePeriodOpenings(periods)
  const postNotices = makeCreditMessages(sql, yield* makeOutboxRows)

  /** Decides on debits in a transaction: applies them to the locked periods and notifies the levels that they reach. */
  const decideOn = Effect.fnUntraced(function* (debits: ReadonlyArray<Debit>) {
    const instants = debits.map(({ at }) => at)
    const locked = yield* periods.lockFrom(
      debits.map(({ accountId }) => accountId),
      instants.reduce(DateTime.min)
    )
    const { outcomes, changedPeriods, notices } = applyDebits(locked, debits)
    yield* periods.update(changedPeriods)
    yield* postNotices(notices, instants.reduce(DateTime.max))
    return { outcomes, outside: debitsWithoutPeriod(locked, debits) }
  })

  /** Opens the periods of debits, in the order of the accounts, so that two servers never deadlock. */
  const openPeriodsOf = Effect.fnUntraced(function* (debits: ReadonlyArray<Debit>) {
    const months = new Map(
      debits.map(({ accountId, at }) => [`${accountId} ${monthOf(at).startsAt.epochMilliseconds}`, { accountId, at }])
    )
    const ordered = [...months].toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [, { accountId, at }] of ordered) yield* openPeriod(accountId, at)
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
    const statement = periods.debitUndecided(first.accountId, credits, first.at)
    return (yield* runWithDeferredSync(statement)).length > 0
  })

  const commitGroup = Effect.fn("UsageStore.debit")(function* (debits: ReadonlyArray<Debit>) {
    if (yield* debitAsOne(debits)) return debits.map(() => Result.void)
    const { outcomes, outside } = yield* sql.withTransaction(decideOn(debits))
    if (outside.length === 0) return outcomes
    // The first debits of a month, or debits of accounts that receive no credits.
    yield* sql.withTransaction(openPeriodsOf(outside))
    const opened = yield* sql.withTransaction(decideOn(outside))
    const openedOutcomes = new Map(outside.map((debit, index) => [debit, opened.outcomes[index]]))
    return outcomes.map((outcome, index) => {
      const debit = debits[index]
      return (debit === undefined ? undefined : openedOutcomes.get(debit)) ?? outcome
    })
  }, mapToStorageError("UsageStore.debit"))
  const debitInGroup = makeDebitGroupCommit(commitGroup)

  const debitWithin = Effect.fnUntraced(function* (debit: Debit) {
    if ((yield* periods.debitUndecided(debit.accountId, debit.credits, debit.at)).length > 0) return
    yield* openPeriod(debit.accountId, debit.at)
    const { outcomes } = yield* decideOn([debit])
    for (const outcome of outcomes) yield* Effect.fromResult(outcome)
  }, mapToStorageError("UsageStore.debit"))

  const debit = (accountId: AccountId, credits: Credits, at: DateTime.Utc) =>
    credits === 0
      ? Effect.void
      : // Inside the transaction of another store, a debit is part of that transaction.
        Effect.contextWith((context: Context.Context<never>) =>
          Option.isSome(Context.getOption(context, sql.transactionService))
            ? debitWithin({ accountId, credits, at })
            : debitInGroup({ accountId, credits, at })
        )

  const topUpPeriod = Effect.fn("UsageStore.topUp")(
    function* (accountId: AccountId, credits: Credits, at: DateTime.Utc) {
      const isKnown = yield* openPeriod(accountId, at, true)
      const period = periodAt(yield* periods.lockFrom([accountId], at), at)
      if (!isKnown || period === undefined) return yield* new AccountNotFound({ id: accountId })
      const after = yield* Effect.fromResult(topUp(period, credits))
      yield* periods.update([after])
      return after
    },
    sql.withTransaction,
    mapToStorageError("UsageStore.topUp")
  )

  const notifyRejection = Effect.fnUntraced(function* (accountId: AccountId, at: DateTime.Utc) {
    // The transaction of the rejected call may have opened the period and was rolled back.
    yield* openPeriod(accountId, at)
    const period = periodAt(yield* periods.lockFrom([accountId], at), at)
    const notice = Option.flatMap(Option.fromUndefinedOr(period), noticeOfRejection)
    if (Option.isNone(notice)) return
    yield* periods.update([notice.value.period])
    yield* postNotices([notice.value], at)
  }, sql.withTransaction)

  const recordRejection = Effect.fn("UsageStore.recordRejection")(function* (accountId: AccountId, at: DateTime.Utc) {
    const period = yield* periods.find({ accountId, at })
    // Most rejections follow an earlier one. A read without a lock shows that.
    const isNotified = Option.exists(
      period,
      ({ carriedOver, notifiedLevel }) => !carriedOver && notifiedLevel === EXHAUSTED_LEVEL
    )
    if (!isNotified) yield* notifyRejection(accountId, at)
  }, mapToStorageError("UsageStore.recordRejection"))

  const currentPeriod = Effect.fn("UsageStore.currentPeriod")(function* (accountId: AccountId, at: DateTime.Utc) {
    const existing = yield* periods.find({ accountId, at })
    if (Option.isSome(existing)) return existing
    yield* sql.withTransaction(openPeriod(accountId, at))
    return yield* periods.find({ accountId, at })
  }, mapToStorageError("UsageStore.currentPeriod"))

  const addBatch = Effect.fn("UsageStore.addBatch")(
    function* (batch: UsageBatch, at: DateTime.Utc) {
      if (!(yield* hours.recordBatch(batch, at))) return
      const moved = yield* fenced
      if (moved.size === 0) return yield* hours.add(batch.counts)
      yield* hours.add(batch.counts.filter(({ accountId }) => !moved.has(accountId)))
      yield* sql.afterCommit(late.add(batch.counts.filter(({ accountId }) => moved.has(accountId))))
    },
    sql.withTransaction,
    mapToStorageError("UsageStore.addBatch")
  )

  return UsageStore.of({
    addBatch,
    add: Effect.fn("UsageStore.add")(hours.add, mapToStorageError("UsageStore.add")),
    monthlyUsage: Effect.fn("UsageStore.monthlyUsage")(hours.byMonth, mapToStorageError("UsageStore.monthlyUsage")),
    operationUsage: Effect.fn("UsageStore.operationUsage")(
      hours.byOperation,
      mapToStorageError("UsageStore.operationUsage")
    ),
    debit,
    topUp: topUpPeriod,
    recordRejection,
    currentPeriod,
    periods: Effect.fn("UsageStore.periods")(periods.list, mapToStorageError("UsageStore.periods"))
  })
})

/** `UsageStore` in the tables `usage_hour`, `usage_meter` and `credit_period`. */
export const layer = Layer.effect(UsageStore, make)
