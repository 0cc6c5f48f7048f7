import { ERRORS, type ErrorCode, type ErrorName, httpStatusOf } from "@landfall/api/conventions/ErrorCode"
import { type ErrorInfo, ErrorInfo as ErrorInfoSchema, makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { DateTime, Effect, Schema } from "effect"
import { HttpServerRespondable, HttpServerResponse } from "effect/http"

export const encodeErrorInfo = Schema.encodeSync(ErrorInfoSchema)

/** An errorInfo on its way to the caller. It can answer by itself where an operation does not list its status. */
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

/** The answer that carries an errorInfo. */
export const errorResponse = (info: ErrorInfo): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(encodeErrorInfo(info), { status: httpStatusOf(info.errorCode) })

/** Fails with an error of the catalogue and what there is to say about this case of it. */
export const failWith = Effect.fnUntraced(function* (
  name: ErrorName,
  details: ReadonlyArray<string> = [],
  message?: string
) {
  const now = yield* DateTime.now
  const words = message === undefined ? { details } : { details, message }
  return yield* Effect.fail(new ApiError(makeErrorInfo(ERRORS[name].code, now, words)))
})
