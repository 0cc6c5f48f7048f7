import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import { DEFAULT_ORDERING, type DeliveryOrdering } from "../delivery/DeliveryOrdering.ts"
import type { RateLimit } from "../delivery/RateLimit.ts"
import type { CustomRetryPolicy } from "../delivery/RetryPolicy.ts"
import { EndpointId, type EndpointNotFound } from "../EndpointId.ts"
import type { SubscribableEventType } from "../EventType.ts"
import { LookupAccount } from "../lookups/LookupAccount.ts"
import { NO_HEADERS, type RedactedHeaders } from "../sending/CustomHeaders.ts"
import type { DeliveryFormat } from "../sending/DeliveryFormat.ts"
import { EgressGuard, TargetRejected } from "../sending/EgressGuard.ts"
import { type ApiKeyInHeaders, HeaderKeys } from "../sending/HeaderKeys.ts"
import { makeSigningSecret, rotateSigningSecret, type SigningSecret } from "../sending/SigningSecret.ts"
import { DEFAULT_THRESHOLD_HOURS, type ThresholdHours } from "../ThresholdHours.ts"
import { brokerHeaderRejection } from "../targets/BrokerHeaders.ts"
import { isTestReceiver } from "../targets/TestReceiver.ts"
import { hasHiddenPassword, isSameLogin, splitUrlSecret } from "../targets/UrlSecret.ts"
import { type ApplicationId, type ApplicationNotFound, ApplicationStore } from "./Application.ts"
import { Applications } from "./Applications.ts"
import { Endpoint, EndpointStore, EndpointUrl, type FilterTypes, type Metadata } from "./Endpoint.ts"
import { ExampleAlerts } from "./ExampleAlerts.ts"
import {
  DEFAULT_FINAL_POD,
  DEFAULT_FINAL_POD_HOLD_HOURS,
  type FinalPodHoldHours,
  type FinalPodMode
} from "./FinalPodHold.ts"

/** The settings of a new endpoint. */
export interface EndpointDraft {
  readonly url: EndpointUrl
  readonly applicationId: Option.Option<ApplicationId>
  readonly description: Option.Option<string>
  readonly filterTypes: Option.Option<FilterTypes>
  readonly secret: Option.Option<SigningSecret>
  readonly metadata: Metadata
  readonly rateLimit: Option.Option<RateLimit>
  readonly retryPolicy: Option.Option<CustomRetryPolicy>
  readonly headers: RedactedHeaders
  /** None: 24 hours. */
  readonly dateChangeThresholdHours: Option.Option<ThresholdHours>
  readonly format: DeliveryFormat
  /** Absent: confirmed. */
  readonly finalPod?: FinalPodMode
  /** Absent: 24 hours. */
  readonly finalPodHoldHours?: FinalPodHoldHours
  /** Absent: none. */
  readonly ordering?: DeliveryOrdering
}

/** The settings of an endpoint that receives every type of the catalogue, with changes. */
export const endpointDraft = (url: string, changes: Partial<Omit<EndpointDraft, "url">> = {}): EndpointDraft => ({
  url: EndpointUrl.make(url),
  applicationId: Option.none(),
  description: Option.none(),
  filterTypes: Option.none(),
  secret: Option.none(),
  metadata: {},
  rateLimit: Option.none(),
  retryPolicy: Option.none(),
  headers: NO_HEADERS,
  dateChangeThresholdHours: Option.none(),
  format: "standard",
  ...changes
})

/** The changes of an endpoint: absent properties remain unchanged, and an inner none clears a setting. */
export interface EndpointPatch {
  readonly url?: EndpointUrl
  readonly description?: Option.Option<string>
  readonly filterTypes?: Option.Option<FilterTypes>
  readonly metadata?: Metadata
  readonly rateLimit?: Option.Option<RateLimit>
  readonly retryPolicy?: Option.Option<CustomRetryPolicy>
  readonly headers?: RedactedHeaders
  /** The new signing secret; the secret that it replaces signs for another 24 hours. */
  readonly secret?: SigningSecret
  readonly dateChangeThresholdHours?: ThresholdHours
  readonly format?: DeliveryFormat
  readonly finalPod?: FinalPodMode
  readonly finalPodHoldHours?: FinalPodHoldHours
  readonly ordering?: DeliveryOrdering
  readonly enrolFuture?: boolean
  readonly disabled?: boolean
}

/** The URL of deliveries, and the custom headers that they carry. */
export type DeliveryTarget = Partial<Pick<EndpointDraft, "url" | "headers">>

/** A URL as it is stored, and its credentials. */
const splitTarget = (url: EndpointUrl) => {
  const { url: maskedUrl, secret } = splitUrlSecret(url)
  return { url: EndpointUrl.make(maskedUrl), secret }
}

/** The rejection of a URL with `***` that is not the URL of the endpoint as it is now. */
const hiddenPasswordRejected = (url: string, reason: string): TargetRejected =>
  new TargetRejected({
    url: splitUrlSecret(url).url,
    message: `The URL has *** in place of its password${reason}. Write the password itself.`
  })

/** A hidden password is that of the stored URL, which must have the same login. */
const hiddenPasswordRejection = (url: string, stored: Endpoint | undefined): TargetRejected | undefined => {
  if (!hasHiddenPassword(url)) return undefined
  if (stored === undefined) return hiddenPasswordRejected(url, "")
  return isSameLogin(url, stored.url)
    ? undefined
    : hiddenPasswordRejected(url, ", and another user, host or port than before")
}

const headersRejection = (url: string | undefined, names: ReadonlyArray<string>): TargetRejected | undefined => {
  const message = url === undefined ? undefined : brokerHeaderRejection(url, names)
  return url === undefined || message === undefined
    ? undefined
    : new TargetRejected({ url: splitUrlSecret(url).url, message })
}

/** A new endpoint, enabled and not verified. */
const endpointOf = (
  draft: EndpointDraft,
  url: Endpoint["url"],
  ids: Pick<Endpoint, "id" | "accountId" | "applicationId">,
  now: DateTime.Utc
): Endpoint =>
  new Endpoint({
    ...ids,
    url,
    description: draft.description,
    filterTypes: draft.filterTypes,
    metadata: draft.metadata,
    rateLimit: draft.rateLimit,
    retryPolicy: draft.retryPolicy,
    headerNames: Object.keys(Redacted.value(draft.headers)),
    dateChangeThresholdHours: Option.getOrElse(draft.dateChangeThresholdHours, () => DEFAULT_THRESHOLD_HOURS),
    format: draft.format,
    finalPod: draft.finalPod ?? DEFAULT_FINAL_POD,
    finalPodHoldHours: draft.finalPodHoldHours ?? DEFAULT_FINAL_POD_HOLD_HOURS,
    ordering: draft.ordering ?? DEFAULT_ORDERING,
    disabled: false,
    disabledAt: Option.none(),
    verifiedAt: Option.none(),
    createdAt: now,
    updatedAt: now
  })

/** The type of the example that probes an endpoint: the first type of its filter, which its receiver can process. */
const probeType = ({ filterTypes }: Endpoint): SubscribableEventType =>
  Option.getOrUndefined(filterTypes)?.[0] ?? "vessel.arrival.at.final.pod"

/** Creates, changes and removes the endpoints of accounts, and checks the targets of their deliveries. */
export class Endpoints extends Context.Service<
  Endpoints,
  {
    /**
     * Fails when deliveries may not be sent to this URL, or with these headers, by the rules that also check every delivery.
     */
    readonly checkTarget: (
      accountId: AccountId,
      target: DeliveryTarget
    ) => Effect.Effect<void, TargetRejected | ApiKeyInHeaders | StorageError>
    /** Creates an endpoint whose target `checkTarget` has accepted. It only stores, so it can run inside an idempotent request. */
    readonly create: (
      accountId: AccountId,
      draft: EndpointDraft
    ) => Effect.Effect<Endpoint, ApplicationNotFound | LimitExceeded | StorageError>
    /** Changes an endpoint. One that is enabled again is sent an example immediately, which probes it. */
    readonly update: (
      accountId: AccountId,
      id: EndpointId,
      patch: EndpointPatch
    ) => Effect.Effect<Endpoint, EndpointNotFound | TargetRejected | ApiKeyInHeaders | StorageError>
    /** Removes an endpoint. Its deliveries that are not sent yet are skipped. */
    readonly remove: (accountId: AccountId, id: EndpointId) => Effect.Effect<void, EndpointNotFound | StorageError>
    /** The signing secret that deliveries carry now. */
    readonly secret: (
      accountId: AccountId,
      id: EndpointId
    ) => Effect.Effect<SigningSecret, EndpointNotFound | StorageError>
    /** Makes a given or a new secret the current one; the secret that it replaces signs for another 24 hours. */
    readonly rotateSecret: (
      accountId: AccountId,
      id: EndpointId,
      secret: Option.Option<SigningSecret>
    ) => Effect.Effect<SigningSecret, EndpointNotFound | StorageError>
  }
>()("@landfall/core/alerts/endpoints/Endpoints") {
  static readonly layerNoDeps = Layer.effect(
    Endpoints,
    Effect.gen(function* () {
      const store = yield* EndpointStore
      const applicationStore = yield* ApplicationStore
      const applications = yield* Applications
      const guard = yield* EgressGuard
      const examples = yield* ExampleAlerts
      const random = yield* SecureRandom.SecureRandom
      const headerKeys = yield* HeaderKeys

      const check = Effect.fnUntraced(function* (
        accountId: AccountId,
        { url, headers }: DeliveryTarget,
        before: Option.Option<Endpoint>
      ) {
        const stored = Option.getOrUndefined(before)
        if (url !== undefined) {
          const rejected = hiddenPasswordRejection(url, stored)
          if (rejected !== undefined) return yield* rejected
          if (!isTestReceiver(url))
            yield* Effect.provideService(guard.check(splitUrlSecret(url).url), LookupAccount, accountId)
        }
        const names = headers === undefined ? stored?.headerNames : Object.keys(Redacted.value(headers))
        const rejected = headersRejection(url ?? stored?.url, names ?? [])
        if (rejected !== undefined) return yield* rejected
        if (headers !== undefined) yield* headerKeys.check(headers)
      })

      const checkTarget = (accountId: AccountId, target: DeliveryTarget) => check(accountId, target, Option.none())

      const secretOr = (requested: Option.Option<SigningSecret>): Effect.Effect<SigningSecret> =>
        Option.match(requested, {
          onNone: () => Effect.provideService(makeSigningSecret, SecureRandom.SecureRandom, random),
          onSome: Effect.succeed
        })

      const create = Effect.fn("Endpoints.create")(function* (accountId: AccountId, draft: EndpointDraft) {
        const application = yield* Option.match(draft.applicationId, {
          onNone: () => applications.firstOrCreate(accountId),
          onSome: (id) => applicationStore.find(accountId, id)
        })
        const now = yield* DateTime.now
        const { url, secret: urlSecret } = splitTarget(draft.url)
        const id = EndpointId.make(`ep_${yield* random.ulid}`)
        const endpoint = endpointOf(draft, url, { id, accountId, applicationId: application.id }, now)
        const secrets = { current: yield* secretOr(draft.secret), previous: [] }
        yield* store.create(endpoint, {
          secrets,
          headers: draft.headers,
          ...Option.match(urlSecret, { onNone: () => ({}), onSome: (value) => ({ urlSecret: value }) })
        })
        return endpoint
      })

      // The endpoint is enabled already, so the change succeeds whether or not the example can be posted.
      const probe = (endpoint: Endpoint) =>
        examples.send(endpoint.accountId, endpoint.id, probeType(endpoint)).pipe(
          Effect.asVoid,
          Effect.catchTag("StorageError", (error) =>
            Effect.logWarning(
              `The example that probes ${endpoint.id} could not be stored; the next alert probes it.`,
              error
            ).pipe(Effect.annotateLogs({ endpointId: endpoint.id }))
          )
        )

      const update = Effect.fn("Endpoints.update")(function* (
        accountId: AccountId,
        id: EndpointId,
        patch: EndpointPatch
      ) {
        const { url: requestedUrl, headers, secret, ...changes } = patch
        yield* check(accountId, patch, Option.some(yield* store.find(accountId, id)))
        const target = requestedUrl === undefined ? undefined : splitTarget(requestedUrl)
        const keepsPassword = requestedUrl === undefined || hasHiddenPassword(requestedUrl)
        const now = yield* DateTime.now
        const names = headers === undefined ? {} : { headerNames: Object.keys(Redacted.value(headers)) }
        let wasDisabled = false
        const change = (endpoint: Endpoint) => {
          wasDisabled = endpoint.disabled
          return new Endpoint({
            ...endpoint,
            ...changes,
            ...(target === undefined ? {} : { url: target.url }),
            ...names,
            updatedAt: now
          })
        }
        const endpoint = yield* store.modify(accountId, id, change, {
          ...(headers === undefined ? {} : { headers }),
          ...(target === undefined || keepsPassword ? {} : { urlSecret: target.secret }),
          ...(secret === undefined ? {} : { secrets: (ring) => rotateSigningSecret(ring, secret, now) })
        })
        if (wasDisabled && !endpoint.disabled) yield* probe(endpoint)
        return endpoint
      })

      const remove = Effect.fn("Endpoints.remove")(function* (accountId: AccountId, id: EndpointId) {
        yield* store.remove(accountId, id, yield* DateTime.now)
      })

      const rotateSecret = Effect.fn("Endpoints.rotateSecret")(function* (
        accountId: AccountId,
        id: EndpointId,
        requested: Option.Option<SigningSecret>
      ) {
        const next = yield* secretOr(requested)
        const now = yield* DateTime.now
        yield* store.modifySecrets(accountId, id, (ring) => rotateSigningSecret(ring, next, now))
        return next
      })

      return Endpoints.of({
        checkTarget,
        create,
        update,
        remove,
        secret: (accountId, id) => Effect.map(store.secrets(accountId, id), (ring) => ring.current),
        rotateSecret
      })
    })
  )

  static readonly layer = Endpoints.layerNoDeps.pipe(Layer.provide([Applications.layer, ExampleAlerts.layer]))
}
