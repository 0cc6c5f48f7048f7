import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CreatedKeyView, CreateKey, keyFields } from "../admin/KeysAdminApi.ts"
import { Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { pathId } from "../conventions/Ids.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

/** An API key of the caller's account, without its secret. */
export const AccountKeyView = Schema.Struct({
  ...keyFields,
  current: Schema.Boolean.annotateKey({
    description: "Whether this request carries the key, or a session of the dashboard that acts for it."
  })
}).annotate({ identifier: "AccountApiKey" })

/** API keys of the account of the caller. */
export class ApiKeysApi extends HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/key`, {
      query: ListQuery,
      success: pageSchema(AccountKeyView, "AccountApiKeyPage"),
      error: apiErrors(400)
    }).annotate(OpenApi.Summary, "List the API keys of the account, oldest first, without their secrets"),
    HttpApiEndpoint.post("create", `${ALERTS_PREFIX}/key`, {
      payload: CreateKey,
      success: CreatedKeyView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 409, 413, 415)
    })
      .annotate(OpenApi.Summary, "Create an API key of the account and return its secret")
      .annotate(
        OpenApi.Description,
        "The new key expires no later than the key of this request, and may be used from no other networks: without `expiresAt` and `allowedNetworks` it has those of the key of this request."
      ),
    HttpApiEndpoint.delete("revoke", `${ALERTS_PREFIX}/key/:id`, {
      params: { id: pathId("API key") },
      success: AccountKeyView,
      error: apiErrors(404)
    })
      .annotate(OpenApi.Summary, "Revoke an API key of the account; every server rejects it within one second")
      .annotate(OpenApi.Description, "Sessions of the dashboard that act for the key end with it.")
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "API keys of the account of the caller.") {}
