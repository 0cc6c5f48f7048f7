import { Record, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { LandfallApi } from "../LandfallApi.ts"
import { isJsonNode, type JsonNode, mapNodes, nodeAt, reachableFrom, referencedName } from "../openapi/JsonNode.ts"
import { operationIdOf } from "../openapi/Operation.ts"
import { simplifySchema } from "../openapi/SchemaForm.ts"

// The results of tools are responses of operations. Their schemas are those of the OpenAPI document, so that both describe
// every field with the same words.

const FIRST_ERROR_STATUS = 400

interface ContractSchemas {
  readonly components: JsonNode
  /** The schema of the successful response of each operation, by `group.operation`. */
  readonly responses: ReadonlyMap<string, JsonNode>
}

const responseSchemaOf = (operation: JsonNode): JsonNode | undefined => {
  for (const [status, response] of Object.entries(nodeAt(operation, "responses") ?? {})) {
    if (Number(status) >= FIRST_ERROR_STATUS || !isJsonNode(response)) continue
    const media = nodeAt(nodeAt(response, "content") ?? {}, "application/json")
    const schema = media === undefined ? undefined : nodeAt(media, "schema")
    if (schema !== undefined) return schema
  }
  return undefined
}

const readContract = (): ContractSchemas => {
  const { paths, components } = OpenApi.fromApi(LandfallApi)
  const responses = new Map<string, JsonNode>()
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      if (!isJsonNode(operation)) continue
      const schema = responseSchemaOf(operation)
      if (schema !== undefined) responses.set(operationIdOf(operation), schema)
    }
  }
  return { components: { ...components.schemas }, responses }
}

let contract: ContractSchemas | undefined
const contractSchemas = (): ContractSchemas => {
  contract ??= readContract()
  return contract
}

const DEFINITION_PREFIX = "#/$defs/"

const referToDefinitions = (value: unknown): unknown =>
  mapNodes(value, (node) => {
    const name = referencedName(node)
    return name === undefined ? node : { ...node, $ref: `${DEFINITION_PREFIX}${name}` }
  })

/** A schema with the definitions of the components that it refers to. */
const withDefinitions = (schema: JsonNode): JsonNode => {
  const { components } = contractSchemas()
  const names = [...reachableFrom(schema, components)].sort()
  const definitions = Record.fromEntries(names.map((name) => [name, referToDefinitions(components[name])]))
  const referred = Record.map(schema, referToDefinitions)
  return names.length === 0 ? referred : { ...referred, $defs: definitions }
}

/** The schema of the response of an operation, `group.operation`, as a part of the result of a tool. */
export const responsePart = (operation: string, description: string): JsonNode => {
  const schema = contractSchemas().responses.get(operation)
  if (schema === undefined) throw new Error(`The contract has no operation ${operation} with a response in JSON`)
  const name = referencedName(schema)
  return name === undefined ? { ...schema, description } : { allOf: [schema], description }
}

/** The schema of a component of the contract, as a part of the result of a tool. */
export const componentPart = (name: string): JsonNode => {
  const component = contractSchemas().components[name]
  if (!isJsonNode(component)) throw new Error(`The contract has no schema ${name}`)
  return component
}

/** The schema of a tool that returns the response of an operation as it is. */
export const responseResult = (operation: string): JsonNode => {
  const schema = contractSchemas().responses.get(operation)
  const name = schema === undefined ? undefined : referencedName(schema)
  const root = name === undefined ? schema : componentPart(name)
  if (root === undefined) throw new Error(`The contract has no operation ${operation} with a response in JSON`)
  return withDefinitions(root)
}

/** The schema of a tool that returns an object with these properties, all of which are present. */
export const objectResult = (properties: Readonly<Record<string, JsonNode>>): JsonNode =>
  withDefinitions({ type: "object", properties, required: Object.keys(properties) })

/** The JSON Schema of the arguments of a tool. */
export const argumentsSchema = (schema: Schema.Constraint): JsonNode => {
  const { schema: root, definitions } = Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })
  const whole = Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions }
  const simple = mapNodes(whole, simplifySchema)
  return isJsonNode(simple) ? simple : {}
}
