import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

const HEADER = "x-request-id"
/** What a caller may send as its own id: what every log and header can carry unquoted. */
const VALID = /^[A-Za-z0-9._~-]{1,128}$/

/** Gives every response and log line of a request its id: the caller's own valid one, else a new one. */
export const requestIdLayer = HttpRouter.middleware(
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    return (httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const given = request.headers[HEADER]
        const id = given !== undefined && VALID.test(given) ? given : yield* random.uuidV7()
        const response = yield* Effect.annotateLogs(httpEffect, "requestId", id)
        return HttpServerResponse.setHeader(response, "X-Request-Id", id)
      })
  }),
  { global: true }
)
