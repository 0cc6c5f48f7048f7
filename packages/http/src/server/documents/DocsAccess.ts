import { Effect, Option, Result } from "effect"
import { Base64 } from "effect/encoding"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type ApiError, errorResponse, failWith } from "../../conventions/ApiError.ts"
import { AccountLookup } from "../../metering/AccountLookup.ts"
import { makeAdmission } from "../../metering/KeyAdmission.ts"
import { apiKeyOf } from "../../metering/RequestApiKey.ts"

/** The readers of the API reference and the OpenAPI documents: every caller, callers with an API key, or none. */
export type DocsAccess = "public" | "key" | "off"

const BASIC = /^basic +([A-Za-z0-9+/=]{1,1000})$/i
const CHALLENGE = 'Basic realm="Landfall: any name, and an API key as the password", charset="UTF-8"'

/** The password of an `Authorization: Basic` header, in which browsers send what a person enters. */
const basicPassword = (authorization: string | undefined): Option.Option<string> => {
  const encoded = BASIC.exec(authorization ?? "")?.[1]
  if (encoded === undefined) return Option.none()
  return Option.map(Result.getSuccess(Base64.decodeString(encoded)), (text) => text.slice(text.indexOf(":") + 1))
}

/** The response to a request without a valid key. After a 401, browsers prompt for the key. */
const rejection = (error: ApiError): HttpServerResponse.HttpServerResponse => {
  const response = errorResponse(error)
  return response.status === 401 ? HttpServerResponse.setHeader(response, "www-authenticate", CHALLENGE) : response
}

/** Makes the function that admits only requests with a valid API key to a handler. */
export const makeKeyGuard = Effect.gen(function* () {
  const { findByApiKey } = yield* AccountLookup
  const admit = yield* makeAdmission
  const missing = failWith("keyMissing", ["The API reference of this server requires an API key."])
  const unknown = failWith("keyUnknown", ["The API key of the request is unknown, has expired or was revoked."])

  return <E, R>(handler: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const { headers } = request
      const key = Option.orElse(basicPassword(headers.authorization), () => Result.getSuccess(apiKeyOf(headers)))
      const checked = Option.match(key, {
        onNone: () => missing,
        onSome: (text) =>
          Effect.flatMap(findByApiKey(text, request), (found) =>
            Option.isSome(found) ? Effect.asVoid(admit(found.value, request)) : unknown
          )
      })
      return Effect.matchEffect(checked, {
        onFailure: (error) => Effect.succeed(rejection(error)),
        onSuccess: () => handler
      })
    })
})
