import { type DateTime, Result } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import { ConsumptionPeriod, remainingCredits } from "./ConsumptionPeriod.ts"
import { Credits, CreditsExhausted } from "./Credits.ts"

/** The cost of a metered call to an account, and the instant of the call. */
export interface Debit {
  readonly accountId: AccountId
  readonly credits: Credits
  readonly at: DateTime.Utc
}

/** The result of debits that are applied together. */
export interface DebitBatchResult {
  /** For each debit, in the given order: paid, or rejected with the credits that remained at that point. */
  readonly outcomes: ReadonlyArray<Result.Result<void, CreditsExhausted>>
  /** The periods that were debited, after the debits. */
  readonly changedPeriods: ReadonlyArray<ConsumptionPeriod>
}

/** The index of the period that contains a debit; -1 when there is none. */
const periodIndexOf = (periods: ReadonlyArray<ConsumptionPeriod>, { accountId, at }: Debit): number => {
  const millis = at.epochMilliseconds
  return periods.findIndex(
    (period) =>
      period.accountId === accountId &&
      period.startsAt.epochMilliseconds <= millis &&
      millis < period.endsAt.epochMilliseconds
  )
}

/**
 * Applies debits one after another, in the given order: each takes all of its credits or none, and no period is overdrawn.
 * A debit outside all periods is rejected with 0 remaining credits.
 */
export const applyDebits = (
  periods: ReadonlyArray<ConsumptionPeriod>,
  debits: ReadonlyArray<Debit>
): DebitBatchResult => {
  const taken = periods.map(() => 0)
  const before = periods.map(remainingCredits)
  const outcomes = debits.map((debit) => {
    const index = periodIndexOf(periods, debit)
    const left = (before[index] ?? 0) - (taken[index] ?? 0)
    if (debit.credits > left) {
      const { accountId, credits } = debit
      return Result.fail(new CreditsExhausted({ accountId, needed: credits, remaining: Credits.make(left) }))
    }
    if (index >= 0) taken[index] = (taken[index] ?? 0) + debit.credits
    return Result.void
  })
  const changed = periods.flatMap((period, index) => {
    const credits = taken[index] ?? 0
    if (credits === 0) return []
    return [new ConsumptionPeriod({ ...period, consumed: Credits.make(period.consumed + credits) })]
  })
  return { outcomes, changedPeriods: changed }
}

/** Whether one of these periods contains a debit. */
export const hasPeriodFor = (periods: ReadonlyArray<ConsumptionPeriod>, debit: Debit): boolean =>
  periodIndexOf(periods, debit) >= 0
