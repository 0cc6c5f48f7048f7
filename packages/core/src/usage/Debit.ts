import { type DateTime, Option, Result } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import { ConsumptionPeriod, periodAt, remainingCredits } from "./ConsumptionPeriod.ts"
import { type CreditNotice, noticeOfDebit } from "./CreditNotice.ts"
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
  /** The levels of remaining credits that the debits reached. */
  readonly notices: ReadonlyArray<CreditNotice>
}

/** The rejection of a debit by the period that would pay it; undefined when the account has no period. */
const rejection = ({ accountId, credits }: Debit, period: ConsumptionPeriod | undefined, remaining: number) =>
  new CreditsExhausted({
    accountId,
    needed: credits,
    remaining: Credits.make(remaining),
    periodEndsAt: Option.map(Option.fromUndefinedOr(period), ({ endsAt }) => endsAt)
  })

/** The period that a debit is taken from; undefined when there is none. */
const periodOf = (
  periods: ReadonlyMap<AccountId, ReadonlyArray<ConsumptionPeriod>>,
  { accountId, at }: Debit
): ConsumptionPeriod | undefined => periodAt(periods.get(accountId) ?? [], at)

/**
 * Applies debits one after another, in the given order: each takes all of its credits or none, and no period is overdrawn.
 * A debit outside all periods is rejected with 0 remaining credits.
 *
 * @param periods those of each account oldest first
 */
export const applyDebits = (
  periods: ReadonlyArray<ConsumptionPeriod>,
  debits: ReadonlyArray<Debit>
): DebitBatchResult => {
  const byAccount = Map.groupBy(periods, ({ accountId }) => accountId)
  const debitedCredits = new Map<ConsumptionPeriod, number>()
  const outcomes = debits.map((debit) => {
    const period = periodOf(byAccount, debit)
    const debited = period === undefined ? 0 : (debitedCredits.get(period) ?? 0)
    const remaining = period === undefined ? 0 : remainingCredits(period) - debited
    if (debit.credits > remaining) return Result.fail(rejection(debit, period, remaining))
    if (period !== undefined && debit.credits > 0) debitedCredits.set(period, debited + debit.credits)
    return Result.void
  })
  const changed = [...debitedCredits].map(([period, credits]) => {
    const debited = new ConsumptionPeriod({ ...period, consumed: Credits.make(period.consumed + credits) })
    const notice = noticeOfDebit(debited)
    return { period: Option.match(notice, { onNone: () => debited, onSome: (value) => value.period }), notice }
  })
  return {
    outcomes,
    changedPeriods: changed.map(({ period }) => period),
    notices: changed.flatMap(({ notice }) => Option.toArray(notice))
  }
}

/** The debits that no period contains. */
export const debitsWithoutPeriod = (
  periods: ReadonlyArray<ConsumptionPeriod>,
  debits: ReadonlyArray<Debit>
): ReadonlyArray<Debit> => {
  const byAccount = Map.groupBy(periods, ({ accountId }) => accountId)
  return debits.filter((debit) => periodOf(byAccount, debit) === undefined)
}
