import { IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { Metadata } from "@landfall/core/alerts/endpoints/Endpoint"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { StorableText } from "@landfall/core/faults/StorableText"
import { JourneyView } from "@landfall/core/tracking/journey/JourneyView"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ShipmentStatus, StopReason } from "@landfall/core/tracking/shipments/Shipment"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { LargeBodyLimit } from "../conventions/BodyLimit.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

const MAX_SHIPMENTS = 10_000

/**
 * One box, booking or bill of lading to follow. Only its shape is checked with the body: what is wrong with the number,
 * the type or the sealine rejects this line alone.
 */
export const TrackLineBody = Schema.Struct({
  number: Schema.String.pipe(Schema.check(Schema.isMaxLength(100, { message: "must have at most 100 characters" }))),
  sealine: Schema.optionalKey(Schema.NullOr(Schema.String)),
  type: Schema.optionalKey(Schema.NullOr(Schema.String)),
  reference: Schema.optionalKey(
    Schema.NullOr(
      StorableText.pipe(Schema.check(Schema.isMaxLength(256, { message: "must have at most 256 characters" })))
    )
  ),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata))
}).annotate({ identifier: "TrackLine" })

/** Shipments to register, by the id of the endpoint that hears of them. */
export const EasyShipment = Schema.Record(
  Schema.String,
  Schema.Struct({
    shipments: Schema.Array(TrackLineBody).pipe(
      Schema.check(
        Schema.isMinLength(1, { message: "must name at least one shipment" }),
        Schema.isMaxLength(MAX_SHIPMENTS, { message: `must have at most ${MAX_SHIPMENTS} shipments` })
      )
    )
  })
).pipe(
  Schema.check(Schema.isMinProperties(1, { message: 'must name at least one endpoint: {"ep_…": {"shipments": […]}}' }))
)

export const TrackResult = Schema.Struct({
  endpointId: Schema.String,
  number: Schema.String,
  sealine: Schema.NullOr(Schema.String),
  type: Schema.NullOr(ReferenceType),
  shipmentId: Schema.NullOr(ShipmentId),
  status: Schema.Literals(["accepted", "already_tracked", "rejected"]),
  reason: Schema.optionalKey(Schema.String),
  warning: Schema.optionalKey(Schema.Literal("no_source"))
}).annotate({ identifier: "TrackResult" })

export const TrackResults = Schema.Struct({ results: Schema.Array(TrackResult) }).annotate({
  identifier: "TrackResults"
})

const shipmentFields = {
  id: ShipmentId,
  number: Schema.String,
  type: Schema.NullOr(ReferenceType),
  sealine: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(Metadata),
  status: ShipmentStatus,
  /** Why it is stopped: `requested` by the caller, or `completed` 7 days ago; null while it is not stopped. */
  statusReason: Schema.NullOr(StopReason),
  /** When it became known that its trip is over. */
  completedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  createdAt: Schema.DateTimeUtcFromString,
  updatedAt: Schema.DateTimeUtcFromString
}

export const ShipmentView = Schema.Struct(shipmentFields).annotate({ identifier: "Shipment" })

/** How asking carriers about a shipment goes. */
export const PollStatusView = Schema.Struct({
  /** The carrier that is asked next; null while no source can know the shipment. */
  carrier: Schema.NullOr(Schema.String),
  lastCheckedAt: Schema.NullOr(Schema.String),
  /** Null when it is not asked about again by itself. */
  nextCheckAt: Schema.NullOr(Schema.String),
  /** Why the last question gave nothing; null after an answer. */
  lastError: Schema.NullOr(Schema.String),
  /** There while no configured carrier can know it: what is known comes by events that are sent. */
  warning: Schema.optionalKey(Schema.Literal("no_source"))
}).annotate({ identifier: "Checks" })

export const ShipmentJourneyView = Schema.Struct({
  ...shipmentFields,
  /** The endpoints that hear of it. */
  endpoints: Schema.Array(Schema.String),
  checks: PollStatusView,
  /** The journey of each of its containers, with every milestone and the dates given for it. */
  journeys: Schema.Array(JourneyView)
}).annotate({ identifier: "ShipmentJourney" })

export const TimelineEntry = Schema.Struct({
  receivedAt: Schema.String,
  container: Schema.NullOr(Schema.String),
  milestone: Schema.String,
  location: Schema.String,
  date: Schema.String,
  classifier: Schema.String,
  sourceEvent: Schema.String,
  /** Whether this is the date that counts now. */
  current: Schema.Boolean
}).annotate({ identifier: "TimelineEntry" })

const params = { id: Schema.String }

/** Shipments and who hears of them. */
export class ShipmentsApi extends HttpApiGroup.make("shipments")
  .add(
    HttpApiEndpoint.post("easyShipment", `${ALERTS_PREFIX}/easy-shipment`, {
      headers: { "idempotency-key": Schema.optionalKey(IdempotencyKey) },
      payload: EasyShipment,
      success: TrackResults.pipe(HttpApiSchema.status(202)),
      error: apiErrors(400, 402, 404, 409, 413, 415, 422)
    })
      .middleware(LargeBodyLimit)
      .annotate(OpenApi.Summary, "Register shipments on endpoints")
      .annotate(
        OpenApi.Description,
        "Every line is answered by itself; a line that is rejected leaves the others alone. A body that does not fit and an unknown endpoint change nothing."
      ),
    HttpApiEndpoint.post("track", `${ALERTS_PREFIX}/shipment`, {
      payload: TrackLineBody,
      success: ShipmentView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 402, 413, 415)
    }).annotate(OpenApi.Summary, "Track a shipment without any endpoint"),
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/shipment`, {
      query: ListQuery,
      success: pageSchema(ShipmentView, "ShipmentPage"),
      error: apiErrors(400)
    }).annotate(OpenApi.Summary, "List shipments, newest first"),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/shipment/:id`, {
      params,
      success: ShipmentJourneyView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Read a shipment with its journeys"),
    HttpApiEndpoint.delete("stop", `${ALERTS_PREFIX}/shipment/:id`, {
      params,
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Stop tracking a shipment"),
    HttpApiEndpoint.get("timeline", `${ALERTS_PREFIX}/shipment/:id/timeline`, {
      params,
      success: Schema.Struct({ data: Schema.Array(TimelineEntry) }).annotate({ identifier: "Timeline" }),
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Every date given for every milestone, in the order received"),
    HttpApiEndpoint.delete("unregister", `${ALERTS_PREFIX}/endpoint/:id/shipment/:shipmentId`, {
      params: { id: Schema.String, shipmentId: Schema.String },
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Remove a shipment from an endpoint; it is tracked on")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Shipments, and the endpoints that hear of them.") {}
