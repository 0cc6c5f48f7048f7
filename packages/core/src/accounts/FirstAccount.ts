import { DateTime, Effect, Option, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Account, AccountId, AccountStore } from "./Account.ts"
import { ApiKeys } from "./ApiKeys.ts"

/** Monthly credits of the first account: enough to try every operation. */
const FIRST_ACCOUNT_CREDITS = 1_000_000

/**
 * Prepares a new database: the first start creates a pay-as-you-go account and a key, and returns the secret of the key so
 * that it can be shown. After a start that was interrupted between the two, the next one creates the missing key; of
 * concurrent starts, one creates each. A secret set by the operator is added at any start, and never shown.
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
