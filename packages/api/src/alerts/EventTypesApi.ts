import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

const EventTypeView = Schema.Struct({
  type: SubscribableEventType,
  family: Schema.Literals(["catalogue", "opt-in", "operational"]).annotate({
    description: "The catalogue is sent to whoever names no filter; the others to those alone who name them"
  }),
  /** Sent only to endpoints that name it in `filterTypes`. */
  optIn: Schema.Boolean,
  description: Schema.String,
  schema: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "JSON Schema (draft 2020-12) of the body"
  }),
  example: Schema.Unknown
}).annotate({ identifier: "EventType" })

/** What can be told. */
export class EventTypesApi extends HttpApiGroup.make("eventTypes")
  .add(
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/event-types`, {
      success: Schema.Struct({ data: Schema.Array(EventTypeView) }).annotate({ identifier: "EventTypeList" })
    })
      .annotate(OpenApi.Summary, "List the event types")
      .annotate(
        OpenApi.Description,
        "The 33 types of the catalogue first, then those that are sent only to endpoints that name them. Each with what it means, the JSON Schema of its body, and one body made as real ones are."
      )
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "What can be told, and how it looks.") {}
