import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { LargeBodyLimit } from "../conventions/BodyLimit.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

export const EventsReceipt = Schema.Struct({
  /** Events that were not known yet. */
  added: Schema.Int,
  /** Events that say again what is known. */
  repeated: Schema.Int,
  /** Shipments of the account that the new events speak of. */
  shipments: Schema.Array(Schema.String),
  /** Alerts written to the outbox. */
  alerts: Schema.Int,
  /** Events that could not be read, one by one; the others were taken. */
  refused: Schema.Array(Schema.Struct({ index: Schema.Int, path: Schema.String, reason: Schema.String })),
  /** What is not known of the events taken, and how often it came: kept and counted, never refused. */
  unknown: Schema.Record(Schema.String, Schema.Int)
}).annotate({ identifier: "EventsReceived" })

/** Carriers' events. */
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
        "One event or a list of them, as carriers send them. They change the journeys of the caller's own shipments only."
      )
  )
  .middleware(LargeBodyLimit)
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "What carriers say of a shipment.") {}
