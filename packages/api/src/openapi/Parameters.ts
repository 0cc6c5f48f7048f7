import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from "@landfall/core/listing/Page"
import { type JsonNode, nodeAt, nodesAt } from "./JsonNode.ts"
import { mapOperations, type OpenApiDocument } from "./Operation.ts"

/** The schema of `limit`. The generated one would describe a string, because query parameters are text. */
const LIMIT_SCHEMA = {
  type: "integer",
  minimum: 1,
  maximum: MAX_PAGE_LIMIT,
  default: DEFAULT_PAGE_LIMIT,
  description: "The maximum number of rows in a page."
}

const BOOLEAN_TEXTS = ["true", "false"]

const isBooleanText = ({ enum: values }: JsonNode): boolean =>
  Array.isArray(values) &&
  values.length === BOOLEAN_TEXTS.length &&
  BOOLEAN_TEXTS.every((text) => values.includes(text))

const typedSchema = (name: unknown, schema: JsonNode): JsonNode => {
  if (name === "limit") return LIMIT_SCHEMA
  if (!isBooleanText(schema)) return schema
  const { enum: _, ...rest } = schema
  return { ...rest, type: "boolean" }
}

/** Gives a parameter the type of its parsed value, and moves its description out of its schema. */
const describeParameter = (parameter: JsonNode): JsonNode => {
  const { description, ...schema } = typedSchema(parameter.name, nodeAt(parameter, "schema") ?? {})
  const { name, in: place, required } = parameter
  return { name, in: place, ...(description === undefined ? {} : { description }), required, schema }
}

/** Describes the parameters of every operation. */
export const describeParameters = (document: OpenApiDocument): OpenApiDocument =>
  mapOperations(document, (operation) => {
    const parameters = nodesAt(operation, "parameters")
    const { parameters: _, ...rest } = operation
    return parameters.length === 0 ? rest : { ...rest, parameters: parameters.map(describeParameter) }
  })
