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

/** An error whose response is written already, for those that a caller can cause at any rate. */
export class PreparedError extends ApiError {
  readonly text: string

  constructor(info: ErrorInfo, text: string) {
    super(info)
    this.text = text
  }
}

/**
 * Makes the function that makes an error of the catalogue with one detail, with its response. The errors that follow each
 * other mostly differ by their time alone, so that the text before it is encoded once.
 */
export const makePreparedErrors = (name: ErrorName) => {
  const { code } = ERRORS[name]
  const epoch = DateTime.makeUnsafe(0)
  let last = { detail: "", head: "", tail: "" }

  /** The parts of the response before and after its time. */
  const partsOf = (detail: string): typeof last => {
    if (detail === last.detail) return last
    const text = JSON.stringify(encodeErrorInfo(makeErrorInfo(code, epoch, { details: [detail] })))
    const time = DateTime.formatIso(epoch)
    const at = text.lastIndexOf(time)
    last = { detail, head: text.slice(0, at), tail: text.slice(at + time.length) }
    return last
  }

  return (detail: string, nowMillis: number): PreparedError => {
    const { head, tail } = partsOf(detail)
    const time = DateTime.makeUnsafe(nowMillis)
    const info = makeErrorInfo(code, time, { details: [detail] })
    return new PreparedError(info, `${head}${DateTime.formatIso(time)}${tail}`)
  }
}

/** The response with an errorInfo. */
export const errorResponse = (info: ErrorInfo): HttpServerResponse.HttpServerResponse => {
  const status = httpStatusOf(info.errorCode)
  return info instanceof PreparedError
    ? HttpServerResponse.text(info.text, { status, contentType: "application/json" })
    : HttpServerResponse.jsonUnsafe(encodeErrorInfo(info), { status })
}

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
