import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { StorableText } from "@landfall/core/faults/StorableText"
import { IsoDateTime } from "@landfall/core/time/IsoDateTime"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { LargeBodyLimit } from "../conventions/BodyLimit.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { idempotencyHeader } from "../conventions/IdempotencyHeader.ts"
import { pathId, QueryEndpointId } from "../conventions/Ids.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { QueryBoolean } from "../conventions/QueryBoolean.ts"
import { RequestMetadata } from "../conventions/RequestMetadata.ts"
import { SetTerms, TermsView } from "./ContainerTerms.ts"
import {
  ListedShipmentView,
  RefreshView,
  ShipmentJourneyView,
  ShipmentVesselView,
  ShipmentView
} from "./ShipmentViews.ts"

/** The maximum number of shipments of one endpoint in a request. */
export const MAX_SHIPMENTS = 10_000

/** Documents the types. The schema accepts other text, which the handler rejects for its line alone. */
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
      "The SCAC of the carrier. Optional for containers, whose owner code suggests carriers. Required for bookings and bills of lading, and for numbers without a `type` that do not have the form of a container number."
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
  metadata: Schema.optionalKey(Schema.NullOr(RequestMetadata)).annotateKey({
    description:
      "The caller's metadata, which every alert repeats: keys of 1 to 40 characters, values of at most 500, together at most 8,192 bytes."
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
    description: "The result of the line."
  }),
  reason: Schema.optionalKey(Schema.String).annotateKey({ description: "Why the line was rejected." }),
  warning: Schema.optionalKey(Schema.Literal("no_source")).annotateKey({
    description: "Present if no configured source covers the shipment: only events that the account sends change it."
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

/** Shipments to check before they are tracked. */
export const CheckShipments = Schema.Struct({
  shipments: Schema.Array(TrackLineBody)
    .pipe(
      Schema.check(
        Schema.isMinLength(1, { message: "must name at least one shipment" }),
        Schema.isMaxLength(MAX_SHIPMENTS, { message: `must have at most ${MAX_SHIPMENTS} shipments` })
      )
    )
    .annotateKey({ description: "The shipments to check." })
}).annotate({ identifier: "CheckShipments" })

/** The expected results of the lines of a request to track shipments, in their order. */
export const ShipmentChecks = Schema.Struct({
  results: Schema.Array(
    Schema.Struct({
      number: Schema.String.annotateKey({ description: "The number as it is stored: upper case, without blanks." }),
      type: Schema.NullOr(ReferenceType).annotateKey({
        description: "The kind of the number; null while unknown, and for a line that is rejected."
      }),
      reason: Schema.NullOr(Schema.String).annotateKey({
        description: "Why the line would be rejected; null for a valid one."
      })
    })
  ).annotateKey({ description: "The result of each line, in the order of the request." })
}).annotate({ identifier: "ShipmentChecks" })

/** The caller's labels of a shipment; absent properties remain unchanged, null removes one. */
export const ChangeShipment = Schema.Struct({
  reference: TrackLineBody.fields.reference,
  metadata: TrackLineBody.fields.metadata
}).annotate({ identifier: "ChangeShipment" })

/** The query of a list of shipments: a page and filters. */
export const ShipmentsQuery = Schema.Struct({
  ...ListQuery.fields,
  number: Schema.optionalKey(TrackLineBody.fields.number).annotateKey({
    description:
      "Returns the shipments of this container, booking or bill of lading. Case, blanks, hyphens and dots are ignored."
  }),
  endpointId: Schema.optionalKey(QueryEndpointId).annotateKey({
    description: "Returns the shipments that are registered on this endpoint."
  }),
  search: Schema.optionalKey(
    Schema.String.pipe(Schema.check(Schema.isMaxLength(100, { message: "must have at most 100 characters" })))
  ).annotateKey({
    description:
      "Returns the shipments whose number, sealine or reference contains this text. Case is ignored; in numbers, blanks, hyphens and dots too."
  }),
  summary: Schema.optionalKey(QueryBoolean).annotateKey({
    description: "true: each shipment has its next milestone and its arrival. Default: false."
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
        "Each line has a separate result: a rejected line does not affect the others. An invalid body and an unknown endpoint reject the whole request, which then changes nothing."
      ),
    HttpApiEndpoint.post("track", `${ALERTS_PREFIX}/shipment`, {
      payload: TrackLineBody,
      success: ShipmentView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 402, 409, 413, 415)
    }).annotate(OpenApi.Summary, "Track a shipment without an endpoint"),
    HttpApiEndpoint.post("check", `${ALERTS_PREFIX}/shipment/check`, {
      payload: CheckShipments,
      success: ShipmentChecks,
      error: apiErrors(400, 413, 415)
    })
      .middleware(LargeBodyLimit)
      .annotate(OpenApi.Summary, "Check the lines of a request to track shipments")
      .annotate(
        OpenApi.Description,
        "Applies the rules of `easyShipment` to each line. Nothing is tracked, and nothing is charged."
      ),
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/shipment`, {
      query: ShipmentsQuery,
      success: pageSchema(ListedShipmentView, "ShipmentPage"),
      error: apiErrors(400)
    })
      .annotate(OpenApi.Summary, "List shipments, newest first")
      .annotate(
        OpenApi.Description,
        "With `summary=true`, each has its next milestone and its arrival, so that a list needs one request; every ten shipments then count as one request."
      ),
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
    HttpApiEndpoint.put("setTerms", `${ALERTS_PREFIX}/shipment/:id/terms`, {
      params,
      payload: SetTerms,
      success: TermsView,
      error: apiErrors(400, 404, 409, 413, 415)
    }).annotate(OpenApi.Summary, "Set the last free day, the holds and the availability of a container"),
    HttpApiEndpoint.post("refresh", `${ALERTS_PREFIX}/shipment/:id/refresh`, {
      params,
      success: RefreshView.pipe(HttpApiSchema.status(202)),
      error: apiErrors(404, 409)
    })
      .annotate(OpenApi.Summary, "Poll the carrier of a shipment as early as its limits allow")
      .annotate(
        OpenApi.Description,
        "`polling.nextPollAt` is the earliest instant of the poll: at least 4 minutes after the poll before, and later while the carrier is paused or its daily allowance is used up. Fails with 409 if no configured carrier can be polled for the shipment, or if it is no longer tracked."
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
    HttpApiEndpoint.get("vessel", `${ALERTS_PREFIX}/shipment/:id/vessel`, {
      params,
      success: ShipmentVesselView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Retrieve the vessel that carries a shipment, with its last position in AIS"),
    HttpApiEndpoint.delete("unregister", `${ALERTS_PREFIX}/endpoint/:id/shipment/:shipmentId`, {
      params: { id: pathId("endpoint"), shipmentId: pathId("shipment") },
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Unregister a shipment from an endpoint; tracking continues")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Shipments and their registrations on endpoints.") {}
