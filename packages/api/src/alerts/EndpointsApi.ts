import { DeliveryOrdering } from "@landfall/core/alerts/delivery/DeliveryOrdering"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import { CustomRetryPolicy, RequestedRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { EndpointDescription, EndpointUrl, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { FinalPodHoldHours, FinalPodMode } from "@landfall/core/alerts/endpoints/FinalPodHold"
import { MessageId } from "@landfall/core/alerts/Message"
import { CustomHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import { DeliveryFormat } from "@landfall/core/alerts/sending/DeliveryFormat"
import { SigningSecretInput } from "@landfall/core/alerts/sending/SigningSecret"
import { ThresholdHours } from "@landfall/core/alerts/ThresholdHours"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { idempotencyHeader } from "../conventions/IdempotencyHeader.ts"
import { pathId } from "../conventions/Ids.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { RequestMetadata } from "../conventions/RequestMetadata.ts"

/** Settings of delivery. Null or missing: the default. */
const deliveryFields = {
  dateChangeThresholdHours: Schema.optionalKey(Schema.NullOr(ThresholdHours)).annotateKey({
    description:
      "The endpoint is notified of a date that moves by more than this number of hours, 0 to 720. Default: 24."
  }),
  rateLimit: Schema.optionalKey(Schema.NullOr(RateLimit)).annotateKey({
    description: "Maximum number of messages per second, 1 to 1000. Default: no limit."
  }),
  retryPolicy: Schema.optionalKey(Schema.NullOr(RequestedRetryPolicy)).annotateKey({
    description:
      "Custom retry policy: the waits before each attempt in seconds, and their jitter. Default: the policy of the service."
  }),
  headers: Schema.optionalKey(Schema.NullOr(CustomHeaders)).annotateKey({
    description: "Custom headers of every delivery. Their values are hidden in responses."
  }),
  finalPod: Schema.optionalKey(Schema.NullOr(FinalPodMode)).annotateKey({
    description:
      "`confirmed`: a discharge that only the lack of an onward plan shows to be at the final POD is notified once there is evidence, or after `finalPodHoldHours`. `eager`: immediately. Default: confirmed."
  }),
  finalPodHoldHours: Schema.optionalKey(Schema.NullOr(FinalPodHoldHours)).annotateKey({
    description: "How many hours such a discharge is held at most, 0 to 168. Default: 24."
  }),
  ordering: Schema.optionalKey(Schema.NullOr(DeliveryOrdering)).annotateKey({
    description:
      "`none`: each alert is sent as soon as possible. `shipment`: the alerts of a shipment are sent in the order of `sequence`, each once the previous one is delivered, exhausted or skipped. Default: none."
  }),
  format: Schema.optionalKey(Schema.NullOr(DeliveryFormat)).annotateKey({
    description:
      "The form of the bodies: `standard` is {type, timestamp, data}, `cloudevents` a CloudEvents 1.0 event in structured mode. Default: standard."
  })
}

const SECRET_FORM = "`whsec_` and the base64 of 24 to 64 bytes, or that base64 alone."

const URL_FORM =
  "The URL that receives the alerts: https:// or http://, the URL of a broker (nats://, amqp://, sqs://) where its scheme is enabled, or `landfall://test-receiver`. In place of an unchanged password, `***` may be sent back."

/** The labels of an endpoint, and its filter. Null or missing: the default. */
const labelFields = {
  description: Schema.optionalKey(Schema.NullOr(EndpointDescription)).annotateKey({
    description: "A note of the owner."
  }),
  filterTypes: Schema.optionalKey(Schema.NullOr(FilterTypes)).annotateKey({
    description: "The event types that the endpoint receives. Default: the whole catalogue."
  }),
  metadata: Schema.optionalKey(Schema.NullOr(RequestMetadata)).annotateKey({
    description:
      "Labels of the owner: keys of 1 to 40 characters, values of at most 500, together at most 8,192 bytes. Default: none."
  })
}

/** The body of a request that creates an endpoint. Only `url` is required. */
export const CreateEndpoint = Schema.Struct({
  url: EndpointUrl.annotateKey({ description: URL_FORM }),
  ...labelFields,
  secret: Schema.optionalKey(Schema.NullOr(SigningSecretInput)).annotateKey({
    description: `${SECRET_FORM} Default: a new random secret.`
  }),
  ...deliveryFields,
  applicationId: Schema.optionalKey(Schema.NullOr(ApplicationId)).annotateKey({
    description: "The application of the endpoint."
  })
}).annotate({ identifier: "CreateEndpoint" })

/** The body of a request that checks a target before an endpoint is created. */
export const CheckTarget = Schema.Struct({
  url: EndpointUrl.annotateKey({ description: URL_FORM }),
  headers: deliveryFields.headers
}).annotate({ identifier: "CheckTarget" })

/** Further fields of a request that replaces or changes an endpoint. */
const stateFields = {
  enrolFuture: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "true: every shipment that the account tracks from now on is registered on this endpoint, at the price of `shipment.track`."
  }),
  secret: Schema.optionalKey(SigningSecretInput).annotateKey({
    description: `The new signing secret. ${SECRET_FORM} Messages are also signed with the previous secret for 24 hours. Default: the secret is unchanged.`
  }),
  disabled: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether the endpoint is disabled: it receives nothing, and its open deliveries are skipped."
  })
}

/** The body of a request that replaces the settings of an endpoint: those that are absent become their defaults. */
export const ReplaceEndpoint = Schema.Struct({
  url: EndpointUrl.annotateKey({ description: URL_FORM }),
  ...labelFields,
  ...deliveryFields,
  ...stateFields
}).annotate({ identifier: "ReplaceEndpoint" })

/** The body of a request that changes an endpoint. Absent properties remain unchanged; null clears one. */
export const ChangeEndpoint = Schema.Struct({
  ...ReplaceEndpoint.fields,
  url: Schema.optionalKey(EndpointUrl).annotateKey({ description: URL_FORM })
}).annotate({ identifier: "ChangeEndpoint" })

/** An endpoint with its settings, state and health, without its secrets. */
export const EndpointView = Schema.Struct({
  id: EndpointId.annotateKey({ description: "The id of the object." }),
  applicationId: ApplicationId.annotateKey({ description: "The application of the endpoint." }),
  url: Schema.String.annotateKey({ description: "The URL that receives the alerts; `***` stands for its password." }),
  description: Schema.NullOr(Schema.String).annotateKey({ description: "A note of the owner." }),
  filterTypes: Schema.NullOr(Schema.Array(SubscribableEventType)).annotateKey({
    description: "The event types that the endpoint receives; null: the whole catalogue."
  }),
  metadata: Schema.Record(Schema.String, Schema.String).annotateKey({ description: "Labels of the owner." }),
  rateLimit: Schema.NullOr(RateLimit).annotateKey({
    description: "Maximum number of messages per second; null: no limit."
  }),
  retryPolicy: Schema.NullOr(CustomRetryPolicy).annotateKey({
    description: "The custom retry policy; null: the policy of the service."
  }),
  headers: Schema.NullOr(Schema.Record(Schema.String, Schema.String)).annotateKey({
    description: "The names of the custom headers, each with the value `(hidden)`."
  }),
  dateChangeThresholdHours: ThresholdHours.annotateKey({
    description: "The endpoint is notified of a date that moves by more than this number of hours."
  }),
  finalPod: FinalPodMode.annotateKey({
    description:
      "Whether a discharge at a final POD without evidence is held (`confirmed`) or notified immediately (`eager`)."
  }),
  finalPodHoldHours: FinalPodHoldHours.annotateKey({
    description: "How many hours such a discharge is held at most."
  }),
  ordering: DeliveryOrdering.annotateKey({
    description: "Whether the alerts of a shipment are sent one after the other (`shipment`) or immediately (`none`)."
  }),
  format: DeliveryFormat.annotateKey({ description: "The form of the bodies that the endpoint receives." }),
  enrolFuture: Schema.Boolean.annotateKey({
    description: "Whether shipments that the account tracks from now on are registered on this endpoint."
  }),
  disabled: Schema.Boolean.annotateKey({ description: "Whether the endpoint is disabled." }),
  disabledAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "When the endpoint was disabled; null while it is enabled."
  }),
  verifiedAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description:
      "When this URL first responded with 2xx; null before, while the limit `endpoint.unverifiedAttempts` applies to it."
  }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the object was created." }),
  updatedAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the object was last changed." })
}).annotate({ identifier: "Endpoint" })

/** The signing secret of an endpoint. */
export const SecretView = Schema.Struct({
  key: Schema.String.annotateKey({ description: "The signing secret: `whsec_` and base64." })
}).annotate({ identifier: "EndpointSecret" })

/** The body of a request that replaces the signing secret of an endpoint. */
export const RotateSecret = Schema.Struct({
  secret: Schema.optionalKey(Schema.NullOr(SigningSecretInput)).annotateKey({
    description: `${SECRET_FORM} Default: a new random secret.`
  })
}).annotate({ identifier: "RotateSecret" })

/** The body of a request that sends an example of an event type. */
export const SendExample = Schema.Struct({
  eventType: SubscribableEventType.annotateKey({ description: "The event type of the example." })
}).annotate({ identifier: "SendExample" })

/** The message of a requested example. */
export const ExampleMessage = Schema.Struct({
  id: MessageId.annotateKey({ description: "The id of the object." }),
  eventType: Schema.String.annotateKey({ description: "The event type of the example." }),
  endpointId: EndpointId.annotateKey({ description: "The endpoint that the example is sent to." }),
  example: Schema.Literal(true).annotateKey({ description: "The message is an example." }),
  payload: Schema.Unknown.annotateKey({ description: "The body of the webhook." }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the object was created." }),
  warning: Schema.optionalKey(Schema.Literal("endpoint_disabled")).annotateKey({
    description: "Present when the endpoint is disabled: the example is recorded as skipped and not sent."
  })
}).annotate({ identifier: "ExampleMessage" })

const params = { id: pathId("endpoint") }

const EndpointPage = pageSchema(EndpointView, "EndpointPage")

const listEndpoint = (name: "list" | "listPlural", path: `/${string}`) =>
  HttpApiEndpoint.get(name, path, {
    query: ListQuery,
    success: EndpointPage,
    error: apiErrors(400)
  }).annotate(OpenApi.Summary, "List endpoints, oldest first")

/** Endpoints: URLs that receive signed webhooks. */
export class EndpointsApi extends HttpApiGroup.make("endpoints")
  .add(
    HttpApiEndpoint.post("create", `${ALERTS_PREFIX}/endpoint`, {
      headers: idempotencyHeader,
      payload: CreateEndpoint,
      success: EndpointView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 404, 409, 413, 415, 422)
    })
      .annotate(OpenApi.Summary, "Create an endpoint")
      .annotate(
        OpenApi.Description,
        "Without `applicationId`, the endpoint belongs to the first application of the account, which is created if there is none. Without `filterTypes`, the endpoint receives every type of the catalogue. A request that repeats an `idempotency-key` within 24 hours gets the first response again."
      ),
    HttpApiEndpoint.post("check", `${ALERTS_PREFIX}/endpoint/check`, {
      payload: CheckTarget,
      success: HttpApiSchema.NoContent,
      error: apiErrors(400, 413, 415)
    })
      .annotate(OpenApi.Summary, "Check whether alerts can be sent to a URL")
      .annotate(
        OpenApi.Description,
        "Applies the rules of `create` to the URL, its host and its addresses, and to the custom headers. Nothing is stored and nothing is sent."
      ),
    listEndpoint("list", `${ALERTS_PREFIX}/endpoint`),
    listEndpoint("listPlural", `${ALERTS_PREFIX}/endpoints`),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/endpoint/:id`, {
      params,
      success: EndpointView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Retrieve an endpoint"),
    HttpApiEndpoint.put("replace", `${ALERTS_PREFIX}/endpoint/:id`, {
      params,
      payload: ReplaceEndpoint,
      success: EndpointView,
      error: apiErrors(400, 404, 413, 415)
    }).annotate(
      OpenApi.Summary,
      "Replace an endpoint; missing properties are reset to their defaults, except the secret"
    ),
    HttpApiEndpoint.patch("change", `${ALERTS_PREFIX}/endpoint/:id`, {
      params,
      payload: ChangeEndpoint,
      success: EndpointView,
      error: apiErrors(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Update an endpoint; missing properties stay unchanged"),
    HttpApiEndpoint.delete("remove", `${ALERTS_PREFIX}/endpoint/:id`, {
      params,
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Delete an endpoint and its registrations"),
    HttpApiEndpoint.get("secret", `${ALERTS_PREFIX}/endpoint/:id/secret`, {
      params,
      success: SecretView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Retrieve the signing secret of an endpoint"),
    HttpApiEndpoint.post("rotateSecret", `${ALERTS_PREFIX}/endpoint/:id/secret/rotate`, {
      params,
      payload: [RotateSecret, Schema.Null],
      success: SecretView,
      error: apiErrors(400, 404, 413, 415)
    }).annotate(
      OpenApi.Summary,
      "Rotate the signing secret; messages are also signed with the previous secret for 24 hours"
    ),
    HttpApiEndpoint.post("sendExample", `${ALERTS_PREFIX}/endpoint/:id/send-example`, {
      params,
      payload: SendExample,
      success: ExampleMessage.pipe(HttpApiSchema.status(202)),
      error: apiErrors(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Send an example of an event type, regardless of the filter")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "URLs that receive signed webhooks.") {}
