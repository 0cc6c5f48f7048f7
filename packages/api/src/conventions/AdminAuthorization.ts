import { HttpApiMiddleware } from "effect/http-api"
import { apiErrors } from "./ErrorResponses.ts"

/** Requires the admin key of the service, in the headers that carry API keys. */
export class AdminAuthorization extends HttpApiMiddleware.Service<AdminAuthorization>()(
  "@landfall/api/AdminAuthorization",
  { error: apiErrors(401, 429, 500, 503) }
) {}
