import { Account, AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Application, ApplicationId, ApplicationStore } from "@landfall/core/alerts/Application"
import { Endpoint, EndpointStore, EndpointUrl } from "@landfall/core/alerts/Endpoint"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { type MessageDraft, renderBody } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { NO_HEADERS } from "@landfall/core/alerts/SentHeaders"
import { makeSigningSecret } from "@landfall/core/alerts/SigningSecret"
import { DEFAULT_THRESHOLD_HOURS } from "@landfall/core/tracking/ThresholdHours"
import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"

/** The size of what is delivered. */
export const EVENT_BYTES = 500

/** A body of 500 bytes, shaped as alerts are. */
export const eventBody = (at: DateTime.Utc): string => {
  const body = (padding: string) => renderBody("vessel.arrival.at.final.pod", at, { padding })
  return body("x".repeat(EVENT_BYTES - body("").length))
}

/** One account with one endpoint, and the means to post messages to it. */
export const prepareWorkload = Effect.fnUntraced(function* (url: string) {
  const random = yield* SecureRandom.SecureRandom
  const outbox = yield* Outbox
  const now = yield* DateTime.now
  const ulid = yield* random.ulid

  const accountId = AccountId.make(`acc_${ulid}`)
  const applicationId = ApplicationId.make(`app_${ulid}`)
  const endpointId = EndpointId.make(`ep_${ulid}`)
  const accounts = yield* AccountStore
  yield* accounts.create(
    new Account({ id: accountId, name: "Bench", plan: "pay-as-you-go", monthlyCredits: Option.none(), createdAt: now })
  )
  const applications = yield* ApplicationStore
  yield* applications.create(
    new Application({ id: applicationId, accountId, name: "Bench", createdAt: now, updatedAt: now })
  )
  const endpoints = yield* EndpointStore
  yield* endpoints.create(
    new Endpoint({
      id: endpointId,
      accountId,
      applicationId,
      url: EndpointUrl.make(url),
      description: Option.none(),
      filterTypes: Option.none(),
      metadata: {},
      rateLimit: Option.none(),
      retryPolicy: Option.none(),
      headerNames: [],
      dateChangeThresholdHours: DEFAULT_THRESHOLD_HOURS,
      disabled: false,
      disabledAt: Option.none(),
      createdAt: now,
      updatedAt: now
    }),
    {
      secrets: { current: yield* makeSigningSecret, previous: [] },
      headers: NO_HEADERS
    }
  )

  const draft: MessageDraft = {
    shipmentId: Option.none(),
    type: "vessel.arrival.at.final.pod",
    body: eventBody(now),
    example: false,
    recipients: [{ endpointId, skip: Option.none() }]
  }
  return { accountId, endpointId, post: Effect.flatMap(DateTime.now, (at) => outbox.post(accountId, draft, at)) }
})
