import { AccountId, AccountName } from "@landfall/core/accounts/Account"
import { AllowedNetworkTexts } from "@landfall/core/accounts/AllowedNetworks"
import { ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminAuthorization } from "../conventions/AdminAuthorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { idempotencyHeader } from "../conventions/IdempotencyHeader.ts"
import { pathId } from "../conventions/Ids.ts"
import { BodyInstant } from "../conventions/Instants.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ADMIN_PREFIX } from "../conventions/PathPrefixes.ts"

/** The body of a request that creates an API key. */
export const CreateKey = Schema.Struct({
  name: Schema.optionalKey(AccountName).annotateKey({
    description: "The name of the key, 1 to 256 characters without control characters. Default: Key."
  }),
  expiresAt: Schema.optionalKey(Schema.NullOr(BodyInstant)).annotateKey({
    description: "The first instant at which the key is no longer valid, ISO 8601. Default: the key does not expire."
  }),
  allowedNetworks: Schema.optionalKey(AllowedNetworkTexts).annotateKey({
    description:
      "Addresses and networks in CIDR notation that the key may be used from. Default: none, which allows every address."
  })
}).annotate({ identifier: "CreateKey" })

/** The fields of an API key in responses. */
export const keyFields = {
  id: ApiKeyId.annotateKey({ description: "The id of the key; it is not secret." }),
  accountId: AccountId.annotateKey({ description: "The account of the key." }),
  name: Schema.String.annotateKey({ description: "The name of the key." }),
  prefix: Schema.NullOr(Schema.String).annotateKey({
    description: "The first characters of the secret; null for a key of an earlier version."
  }),
  state: Schema.Literals(["valid", "expired", "revoked"]).annotateKey({
    description: "The state of the key. Only a `valid` key is accepted."
  }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the key was created." }),
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "The first instant at which the key is no longer valid; null: it does not expire."
  }),
  allowedNetworks: Schema.Array(Schema.String).annotateKey({
    description: "The networks that the key may be used from; empty: every address."
  }),
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "The last use of the key, at most 5 seconds behind; null when it was never used."
  }),
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "When the key was revoked; null while it is not."
  })
}

/** An API key without its secret, of which Landfall stores only the hash. */
export const KeyView = Schema.Struct(keyFields).annotate({ identifier: "ApiKey" })

/** A new API key with its secret, which no other response has. */
export const CreatedKeyView = Schema.Struct({
  ...keyFields,
  secret: Schema.String.annotateKey({
    description: "The key itself. Only this response has it; Landfall stores its hash."
  })
}).annotate({ identifier: "CreatedApiKey" })

const KEYS = `${ADMIN_PREFIX}/accounts/:id/keys` as const
const params = { id: pathId("account") }

/** API keys of accounts, for the operator. */
export class KeysAdminApi extends HttpApiGroup.make("keys")
  .add(
    HttpApiEndpoint.post("create", KEYS, {
      params,
      headers: idempotencyHeader,
      payload: CreateKey,
      success: CreatedKeyView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 404, 409, 413, 415, 422, 503)
    }).annotate(OpenApi.Summary, "Create an API key and return its secret"),
    HttpApiEndpoint.get("list", KEYS, {
      params,
      query: ListQuery,
      success: pageSchema(KeyView, "ApiKeyPage"),
      error: apiErrors(400, 404, 503)
    }).annotate(OpenApi.Summary, "List the API keys of an account, oldest first, without their secrets"),
    HttpApiEndpoint.delete("revoke", `${ADMIN_PREFIX}/keys/:id`, {
      params: { id: pathId("API key") },
      success: KeyView,
      error: apiErrors(404, 503)
    }).annotate(OpenApi.Summary, "Revoke an API key; every server rejects it within one second")
  )
  .middleware(AdminAuthorization)
  .annotate(OpenApi.Description, "API keys of accounts.") {}
