import { IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { SentHeaders } from "@landfall/core/alerts/delivery/SentHeaders"
import { SigningSecretText } from "@landfall/core/alerts/delivery/SigningSecret"
import { RateLimit } from "@landfall/core/alerts/delivery/Throttle"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import {
  Description,
  EndpointUrl,
  FilterTypes,
  Metadata,
  SubscribableType
} from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId } from "@landfall/core/alerts/Message"
import { OwnRetryPolicy } from "@landfall/core/alerts/RetryPolicy"
import { ThresholdHours } from "@landfall/core/alerts/ThresholdHours"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { failures } from "../conventions/ErrorResponses.ts"
import { ListQuery, pageOf } from "../conventions/Listing.ts"
import { ALERTS } from "../conventions/Prefixes.ts"

/** What an endpoint hears, and how it is sent; null or left out: as by default. */
const sending = {
  dateChangeThresholdHours: Schema.optionalKey(Schema.NullOr(ThresholdHours)).annotateKey({
    description: "It hears of dates that have moved by more hours than this, 0 to 720; null for 24"
  }),
  rateLimit: Schema.optionalKey(Schema.NullOr(RateLimit)).annotateKey({
    description: "The most messages a second, 1 to 1000; null for as fast as it answers"
  }),
  retryPolicy: Schema.optionalKey(Schema.NullOr(OwnRetryPolicy)).annotateKey({
    description: "Its own waits before each attempt, in seconds, and how far they are spread; null for the default"
  }),
  headers: Schema.optionalKey(Schema.NullOr(SentHeaders)).annotateKey({
    description: "Headers that are sent along with every delivery; their values are not shown again"
  })
}

export const CreateEndpoint = Schema.Struct({
  url: EndpointUrl,
  description: Schema.optionalKey(Schema.NullOr(Description)),
  filterTypes: Schema.optionalKey(Schema.NullOr(FilterTypes)),
  secret: Schema.optionalKey(Schema.NullOr(SigningSecretText)),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata)),
  ...sending,
  applicationId: Schema.optionalKey(Schema.NullOr(ApplicationId))
}).annotate({ identifier: "CreateEndpoint" })

export const ReplaceEndpoint = Schema.Struct({
  url: EndpointUrl,
  description: Schema.optionalKey(Schema.NullOr(Description)),
  filterTypes: Schema.optionalKey(Schema.NullOr(FilterTypes)),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata)),
  ...sending,
  disabled: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "ReplaceEndpoint" })

export const ChangeEndpoint = Schema.Struct({
  url: Schema.optionalKey(EndpointUrl),
  description: Schema.optionalKey(Schema.NullOr(Description)),
  filterTypes: Schema.optionalKey(Schema.NullOr(FilterTypes)),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata)),
  ...sending,
  disabled: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "ChangeEndpoint" })

export const EndpointView = Schema.Struct({
  id: EndpointId,
  applicationId: ApplicationId,
  url: Schema.String,
  description: Schema.NullOr(Schema.String),
  filterTypes: Schema.NullOr(Schema.Array(SubscribableType)),
  metadata: Schema.Record(Schema.String, Schema.String),
  rateLimit: Schema.NullOr(RateLimit),
  retryPolicy: Schema.NullOr(OwnRetryPolicy),
  /** The names of the headers that are sent along, each with the value `(hidden)`. */
  headers: Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
  dateChangeThresholdHours: ThresholdHours,
  disabled: Schema.Boolean,
  /** Since when it is disabled; null while it is not. */
  disabledAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  createdAt: Schema.DateTimeUtcFromString,
  updatedAt: Schema.DateTimeUtcFromString
}).annotate({ identifier: "Endpoint" })

export const SecretView = Schema.Struct({ key: Schema.String }).annotate({ identifier: "EndpointSecret" })

export const RotateSecret = Schema.Struct({
  key: Schema.optionalKey(Schema.NullOr(SigningSecretText))
}).annotate({ identifier: "RotateSecret" })

export const SendExample = Schema.Struct({ eventType: SubscribableType }).annotate({ identifier: "SendExample" })

export const ExampleMessage = Schema.Struct({
  id: MessageId,
  eventType: Schema.String,
  endpointId: EndpointId,
  example: Schema.Literal(true),
  payload: Schema.Unknown,
  createdAt: Schema.DateTimeUtcFromString,
  /** The endpoint is disabled, so the example is recorded as skipped and not sent. */
  warning: Schema.optionalKey(Schema.Literal("endpoint_disabled"))
}).annotate({ identifier: "ExampleMessage" })

const params = { id: Schema.String }

const list = (name: "list" | "listPlural", path: `/${string}`) =>
  HttpApiEndpoint.get(name, path, {
    query: ListQuery,
    success: pageOf(EndpointView, "EndpointPage"),
    error: failures(400)
  }).annotate(OpenApi.Summary, "List endpoints, oldest first")

/** Places that receive signed alerts. */
export class EndpointsApi extends HttpApiGroup.make("endpoints")
  .add(
    HttpApiEndpoint.post("create", `${ALERTS}/endpoint`, {
      headers: { "idempotency-key": Schema.optionalKey(IdempotencyKey) },
      payload: CreateEndpoint,
      success: EndpointView.pipe(HttpApiSchema.status(201)),
      error: failures(400, 404, 409, 413, 415, 422)
    })
      .annotate(OpenApi.Summary, "Create an endpoint")
      .annotate(
        OpenApi.Description,
        "Without `applicationId` the endpoint joins the account's first application, made on the spot when there is none. Without `filterTypes` it receives the whole catalogue. With an `idempotency-key` the same request gets the first answer again for 24 hours."
      ),
    list("list", `${ALERTS}/endpoint`),
    list("listPlural", `${ALERTS}/endpoints`),
    HttpApiEndpoint.get("get", `${ALERTS}/endpoint/:id`, {
      params,
      success: EndpointView,
      error: failures(404)
    }).annotate(OpenApi.Summary, "Read an endpoint"),
    HttpApiEndpoint.put("replace", `${ALERTS}/endpoint/:id`, {
      params,
      payload: ReplaceEndpoint,
      success: EndpointView,
      error: failures(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Replace what can be edited of an endpoint; what is left out is cleared"),
    HttpApiEndpoint.patch("change", `${ALERTS}/endpoint/:id`, {
      params,
      payload: ChangeEndpoint,
      success: EndpointView,
      error: failures(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Change parts of an endpoint; what is left out stays"),
    HttpApiEndpoint.delete("remove", `${ALERTS}/endpoint/:id`, {
      params,
      success: HttpApiSchema.NoContent,
      error: failures(404)
    }).annotate(OpenApi.Summary, "Remove an endpoint with its registrations"),
    HttpApiEndpoint.get("secret", `${ALERTS}/endpoint/:id/secret`, {
      params,
      success: SecretView,
      error: failures(404)
    }).annotate(OpenApi.Summary, "Read the signing secret"),
    HttpApiEndpoint.post("rotateSecret", `${ALERTS}/endpoint/:id/secret/rotate`, {
      params,
      payload: [RotateSecret, Schema.Null],
      success: SecretView,
      error: failures(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Make a new signing secret; the one before it signs along for 24 hours"),
    HttpApiEndpoint.post("sendExample", `${ALERTS}/endpoint/:id/send-example`, {
      params,
      payload: SendExample,
      success: ExampleMessage.pipe(HttpApiSchema.status(202)),
      error: failures(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Send an example of an event type, whatever the filter says")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Places that receive signed alerts.") {}
