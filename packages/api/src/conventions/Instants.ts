import { InstantFromInput, instantFault } from "@landfall/core/time/IsoDateTime"
import { Schema } from "effect"

/** An instant in ISO 8601 with a time and a zone, in a body. */
export const BodyInstant = InstantFromInput

/** Like `BodyInstant`, in a query. There a `+` that is not written as `%2B` arrives as a space. */
export const QueryInstant = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      /T.* \d\d:?\d\d$/.test(text)
        ? "must have its + written as %2B, or be in UTC with a Z at its end"
        : instantFault(text)
    )
  ),
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)

/** The parameters `since` and `until` of a list, which filter by `property`. */
export const windowFields = (property: string) => ({
  since: Schema.optionalKey(QueryInstant).annotateKey({
    description: `Returns rows whose ${property} is at or after this instant, ISO 8601.`
  }),
  until: Schema.optionalKey(QueryInstant).annotateKey({
    description: `Returns rows whose ${property} is before this instant, ISO 8601.`
  })
})
