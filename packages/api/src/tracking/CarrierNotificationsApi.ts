import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { LargeBodyLimit } from "../conventions/BodyLimit.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { EventsReceipt } from "./TrackingEventsApi.ts"

const { refused, unknown } = EventsReceipt.fields

/** What a carrier is told of its notification: nothing of whom it concerns. */
export const NotificationReceipt = Schema.Struct({
  /** Events that could be read. */
  taken: Schema.Int,
  refused,
  unknown
}).annotate({ identifier: "NotificationTaken" })

/** What carriers push. */
export class CarrierNotificationsApi extends HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.post("notify", `${ALERTS_PREFIX}/carriers/:scac/events`, {
      params: { scac: Schema.String },
      headers: { "notification-signature": Schema.optionalKey(Schema.String) },
      payload: Schema.Unknown,
      success: NotificationReceipt.pipe(HttpApiSchema.status(202)),
      error: apiErrors(400, 401, 404, 413, 415, 500, 503)
    })
      .annotate(OpenApi.Summary, "Push DCSA Track & Trace 2.2 events as a configured carrier")
      .annotate(
        OpenApi.Description,
        "For carriers: no API key, but the header `Notification-Signature: sha256=<hex>`, the HMAC-SHA256 of the raw body by the secret of the carrier's profile. The events reach every account that follows a shipment of this carrier which they speak of. Events that were sent before change nothing."
      ),
    HttpApiEndpoint.head("verify", `${ALERTS_PREFIX}/carriers/:scac/events`, {
      params: { scac: Schema.String },
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    })
      .annotate(OpenApi.Summary, "Check that a carrier may push here")
      .annotate(
        OpenApi.Description,
        "For carriers that check the address of a subscription before they take it: no API key and no signature. 404 where the carrier may push nothing."
      )
  )
  .middleware(LargeBodyLimit)
  .annotate(OpenApi.Description, "What carriers push, each by a path and a secret of its own.") {}
