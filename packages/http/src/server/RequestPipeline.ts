import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { ADMIN_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Limits } from "@landfall/core/limits/Limits"
import { Cause, Context, Effect, Option, References } from "effect"
import {
  HttpMiddleware,
  HttpPlatform,
  HttpRouter,
  type HttpServerError,
  HttpServerRequest,
  type HttpServerResponse
} from "effect/http"
import type { unhandled } from "effect/Types"
import { dispatchToCells, OtherCells } from "../cells/OtherCells.ts"
import { type ApiError, errorResponse } from "../conventions/ApiError.ts"
import { type CallRecord, CurrentCall, newCallRecord } from "../conventions/CallRecord.ts"
import { isInProcess } from "../conventions/InProcessRequest.ts"
import { makeRequestIds, REQUEST_ID_HEADER } from "../conventions/RequestId.ts"
import { type ContentCoding, preferredCoding } from "../edge/ContentCoding.ts"
import { allowOrigins } from "../edge/CorsPolicy.ts"
import { applyForwarding, type ProxyTrust } from "../edge/ProxyTrust.ts"
import { securityHeadersFor } from "../edge/SecurityHeaders.ts"
import { AddressRates } from "../limits/AddressRates.ts"
import { makeRateHeaders } from "../limits/RateHeaders.ts"
import { makeRejectionDelay } from "../limits/RejectionDelay.ts"
import { AccountLookup } from "../metering/AccountLookup.ts"
import { Metrics } from "../metrics/Metrics.ts"
import { METRICS_OFF, type MetricsAddress } from "../metrics/MetricsAddress.ts"
import { CallCounter } from "./CallCounter.ts"
import { contentTypeResponse, requestFaultResponse, toErrorResponse } from "./ErrorResponses.ts"
import type { FastPath } from "./FastPaths.ts"
import { hasKeyHeader, makeAnonymousTest, makeUnlimitedTest } from "./OperationRoutes.ts"
import { hasFollowers } from "./PipelinedRequests.ts"
import { promptCompression } from "./PromptCompression.ts"
import { requestFaultOf } from "./RequestFaults.ts"
import { makeRequestTelemetry } from "./RequestTelemetry.ts"
import { makeUnmatchedLimit } from "./UnmatchedRoutes.ts"

/** The edge between the server and its callers. */
export interface PipelineOptions {
  /** The URL at which callers reach the server. Behind https, responses instruct browsers to use nothing else. */
  readonly publicUrl: Option.Option<string>
  readonly proxies: ProxyTrust
  /** The origins whose pages may call the service; `*`: those of every site. */
  readonly corsOrigins: ReadonlyArray<string>
  /** The address at which `/metrics` is served; none by default. */
  readonly metrics?: MetricsAddress
}

type Handler<E> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest>
type AnyFailure = ApiError | HttpServerError.HttpServerError | unhandled

/** The name of requests in the metrics that match no route. */
const UNMATCHED_ROUTE = "none"

/** Smaller responses are not worth the time of compressing them. */
const MIN_COMPRESSED_BYTES = 1024

/**
 * Compresses a response with a coding; with none, it is sent as it is. Responses that are compressed already, or state
 * that they must not be, remain unchanged. The coding is chosen by `preferredCoding`, as that of a stored document is.
 */
const compressWith = (algorithms: ReadonlyArray<ContentCoding>) =>
  HttpMiddleware.compression({ algorithms, minSize: MIN_COMPRESSED_BYTES })

/** Method and path pattern that the router found. It leaves them in the fiber until the request is complete. */
const routeOf = Effect.contextWith((context: Context.Context<never>) =>
  Effect.succeed(
    Option.match(Context.getOption(context, HttpRouter.RouteContext), {
      onNone: () => UNMATCHED_ROUTE,
      onSome: ({ route }) => `${route.method} ${route.path}`
    })
  )
)

/**
 * Makes the function that sets the headers of every response. A response that varies otherwise, and a page with another
 * policy, retain their headers.
 *
 * The response and its headers are copied once, with their prototypes: `HttpServerResponse.setHeaders` copies the
 * headers three times, which costs a request more than its routing.
 */
const makeStamp =
  (common: Readonly<Record<string, string>>, rateHeaders: ReturnType<typeof makeRateHeaders>) =>
  (
    response: HttpServerResponse.HttpServerResponse,
    id: string,
    { keyId, rate, retryAfterSeconds }: CallRecord,
    request: HttpServerRequest.HttpServerRequest
  ): HttpServerResponse.HttpServerResponse => {
    const headers: Record<string, string> = Object.assign(
      Object.create(Object.getPrototypeOf(response.headers)),
      common,
      response.headers
    )
    headers[REQUEST_ID_HEADER] = id
    if (rate !== undefined) {
      headers["ratelimit-policy"] = rateHeaders.policiesOf(rate)
      headers.ratelimit = rateHeaders.standingText(rate)
    }
    if (retryAfterSeconds !== undefined) {
      headers["retry-after"] = String(retryAfterSeconds)
      // What a caller without a key has sent behind it would be rejected too, one request after the other.
      if (keyId === undefined && isFollowed(request)) headers.connection = "close"
    }
    return Object.assign(Object.create(Object.getPrototypeOf(response)), response, { headers })
  }

/** Whether the caller has sent further requests on the same connection without waiting for the response. */
const isFollowed = (request: HttpServerRequest.HttpServerRequest): boolean =>
  !isInProcess(request) && hasFollowers(NodeHttpServerRequest.toIncomingMessage(request))

/** The fast path that handles a request, with its handler; undefined when none does. */
const matchFastPath = (
  paths: ReadonlyArray<FastPath>,
  request: HttpServerRequest.HttpServerRequest,
  call: CallRecord
) => {
  for (const { route, path, match } of paths) {
    const handler = match(request, call)
    if (handler !== undefined) return { route, path, handler }
  }
  return undefined
}

/** Runs a request with its record, and with the ids that each of its log lines carries. */
const withCall = <A, E>(handled: Effect.Effect<A, E, HttpServerRequest.HttpServerRequest>, call: CallRecord) =>
  Effect.updateContext(handled, (context: Context.Context<HttpServerRequest.HttpServerRequest>) =>
    Context.add(Context.add(context, References.CurrentLogAnnotations, call.logAnnotations), CurrentCall, call)
  )

/**
 * Runs every request of the server: gives it an id, which each of its log lines carries; handles it on a fast path or by
 * the router, unless its address has sent too many without a key; turns every failure into an errorInfo; records its
 * duration, counts it by its status and stamps the response with its id and the security headers. Routed responses are compressed, those of fast paths are not: they are small.
 */
export const requestPipelineLayer = <R>(
  { publicUrl, proxies, corsOrigins, metrics: metricsAddress = METRICS_OFF }: PipelineOptions,
  fastPaths: Effect.Effect<ReadonlyArray<FastPath>, never, R>
) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const idOf = yield* makeRequestIds
      const metrics = yield* Metrics
      const counter = yield* CallCounter
      const telemetry = yield* makeRequestTelemetry
      const runtime = yield* HttpPlatform.HttpPlatform
      const platform = HttpPlatform.HttpPlatform.of({ ...runtime, compression: promptCompression(runtime.compression) })
      const paths = yield* fastPaths
      const addresses = yield* AddressRates
      const lookup = yield* AccountLookup
      const limitUnmatched = yield* makeUnmatchedLimit
      const isUnlimited = makeUnlimitedTest(metricsAddress._tag === "OnServer")
      const isAnonymous = makeAnonymousTest(isUnlimited)
      const common = { ...securityHeadersFor(publicUrl), vary: "Accept-Encoding" }
      const stamp = makeStamp(common, makeRateHeaders(yield* Limits))
      const delayRejection = yield* makeRejectionDelay
      const otherCells = yield* OtherCells
      const forward = applyForwarding(proxies)
      const allow = allowOrigins(corsOrigins)
      const compressions = {
        br: compressWith(["br"]),
        gzip: compressWith(["gzip"]),
        identity: compressWith([])
      }

      /** The rates that apply before a request is routed; undefined when none does. */
      const limit = (
        call: CallRecord,
        request: HttpServerRequest.HttpServerRequest,
        proceed: Handler<AnyFailure>
      ): Handler<AnyFailure> | undefined => {
        if (isAnonymous(request)) {
          const rejection = addresses.takeRequest(call, request)
          return rejection === undefined ? undefined : Effect.succeed(errorResponse(rejection))
        }
        return request.url.startsWith(ADMIN_PREFIX) ? undefined : lookup.rejectUnknown(call, request, proceed)
      }

      /**
       * Debits a response that no rate has counted from the rate of its address: to different keys in one request, to
       * another scheme than Bearer, to a key from a wrong network, or to a request that is rejected before its key is
       * read.
       */
      const limitUncounted = (
        call: CallRecord,
        request: HttpServerRequest.HttpServerRequest,
        response: HttpServerResponse.HttpServerResponse
      ): HttpServerResponse.HttpServerResponse => {
        const { status } = response
        const isFault = status === 500 || status === 503
        if (isFault || call.isOperator || isUnlimited(request.url) || isInProcess(request)) return response
        const rejection = addresses.takeRequest(call, request)
        return rejection === undefined ? response : errorResponse(rejection)
      }

      return (routed) => {
        const routedJson = Effect.flatMap(routed, (response) =>
          response.status === 415 ? contentTypeResponse : Effect.succeed(response)
        )
        const respond = (request: HttpServerRequest.HttpServerRequest) => {
          const started = metrics.monotonicNanos()
          const id = idOf(request.headers[REQUEST_ID_HEADER])
          const call = newCallRecord({ requestId: id })
          const complete = (route: string, computed: HttpServerResponse.HttpServerResponse) => {
            const response = call.rate === undefined ? limitUncounted(call, request, computed) : computed
            const seconds = metrics.recordRequest(route, response.status, started)
            const logging = telemetry.logCompleted(route, response.status, call, seconds)
            const stamped = stamp(response, id, call, request)
            const counting = counter.complete(call, request, response.status, route !== UNMATCHED_ROUTE)
            const delay = delayRejection(call, request)
            if (counting === undefined && logging === undefined && delay === undefined) return Effect.succeed(stamped)
            const steps = [logging, counting, delay].filter((step) => step !== undefined)
            return Effect.as(Effect.all(steps, { discard: true }), stamped)
          }
          const abandon = <E>(cause: Cause.Cause<E>) => {
            counter.abandon(call)
            return Effect.failCause(cause)
          }
          const fault = requestFaultOf(request)
          // Requests without a key are limited by their address, whatever their path.
          const fast = fault === undefined && hasKeyHeader(request) ? matchFastPath(paths, request, call) : undefined
          const proceed: Handler<AnyFailure> =
            fast?.handler ?? (fault === undefined ? routedJson : requestFaultResponse(fault))
          const handler = (fast === undefined ? limit(call, request, proceed) : undefined) ?? proceed
          const handled = allow(handler).pipe(
            Effect.catchCause((cause) =>
              Cause.hasInterruptsOnly(cause)
                ? abandon(cause)
                : limitUnmatched(call, request, cause, toErrorResponse(cause))
            ),
            Effect.flatMap((response) =>
              fast === undefined
                ? Effect.flatMap(routeOf, (route) => complete(route, response))
                : complete(fast.route, response)
            )
          )
          const response = withCall(handled, call)
          const compress = () => compressions[preferredCoding(request.headers["accept-encoding"]) ?? "identity"]
          const sent =
            fast === undefined
              ? Effect.provideService(compress()(response), HttpPlatform.HttpPlatform, platform)
              : response
          return telemetry.trace(request, id, call, fast?.path, sent)
        }

        const inHome = forward(Effect.flatMap(HttpServerRequest.HttpServerRequest, respond))
        return otherCells === undefined ? inHome : dispatchToCells(otherCells, publicUrl, inHome)
      }
    }),
    { global: true }
  )
