import { Record } from "effect"
import { isJsonNode, type JsonNode, mapNode } from "./JsonNode.ts"
import type { OpenApiDocument } from "./Operation.ts"

/** Keywords that describe a schema and validate nothing. */
const ANNOTATIONS = new Set(["title", "description", "default", "examples"])

const isAnnotation = (schema: unknown): schema is JsonNode =>
  isJsonNode(schema) && Object.keys(schema).every((key) => ANNOTATIONS.has(key))

/** Moves `allOf: [{description}]`, as the generator writes descriptions of properties, into the schema itself. */
const mergeAnnotations = (schema: JsonNode): JsonNode => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const annotations = allOf.filter(isAnnotation)
  const others = allOf.filter((part) => !isAnnotation(part))
  // The last annotation is the outermost one: that of the property.
  const merged: JsonNode = Object.fromEntries([rest, ...annotations].flatMap((part) => Object.entries(part)))
  const [only] = others
  if (only === undefined) return merged
  const isPlainReference = others.length === 1 && isJsonNode(only) && "$ref" in only && Object.keys(only).length === 1
  return isPlainReference && Object.keys(merged).every((key) => ANNOTATIONS.has(key))
    ? { ...only, ...merged }
    : { ...merged, allOf: others }
}

/** The bounds of integers that JavaScript represents exactly; they are not bounds of the property. */
const dropSafeIntegerBounds = (schema: JsonNode): JsonNode =>
  schema.type === "integer"
    ? Record.filter(
        schema,
        (value, key) =>
          !(key === "minimum" && value === Number.MIN_SAFE_INTEGER) &&
          !(key === "maximum" && value === Number.MAX_SAFE_INTEGER)
      )
    : schema

/** Writes one generated schema in its shortest form. */
export const simplifySchema = (node: JsonNode): JsonNode => dropSafeIntegerBounds(mergeAnnotations(node))

/** Writes the generated schemas in their shortest form. */
export const simplifySchemas = (document: OpenApiDocument): OpenApiDocument => ({
  ...document,
  paths: mapNode(document.paths, simplifySchema),
  components: mapNode(document.components, simplifySchema)
})
