import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { AdminAuthorization } from "../conventions/AdminAuthorization.ts"
import { API_KEY_HEADER, Authorization, HYPHENATED_API_KEY_HEADER } from "../conventions/Authorization.ts"
import { addComponents, mapOperations, type OpenApiDocument, operationIdOf, operationsWith } from "./Operation.ts"

const securitySchemes = (key: string) => ({
  apiKey: {
    type: "apiKey",
    in: "header",
    name: API_KEY_HEADER,
    description: `The ${key}.`
  },
  hyphenatedApiKey: {
    type: "apiKey",
    in: "header",
    name: HYPHENATED_API_KEY_HEADER,
    description: `The ${key}, for callers behind a proxy that drops header names with underscores.`
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: `The ${key} as a bearer token.`
  }
})

/** Adds the API key to the document of `api`: the schemes, and for each operation whether it requires the key. */
export const describeApiKeys = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  document: OpenApiDocument,
  api: HttpApi.HttpApi<Id, Groups>
): OpenApiDocument => {
  const ofOperator = operationsWith(api, AdminAuthorization.key)
  const ids = new Set([...operationsWith(api, Authorization.key), ...ofOperator])
  const schemes = securitySchemes(ofOperator.size > 0 ? "admin key of the service" : "API key of the account")
  // An operation requires one of the schemes.
  const requirement = Object.keys(schemes).map((scheme) => ({ [scheme]: [] }))
  return addComponents(
    mapOperations(document, (operation) => ({
      ...operation,
      security: ids.has(operationIdOf(operation)) ? requirement : []
    })),
    "securitySchemes",
    schemes
  )
}
