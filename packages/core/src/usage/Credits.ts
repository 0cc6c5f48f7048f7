import { Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"

/** The unit that metered operations cost: a whole number, never negative. */
export const Credits = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)), Schema.brand("Credits"))
export type Credits = typeof Credits.Type

/** The account's period has too few credits left for a metered operation, or it has no period at all. */
export class CreditsExhausted extends Schema.TaggedError<CreditsExhausted>()("CreditsExhausted", {
  accountId: AccountId,
  needed: Credits,
  remaining: Credits
}) {}
