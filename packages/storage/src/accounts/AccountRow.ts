import { Account, AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { Schema } from "effect"

const changeable = {
  name: Schema.NonEmptyString,
  plan: Plan,
  monthlyCredits: Schema.OptionFromNullOr(Schema.Int)
}

/** A row of `account`. */
export const AccountRow = Schema.Struct({
  id: AccountId,
  ...changeable,
  createdAt: Schema.DateTimeUtcFromMillis
}).pipe(Schema.decodeTo(Account))

/** Columns of `account` with new values. */
export const AccountChangesRow = Schema.Struct({
  name: Schema.optionalKey(changeable.name),
  plan: Schema.optionalKey(changeable.plan),
  monthlyCredits: Schema.optionalKey(changeable.monthlyCredits)
})
