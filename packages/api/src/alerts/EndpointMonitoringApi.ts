import { AttemptStatus } from "@landfall/core/alerts/delivery/AttemptRecord"
import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { DisabledReason } from "@landfall/core/alerts/endpoints/EndpointHealth"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { QueryInstant, windowFields } from "../conventions/Instants.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"
import { AttemptView } from "./AttemptView.ts"

export const EndpointAttemptsQuery = Schema.Struct({
  ...ListQuery.fields,
  status: Schema.optionalKey(AttemptStatus),
  type: Schema.optionalKey(SubscribableEventType),
  ...windowFields("`startedAt`")
})

export const EndpointStatsQuery = Schema.Struct({
  since: Schema.optionalKey(QueryInstant).annotateKey({
    description: "First instant, ISO 8601; a day before `until` when left out"
  }),
  until: Schema.optionalKey(QueryInstant).annotateKey({
    description: "Instant before which the hours begin, ISO 8601; now when left out"
  })
})

const nullableInstant = Schema.NullOr(Schema.DateTimeUtcFromString)

/** `more`: there are more than were counted. */
const CountView = Schema.Struct({ count: Schema.Int, more: Schema.Boolean }).annotate({ identifier: "BoundedCount" })

const totalsFields = {
  succeeded: Schema.Int,
  failed: Schema.Int,
  /** Attempts after which the delivery was given up. */
  exhausted: Schema.Int,
  /** The part that succeeded, 0 to 1; null when nothing was attempted. */
  successRate: Schema.NullOr(Schema.Finite),
  meanMillis: Schema.NullOr(Schema.Int),
  longestMillis: Schema.NullOr(Schema.Int)
}

export const EndpointStatsView = Schema.Struct({
  endpointId: Schema.String,
  since: Schema.DateTimeUtcFromString,
  until: Schema.DateTimeUtcFromString,
  health: Schema.Struct({
    status: Schema.Literals(["healthy", "failing", "disabled", "probing"]),
    /** Since when it is failing or disabled. */
    since: nullableInstant,
    /** Why it is disabled. */
    reason: Schema.NullOr(DisabledReason),
    /** When it will be disabled unless a delivery succeeds before. */
    disabledFrom: nullableInstant
  }),
  /** Until when the receiver asked for quiet. */
  pausedUntil: nullableInstant,
  deliveries: Schema.Struct({
    /** Never tried. */
    waiting: CountView,
    /** Waiting for their next attempt. */
    retrying: CountView,
    sending: CountView
  }),
  /** When the message was made whose delivery has waited longest for its first attempt. */
  oldestWaitingAt: nullableInstant,
  lastAttempt: Schema.NullOr(AttemptView),
  attempts: Schema.Struct(totalsFields),
  /** The hours in which something was attempted. */
  hours: Schema.Array(Schema.Struct({ startsAt: Schema.DateTimeUtcFromString, ...totalsFields }))
}).annotate({ identifier: "EndpointStats" })

const params = { id: Schema.String }

/** What was attempted at an endpoint, and how it is. */
export class EndpointMonitoringApi extends HttpApiGroup.make("endpointMonitoring")
  .add(
    HttpApiEndpoint.get("attempts", `${ALERTS_PREFIX}/endpoint/:id/attempts`, {
      params,
      query: EndpointAttemptsQuery,
      success: pageSchema(AttemptView, "AttemptPage"),
      error: apiErrors(400, 404)
    })
      .annotate(OpenApi.Summary, "List the attempts made at an endpoint, newest first")
      .annotate(
        OpenApi.Description,
        "A page can have fewer rows than `limit`, even none, and still not be the last: go on with `iterator` until `done`."
      ),
    HttpApiEndpoint.get("stats", `${ALERTS_PREFIX}/endpoint/:id/stats`, {
      params,
      query: EndpointStatsQuery,
      success: EndpointStatsView,
      error: apiErrors(400, 404)
    })
      .annotate(OpenApi.Summary, "Read how an endpoint is, what waits for it, and its attempts by hour")
      .annotate(
        OpenApi.Description,
        "Deliveries are counted up to 10,000. Attempts are counted by whole hours, from the one that `since` is in; a window has at most 92 days."
      )
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "What was attempted at an endpoint, and how it is.") {}
