import { ERRORS, type ErrorCode, type ErrorName, httpStatusOf } from "@landfall/api/conventions/ErrorCode"
import { type ErrorInfo, ErrorInfo as ErrorInfoSchema, makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { DateTime, Effect, Schema } from "effect"
import { HttpServerRespondable, HttpServerResponse } from "effect/http"

export const encodeErrorInfo = Schema.encodeSync(ErrorInfoSchema)

/** An errorInfo as a failure. It is respondable, for operations whose contract does not declare its status. */
export class ApiError implements ErrorInfo, HttpServerRespondable.Respondable {
  readonly errorCode: ErrorCode
  readonly message: string
  readonly details: ReadonlyArray<string>
  readonly time: DateTime.Utc

  constructor(info: ErrorInfo) {
    this.errorCode = info.errorCode
    this.message = info.message
    this.details = info.details
    this.time = info.time
  }

  [HttpServerRespondable.symbol]() {
    return Effect.sync(() => errorResponse(this))
  }
}

/** The response with an errorInfo. */
export const errorResponse = (info: ErrorInfo): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(encodeErrorInfo(info), { status: httpStatusOf(info.errorCode) })

/** Fails with an error of the catalogue, with the details of this case. */
export const failWith = Effect.fnUntraced(function* (
  name: ErrorName,
  details: ReadonlyArray<string> = [],
  message?: string
) {
  const now = yield* DateTime.now
  const words = message === undefined ? { details } : { details, message }
  return yield* Effect.fail(new ApiError(makeErrorInfo(ERRORS[name].code, now, words)))
})
