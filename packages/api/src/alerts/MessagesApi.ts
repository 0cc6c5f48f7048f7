import { AttemptStatus } from "@landfall/core/alerts/delivery/AttemptRecord"
import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { SkipReason } from "@landfall/core/alerts/Message"
import { DeliveryStatus } from "@landfall/core/alerts/operations/MessageSummary"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { pathId, QueryEndpointId, QueryShipmentId } from "../conventions/Ids.ts"
import { windowFields } from "../conventions/Instants.ts"
import { ListQuery, pageSchema, SHORT_PAGE_NOTE } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { QueryBoolean } from "../conventions/QueryBoolean.ts"
import { AttemptPage } from "./AttemptView.ts"

/** The query of a list of messages: a page and filters. */
export const MessagesQuery = Schema.Struct({
  ...ListQuery.fields,
  type: Schema.optionalKey(SubscribableEventType).annotateKey({ description: "Returns messages of this event type." }),
  status: Schema.optionalKey(DeliveryStatus).annotateKey({
    description:
      "Returns messages with a delivery in this status: to `endpointId` if it is given, else to any endpoint."
  }),
  shipmentId: Schema.optionalKey(QueryShipmentId).annotateKey({
    description: "Returns messages about this shipment."
  }),
  endpointId: Schema.optionalKey(QueryEndpointId).annotateKey({
    description: "Returns messages with a delivery to this endpoint, including skipped ones."
  }),
  example: Schema.optionalKey(QueryBoolean).annotateKey({
    description: "true: only examples. false: no examples. Default: both."
  }),
  ...windowFields("`createdAt`")
})

/** The query of a list of the attempts to deliver one message: a page and filters. */
export const MessageAttemptsQuery = Schema.Struct({
  ...ListQuery.fields,
  status: Schema.optionalKey(AttemptStatus).annotateKey({ description: "Returns attempts with this result." }),
  endpointId: Schema.optionalKey(QueryEndpointId).annotateKey({
    description: "Returns attempts at this endpoint."
  }),
  ...windowFields("`startedAt`")
})

/** The delivery of a message to one endpoint, with its state and its attempts so far. */
export const DeliveryView = Schema.Struct({
  endpointId: Schema.String.annotateKey({ description: "The endpoint that the message is delivered to." }),
  status: DeliveryStatus.annotateKey({ description: "The state of the delivery." }),
  attempts: Schema.Int.annotateKey({ description: "Number of attempts so far." }),
  nextAttemptAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "The earliest time of the next attempt; null unless the status is `pending`."
  }),
  skipReason: Schema.NullOr(SkipReason).annotateKey({
    description: "Why the delivery was skipped; null unless the status is `skipped`."
  }),
  settledAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "When the delivery succeeded, was exhausted or was skipped."
  })
}).annotate({ identifier: "Delivery" })

const messageFields = {
  id: Schema.String.annotateKey({ description: "The id of the message, which is also the header `webhook-id`." }),
  type: Schema.String.annotateKey({ description: "The event type." }),
  shipmentId: Schema.NullOr(ShipmentId).annotateKey({
    description: "The shipment that the message is about; null when it is about none."
  }),
  shipmentNumber: Schema.NullOr(Schema.String).annotateKey({
    description: "The number of that shipment; null when the message is about none."
  }),
  example: Schema.Boolean.annotateKey({ description: "Whether the message is an example." }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the message was created." }),
  deliveries: Schema.Array(DeliveryView).annotateKey({
    description: "The deliveries of the message, one for each endpoint."
  }),
  moreDeliveries: Schema.Boolean.annotateKey({
    description: "Whether the message has more deliveries than are listed."
  })
}

/** A message without its body, as lists contain it. */
export const MessageView = Schema.Struct(messageFields).annotate({ identifier: "Message" })

/** A message with the body that every delivery of it has. */
export const MessageDetail = Schema.Struct({
  ...messageFields,
  payload: Schema.Unknown.annotateKey({ description: "The body of the webhook." })
}).annotate({
  identifier: "MessageDetail"
})

const params = { id: pathId("message") }

/** Messages and the state of their deliveries. */
export class MessagesApi extends HttpApiGroup.make("messages")
  .add(
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/message`, {
      query: MessagesQuery,
      success: pageSchema(MessageView, "MessagePage"),
      error: apiErrors(400)
    })
      .annotate(OpenApi.Summary, "List messages")
      .annotate(
        OpenApi.Description,
        `Returns the newest messages first, each with its first 100 deliveries and the one to \`endpointId\`. \`since\` is inclusive, \`until\` is exclusive. ${SHORT_PAGE_NOTE}`
      ),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/message/:id`, {
      params,
      success: MessageDetail,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Retrieve a message with its payload and its first 1,000 deliveries"),
    HttpApiEndpoint.get("attempts", `${ALERTS_PREFIX}/message/:id/attempts`, {
      params,
      query: MessageAttemptsQuery,
      success: AttemptPage,
      error: apiErrors(400, 404)
    }).annotate(OpenApi.Summary, "List the delivery attempts of a message, newest first")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Messages and the state of their deliveries.") {}
