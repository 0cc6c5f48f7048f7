import { type AccountId, AccountNotFound } from "@landfall/core/accounts/Account"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { isoOf } from "@landfall/core/time/Instant"
import { ConsumptionPeriod, ConsumptionPeriodId, periodAt, topUp } from "@landfall/core/usage/ConsumptionPeriod"
import { type CreditNotice, draftCreditMessages, noticeOfRejection } from "@landfall/core/usage/CreditNotice"
import type { Credits, CreditsExhausted, TopUpTooLarge } from "@landfall/core/usage/Credits"
import { applyDebits } from "@landfall/core/usage/Debit"
import { openPeriod } from "@landfall/core/usage/PeriodOpening"
import { endedMetersBefore, isNewBatch, type UsageBatch, UsageCount, UsageStore } from "@landfall/core/usage/Usage"
import { sumFigures, type UsageWindow } from "@landfall/core/usage/UsageFigures"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { postMessage } from "../alerts/Deliveries.ts"
import type { MeterRow } from "../state/MemoryRows.ts"
import { joinKey, MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

const setPeriod = (state: State, period: ConsumptionPeriod): void =>
  state.consumptionPeriods.set(joinKey(period.accountId, DateTime.formatIso(period.startsAt)), period)

/** The periods of an account, oldest first. */
const periodsOf = (state: State, accountId: AccountId): ReadonlyArray<ConsumptionPeriod> =>
  state.consumptionPeriods
    .filter((period) => period.accountId === accountId)
    .toSorted((a, b) => DateTime.Order(a.startsAt, b.startsAt))

const findPeriod = (state: State, accountId: AccountId, at: DateTime.Utc): ConsumptionPeriod | undefined =>
  periodsOf(state, accountId).find(
    ({ startsAt, endsAt }) => DateTime.isLessThanOrEqualTo(startsAt, at) && DateTime.isLessThan(at, endsAt)
  )

/** The period that contains `at`, opened when the account receives credits. Call it inside a transaction. */
export const ensurePeriod = (
  state: State,
  accountId: AccountId,
  at: DateTime.Utc,
  always = false
): ConsumptionPeriod | undefined => {
  const existing = findPeriod(state, accountId, at)
  const account = state.accounts.get(accountId)
  if (account === undefined || existing !== undefined) return existing
  const newest = periodsOf(state, accountId).at(-1)
  const { monthlyCredits } = account
  const { opened, closed } = openPeriod({ accountId, at, monthlyCredits, newest, carryOver: state.carryOver, always })
  if (closed !== undefined) setPeriod(state, closed)
  for (const draft of opened) {
    setPeriod(state, new ConsumptionPeriod({ ...draft, id: ConsumptionPeriodId.make(SecureRandom.uuidV4Unsafe()) }))
  }
  return findPeriod(state, accountId, at)
}

/** Posts the messages of notices to the endpoints of their account. Call it inside a transaction. */
const postNotices = (
  state: State,
  accountId: AccountId,
  notices: ReadonlyArray<CreditNotice>,
  now: DateTime.Utc
): void => {
  const account = state.accounts.get(accountId)
  if (account === undefined) return
  const endpoints = [...state.endpoints.filter(({ endpoint }) => endpoint.accountId === accountId)].map(
    ({ endpoint }) => endpoint
  )
  for (const draft of draftCreditMessages(notices, endpoints, account.plan, now)) {
    postMessage(state, accountId, draft, now)
  }
}

/** Debits credits from the period that contains `at`, all or none. Call it inside a transaction. */
export const debit = (
  state: State,
  accountId: AccountId,
  credits: Credits,
  at: DateTime.Utc
): Result.Result<void, CreditsExhausted> => {
  if (credits === 0) return Result.void
  ensurePeriod(state, accountId, at)
  const { outcomes, changedPeriods, notices } = applyDebits(periodsOf(state, accountId), [{ accountId, credits, at }])
  for (const period of changedPeriods) setPeriod(state, period)
  postNotices(state, accountId, notices, at)
  return outcomes[0] ?? Result.void
}

/** Records that the account lacked credits. Call it inside a transaction. */
export const recordRejection = (state: State, accountId: AccountId, at: DateTime.Utc): void => {
  ensurePeriod(state, accountId, at)
  const period = periodAt(periodsOf(state, accountId), at)
  const notice = Option.flatMap(Option.fromUndefinedOr(period), noticeOfRejection)
  if (Option.isNone(notice)) return
  setPeriod(state, notice.value.period)
  postNotices(state, accountId, [notice.value], at)
}

const topUpPeriod = (
  state: State,
  accountId: AccountId,
  credits: Credits,
  at: DateTime.Utc
): Result.Result<ConsumptionPeriod, AccountNotFound | TopUpTooLarge | StorageError> => {
  ensurePeriod(state, accountId, at, true)
  const period = periodAt(periodsOf(state, accountId), at)
  if (period === undefined) return Result.fail(new AccountNotFound({ id: accountId }))
  return Result.map(topUp(period, credits), (after) => {
    setPeriod(state, after)
    return after
  })
}

/** Adds a count to the stored one. Call it inside a transaction. */
export const addUsageCount = (state: State, count: UsageCount): void => {
  const key = joinKey(count.accountId, isoOf(count.hour), count.operation)
  const existing = state.usageCounts.get(key)
  const { accountId, hour, operation } = count
  const figures = sumFigures(existing === undefined ? [count] : [existing, count])
  state.usageCounts.set(key, new UsageCount({ accountId, hour, operation, ...figures }))
}

/** Records that a batch is stored; false when it was recorded before. Call it inside a transaction. */
const recordBatch = (state: State, batch: UsageBatch, storedAt: DateTime.Utc): boolean => {
  const { meterId: id, number } = batch
  const endedBefore = endedMetersBefore(batch, storedAt)
  const hasEnded = ({ storedAt }: MeterRow) => Option.exists(endedBefore, DateTime.isGreaterThan(storedAt))
  for (const { id } of state.usageMeters.filter(hasEnded)) state.usageMeters.delete(id)
  if (!isNewBatch(batch, state.usageMeters.get(id)?.batch ?? 0)) return false
  state.usageMeters.set(id, { id, batch: number, storedAt })
  return true
}

/** The counts of an account in a window by a key, in the order of the keys. */
const sumBy = (state: State, accountId: AccountId, { from, to }: UsageWindow, keyOf: (count: UsageCount) => string) => {
  const counts = state.usageCounts.filter(
    (count) =>
      count.accountId === accountId &&
      Option.getOrElse(from, () => Number.NEGATIVE_INFINITY) <= count.hour &&
      count.hour < Option.getOrElse(to, () => Number.POSITIVE_INFINITY)
  )
  return [...Map.groupBy(counts, keyOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** `UsageStore` on `MemoryState`. */
export const layer = Layer.effect(
  UsageStore,
  Effect.map(MemoryState, (state) =>
    UsageStore.of({
      add: (counts) =>
        state.transact(() => {
          for (const count of counts) addUsageCount(state, count)
          return Result.void
        }),
      addBatch: (batch, at) =>
        state.transact(() => {
          if (!recordBatch(state, batch, at)) return Result.void
          for (const count of batch.counts) addUsageCount(state, count)
          return Result.void
        }),
      monthlyUsage: (accountId, window) =>
        state.transact(() =>
          Result.succeed(
            sumBy(state, accountId, window, ({ hour }) => isoOf(hour).slice(0, "2026-03".length)).map(
              ([month, counts]) => ({ month, ...sumFigures(counts) })
            )
          )
        ),
      operationUsage: (accountId, window) =>
        state.transact(() =>
          Result.succeed(
            sumBy(state, accountId, window, ({ operation }) => operation).map(([operation, counts]) => ({
              operation,
              ...sumFigures(counts)
            }))
          )
        ),
      debit: (accountId, credits, at) => state.transact(() => debit(state, accountId, credits, at)),
      topUp: (accountId, credits, at) => state.transact(() => topUpPeriod(state, accountId, credits, at)),
      recordRejection: (accountId, at) =>
        state.transact(() => {
          recordRejection(state, accountId, at)
          return Result.void
        }),
      currentPeriod: (accountId, at) =>
        state.transact(() => Result.succeed(Option.fromUndefinedOr(ensurePeriod(state, accountId, at)))),
      periods: (accountId) => state.transact(() => Result.succeed(periodsOf(state, accountId).toReversed()))
    })
  )
)
