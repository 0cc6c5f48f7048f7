import { AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Effect, Option, Schema } from "effect"
import { Flag } from "effect/cli"

/** The account that a command works on. */
export const accountFlag = Flag.String("account").pipe(
  Flag.withSchema(AccountId),
  Flag.withDescription("Id of the account; the first account by default"),
  Flag.optional
)

/** The database has no account. */
export class NoAccountExists extends Schema.TaggedError<NoAccountExists>()("NoAccountExists", {
  message: Schema.String
}) {}

/** The given account when it exists, else the first account. */
export const resolveAccount = Effect.fnUntraced(function* (flag: Option.Option<AccountId>) {
  const store = yield* AccountStore
  if (Option.isSome(flag)) return yield* store.find(flag.value)
  const first = yield* store.first
  if (Option.isSome(first)) return first.value
  return yield* new NoAccountExists({
    message: "There is no account yet. Create one with: landfall accounts create NAME"
  })
})
