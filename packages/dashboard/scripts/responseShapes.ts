import { LandfallApi } from "@landfall/api/LandfallApi"
import { OpenApi } from "effect/http-api"
import { OPERATIONS } from "../src/client/Operations.ts"
import type { ResponseShapes, Shape } from "../src/client/Shape.ts"

/** A JSON Schema, as far as the contract uses it for responses. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<string | number | boolean>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | boolean
}

interface Content {
  readonly "application/json"?: { readonly schema: Schema }
}

interface Document {
  readonly paths: Readonly<
    Record<string, Record<string, { readonly responses: Readonly<Record<string, { readonly content?: Content }>> }>>
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const isSuccess = (status: string): boolean => status.startsWith("2")

const typeShape = (type: string | undefined): Shape => {
  if (type === "integer") return "number"
  return type === "string" || type === "number" || type === "boolean" || type === "null" ? type : "any"
}

const objectShape = (
  { properties = {}, required = [], additionalProperties }: Schema,
  shapeOf: (schema: Schema) => Shape
): Shape => {
  if (Object.keys(properties).length === 0 && typeof additionalProperties === "object") {
    return { each: shapeOf(additionalProperties) }
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) => [required.includes(name) ? name : `${name}?`, shapeOf(schema)] as const
  )
  return { fields: Object.fromEntries(fields) }
}

/**
 * The shapes of the responses to the operations that the pages call, by `METHOD path`, from the contract. A build contains
 * them: the schemas themselves are written in Effect, which is larger than all pages. Of an enumeration its type alone is
 * part of the shape, so that an open page accepts what a newer server adds; a single value tells the members of a union apart.
 */
export const responseShapes = (): ResponseShapes => {
  // A copy as JSON, whose form the OpenAPI specification states.
  const { paths, components }: Document = JSON.parse(JSON.stringify(OpenApi.fromApi(LandfallApi)))
  const table: Array<Shape> = []
  const indices = new Map<string, number>()

  const named = (name: string): number => {
    const known = indices.get(name)
    if (known !== undefined) return known
    const index = table.push("any") - 1
    indices.set(name, index)
    table[index] = shapeOf(components.schemas[name] ?? {})
    return index
  }
  const shapeOf = (schema: Schema): Shape => {
    if (schema.$ref !== undefined) return named(schema.$ref.replace("#/components/schemas/", ""))
    if (schema.anyOf !== undefined) return { anyOf: schema.anyOf.map(shapeOf) }
    const [only, ...others] = schema.enum ?? []
    if (only !== undefined && others.length === 0) return { is: only }
    if (schema.type === "array") return [shapeOf(schema.items ?? {})]
    if (schema.type === "object") return objectShape(schema, shapeOf)
    return typeShape(schema.type)
  }
  const responseShape = (operation: string): Shape | undefined => {
    const [method = "", path = ""] = operation.split(" ")
    const { responses = {} } = paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] ?? {}
    const schemas = Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = content?.["application/json"]?.schema
      return isSuccess(status) && schema !== undefined ? [schema] : []
    })
    const [only, ...others] = schemas
    if (only === undefined) return undefined
    return others.length === 0 ? shapeOf(only) : { anyOf: schemas.map(shapeOf) }
  }
  const operations: Record<string, Shape> = {}
  for (const operation of Object.values(OPERATIONS).flatMap((group) => Object.values<string>(group))) {
    const shape = responseShape(operation)
    if (shape !== undefined) operations[operation] = shape
  }
  return { operations, table }
}
