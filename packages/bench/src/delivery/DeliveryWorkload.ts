import { AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { type Application, ApplicationId, ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore, EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { type MessageDraft, renderBody } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"

/** The size of a webhook body in bytes. */
const EVENT_BYTES = 500

/** A body of 500 bytes in the form of an alert. */
export const eventBody = (at: DateTime.Utc): string => {
  const body = (padding: string) => renderBody("vessel.arrival.at.final.pod", at, { padding })
  return body("x".repeat(EVENT_BYTES - body("").length))
}

/** Stores one account; ids differ in each run, because runs can share a database. */
const createAccount = Effect.fnUntraced(function* () {
  const now = yield* DateTime.now
  const ulid = yield* (yield* SecureRandom.SecureRandom).ulid
  const account = accountOf(1, { id: AccountId.make(`acc_${ulid}`), createdAt: now })
  yield* (yield* AccountStore).create(account)
  const timestamps = { createdAt: now, updatedAt: now }
  const application = applicationOf(account, 1, { id: ApplicationId.make(`app_${ulid}`), ...timestamps })
  yield* (yield* ApplicationStore).create(application)
  return application
})

const createEndpoint = Effect.fnUntraced(function* (application: Application, url: string) {
  const now = yield* DateTime.now
  const ulid = yield* (yield* SecureRandom.SecureRandom).ulid
  const endpointId = EndpointId.make(`ep_${ulid}`)
  const timestamps = { createdAt: now, updatedAt: now }
  const endpoint = endpointOf(application, 1, { id: endpointId, url: EndpointUrl.make(url), ...timestamps })
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  return endpointId
})

/** Stores accounts with endpoints at one URL. */
export const prepareEndpoints = Effect.fnUntraced(function* (
  url: string,
  accounts: number,
  endpointsPerAccount: number
) {
  const created: Array<{ readonly accountId: AccountId; readonly endpointId: EndpointId }> = []
  for (let account = 0; account < accounts; account++) {
    const application = yield* createAccount()
    for (let endpoint = 0; endpoint < endpointsPerAccount; endpoint++) {
      created.push({ accountId: application.accountId, endpointId: yield* createEndpoint(application, url) })
    }
  }
  return created
})

/** Stores one account with one endpoint; returns an effect that posts a message to it. */
export const prepareWorkload = Effect.fnUntraced(function* (url: string) {
  const outbox = yield* Outbox
  const application = yield* createAccount()
  const { accountId } = application
  const endpointId = yield* createEndpoint(application, url)
  const draft: MessageDraft = {
    shipmentId: Option.none(),
    type: "vessel.arrival.at.final.pod",
    body: eventBody(yield* DateTime.now),
    example: false,
    recipients: [{ endpointId, skip: Option.none() }]
  }
  return { accountId, endpointId, post: Effect.flatMap(DateTime.now, (at) => outbox.post(accountId, draft, at)) }
})
