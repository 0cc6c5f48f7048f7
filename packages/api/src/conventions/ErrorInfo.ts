import { describeFault, type Fault, formatPath } from "@landfall/core/faults/Fault"
import { type DateTime, Schema } from "effect"
import { ErrorCode, errorEntryOf } from "./ErrorCode.ts"

/** The body of every response with a status of 400 or above. */
export const ErrorInfo = Schema.Struct({
  errorCode: ErrorCode,
  /** One sentence that describes the error. */
  message: Schema.String,
  /** One sentence for each fault, with its JSON path. */
  details: Schema.Array(Schema.String),
  time: Schema.DateTimeUtcFromString
}).annotate({ identifier: "errorInfo" })
export type ErrorInfo = typeof ErrorInfo.Type

/** Makes the body of an error response (`ErrorInfo`), with the message of the catalogue or a more exact one. */
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

/**
 * The details of an errorInfo: one sentence for each fault. `root` is what the paths begin with: `$` for the request body,
 * or `path`, `query` or `header`.
 */
export const detailsOf = (faults: ReadonlyArray<Fault>, root = "$"): ReadonlyArray<string> =>
  faults.map((fault) => describeFault(fault, formatPath(root, fault.path)))
