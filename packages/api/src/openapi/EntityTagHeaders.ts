import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { EntityTags } from "../conventions/EntityTags.ts"
import { nodeAt, nodesAt } from "./JsonNode.ts"
import { mapOperations, mapResponses, type OpenApiDocument, operationIdOf, operationsWith } from "./Operation.ts"

const ETAG = {
  ETag: {
    description: "The version of the response, for `If-None-Match`.",
    required: true,
    schema: { type: "string" },
    example: '"xXiqp9lumzDB4ng2l4RnGA"'
  }
}

const IF_NONE_MATCH = {
  name: "if-none-match",
  in: "header",
  description: "The `ETag` of an earlier response: an unchanged response is 304.",
  required: false,
  schema: { type: "string" }
}

/** Describes the entity tags of the operations that have them: the headers, and the response 304. */
export const describeEntityTags = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  document: OpenApiDocument,
  api: HttpApi.HttpApi<Id, Groups>
): OpenApiDocument => {
  const ids = operationsWith(api, EntityTags.key)
  return mapOperations(document, (operation) => {
    if (!ids.has(operationIdOf(operation))) return operation
    const tagged = mapResponses(operation, (response, status) =>
      status < 300 ? { ...response, headers: { ...nodeAt(response, "headers"), ...ETAG } } : response
    )
    return {
      ...tagged,
      parameters: [...nodesAt(operation, "parameters"), IF_NONE_MATCH],
      responses: { ...nodeAt(tagged, "responses"), 304: { description: "The response is unchanged.", headers: ETAG } }
    }
  })
}
