import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { LargeBodyLimit } from "../conventions/BodyLimit.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { EventsReceipt } from "./TrackingEventsApi.ts"

const { rejected, unknown } = EventsReceipt.fields

/** The receipt of a notification. It does not state which accounts it concerns. */
export const NotificationReceipt = Schema.Struct({
  accepted: Schema.Int.annotateKey({ description: "Number of accepted events." }),
  rejected,
  unknown
}).annotate({ identifier: "NotificationReceipt" })

const params = {
  scac: Schema.String.annotate({ description: "SCAC of the carrier, such as MAEU; lower case is accepted." })
}

/** Events that carriers push. */
export class CarrierNotificationsApi extends HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.post("notify", `${ALERTS_PREFIX}/carriers/:scac/events`, {
      params,
      headers: {
        "notification-signature": Schema.optionalKey(Schema.String).annotateKey({
          description: "`sha256=` and the hex of the HMAC-SHA256 of the raw body."
        })
      },
      payload: Schema.Unknown,
      success: NotificationReceipt.pipe(HttpApiSchema.status(202)),
      error: apiErrors(400, 401, 404, 413, 415, 429, 500, 503)
    })
      .annotate(OpenApi.Summary, "Push DCSA Track & Trace 2.2 events as a configured carrier")
      .annotate(
        OpenApi.Description,
        "For carriers. Requires no API key, but the header `Notification-Signature: sha256=<hex>`: the HMAC-SHA256 of the raw body with the secret of the carrier's profile. The events change the shipments of this carrier that they concern, in every account that tracks them. Events that were received before change nothing."
      ),
    HttpApiEndpoint.head("verify", `${ALERTS_PREFIX}/carriers/:scac/events`, {
      params,
      success: HttpApiSchema.NoContent,
      error: apiErrors(404, 429)
    })
      .annotate(OpenApi.Summary, "Verify the notification address of a carrier")
      .annotate(
        OpenApi.Description,
        "For carriers that verify the address of a subscription before they accept it. Requires neither API key nor signature. Responds with 404 if notifications of this carrier are not configured."
      )
  )
  .middleware(LargeBodyLimit)
  .annotate(OpenApi.Description, "Events that carriers push, each carrier with its own path and secret.") {}
