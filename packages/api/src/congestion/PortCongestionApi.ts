import { AnchorageFigures } from "@landfall/core/congestion/figures/AnchorageCongestion"
import { CongestionAggregate } from "@landfall/core/congestion/figures/CongestionAggregate"
import { CongestionBatchRequest, CongestionBatchResponse } from "@landfall/core/congestion/figures/CongestionBatch"
import { PortTimesComparison, PortTimesFigures } from "@landfall/core/congestion/figures/PortTimesFigures"
import { Unlocode, UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { BodyInstant, QueryInstant } from "../conventions/Instants.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { CONGESTION_PREFIX } from "../conventions/PathPrefixes.ts"
import { successHeaders } from "../openapi/ResponseHeaders.ts"
import { PortCallView } from "./PortCallView.ts"
import { PortZones } from "./PortZones.ts"

const CONGESTION_PATH = `${CONGESTION_PREFIX}/congestion` as const

/** The path and the errors of every metered read of one port. */
const onePort = { params: { portCode: UnlocodeFromInput }, error: apiErrors(400, 402, 404) }

/** The errors of every metered request about several ports. */
const SEVERAL_PORTS_ERRORS = apiErrors(400, 402, 413, 415)

const optionalInstant = (description: string) =>
  Schema.optionalKey(QueryInstant).annotateKey({ description: `${description} ISO 8601.` })

/** The query of one port: a type of vessel and a past instant. */
const portQuery = (vesselType: string, asOf: string) =>
  Schema.Struct({
    vesselType: Schema.optionalKey(VesselType).annotateKey({ description: vesselType }),
    asOf: optionalInstant(`${asOf} Default: now.`)
  })

/** The body of a request about several ports, with the parameters of the query of one port. */
const portsBody = (identifier: string, { vesselType }: ReturnType<typeof portQuery>["fields"], asOf: string) =>
  Schema.Struct({
    ...CongestionBatchRequest.fields,
    asOf: Schema.optionalKey(BodyInstant).annotateKey({ description: `${asOf} Default: now. ISO 8601.` }),
    vesselType
  }).annotate({ identifier })

const FIGURES_AS_OF = "Returns the figures at this past instant."
const TIMES_AS_OF = "Returns the times as they were known at this past instant."

/** The query of the congestion of a port. */
export const AggregateQuery = portQuery(
  "Limits the breakdowns to one type of vessel, beside all commercial vessels.",
  FIGURES_AS_OF
)

/** The body of a batch: the ports, and the figures of each as in `AggregateQuery`. */
export const BatchBody = portsBody("CongestionBatchRequest", AggregateQuery.fields, FIGURES_AS_OF)

/** The query of the times of a port. */
export const TimesQuery = portQuery(
  "Limits the times to one type of vessel. Default: all commercial vessels.",
  TIMES_AS_OF
)

/** The body of a comparison: the ports, and the times of each as in `TimesQuery`. */
export const TimesBody = portsBody("PortTimesRequest", TimesQuery.fields, TIMES_AS_OF)

/** The maximum number of points of a history. */
export const MAX_HISTORY_POINTS = 400

/** The query of the history of a port's congestion: its window, interval and figures. */
export const HistoryQuery = Schema.Struct({
  from: optionalInstant("Start of the history. Default: 30 days before `to`, or 14 days for `interval=hour`."),
  to: optionalInstant(
    "End of the history. Default: now; without `from`, the last position in the port if it is more than a day old."
  ),
  interval: Schema.optionalKey(Schema.Literals(["hour", "day"])).annotateKey({
    description: `Interval between points. Default: day. A history has at most ${MAX_HISTORY_POINTS} points.`
  })
})

/** The query of a list of port calls: a page, a window and filters. */
export const PortCallsQuery = Schema.Struct({
  ...ListQuery.fields,
  from: optionalInstant("Returns calls in progress at or after this instant. Default: 30 days before `to`."),
  to: optionalInstant("Returns calls in progress at or before this instant. Default: `asOf`."),
  asOf: optionalInstant(
    "Returns the calls as they were at this past instant, those behind the figures of the same `asOf`: a call that ended later has no end. Default: now."
  )
})

const countHeaders = successHeaders({
  "X-Resource-Type": {
    description: "The kind of the resource.",
    required: true,
    schema: { type: "string", enum: ["PORT_CONGESTION"] }
  },
  "X-Requested-Count": {
    description: "Number of different ports that the request names.",
    required: true,
    schema: { type: "integer", minimum: 1, maximum: 10 }
  },
  "X-Found-Count": {
    description: "Number of ports with data, which the response contains.",
    required: true,
    schema: { type: "integer", minimum: 0, maximum: 10 }
  }
})

/** The query of the vessels at a port: now, or at a past instant. */
export const AnchorageQuery = Schema.Struct({
  asOf: optionalInstant("Returns the vessels at this past instant. Default: now.")
})

/** The congestion figures of a port over a window, one row for each interval. */
export const CongestionHistory = Schema.Struct({
  portCode: Unlocode.annotateKey({ description: "UN/LOCODE of the port." }),
  interval: Schema.Literals(["hour", "day"]).annotateKey({ description: "Interval between points." }),
  data: Schema.Array(CongestionAggregate).annotateKey({ description: "The figures at each point, oldest first." })
}).annotate({ identifier: "CongestionHistory" })

/** Congestion of ports, and the port calls behind the figures. */
export class PortCongestionApi extends HttpApiGroup.make("portCongestion")
  .add(
    HttpApiEndpoint.get("get", `${CONGESTION_PATH}/:portCode`, {
      ...onePort,
      query: AggregateQuery,
      success: CongestionAggregate
    })
      .annotateMerge(countHeaders)
      .annotate(OpenApi.Summary, "Retrieve the congestion of a port")
      .annotate(
        OpenApi.Description,
        "Returns the occupation of the berths in percent and its difference from the mean of the port in percentage points, the times in port in hours, and the number of vessels in port. Unknown figures are null, with the reason in `quality.unknown`."
      ),
    HttpApiEndpoint.post("batch", `${CONGESTION_PATH}/batch`, {
      payload: BatchBody,
      success: CongestionBatchResponse.annotate({ identifier: "CongestionBatchResponse" }),
      error: SEVERAL_PORTS_ERRORS
    })
      .annotateMerge(countHeaders)
      .annotate(OpenApi.Summary, "Retrieve the congestion of up to ten ports")
      .annotate(OpenApi.Description, "Ports without data are omitted from the results and cost nothing."),
    HttpApiEndpoint.get("history", `${CONGESTION_PATH}/:portCode/history`, {
      ...onePort,
      query: HistoryQuery,
      success: CongestionHistory
    })
      .annotate(OpenApi.Summary, "Retrieve the history of the congestion of a port")
      .annotate(
        OpenApi.Description,
        "Returns the figures at past instants. Instants before the first data of the port are omitted: the list is empty, and the call costs nothing, for a known port without data in the period."
      ),
    HttpApiEndpoint.get("times", `${CONGESTION_PATH}/:portCode/times`, {
      ...onePort,
      query: TimesQuery,
      success: PortTimesFigures
    })
      .annotate(OpenApi.Summary, "Retrieve the times at berth and the waiting times of a port")
      .annotate(
        OpenApi.Description,
        "Returns how long vessels are at berth and how long they wait for one, in hours, for the port and for each of its terminals and berth zones: over 7 and 30 days, with the change from the 7 and 30 days before and its 95 % interval, and by week. Costs as much as a history."
      ),
    HttpApiEndpoint.post("compareTimes", `${CONGESTION_PATH}/times`, {
      payload: TimesBody,
      success: PortTimesComparison,
      error: SEVERAL_PORTS_ERRORS
    })
      .annotate(OpenApi.Summary, "Compare the times of up to ten ports")
      .annotate(
        OpenApi.Description,
        "Returns the times of several ports at the same instant and over the same weeks. Ports without data are omitted from the results and cost nothing; each other port costs as much as a history."
      ),
    HttpApiEndpoint.get("anchorage", `${CONGESTION_PATH}/anchorage/:anchorageId`, {
      params: {
        anchorageId: Schema.String.check(Schema.isMaxLength(100)).annotateKey({
          description:
            "The id of an anchorage, as `quality.anchorages` of a port and `landfall zones list --bundled` give it."
        })
      },
      query: AnchorageQuery,
      success: AnchorageFigures,
      error: apiErrors(400, 402, 404)
    })
      .annotate(OpenApi.Summary, "Retrieve the vessels at an anchorage")
      .annotate(
        OpenApi.Description,
        "Returns the commercial vessels at an anchorage, how long they have waited, and to which of the ports that share it they are assigned. A vessel is assigned to the port in which it stopped afterwards, if that is known; else to the one that its destination names, where its last calls were, or that alone serves its type; else it is unassigned."
      ),
    HttpApiEndpoint.get("calls", `${CONGESTION_PATH}/:portCode/calls`, {
      ...onePort,
      query: PortCallsQuery,
      success: pageSchema(PortCallView, "PortCallList")
    })
      .annotate(OpenApi.Summary, "List the port calls behind the figures of a port")
      .annotate(
        OpenApi.Description,
        "Returns every port call in progress between `from` and `to`, oldest first. The figures are computed from these calls; `figures` of a call names those that it counts in."
      ),
    HttpApiEndpoint.get("zones", `${CONGESTION_PATH}/:portCode/zones`, {
      params: onePort.params,
      success: PortZones,
      error: apiErrors(400, 404)
    })
      .annotate(OpenApi.Summary, "Retrieve the zones of a port")
      .annotate(
        OpenApi.Description,
        "Returns the areas by which vessels count as in port, at a berth or at an anchorage: those of the operator, else curated areas and the water within reach of the port. Costs no credits."
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Congestion of ports, computed from AIS position reports and port calls.") {}
