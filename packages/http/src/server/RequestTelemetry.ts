import { Clock, Effect, Exit, LogLevel, Option, References, Tracer } from "effect"
import { type HttpServerRequest, type HttpServerResponse, HttpTraceContext } from "effect/http"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { operationAt } from "./OperationRoutes.ts"

/** Requests of probes and scrapers, which are sent every few seconds. */
const UNTRACED_URLS: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"])

const FIRST_ERROR_STATUS = 500

/** The exit of a span: a response with a status of 500 or above is an error. */
const spanExit = (exit: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) && exit.value.status >= FIRST_ERROR_STATUS
    ? Exit.fail({ _tag: String(exit.value.status) })
    : exit

/**
 * The span and the log line of each request. Both carry ids, the operation and the status; never a URL, which can hold the
 * number of a shipment, and no header.
 */
export const makeRequestTelemetry = Effect.gen(function* () {
  const tracer = yield* Tracer.Tracer
  const isTraced = (yield* References.TracerEnabled) && tracer !== Tracer.nativeTracer
  const isLogged = LogLevel.isGreaterThanOrEqualTo("Debug", yield* References.MinimumLogLevel)
  const clock = yield* Clock.Clock

  const inSpan = <E, R>(
    request: HttpServerRequest.HttpServerRequest,
    id: string,
    call: CallRecord,
    fastPath: string | undefined,
    response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ) => {
    const { method, url, headers } = request
    // The router sets the attribute of the requests that it handles.
    const route = fastPath === undefined ? {} : { "http.route": fastPath }
    const options = {
      kind: "server",
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(headers)),
      attributes: { "http.request.method": method, "landfall.request.id": id, ...route }
    } as const
    return Effect.flatMap(Effect.makeSpan(operationAt(method, url) ?? method, options), (span) =>
      Effect.onExit(Effect.withParentSpan(response, span, { captureStackTrace: false }), (exit) =>
        Effect.sync(() => {
          if (call.accountId !== undefined) span.attribute("landfall.account.id", call.accountId)
          if (Exit.isSuccess(exit)) span.attribute("http.response.status_code", exit.value.status)
          span.end(clock.currentTimeNanosUnsafe(), spanExit(exit))
        })
      )
    )
  }

  return {
    /**
     * Runs a request in a span, where traces are exported.
     *
     * @param fastPath the path pattern of the fast path that handles the request
     */
    trace: <E, R>(
      request: HttpServerRequest.HttpServerRequest,
      id: string,
      call: CallRecord,
      fastPath: string | undefined,
      response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
      isTraced && !UNTRACED_URLS.has(request.url) ? inSpan(request, id, call, fastPath, response) : response,
    /** Logs a completed request at the level `debug`; undefined when that level is not logged. */
    logCompleted: (route: string, status: number, { accountId }: CallRecord, durationSeconds: number) =>
      isLogged
        ? Effect.annotateLogs(Effect.logDebug("Request completed."), {
            operation: route,
            status,
            durationMillis: Math.round(durationSeconds * 1000),
            ...(accountId === undefined ? {} : { accountId })
          })
        : undefined
  }
})
