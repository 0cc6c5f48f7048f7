import { Account, AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { Schema } from "effect"

/** A row of `account`. */
export const AccountRow = Schema.Struct({
  id: AccountId,
  name: Schema.NonEmptyString,
  plan: Plan,
  monthlyCredits: Schema.OptionFromNullOr(Schema.Int),
  createdAt: Schema.DateTimeUtcFromMillis
}).pipe(Schema.decodeTo(Account))
