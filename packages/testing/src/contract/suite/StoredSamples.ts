import { type Account, AccountStore } from "@landfall/core/accounts/Account"
import { type Application, ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { type Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Effect } from "effect"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "../../samples/Samples.ts"

/** Stores a sample account. */
export const storeAccount = Effect.fnUntraced(function* (n: number, changes: Partial<Account> = {}) {
  const account = accountOf(n, changes)
  yield* (yield* AccountStore).create(account)
  return account
})

/** Stores a sample application. */
export const storeApplication = Effect.fnUntraced(function* (account: Account, n: number) {
  const application = applicationOf(account, n)
  yield* (yield* ApplicationStore).create(application)
  return application
})

/** Stores a sample endpoint with the secret of its number. */
export const storeEndpoint = Effect.fnUntraced(function* (
  application: Application,
  n: number,
  changes: Partial<Endpoint> = {}
) {
  const endpoint = endpointOf(application, n, changes)
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(n))
  return endpoint
})

/** Stores an account with one application and one endpoint, all of this number. */
export const storeReceiver = Effect.fnUntraced(function* (n: number) {
  const account = yield* storeAccount(n)
  const application = yield* storeApplication(account, n)
  const endpoint = yield* storeEndpoint(application, n)
  return { account, application, endpoint }
})
