import { DateTime, Effect, Option, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Account, AccountId, AccountStore, defaultMonthlyCredits } from "./Account.ts"
import { type ApiKey, type ApiKeyState, apiKeyState } from "./ApiKey.ts"
import { ApiKeys } from "./ApiKeys.ts"

const FIRST_ACCOUNT_PLAN = "pay-as-you-go"

const warnOfInvalidKey = ({ id, accountId }: ApiKey, state: ApiKeyState) =>
  Effect.logWarning(
    `LANDFALL_API_KEY is the key ${id}, which is ${state}, so that requests with it are rejected. Set LANDFALL_API_KEY to another key, or unset it.`
  ).pipe(Effect.annotateLogs({ accountId, keyId: id }))

/**
 * Prepares a new database: the first start creates a pay-as-you-go account and a key, hands the secret of the key to
 * `deliver`, and returns it. A secret set by the operator is added at any start, and never delivered; it fails with
 * `ApiKeyTaken` when it is the secret of a key of another account.
 */
export const ensureFirstAccount = Effect.fn("FirstAccount.ensure")(function* <E = never>(
  requestedKey: Option.Option<Redacted.Redacted<string>>,
  deliver: (secret: Redacted.Redacted<string>) => Effect.Effect<void, E> = () => Effect.void
) {
  // After a start that was interrupted between the two, the next one creates the missing key; of concurrent starts,
  // one creates each.
  const store = yield* AccountStore
  const keys = yield* ApiKeys
  const random = yield* SecureRandom.SecureRandom

  const create = Effect.gen(function* () {
    const account = new Account({
      id: AccountId.make(`acc_${yield* random.ulid}`),
      name: "First account",
      plan: FIRST_ACCOUNT_PLAN,
      monthlyCredits: Option.some(defaultMonthlyCredits(FIRST_ACCOUNT_PLAN)),
      createdAt: yield* DateTime.now
    })
    return yield* store.createFirst(account)
  })

  const existing = yield* store.first
  const account = Option.isSome(existing) ? existing.value : yield* create
  if (Option.isSome(requestedKey)) {
    const key = yield* keys.register({ accountId: account.id, name: "LANDFALL_API_KEY" }, requestedKey.value)
    const state = apiKeyState(key, yield* DateTime.now)
    if (state !== "valid") yield* warnOfInvalidKey(key, state)
    return Option.none<Redacted.Redacted<string>>()
  }
  const issued = yield* keys.issueFirst({ accountId: account.id, name: "First key" }, deliver)
  return Option.map(issued, ({ secret }) => secret)
})
