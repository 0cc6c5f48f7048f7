import { StayEvidence, StayKind, VesselTypeSource } from "@landfall/core/congestion/detection/PortCall"
import { CongestionAggregate } from "@landfall/core/congestion/figures/CongestionAggregate"
import { CongestionBatchRequest, CongestionBatchResponse } from "@landfall/core/congestion/figures/CongestionBatch"
import { Unlocode, UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { QueryInstant } from "../conventions/Instants.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { CONGESTION_PREFIX } from "../conventions/PathPrefixes.ts"

const params = { portCode: UnlocodeFromInput }

const optionalInstant = (description: string) =>
  Schema.optionalKey(QueryInstant).annotateKey({ description: `${description}, ISO 8601` })

export const AggregateQuery = Schema.Struct({
  vesselType: Schema.optionalKey(VesselType).annotateKey({
    description: "Narrows the breakdowns to one type of ship, beside all merchant ships"
  }),
  asOf: optionalInstant("The figures of this past instant; now when left out")
})

/** A history has as many points at most. */
export const MAX_HISTORY_POINTS = 400

export const HistoryQuery = Schema.Struct({
  from: optionalInstant("First instant; 30 days before `to` when left out"),
  to: optionalInstant("Last instant; now when left out"),
  interval: Schema.optionalKey(Schema.Literals(["hour", "day"])).annotateKey({
    description: `From one point to the next; a day when left out. At most ${MAX_HISTORY_POINTS} points`
  })
})

export const PortCallsQuery = Schema.Struct({
  ...ListQuery.fields,
  from: optionalInstant("Calls under way at this instant or later; 30 days before `to` when left out"),
  to: optionalInstant("Calls under way at this instant or before; now when left out")
})

const StayView = Schema.Struct({
  kind: StayKind,
  evidence: StayEvidence,
  zone: Schema.NullOr(Schema.String),
  startTime: Schema.String,
  endTime: Schema.NullOr(Schema.String)
})

export const PortCallView = Schema.Struct({
  id: Schema.String,
  portCode: Unlocode,
  vessel: Schema.Struct({
    mmsi: Schema.NullOr(Schema.Int),
    imo: Schema.NullOr(Schema.String),
    name: Schema.NullOr(Schema.String),
    aisShipType: Schema.NullOr(Schema.Int),
    commercial: Schema.Boolean,
    type: Schema.NullOr(VesselType),
    typeSource: VesselTypeSource
  }),
  startTime: Schema.String,
  /** Null while the ship is in port. */
  endTime: Schema.NullOr(Schema.String),
  /** `silent`: it had left at some time after it was last heard in port. */
  ending: Schema.NullOr(Schema.Literals(["left", "silent"])),
  hours: Schema.NullOr(Schema.Finite),
  stays: Schema.Array(StayView),
  /** Times of more than a day in which the ship was not heard: 24 hours into each it is counted no longer, up to its end. */
  silences: Schema.Array(Schema.Struct({ startTime: Schema.String, endTime: Schema.String })),
  /** The last position heard in port, to the hour. */
  lastHeard: Schema.String,
  source: Schema.Literals(["ais", "report"])
}).annotate({ identifier: "PortCall" })

export const CongestionHistory = Schema.Struct({
  portCode: Unlocode,
  interval: Schema.Literals(["hour", "day"]),
  data: Schema.Array(CongestionAggregate)
}).annotate({ identifier: "CongestionHistory" })

/** How congested ports are, and the calls behind the figures. */
export class PortCongestionApi extends HttpApiGroup.make("portCongestion")
  .add(
    HttpApiEndpoint.get("get", `${CONGESTION_PREFIX}/congestion/:portCode`, {
      params,
      query: AggregateQuery,
      success: CongestionAggregate,
      error: apiErrors(400, 402, 404)
    })
      .annotate(OpenApi.Summary, "How congested a port is")
      .annotate(
        OpenApi.Description,
        "Occupation of the berths in percent and its gap to the port's own mean in percentage points, times in port in hours, and ships in port now. What is not known is null, with its reason in `quality.unknown`."
      ),
    HttpApiEndpoint.post("batch", `${CONGESTION_PREFIX}/congestion/batch`, {
      payload: CongestionBatchRequest,
      success: CongestionBatchResponse.annotate({ identifier: "CongestionBatchResponse" }),
      error: apiErrors(400, 402, 413, 415)
    })
      .annotate(OpenApi.Summary, "How congested up to ten ports are")
      .annotate(OpenApi.Description, "Ports without data are left out, and cost nothing."),
    HttpApiEndpoint.get("history", `${CONGESTION_PREFIX}/congestion/:portCode/history`, {
      params,
      query: HistoryQuery,
      success: CongestionHistory,
      error: apiErrors(400, 402, 404)
    })
      .annotate(OpenApi.Summary, "How congested a port was")
      .annotate(
        OpenApi.Description,
        "The same figures as of past instants; those before the port was heard are left out."
      ),
    HttpApiEndpoint.get("calls", `${CONGESTION_PREFIX}/congestion/:portCode/calls`, {
      params,
      query: PortCallsQuery,
      success: pageSchema(PortCallView, "PortCallList"),
      error: apiErrors(400, 402, 404)
    })
      .annotate(OpenApi.Summary, "The port calls behind the figures")
      .annotate(
        OpenApi.Description,
        "Every call under way in a time, oldest first: what the figures are computed from."
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "How congested ports are, computed from positions and port calls.") {}
