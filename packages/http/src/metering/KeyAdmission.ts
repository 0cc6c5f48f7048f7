import { ApiKeyUses } from "@landfall/core/accounts/ApiKeyUses"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { NetAddress } from "effect/net"
import type { ApiError } from "../conventions/ApiError.ts"
import { failWith } from "../conventions/ApiError.ts"
import { clientAddressOf } from "../edge/ClientAddress.ts"
import type { PreparedKey } from "./AccountLookup.ts"

const rejectAddress = (address: string | undefined) =>
  failWith("addressNotAllowed", [
    address === undefined
      ? "The API key may be used from certain addresses only, and the address of this request is unknown."
      : `The API key may not be used from ${address}, the address that this request came from.`
  ])

/**
 * Makes the function that admits a request with a valid key: it checks the address that the request came from, records
 * the use of the key, and returns the key.
 */
export const makeAdmission = Effect.map(
  ApiKeyUses,
  ({ record }) =>
    (key: PreparedKey, request: HttpServerRequest.HttpServerRequest): Effect.Effect<PreparedKey, ApiError> => {
      if (key.allowsAddress !== undefined) {
        const address = Option.getOrUndefined(Option.map(clientAddressOf(request), NetAddress.formatIp))
        if (address === undefined || !key.allowsAddress(address)) return rejectAddress(address)
      }
      record(key.id)
      return Effect.succeed(key)
    }
)
