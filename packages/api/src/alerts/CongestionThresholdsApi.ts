import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { CongestionThresholdId, ThresholdSide } from "@landfall/core/congestion/thresholds/CongestionThreshold"
import { FigureUnit, ThresholdFigure } from "@landfall/core/congestion/thresholds/ThresholdFigure"
import { Unlocode, UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

export const CreateCongestionThreshold = Schema.Struct({
  portCode: UnlocodeFromInput,
  figure: ThresholdFigure.annotate({ description: "The path of a figure in congestionAggregate" }),
  threshold: Schema.Finite.annotate({ description: "In the unit of the figure. Reached from below, it is told" }),
  hysteresis: Schema.optionalKey(Schema.NullOr(Schema.Finite)).annotateKey({
    description:
      "The figure has come down once it is below the threshold by more than this; 5 percent or percentage points, 1 vessel or 1 hour when left out"
  })
}).annotate({ identifier: "CreatePortWatch" })

export const CongestionThresholdView = Schema.Struct({
  id: CongestionThresholdId,
  endpointId: EndpointId,
  portCode: Unlocode,
  figure: ThresholdFigure,
  unit: FigureUnit,
  threshold: Schema.Finite,
  hysteresis: Schema.Finite,
  /** On which side of the threshold the figure was when it was known last. */
  side: Schema.Literals([...ThresholdSide.literals, "unknown"]),
  /** The figure when it changed last, and when that was; null while it was never known. */
  value: Schema.NullOr(Schema.Finite),
  asOf: Schema.NullOr(Schema.String),
  /** How often the threshold was crossed. */
  crossings: Schema.Int,
  /** The endpoint's `filterTypes` does not name `port.congestion.threshold`, so it is not told. */
  warning: Schema.optionalKey(Schema.Literal("type_not_in_filter")),
  createdAt: Schema.DateTimeUtcFromString
}).annotate({ identifier: "PortWatch" })

const params = { id: Schema.String }
const thresholdParams = { id: Schema.String, watchId: Schema.String }

/** Which figures of which ports an endpoint wants to hear of. */
export class CongestionThresholdsApi extends HttpApiGroup.make("portWatches")
  .add(
    HttpApiEndpoint.post("create", `${ALERTS_PREFIX}/endpoint/:id/port-watch`, {
      params,
      payload: CreateCongestionThreshold,
      success: CongestionThresholdView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 404, 413, 415)
    })
      .annotate(OpenApi.Summary, "Watch a figure of a port")
      .annotate(
        OpenApi.Description,
        "The endpoint is sent `port.congestion.threshold` when the figure reaches the threshold, and again when it has come below it by more than the hysteresis. Where the figure stands when the watch is made is answered and not told. Watching the same port, figure and threshold again changes the hysteresis. An endpoint has 100 watches at most."
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
    }).annotate(OpenApi.Summary, "Read a port watch"),
    HttpApiEndpoint.delete("remove", `${ALERTS_PREFIX}/endpoint/:id/port-watch/:watchId`, {
      params: thresholdParams,
      success: HttpApiSchema.NoContent,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Watch a figure no longer")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Which figures of which ports an endpoint is told of.") {}
