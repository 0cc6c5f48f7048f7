import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT, PageLimit } from "@landfall/core/listing/Page"
import { Predicate, Record, Schema, SchemaTransformation } from "effect"

const QueryLimit = Schema.String.pipe(
  Schema.decodeTo(Schema.Finite, SchemaTransformation.numberFromString),
  Schema.decodeTo(PageLimit)
)

/** How `limit` is described. Its own schema would call it a string, since a query is text before it is read. */
const LIMIT_SCHEMA = {
  type: "integer",
  minimum: 1,
  maximum: MAX_PAGE_LIMIT,
  default: DEFAULT_PAGE_LIMIT,
  description: "Rows a page has at most"
}

const describeLimitsIn = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(describeLimitsIn)
  if (!Predicate.isObject(node)) return node
  const isLimit = "name" in node && node.name === "limit" && "in" in node && node.in === "query"
  return isLimit ? { ...node, schema: LIMIT_SCHEMA } : Record.map({ ...node }, describeLimitsIn)
}

/** An OpenAPI description, or a part of one, whose every list says what its `limit` must be. */
export const describeLimits = (document: { readonly [key: string]: unknown }) => Record.map(document, describeLimitsIn)

/** What every list takes: how many rows, and where to go on. */
export const ListQuery = Schema.Struct({
  limit: Schema.optionalKey(QueryLimit),
  iterator: Schema.optionalKey(Schema.String).annotateKey({
    description: "`iterator` or `prevIterator` of an earlier page"
  })
})

/** The wire form of a page of `item`. */
export const pageSchema = <S extends Schema.Top>(item: S, identifier: string) =>
  Schema.Struct({
    data: Schema.Array(item),
    iterator: Schema.NullOr(Schema.String),
    prevIterator: Schema.NullOr(Schema.String),
    done: Schema.Boolean
  }).annotate({ identifier })
