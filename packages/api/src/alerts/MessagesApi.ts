import { AttemptStatus } from "@landfall/core/alerts/delivery/AttemptRecord"
import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { SkipReason } from "@landfall/core/alerts/Message"
import { DeliveryStatus } from "@landfall/core/alerts/operations/MessageSummary"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { QueryEndpointId, QueryShipmentId } from "../conventions/Ids.ts"
import { windowFields } from "../conventions/Instants.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { AttemptView } from "./AttemptView.ts"

const QueryBoolean = Schema.Literals(["true", "false"]).transform([true, false])

export const MessagesQuery = Schema.Struct({
  ...ListQuery.fields,
  type: Schema.optionalKey(SubscribableEventType),
  status: Schema.optionalKey(DeliveryStatus).annotateKey({
    description: "Messages with a delivery of this status; the one to `endpointId` when that is given too"
  }),
  shipmentId: Schema.optionalKey(QueryShipmentId),
  endpointId: Schema.optionalKey(QueryEndpointId).annotateKey({
    description: "Messages that went to this endpoint, or were skipped there"
  }),
  example: Schema.optionalKey(QueryBoolean).annotateKey({ description: "Only examples, or none of them" }),
  ...windowFields("`createdAt`")
})

export const MessageAttemptsQuery = Schema.Struct({
  ...ListQuery.fields,
  status: Schema.optionalKey(AttemptStatus),
  endpointId: Schema.optionalKey(QueryEndpointId),
  ...windowFields("`startedAt`")
})

export const DeliveryView = Schema.Struct({
  endpointId: Schema.String,
  status: DeliveryStatus,
  /** How many attempts were made. */
  attempts: Schema.Int,
  /** The earliest instant of the next attempt; null unless the status is `pending`. */
  nextAttemptAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  skipReason: Schema.NullOr(SkipReason),
  /** When it succeeded, was given up or skipped. */
  settledAt: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "Delivery" })

const messageFields = {
  id: Schema.String,
  type: Schema.String,
  shipmentId: Schema.NullOr(ShipmentId),
  example: Schema.Boolean,
  createdAt: Schema.DateTimeUtcFromString,
  /** What has become of it, by endpoint. */
  deliveries: Schema.Array(DeliveryView),
  /** There are more deliveries than are shown. */
  moreDeliveries: Schema.Boolean
}

export const MessageView = Schema.Struct(messageFields).annotate({ identifier: "Message" })

export const MessageDetail = Schema.Struct({ ...messageFields, payload: Schema.Unknown }).annotate({
  identifier: "MessageDetail"
})

const params = { id: Schema.String }

const SHORT_PAGE_NOTE =
  "A page can have fewer rows than `limit`, even none, and still not be the last: go on with `iterator` until `done`."

/** What was sent, and what has become of it. */
export class MessagesApi extends HttpApiGroup.make("messages")
  .add(
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/message`, {
      query: MessagesQuery,
      success: pageSchema(MessageView, "MessagePage"),
      error: apiErrors(400)
    })
      .annotate(OpenApi.Summary, "List messages, newest first")
      .annotate(
        OpenApi.Description,
        `Each with its first 100 deliveries and the one to \`endpointId\`. \`since\` counts, \`until\` does not. ${SHORT_PAGE_NOTE}`
      ),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/message/:id`, {
      params,
      success: MessageDetail,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Read a message with its payload and its first 1,000 deliveries"),
    HttpApiEndpoint.get("attempts", `${ALERTS_PREFIX}/message/:id/attempts`, {
      params,
      query: MessageAttemptsQuery,
      success: pageSchema(AttemptView, "AttemptPage"),
      error: apiErrors(400, 404)
    }).annotate(OpenApi.Summary, "List the attempts to deliver a message, newest first")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "What was sent, and what has become of it.") {}
