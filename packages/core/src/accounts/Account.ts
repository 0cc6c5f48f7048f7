import { Schema } from "effect"
import { Plan } from "./Plan.ts"

/** `acc_` and a ULID. */
export const AccountId = Schema.String.pipe(Schema.check(Schema.isStartingWith("acc_")), Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** Whoever holds API keys, pays credits and owns applications, endpoints and shipments. */
export class Account extends Schema.Class<Account>("@landfall/core/accounts/Account")({
  id: AccountId,
  name: Schema.NonEmptyString,
  plan: Plan,
  createdAt: Schema.DateTimeUtc
}) {}
