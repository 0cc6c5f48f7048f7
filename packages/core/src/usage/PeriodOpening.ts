import { Context, DateTime, Option } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import { ConsumptionPeriod, monthOf, remainingCredits } from "./ConsumptionPeriod.ts"
import { Credits, MAX_PERIOD_CREDITS } from "./Credits.ts"

/** Whether unused credits are carried over to the next period. They expire with their period unless the operator sets it. */
export const CarryOver = Context.Reference<boolean>("@landfall/core/usage/CarryOver", { defaultValue: () => false })

/** The state of an account that needs a period which does not exist yet. */
export interface OpeningRequest {
  readonly accountId: AccountId
  /** The instant whose period is needed. */
  readonly at: DateTime.Utc
  /** The credits that the account receives each month; none: only carried-over credits open a period. */
  readonly monthlyCredits: Option.Option<number>
  /** The newest period of the account; undefined before the first. */
  readonly newest: ConsumptionPeriod | undefined
  readonly carryOver: boolean
  /** Opens the period even if it has no credits, to receive a top-up. */
  readonly always?: boolean
}

/** A new period without its id, which the store assigns. */
export type PeriodDraft = Omit<(typeof ConsumptionPeriod)["Type"], "id">

/** The periods to insert and the existing period to mark as carried over. */
export interface PeriodOpening {
  /** Oldest first. The last one contains the instant; empty when the account receives no credits. */
  readonly opened: ReadonlyArray<PeriodDraft>
  readonly closed: ConsumptionPeriod | undefined
}

const draftPeriod = (accountId: AccountId, at: DateTime.Utc, credits: number): PeriodDraft => ({
  accountId,
  ...monthOf(at),
  granted: Credits.make(Math.min(credits, MAX_PERIOD_CREDITS)),
  toppedUp: Credits.make(0),
  consumed: Credits.make(0),
  notifiedLevel: 100,
  carriedOver: false
})

/**
 * The opening of the period that contains an instant. With carry-over, the unused credits of the newest period move on
 * through every month since then, each with its monthly credits, so that a month without calls loses nothing.
 */
export const openPeriod = (request: OpeningRequest): PeriodOpening => {
  const { accountId, at, monthlyCredits, newest, carryOver, always = false } = request
  const monthly = Option.getOrElse(monthlyCredits, () => 0)
  const { startsAt } = monthOf(at)
  const isLater = newest !== undefined && DateTime.isLessThanOrEqualTo(newest.endsAt, startsAt)
  if (!carryOver || !isLater) {
    const opens = Option.isSome(monthlyCredits) || always
    return { opened: opens ? [draftPeriod(accountId, at, monthly)] : [], closed: undefined }
  }
  if (Option.isNone(monthlyCredits) && remainingCredits(newest) === 0 && !always) {
    return { opened: [], closed: undefined }
  }
  const opened: Array<PeriodDraft> = []
  let unused: number = remainingCredits(newest)
  for (let month = newest.endsAt; DateTime.isLessThanOrEqualTo(month, startsAt); month = monthOf(month).endsAt) {
    const period = draftPeriod(accountId, month, unused + monthly)
    opened.push({ ...period, carriedOver: DateTime.isLessThan(month, startsAt) })
    unused = period.granted
  }
  return { opened, closed: new ConsumptionPeriod({ ...newest, carriedOver: true }) }
}
