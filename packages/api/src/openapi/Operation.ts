import { Record } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { isJsonNode, type JsonNode, nodeAt } from "./JsonNode.ts"

/** An OpenAPI document of the contract. */
export interface OpenApiDocument extends JsonNode {
  readonly paths: JsonNode
  readonly components: JsonNode
}

/** The id of an operation, as `group.operation`. */
export const operationIdOf = (operation: JsonNode): string => String(operation.operationId)

/** The ids of the operations that run with one of these middlewares. */
export const operationsWith = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  ...middlewareKeys: ReadonlyArray<string>
): ReadonlySet<string> => {
  const ids = new Set<string>()
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, middleware }) => {
      if ([...middleware].some(({ key }) => middlewareKeys.includes(key)))
        ids.add(`${group.identifier}.${endpoint.identifier}`)
    }
  })
  return ids
}

/** Replaces every operation of a document. */
export const mapOperations = (
  document: OpenApiDocument,
  change: (operation: JsonNode, path: string) => JsonNode
): OpenApiDocument => ({
  ...document,
  paths: Record.map(document.paths, (item, path) =>
    isJsonNode(item)
      ? Record.map(item, (operation) => (isJsonNode(operation) ? change(operation, path) : operation))
      : item
  )
})

/** Replaces every response of an operation. */
export const mapResponses = (
  operation: JsonNode,
  change: (response: JsonNode, status: number) => JsonNode
): JsonNode => ({
  ...operation,
  responses: Record.map(nodeAt(operation, "responses") ?? {}, (response, status) =>
    isJsonNode(response) ? change(response, Number(status)) : response
  )
})

/** Replaces the JSON media type of a request body or a response. */
export const mapJsonContent = (holder: JsonNode, change: (media: JsonNode) => JsonNode): JsonNode => {
  const content = nodeAt(holder, "content")
  const media = content === undefined ? undefined : nodeAt(content, "application/json")
  return media === undefined ? holder : { ...holder, content: { ...content, "application/json": change(media) } }
}

/** Adds components of one kind, such as `responses`, to those of the document. */
export const addComponents = (document: OpenApiDocument, kind: string, added: JsonNode): OpenApiDocument => ({
  ...document,
  components: { ...document.components, [kind]: { ...nodeAt(document.components, kind), ...added } }
})

export const schemasOf = ({ components }: OpenApiDocument): JsonNode => nodeAt(components, "schemas") ?? {}

/** Replaces all component schemas. */
export const withSchemas = (document: OpenApiDocument, schemas: JsonNode): OpenApiDocument => ({
  ...document,
  components: { ...document.components, schemas }
})
