import type { Account } from "@landfall/core/accounts/Account"
import type { Credits } from "@landfall/core/usage/Credits"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { apiErrors } from "./ErrorResponses.ts"

/** The account whose API key came with the request. */
export class CurrentAccount extends Context.Service<CurrentAccount, Account>()("@landfall/api/CurrentAccount") {}

/** The credits that the request at hand has cost so far; a metered operation writes them here for the usage counters. */
export class CallCost extends Context.Service<CallCost, { credits: Credits }>()("@landfall/api/CallCost") {}

/** Demands the header `API_KEY`, counts the call and hands on the account. */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentAccount | CallCost }>()(
  "@landfall/api/Authorization",
  {
    security: { apiKey: HttpApiSecurity.apiKey({ in: "header", key: "API_KEY" }) },
    error: apiErrors(401, 500, 503)
  }
) {}

/** Demands a plan that includes alerts. */
export class AlertsPlan extends HttpApiMiddleware.Service<AlertsPlan, { requires: CurrentAccount }>()(
  "@landfall/api/AlertsPlan",
  { error: apiErrors(403) }
) {}
