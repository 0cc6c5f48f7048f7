import { DateTime, Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { Credits } from "./Credits.ts"

/**
 * One calendar month (UTC) of an account's credits. `startsAt` is part of the period, `endsAt` is the first instant after
 * it.
 */
export class ConsumptionPeriod extends Schema.Class<ConsumptionPeriod>("@landfall/core/usage/ConsumptionPeriod")({
  accountId: AccountId,
  startsAt: Schema.DateTimeUtc,
  endsAt: Schema.DateTimeUtc,
  granted: Credits,
  consumed: Credits
}) {}

/** The calendar month (UTC) of an instant: its first instant, and that of the next month. */
export const monthOf = (instant: DateTime.Utc): { readonly startsAt: DateTime.Utc; readonly endsAt: DateTime.Utc } => {
  const startsAt = DateTime.startOf(instant, "month")
  return { startsAt, endsAt: DateTime.add(startsAt, { months: 1 }) }
}

/** The credits that remain in a period. */
export const remainingCredits = (period: ConsumptionPeriod): Credits => Credits.make(period.granted - period.consumed)
