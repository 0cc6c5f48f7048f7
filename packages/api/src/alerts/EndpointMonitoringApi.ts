import { AttemptStatus } from "@landfall/core/alerts/delivery/AttemptRecord"
import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { DisabledReason } from "@landfall/core/alerts/endpoints/EndpointHealth"
import { PostponeReason } from "@landfall/core/alerts/sending/SendPostponed"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { pathId } from "../conventions/Ids.ts"
import { QueryInstant, windowFields } from "../conventions/Instants.ts"
import { ListQuery, SHORT_PAGE_NOTE } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { AttemptPage, AttemptView } from "./AttemptView.ts"

/** The query of a list of the attempts to one endpoint: a page and filters. */
export const EndpointAttemptsQuery = Schema.Struct({
  ...ListQuery.fields,
  status: Schema.optionalKey(AttemptStatus).annotateKey({ description: "Returns attempts with this result." }),
  type: Schema.optionalKey(SubscribableEventType).annotateKey({
    description: "Returns attempts to deliver messages of this event type."
  }),
  ...windowFields("`startedAt`")
})

/** The window of the statistics of an endpoint, whose ends are widened to whole hours. */
export const EndpointStatsQuery = Schema.Struct({
  since: Schema.optionalKey(QueryInstant).annotateKey({
    description: "Start of the window, ISO 8601. Default: one day before `until`."
  }),
  until: Schema.optionalKey(QueryInstant).annotateKey({
    description: "End of the window, exclusive, ISO 8601. Default: now."
  })
})

const nullableInstant = Schema.NullOr(Schema.DateTimeUtcFromString)

/** A number of deliveries, counted up to a limit. */
const CountView = Schema.Struct({
  count: Schema.Int.annotateKey({ description: "The number of deliveries, at most 10,000." }),
  more: Schema.Boolean.annotateKey({ description: "Whether there are more deliveries than were counted." })
}).annotate({ identifier: "BoundedCount" })

const totalsFields = {
  succeeded: Schema.Int.annotateKey({ description: "Attempts that succeeded." }),
  failed: Schema.Int.annotateKey({ description: "Attempts that failed." }),
  exhausted: Schema.Int.annotateKey({ description: "Failed attempts that were the last of their delivery." }),
  successRate: Schema.NullOr(Schema.Finite).annotateKey({
    description: "Share of attempts that succeeded, 0 to 1; null when there were none."
  }),
  meanMillis: Schema.NullOr(Schema.Int).annotateKey({
    description: "Mean duration of an attempt in milliseconds; null when there were none."
  }),
  longestMillis: Schema.NullOr(Schema.Int).annotateKey({
    description: "Longest duration of an attempt in milliseconds; null when there were none."
  })
}

/** The results of the deliveries of an endpoint in a window, in total and by hour. */
export const EndpointStatsView = Schema.Struct({
  endpointId: Schema.String.annotateKey({ description: "The id of the endpoint." }),
  since: Schema.DateTimeUtcFromString.annotateKey({ description: "Start of the window." }),
  until: Schema.DateTimeUtcFromString.annotateKey({ description: "End of the window, exclusive." }),
  health: Schema.Struct({
    status: Schema.Literals(["healthy", "failing", "disabled", "probing"]).annotateKey({
      description: "The state of the endpoint."
    }),
    since: nullableInstant.annotateKey({ description: "When the endpoint began to fail or was disabled." }),
    reason: Schema.NullOr(DisabledReason).annotateKey({ description: "Why the endpoint is disabled." }),
    disabledFrom: nullableInstant.annotateKey({
      description: "When the endpoint will be disabled unless a delivery succeeds before."
    })
  }).annotateKey({ description: "The health of the endpoint." }),
  pausedUntil: nullableInstant.annotateKey({
    description: "The end of the pause of deliveries after the receiver responded with 429 or 503."
  }),
  postponed: Schema.NullOr(
    Schema.Struct({
      until: Schema.DateTimeUtcFromString.annotateKey({ description: "When the deliveries are attempted again." }),
      reason: PostponeReason.annotateKey({
        description:
          "egress_policy: the operator no longer allows the target; resources: the service has no free connection; name_servers: the service reaches no name server."
      }),
      message: Schema.String.annotateKey({ description: "The reason as a sentence." })
    })
  ).annotateKey({
    description:
      "Why due deliveries wait for a reason on the side of the service; no attempt is made or counted meanwhile. Null when they do not."
  }),
  deliveries: Schema.Struct({
    waiting: CountView.annotateKey({ description: "Deliveries without an attempt." }),
    retrying: CountView.annotateKey({ description: "Deliveries that wait for their next attempt." }),
    sending: CountView.annotateKey({ description: "Deliveries being sent now." })
  }).annotateKey({ description: "The open deliveries to the endpoint." }),
  oldestWaitingAt: nullableInstant.annotateKey({
    description: "When the message that has waited longest for its first attempt was created."
  }),
  lastAttempt: Schema.NullOr(AttemptView).annotateKey({
    description: "The most recent attempt; null when there was none."
  }),
  attempts: Schema.Struct(totalsFields).annotateKey({ description: "The attempts in the window." }),
  hours: Schema.Array(
    Schema.Struct({
      startsAt: Schema.DateTimeUtcFromString.annotateKey({ description: "Start of the hour." }),
      ...totalsFields
    })
  ).annotateKey({
    description: "The hours with at least one attempt."
  })
}).annotate({ identifier: "EndpointStats" })

const params = { id: pathId("endpoint") }

/** Attempts to deliver to an endpoint, and its health. */
export class EndpointMonitoringApi extends HttpApiGroup.make("endpointMonitoring")
  .add(
    HttpApiEndpoint.get("attempts", `${ALERTS_PREFIX}/endpoint/:id/attempts`, {
      params,
      query: EndpointAttemptsQuery,
      success: AttemptPage,
      error: apiErrors(400, 404)
    })
      .annotate(OpenApi.Summary, "List the delivery attempts of an endpoint")
      .annotate(OpenApi.Description, `Returns the newest attempts first. ${SHORT_PAGE_NOTE}`),
    HttpApiEndpoint.get("stats", `${ALERTS_PREFIX}/endpoint/:id/stats`, {
      params,
      query: EndpointStatsQuery,
      success: EndpointStatsView,
      error: apiErrors(400, 404)
    })
      .annotate(OpenApi.Summary, "Retrieve the health and the statistics of an endpoint")
      .annotate(
        OpenApi.Description,
        "Returns the health of the endpoint, the deliveries in its queue, and its attempts by hour. Deliveries are counted up to 10,000. Attempts are counted by full hours, starting with the hour that contains `since`. The window spans at most 92 days."
      )
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Delivery attempts and health of endpoints.") {}
