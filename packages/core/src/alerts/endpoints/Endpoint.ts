import { Context, type DateTime, Effect, Option, type Redacted, Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import { StorableText } from "../../faults/StorableText.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"
import { DEFAULT_ORDERING, DeliveryOrdering } from "../delivery/DeliveryOrdering.ts"
import { RateLimit } from "../delivery/RateLimit.ts"
import { CustomRetryPolicy } from "../delivery/RetryPolicy.ts"
import { EndpointId, type EndpointNotFound } from "../EndpointId.ts"
import {
  DefaultEventType,
  isDefaultEventType,
  isShipmentEventType,
  type ShipmentEventType,
  SubscribableEventType
} from "../EventType.ts"
import type { RedactedHeaders } from "../sending/CustomHeaders.ts"
import { DEFAULT_FORMAT, DeliveryFormat } from "../sending/DeliveryFormat.ts"
import type { SecretRing } from "../sending/SigningSecret.ts"
import { ThresholdHours } from "../ThresholdHours.ts"
import { invalidBrokerUrl } from "../targets/BrokerTarget.ts"
import { protocolOf, targetSchemeOf } from "../targets/TargetScheme.ts"
import { isTestReceiver } from "../targets/TestReceiver.ts"
import { ApplicationId } from "./Application.ts"
import { DEFAULT_FINAL_POD, DEFAULT_FINAL_POD_HOLD_HOURS, FinalPodHoldHours, FinalPodMode } from "./FinalPodHold.ts"

const MAX_URL_LENGTH = 2048

/** The reason why a text is not a valid URL of an endpoint; undefined when it is valid. */
const invalidUrlReason = (text: string): string | undefined => {
  if (isTestReceiver(text)) return undefined
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`
  if (/[\s\p{Cc}]/u.test(text)) return "must not contain spaces, line breaks or control characters"
  const scheme = targetSchemeOf(text)
  if (scheme !== undefined && protocolOf(scheme) !== "http") return invalidBrokerUrl(text)
  if (!URL.canParse(text)) return "must be an absolute URL, such as https://example.com/webhooks"
  const url = new URL(text)
  if (scheme === undefined) return "must begin with https:// or http://, or with the scheme of a broker such as nats://"
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password"
  if (url.port === "0") return "must not have the port 0"
  if (url.hash !== "") return "must not have a fragment (the part after #)"
  return undefined
}

/**
 * The target of deliveries: an absolute http or https URL without user, password and fragment, and not of port 0; the
 * URL of a broker; or that of the test receiver. The password of a broker is part of a URL as it is requested, and
 * `***` in one that is stored.
 */
export const EndpointUrl = StorableText.pipe(
  Schema.check(Schema.makeFilter(invalidUrlReason)),
  Schema.brand("EndpointUrl")
)
export type EndpointUrl = typeof EndpointUrl.Type

/** The event types that an endpoint receives: at least one, each once. */
export const FilterTypes = Schema.Array(SubscribableEventType).pipe(
  Schema.check(
    Schema.isMinLength(1, {
      message: "must name at least one event type; omit it to receive the whole catalogue"
    }),
    Schema.isUnique({ message: "must name each event type once" })
  )
)
export type FilterTypes = typeof FilterTypes.Type

/** Labels of the caller: at most 50, keys up to 40 characters, values up to 500. */
export const Metadata = Schema.Record(Schema.String, StorableText).pipe(
  Schema.check(
    Schema.isMaxProperties(50, { message: "must have at most 50 entries" }),
    Schema.makeFilter((record) =>
      Object.keys(record).every(Schema.is(StorableText))
        ? undefined
        : "has a key with a NUL character or half of a surrogate pair"
    ),
    Schema.makeFilter((record) => {
      const key = Object.keys(record).find((key) => key.length === 0 || key.length > 40)
      return key === undefined ? undefined : `has the key "${key.slice(0, 40)}"; keys must have 1 to 40 characters`
    }),
    Schema.makeFilter((record) => {
      const entry = Object.entries(record).find(([, value]) => value.length > 500)
      return entry === undefined
        ? undefined
        : `has a value of ${entry[1].length} characters; values must have at most 500`
    })
  )
)
export type Metadata = typeof Metadata.Type

/** The description of an endpoint: at most 1024 characters that databases can store. */
export const EndpointDescription = StorableText.pipe(
  Schema.check(Schema.isMaxLength(1024, { message: "must have at most 1024 characters" }))
)

/** A URL that receives signed alerts, with its settings. */
export class Endpoint extends Schema.Class<Endpoint>("@landfall/core/alerts/endpoints/Endpoint")({
  id: EndpointId,
  accountId: AccountId,
  applicationId: ApplicationId,
  url: EndpointUrl,
  description: Schema.Option(EndpointDescription),
  /** None: the whole catalogue, and no opt-in type. */
  filterTypes: Schema.Option(FilterTypes),
  metadata: Metadata,
  /** None: no limit. */
  rateLimit: Schema.Option(RateLimit),
  /** None: the default policy. */
  retryPolicy: Schema.Option(CustomRetryPolicy),
  /** The names of the custom headers; their values are stored as secrets. */
  headerNames: Schema.Array(Schema.String),
  /** The endpoint is notified of a date that moves by more. A new value applies to all its registrations from then on. */
  dateChangeThresholdHours: ThresholdHours,
  finalPod: FinalPodMode.pipe(Schema.withConstructorDefault(Effect.succeed(DEFAULT_FINAL_POD))),
  finalPodHoldHours: FinalPodHoldHours.pipe(
    Schema.withConstructorDefault(Effect.succeed(DEFAULT_FINAL_POD_HOLD_HOURS))
  ),
  format: DeliveryFormat.pipe(Schema.withConstructorDefault(Effect.succeed(DEFAULT_FORMAT))),
  ordering: DeliveryOrdering.pipe(Schema.withConstructorDefault(Effect.succeed(DEFAULT_ORDERING))),
  /** Whether shipments that the account tracks from now on are registered on the endpoint. */
  enrolFuture: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))),
  disabled: Schema.Boolean,
  /** When it was disabled, by the clock of the store. Remains when it is enabled again. */
  disabledAt: Schema.Option(Schema.DateTimeUtc),
  /** When a receiver at this URL first responded with 2xx. None: few attempts a minute are sent. */
  verifiedAt: Schema.Option(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
}) {}

/**
 * An endpoint after a change that was requested: `disabledAt` is `now` when the change disables it, and another URL has
 * to be verified again.
 */
export const applyChange = (before: Endpoint, requested: Endpoint, now: DateTime.Utc): Endpoint =>
  new Endpoint({
    ...requested,
    disabledAt: requested.disabled && !before.disabled ? Option.some(now) : before.disabledAt,
    verifiedAt: requested.url === before.url ? before.verifiedAt : Option.none()
  })

/** Whether an endpoint with this filter receives this type. */
export const matchesFilter = (filterTypes: Option.Option<ReadonlyArray<string>>, type: string): boolean =>
  Option.match(filterTypes, {
    onNone: () => isDefaultEventType(type),
    onSome: (types) => types.includes(type)
  })

/** Every type that an endpoint with this filter receives about shipments. */
export const subscribedShipmentTypes = (filterTypes: Option.Option<FilterTypes>): ReadonlyArray<ShipmentEventType> =>
  Option.match(filterTypes, {
    onNone: () => DefaultEventType.literals,
    onSome: (types) => types.filter(isShipmentEventType)
  })

/** The parts of an endpoint that are never shown in full. */
export interface EndpointCredentials {
  readonly secrets: SecretRing
  readonly headers: RedactedHeaders
  /** The credentials in the URL. */
  readonly urlSecret?: Redacted.Redacted<string>
}

/** A change of the credentials: absent parts remain unchanged. */
export interface CredentialsChange {
  readonly headers?: RedactedHeaders
  /** None: the URL has no credentials. */
  readonly urlSecret?: Option.Option<Redacted.Redacted<string>>
  readonly secrets?: (ring: SecretRing) => SecretRing
}

/** Stores endpoints. An endpoint of another account is not found. */
export class EndpointStore extends Context.Service<
  EndpointStore,
  {
    /** Stores an endpoint, unless the account has as many as the limit `account.endpoints` allows. */
    readonly create: (
      endpoint: Endpoint,
      credentials: EndpointCredentials
    ) => Effect.Effect<void, LimitExceeded | StorageError>
    /** The endpoint with this id, which belongs to the account. */
    readonly find: (accountId: AccountId, id: EndpointId) => Effect.Effect<Endpoint, EndpointNotFound | StorageError>
    /** The account's endpoints, or those of one application, oldest first. */
    readonly list: (
      accountId: AccountId,
      page: PageRequest,
      applicationId?: ApplicationId
    ) => Effect.Effect<Page<Endpoint>, StorageError>
    /**
     * Changes an endpoint by a pure function of its current value, and the given parts of its credentials, in one
     * transaction. An endpoint that is disabled skips its waiting deliveries. One that is enabled again is healthy until
     * it fails, and is probed: one delivery at a time is sent to it until one has succeeded.
     */
    readonly modify: (
      accountId: AccountId,
      id: EndpointId,
      change: (endpoint: Endpoint) => Endpoint,
      credentials?: CredentialsChange
    ) => Effect.Effect<Endpoint, EndpointNotFound | StorageError>
    /** Removes an endpoint with its registrations; its open deliveries are recorded as skipped. */
    readonly remove: (
      accountId: AccountId,
      id: EndpointId,
      at: DateTime.Utc
    ) => Effect.Effect<void, EndpointNotFound | StorageError>
    /** The signing secrets of an endpoint: the current one, and those that it has replaced. */
    readonly secrets: (
      accountId: AccountId,
      id: EndpointId
    ) => Effect.Effect<SecretRing, EndpointNotFound | StorageError>
    /** Changes the secrets by a pure function, as `modify` does. */
    readonly modifySecrets: (
      accountId: AccountId,
      id: EndpointId,
      change: (ring: SecretRing) => SecretRing
    ) => Effect.Effect<SecretRing, EndpointNotFound | StorageError>
  }
>()("@landfall/core/alerts/endpoints/EndpointStore") {}
