import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { failures } from "../conventions/ErrorResponses.ts"
import { LargeBodies } from "../conventions/LargeBodies.ts"
import { ALERTS } from "../conventions/Prefixes.ts"

export const EventsReceived = Schema.Struct({
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
    HttpApiEndpoint.post("receive", `${ALERTS}/tracking/events`, {
      payload: Schema.Unknown,
      success: EventsReceived.pipe(HttpApiSchema.status(202)),
      error: failures(400, 413, 415)
    })
      .annotate(OpenApi.Summary, "Send DCSA Track & Trace 2.2 events")
      .annotate(
        OpenApi.Description,
        "One event or a list of them, as carriers send them. They change the journeys of the caller's own shipments only."
      )
  )
  .middleware(LargeBodies)
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "What carriers say of a shipment.") {}
