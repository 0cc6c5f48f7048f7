import { IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import { CustomRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { EndpointDescription, EndpointUrl, FilterTypes, Metadata } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId } from "@landfall/core/alerts/Message"
import { CustomHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import { SigningSecretText } from "@landfall/core/alerts/sending/SigningSecret"
import { ThresholdHours } from "@landfall/core/alerts/ThresholdHours"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

/** What an endpoint hears, and how it is sent; null or left out: as by default. */
const deliveryFields = {
  dateChangeThresholdHours: Schema.optionalKey(Schema.NullOr(ThresholdHours)).annotateKey({
    description: "It hears of dates that have moved by more hours than this, 0 to 720; null for 24"
  }),
  rateLimit: Schema.optionalKey(Schema.NullOr(RateLimit)).annotateKey({
    description: "The most messages a second, 1 to 1000; null for as fast as it answers"
  }),
  retryPolicy: Schema.optionalKey(Schema.NullOr(CustomRetryPolicy)).annotateKey({
    description: "Its own waits before each attempt, in seconds, and how far they are spread; null for the default"
  }),
  headers: Schema.optionalKey(Schema.NullOr(CustomHeaders)).annotateKey({
    description: "Headers that are sent along with every delivery; their values are not shown again"
  })
}

export const CreateEndpoint = Schema.Struct({
  url: EndpointUrl,
  description: Schema.optionalKey(Schema.NullOr(EndpointDescription)),
  filterTypes: Schema.optionalKey(Schema.NullOr(FilterTypes)),
  secret: Schema.optionalKey(Schema.NullOr(SigningSecretText)),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata)),
  ...deliveryFields,
  applicationId: Schema.optionalKey(Schema.NullOr(ApplicationId))
}).annotate({ identifier: "CreateEndpoint" })

export const ReplaceEndpoint = Schema.Struct({
  url: EndpointUrl,
  description: Schema.optionalKey(Schema.NullOr(EndpointDescription)),
  filterTypes: Schema.optionalKey(Schema.NullOr(FilterTypes)),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata)),
  ...deliveryFields,
  disabled: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "ReplaceEndpoint" })

export const ChangeEndpoint = Schema.Struct({
  url: Schema.optionalKey(EndpointUrl),
  description: Schema.optionalKey(Schema.NullOr(EndpointDescription)),
  filterTypes: Schema.optionalKey(Schema.NullOr(FilterTypes)),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata)),
  ...deliveryFields,
  disabled: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "ChangeEndpoint" })

export const EndpointView = Schema.Struct({
  id: EndpointId,
  applicationId: ApplicationId,
  url: Schema.String,
  description: Schema.NullOr(Schema.String),
  filterTypes: Schema.NullOr(Schema.Array(SubscribableEventType)),
  metadata: Schema.Record(Schema.String, Schema.String),
  rateLimit: Schema.NullOr(RateLimit),
  retryPolicy: Schema.NullOr(CustomRetryPolicy),
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

export const SendExample = Schema.Struct({ eventType: SubscribableEventType }).annotate({ identifier: "SendExample" })

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

const listEndpoint = (name: "list" | "listPlural", path: `/${string}`) =>
  HttpApiEndpoint.get(name, path, {
    query: ListQuery,
    success: pageSchema(EndpointView, "EndpointPage"),
    error: apiErrors(400)
  }).annotate(OpenApi.Summary, "List endpoints, oldest first")

/** Places that receive signed alerts. */
export class EndpointsApi extends HttpApiGroup.make("endpoints")
  .add(
    HttpApiEndpoint.post("create", `${ALERTS_PREFIX}/endpoint`, {
      headers: { "idempotency-key": Schema.optionalKey(IdempotencyKey) },
      payload: CreateEndpoint,
      success: EndpointView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 404, 409, 413, 415, 422)
    })
      .annotate(OpenApi.Summary, "Create an endpoint")
      .annotate(
        OpenApi.Description,
        "Without `applicationId` the endpoint joins the account's first application, made on the spot when there is none. Without `filterTypes` it receives the whole catalogue. With an `idempotency-key` the same request gets the first answer again for 24 hours."
      ),
    listEndpoint("list", `${ALERTS_PREFIX}/endpoint`),
    listEndpoint("listPlural", `${ALERTS_PREFIX}/endpoints`),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/endpoint/:id`, {
      params,
      success: EndpointView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Read an endpoint"),
    HttpApiEndpoint.put("replace", `${ALERTS_PREFIX}/endpoint/:id`, {
      params,
      payload: ReplaceEndpoint,
      success: EndpointView,
      error: apiErrors(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Replace what can be edited of an endpoint; what is left out is cleared"),
    HttpApiEndpoint.patch("change", `${ALERTS_PREFIX}/endpoint/:id`, {
      params,
      payload: ChangeEndpoint,
      success: EndpointView,
      error: apiErrors(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Change parts of an endpoint; what is left out stays"),
    HttpApiEndpoint.delete("remove", `${ALERTS_PREFIX}/endpoint/:id`, {
      params,
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Remove an endpoint with its registrations"),
    HttpApiEndpoint.get("secret", `${ALERTS_PREFIX}/endpoint/:id/secret`, {
      params,
      success: SecretView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Read the signing secret"),
    HttpApiEndpoint.post("rotateSecret", `${ALERTS_PREFIX}/endpoint/:id/secret/rotate`, {
      params,
      payload: [RotateSecret, Schema.Null],
      success: SecretView,
      error: apiErrors(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Make a new signing secret; the one before it signs along for 24 hours"),
    HttpApiEndpoint.post("sendExample", `${ALERTS_PREFIX}/endpoint/:id/send-example`, {
      params,
      payload: SendExample,
      success: ExampleMessage.pipe(HttpApiSchema.status(202)),
      error: apiErrors(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Send an example of an event type, whatever the filter says")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Places that receive signed alerts.") {}
