import { Schema } from "effect"

/** The database cannot be used as it is. `message` is one line for the operator that says what to do. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  message: Schema.String
}) {}
