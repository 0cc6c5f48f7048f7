import { queryOptions, useQueries, useQuery } from "@tanstack/react-query"
import { client } from "../../client/Client.ts"
import { dataInterval } from "../../client/Polling.ts"
import { type Endpoint, type EndpointStats, statsQuery } from "../endpoints/operations/EndpointQueries.ts"
import { useEndpoints } from "../endpoints/operations/Endpoints.ts"
import { DAY_MILLIS, REFETCH_MILLIS } from "./StartQueries.ts"

/** The maximum number of endpoints whose health is read. */
const READ_ENDPOINTS = 20
const READ_MESSAGES = 100

export interface FailingEndpoint {
  readonly endpoint: Endpoint
  readonly stats: EndpointStats
}

/** The endpoints with a delivery of the last day that failed and is retried, or of which every attempt failed. */
const failedDeliveriesQuery = queryOptions({
  queryKey: ["failed-deliveries"],
  queryFn: async ({ signal }) => {
    const since = new Date(Date.now() - DAY_MILLIS).toISOString()
    const pages = await Promise.all(
      (["pending", "exhausted"] as const).map((status) =>
        client.messages.list({ query: { status, since, limit: READ_MESSAGES }, signal })
      )
    )
    const failed = pages
      .flatMap(({ data }) => data.flatMap(({ deliveries }) => deliveries))
      .filter(({ status, attempts }) => status === "exhausted" || (status === "pending" && attempts > 0))
    return [...new Set(failed.map(({ endpointId }) => endpointId))]
  },
  refetchInterval: dataInterval(REFETCH_MILLIS)
})

const isFailing = ({ health, lastAttempt }: EndpointStats): boolean =>
  health.status !== "healthy" || lastAttempt?.status === "failed"

/**
 * The endpoints whose last delivery failed, or that are paused. Of few endpoints, the health of each is read; of many, that of
 * those that are paused or have failed deliveries. Undefined while they are loaded.
 */
export const useFailingEndpoints = () => {
  const { endpoints, error: endpointsError, refetch } = useEndpoints({ isWhole: true })
  const isMany = (endpoints?.length ?? 0) > READ_ENDPOINTS
  const { data: failed, isPending, error: failedError } = useQuery({ ...failedDeliveriesQuery, enabled: isMany })
  const candidates = isMany
    ? (endpoints ?? []).filter(({ id, disabled }) => disabled || failed?.includes(id) === true)
    : (endpoints ?? [])
  const read = candidates.slice(0, READ_ENDPOINTS)
  const results = useQueries({ queries: read.map(({ id }) => statsQuery(id)) })
  const statsError = results.find((result) => result.error !== null)?.error ?? null
  const isLoading = endpoints === undefined || (isMany && isPending) || results.some((result) => result.isPending)
  const failing = read.flatMap((endpoint, index): ReadonlyArray<FailingEndpoint> => {
    const stats = results[index]?.data
    return stats !== undefined && isFailing(stats) ? [{ endpoint, stats }] : []
  })
  return {
    failing: isLoading ? undefined : failing,
    /** Whether every endpoint that may fail was read. */
    isWhole: candidates.length === read.length,
    count: endpoints?.length,
    /** Why not every endpoint could be read. */
    error: endpointsError ?? failedError ?? statsError,
    refetch
  }
}
