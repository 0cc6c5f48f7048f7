import { AdminAuthorization } from "@landfall/api/conventions/AdminAuthorization"
import { Effect, Layer, Redacted, Result } from "effect"
import { Digest, Mac } from "effect/crypto"
import { HttpServerRequest } from "effect/http"
import { failWith } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { withoutParameters } from "../conventions/QueryParameters.ts"
import { AddressRates } from "../limits/AddressRates.ts"
import { apiKeyFailures } from "../metering/ApiKeyFailures.ts"
import { apiKeyOf } from "../metering/RequestApiKey.ts"

const failKeyUnknown = failWith("keyUnknown", ["The key of the request is not the admin key of this service."])

const encoder = new TextEncoder()

/**
 * Makes the check of the admin key. Digests of the keys are compared in constant time, so that the time of a response
 * reveals nothing about the key, not even its length.
 */
export const makeAdminKeyCheck = Effect.fnUntraced(function* (adminKey: Redacted.Redacted<string>) {
  const digest = yield* Digest.Digest
  const hash = (text: string) => Effect.orDie(digest.digest(Digest.sha256, encoder.encode(text)))
  const expected = yield* hash(Redacted.value(adminKey))
  const rates = yield* AddressRates

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const key = apiKeyOf(request.headers)
    if (Result.isFailure(key)) return apiKeyFailures[key.failure]
    return Effect.flatMap(hash(key.success), (requestHash) =>
      Effect.flatMap(CurrentCall, (call) => {
        call.isOperator = Mac.timingSafeEqual(requestHash, expected)
        return call.isOperator ? Effect.void : (rates.takeFailedKey(call, request) ?? failKeyUnknown)
      })
    )
  })
})

/** Rejects requests without the admin key, and every query parameter of an operation that declares none. */
export const adminAuthorizationLayer = (adminKey: Redacted.Redacted<string>) =>
  Layer.effect(
    AdminAuthorization,
    Effect.map(makeAdminKeyCheck(adminKey), (check) =>
      AdminAuthorization.of((handler, { endpoint }) =>
        Effect.andThen(check, endpoint.query === undefined ? withoutParameters(handler) : handler)
      )
    )
  )
