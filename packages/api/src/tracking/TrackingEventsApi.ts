import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { LargeBodyLimit } from "../conventions/BodyLimit.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

/** The result of sending carrier events: what was added, matched and rejected. */
export const EventsReceipt = Schema.Struct({
  added: Schema.Int.annotateKey({ description: "Number of new events." }),
  excess: Schema.Int.annotateKey({
    description:
      "Number of new events that were not stored, because their container, booking or bill of lading has as many as the limits `container.events` and `document.events` allow."
  }),
  repeated: Schema.Int.annotateKey({ description: "Number of events that were received before." }),
  shipments: Schema.Array(Schema.String).annotateKey({
    description: "Shipments of the account that the new events concern."
  }),
  alerts: Schema.Int.annotateKey({ description: "Number of alerts that the events caused." }),
  rejected: Schema.Array(
    Schema.Struct({
      index: Schema.Int.annotateKey({ description: "The position of the event in the request, from 0." }),
      path: Schema.String.annotateKey({ description: "The path of the invalid property in the event." }),
      reason: Schema.String.annotateKey({ description: "The fault of the property." })
    })
  ).annotateKey({
    description: "Events that could not be read, by their index in the request. The other events are accepted."
  }),
  unknown: Schema.Record(Schema.String, Schema.Int).annotateKey({
    description:
      "Unknown values of accepted events, as `field=value`, and properties, by their path, with their number of occurrences. An event with an unknown code is stored and changes no milestone; an unknown property is ignored."
  })
}).annotate({ identifier: "EventsReceived" })

/** Carrier events. */
export class TrackingEventsApi extends HttpApiGroup.make("trackingEvents")
  .add(
    HttpApiEndpoint.post("receive", `${ALERTS_PREFIX}/tracking/events`, {
      payload: Schema.Unknown,
      success: EventsReceipt.pipe(HttpApiSchema.status(202)),
      error: apiErrors(400, 413, 415)
    })
      .annotate(OpenApi.Summary, "Send DCSA Track & Trace 2.2 events")
      .annotate(
        OpenApi.Description,
        "Accepts one event or an array of events, in the format of the carriers. The events change journeys of the caller's account only."
      )
  )
  .middleware(LargeBodyLimit)
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Events of carriers about shipments.") {}
