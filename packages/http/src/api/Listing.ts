import {
  DEFAULT_LIMIT,
  IteratorInvalid,
  Limit,
  MAX_LIMIT,
  type Page,
  type PageRequest,
  parseCursor
} from "@landfall/core/listing/Page"
import { Effect, Option, Predicate, Record, Schema, SchemaTransformation } from "effect"
import { failing } from "./DomainFailures.ts"

const QueryLimit = Schema.String.pipe(
  Schema.decodeTo(Schema.Finite, SchemaTransformation.numberFromString),
  Schema.decodeTo(Limit)
)

/** How `limit` is described. Its own schema would call it a string, since a query is text before it is read. */
const LIMIT_SCHEMA = {
  type: "integer",
  minimum: 1,
  maximum: MAX_LIMIT,
  default: DEFAULT_LIMIT,
  description: "Rows a page has at most"
}

const described = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(described)
  if (!Predicate.isObject(node)) return node
  const isLimit = "name" in node && node.name === "limit" && "in" in node && node.in === "query"
  return isLimit ? { ...node, schema: LIMIT_SCHEMA } : Record.map({ ...node }, described)
}

/** An OpenAPI description, or a part of one, whose every list says what its `limit` must be. */
export const describeLimits = (document: { readonly [key: string]: unknown }) => Record.map(document, described)

/** What every list takes: how many rows, and where to go on. */
export const ListQuery = Schema.Struct({
  limit: Schema.optionalKey(QueryLimit),
  iterator: Schema.optionalKey(Schema.String).annotateKey({
    description: "`iterator` or `prevIterator` of an earlier page"
  })
})

/** The wire form of a page of `item`. */
export const pageOf = <S extends Schema.Top>(item: S, identifier: string) =>
  Schema.Struct({
    data: Schema.Array(item),
    iterator: Schema.NullOr(Schema.String),
    prevIterator: Schema.NullOr(Schema.String),
    done: Schema.Boolean
  }).annotate({ identifier })

/** What keys are made of. */
const PLAIN = /^[\x20-\x7e]+$/

/** Reads the page that a query asks for, of a list whose keys begin with `prefix`: an iterator serves its own list alone. */
export const pageRequest = (
  query: typeof ListQuery.Type,
  prefix: "app_" | "attempt " | "call_" | "ep_" | "msg_" | "port_" | "pwt_" | "shp_" | "task_"
) =>
  Effect.gen(function* () {
    const cursor =
      query.iterator === undefined
        ? undefined
        : yield* parseCursor(query.iterator).pipe(
            Effect.filterOrFail(
              ({ key }) => key.startsWith(prefix) && PLAIN.test(key),
              () => new IteratorInvalid({ iterator: query.iterator ?? "" })
            ),
            failing
          )
    const request: PageRequest = { limit: query.limit ?? DEFAULT_LIMIT, cursor: Option.fromUndefinedOr(cursor) }
    return request
  })

/** Turns a page of the domain into its wire form, row by row. */
export const showPage = <A, B>(page: Page<A>, show: (row: A) => B) => ({
  data: page.data.map(show),
  iterator: Option.getOrNull(page.iterator),
  prevIterator: Option.getOrNull(page.prevIterator),
  done: page.done
})
