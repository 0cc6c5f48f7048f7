import { Record } from "effect"
import { type JsonNode, mapNode, mapNodes, reachableFrom, referencedName, schemaReference } from "./JsonNode.ts"
import { mapOperations, mapResponses, type OpenApiDocument, schemasOf, withSchemas } from "./Operation.ts"

/** Allows properties that the schema does not name. */
const open = (node: JsonNode): JsonNode => {
  const { additionalProperties, ...rest } = node
  return additionalProperties === false ? rest : node
}

const openDeep = (value: unknown): unknown => mapNodes(value, open)

/** The name of the closed form of a schema that requests and responses share. */
const requestNameOf = (name: string): string => `${name}Input`

/**
 * Opens the schemas of responses to properties that later versions add, and leaves those of requests closed: the server
 * rejects unknown properties. A schema that both use gets a second, closed component for requests.
 */
export const openResponses = (document: OpenApiDocument): OpenApiDocument => {
  const schemas = schemasOf(document)
  const requests: Array<unknown> = []
  const responses: Array<unknown> = []
  mapOperations(document, (operation) => {
    requests.push(operation.requestBody, operation.parameters)
    responses.push(operation.responses)
    return operation
  })
  const inRequests = reachableFrom(requests, schemas)
  const inResponses = reachableFrom(responses, schemas)
  const isShared = (name: string) => inRequests.has(name) && inResponses.has(name)

  const referToRequestForm = (node: JsonNode): JsonNode => {
    const name = referencedName(node)
    return name !== undefined && isShared(name) ? { ...node, ...schemaReference(requestNameOf(name)) } : node
  }
  const forRequests = (value: unknown): unknown => mapNodes(value, referToRequestForm)

  const components = Record.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => [
      [name, inResponses.has(name) ? openDeep(schema) : forRequests(schema)],
      ...(isShared(name) ? [[requestNameOf(name), forRequests(schema)] as const] : [])
    ])
  )
  return mapOperations(withSchemas(document, components), (operation) => ({
    ...mapResponses(operation, (response) => mapNode(response, open)),
    ...("requestBody" in operation ? { requestBody: forRequests(operation.requestBody) } : {}),
    ...("parameters" in operation ? { parameters: forRequests(operation.parameters) } : {})
  }))
}
