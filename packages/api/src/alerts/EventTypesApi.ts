import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { ENTITY_TAG_NOTE, EntityTags } from "../conventions/EntityTags.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

const EventTypeView = Schema.Struct({
  type: SubscribableEventType.annotateKey({ description: "The name of the event type." }),
  family: Schema.Literals(["catalogue", "opt-in", "operational"]).annotate({
    description:
      "`catalogue`: sent to endpoints without a filter. `opt-in` and `operational`: sent only to endpoints that name the type."
  }),
  optIn: Schema.Boolean.annotateKey({
    description: "Whether the type is sent only to endpoints that name it in `filterTypes`."
  }),
  description: Schema.String.annotateKey({ description: "When the event is sent." }),
  schema: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "JSON Schema (draft 2020-12) of the webhook body."
  }),
  example: Schema.Unknown.annotateKey({ description: "An example of the webhook body." })
}).annotate({ identifier: "EventType" })

/** Every event type. */
export const EventTypeList = Schema.Struct({
  data: Schema.Array(EventTypeView).annotateKey({ description: "The event types." })
}).annotate({ identifier: "EventTypeList" })

/** Event types that endpoints can receive. */
export class EventTypesApi extends HttpApiGroup.make("eventTypes")
  .add(
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/event-types`, {
      success: EventTypeList
    })
      .annotate(OpenApi.Summary, "List the event types")
      .annotate(
        OpenApi.Description,
        `Returns the 33 types of the catalogue, then the types that are sent only to endpoints that name them. Each has its meaning, the JSON Schema of its webhook body, and an example body. ${ENTITY_TAG_NOTE}`
      )
  )
  .middleware(EntityTags)
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Event types that endpoints can receive.") {}
