import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { AdminAuthorization } from "../conventions/AdminAuthorization.ts"
import { API_KEY_HEADER, Authorization, HYPHENATED_API_KEY_HEADER } from "../conventions/Authorization.ts"
import { addComponents, mapOperations, type OpenApiDocument, operationIdOf, operationsWith } from "./Operation.ts"

const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: API_KEY_HEADER,
    description: "The API key of the account."
  },
  hyphenatedApiKey: {
    type: "apiKey",
    in: "header",
    name: HYPHENATED_API_KEY_HEADER,
    description: "The API key of the account, for callers behind a proxy that drops header names with underscores."
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The API key of the account as a bearer token."
  }
}

/** An operation requires one of the schemes. */
const REQUIREMENT = Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: [] }))

/** Adds the API key to the document of `api`: the schemes, and for each operation whether it requires the key. */
export const describeApiKeys = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  document: OpenApiDocument,
  api: HttpApi.HttpApi<Id, Groups>
): OpenApiDocument => {
  const ids = operationsWith(api, Authorization.key, AdminAuthorization.key)
  return addComponents(
    mapOperations(document, (operation) => ({
      ...operation,
      security: ids.has(operationIdOf(operation)) ? REQUIREMENT : []
    })),
    "securitySchemes",
    SECURITY_SCHEMES
  )
}
