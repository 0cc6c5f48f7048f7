import { DateTime, Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { Credits } from "./Credits.ts"

/**
 * One calendar month (UTC) of an account's credits. `startsAt` belongs to the period, `endsAt` is the first instant after
 * it.
 */
export class ConsumptionPeriod extends Schema.Class<ConsumptionPeriod>("@landfall/core/usage/ConsumptionPeriod")({
  accountId: AccountId,
  startsAt: Schema.DateTimeUtc,
  endsAt: Schema.DateTimeUtc,
  granted: Credits,
  consumed: Credits
}) {}

/** The month (UTC) that holds an instant: its first instant, and the first of the next month. */
export const monthOf = (instant: DateTime.Utc): { readonly startsAt: DateTime.Utc; readonly endsAt: DateTime.Utc } => {
  const startsAt = DateTime.startOf(instant, "month")
  return { startsAt, endsAt: DateTime.add(startsAt, { months: 1 }) }
}

/** What is left to spend in a period. */
export const remainingCredits = (period: ConsumptionPeriod): Credits => Credits.make(period.granted - period.consumed)
