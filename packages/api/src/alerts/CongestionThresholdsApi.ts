import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { CongestionThresholdId, ThresholdSide } from "@landfall/core/congestion/thresholds/CongestionThreshold"
import { FigureUnit, ThresholdFigure } from "@landfall/core/congestion/thresholds/ThresholdFigure"
import { Unlocode, UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { IsoDateTime } from "@landfall/core/time/IsoDateTime"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { pathId } from "../conventions/Ids.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

/** The body of a request that creates a port watch: a port, a figure and its threshold. */
export const CreateCongestionThreshold = Schema.Struct({
  portCode: UnlocodeFromInput,
  figure: ThresholdFigure.annotate({ description: "The path of the figure in congestionAggregate." }),
  threshold: Schema.Finite.annotate({
    description:
      "The threshold, in the unit of the figure. The endpoint is notified when the figure reaches it from below."
  }),
  hysteresis: Schema.optionalKey(Schema.NullOr(Schema.Finite)).annotateKey({
    description:
      "The figure counts as below again once it is below the threshold by more than this value. Default: 5 percent or percentage points, 1 vessel, or 1 hour."
  })
}).annotate({ identifier: "CreatePortWatch" })

/** A port watch of an endpoint, with the last evaluation of its figure. */
export const CongestionThresholdView = Schema.Struct({
  id: CongestionThresholdId.annotateKey({ description: "The id of the port watch." }),
  endpointId: EndpointId.annotateKey({ description: "The endpoint that is notified." }),
  portCode: Unlocode.annotateKey({ description: "The UN/LOCODE of the port." }),
  figure: ThresholdFigure.annotateKey({ description: "The path of the figure in congestionAggregate." }),
  unit: FigureUnit.annotateKey({ description: "The unit of the figure, the threshold and the hysteresis." }),
  threshold: Schema.Finite.annotateKey({
    description: "The endpoint is notified when the figure reaches this value from below."
  }),
  hysteresis: Schema.Finite.annotateKey({
    description: "The figure counts as below again once it is below the threshold by more than this value."
  }),
  side: Schema.Literals([...ThresholdSide.literals, "unknown"]).annotateKey({
    description: "The side of the threshold on which the figure was when it was last known."
  }),
  value: Schema.NullOr(Schema.Finite).annotateKey({
    description: "The last known value of the figure; null when it was never known."
  }),
  asOf: Schema.NullOr(IsoDateTime).annotateKey({
    description: "When the figure took that value; null when it was never known."
  }),
  crossings: Schema.Int.annotateKey({ description: "Number of times that the figure crossed the threshold." }),
  warning: Schema.optionalKey(Schema.Literal("type_not_in_filter")).annotateKey({
    description:
      "Present when the `filterTypes` of the endpoint do not contain `port.congestion.threshold`: the endpoint is not notified."
  }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the port watch was created." })
}).annotate({ identifier: "PortWatch" })

const params = { id: pathId("endpoint") }
const thresholdParams = { ...params, watchId: pathId("port watch") }

/** Congestion thresholds of an endpoint. On the wire a threshold is a `port-watch`, its id begins with `pwt_`. */
export class CongestionThresholdsApi extends HttpApiGroup.make("portWatches")
  .add(
    HttpApiEndpoint.post("create", `${ALERTS_PREFIX}/endpoint/:id/port-watch`, {
      params,
      payload: CreateCongestionThreshold,
      success: CongestionThresholdView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 404, 409, 413, 415)
    })
      .annotate(OpenApi.Summary, "Create a port watch")
      .annotate(
        OpenApi.Description,
        "Sends `port.congestion.threshold` to the endpoint when the figure reaches the threshold, and again when it has fallen below the threshold by more than the hysteresis. The response contains the current side of the figure; no event is sent for it. A second request with the same port, figure and threshold updates the hysteresis. An endpoint has at most 100 port watches."
      ),
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/endpoint/:id/port-watch`, {
      params,
      query: ListQuery,
      success: pageSchema(CongestionThresholdView, "PortWatchPage"),
      error: apiErrors(400, 404)
    }).annotate(OpenApi.Summary, "List the port watches of an endpoint, oldest first"),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/endpoint/:id/port-watch/:watchId`, {
      params: thresholdParams,
      success: CongestionThresholdView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Retrieve a port watch"),
    HttpApiEndpoint.delete("remove", `${ALERTS_PREFIX}/endpoint/:id/port-watch/:watchId`, {
      params: thresholdParams,
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Delete a port watch")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Thresholds of congestion figures, of which an endpoint is notified.") {}
