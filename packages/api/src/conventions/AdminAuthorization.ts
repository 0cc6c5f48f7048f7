import { HttpApiMiddleware } from "effect/http-api"
import { apiErrors } from "./ErrorResponses.ts"

/**
 * Requires the admin key of the service, in the headers that carry API keys. The operations that read the storage add 503.
 */
export class AdminAuthorization extends HttpApiMiddleware.Service<AdminAuthorization>()(
  "@landfall/api/AdminAuthorization",
  { error: apiErrors(400, 401, 429, 500) }
) {}
