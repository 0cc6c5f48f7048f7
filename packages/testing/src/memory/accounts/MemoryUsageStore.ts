import type { AccountId } from "@landfall/core/accounts/Account"
import { ConsumptionPeriod, monthOf, remainingCredits } from "@landfall/core/usage/ConsumptionPeriod"
import { Credits, CreditsExhausted } from "@landfall/core/usage/Credits"
import { UsageCount, UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { joinKey, MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

const periodKey = (accountId: AccountId, startsAt: DateTime.Utc): string =>
  joinKey(accountId, DateTime.formatIso(startsAt))

const setPeriod = (state: State, period: ConsumptionPeriod): void =>
  state.consumptionPeriods.set(periodKey(period.accountId, period.startsAt), period)

/** The period that contains `at`, created when the account has a monthly grant. Call it inside a transaction. */
const openPeriod = (state: State, accountId: AccountId, at: DateTime.Utc): ConsumptionPeriod | undefined => {
  const { startsAt, endsAt } = monthOf(at)
  const known = state.consumptionPeriods.get(periodKey(accountId, startsAt))
  if (known !== undefined) return known
  const granted = state.accounts.get(accountId)?.monthlyCredits ?? Option.none()
  if (Option.isNone(granted)) return undefined
  const consumed = Credits.make(0)
  const period = new ConsumptionPeriod({ accountId, startsAt, endsAt, granted: Credits.make(granted.value), consumed })
  setPeriod(state, period)
  return period
}

/** Debits credits from the period that contains `at`, all or none. Call it inside a transaction. */
export const debit = (
  state: State,
  accountId: AccountId,
  credits: Credits,
  at: DateTime.Utc
): Result.Result<void, CreditsExhausted> => {
  if (credits === 0) return Result.void
  const period = openPeriod(state, accountId, at)
  const remaining = period === undefined ? Credits.make(0) : remainingCredits(period)
  if (period === undefined || remaining < credits) {
    return Result.fail(new CreditsExhausted({ accountId, needed: credits, remaining }))
  }
  setPeriod(state, new ConsumptionPeriod({ ...period, consumed: Credits.make(period.consumed + credits) }))
  return Result.void
}

const add = (state: State, count: UsageCount): void => {
  const key = joinKey(count.accountId, count.day, count.operation)
  const known = state.usageCounts.get(key)
  const calls = count.calls + (known?.calls ?? 0)
  const credits = Credits.make(count.credits + (known?.credits ?? 0))
  state.usageCounts.set(key, new UsageCount({ ...count, calls, credits }))
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
const byDayAndOperation = (a: UsageCount, b: UsageCount): number =>
  compare(a.day, b.day) || compare(a.operation, b.operation)

/** `UsageStore` on `MemoryState`. */
export const layer = Layer.effect(
  UsageStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    return UsageStore.of({
      add: (counts) =>
        state.transact(() => {
          for (const count of counts) add(state, count)
          return Result.void
        }),
      list: (accountId, first, last) =>
        state.transact(() => {
          const rows = state.usageCounts.filter(
            (row) => row.accountId === accountId && first <= row.day && row.day <= last
          )
          return Result.succeed(rows.toSorted(byDayAndOperation))
        }),
      debit: (accountId, credits, at) => state.transact(() => debit(state, accountId, credits, at)),
      currentPeriod: (accountId, at) =>
        state.transact(() => Result.succeed(Option.fromUndefinedOr(openPeriod(state, accountId, at)))),
      periods: (accountId) =>
        state.transact(() => {
          const rows = state.consumptionPeriods.filter((period) => period.accountId === accountId)
          return Result.succeed(rows.toSorted((a, b) => DateTime.Order(b.startsAt, a.startsAt)))
        })
    })
  })
)
