import { bodyLimitAt } from "@landfall/api/conventions/LargeBodies"
import { codeOfBody, ERRORS, type ErrorName } from "@landfall/core/faults/ErrorCode"
import { detailsOf, errorInfo } from "@landfall/core/faults/ErrorInfo"
import { faultsOf } from "@landfall/core/faults/Fault"
import { Cause, DateTime, Effect, Predicate } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { errorResponse } from "../Failure.ts"
import { methodsAt } from "./KnownPaths.ts"

const ROOTS = { Params: "path", Query: "query", Headers: "header" } as const

const answer = (name: ErrorName, details: ReadonlyArray<string> = []) =>
  Effect.map(DateTime.now, (now) => errorResponse(errorInfo(ERRORS[name].code, now, { details })))

/** What programs write for a number that is none, where a value may stand. */
const NO_NUMBER = /([:,[]\s*)-?(?:NaN|Infinity)\b/g

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const NO_NUMBER_FAULT = "$ has NaN or Infinity, which JSON does not know: send a number, or leave the property out."

/** Where a text ceases to be JSON, in words; undefined when it is JSON. What stands there is not repeated. */
const jsonFault = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    if (isJson(text.replace(NO_NUMBER, "$1null"))) return NO_NUMBER_FAULT
    const message = error instanceof Error ? error.message : ""
    // Some messages repeat the text itself, so they are read at their ends alone.
    const position = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
    if (/^(?:Unexpected end of JSON|Unterminated)/.test(message) || Number(position) >= text.length)
      return "$ ends before the JSON is complete."
    return position === undefined
      ? "$ is not valid JSON."
      : `$ is not valid JSON from character ${Number(position) + 1} on.`
  }
}

/** A body that does not fit. Whether it was JSON at all is looked up in the text, which the request has kept. */
const payloadAnswer = Effect.fnUntraced(function* (error: HttpApiError.HttpApiSchemaError) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const text = yield* Effect.orElseSucceed(request.text, () => "")
  if (text.trim() === "") return yield* answer("bodyNotJson", ["$ is missing: send a JSON document as the body."])
  const unreadable = jsonFault(text)
  if (unreadable !== undefined) return yield* answer("bodyNotJson", [unreadable])
  const faults = faultsOf(error.cause)
  const now = yield* DateTime.now
  return errorResponse(errorInfo(codeOfBody(faults), now, { details: detailsOf(faults) }))
})

const schemaAnswer = (error: HttpApiError.HttpApiSchemaError) => {
  switch (error.kind) {
    case "Payload":
      return payloadAnswer(error)
    case "Headers":
    case "Params":
    case "Query": {
      const faults = faultsOf(error.cause, { root: ROOTS[error.kind] })
      const name = faults.some(({ path }) => path.includes("idempotency-key"))
        ? "idempotencyKeyMalformed"
        : "parameterInvalid"
      return answer(name, detailsOf(faults))
    }
    default:
      return undefined
  }
}

const unknownPath = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const path = request.url.split("?", 1)[0] ?? request.url
  const methods = methodsAt(path)
  if (methods.length === 0 || methods.includes(request.method))
    return yield* answer("routeUnknown", [`There is no operation at ${path.slice(0, 200)}.`])
  const allow = methods.join(", ")
  const response = yield* answer("methodNotAllowed", [`${path.slice(0, 200)} answers ${allow}, not ${request.method}.`])
  return HttpServerResponse.setHeader(response, "Allow", allow)
})

const isTooLarge = (cause: unknown): boolean => Predicate.isTagged(cause, "MaxBytesError")

const serverAnswer = ({ reason }: HttpServerError.HttpServerError) => {
  if (reason._tag === "RouteNotFound") return unknownPath
  if (reason._tag !== "RequestParseError") return undefined
  if (!isTooLarge(reason.cause)) return answer("bodyNotJson", ["The body could not be read to its end."])
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
    answer("bodyTooLarge", [`The body has more than ${bodyLimitAt(url)} bytes.`])
  )
}

const answerTo = (error: unknown) => {
  if (HttpApiError.HttpApiSchemaError.is(error)) return schemaAnswer(error)
  if (error instanceof HttpServerError.HttpServerError) return serverAnswer(error)
  return undefined
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i

/** Why a body is not in the one form that is read, JSON in UTF-8 as it is; undefined when nothing speaks against it. */
const formFault = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding.trim().toLowerCase() !== "identity") {
    return `The Content-Encoding is ${encoding.slice(0, 100)}; send the body as it is.`
  }
  const charset = CHARSET.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8"
  return /^utf-?8$/i.test(charset) ? undefined : `The charset is ${charset.slice(0, 100)}; send JSON in UTF-8.`
}

const unsupportedType = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const type = (headers["content-type"] ?? "missing").slice(0, 100)
  const fault = formFault(headers) ?? `The Content-Type is ${type}; it must be application/json.`
  return yield* answer("contentTypeUnsupported", [fault])
})

/** Passes a request on whose body, if it has one, is in a form that is read. */
const guardForm = Effect.fnUntraced(function* <E, R>(
  httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return formFault(headers) === undefined ? yield* httpEffect : yield* unsupportedType
})

/**
 * Sees to it that whatever goes wrong is answered with an errorInfo: what the router and the parsers refuse, and what
 * breaks, which is logged and answered without a word about the inside.
 */
export const errorAnswersLayer = HttpRouter.middleware(
  (httpEffect) =>
    Effect.catchCause(guardForm(httpEffect), (cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      return (
        answerTo(Cause.squash(cause)) ??
        Effect.andThen(Effect.logError("A request failed unexpectedly", cause), answer("internal"))
      )
    }).pipe(Effect.flatMap((response) => (response.status === 415 ? unsupportedType : Effect.succeed(response)))),
  { global: true }
)
