import { Record, Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { isJsonNode, type JsonNode, nodeAt, nodesAt, referencedName } from "./JsonNode.ts"
import {
  mapJsonContent,
  mapOperations,
  mapResponses,
  type OpenApiDocument,
  schemasOf,
  withSchemas
} from "./Operation.ts"

/** The form of a value on the wire: the end of its chain of transformations. */
const wireForm = (ast: SchemaAST.AST): SchemaAST.AST => {
  const link = ast.encoding?.at(-1)
  return link === undefined ? ast : wireForm(link.to)
}

const descriptionOf = (ast: SchemaAST.AST): string | undefined => {
  const ofKey = ast.context?.annotations?.description
  return typeof ofKey === "string" ? ofKey : SchemaAST.resolveDescription(ast)
}

const INSTANT = SchemaAST.resolve(Schema.DateTimeUtc.ast)?.representation

const isInstant = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isDeclaration(ast) && SchemaAST.resolve(ast)?.representation === INSTANT

const annotateNode = (node: JsonNode, ast: SchemaAST.AST): JsonNode => {
  const description = descriptionOf(ast)
  const format = node.type === "string" && isInstant(ast) ? { format: "date-time" } : {}
  return "description" in node || description === undefined
    ? { ...node, ...format }
    : { ...node, ...format, description }
}

/**
 * Adds to generated schemas what the decoded side of the contract contains: the descriptions of transformed properties, and the
 * format of instants. The generator reads the encoded side alone.
 */
class Describer {
  readonly #schemas: JsonNode
  readonly described = new Map<string, unknown>()

  constructor(schemas: JsonNode) {
    this.#schemas = schemas
  }

  describe(node: JsonNode, ast: SchemaAST.AST): JsonNode {
    const name = referencedName(node)
    if (name !== undefined) {
      this.#describeComponent(name, ast)
      return node
    }
    const wire = wireForm(ast)
    if (SchemaAST.isObjects(wire)) return this.#describeObject(node, wire)
    if (SchemaAST.isArrays(wire)) return this.#describeList(node, wire)
    if (SchemaAST.isUnion(wire)) return this.#describeUnion(node, wire)
    return node
  }

  #describeComponent(name: string, ast: SchemaAST.AST): void {
    const schema = this.#schemas[name]
    if (this.described.has(name) || !isJsonNode(schema)) return
    this.described.set(name, schema)
    this.described.set(name, this.describe(schema, ast))
  }

  #describeValue(node: unknown, ast: SchemaAST.AST): unknown {
    return isJsonNode(node) ? annotateNode(this.describe(node, ast), ast) : node
  }

  #describeObject(node: JsonNode, ast: SchemaAST.Objects): JsonNode {
    const types = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
    const properties = nodeAt(node, "properties")
    const [index] = ast.indexSignatures
    return {
      ...node,
      ...(properties === undefined
        ? {}
        : {
            properties: Record.map(properties, (property, name) => {
              const type = types.get(name)
              return type === undefined ? property : this.#describeValue(property, type)
            })
          }),
      ...(index !== undefined && isJsonNode(node.additionalProperties)
        ? { additionalProperties: this.#describeValue(node.additionalProperties, index.type) }
        : {})
    }
  }

  #describeList(node: JsonNode, ast: SchemaAST.Arrays): JsonNode {
    const [item] = ast.rest
    return item !== undefined && isJsonNode(node.items)
      ? { ...node, items: this.#describeValue(node.items, item) }
      : node
  }

  #describeUnion(node: JsonNode, ast: SchemaAST.Union): JsonNode {
    const { anyOf } = node
    if (!Array.isArray(anyOf) || anyOf.length !== ast.types.length) return node
    return {
      ...node,
      anyOf: anyOf.map((member, index) => {
        const type = ast.types[index]
        return type === undefined ? member : this.#describeValue(member, type)
      })
    }
  }
}

interface EndpointSchemas {
  readonly parameters: ReadonlyMap<string, SchemaAST.AST>
  readonly payload: SchemaAST.AST | undefined
  readonly successes: ReadonlyMap<number, SchemaAST.AST>
}

const propertiesOf = (schema: Schema.Constraint | undefined): ReadonlyArray<readonly [string, SchemaAST.AST]> => {
  const ast = schema === undefined ? undefined : wireForm(schema.ast)
  return ast !== undefined && SchemaAST.isObjects(ast)
    ? ast.propertySignatures.map(({ name, type }) => [String(name), type])
    : []
}

const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const endpoints = new Map<string, EndpointSchemas>()
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, successes }) => {
      const [payload] = [...endpoint.payload.values()].flatMap(({ schemas }): ReadonlyArray<Schema.Top> => schemas)
      endpoints.set(`${group.identifier}.${endpoint.identifier}`, {
        parameters: new Map([endpoint.params, endpoint.query, endpoint.headers].flatMap(propertiesOf)),
        payload: payload?.ast,
        successes: new Map([...successes].map(([status, [schema]]) => [status, schema.ast]))
      })
    }
  })
  return endpoints
}

/** Describes the properties of every operation of `api`. */
export const describeProperties = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  document: OpenApiDocument,
  api: HttpApi.HttpApi<Id, Groups>
): OpenApiDocument => {
  const endpoints = endpointsOf(api)
  const describer = new Describer(schemasOf(document))
  const describeContent = (holder: JsonNode, ast: SchemaAST.AST | undefined): JsonNode =>
    ast === undefined
      ? holder
      : mapJsonContent(holder, (media) =>
          isJsonNode(media.schema) ? { ...media, schema: describer.describe(media.schema, ast) } : media
        )
  const described = mapOperations(document, (operation) => {
    const schemas = endpoints.get(String(operation.operationId))
    if (schemas === undefined) return operation
    const body = nodeAt(operation, "requestBody")
    return {
      ...mapResponses(operation, (response, status) => describeContent(response, schemas.successes.get(status))),
      ...(body === undefined ? {} : { requestBody: describeContent(body, schemas.payload) }),
      parameters: nodesAt(operation, "parameters").map((parameter) => {
        const ast = schemas.parameters.get(String(parameter.name))
        const schema = nodeAt(parameter, "schema")
        return ast === undefined || schema === undefined
          ? parameter
          : { ...parameter, schema: annotateNode(describer.describe(schema, ast), ast) }
      })
    }
  })
  return withSchemas(described, { ...schemasOf(document), ...Object.fromEntries(describer.described) })
}
