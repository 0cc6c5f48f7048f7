import { type DateTime, Schema } from "effect"
import { ErrorCode, errorEntryOf } from "./ErrorCode.ts"
import type { Fault } from "./Fault.ts"

/** What every answer carries that is not a success. */
export const ErrorInfo = Schema.Struct({
  errorCode: ErrorCode,
  /** One sentence: what happened. */
  message: Schema.String,
  /** One sentence for each fault, with its JSON path. */
  details: Schema.Array(Schema.String),
  time: Schema.DateTimeUtcFromString
}).annotate({ identifier: "errorInfo" })
export type ErrorInfo = typeof ErrorInfo.Type

/** An errorInfo in the catalogue's words, or in `message` where something more exact can be said. */
export const makeErrorInfo = (
  errorCode: ErrorCode,
  time: DateTime.Utc,
  {
    details = [],
    message = errorEntryOf(errorCode).meaning
  }: {
    readonly details?: ReadonlyArray<string>
    readonly message?: string
  } = {}
): ErrorInfo => ({ errorCode, message, details, time })

/** The details of an errorInfo that tells faults. */
export const detailsOf = (faults: ReadonlyArray<Fault>): ReadonlyArray<string> => faults.map(({ message }) => message)
