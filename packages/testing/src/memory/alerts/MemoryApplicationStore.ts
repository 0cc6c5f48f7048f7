import type { AccountId } from "@landfall/core/accounts/Account"
import { ApplicationNotFound, ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { checkLimit, type LimitExceeded } from "@landfall/core/limits/Limits"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { Effect, Layer, Option, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
import { duplicateError, MemoryState } from "../state/MemoryState.ts"

/** `ApplicationStore` on `MemoryState`. */
export const layer = Layer.effect(
  ApplicationStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const ofAccount = (accountId: AccountId) =>
      state.applications.filter((application) => application.accountId === accountId)

    return ApplicationStore.of({
      create: (application) =>
        state.transact((): Result.Result<void, LimitExceeded | StorageError> => {
          if (state.applications.has(application.id)) {
            return Result.fail(duplicateError("ApplicationStore.create", application.id))
          }
          const needed = ofAccount(application.accountId).length + 1
          return Result.map(checkLimit(state.limits, "account.applications", needed), () => {
            state.applications.set(application.id, application)
          })
        }),
      find: (accountId, id) =>
        state.transact(() => {
          const application = state.applications.get(id)
          return application?.accountId === accountId
            ? Result.succeed(application)
            : Result.fail(new ApplicationNotFound({ id }))
        }),
      first: (accountId) =>
        state.transact(() => {
          const { data } = slicePage(
            ofAccount(accountId),
            "rising",
            FIRST_PAGE_REQUEST,
            (application) => application.id
          )
          return Result.succeed(Option.fromNullishOr(data[0]))
        }),
      list: (accountId, page) =>
        state.transact(() =>
          Result.succeed(slicePage(ofAccount(accountId), "rising", page, (application) => application.id))
        )
    })
  })
)
