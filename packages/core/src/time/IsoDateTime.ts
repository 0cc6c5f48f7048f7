import { Schema } from "effect"

/** An ISO 8601 date and time in UTC: the form of every timestamp in responses and webhooks. */
export const IsoDateTime = Schema.String.annotate({
  description: "ISO 8601 date and time in UTC.",
  format: "date-time"
})
