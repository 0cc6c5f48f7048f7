import { Cause, Context, Effect, Option, References } from "effect"
import { HttpRouter, type HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { unhandled } from "effect/Types"
import type { ApiError } from "../ApiError.ts"
import { bodyEncodingFault, toErrorResponse, unsupportedMediaTypeResponse } from "./ErrorResponses.ts"
import type { FastPath } from "./FastPaths.ts"
import { Metrics } from "./Metrics.ts"
import { REQUEST_ID_HEADER, RequestIds } from "./RequestId.ts"

type Answer<E> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest>

/** The name of requests in the metrics that match no route. */
const UNMATCHED_ROUTE = "none"

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
 * Runs every request of the server: gives it an id, which each of its log lines carries; answers it on a fast path or by
 * the router; turns every failure into an errorInfo; records its duration and stamps the response with its id.
 */
export const requestPipelineLayer = <R>(fastPaths: Effect.Effect<ReadonlyArray<FastPath>, never, R>) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const ids = yield* RequestIds
      const metrics = yield* Metrics
      const paths = yield* fastPaths

      const matchFastPath = (request: HttpServerRequest.HttpServerRequest) => {
        for (const { route, match } of paths) {
          const answer = match(request)
          if (answer !== undefined) return { route, answer }
        }
        return undefined
      }

      return (routed) => {
        const routedJson = Effect.flatMap(routed, (response) =>
          response.status === 415 ? unsupportedMediaTypeResponse : Effect.succeed(response)
        )
        return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Effect.flatMap(ids.idOf(request), (id) => {
            const started = metrics.monotonicNanos()
            const stamp = (route: string, response: HttpServerResponse.HttpServerResponse) => {
              metrics.recordRequest(route, response.status, started)
              return HttpServerResponse.setHeader(response, REQUEST_ID_HEADER, id)
            }
            const isReadable = bodyEncodingFault(request.headers) === undefined
            const fast = isReadable ? matchFastPath(request) : undefined
            const answer: Answer<ApiError | HttpServerError.HttpServerError | unhandled> =
              fast?.answer ?? (isReadable ? routedJson : unsupportedMediaTypeResponse)
            return answer.pipe(
              Effect.catchCause((cause) =>
                Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : toErrorResponse(cause)
              ),
              Effect.flatMap((response) =>
                fast === undefined
                  ? Effect.map(routeOf, (route) => stamp(route, response))
                  : Effect.succeed(stamp(fast.route, response))
              ),
              Effect.provideService(References.CurrentLogAnnotations, { requestId: id })
            )
          })
        )
      }
    }),
    { global: true }
  )
