import type { Fault } from "@landfall/core/faults/Fault"
import { CallToolResult } from "effect/ai/McpSchema"
import { HttpClientError } from "effect/http"
import { ErrorResponse } from "../client/ErrorResponse.ts"
import type { RequestError } from "../client/JsonClient.ts"
import { ERRORS } from "../conventions/ErrorCode.ts"
import { detailsOf } from "../conventions/ErrorInfo.ts"

/** The failure of a tool call in its result: an errorInfo with advice. */
interface FailureReport {
  readonly errorName: string
  readonly errorCode: number | null
  readonly message: string
  readonly details: ReadonlyArray<string>
  readonly action: string
  readonly retryAfterSeconds: number | null
  readonly requestId: string | null
}

const ARGUMENTS_ACTION = "Correct every fault in details and call the tool again."
const UNKNOWN_ACTION = "Call the tool again later; if the error persists, report it to the operator."

/** The error names the arguments of the tool where the operation names parts of its request. */
const nameArguments = (detail: string, argumentNames: Readonly<Record<string, string>>): string => {
  for (const [path, name] of Object.entries(argumentNames)) {
    if (detail.startsWith(path) && !/^\w/.test(detail.slice(path.length)))
      return `arguments.${name}${detail.slice(path.length)}`
  }
  return detail
}

const reportOfResponse = (
  { errorName, errorCode, message, details, retryAfterSeconds, requestId }: ErrorResponse,
  argumentNames: Readonly<Record<string, string>>
): FailureReport => ({
  errorName,
  errorCode,
  message,
  details: details.map((detail) => nameArguments(detail, argumentNames)),
  action: errorName === "unknown" ? UNKNOWN_ACTION : ERRORS[errorName].action,
  retryAfterSeconds,
  requestId
})

const resultOf = (report: FailureReport): CallToolResult => {
  const code = report.errorCode === null ? "" : ` ${report.errorCode}`
  const sentences = [
    `${report.message} (${report.errorName}${code})`,
    ...report.details,
    `What to do: ${report.action}`,
    ...(report.retryAfterSeconds === null ? [] : [`Retry after ${report.retryAfterSeconds} s.`])
  ]
  // The second text is for programs. Structured content would have to match the schema of the successful result.
  const content = [sentences.join("\n"), JSON.stringify(report)].map((text) => ({ type: "text" as const, text }))
  return new CallToolResult({ isError: true, content })
}

/** The result of a call whose arguments are invalid: one sentence for each fault. */
export const argumentsRejected = (faults: ReadonlyArray<Fault>): CallToolResult =>
  resultOf({
    errorName: "parameterInvalid",
    errorCode: ERRORS.parameterInvalid.code,
    message: "The arguments of the tool are invalid.",
    details: detailsOf(faults, "arguments"),
    action: ARGUMENTS_ACTION,
    retryAfterSeconds: null,
    requestId: null
  })

/**
 * The result of a call that the service rejected or did not respond to.
 *
 * @param argumentNames the arguments of the tool by the paths of the request, such as `$.departure.portCode`
 */
export const requestFailed = (error: RequestError, argumentNames: Readonly<Record<string, string>>): CallToolResult => {
  if (error instanceof ErrorResponse) return resultOf(reportOfResponse(error, argumentNames))
  return resultOf({
    errorName: "serviceUnreachable",
    errorCode: null,
    message: "The service did not respond.",
    details: HttpClientError.isHttpClientError(error) ? [error.message] : [],
    action: "Check that the server runs and that LANDFALL_URL is its address, then call the tool again.",
    retryAfterSeconds: null,
    requestId: null
  })
}
