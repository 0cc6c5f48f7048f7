import { API_KEY_HEADER, HYPHENATED_API_KEY_HEADER } from "@landfall/api/conventions/Authorization"
import { Effect } from "effect"
import { HttpMiddleware, HttpServerRequest, type HttpServerResponse } from "effect/http"

/** The origin that allows the pages of every site. */
const ANY_ORIGIN = "*"

const ALLOWED_HEADERS = [
  API_KEY_HEADER,
  HYPHENATED_API_KEY_HEADER,
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "Last-Event-ID",
  "MCP-Protocol-Version",
  "X-Request-Id"
]
const EXPOSED_HEADERS = [
  "ETag",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-Found-Count",
  "X-Request-Id",
  "X-Requested-Count",
  "X-Resource-Type"
]
const PREFLIGHT_SECONDS = 7200

/** Whether a request is a preflight: a browser sends it before a request of a page, to ask for permission. */
const isPreflight = ({ method, headers }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined

type Handler<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/**
 * Allows the pages of `origins` to call the service from a browser, with an API key and without cookies. Returns the handler
 * unchanged without origins.
 */
export const allowOrigins = (origins: ReadonlyArray<string>) => {
  const cors = HttpMiddleware.cors({
    allowedOrigins: origins.includes(ANY_ORIGIN) ? [] : origins,
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS
  })
  return <E, R>(handler: Handler<E, R>): Handler<E, R> =>
    origins.length === 0
      ? handler
      : Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          request.method !== "OPTIONS" || isPreflight(request) ? cors(handler) : handler
        )
}
