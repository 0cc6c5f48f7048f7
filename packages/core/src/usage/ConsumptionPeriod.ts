import { DateTime, Result, Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { CreditLevel, creditLevelOf, higherLevel, nextLevelAt } from "./CreditLevel.ts"
import { Credits, MAX_PERIOD_CREDITS, TopUpTooLarge } from "./Credits.ts"

/** The id of a credit period: a UUID. */
export const ConsumptionPeriodId = Schema.String.pipe(
  Schema.check(Schema.isUUID()),
  Schema.brand("ConsumptionPeriodId")
)
export type ConsumptionPeriodId = typeof ConsumptionPeriodId.Type

/**
 * One calendar month (UTC) of an account's credits. `startsAt` is part of the period, `endsAt` is the first instant after
 * it.
 */
export class ConsumptionPeriod extends Schema.Class<ConsumptionPeriod>("@landfall/core/usage/ConsumptionPeriod")({
  id: ConsumptionPeriodId,
  accountId: AccountId,
  startsAt: Schema.DateTimeUtc,
  endsAt: Schema.DateTimeUtc,
  /** The credits at the start: the monthly credits, and those carried over. */
  granted: Credits,
  /** The credits that top-ups have added since. */
  toppedUp: Credits,
  consumed: Credits,
  /** The lowest level of remaining credits that was notified. */
  notifiedLevel: CreditLevel,
  /** Whether the unused credits were carried over to the next period. Nothing is debited from this one any more. */
  carriedOver: Schema.Boolean
}) {}

/** The calendar month (UTC) of an instant: its first instant, and that of the next month. */
export const monthOf = (instant: DateTime.Utc): { readonly startsAt: DateTime.Utc; readonly endsAt: DateTime.Utc } => {
  const startsAt = DateTime.startOf(instant, "month")
  return { startsAt, endsAt: DateTime.add(startsAt, { months: 1 }) }
}

/** The credits of a period: those at its start and the top-ups. */
export const totalCredits = ({ granted, toppedUp }: Pick<ConsumptionPeriod, "granted" | "toppedUp">): number =>
  granted + toppedUp

/** The credits that remain in a period. */
export const remainingCredits = (period: ConsumptionPeriod): Credits =>
  Credits.make(totalCredits(period) - period.consumed)

/** Whether a period has ended. */
export const isExpired = (period: ConsumptionPeriod, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(period.endsAt, now)

/**
 * The consumed credits from which a debit needs a decision: it reaches a level to notify, overdraws the period, or belongs
 * to a later period. An adapter may apply a debit that stays below it with one statement.
 */
export const decisionThreshold = (period: ConsumptionPeriod): number => {
  if (period.carriedOver) return 0
  const total = totalCredits(period)
  return nextLevelAt(period.notifiedLevel, total) ?? total + 1
}

const contains = ({ startsAt, endsAt }: ConsumptionPeriod, millis: number): boolean =>
  startsAt.epochMilliseconds <= millis && millis < endsAt.epochMilliseconds

/**
 * The period that a debit or a top-up at an instant changes: the one that contains the instant, or the next one that is
 * not carried over. Undefined when no period contains the instant.
 *
 * @param periods periods of one account, oldest first
 */
export const periodAt = (
  periods: ReadonlyArray<ConsumptionPeriod>,
  at: DateTime.Utc
): ConsumptionPeriod | undefined => {
  const index = periods.findIndex((period) => contains(period, at.epochMilliseconds))
  return index < 0 ? undefined : periods.slice(index).find(({ carriedOver }) => !carriedOver)
}

/**
 * Adds credits to a period. The levels that its remaining credits are above after it are notified again when they are
 * reached again.
 */
export const topUp = (period: ConsumptionPeriod, credits: Credits): Result.Result<ConsumptionPeriod, TopUpTooLarge> => {
  const largest = Math.max(0, MAX_PERIOD_CREDITS - totalCredits(period))
  if (credits > largest) {
    return Result.fail(new TopUpTooLarge({ accountId: period.accountId, credits, largest: Credits.make(largest) }))
  }
  if (credits === 0) return Result.succeed(period)
  const after = new ConsumptionPeriod({ ...period, toppedUp: Credits.make(period.toppedUp + credits) })
  const reached = creditLevelOf(remainingCredits(after), totalCredits(after))
  const notifiedLevel = higherLevel(reached, period.notifiedLevel)
  return Result.succeed(new ConsumptionPeriod({ ...after, notifiedLevel }))
}
