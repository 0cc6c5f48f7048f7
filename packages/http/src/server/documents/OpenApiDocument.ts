import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { Effect } from "effect"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"

/** The schemas, responses, headers and security schemes of two documents; those of one name are the same in both. */
const mergeComponents = (components: OpenApi.OpenAPIComponents, part: OpenApi.OpenAPIComponents) => {
  const merged = { ...components }
  for (const [kind, named] of Object.entries(part)) {
    Object.assign(merged, { [kind]: { ...Object.entries(components).find(([key]) => key === kind)?.[1], ...named } })
  }
  return merged
}

const merge = (document: OpenApi.OpenAPISpec, part: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => ({
  ...document,
  paths: { ...document.paths, ...part.paths },
  components: mergeComponents(document.components, part.components),
  tags: [...document.tags, ...part.tags]
})

/**
 * The OpenAPI document of an API, made group by group with other work between them: the whole takes a quarter of a second
 * of the event loop, and the first caller of `/openapi.json`, who needs no key, would delay every other request by it.
 */
export const makeDocument = Effect.fnUntraced(function* <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
) {
  let document: OpenApi.OpenAPISpec | undefined
  for (const group of Object.values<HttpApiGroup.Constraint>(api.groups)) {
    const part = OpenApi.fromApi(HttpApi.make(api.identifier).add(group).annotateMerge(api.annotations))
    document = document === undefined ? part : merge(document, part)
    yield* nextSlice
  }
  return document ?? OpenApi.fromApi(api)
})

/** An API without operations whose document is a given one. */
export const apiOfDocument = (document: OpenApi.OpenAPISpec) =>
  HttpApi.make("document").annotate(OpenApi.Transform, () => ({ ...document }))
