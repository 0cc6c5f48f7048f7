import { assert, describe, it } from "@effect/vitest"
import { AdminApi } from "@landfall/api/admin/AdminApi"
import { AlertsApi, Co2Api, CongestionApi, LandfallApi } from "@landfall/api/LandfallApi"
import { withExamples } from "@landfall/api/openapi/Examples"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core"
import { oas } from "@stoplight/spectral-rulesets"
import { Predicate } from "effect"
import { OpenApi } from "effect/http-api"

type Node = { readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node => Predicate.isObject(value)

const documents: ReadonlyArray<readonly [string, OpenApi.OpenAPISpec]> = [
  ["alerts", OpenApi.fromApi(withExamples(AlertsApi))],
  ["congestion", OpenApi.fromApi(withExamples(CongestionApi))],
  ["co2", OpenApi.fromApi(withExamples(Co2Api))],
  ["landfall", OpenApi.fromApi(withExamples(LandfallApi))],
  ["administration", OpenApi.fromApi(withExamples(AdminApi))]
]

/** Every object of a document with its path, a document being a tree. */
const nodesOf = (value: unknown, path = "$"): ReadonlyArray<readonly [string, Node]> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => nodesOf(item, `${path}[${index}]`))
  if (!isNode(value)) return []
  return [[path, value], ...Object.entries(value).flatMap(([key, inner]) => nodesOf(inner, `${path}.${key}`))]
}

/** A document without its examples, whose texts are data. */
const withoutExamples = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutExamples)
  if (!isNode(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== "example" && key !== "examples")
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutExamples(inner)]))
}

interface Operation {
  readonly id: string
  readonly operation: OpenApi.OpenAPISpecOperation
}

const operationsOf = (document: OpenApi.OpenAPISpec): ReadonlyArray<Operation> =>
  Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      "operationId" in operation ? [{ id: operation.operationId, operation }] : []
    )
  )

/** Whether a schema or one of its alternatives has a description, or refers to a component. */
const isDescribed = (schema: Node): boolean =>
  "description" in schema ||
  "$ref" in schema ||
  (Array.isArray(schema.anyOf) && schema.anyOf.some((member) => isNode(member) && isDescribed(member)))

describe.each(documents)("the OpenAPI document of %s", (name, document) => {
  it("has no error and no warning by Redocly's recommended rules", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      rules: {
        // `GET /congestion/{portCode}` and `POST /congestion/batch` differ in their methods.
        "no-ambiguous-paths": "off"
      }
    })
    const problems = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: `${name}.json` })
    assert.deepStrictEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
      []
    )
  })

  it("names every tag once, declares each tag that it uses, and groups all of them", () => {
    const names = document.tags.map((tag) => tag.name)
    assert.strictEqual(new Set(names).size, names.length)
    const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags))
    assert.deepStrictEqual([...used].toSorted(), names.toSorted())
    const { "x-tagGroups": groups } = { "x-tagGroups": [], ...document }
    assert.deepStrictEqual(groups.flatMap(({ tags }: { tags: Array<string> }) => tags).toSorted(), names.toSorted())
  })

  it("refers every error to one component schema with an open integer errorCode", () => {
    for (const { id, operation } of operationsOf(document)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) >= 400) assert.deepStrictEqual(Object.keys(response), ["$ref"], `${id} ${status}`)
      }
    }
    const { errorInfo } = document.components.schemas
    assert.deepInclude(errorInfo?.properties, {
      time: { type: "string", format: "date-time", description: "When the error occurred." }
    })
    const { errorCode } = isNode(errorInfo?.properties) ? errorInfo.properties : {}
    assert.include(errorCode, { type: "integer" })
    assert.notProperty(errorCode, "enum")
  })

  it("declares X-Request-Id on every response", () => {
    const responses = nodesOf(document).filter(([path]) => /\.responses\.\w+$/.test(path))
    assert.isAbove(responses.length, 20)
    for (const [path, response] of responses) {
      if ("$ref" in response) continue
      assert.deepInclude(response.headers, { "X-Request-Id": { $ref: "#/components/headers/RequestId" } }, path)
    }
  })

  it("closes requests to unknown properties and leaves responses open", () => {
    const schemas = document.components.schemas
    const reach = (value: unknown, visited: Set<string>): ReadonlyArray<Node> =>
      nodesOf(value).flatMap(([, node]) => {
        const component = typeof node.$ref === "string" ? node.$ref.split("/").at(-1) : undefined
        if (component === undefined || visited.has(component)) return [node]
        visited.add(component)
        return [node, ...reach(schemas[component], visited)]
      })
    for (const { id, operation } of operationsOf(document)) {
      const closed = reach(operation.responses, new Set()).filter((node) => node.additionalProperties === false)
      assert.deepStrictEqual(closed, [], `${id}: response`)
      const open = reach(operation.requestBody?.content["application/json"]?.schema, new Set()).filter(
        (node) => isNode(node.properties) && node.additionalProperties !== false && node["x-open"] === undefined
      )
      assert.deepStrictEqual(open, [], `${id}: request`)
    }
  })

  it("has an example of every request and every successful response with a body", () => {
    const missing: Array<string> = []
    for (const { id, operation } of operationsOf(document)) {
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
        if (!("example" in media)) missing.push(`${id}: request in ${type}`)
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const media of Object.values(response.content ?? {})) {
          if (!("example" in media)) missing.push(`${id}: response ${status}`)
        }
      }
    }
    assert.deepStrictEqual(missing, [])
  })

  it("describes every parameter and every property of its components", () => {
    const undescribed = [
      ...operationsOf(document).flatMap(({ id, operation }) =>
        (operation.parameters ?? [])
          .filter(({ description }) => !description)
          .map((parameter) => `${id} ${parameter.name}`)
      ),
      ...nodesOf(document.components.schemas)
        .filter(([path]) => /\.properties\.[^.]+$/.test(path) && !path.includes(".example"))
        .filter(([, schema]) => !isDescribed(schema))
        .map(([path]) => path)
    ]
    assert.deepStrictEqual(undescribed, [])
  })

  it("ends every description with a full stop, and no summary", () => {
    const nodes = nodesOf(withoutExamples(document))
    const textsOf = (key: string) =>
      nodes.flatMap(([path, node]) => (typeof node[key] === "string" ? [{ path, text: node[key] }] : []))
    const isSentence = (text: string) => text.trim().endsWith(".")
    assert.deepStrictEqual(
      textsOf("description").filter(({ text }) => !isSentence(text)),
      []
    )
    assert.deepStrictEqual(
      textsOf("summary").filter(({ text }) => isSentence(text)),
      []
    )
  })

  it("gives every instant the format date-time", () => {
    const untyped = nodesOf(document.components.schemas)
      .filter(([path]) => /\.properties\.(?:\w*(?:At|Time|Until)|since|until|asOf|time|date)$/.test(path))
      .filter(([, schema]) => !JSON.stringify(schema).includes('"date-time"') && schema.type !== "object")
      .map(([path]) => path)
    assert.deepStrictEqual(untyped, [])
  })

  it("names its component schemas without numbers", () => {
    const names = Object.keys(document.components.schemas)
    assert.deepStrictEqual(
      names.filter((component) => /_\d+$/.test(component)),
      []
    )
  })
})

/** The areas are parts of the whole service. */
const complete = documents.filter(([name]) => name === "landfall" || name === "administration")

describe.each(complete)("the complete OpenAPI document of %s", (_, document) => {
  it("has no error and no warning by Spectral's rules for OpenAPI", async () => {
    const spectral = new Spectral()
    spectral.setRuleset({
      extends: [[oas as RulesetDefinition, "recommended"]],
      rules: {
        // A self-hosted service has no address of its maintainers.
        "info-contact": "off",
        // It takes the property `example` of a message inside an example for the example of a schema.
        "oas3-valid-schema-example": "off",
        // Summaries describe simple operations in full.
        "operation-description": "off"
      }
    })
    const problems = await spectral.run(JSON.stringify(document))
    assert.deepStrictEqual(
      problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join(".")}`),
      []
    )
  })
})

describe("the versions of the interfaces", () => {
  it("alerts 1.0.0, congestion 1.1.1, CO2 2.3.2", () => {
    assert.deepStrictEqual(documents.map(([, { info }]) => info.version).slice(0, 3), ["1.0.0", "1.1.1", "2.3.2"])
  })
})
