import type { EndpointStatsQuery, EndpointStatsView } from "@landfall/api/alerts/EndpointMonitoringApi"
import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { QueuePostponement } from "@landfall/core/alerts/delivery/QueuePostponement"
import type { EndpointCondition } from "@landfall/core/alerts/endpoints/EndpointCondition"
import { type AttemptTotals, hourOf, MAX_STATS_WINDOW, totalsOf } from "@landfall/core/alerts/operations/EndpointStats"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { DateTime, Duration, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseEndpointId } from "../conventions/PathIds.ts"
import { checkWindow } from "../conventions/QueryParameters.ts"
import { toAttemptView } from "./AttemptViews.ts"
import { makePortalScope } from "./PortalScope.ts"

const toHealthView = (condition: EndpointCondition): (typeof EndpointStatsView.Type)["health"] => {
  const none = { since: null, reason: null, disabledFrom: null }
  switch (condition._tag) {
    case "Healthy":
      return { ...none, status: "healthy" }
    case "Probing":
      return { ...none, status: "probing" }
    case "Failing":
      return {
        ...none,
        status: "failing",
        since: condition.since,
        disabledFrom: Option.getOrNull(condition.disabledFrom)
      }
    case "Disabled":
      return { ...none, status: "disabled", since: condition.since, reason: condition.reason }
  }
}

const toPostponementView = ({ until, reason, message }: QueuePostponement) => ({
  until: DateTime.makeUnsafe(until),
  reason,
  message
})

const toTotalsView = ({ successRate, meanMillis, longestMillis, ...counts }: AttemptTotals) => ({
  ...counts,
  successRate: Option.getOrNull(successRate),
  meanMillis: Option.getOrNull(meanMillis),
  longestMillis: Option.getOrNull(longestMillis)
})

/** The requested window. Default: the day up to now. */
const parseStatsWindow = Effect.fnUntraced(function* (query: typeof EndpointStatsQuery.Type) {
  const until = query.until ?? (yield* DateTime.now)
  const since = query.since ?? DateTime.subtract(until, { days: 1 })
  yield* checkWindow({ since, until })
  if (Duration.isGreaterThan(DateTime.distance(since, until), MAX_STATS_WINDOW)) {
    const days = Duration.toDays(MAX_STATS_WINDOW)
    return yield* failWith("parameterInvalid", [`query.since must be at most ${days} days before query.until.`])
  }
  return { since: DateTime.makeUnsafe(hourOf(since.epochMilliseconds)), until }
})

export const endpointMonitoringHandlers = HttpApiBuilder.group(
  LandfallApi,
  "endpointMonitoring",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* MessageLog
    const scope = yield* makePortalScope

    return handlers.handleAll({
      attempts: Effect.fnUntraced(function* ({ params, query }) {
        const account = yield* CurrentAccount
        const { limit: _, iterator: __, ...filter } = query
        yield* checkWindow(filter)
        const request = yield* parsePageRequest(query, "attempt ")
        const id = yield* parseEndpointId(params.id)
        yield* scope.requireEndpoint(account.id, id)
        return toPageView(yield* log.attemptsAtEndpoint(account.id, id, filter, request), toAttemptView)
      }, mapDomainErrors),
      stats: Effect.fnUntraced(function* ({ params, query }) {
        const account = yield* CurrentAccount
        const window = yield* parseStatsWindow(query)
        const id = yield* parseEndpointId(params.id)
        yield* scope.requireEndpoint(account.id, id)
        const stats = yield* log.stats(account.id, id, window)
        return {
          endpointId: stats.endpointId,
          ...window,
          health: toHealthView(stats.condition),
          pausedUntil: Option.getOrNull(stats.pausedUntil),
          postponed: Option.getOrNull(Option.map(stats.postponement, toPostponementView)),
          deliveries: { waiting: stats.waiting, retrying: stats.retrying, sending: stats.sending },
          oldestWaitingAt: Option.getOrNull(stats.oldestWaiting),
          lastAttempt: Option.getOrNull(Option.map(stats.lastAttempt, toAttemptView)),
          attempts: toTotalsView(totalsOf(stats.hours)),
          hours: stats.hours.map((hour) => ({
            startsAt: DateTime.makeUnsafe(hour.startsAt),
            ...toTotalsView(totalsOf([hour]))
          }))
        }
      }, mapDomainErrors)
    })
  })
)
