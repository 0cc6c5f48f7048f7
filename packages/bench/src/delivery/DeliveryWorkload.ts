import { AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationId, ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore, EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { type MessageDraft, renderBody } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { accountOf, applicationOf, confidentialOf, endpointOf } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"

/** The size of a webhook body in bytes. */
const EVENT_BYTES = 500

/** A body of 500 bytes in the form of an alert. */
export const eventBody = (at: DateTime.Utc): string => {
  const body = (padding: string) => renderBody("vessel.arrival.at.final.pod", at, { padding })
  return body("x".repeat(EVENT_BYTES - body("").length))
}

/** Stores one account with one endpoint; returns an effect that posts a message to it. */
export const prepareWorkload = Effect.fnUntraced(function* (url: string) {
  const outbox = yield* Outbox
  const now = yield* DateTime.now
  const ulid = yield* (yield* SecureRandom.SecureRandom).ulid

  // Runs can share a database, so that each needs its own ids.
  const account = accountOf(1, { id: AccountId.make(`acc_${ulid}`), createdAt: now })
  const accountId = account.id
  yield* (yield* AccountStore).create(account)
  const made = { createdAt: now, updatedAt: now }
  const application = applicationOf(account, 1, { id: ApplicationId.make(`app_${ulid}`), ...made })
  yield* (yield* ApplicationStore).create(application)
  const endpointId = EndpointId.make(`ep_${ulid}`)
  const endpoint = endpointOf(application, 1, { id: endpointId, url: EndpointUrl.make(url), ...made })
  yield* (yield* EndpointStore).create(endpoint, confidentialOf(1))

  const draft: MessageDraft = {
    shipmentId: Option.none(),
    type: "vessel.arrival.at.final.pod",
    body: eventBody(now),
    example: false,
    recipients: [{ endpointId, skip: Option.none() }]
  }
  return { accountId, endpointId, post: Effect.flatMap(DateTime.now, (at) => outbox.post(accountId, draft, at)) }
})
