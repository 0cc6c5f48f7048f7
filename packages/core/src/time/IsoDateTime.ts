import { Schema } from "effect"

/** ISO 8601 in UTC, as everything dated leaves the service. */
export const IsoDateTime = Schema.String.annotate({ description: "ISO 8601 date and time in UTC", format: "date-time" })
