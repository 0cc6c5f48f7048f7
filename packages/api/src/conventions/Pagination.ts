import { MAX_PAGE_LIMIT, PageLimit } from "@landfall/core/listing/Page"
import { Schema, SchemaTransformation } from "effect"

const QueryLimit = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Finite.annotate({ message: `must be a whole number from 1 to ${MAX_PAGE_LIMIT}` }),
    SchemaTransformation.numberFromString
  ),
  Schema.decodeTo(PageLimit)
)

/** Parameters of every list: the number of rows, and the position in the list. */
export const ListQuery = Schema.Struct({
  limit: Schema.optionalKey(QueryLimit),
  iterator: Schema.optionalKey(Schema.String).annotateKey({
    description: "The `iterator` of a page to get the next page, or its `prevIterator` to get the previous page."
  })
})

/** Explains lists whose filters are applied after a page is read. */
export const SHORT_PAGE_NOTE =
  "A page can have fewer rows than `limit`, or none, without being the last: continue with `iterator` until `done` is true."

/** The wire form of a page of `item`. */
export const pageSchema = <S extends Schema.Top>(item: S, identifier: string) =>
  Schema.Struct({
    data: Schema.Array(item).annotateKey({ description: "The rows of this page." }),
    iterator: Schema.NullOr(Schema.String).annotateKey({
      description: "Returns the next page when sent as `iterator`; null when the list is empty."
    }),
    prevIterator: Schema.NullOr(Schema.String).annotateKey({
      description: "Returns the previous page when sent as `iterator`; null on the first page."
    }),
    done: Schema.Boolean.annotateKey({ description: "Whether this is the last page." })
  }).annotate({ identifier })
