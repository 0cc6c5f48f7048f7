import { Array, Data, Effect, Option, Schema, Struct } from "effect"
import type { HttpClientResponse } from "effect/http"
import { ERRORS, type ErrorName } from "../conventions/ErrorCode.ts"

/** The errorInfo of a response, with `errorCode` open to codes that later versions add. */
const ErrorBody = Schema.Struct({
  errorCode: Schema.Int,
  message: Schema.String,
  details: Schema.Array(Schema.String),
  time: Schema.String
})

const NAMES: ReadonlyMap<number, ErrorName> = new Map(Struct.keys(ERRORS).map((name) => [ERRORS[name].code, name]))

/** A response with a status of 400 or above. */
export class ErrorResponse extends Data.TaggedError("ErrorInfo")<{
  /** The name of the error in the catalogue; `unknown` for a code of a later version, or a response of another server. */
  readonly errorName: ErrorName | "unknown"
  readonly errorCode: number
  readonly message: string
  /** One sentence for each fault. */
  readonly details: ReadonlyArray<string>
  /** When the error occurred, ISO 8601; null when the response has no errorInfo. */
  readonly time: string | null
  readonly status: number
  /** The id of the request in the log of the server; null when the response has none. */
  readonly requestId: string | null
  /** Seconds after which the request can be sent again, from the header Retry-After; null when it is missing. */
  readonly retryAfterSeconds: number | null
}> {}

const decodeBody = Schema.decodeUnknownOption(ErrorBody)

/** The seconds of a Retry-After header: a number of seconds, or a date. */
const secondsOf = (header: string | undefined, nowMillis: number): number | null => {
  if (header === undefined) return null
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMillis) / 1000))
}

/** Reads a response with a status of 400 or above, at this instant in milliseconds since the epoch. */
export const readErrorResponse = (response: HttpClientResponse.HttpClientResponse, nowMillis: number) =>
  Effect.map(Effect.option(response.json), (json) => {
    const { status, headers } = response
    const common = {
      status,
      requestId: headers["x-request-id"] ?? null,
      retryAfterSeconds: secondsOf(headers["retry-after"], nowMillis)
    }
    const body = Option.flatMap(json, decodeBody)
    return Option.match(body, {
      onNone: () =>
        new ErrorResponse({
          ...common,
          errorName: "unknown",
          errorCode: status * 100,
          message: `The response has status ${status} and no errorInfo.`,
          details: Array.empty(),
          time: null
        }),
      onSome: (info) => new ErrorResponse({ ...common, ...info, errorName: NAMES.get(info.errorCode) ?? "unknown" })
    })
  })
