import { DateTime, Effect, Option, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Account, AccountId, AccountStore } from "./Account.ts"
import { ApiKeys } from "./ApiKeys.ts"

/** Monthly credits of the account that a first start makes: enough to try everything. */
export const FIRST_ACCOUNT_CREDITS = 1_000_000

/**
 * Makes sure that a new database can be used: the first start makes a pay-as-you-go account and a key for it, and
 * answers that key so that it can be shown. A start that was cut off between the two makes the key that is missing; of
 * several that start at once one makes each. A key that the operator sets is taken as it is, at any start, and never
 * shown.
 */
export const ensureFirstAccount = Effect.fn("FirstAccount.ensure")(function* (
  given: Option.Option<Redacted.Redacted<string>>
) {
  const accounts = yield* AccountStore
  const keys = yield* ApiKeys
  const random = yield* SecureRandom.SecureRandom

  const create = Effect.gen(function* () {
    const account = new Account({
      id: AccountId.make(`acc_${yield* random.ulid}`),
      name: "First account",
      plan: "pay-as-you-go",
      monthlyCredits: Option.some(FIRST_ACCOUNT_CREDITS),
      createdAt: yield* DateTime.now
    })
    return yield* accounts.createFirst(account)
  })

  const known = yield* accounts.first
  const account = Option.isSome(known) ? known.value : yield* create
  if (Option.isSome(given)) {
    yield* keys.issue(account.id, "LANDFALL_API_KEY", given)
    return Option.none<Redacted.Redacted<string>>()
  }
  return Option.map(yield* keys.issueFirst(account.id, "First key"), ({ secret }) => secret)
})
