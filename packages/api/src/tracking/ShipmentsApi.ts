import { Metadata } from "@landfall/core/alerts/endpoints/Endpoint"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { StorableText } from "@landfall/core/faults/StorableText"
import { IsoDateTime } from "@landfall/core/time/IsoDateTime"
import { JourneyView } from "@landfall/core/tracking/journey/JourneyView"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ShipmentStatus, StopReason } from "@landfall/core/tracking/shipments/Shipment"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { LargeBodyLimit } from "../conventions/BodyLimit.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { idempotencyHeader } from "../conventions/IdempotencyHeader.ts"
import { pathId } from "../conventions/Ids.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

const MAX_SHIPMENTS = 10_000

/** Documents the types. Another text is valid here: it rejects its line alone. */
const documentedTypes = Schema.makeFilter(() => undefined, {
  toJsonSchema: () => ({ enum: [...ReferenceType.literals] })
})

/**
 * One container, booking or bill of lading to track. Only its shape is validated with the body: an invalid number, type or
 * sealine rejects this line alone.
 */
export const TrackLineBody = Schema.Struct({
  number: Schema.String.pipe(
    Schema.check(Schema.isMaxLength(100, { message: "must have at most 100 characters" }))
  ).annotateKey({ description: "The number of the container, booking or bill of lading." }),
  sealine: Schema.optionalKey(Schema.NullOr(Schema.String)).annotateKey({
    description:
      "The SCAC of the carrier. Optional for containers, whose owner prefix suggests carriers. Required for bookings and bills of lading, and for numbers without a `type` that do not have the form of a container number."
  }),
  type: Schema.optionalKey(Schema.NullOr(Schema.String.check(documentedTypes))).annotateKey({
    description:
      "The kind of the number: `CT` container, `BK` booking, `BL` bill of lading. Default: `CT` for a number with the form of a container number, else both `BK` and `BL` are tried."
  }),
  reference: Schema.optionalKey(
    Schema.NullOr(
      StorableText.pipe(Schema.check(Schema.isMaxLength(256, { message: "must have at most 256 characters" })))
    )
  ).annotateKey({ description: "The caller's reference, which every alert repeats." }),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata)).annotateKey({
    description: "The caller's metadata, which every alert repeats."
  })
}).annotate({ identifier: "TrackLine" })

/** Shipments to register, by the id of the endpoint that is notified of them. */
export const EasyShipment = Schema.Record(
  Schema.String,
  Schema.Struct({
    shipments: Schema.Array(TrackLineBody)
      .pipe(
        Schema.check(
          Schema.isMinLength(1, { message: "must name at least one shipment" }),
          Schema.isMaxLength(MAX_SHIPMENTS, { message: `must have at most ${MAX_SHIPMENTS} shipments` })
        )
      )
      .annotateKey({ description: "The shipments to register on the endpoint of this id." })
  })
)
  .pipe(
    Schema.check(
      Schema.isMinProperties(1, { message: 'must name at least one endpoint: {"ep_…": {"shipments": […]}}' })
    )
  )
  .annotate({
    identifier: "EasyShipment",
    description: "Shipments to register, by the id of the endpoint that is notified."
  })

/** The result of one line of a request to track shipments. */
export const TrackResult = Schema.Struct({
  endpointId: Schema.String.annotateKey({ description: "The endpoint that is notified." }),
  number: Schema.String.annotateKey({ description: "The number of the container, booking or bill of lading." }),
  sealine: Schema.NullOr(Schema.String).annotateKey({ description: "The SCAC of the carrier; null while unknown." }),
  type: Schema.NullOr(ReferenceType).annotateKey({
    description: "The kind of the number: `CT` container, `BK` booking, `BL` bill of lading; null while unknown."
  }),
  shipmentId: Schema.NullOr(ShipmentId).annotateKey({
    description: "The id of the shipment; null when the line was rejected."
  }),
  status: Schema.Literals(["accepted", "already_tracked", "rejected"]).annotateKey({
    description: "What happened to the line."
  }),
  reason: Schema.optionalKey(Schema.String).annotateKey({ description: "Why the line was rejected." }),
  warning: Schema.optionalKey(Schema.Literal("no_source")).annotateKey({
    description: "Present if no configured source covers the shipment: only events that are sent change it."
  })
}).annotate({ identifier: "TrackResult" })

/** The results of a request to track shipments, in the order of its lines. */
export const TrackResults = Schema.Struct({
  results: Schema.Array(TrackResult).annotateKey({
    description: "The result of each line, in the order of the request."
  })
}).annotate({
  identifier: "TrackResults"
})

const shipmentFields = {
  id: ShipmentId.annotateKey({ description: "The id of the shipment." }),
  number: Schema.String.annotateKey({ description: "The number of the container, booking or bill of lading." }),
  type: Schema.NullOr(ReferenceType).annotateKey({
    description: "The kind of the number: `CT` container, `BK` booking, `BL` bill of lading; null while unknown."
  }),
  sealine: Schema.NullOr(Schema.String).annotateKey({ description: "The SCAC of the carrier; null while unknown." }),
  reference: Schema.NullOr(Schema.String).annotateKey({
    description: "The caller's reference, which every alert repeats."
  }),
  metadata: Schema.NullOr(Metadata).annotateKey({ description: "The caller's metadata, which every alert repeats." }),
  status: ShipmentStatus.annotateKey({ description: "The state of tracking." }),
  statusReason: Schema.NullOr(StopReason).annotateKey({
    description:
      "Why tracking stopped: `requested` by the caller, or `completed` more than 7 days ago; null while the shipment is tracked."
  }),
  completedAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "When the end of the trip became known."
  }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the shipment was created." }),
  updatedAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the shipment was last changed." })
}

/** A tracked shipment without its journeys, as lists contain it. */
export const ShipmentView = Schema.Struct(shipmentFields).annotate({ identifier: "Shipment" })

/** The state of polling carriers for a shipment. */
export const PollStatusView = Schema.Struct({
  carrier: Schema.NullOr(Schema.String).annotateKey({
    description:
      "The carrier that is polled next; null if no source covers the shipment, and in the first seconds, before one is looked for."
  }),
  lastPolledAt: Schema.NullOr(IsoDateTime).annotateKey({
    description: "When a carrier was last polled; null if none was."
  }),
  nextPollAt: Schema.NullOr(IsoDateTime).annotateKey({
    description: "When the carrier is polled next; null if no poll is planned."
  }),
  lastError: Schema.NullOr(Schema.String).annotateKey({
    description: "Why the last poll failed, or which events of its response cannot be read; null otherwise."
  }),
  warning: Schema.optionalKey(Schema.Literal("no_source")).annotateKey({
    description: "Present if no configured source covers the shipment: only events that are sent change it."
  })
}).annotate({ identifier: "PollStatus" })

/** A tracked shipment with its journeys and the state of polling. */
export const ShipmentJourneyView = Schema.Struct({
  ...shipmentFields,
  endpoints: Schema.Array(Schema.String).annotateKey({
    description: "The endpoints that the shipment is registered on."
  }),
  polling: PollStatusView.annotateKey({ description: "The state of polling carriers for the shipment." }),
  journeys: Schema.Array(JourneyView).annotateKey({
    description: "The journey of each container, with every milestone and its dates."
  })
}).annotate({ identifier: "ShipmentJourney" })

/** What a request to refresh a shipment has caused. */
export const RefreshView = Schema.Struct({
  status: Schema.Literals(["scheduled", "already_due"]).annotateKey({
    description:
      "`scheduled`: the carrier is polled earlier than planned. `already_due`: the next poll was due as early already, or is in progress."
  }),
  polling: PollStatusView.annotateKey({ description: "The state of polling carriers for the shipment." })
}).annotate({ identifier: "Refresh" })

/** The caller's labels of a shipment; a missing property stays as it is, null removes it. */
export const ChangeShipment = Schema.Struct({
  reference: TrackLineBody.fields.reference,
  metadata: TrackLineBody.fields.metadata
}).annotate({ identifier: "ChangeShipment" })

/** The query of a list of shipments: a page, and what to select. */
export const ShipmentsQuery = Schema.Struct({
  ...ListQuery.fields,
  number: Schema.optionalKey(TrackLineBody.fields.number).annotateKey({
    description:
      "Returns the shipments of this container, booking or bill of lading. Case, blanks, hyphens and dots are ignored."
  })
})

/** One reported date of a milestone, in the order in which dates were received. */
export const TimelineEntry = Schema.Struct({
  receivedAt: IsoDateTime.annotateKey({ description: "When the date was received." }),
  container: Schema.NullOr(Schema.String).annotateKey({
    description: "The container number; null if the event names none."
  }),
  milestone: Schema.String.annotateKey({ description: "The milestone." }),
  location: Schema.String.annotateKey({ description: "UN/LOCODE of the place." }),
  date: IsoDateTime.annotateKey({ description: "The date of the milestone." }),
  classifier: Schema.String.annotateKey({ description: "`ACT` actual, `EST` estimated, `PLN` planned." }),
  sourceEvent: Schema.String.annotateKey({ description: "The id of the event that contained the date." }),
  current: Schema.Boolean.annotateKey({ description: "Whether this is the current date of the milestone." })
}).annotate({ identifier: "TimelineEntry" })

const params = { id: pathId("shipment") }

/** Shipments and their registrations on endpoints. */
export class ShipmentsApi extends HttpApiGroup.make("shipments")
  .add(
    HttpApiEndpoint.post("easyShipment", `${ALERTS_PREFIX}/easy-shipment`, {
      headers: idempotencyHeader,
      payload: EasyShipment,
      success: TrackResults.pipe(HttpApiSchema.status(202)),
      error: apiErrors(400, 402, 404, 409, 413, 415, 422)
    })
      .middleware(LargeBodyLimit)
      .annotate(OpenApi.Summary, "Register shipments on endpoints")
      .annotate(
        OpenApi.Description,
        "Each line has a result of its own: a rejected line does not affect the others. An invalid body and an unknown endpoint reject the whole request, which then changes nothing."
      ),
    HttpApiEndpoint.post("track", `${ALERTS_PREFIX}/shipment`, {
      payload: TrackLineBody,
      success: ShipmentView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 402, 409, 413, 415)
    }).annotate(OpenApi.Summary, "Track a shipment without an endpoint"),
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/shipment`, {
      query: ShipmentsQuery,
      success: pageSchema(ShipmentView, "ShipmentPage"),
      error: apiErrors(400)
    }).annotate(OpenApi.Summary, "List shipments, newest first"),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/shipment/:id`, {
      params,
      success: ShipmentJourneyView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Retrieve a shipment with its journeys"),
    HttpApiEndpoint.patch("change", `${ALERTS_PREFIX}/shipment/:id`, {
      params,
      payload: ChangeShipment,
      success: ShipmentView,
      error: apiErrors(400, 404, 413, 415)
    }).annotate(OpenApi.Summary, "Update the reference and the metadata of a shipment, which later alerts repeat"),
    HttpApiEndpoint.post("refresh", `${ALERTS_PREFIX}/shipment/:id/refresh`, {
      params,
      success: RefreshView.pipe(HttpApiSchema.status(202)),
      error: apiErrors(404, 409)
    })
      .annotate(OpenApi.Summary, "Poll the carrier of a shipment as early as its limits allow")
      .annotate(
        OpenApi.Description,
        "`polling.nextPollAt` is the earliest instant of the poll: at least 4 minutes after the poll before, and later while the carrier is paused or its daily allowance is used up. Fails with 409 if no configured carrier can be polled for the shipment, or if it is not tracked any longer."
      ),
    HttpApiEndpoint.delete("stop", `${ALERTS_PREFIX}/shipment/:id`, {
      params,
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Stop tracking a shipment"),
    HttpApiEndpoint.get("timeline", `${ALERTS_PREFIX}/shipment/:id/timeline`, {
      params,
      success: Schema.Struct({
        data: Schema.Array(TimelineEntry).annotateKey({ description: "The dates, in the order of receipt." })
      }).annotate({ identifier: "Timeline" }),
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "List the dates of all milestones of a shipment, in the order of receipt"),
    HttpApiEndpoint.delete("unregister", `${ALERTS_PREFIX}/endpoint/:id/shipment/:shipmentId`, {
      params: { id: pathId("endpoint"), shipmentId: pathId("shipment") },
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Unregister a shipment from an endpoint; tracking continues")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Shipments and their registrations on endpoints.") {}
