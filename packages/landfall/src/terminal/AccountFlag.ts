import { AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Effect, Option, Schema } from "effect"
import { Flag } from "effect/cli"

/** Whose data a command works on. */
export const accountFlag = Flag.String("account").pipe(
  Flag.withSchema(AccountId),
  Flag.withDescription("Id of the account; the first one when left out"),
  Flag.optional
)

/** There is no account to work on. */
class NoAccountExists extends Schema.TaggedError<NoAccountExists>()("NoAccountExists", { message: Schema.String }) {}

/** The account that was named, else the first. */
export const resolveAccountId = Effect.fnUntraced(function* (given: Option.Option<AccountId>) {
  const store = yield* AccountStore
  if (Option.isSome(given)) return (yield* store.find(given.value)).id
  const first = yield* store.first
  if (Option.isSome(first)) return first.value.id
  return yield* new NoAccountExists({
    message: "There is no account yet. Make one with: landfall accounts create NAME"
  })
})
