import { Context, DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { StorageError } from "../faults/StorageError.ts"
import { Account, AccountId, AccountStore, defaultMonthlyCredits } from "./Account.ts"
import type { Plan } from "./Plan.ts"

/** The settings of a new account. */
export interface NewAccount {
  readonly name: string
  /** `pay-as-you-go` by default. */
  readonly plan?: Plan
  /** Credits a month; that of the plan by default, and none for an account without a credit period. */
  readonly monthlyCredits?: Option.Option<number>
}

/** Creates accounts. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** Creates an account with a new id. */
    readonly create: (request: NewAccount) => Effect.Effect<Account, StorageError>
  }
>()("@landfall/core/accounts/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const store = yield* AccountStore
      const random = yield* SecureRandom.SecureRandom

      const create = Effect.fn("Accounts.create")(function* ({
        name,
        plan = "pay-as-you-go",
        monthlyCredits = Option.some(defaultMonthlyCredits(plan))
      }: NewAccount) {
        const id = AccountId.make(`acc_${yield* random.ulid}`)
        const account = new Account({ id, name, plan, monthlyCredits, createdAt: yield* DateTime.now })
        yield* store.create(account)
        return account
      })

      return Accounts.of({ create })
    })
  )
}
