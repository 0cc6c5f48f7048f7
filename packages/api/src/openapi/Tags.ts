import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { type JsonNode, nodesAt } from "./JsonNode.ts"
import { mapOperations, type OpenApiDocument } from "./Operation.ts"

/** A part of the service, as the API reference groups operations. */
export interface Area {
  readonly name: string
  /** The identifiers of its groups of operations. */
  readonly groups: ReadonlyArray<string>
}

/** The area of an API: its groups under one name. */
export const areaOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  name: string,
  api: HttpApi.HttpApi<Id, Groups>
): Area => {
  const groups: Array<string> = []
  HttpApi.reflect(api, { onGroup: ({ group }) => void groups.push(group.identifier), onEndpoint: () => undefined })
  return { name, groups }
}

/** The identifier of a group in words: `portWatches` is "Port watches". */
export const tagOf = (group: string): string => {
  const words = group.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/\bco2\b/g, "CO2")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const renameTag = (tag: JsonNode): JsonNode => ({ ...tag, name: tagOf(String(tag.name)) })

/** Names the tags of a document in words, and groups them by area. */
export const describeTags = (document: OpenApiDocument, areas: ReadonlyArray<Area>): OpenApiDocument => ({
  ...mapOperations(document, (operation) => ({
    ...operation,
    tags: Array.isArray(operation.tags) ? operation.tags.map((tag) => tagOf(String(tag))) : []
  })),
  tags: nodesAt(document, "tags").map(renameTag),
  "x-tagGroups": areas.map(({ name, groups }) => ({ name, tags: groups.map(tagOf) }))
})
