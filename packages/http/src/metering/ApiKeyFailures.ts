import { failWith } from "../conventions/ApiError.ts"
import type { ApiKeyFault } from "./RequestApiKey.ts"

/** The response to each fault of the headers that carry the key. */
export const apiKeyFailures = {
  missing: failWith("keyMissing", ["The request has none of the headers API_KEY, API-Key and Authorization: Bearer."]),
  notBearer: failWith("keyMissing", [
    "The header Authorization has another scheme than Bearer: send Authorization: Bearer <API key>, or the header API_KEY."
  ]),
  ambiguous: failWith("keyAmbiguous", [
    "The headers API_KEY, API-Key and Authorization carry different API keys: send one of them."
  ])
} satisfies Record<ApiKeyFault, unknown>
