import { Context, DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"
import { Application, ApplicationId, ApplicationStore } from "./Application.ts"

const DEFAULT_NAME = "Default"

/** Creates, changes and removes the applications of accounts. */
export class Applications extends Context.Service<
  Applications,
  {
    /** Creates an application with this name. */
    readonly create: (accountId: AccountId, name: string) => Effect.Effect<Application, LimitExceeded | StorageError>
    /** The account's oldest application; created when there is none. */
    readonly firstOrCreate: (accountId: AccountId) => Effect.Effect<Application, LimitExceeded | StorageError>
    /** One page of the applications of an account. */
    readonly list: (accountId: AccountId, page: PageRequest) => Effect.Effect<Page<Application>, StorageError>
  }
>()("@landfall/core/alerts/endpoints/Applications") {
  static readonly layer = Layer.effect(
    Applications,
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const random = yield* SecureRandom.SecureRandom

      const create = Effect.fn("Applications.create")(function* (accountId: AccountId, name: string) {
        const now = yield* DateTime.now
        const id = ApplicationId.make(`app_${yield* random.ulid}`)
        const application = new Application({ id, accountId, name, createdAt: now, updatedAt: now })
        yield* store.create(application)
        return application
      })

      const firstOrCreate = Effect.fn("Applications.firstOrCreate")(function* (accountId: AccountId) {
        const first = yield* store.first(accountId)
        return Option.isSome(first) ? first.value : yield* create(accountId, DEFAULT_NAME)
      })

      return Applications.of({ create, firstOrCreate, list: store.list })
    })
  )
}
