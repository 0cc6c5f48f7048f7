import type { Account } from "@landfall/core/accounts/Account"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { apiErrors } from "./ErrorResponses.ts"

/** The header that carries the API key. */
export const API_KEY_HEADER = "API_KEY"

/** The same without an underscore: many proxies drop headers whose names contain one. */
export const HYPHENATED_API_KEY_HEADER = "API-Key"

/** The account whose API key the request carries. */
export class CurrentAccount extends Context.Service<CurrentAccount, Account>()("@landfall/api/CurrentAccount") {}

/**
 * Requires an API key, counts the call and provides its account. It reads the headers itself, because decoding a declared
 * security scheme costs more than looking the key up; `openapi/Security.ts` adds the schemes to the documentation.
 */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentAccount }>()(
  "@landfall/api/Authorization",
  { error: apiErrors(400, 401, 403, 429, 500, 503) }
) {}

/** Requires a plan that includes alerts. */
export class AlertsPlan extends HttpApiMiddleware.Service<AlertsPlan, { requires: CurrentAccount }>()(
  "@landfall/api/AlertsPlan",
  { error: apiErrors(403) }
) {}
