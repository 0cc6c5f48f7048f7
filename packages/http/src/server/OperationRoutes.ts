import { Authorization } from "@landfall/api/conventions/Authorization"
import { MESSAGE_STREAM_PATH } from "@landfall/api/conventions/PathPrefixes"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { HttpServerRequest } from "effect/http"
import { HttpApi } from "effect/http-api"
import { hasSession } from "../metering/SessionCookie.ts"

interface RoutePattern {
  readonly pattern: RegExp
  readonly method: string
  /** The name of an operation that needs an API key: `group.endpoint`. */
  readonly operation: string | undefined
}

/** The name in the usage counters of calls to an unknown path or method. */
export const UNMATCHED_OPERATION = "unmatched"

/** The health checks, which load balancers call at any rate. */
const HEALTH_PATH = /^\/(?:healthz|readyz)(?:\?|$)/
const METRICS_PATH = /^\/metrics(?:\?|$)/

const routePatterns: Array<RoutePattern> = [
  {
    pattern: /^\/((webhook\/api\/v1\/|congestion\/api\/v1\/|co2\/api\/v2\/)?openapi\.json|docs|healthz|readyz|)$/,
    method: "GET",
    operation: undefined
  },
  { pattern: /^\/mcp$/, method: "POST", operation: "mcp.message" },
  { pattern: new RegExp(`^${MESSAGE_STREAM_PATH}$`), method: "GET", operation: "messages.stream" },
  { pattern: /^\/dashboard(\/.*)?$/, method: "GET", operation: undefined },
  ...["POST", "DELETE"].map((method) => ({ pattern: /^\/dashboard\/session$/, method, operation: undefined }))
]
HttpApi.reflect(LandfallApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint, middleware }) => {
    const form = endpoint.path.replaceAll(".", "\\.").replaceAll(/:[A-Za-z]+/g, "[^/]+")
    const needsKey = [...middleware].some(({ key }) => key === Authorization.key)
    routePatterns.push({
      pattern: new RegExp(`^${form}$`),
      method: endpoint.method,
      operation: needsKey ? `${group.identifier}.${endpoint.identifier}` : undefined
    })
  }
})

const keylessPatterns = routePatterns.filter(({ operation }) => operation === undefined).map(({ pattern }) => pattern)

/** Whether a request has a header that can carry an API key. */
export const hasKeyHeader = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers.api_key !== undefined || headers["api-key"] !== undefined || headers.authorization !== undefined

/** Makes the test whether requests for a URL are not limited: health checks, and the reading of metrics where they are served. */
export const makeUnlimitedTest =
  (servesMetrics: boolean) =>
  (url: string): boolean =>
    HEALTH_PATH.test(url) || (servesMetrics && METRICS_PATH.test(url))

/**
 * Makes the test whether no API key identifies the sender of a request: it carries none, or its path needs none. Requests
 * that are not limited do not count.
 */
export const makeAnonymousTest =
  (isUnlimited: (url: string) => boolean) =>
  (request: HttpServerRequest.HttpServerRequest): boolean => {
    const { url } = request
    if (isUnlimited(url)) return false
    if (!hasKeyHeader(request) && !hasSession(request)) return true
    const path = url.split("?", 1)[0] ?? url
    return keylessPatterns.some((pattern) => pattern.test(path))
  }

/** The methods that a path supports; empty for an unknown path. */
export const allowedMethodsAt = (path: string): ReadonlyArray<string> => [
  ...new Set(routePatterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
]

/** The name of the operation at a URL that needs an API key; undefined when there is none. */
export const operationAt = (method: string, url: string): string | undefined => {
  const path = url.split("?", 1)[0] ?? url
  const routed = method === "HEAD" ? "GET" : method
  return routePatterns.find((route) => route.method === routed && route.pattern.test(path))?.operation
}
