import { Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"

/** The unit in which metered operations are charged: a whole number, 0 or more. */
export const Credits = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)), Schema.brand("Credits"))
export type Credits = typeof Credits.Type

/** The maximum number of credits that one period can hold. Sums and percentages of it are exact numbers. */
export const MAX_PERIOD_CREDITS = 1_000_000_000_000

/** The account's period has too few credits for a metered operation, or the account has no period. */
export class CreditsExhausted extends Schema.TaggedError<CreditsExhausted>()("CreditsExhausted", {
  accountId: AccountId,
  needed: Credits,
  remaining: Credits,
  /** The end of the period; none when the account has no period. */
  periodEndsAt: Schema.Option(Schema.DateTimeUtc)
}) {}

/** A top-up would exceed the credits that a period can hold. */
export class TopUpTooLarge extends Schema.TaggedError<TopUpTooLarge>()("TopUpTooLarge", {
  accountId: AccountId,
  credits: Credits,
  /** The largest top-up that the period accepts. */
  largest: Credits
}) {}
