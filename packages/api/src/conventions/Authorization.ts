import type { Account } from "@landfall/core/accounts/Account"
import type { Credits } from "@landfall/core/usage/Credits"
import { Context, Predicate, Record } from "effect"
import { HttpApi, type HttpApiGroup, HttpApiMiddleware } from "effect/http-api"
import { apiErrors } from "./ErrorResponses.ts"

/** The header that carries the API key. */
export const API_KEY_HEADER = "API_KEY"

/** The account whose API key the request carries. */
export class CurrentAccount extends Context.Service<CurrentAccount, Account>()("@landfall/api/CurrentAccount") {}

/** Credits that the current call has cost so far. A metered operation sets them; the usage counters read them. */
export class CallCost extends Context.Service<CallCost, { credits: Credits }>()("@landfall/api/CallCost") {}

/**
 * Requires the header `API_KEY`, counts the call and provides its account. It reads the header itself, because decoding a
 * declared security scheme costs more than looking the key up; `describeApiKeys` adds the scheme to the documentation.
 */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentAccount | CallCost }>()(
  "@landfall/api/Authorization",
  { error: apiErrors(401, 500, 503) }
) {}

/** Requires a plan that includes alerts. */
export class AlertsPlan extends HttpApiMiddleware.Service<AlertsPlan, { requires: CurrentAccount }>()(
  "@landfall/api/AlertsPlan",
  { error: apiErrors(403) }
) {}

const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: API_KEY_HEADER,
    description: "The API key of the account."
  }
}

/** Adds the API key to an OpenAPI document of `api`: the scheme, and the requirement of each operation that needs it. */
export const describeApiKeys = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  document: { readonly [key: string]: unknown },
  api: HttpApi.HttpApi<Id, Groups>
) => {
  const requiringKey = new Set<string>()
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, middleware }) => {
      if ([...middleware].some(({ key }) => key === Authorization.key))
        requiringKey.add(`${group.identifier}.${endpoint.identifier}`)
    }
  })
  const describeIn = (node: unknown): unknown => {
    if (!Predicate.isObject(node)) return node
    const requires = "operationId" in node && requiringKey.has(String(node.operationId))
    return requires ? { ...node, security: [{ apiKey: [] }] } : Record.map({ ...node }, describeIn)
  }
  const { paths, components } = document
  return {
    ...document,
    paths: describeIn(paths),
    components: { ...(Predicate.isObject(components) ? components : {}), securitySchemes: SECURITY_SCHEMES }
  }
}
