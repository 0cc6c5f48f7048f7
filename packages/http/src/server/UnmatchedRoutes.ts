import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { ADMIN_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Cause, Effect } from "effect"
import { HttpServerError, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { errorResponse } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { CallRates } from "../limits/CallRates.ts"
import { MeteredCalls } from "../metering/MeteredCalls.ts"
import { operationAt, UNMATCHED_OPERATION } from "./OperationRoutes.ts"

const isUnmatched = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  return error instanceof HttpServerError.HttpServerError && error.reason._tag === "RouteNotFound"
}

/**
 * Makes the function that counts requests for paths and methods that do not exist against the rates of their API key. Without
 * a valid key, the response is that of the path.
 */
export const makeUnmatchedLimit = Effect.gen(function* () {
  const { identify } = yield* MeteredCalls
  const rates = yield* CallRates

  return <E, R>(
    call: CallRecord,
    request: HttpServerRequest.HttpServerRequest,
    cause: Cause.Cause<unknown>,
    response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
    if (call.accountId !== undefined || request.url.startsWith(ADMIN_PREFIX) || !isUnmatched(cause)) return response
    return Effect.matchEffect(identify(request), {
      onFailure: (error) =>
        error.errorCode === ERRORS.tooManyRequests.code ? Effect.succeed(errorResponse(error)) : response,
      onSuccess: ({ account, id }) => {
        call.accountId = account.id
        call.keyId = id
        call.operation = operationAt(request.method, request.url) ?? UNMATCHED_OPERATION
        call.logAnnotations.accountId = account.id
        const rejected = rates.take(call, 1)
        return rejected === undefined
          ? response
          : Effect.catch(rejected, (error) => Effect.succeed(errorResponse(error)))
      }
    })
  }
})
