import { type DateTime, Result } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import { ConsumptionPeriod, remainingCredits } from "./ConsumptionPeriod.ts"
import { Credits, CreditsExhausted } from "./Credits.ts"

/** What a metered call costs its account, and when it was made. */
export interface Debit {
  readonly accountId: AccountId
  readonly credits: Credits
  readonly at: DateTime.Utc
}

/** What becomes of debits that are settled together. */
export interface DebitBatchResult {
  /** For each debit, in the order given: paid, or refused with what was left when its turn came. */
  readonly outcomes: ReadonlyArray<Result.Result<void, CreditsExhausted>>
  /** The periods that pay, as they are afterwards. */
  readonly changedPeriods: ReadonlyArray<ConsumptionPeriod>
}

/** Where the period that holds a debit stands among others; -1 when it is not there. */
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
 * Settles debits one after another, in the order given, as if each had come alone: each takes all of its credits or none,
 * and no period is overdrawn. A debit outside all of the periods is refused with nothing left.
 */
export const applyDebits = (
  periods: ReadonlyArray<ConsumptionPeriod>,
  debits: ReadonlyArray<Debit>
): DebitBatchResult => {
  const taken = periods.map(() => 0)
  const before = periods.map(remainingCredits)
  const outcomes = debits.map((debit) => {
    const place = periodIndexOf(periods, debit)
    const left = (before[place] ?? 0) - (taken[place] ?? 0)
    if (debit.credits > left) {
      const { accountId, credits } = debit
      return Result.fail(new CreditsExhausted({ accountId, needed: credits, remaining: Credits.make(left) }))
    }
    if (place >= 0) taken[place] = (taken[place] ?? 0) + debit.credits
    return Result.void
  })
  const changed = periods.flatMap((period, place) => {
    const credits = taken[place] ?? 0
    if (credits === 0) return []
    return [new ConsumptionPeriod({ ...period, consumed: Credits.make(period.consumed + credits) })]
  })
  return { outcomes, changedPeriods: changed }
}

/** Whether a debit lies in one of these periods. */
export const hasPeriodFor = (periods: ReadonlyArray<ConsumptionPeriod>, debit: Debit): boolean =>
  periodIndexOf(periods, debit) >= 0
