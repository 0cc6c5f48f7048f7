import { Predicate, Record } from "effect"

/** An object of a JSON document. */
export type JsonNode = { readonly [key: string]: unknown }

export const isJsonNode = (value: unknown): value is JsonNode => Predicate.isObject(value) && !Array.isArray(value)

/** The object at a property; undefined when it is missing or not an object. */
export const nodeAt = (node: JsonNode, property: string): JsonNode | undefined => {
  const value = node[property]
  return isJsonNode(value) ? value : undefined
}

/** The objects of a list at a property; empty when it is missing or not a list. */
export const nodesAt = (node: JsonNode, property: string): ReadonlyArray<JsonNode> => {
  const value = node[property]
  return Array.isArray(value) ? value.filter(isJsonNode) : []
}

/** Replaces every object of a document by `change`, the innermost first. */
export const mapNodes = (value: unknown, change: (node: JsonNode) => JsonNode): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapNodes(item, change))
  return isJsonNode(value) ? change(Record.map(value, (inner) => mapNodes(inner, change))) : value
}

/** The same for a document that is an object. */
export const mapNode = (node: JsonNode, change: (node: JsonNode) => JsonNode): JsonNode =>
  change(Record.map(node, (inner) => mapNodes(inner, change)))

const COMPONENT_PREFIX = "#/components/schemas/"

/** A reference to a component schema. */
export const schemaReference = (name: string) => ({ $ref: `${COMPONENT_PREFIX}${name}` })

/** The name of the component schema that a schema refers to. */
export const referencedName = ({ $ref }: JsonNode): string | undefined =>
  typeof $ref === "string" && $ref.startsWith(COMPONENT_PREFIX) ? $ref.slice(COMPONENT_PREFIX.length) : undefined

/** The names of the component schemas that a value refers to directly. */
export const referencesIn = (value: unknown): ReadonlySet<string> => {
  const names = new Set<string>()
  mapNodes(value, (node) => {
    const name = referencedName(node)
    if (name !== undefined) names.add(name)
    return node
  })
  return names
}

/** The names of the component schemas that a value refers to, directly or through other components. */
export const reachableFrom = (value: unknown, schemas: JsonNode): ReadonlySet<string> => {
  const reached = new Set<string>()
  const pending = [...referencesIn(value)]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    pending.push(...referencesIn(schemas[name]))
  }
  return reached
}
