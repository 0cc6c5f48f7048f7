import type { AttemptView } from "@landfall/api/alerts/AttemptView"
import type { EndpointStatsView } from "@landfall/api/alerts/EndpointMonitoringApi"
import type { EndpointView } from "@landfall/api/alerts/EndpointsApi"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { client } from "../../../client/Client.ts"
import { pollInterval } from "../../../client/Polling.ts"
import type { Tone } from "../../../components/Tone.ts"
import { decimal, percent } from "../../../text/Numbers.ts"

export type Endpoint = typeof EndpointView.Encoded
export type Attempt = typeof AttemptView.Encoded
export type EndpointStats = typeof EndpointStatsView.Encoded

const PAGE_ROWS = 50

/** The endpoints of the account, page by page. */
export const endpointsQuery = infiniteQueryOptions({
  queryKey: ["endpoints", "list"],
  queryFn: ({ pageParam, signal }) =>
    client.endpoints.list({
      query: { limit: PAGE_ROWS, ...(pageParam === null ? {} : { iterator: pageParam }) },
      signal
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ done, iterator }) => (done ? null : iterator)
})

export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ["endpoints", id],
    queryFn: ({ signal }) => client.endpoints.get({ params: { id }, signal })
  })

const STATS_INTERVAL_MILLIS = 10_000

/** The health of an endpoint in the last 24 hours, which stays current while it is shown. */
export const statsQuery = (id: string) =>
  queryOptions({
    queryKey: ["endpoints", id, "stats"],
    queryFn: ({ signal }) => client.endpointMonitoring.stats({ params: { id }, signal }),
    refetchInterval: pollInterval(STATS_INTERVAL_MILLIS)
  })

const ATTEMPTS_INTERVAL_MILLIS = 3_000

/** The newest attempts of an endpoint, which stay current while they are shown. */
export const attemptsQuery = (id: string, limit: number) =>
  queryOptions({
    queryKey: ["endpoints", id, "attempts", limit],
    queryFn: ({ signal }) => client.endpointMonitoring.attempts({ params: { id }, query: { limit }, signal }),
    refetchInterval: pollInterval(ATTEMPTS_INTERVAL_MILLIS)
  })

const COUNTED_ROWS = 250

/** How many shipments are registered on an endpoint, counted up to 250. */
export const registeredCountQuery = (id: string) =>
  queryOptions({
    queryKey: ["shipments", "registered-on", id],
    queryFn: async ({ signal }) => {
      const { data, done } = await client.shipments.list({
        query: { endpointId: id, limit: COUNTED_ROWS },
        signal
      })
      return { count: data.length, more: !done }
    }
  })

/** The colour of the state of an endpoint. */
export const TONES: Readonly<Record<EndpointStats["health"]["status"], Tone>> = {
  healthy: "good",
  probing: "warn",
  failing: "bad",
  disabled: "idle"
}

/** A share of 0 to 1 in percent; failures are never rounded away. */
export const successRate = (share: number): string =>
  share < 1 && share > 0.99 ? percent(Math.floor(share * 1000) / 1000, 1) : percent(share)

/** A duration in milliseconds, as a person reads it. */
export const duration = (millis: number): string =>
  millis < 1000 ? `${Math.round(millis)} ms` : `${decimal(millis / 1000, 1)} s`
