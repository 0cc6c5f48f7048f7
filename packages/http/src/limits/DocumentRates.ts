import { Limits } from "@landfall/core/limits/Limits"
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { errorResponse } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { ratePolicyOf } from "../conventions/RequestRates.ts"
import { weightOfDocument } from "../shares/RequestWeight.ts"
import { AddressRates } from "./AddressRates.ts"

/**
 * Makes the function that debits the weight of a document by its bytes from the rate of the caller's address, or
 * responds with 429. The request itself was debited before, so a response without a body debits nothing more. Under any
 * limit, a caller that has sent nothing before may read any document.
 */
export const makeDocumentRates = Effect.gen(function* () {
  const addresses = yield* AddressRates
  const { capacity } = ratePolicyOf("address.requests", yield* Limits)

  return (response: HttpServerResponse.HttpServerResponse) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const { body } = response
      const bytes = body._tag === "Uint8Array" && request.method !== "HEAD" ? body.contentLength : 0
      const more = Math.min(capacity, weightOfDocument(bytes)) - 1
      if (more === 0) return Effect.succeed(response)
      return Effect.map(CurrentCall, (call) => {
        const rejection = addresses.takeBody(call, request, more)
        return rejection === undefined ? response : errorResponse(rejection)
      })
    })
})
