import { Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"

/** The price unit of metered operations: a whole number, 0 or more. */
export const Credits = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)), Schema.brand("Credits"))
export type Credits = typeof Credits.Type

/** The account's period has too few credits for a metered operation, or the account has no period. */
export class CreditsExhausted extends Schema.TaggedError<CreditsExhausted>()("CreditsExhausted", {
  accountId: AccountId,
  needed: Credits,
  remaining: Credits
}) {}
