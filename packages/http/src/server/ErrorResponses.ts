import { bodyLimitAt } from "@landfall/api/conventions/BodyLimit"
import { bodyErrorCode, ERRORS, type ErrorName } from "@landfall/api/conventions/ErrorCode"
import { detailsOf, makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { faultsOf } from "@landfall/core/faults/Parse"
import { Cause, DateTime, Effect, Option, Predicate } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { jsonFault } from "../bodies/JsonFault.ts"
import { payloadFaults } from "../bodies/PayloadFaults.ts"
import { allowedMethods, optionsResponse } from "../conventions/AllowedMethods.ts"
import { ApiError, errorResponse } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { parameterFaults } from "../conventions/QueryParameters.ts"
import { allowedMethodsAt } from "./OperationRoutes.ts"
import { contentTypeFault, type RequestFault } from "./RequestFaults.ts"

const FAULT_ROOTS = { Params: "path", Query: "query", Headers: "header" } as const

const respondWith = (name: ErrorName, details: ReadonlyArray<string> = []) =>
  Effect.map(DateTime.now, (now) => errorResponse(makeErrorInfo(ERRORS[name].code, now, { details })))

/**
 * The reason why the body of the current request is not JSON; undefined when it is. The request has cached its text.
 */
const bodyFault = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const text = yield* Effect.option(request.text)
  return Option.isNone(text) ? "The body could not be read to its end." : jsonFault(text.value)
})

/** The response to a body that does not match the schema of its operation. */
const payloadErrorResponse = Effect.fnUntraced(function* (error: HttpApiError.HttpApiSchemaError) {
  const unreadable = yield* bodyFault
  if (unreadable !== undefined) return yield* respondWith("bodyNotJson", [unreadable])
  const request = yield* HttpServerRequest.HttpServerRequest
  const faults = payloadFaults(yield* CurrentCall, yield* Effect.orDie(request.text), error.cause)
  const now = yield* DateTime.now
  return errorResponse(makeErrorInfo(bodyErrorCode(faults), now, { details: detailsOf(faults) }))
})

const schemaErrorResponse = (error: HttpApiError.HttpApiSchemaError) => {
  switch (error.kind) {
    case "Payload":
      return payloadErrorResponse(error)
    case "Headers":
    case "Params":
    case "Query": {
      const faults = faultsOf(error.cause)
      const name = faults.some(({ path }) => path.includes("idempotency-key"))
        ? "idempotencyKeyMalformed"
        : "parameterInvalid"
      const root = FAULT_ROOTS[error.kind]
      if (error.kind !== "Query") return respondWith(name, detailsOf(faults, root))
      return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
        respondWith(name, detailsOf(parameterFaults(faults, url), root))
      )
    }
    default:
      return undefined
  }
}

const unmatchedRouteResponse = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const path = request.url.split("?", 1)[0] ?? request.url
  const methods = allowedMethodsAt(path)
  if (methods.length === 0 || methods.includes(request.method))
    return yield* respondWith("routeUnknown", [`There is no operation at ${path.slice(0, 200)}.`])
  const allow = allowedMethods(methods)
  if (request.method === "OPTIONS") return optionsResponse(allow)
  const response = yield* respondWith("methodNotAllowed", [
    `${path.slice(0, 200)} supports ${allow}, not ${request.method}.`
  ])
  return HttpServerResponse.setHeader(response, "Allow", allow)
})

const isTooLarge = (cause: unknown): boolean => Predicate.isTagged(cause, "MaxBytesError")

const serverErrorResponse = ({ reason }: HttpServerError.HttpServerError) => {
  if (reason._tag === "RouteNotFound") return unmatchedRouteResponse
  if (reason._tag !== "RequestParseError") return undefined
  if (!isTooLarge(reason.cause)) {
    return Effect.flatMap(bodyFault, (fault) => respondWith("bodyNotJson", fault === undefined ? [] : [fault]))
  }
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
    respondWith("bodyTooLarge", [`The body has more than ${bodyLimitAt(url)} bytes.`])
  )
}

const responseToError = (error: unknown) => {
  if (error instanceof ApiError) return Effect.succeed(errorResponse(error))
  if (HttpApiError.HttpApiSchemaError.is(error)) return schemaErrorResponse(error)
  if (error instanceof HttpServerError.HttpServerError) return serverErrorResponse(error)
  return undefined
}

/** The response to a request that is rejected before an operation reads it. */
export const requestFaultResponse = ({ error, detail }: RequestFault) => respondWith(error, [detail])

/** The response to a content type that no operation accepts. */
export const contentTypeResponse = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  requestFaultResponse(contentTypeFault(headers))
)

/**
 * The errorInfo of a request that failed: faults that the router and the parsers found, errors of operations, and defects,
 * which are logged, and whose response has no details of the server.
 */
export const toErrorResponse = (cause: Cause.Cause<unknown>) =>
  responseToError(Cause.squash(cause)) ??
  Effect.andThen(Effect.logError("A request failed because of a defect.", cause), respondWith("internal"))
